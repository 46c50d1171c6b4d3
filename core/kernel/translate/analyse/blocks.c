#include "kernel/translate/analyse/blocks.h"

#include <string.h>

#include "kernel/translate/analyse/loops.h"
#include "kernel/translate/analyse/meeting.h"
#include "kernel/translate/ptx/facts.h"

enum { RETURNS = UINT32_MAX };

/* Blocks while they are cut: successors name instructions, which become blocks at the end. */
struct cutting {
    struct gi_emit *emit;
    const struct gi_ptx_body *body;
    struct gi_cfg_block *graph;       /* of emit->graph */
    uint32_t **successors;              /* of each block, to be changed */
    uint32_t count;
    uint32_t room;
    uint32_t *block_at;                 /* of each instruction that starts one, + 1 */
    bool machine;                       /* blocks end before meetings */
    uint32_t stops;                     /* blocks before a meeting */
};

/* ---- registers ---- */

static void visit_operand(const struct gi_ptx_operand *operand, bool written,
                          gi_emit_visit *visit, void *context)
{
    if (operand->kind == GI_PTX_REGISTER)
        visit(context, operand->index, written);
    if (operand->kind == GI_PTX_MEMORY)
        written = false;
    if (operand->kind != GI_PTX_VECTOR && operand->kind != GI_PTX_PAIR
        && operand->kind != GI_PTX_MEMORY && operand->kind != GI_PTX_LIST)
        return;
    for (uint32_t i = 0; i < operand->count; i++)
        visit_operand(&operand->to.items[i], written, visit, context);
}

void gi_emit_registers_of(const struct gi_emit *emit,
                          const struct gi_ptx_instruction *instruction, gi_emit_visit *visit,
                          void *context)
{
    bool has_results = gi_ptx_does(instruction, GI_PTX_CALLS) && instruction->operand_count > 1
        && instruction->operands[0].kind == GI_PTX_LIST;
    uint32_t written = gi_ptx_writes_first(instruction) || has_results ? 1 : 0;

    for (uint32_t i = written; i < instruction->operand_count; i++)
        visit_operand(&instruction->operands[i], false, visit, context);
    if (gi_ptx_does(instruction, GI_PTX_TAKES_CARRY))
        visit(context, gi_emit_carry_register(emit), false);
    if (written && instruction->operand_count)
        visit_operand(&instruction->operands[0], true, visit, context);
    if (gi_ptx_has(instruction, GI_PTX_M_CC))
        visit(context, gi_emit_carry_register(emit), true);
}

uint32_t gi_emit_result_register(const struct gi_ptx_function *function, uint32_t result)
{
    uint32_t index = 0;

    for (uint32_t i = 0; i < function->parameter_count; i++)
        index += function->parameters[i]->space == GI_PTX_REG;
    for (uint32_t i = 0; i < result; i++)
        index += function->results[i]->space == GI_PTX_REG;
    return index;
}

/* ---- blocks ---- */

static gi_status add_block(struct cutting *cutting, uint32_t first, uint32_t end, uint32_t decider,
                           uint32_t successor_count)
{
    struct gi_emit *emit = cutting->emit;
    struct gi_emit_block *block;
    uint32_t *successors = NULL;

    if (cutting->count == cutting->room)
        return gi_fail(GI_INTERNAL, "more blocks of PTX than were counted");
    if (successor_count) {
        successors = gi_arena_alloc(emit->arena, successor_count, sizeof(*successors));
        if (!successors)
            return GI_OUT_OF_MEMORY;
    }
    block = &emit->blocks[cutting->count];
    *block = (struct gi_emit_block){ .first = first, .end = end, .decider = decider,
                                     .meeting = GI_CFG_NONE };
    cutting->graph[cutting->count] = (struct gi_cfg_block){
        .successor_count = successor_count, .successors = successors, .cost = end - first };
    cutting->successors[cutting->count++] = successors;
    return GI_OK;
}

static uint32_t place_of(const struct cutting *cutting, const struct gi_ptx_operand *operand)
{
    return cutting->body->labels[operand->index].instruction;
}

/* The label of a jump; NULL where it has none. */
static const struct gi_ptx_operand *target_of(const struct cutting *cutting,
                                              const struct gi_ptx_instruction *instruction,
                                              uint32_t which, enum gi_ptx_label_kind kind)
{
    if (which >= instruction->operand_count
        || instruction->operands[which].kind != GI_PTX_LABEL
        || cutting->body->labels[instruction->operands[which].index].kind != kind) {
        (void)gi_fail(GI_INVALID_VALUE, "PTX line %u: %.*s has no label it can go to",
                      instruction->line, (int)instruction->spelling.length,
                      instruction->spelling.start);
        return NULL;
    }
    return &instruction->operands[which];
}

static gi_status cut_switch(struct cutting *cutting, uint32_t first, uint32_t at)
{
    const struct gi_ptx_instruction *instruction = &cutting->body->instructions[at];
    const struct gi_ptx_operand *operand = target_of(cutting, instruction, 1, GI_PTX_TABLE);
    const struct gi_ptx_label *table;
    enum gi_ptx_type type;
    gi_status status;

    if (!operand || instruction->operands[0].kind != GI_PTX_REGISTER || instruction->has_guard)
        return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: a jump table of this form is not built",
                       instruction->line);
    type = cutting->body->registers[instruction->operands[0].index].type;
    if (gi_ptx_type_bytes(type) != 4 || gi_ptx_type_class(type) == GI_PTX_FLOAT)
        return gi_fail(GI_INVALID_VALUE, "PTX line %u: %.*s: its register has not 32 bits",
                       instruction->line, (int)instruction->spelling.length,
                       instruction->spelling.start);
    table = &cutting->body->labels[operand->index];
    status = add_block(cutting, first, at, table->target_count > 1
                       ? instruction->operands[0].index : GI_CFG_NONE, table->target_count);
    if (status != GI_OK)
        return status;
    for (uint32_t i = 0; i < table->target_count; i++) {
        if (table->targets[i].kind != GI_PTX_LABEL)
            return gi_fail(GI_INVALID_VALUE, "PTX line %u: a jump table names no label",
                           table->line);
        cutting->successors[cutting->count - 1][i] = place_of(cutting, &table->targets[i]);
    }
    return GI_OK;
}

static bool stops_at(const struct cutting *cutting, uint32_t at)
{
    return cutting->machine
        && gi_emit_meeting_of(&cutting->body->instructions[at]) != GI_EMIT_MEETS_NOBODY;
}

/* A block before a meeting: the one that is added next begins with it. */
static gi_status stop(struct cutting *cutting, uint32_t first, uint32_t at)
{
    gi_status status = add_block(cutting, first, at, GI_CFG_NONE, 1);

    if (status != GI_OK)
        return status;
    cutting->successors[cutting->count - 1][0] = RETURNS;
    cutting->emit->blocks[cutting->count - 1].meeting = at;
    cutting->emit->blocks[cutting->count - 1].resumes = ++cutting->stops;
    return GI_OK;
}

/* An instruction that ends the block from first on: it jumps, returns or has a guard. */
static gi_status cut(struct cutting *cutting, uint32_t first, uint32_t at)
{
    const struct gi_ptx_instruction *instruction = &cutting->body->instructions[at];
    bool jumps = gi_ptx_does(instruction, GI_PTX_JUMPS);
    const struct gi_ptx_operand *label = NULL;
    uint32_t taken = at;
    gi_status status;

    if (gi_ptx_does(instruction, GI_PTX_SWITCHES))
        return cut_switch(cutting, first, at);
    if (jumps) {
        label = target_of(cutting, instruction, 0, GI_PTX_PLACE);
        if (!label)
            return GI_INVALID_VALUE;
        taken = place_of(cutting, label);
    }
    if (!instruction->has_guard) {
        status = add_block(cutting, first, at, GI_CFG_NONE, jumps ? 1 : 0);
        if (status == GI_OK && jumps)
            cutting->successors[cutting->count - 1][0] = taken;
        return status;
    }
    status = add_block(cutting, first, at, instruction->guard, 2);
    if (status != GI_OK)
        return status;
    cutting->successors[cutting->count - 1][instruction->guard_negated] = taken;
    cutting->successors[cutting->count - 1][!instruction->guard_negated] = at + 1;
    if (jumps)
        return GI_OK;
    /* the guarded one alone: the branch goes to the block behind this one */
    cutting->successors[cutting->count - 1][instruction->guard_negated] = RETURNS;
    if (gi_ptx_ends_block(instruction))
        return add_block(cutting, at, at, GI_CFG_NONE, 0);
    if (stops_at(cutting, at))
        status = stop(cutting, at, at);
    if (status == GI_OK)
        status = add_block(cutting, at, at + 1, GI_CFG_NONE, 1);
    if (status == GI_OK)
        cutting->successors[cutting->count - 1][0] = at + 1;
    return status;
}

/* Instructions that start a block. */
static uint8_t *find_leaders(struct cutting *cutting, uint32_t *out_room)
{
    const struct gi_ptx_body *body = cutting->body;
    uint8_t *leaders = gi_arena_alloc(cutting->emit->arena, (size_t)body->instruction_count + 2, 1);

    *out_room = 3;
    if (!leaders)
        return NULL;
    leaders[0] = 1;
    for (uint32_t i = 0; i < body->label_count; i++)
        leaders[body->labels[i].instruction] = 1;
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        if (body->instructions[i].has_guard || gi_ptx_ends_block(&body->instructions[i]))
            leaders[i + 1] = 1;
        *out_room += leaders[i] + (body->instructions[i].has_guard ? 2 : 0)
            + stops_at(cutting, i);
    }
    return leaders;
}

static gi_status cut_all(struct cutting *cutting, const uint8_t *leaders)
{
    const struct gi_ptx_body *body = cutting->body;
    uint32_t first = 0;
    gi_status status = GI_OK;

    if (cutting->machine)
        status = add_block(cutting, 0, 0, GI_CFG_NONE, 1);
    for (uint32_t at = 0; status == GI_OK && at < body->instruction_count; at++) {
        const struct gi_ptx_instruction *instruction = &body->instructions[at];

        if (leaders[at]) {
            cutting->block_at[at] = cutting->count + 1;
            first = at;
        }
        if (stops_at(cutting, at) && !instruction->has_guard) {
            status = stop(cutting, first, at);
            first = at;
        }
        if (status != GI_OK)
            return status;
        if (instruction->has_guard || gi_ptx_ends_block(instruction)) {
            status = cut(cutting, first, at);
        } else if (leaders[at + 1] || at + 1 == body->instruction_count) {
            status = add_block(cutting, first, at + 1, GI_CFG_NONE, 1);
            if (status == GI_OK)
                cutting->successors[cutting->count - 1][0] = at + 1;
        }
    }
    if (status != GI_OK)
        return status;
    /* a path that falls off the end returns */
    cutting->block_at[body->instruction_count] = cutting->count + 1;
    return add_block(cutting, body->instruction_count, body->instruction_count, GI_CFG_NONE, 0);
}

static void name_successors(struct cutting *cutting)
{
    for (uint32_t i = 0; i < cutting->count; i++) {
        for (uint32_t k = 0; k < cutting->graph[i].successor_count; k++) {
            uint32_t *successor = &cutting->successors[i][k];

            *successor = *successor == RETURNS ? i + 1 : cutting->block_at[*successor] - 1;
        }
    }
}

/* Several rounds in one are worth it where the device counts rounds (loop_rounds). */
enum { ROUND_COST = 32 };

/* Says which blocks may stand several times in a loop. */
static void find_repeated(struct cutting *cutting)
{
    for (uint32_t i = 0; i < cutting->count; i++) {
        const struct gi_emit_block *block = &cutting->emit->blocks[i];
        bool plain = block->meeting == GI_CFG_NONE;

        for (uint32_t k = block->first; k < block->end && plain; k++)
            plain = gi_emit_may_repeat(&cutting->body->instructions[k]);
        cutting->graph[i].repeats = plain;
    }
}

/* ---- live registers ---- */

/* One register of one block: its number, or itself. */
struct mention {
    uint32_t block, reg;
};

struct mentions {
    struct mention *items;
    uint32_t count, room;
};

/* Registers that blocks read before they write them, and registers that they write. Most registers
 * live in one block: only those that some block reads first get a number, and sets have only
 * these. */
struct marking {
    struct gi_arena *arena;
    struct gi_emit_live *live;
    uint32_t *written, *read;           /* [register]: the last block, + 1, that wrote it, or that
                                           read it first */
    uint32_t block;
    struct mentions uses, definitions;
    gi_status status;
};

static void mention(struct marking *marking, struct mentions *in, uint32_t reg)
{
    void *items = in->items;

    if (marking->status == GI_OK)
        marking->status = gi_arena_reserve(marking->arena, &items, in->count, &in->room,
                                           in->count + 1, sizeof(*in->items));
    if (marking->status != GI_OK)
        return;
    in->items = items;
    in->items[in->count++] = (struct mention){ marking->block, reg };
}

static void mark(void *context, uint32_t reg, bool written)
{
    struct marking *marking = context;
    struct gi_emit_live *live = marking->live;
    uint32_t now = marking->block + 1;

    if (marking->written[reg] == now || (!written && marking->read[reg] == now))
        return;
    if (written) {
        marking->written[reg] = now;
        mention(marking, &marking->definitions, reg);
        return;
    }
    marking->read[reg] = now;
    if (!live->numbers[reg]) {
        live->registers[live->count++] = reg;
        live->numbers[reg] = live->count;
    }
    mention(marking, &marking->uses, live->numbers[reg] - 1);
}

static void mark_all(struct gi_emit *emit, struct marking *marking)
{
    const struct gi_ptx_body *body = emit->current->body;
    const struct gi_ptx_function *function = emit->current->function;

    for (uint32_t i = 0; i < emit->graph.block_count; i++) {
        marking->block = i;
        for (uint32_t k = emit->blocks[i].first; k < emit->blocks[i].end; k++)
            gi_emit_registers_of(emit, &body->instructions[k], mark, marking);
        if (emit->blocks[i].decider != GI_CFG_NONE)
            mark(marking, emit->blocks[i].decider, false);
        for (uint32_t k = 0; k < function->result_count; k++) {
            if (function->results[k]->space == GI_PTX_REG && !emit->graph.blocks[i].successor_count)
                mark(marking, gi_emit_result_register(function, k), false);
        }
    }
}

gi_status gi_emit_find_live(struct gi_emit *emit)
{
    struct gi_emit_live *live = &emit->live;
    struct marking marking = { .arena = emit->arena, .live = live };
    struct gi_cfg_sets used, defined, in;
    uint32_t registers = emit->register_count, blocks = emit->graph.block_count;

    *live = (struct gi_emit_live){ 0 };
    live->numbers = gi_arena_alloc(emit->arena, registers, sizeof(uint32_t));
    live->registers = gi_arena_alloc(emit->arena, registers, sizeof(uint32_t));
    marking.written = gi_arena_alloc(emit->arena, registers, sizeof(uint32_t));
    marking.read = gi_arena_alloc(emit->arena, registers, sizeof(uint32_t));
    if (!live->numbers || !live->registers || !marking.written || !marking.read)
        return GI_OUT_OF_MEMORY;
    mark_all(emit, &marking);
    if (marking.status == GI_OK)
        marking.status = gi_cfg_sets_init(emit->arena, blocks, live->count, &used);
    if (marking.status == GI_OK)
        marking.status = gi_cfg_sets_init(emit->arena, blocks, live->count, &defined);
    if (marking.status != GI_OK)
        return marking.status;
    for (uint32_t i = 0; i < marking.uses.count; i++)
        gi_cfg_set_add(gi_cfg_set_of(&used, marking.uses.items[i].block),
                         marking.uses.items[i].reg);
    for (uint32_t i = 0; i < marking.definitions.count; i++) {
        const struct mention *at = &marking.definitions.items[i];

        if (live->numbers[at->reg])
            gi_cfg_set_add(gi_cfg_set_of(&defined, at->block), live->numbers[at->reg] - 1);
    }
    return gi_cfg_liveness(emit->arena, &emit->graph, live->count, &used, &defined, &in,
                             &live->out);
}

/* The graph of one step: block 0 switches to what goes on, and a block before a meeting returns. */
static gi_status make_step_graph(struct cutting *cutting)
{
    struct gi_emit *emit = cutting->emit;
    struct gi_cfg_block *blocks = gi_arena_alloc(emit->arena, cutting->count, sizeof(*blocks));
    uint32_t *resumed = gi_arena_alloc(emit->arena, (size_t)cutting->stops + 1, sizeof(*resumed));

    if (!blocks || !resumed)
        return GI_OUT_OF_MEMORY;
    resumed[0] = cutting->graph[0].successors[0];
    for (uint32_t i = 0; i < cutting->count; i++) {
        blocks[i] = cutting->graph[i];
        emit->blocks[i].ends = blocks[i].successor_count == 0;
        if (emit->blocks[i].meeting == GI_CFG_NONE)
            continue;
        resumed[emit->blocks[i].resumes] = i + 1;
        blocks[i].successor_count = 0;
        blocks[i].cost += 8;            /* the stores before a meeting */
    }
    blocks[0].successor_count = cutting->stops + 1;
    blocks[0].successors = resumed;
    emit->graph.blocks = blocks;
    return GI_OK;
}

gi_status gi_emit_make_blocks(struct gi_emit *emit, bool machine)
{
    struct cutting cutting = { .emit = emit, .body = emit->current->body, .machine = machine };
    size_t instructions = (size_t)cutting.body->instruction_count + 1;
    uint8_t *leaders = find_leaders(&cutting, &cutting.room);
    gi_status status;

    emit->blocks = gi_arena_alloc(emit->arena, cutting.room, sizeof(*emit->blocks));
    cutting.graph = gi_arena_alloc(emit->arena, cutting.room, sizeof(*cutting.graph));
    cutting.successors = gi_arena_alloc(emit->arena, cutting.room, sizeof(*cutting.successors));
    cutting.block_at = gi_arena_alloc(emit->arena, instructions, sizeof(*cutting.block_at));
    if (!leaders || !emit->blocks || !cutting.graph || !cutting.successors || !cutting.block_at)
        return GI_OUT_OF_MEMORY;
    status = cut_all(&cutting, leaders);
    if (status != GI_OK)
        return status;
    name_successors(&cutting);
    emit->graph = (struct gi_cfg){ .block_count = cutting.count, .blocks = cutting.graph };
    if (emit->target->loop_rounds && !emit->target->checks_memory) {
        emit->graph.round_cost = ROUND_COST;
        find_repeated(&cutting);
    }
    if (!machine)
        return GI_OK;
    status = gi_emit_find_live(emit);
    return status == GI_OK ? make_step_graph(&cutting) : status;
}

gi_status gi_emit_make_flow(struct gi_emit *emit, struct gi_emit_function *function, bool machine)
{
    gi_status status;

    emit->current = function;
    emit->at = NULL;
    emit->register_count = function->body->register_count + 1;
    emit->live = (struct gi_emit_live){ 0 };
    status = gi_emit_make_blocks(emit, machine);
    if (status == GI_OK)
        status = gi_cfg_structure(emit->arena, &emit->graph, &function->tree);
    function->blocks = emit->blocks;
    function->graph = emit->graph;
    function->live = emit->live;
    return status;
}
