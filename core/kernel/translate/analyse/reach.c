#include "kernel/translate/analyse/reach.h"

#include "kernel/translate/analyse/blocks.h"
#include "kernel/translate/analyse/meeting.h"
#include "kernel/translate/cfg/divergence.h"
#include "kernel/translate/cfg/dominators.h"
#include "kernel/translate/ptx/facts.h"
#include "kernel/translate/ptx/lane_number.h"

struct registers {
    uint32_t *items;
    uint32_t count, room;
};

/* Registers of all instructions, one behind the other. */
struct listing {
    struct gi_arena *arena;
    const struct gi_ptx_lane_number *lanes;     /* NULL: it is asked whether threads of the block
                                   differ. Else lanes of a warp, whose threads have one place in the
                                   second and third direction. Then a value that a block reads
                                   behind its own definition is a register of its own: PTX uses
                                   registers again */
    uint32_t *values, *blocks;  /* [register]: the newest such value, and the block that has it,
                                   from 1 on */
    uint32_t block;
    uint32_t register_count;    /* with those values */
    struct registers uses, definitions;
    gi_status status;
};

/* The function that an instruction calls; NULL without a call, or of one without a body. */
static const struct gi_emit_function *called(const struct gi_emit *emit,
                                             const struct gi_ptx_instruction *instruction)
{
    if (!gi_ptx_does(instruction, GI_PTX_CALLS))
        return NULL;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const struct gi_ptx_operand *operand = &instruction->operands[i];

        if (operand->kind == GI_PTX_FUNCTION)
            return emit->by_index[operand->to.function->index];
    }
    return NULL;
}

static bool has_barrier(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_emit_function *function = called(emit, instruction);
    enum gi_emit_meeting meeting = gi_emit_meeting_of(instruction);

    return meeting == GI_EMIT_MEETS_BLOCK || meeting == GI_EMIT_MEETS_PART
        || (function && function->has_barrier);
}

static bool has_operation(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_emit_function *function = called(emit, instruction);

    return gi_emit_meeting_of(instruction) == GI_EMIT_MEETS_WARP
        || (function && function->has_operation);
}

static bool has_turn(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_emit_function *function = called(emit, instruction);

    return gi_emit_meeting_of(instruction) == GI_EMIT_GIVES_TURN
        || (function && function->has_turn);
}

static bool meets(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    return has_barrier(emit, instruction) || has_operation(emit, instruction);
}

/* Notes the needs of an instruction: the highest barrier, how many words a lane brings. */
static void note(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_meetings *meetings = &emit->meetings;
    enum gi_emit_meeting meeting = gi_emit_meeting_of(instruction);
    const struct gi_ptx_operand *number = instruction->operands;
    uint32_t words;

    if (meeting == GI_EMIT_MEETS_NOBODY)
        return;
    meetings->points++;
    if (meeting == GI_EMIT_GIVES_TURN)
        return;
    if (meeting == GI_EMIT_MEETS_WARP) {
        words = gi_emit_words_brought(instruction);
        meetings->words = words > meetings->words ? words : meetings->words;
        return;
    }
    if (gi_ptx_has(instruction, GI_PTX_M_RED)) {
        meetings->reduces = true;
        number++;
    }
    if (number >= instruction->operands + instruction->operand_count)
        return;
    if (!gi_ptx_does(instruction, GI_PTX_WHOLE_WARPS) &&
        !gi_ptx_has(instruction, GI_PTX_M_ALIGNED))
        meetings->comes_in_parts = true;
    if (number->kind != GI_PTX_INTEGER_VALUE || number->value > 15)
        meetings->barriers = 16;
    else if (number->value >= meetings->barriers)
        meetings->barriers = (uint32_t)number->value + 1;
}

/* Whether a barrier of the device, which has no number, can be each of them. A barrier with a
 * result is two things: an addition in shared memory, and a barrier. By PTX, all threads of a block
 * come to a barrier with a result, or all come to one without. So they count the same results. Each
 * adds to the same one of three words. */
static bool are_alike(const struct gi_emit_meetings *meetings)
{
    return meetings->barriers <= 1 && !meetings->comes_in_parts;
}

static void find_meetings(struct gi_emit *emit, struct gi_warp_needs *needs)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (struct gi_emit_function *at = emit->functions; at; at = at->next) {
            bool barrier = at->has_barrier, operation = at->has_operation, turn = at->has_turn;

            for (uint32_t i = 0; i < at->body->instruction_count; i++) {
                at->has_barrier |= has_barrier(emit, &at->body->instructions[i]);
                at->has_operation |= has_operation(emit, &at->body->instructions[i]);
                at->has_turn |= has_turn(emit, &at->body->instructions[i]);
            }
            changed |= at->has_barrier != barrier || at->has_operation != operation
                || at->has_turn != turn;
        }
    }
    for (struct gi_emit_function *at = emit->functions; at; at = at->next) {
        for (uint32_t i = 0; i < at->body->instruction_count; i++) {
            enum gi_emit_meeting meeting = gi_emit_meeting_of(&at->body->instructions[i]);

            note(emit, &at->body->instructions[i]);
            needs->partial_barriers |= meeting == GI_EMIT_MEETS_PART;
            needs->turns |= meeting == GI_EMIT_GIVES_TURN;
        }
    }
    needs->alike_barriers = are_alike(&emit->meetings);
}

/* ---- differences between threads ---- */

static bool names_thread(const struct gi_ptx_operand *operand, bool of_lanes)
{
    if (operand->kind == GI_PTX_SPECIAL) {
        switch (operand->index) {
        case GI_PTX_S_tid:
            return !of_lanes || operand->part == 0;
        case GI_PTX_S_warpid:
            return !of_lanes;
        case GI_PTX_S_ntid:
        case GI_PTX_S_ctaid:
        case GI_PTX_S_nctaid:
        case GI_PTX_S_nwarpid:
        case GI_PTX_S_gridid:
        case GI_PTX_S_envreg1:
        case GI_PTX_S_envreg2:
        case GI_PTX_S_ZERO:
        case GI_PTX_S_dynamic_smem_size:
            return false;
        default:
            return true;
        }
    }
    if (operand->kind != GI_PTX_VECTOR && operand->kind != GI_PTX_MEMORY)
        return false;
    for (uint32_t i = 0; i < operand->count; i++) {
        if (names_thread(&operand->to.items[i], of_lanes))
            return true;
    }
    return false;
}

static bool loads_apart(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    if (instruction->space == GI_PTX_PARAM)
        return !emit->current->function->is_entry
            || instruction->operands[1].kind != GI_PTX_MEMORY
            || instruction->operands[1].to.items[0].kind != GI_PTX_VARIABLE
            || instruction->operands[1].to.items[0].to.variable->index
                >= emit->current->function->parameter_count
            || emit->current->function->parameters[
                instruction->operands[1].to.items[0].to.variable->index]
                != instruction->operands[1].to.items[0].to.variable;
    return instruction->space == GI_PTX_LOCAL
        || (instruction->space == GI_PTX_GENERIC && emit->takes_local)
        || gi_ptx_has(instruction, GI_PTX_M_VOLATILE) || gi_ptx_has(instruction, GI_PTX_M_RELAXED)
        || gi_ptx_has(instruction, GI_PTX_M_ACQUIRE);
}

/* Whether an instruction gives all lanes of a warp one result. */
static bool lanes_share(const struct gi_ptx_instruction *instruction,
                        const struct gi_ptx_lane_number *lanes)
{
    const struct gi_ptx_operand *result = instruction->operands;

    if (instruction->operand_count && result->kind == GI_PTX_REGISTER && !instruction->has_guard
        && (lanes[result->index].facts & GI_PTX_LANES_SHARE))
        return true;
    return gi_ptx_gives_lanes_one(instruction, lanes);
}

static enum gi_cfg_source source_of(const struct gi_emit *emit,
                                      const struct gi_ptx_instruction *instruction,
                                      const struct gi_ptx_lane_number *lanes)
{
    bool of_lanes = lanes != NULL;

    if (gi_emit_meeting_of(instruction) == GI_EMIT_MEETS_BLOCK
        || (lanes && lanes_share(instruction, lanes)))
        return GI_CFG_SAME;
    if (gi_ptx_does(instruction, GI_PTX_UPDATES | GI_PTX_CALLS | GI_PTX_PARTS)
        || gi_emit_meeting_of(instruction) != GI_EMIT_MEETS_NOBODY)
        return GI_CFG_DIFFERS;
    if (gi_ptx_does(instruction, GI_PTX_LOADS) && instruction->operand_count > 1
        && loads_apart(emit, instruction))
        return GI_CFG_DIFFERS;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        if (names_thread(&instruction->operands[i], of_lanes))
            return GI_CFG_DIFFERS;
    }
    return GI_CFG_FOLLOWS;
}

static void append(struct listing *listing, struct registers *to, uint32_t reg)
{
    void *items = to->items;

    if (listing->status == GI_OK)
        listing->status = gi_arena_reserve(listing->arena, &items, to->count, &to->room,
                                           to->count + 1, sizeof(*to->items));
    if (listing->status != GI_OK)
        return;
    to->items = items;
    to->items[to->count++] = reg;
}

static void list(void *context, uint32_t reg, bool written)
{
    struct listing *listing = context;

    if (!written && listing->lanes && listing->blocks[reg] == listing->block)
        reg = listing->values[reg];
    append(listing, written ? &listing->definitions : &listing->uses, reg);
}

/* Makes a value of each register that the instruction defines, for the rest of the block. Where it
 * has a guard, the register may keep what it had. */
static void name_values(struct listing *listing, uint32_t first, bool has_guard)
{
    uint32_t end = listing->definitions.count;

    for (uint32_t i = first; listing->lanes && i < end && listing->status == GI_OK; i++) {
        uint32_t reg = listing->definitions.items[i];

        listing->blocks[reg] = has_guard ? 0 : listing->block;
        listing->values[reg] = listing->register_count;
        if (!has_guard)
            append(listing, &listing->definitions, listing->register_count++);
    }
}

/* Listed registers stay in their place, also where the lists grow. */
static gi_status make_step(struct gi_emit *emit, struct listing *listing,
                           const struct gi_ptx_instruction *instruction,
                           struct gi_cfg_step *step)
{
    uint32_t uses = listing->uses.count, definitions = listing->definitions.count;

    gi_emit_registers_of(emit, instruction, list, listing);
    name_values(listing, definitions, instruction->has_guard);
    *step = (struct gi_cfg_step){ .source = source_of(emit, instruction, listing->lanes),
                                    .definition_count = listing->definitions.count - definitions,
                                    .use_count = listing->uses.count - uses };
    if (step->definition_count)
        step->definitions = listing->definitions.items + definitions;
    if (step->use_count)
        step->uses = listing->uses.items + uses;
    return listing->status;
}

/* For lanes the registers become more. */
static gi_status make_steps(struct gi_emit *emit, const struct gi_ptx_lane_number *lanes,
                            struct gi_cfg_steps *steps, uint32_t *out_register_count)
{
    struct listing listing = { .arena = emit->arena, .lanes = lanes,
                               .register_count = emit->register_count };

    if (lanes) {
        listing.values = gi_arena_alloc(emit->arena, (size_t)emit->register_count + 1,
                                        sizeof(*listing.values));
        listing.blocks = gi_arena_alloc(emit->arena, (size_t)emit->register_count + 1,
                                        sizeof(*listing.blocks));
        if (!listing.values || !listing.blocks)
            return GI_OUT_OF_MEMORY;
    }
    for (uint32_t i = 0; i < emit->graph.block_count; i++) {
        const struct gi_emit_block *block = &emit->blocks[i];
        uint32_t number = block->end - block->first;
        struct gi_cfg_step *all = gi_arena_take(emit->arena, (size_t)number + 1, sizeof(*all));

        if (!all)
            return GI_OUT_OF_MEMORY;
        listing.block = i + 1;
        for (uint32_t k = 0; k < number; k++) {
            gi_status status = make_step(
                emit, &listing, &emit->current->body->instructions[block->first + k], &all[k]);

            if (status != GI_OK)
                return status;
        }
        steps[i] = (struct gi_cfg_steps){ number, all, block->decider };
        if (lanes && block->decider != GI_CFG_NONE
            && listing.blocks[block->decider] == listing.block)
            steps[i].decider = listing.values[block->decider];
    }
    *out_register_count = listing.register_count;
    return GI_OK;
}

/* ---- numbers of lanes ---- */

static void count_written(void *context, uint32_t reg, bool written)
{
    uint32_t *counts = context;

    counts[reg] += written;
}

/* Whether the instruction alone writes a register whose number becomes known now. */
static bool find_number(const struct gi_ptx_instruction *instruction, const uint32_t *counts,
                        struct gi_ptx_lane_number *numbers)
{
    const struct gi_ptx_operand *result = instruction->operands;
    struct gi_ptx_lane_number known;

    if (instruction->operand_count == 0 || instruction->has_guard ||
        result->kind != GI_PTX_REGISTER || counts[result->index] != 1 ||
        numbers[result->index].facts != 0)
        return false;
    known = gi_ptx_lane_number_of(instruction, numbers);
    if (known.facts == 0)
        return false;
    numbers[result->index] = known;
    return true;
}

/* Numbers that follow from a thread's place in its block, of each register. One instruction without
 * a guard writes a register that is known here. It reads such registers alone. So the number of a
 * thread is the same in all flow. Nothing is known of other registers. */
static gi_status find_lane_numbers(struct gi_emit *emit, struct gi_ptx_lane_number **out_numbers)
{
    const struct gi_ptx_body *body = emit->current->body;
    enum { MOST_PASSES = 4 };    /* so that no text makes this slow */
    size_t count = (size_t)emit->register_count + 1;
    struct gi_ptx_lane_number *numbers = gi_arena_alloc(emit->arena, count, sizeof *numbers);
    uint32_t *counts = gi_arena_alloc(emit->arena, count, sizeof *counts);
    bool changed = emit->current->function->is_entry;    /* the caller writes registers of others */

    *out_numbers = numbers;
    if (numbers == NULL || counts == NULL)
        return GI_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        numbers[i] = gi_ptx_lanes_unknown();
    for (uint32_t i = 0; i < body->instruction_count; i++)
        gi_emit_registers_of(emit, &body->instructions[i], count_written, counts);
    for (int pass = 0; changed && pass < MOST_PASSES; pass++) {
        changed = false;
        for (uint32_t i = 0; i < body->instruction_count; i++)
            changed |= find_number(&body->instructions[i], counts, numbers);
    }
    return GI_OK;
}

/* ---- how threads come to meetings ---- */

static bool meets_in(const struct gi_emit *emit, uint32_t block)
{
    for (uint32_t k = emit->blocks[block].first; k < emit->blocks[block].end; k++) {
        if (meets(emit, &emit->current->body->instructions[k]))
            return true;
    }
    return false;
}

/* Marks the blocks from which a meeting can be reached. */
static gi_status find_leading(struct gi_emit *emit, bool **out_leads)
{
    const struct gi_cfg *graph = &emit->graph;
    uint32_t count = graph->block_count, depth = 0, edges = 0;
    bool *leads = gi_arena_alloc(emit->arena, count, sizeof(*leads));
    uint32_t *stack = gi_arena_alloc(emit->arena, count, sizeof(*stack));
    struct gi_lists next = { .count = count }, before;

    for (uint32_t i = 0; i < count; i++)
        edges += graph->blocks[i].successor_count;
    next.start = gi_arena_alloc(emit->arena, (size_t)count + 1, sizeof(*next.start));
    next.items = gi_arena_alloc(emit->arena, (size_t)edges + 1, sizeof(*next.items));
    *out_leads = leads;
    if (!leads || !stack || !next.start || !next.items)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0, at = 0; i < count; i++) {
        for (uint32_t k = 0; k < graph->blocks[i].successor_count; k++)
            next.items[at++] = graph->blocks[i].successors[k];
        next.start[i + 1] = at;
        leads[i] = meets_in(emit, i);
        if (leads[i])
            stack[depth++] = i;
    }
    if (gi_lists_turn(emit->arena, &next, &before) != GI_OK)
        return GI_OUT_OF_MEMORY;
    while (depth > 0) {
        uint32_t block = stack[--depth];

        for (uint32_t e = before.start[block]; e < before.start[block + 1]; e++) {
            if (!leads[before.items[e]]) {
                leads[before.items[e]] = true;
                stack[depth++] = before.items[e];
            }
        }
    }
    return GI_OK;
}

/* The graph without the jumps after which a thread meets nobody any more: for those that stay. */
static gi_status without_leaving(struct gi_emit *emit, struct gi_cfg *out_graph)
{
    const struct gi_cfg *graph = &emit->graph;
    struct gi_cfg_block *blocks = gi_arena_alloc(emit->arena, graph->block_count,
                                                   sizeof(*blocks));
    bool *leads;
    gi_status status = find_leading(emit, &leads);

    if (status != GI_OK || !blocks)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        uint32_t *kept = gi_arena_alloc(emit->arena,
                                        (size_t)graph->blocks[i].successor_count + 1,
                                        sizeof(*kept));
        uint32_t count = 0;

        if (!kept)
            return GI_OUT_OF_MEMORY;
        blocks[i] = graph->blocks[i];
        for (uint32_t k = 0; leads[i] && k < graph->blocks[i].successor_count; k++) {
            if (leads[graph->blocks[i].successors[k]])
                kept[count++] = graph->blocks[i].successors[k];
        }
        if (count) {
            blocks[i].successor_count = count;
            blocks[i].successors = kept;
        }
    }
    *out_graph = (struct gi_cfg){ .block_count = graph->block_count, .blocks = blocks };
    return GI_OK;
}

/* Whether a block can be reached from itself. */
static bool in_loop(const struct gi_cfg *graph, uint32_t block, uint32_t *stack, uint32_t *seen)
{
    uint32_t depth = 0;

    stack[depth++] = block;
    while (depth > 0) {
        const struct gi_cfg_block *at = &graph->blocks[stack[--depth]];

        for (uint32_t k = 0; k < at->successor_count; k++) {
            uint32_t next = at->successors[k];

            if (next == block)
                return true;
            if (seen[next] != block + 1) {
                seen[next] = block + 1;
                stack[depth++] = next;
            }
        }
    }
    return false;
}

/* Marks the divergent blocks with a meeting that stand in a loop. */
static gi_status find_loops(struct gi_emit *emit, const bool *divergent, bool **out_loops)
{
    enum { MOST_LOOKED_AT = 64 };
    uint32_t count = emit->graph.block_count, looked = 0;
    uint32_t *stack = gi_arena_alloc(emit->arena, (size_t)count + 1, sizeof(*stack));
    uint32_t *seen = gi_arena_alloc(emit->arena, count, sizeof(*seen));

    *out_loops = gi_arena_alloc(emit->arena, count, sizeof(**out_loops));
    if (!stack || !seen || !*out_loops)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        if (divergent[i] && meets_in(emit, i))
            (*out_loops)[i] = ++looked > MOST_LOOKED_AT
                || in_loop(&emit->graph, i, stack, seen);
    }
    return GI_OK;
}

/* Raises what is needed for the meetings of divergent blocks, or of all, to a way of coming. */
static void raise(struct gi_emit *emit, const bool *divergent, enum gi_warp_reach reach,
                  struct gi_warp_needs *needs)
{
    for (uint32_t i = 0; i < emit->graph.block_count; i++) {
        for (uint32_t k = emit->blocks[i].first; k < emit->blocks[i].end; k++) {
            const struct gi_ptx_instruction *at = &emit->current->body->instructions[k];

            if (divergent && !divergent[i])
                continue;
            if (has_barrier(emit, at) && needs->barriers < reach)
                needs->barriers = reach;
            if (has_operation(emit, at) && needs->operations < reach)
                needs->operations = reach;
        }
    }
}

/* How often each meeting's block stands in a tree; trees are not deep. */
static bool stands_twice(const struct gi_emit *emit, const struct gi_cfg_statement *at,
                         uint8_t *seen)
{
    for (; at; at = at->next) {
        if (at->kind == GI_CFG_BLOCK && meets_in(emit, at->block) && seen[at->block]++)
            return true;
        if (at->body && stands_twice(emit, at->body, seen))
            return true;
        if (at->otherwise && stands_twice(emit, at->otherwise, seen))
            return true;
        for (uint32_t i = 0; i < at->case_count; i++) {
            if (stands_twice(emit, at->cases[i].body, seen))
                return true;
        }
    }
    return false;
}

/* Whether the structured function has flow around meetings that PTX does not have. */
static gi_status is_changed(struct gi_emit *emit, bool *out_changed)
{
    const struct gi_cfg_tree *tree = &emit->current->tree;
    uint8_t *seen = gi_arena_alloc(emit->arena, emit->graph.block_count, 1);

    if (!seen)
        return GI_OUT_OF_MEMORY;
    *out_changed = tree->dispatched || (tree->copies && stands_twice(emit, tree->first, seen));
    return GI_OK;
}

/* Notes barriers to which the lanes of a warp may come apart. The graph is that of the threads that
 * stay. */
static gi_status find_parted_warps(struct gi_emit *emit, const struct gi_cfg *graph,
                                   struct gi_cfg_steps *steps, struct gi_warp_needs *needs)
{
    struct gi_cfg_divergence divergence;
    struct gi_ptx_lane_number *lanes;
    uint32_t register_count;
    gi_status status;

    if (needs->barriers != GI_WARP_APART || !needs->alike_barriers)
        return GI_OK;
    status = find_lane_numbers(emit, &lanes);
    if (status == GI_OK)
        status = make_steps(emit, lanes, steps, &register_count);
    if (status == GI_OK)
        status = gi_cfg_divergence(emit->arena, graph, register_count, steps, &divergence);
    if (status != GI_OK)
        return status;
    for (uint32_t i = 0; i < emit->graph.block_count; i++) {
        for (uint32_t k = emit->blocks[i].first; k < emit->blocks[i].end; k++)
            needs->alike_barriers &= !divergence.blocks[i] ||
                !has_barrier(emit, &emit->current->body->instructions[k]);
    }
    return GI_OK;
}

static gi_status find_reach(struct gi_emit *emit, struct gi_warp_needs *needs)
{
    struct gi_cfg_divergence divergence;
    struct gi_cfg_steps *steps = gi_arena_alloc(emit->arena, emit->graph.block_count,
                                                  sizeof(*steps));
    struct gi_cfg staying;
    bool changed = false, *loops;
    uint32_t register_count = 0;
    gi_status status = steps ? make_steps(emit, NULL, steps, &register_count) : GI_OUT_OF_MEMORY;

    if (status == GI_OK)
        status = gi_cfg_divergence(emit->arena, &emit->graph, register_count, steps,
                                     &divergence);
    if (status == GI_OK)
        status = is_changed(emit, &changed);
    if (status != GI_OK)
        return status;
    needs->alike_barriers &= !changed;
    raise(emit, NULL, changed ? GI_WARP_APART : GI_WARP_TOGETHER, needs);
    raise(emit, divergence.blocks, GI_WARP_LEFT, needs);
    if (needs->barriers < GI_WARP_LEFT && needs->operations < GI_WARP_LEFT)
        return GI_OK;
    /* a thread that returns from a called function comes back */
    if (!emit->current->function->is_entry) {
        raise(emit, divergence.blocks, GI_WARP_APART, needs);
        return find_parted_warps(emit, &emit->graph, steps, needs);
    }
    status = find_loops(emit, divergence.blocks, &loops);
    if (status == GI_OK) {
        raise(emit, loops, GI_WARP_LEFT_LOOP, needs);
        status = without_leaving(emit, &staying);
    }
    if (status == GI_OK)
        status = gi_cfg_divergence(emit->arena, &staying, register_count, steps, &divergence);
    if (status != GI_OK)
        return status;
    raise(emit, divergence.blocks, GI_WARP_APART, needs);
    return find_parted_warps(emit, &staying, steps, needs);
}

gi_status gi_emit_find_needs(struct gi_emit *emit, struct gi_warp_needs *out_needs)
{
    gi_status status = GI_OK;

    *out_needs = (struct gi_warp_needs){ 0 };
    find_meetings(emit, out_needs);
    for (struct gi_emit_function *at = emit->functions; at && status == GI_OK; at = at->next) {
        if (!at->has_barrier && !at->has_operation)
            continue;
        status = gi_emit_make_flow(emit, at, false);
        if (status == GI_OK)
            status = find_reach(emit, out_needs);
    }
    return status;
}
