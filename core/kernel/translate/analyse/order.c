#include "kernel/translate/analyse/order.h"

#include "kernel/translate/analyse/blocks.h"
#include "kernel/translate/analyse/callee.h"
#include "kernel/translate/ptx/facts.h"

/* More passes than this are not made, and behind so many barriers no registers are looked at, so
 * that no text makes this slow. */
enum { MOST_PASSES = 8, MOST_LOOKED_AT = 256 };

struct order {
    struct gi_emit *emit;
    const struct gi_ptx_body *body;
    bool calls_touch;           /* functions that are called may use device memory */
    bool *comes_of_reads;       /* of each register: of what was read from device memory */
    bool kept;                  /* so do the thread's own variables */
    bool changed;
    bool *before, *after;       /* of each block: a change may have come before it, come after it */
    uint32_t *written;          /* of each register: the last barrier, of looked, that it was
                                   written behind */
    uint32_t looked;
};

/* ---- single instructions ---- */

static bool has_memory(const struct gi_ptx_instruction *instruction)
{
    if (instruction->space != GI_PTX_GLOBAL && instruction->space != GI_PTX_GENERIC)
        return false;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        if (instruction->operands[i].kind == GI_PTX_MEMORY)
            return true;
    }
    return false;
}

static bool is_plain(const struct gi_ptx_instruction *instruction)
{
    return !gi_ptx_has(instruction, GI_PTX_M_VOLATILE)
        && !gi_ptx_has(instruction, GI_PTX_M_RELAXED)
        && !gi_ptx_has(instruction, GI_PTX_M_ACQUIRE) && !gi_ptx_has(instruction, GI_PTX_M_MMIO);
}

/* Whether it changes device memory, or orders what the thread does with what others do. */
static bool changes(const struct order *order, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_call_parts parts;

    if (gi_ptx_does(instruction, GI_PTX_SAMPLES | GI_PTX_GATHERS | GI_PTX_ASKS
                    | GI_PTX_READS_SURFACE | GI_PTX_HINTS))
        return false;
    if (gi_ptx_does(instruction, GI_PTX_LOADS))
        return has_memory(instruction) && !is_plain(instruction);
    if (gi_ptx_does(instruction, GI_PTX_FENCES))
        return true;
    if (!gi_ptx_does(instruction, GI_PTX_CALLS))
        return has_memory(instruction);
    parts = gi_emit_parts_of(instruction);
    return order->calls_touch || gi_emit_is_indirect(instruction) || !parts.target
        || parts.target->kind != GI_PTX_FUNCTION || !parts.target->to.function->has_body;
}

/* Whether its results come of device memory that kernels may change. */
static bool reads(const struct order *order, const struct gi_ptx_instruction *instruction)
{
    if (gi_ptx_does(instruction, GI_PTX_READS_SURFACE))
        return true;
    if (gi_ptx_does(instruction, GI_PTX_LOADS))
        return has_memory(instruction) && !gi_ptx_has(instruction, GI_PTX_M_NC);
    return changes(order, instruction);
}

/* ---- uses of reads ---- */

struct passing {
    struct order *order;
    bool comes;
    bool is_kept;               /* to a variable of the thread */
};

static void pass_on(void *context, uint32_t reg, bool written)
{
    struct passing *passing = context;
    struct order *order = passing->order;

    if (!written) {
        passing->comes |= order->comes_of_reads[reg];
    } else if (passing->comes && !order->comes_of_reads[reg]) {
        order->comes_of_reads[reg] = true;
        order->changed = true;
    }
}

static void visit_instruction(struct order *order, const struct gi_ptx_instruction *instruction)
{
    bool own = instruction->space == GI_PTX_LOCAL || instruction->space == GI_PTX_PARAM;
    struct passing passing = { .order = order, .comes = reads(order, instruction) };

    /* values of shared memory are behind the barrier's own order */
    if (gi_ptx_does(instruction, GI_PTX_LOADS) && !own && !passing.comes)
        return;
    passing.comes |= gi_ptx_does(instruction, GI_PTX_LOADS) && own && order->kept;
    gi_emit_registers_of(order->emit, instruction, pass_on, &passing);
    if (passing.comes && !order->kept && (own || gi_ptx_does(instruction, GI_PTX_CALLS))) {
        order->kept = true;
        order->changed = true;
    }
}

static gi_status find_reads(struct order *order)
{
    uint32_t count = order->emit->register_count;

    order->comes_of_reads = gi_arena_alloc(order->emit->arena, count, sizeof(bool));
    order->written = gi_arena_alloc(order->emit->arena, count, sizeof(uint32_t));
    if (!order->comes_of_reads || !order->written)
        return GI_OUT_OF_MEMORY;
    order->changed = true;
    for (uint32_t pass = 0; order->changed && pass < MOST_PASSES; pass++) {
        order->changed = false;
        for (uint32_t i = 0; i < order->body->instruction_count; i++)
            visit_instruction(order, &order->body->instructions[i]);
    }
    order->kept |= order->changed;
    return GI_OK;
}

/* ---- ways to and from changes ---- */

static bool changes_between(const struct order *order, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        if (changes(order, &order->body->instructions[i]))
            return true;
    }
    return false;
}

/* One pass over all jumps: a block with a change comes before those behind it, and after those
 * before it. */
static bool widen(struct order *order, const bool *own, bool backwards)
{
    const struct gi_cfg *graph = &order->emit->graph;
    bool changed = false;

    for (uint32_t n = 0; n < graph->block_count; n++) {
        uint32_t i = backwards ? graph->block_count - 1 - n : n;

        for (uint32_t k = 0; k < graph->blocks[i].successor_count; k++) {
            uint32_t next = graph->blocks[i].successors[k];
            bool before = order->before[next] || order->before[i] || own[i];
            bool after = order->after[i] || order->after[next] || own[next];

            changed |= before != order->before[next] || after != order->after[i];
            order->before[next] = before;
            order->after[i] = after;
        }
    }
    return changed;
}

/* Blocks stand about in the order of the text, so few passes are needed. */
static gi_status find_ways(struct order *order)
{
    const struct gi_emit *emit = order->emit;
    uint32_t count = emit->graph.block_count;
    bool *own = gi_arena_alloc(emit->arena, count, sizeof(bool)), changed = true;

    order->before = gi_arena_alloc(emit->arena, count, sizeof(bool));
    order->after = gi_arena_alloc(emit->arena, count, sizeof(bool));
    if (!own || !order->before || !order->after)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        own[i] = changes_between(order, emit->blocks[i].first, emit->blocks[i].end);
    for (uint32_t pass = 0; changed && pass < 2 * MOST_PASSES; pass++)
        changed = widen(order, own, pass % 2);
    for (uint32_t i = 0; changed && i < count; i++)
        order->before[i] = true;
    return GI_OK;
}

/* ---- barriers ---- */

struct rest {
    struct order *order;
    bool lives;
};

static void look(void *context, uint32_t reg, bool written)
{
    struct rest *rest = context;
    struct order *order = rest->order;

    if (written)
        order->written[reg] = order->looked;
    else
        rest->lives |= order->comes_of_reads[reg] && order->written[reg] != order->looked;
}

/* Whether a register that comes of reads lives behind an instruction of a block. */
static bool lives_on(struct order *order, uint32_t block, uint32_t at)
{
    const struct gi_emit *emit = order->emit;
    const struct gi_emit_live *live = &emit->live;
    const gi_cfg_set_word *out = gi_cfg_set_of(&live->out, block);
    struct rest rest = { .order = order };

    if (order->kept || order->looked == MOST_LOOKED_AT)
        return true;
    order->looked++;
    for (uint32_t i = at + 1; i < emit->blocks[block].end && !rest.lives; i++)
        gi_emit_registers_of(emit, &order->body->instructions[i], look, &rest);
    if (emit->blocks[block].decider != GI_CFG_NONE)
        look(&rest, emit->blocks[block].decider, false);
    for (uint32_t i = 0; i < live->count && !rest.lives; i++) {
        if (gi_cfg_set_has(out, i))
            look(&rest, live->registers[i], false);
    }
    return rest.lives;
}

static bool orders(struct order *order, uint32_t block, uint32_t at)
{
    const struct gi_emit_block *of = &order->emit->blocks[block];

    if (order->before[block] || changes_between(order, of->first, at))
        return true;
    return (order->after[block] || changes_between(order, at + 1, of->end))
        && lives_on(order, block, at);
}

static bool is_barrier(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_does(instruction, GI_PTX_MEETS_BLOCK);
}

static bool has_barrier(const struct gi_ptx_body *body)
{
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        if (is_barrier(&body->instructions[i]))
            return true;
    }
    return false;
}

static bool calls_touch(const struct gi_emit *emit)
{
    const struct order order = { .calls_touch = false };

    for (const struct gi_emit_function *at = emit->functions->next; at; at = at->next) {
        for (uint32_t i = 0; i < at->body->instruction_count; i++) {
            const struct gi_ptx_instruction *instruction = &at->body->instructions[i];

            if (changes(&order, instruction) || reads(&order, instruction))
                return true;
        }
    }
    return false;
}

gi_status gi_emit_find_order(struct gi_emit *emit)
{
    struct order order = { .emit = emit, .body = emit->current->body };
    bool *unordered;
    gi_status status;

    if (!has_barrier(order.body))
        return GI_OK;
    unordered = gi_arena_alloc(emit->arena, order.body->instruction_count, sizeof(bool));
    if (!unordered)
        return GI_OUT_OF_MEMORY;
    order.calls_touch = calls_touch(emit);
    status = find_reads(&order);
    if (status == GI_OK)
        status = find_ways(&order);
    if (status != GI_OK)
        return status;
    for (uint32_t i = 0; i < emit->graph.block_count; i++) {
        for (uint32_t k = emit->blocks[i].first; k < emit->blocks[i].end; k++)
            unordered[k] = is_barrier(&order.body->instructions[k]) && !orders(&order, i, k);
    }
    emit->unordered = unordered;
    return GI_OK;
}
