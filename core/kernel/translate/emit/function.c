#include "kernel/translate/emit/function.h"

#include "kernel/translate/analyse/blocks.h"
#include "kernel/translate/analyse/order.h"
#include "kernel/translate/emit/space/block_memory.h"
#include "kernel/translate/emit/space/check.h"
#include "kernel/translate/emit/space/parameter.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/table.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/warp/lanes.h"
#include "kernel/translate/emit/warp/machine.h"
#include "kernel/translate/ptx/facts.h"

/* About how many words of SPIR-V come of one instruction of PTX. */
enum { WORDS_OF_INSTRUCTION = 32 };

/* A construct that statements inside of it can leave. */
struct frame {
    const struct frame *outer;
    const struct gi_cfg_statement *statement;
    gi_id merge;
    gi_id turn;                 /* of a loop: where it goes on */
};

static void emit_list(struct gi_emit *emit, const struct gi_cfg_statement *statement,
                      const struct frame *frame);

static void branch(struct gi_emit *emit, gi_id label)
{
    if (gi_spirv_block(&emit->spirv).n)
        gi_spirv_branch(&emit->spirv, label);
}

static void merge(struct gi_emit *emit, gi_id label)
{
    gi_spirv_selection_merge(&emit->spirv, label, GiSelectionControlNone);
}

static gi_id is_number(struct gi_emit *emit, gi_id word, uint32_t number)
{
    return op2(emit, GiOpIEqual, word, u32(emit, number));
}

/* ---- blocks ---- */

static void store_live(struct gi_emit *emit, uint32_t block)
{
    const gi_cfg_set_word *live = gi_cfg_set_of(&emit->live.out, block);

    for (uint32_t i = 0; i < emit->dirty_count; i++) {
        struct gi_emit_register *reg = &emit->registers[emit->dirty[i]];
        uint32_t number = emit->live.numbers[emit->dirty[i]];

        if (reg->dirty && number && gi_cfg_set_has(live, number - 1))
            gi_emit_store(emit, reg->variable, reg->value);
        reg->dirty = false;
    }
    emit->dirty_count = 0;
}

/* Whether the function is what a thread of the machine does in one step. */
static bool steps(const struct gi_emit *emit)
{
    return emit->meetings.way == GI_WARP_MACHINE && emit->current->function->is_entry;
}

/* A block that returns: results in registers go to their words, and exit ends more than the
 * function. */
static void finish_returning(struct gi_emit *emit, const struct gi_emit_block *block)
{
    const struct gi_ptx_body *body = emit->current->body;
    const struct gi_ptx_function *function = emit->current->function;

    if (function->is_entry)
        return;
    if (block->end < body->instruction_count
        && gi_ptx_does(&body->instructions[block->end], GI_PTX_EXITS))
        gi_emit_mark_ended(emit);
    for (uint32_t i = 0; i < function->result_count; i++) {
        const struct gi_ptx_variable *result = function->results[i];
        enum gi_kind kind = result->bytes == 8 ? GI_KIND_U64 : GI_KIND_U32;
        struct gi_ptx_operand operand = { .kind = GI_PTX_REGISTER,
                                          .index = gi_emit_result_register(function, i) };

        if (result->space == GI_PTX_REG) {
            const struct gi_emit_parameter *parameter = gi_emit_find_parameter(emit, result);

            gi_emit_into_words(emit, parameter, 0, kind, gi_emit_get(emit, &operand, kind));
        }
    }
}

static void emit_block(struct gi_emit *emit, uint32_t index)
{
    struct gi_emit_block *block = &emit->blocks[index];
    const struct gi_ptx_body *body = emit->current->body;

    emit->stamp++;
    for (uint32_t i = block->first; i < block->end && emit->spirv.status == GI_OK; i++)
        gi_emit_instruction(emit, &body->instructions[i]);
    gi_emit_check_block(emit);
    if (steps(emit))
        gi_emit_machine_block(emit, index);
    if (block->decider != GI_CFG_NONE) {
        bool is_switch = emit->registers[block->decider].kind != GI_KIND_PRED;

        block->condition = gi_emit_read(emit, block->decider);
        if (is_switch && emit->graph.blocks[index].successor_count == 2)
            block->condition = is_number(emit, gi_emit_cast(emit, block->condition,
                                                            GI_KIND_U32), 0);
    }
    if (emit->graph.blocks[index].successor_count == 0)
        finish_returning(emit, block);
    store_live(emit, index);
}

/* ---- statements ---- */

static void emit_return(struct gi_emit *emit)
{
    struct gi_spirv *spirv = &emit->spirv;
    const struct gi_ptx_function *function = emit->current->function;

    if (!gi_spirv_block(spirv).n)
        return;
    if (function->is_entry || !function->result_count) {
        gi_spirv_return(spirv);
        return;
    }
    /* the result is the last parameter that was added */
    for (uint32_t i = 0; i < emit->parameter_count; i++) {
        if (emit->parameters[i].of == function->results[0]) {
            gi_id value = gi_spirv_value1(spirv, GiOpLoad, emit->parameters[i].type,
                                          emit->parameters[i].variable);

            gi_spirv_return_value(spirv, value);
            return;
        }
    }
}

static void emit_if(struct gi_emit *emit, const struct gi_cfg_statement *statement,
                    const struct frame *frame)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_id end = gi_spirv_new_label(spirv);
    gi_id then = statement->body ? gi_spirv_new_label(spirv) : end;
    gi_id otherwise = statement->otherwise ? gi_spirv_new_label(spirv) : end;
    gi_id condition;

    if (statement->block != GI_CFG_NONE)
        condition = emit->blocks[statement->block].condition;
    else
        condition = is_number(emit, gi_emit_load(emit, GI_KIND_U32,
                                                 emit->graph_variables[statement->variable]), 1);
    if (!statement->body && !statement->otherwise)
        return;
    merge(emit, end);
    if (statement->negated)
        gi_spirv_branch_if(spirv, condition, otherwise, then);
    else
        gi_spirv_branch_if(spirv, condition, then, otherwise);
    if (statement->body) {
        gi_spirv_label(spirv, then);
        emit_list(emit, statement->body, frame);
        branch(emit, end);
    }
    if (statement->otherwise) {
        gi_spirv_label(spirv, otherwise);
        emit_list(emit, statement->otherwise, frame);
        branch(emit, end);
    }
    gi_spirv_label(spirv, end);
}

/* Into the body of a loop. A second way out, which no thread takes and no compiler knows of, makes
 * the device keep what is read in the loop for each thread (forgets_in_loops). */
static void enter_loop(struct gi_emit *emit, const struct frame *frame)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_id first = gi_spirv_new_label(spirv);
    gi_id leaves = GI_NO_ID, hidden;

    if (emit->target->forgets_in_loops) {
        hidden = gi_emit_hidden_zero(emit);
        leaves = gi_emit_2(emit, GiOpINotEqual, hidden, u32(emit, 0));
    }
    gi_spirv_loop_merge(spirv, frame->merge, frame->turn, GiLoopControlNone);
    if (leaves.n)
        gi_spirv_branch_if(spirv, leaves, frame->merge, first);
    else
        branch(emit, first);
    gi_spirv_label(spirv, first);
}

static void emit_loop(struct gi_emit *emit, const struct gi_cfg_statement *statement,
                      const struct frame *outer)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_id end = gi_spirv_new_label(spirv);
    gi_id turn = gi_spirv_new_label(spirv);
    struct frame frame = { outer, statement, end, turn };
    gi_id head = gi_spirv_new_label(spirv);

    branch(emit, head);
    gi_spirv_label(spirv, head);
    enter_loop(emit, &frame);
    emit_list(emit, statement->body, &frame);
    branch(emit, frame.turn);
    gi_spirv_label(spirv, frame.turn);
    branch(emit, head);
    gi_spirv_label(spirv, frame.merge);
}

static void emit_scope(struct gi_emit *emit, const struct gi_cfg_statement *statement,
                       const struct frame *outer)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct frame frame = { outer, statement, gi_spirv_new_label(spirv), GI_NO_ID };
    gi_id first = gi_spirv_new_label(spirv);

    merge(emit, frame.merge);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpSwitch,
                GI_SPIRV_WORDS(u32(emit, 0).n, first.n));
    gi_spirv_label(spirv, first);
    emit_list(emit, statement->body, &frame);
    branch(emit, frame.merge);
    gi_spirv_label(spirv, frame.merge);
}

/* Of one switch. Mesa's CPU driver nests them, and may have 80: four switches within each other. */
enum { MOST_CASES = 16 };

/* A switch to the labels, of which each is that of as many cases. The last one is the default. */
static void branch_by(struct gi_emit *emit, gi_id selector, const struct gi_cfg_case *cases,
                      uint32_t case_count, uint32_t cases_of_label, const gi_id *labels)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t count = 2;
    uint32_t *words;

    for (uint32_t i = 0; i + 1 < case_count; i++)
        count += 2 * cases[i].value_count;
    words = gi_arena_alloc(emit->arena, count, sizeof(*words));
    if (!words) {
        gi_spirv_fail(spirv, GI_OUT_OF_MEMORY);
        return;
    }
    words[0] = selector.n;
    words[1] = labels[(case_count - 1) / cases_of_label].n;
    count = 2;
    for (uint32_t i = 0; i + 1 < case_count; i++) {
        for (uint32_t k = 0; k < cases[i].value_count; k++) {
            words[count++] = cases[i].values[k];
            words[count++] = labels[i / cases_of_label].n;
        }
    }
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpSwitch, words, count);
}

/* Cases one behind the other. Many are a switch over groups of them, and so on. */
static void emit_cases(struct gi_emit *emit, const struct gi_cfg_statement *statement,
                       uint32_t first, uint32_t count, gi_id selector, const struct frame *outer)
{
    struct gi_spirv *spirv = &emit->spirv;
    struct frame frame = { outer, statement, gi_spirv_new_label(spirv), GI_NO_ID };
    uint32_t group = 1, groups = count;
    gi_id *labels;

    while (groups > MOST_CASES) {
        group *= MOST_CASES;
        groups = (count + group - 1) / group;
    }
    labels = gi_arena_alloc(emit->arena, groups, sizeof(*labels));
    if (!labels) {
        gi_spirv_fail(spirv, GI_OUT_OF_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < groups; i++)
        labels[i] = gi_spirv_new_label(spirv);
    merge(emit, frame.merge);
    branch_by(emit, selector, statement->cases + first, count, group, labels);
    for (uint32_t i = 0; i < groups; i++) {
        uint32_t at = i * group, left = count - at;

        gi_spirv_label(spirv, labels[i]);
        if (group == 1)
            emit_list(emit, statement->cases[first + at].body, &frame);
        else
            emit_cases(emit, statement, first + at, left < group ? left : group, selector, outer);
        branch(emit, frame.merge);
    }
    gi_spirv_label(spirv, frame.merge);
}

/* The last case is the default. */
static void emit_switch(struct gi_emit *emit, const struct gi_cfg_statement *statement,
                        const struct frame *outer)
{
    gi_id selector = statement->block != GI_CFG_NONE
        ? emit->blocks[statement->block].condition
        : gi_emit_load(emit, GI_KIND_U32, emit->graph_variables[statement->variable]);

    emit_cases(emit, statement, 0, statement->case_count, selector, outer);
}

static const struct frame *frame_of(const struct frame *frame,
                                    const struct gi_cfg_statement *construct)
{
    while (frame && frame->statement != construct)
        frame = frame->outer;
    return frame;
}

static void emit_leave(struct gi_emit *emit, const struct gi_cfg_statement *statement,
                       const struct frame *frame)
{
    frame = frame_of(frame, statement->construct);
    if (!frame)
        gi_spirv_fail(&emit->spirv, gi_fail(GI_INTERNAL, "a jump leaves what it is not in"));
    else
        branch(emit, statement->kind == GI_CFG_BREAK ? frame->merge : frame->turn);
}

static void emit_list(struct gi_emit *emit, const struct gi_cfg_statement *statement,
                      const struct frame *frame)
{
    for (; statement && emit->spirv.status == GI_OK; statement = statement->next) {
        switch (statement->kind) {
        case GI_CFG_BLOCK:
            emit_block(emit, statement->block);
            break;
        case GI_CFG_IF:
            emit_if(emit, statement, frame);
            break;
        case GI_CFG_SWITCH:
            emit_switch(emit, statement, frame);
            break;
        case GI_CFG_LOOP:
            emit_loop(emit, statement, frame);
            break;
        case GI_CFG_SCOPE:
            emit_scope(emit, statement, frame);
            break;
        case GI_CFG_BREAK:
        case GI_CFG_CONTINUE:
            emit_leave(emit, statement, frame);
            break;
        case GI_CFG_SET:
            gi_emit_store(emit, emit->graph_variables[statement->variable],
                          u32(emit, statement->value));
            break;
        case GI_CFG_RETURN:
            emit_return(emit);
            break;
        }
    }
}

/* ---- functions ---- */

static gi_status init_registers(struct gi_emit *emit)
{
    const struct gi_ptx_body *body = emit->current->body;
    uint32_t count = emit->register_count;

    emit->registers = gi_arena_alloc(emit->arena, count, sizeof(*emit->registers));
    emit->dirty = gi_arena_alloc(emit->arena, count, sizeof(*emit->dirty));
    if (!emit->registers || !emit->dirty)
        return GI_OUT_OF_MEMORY;
    emit->dirty_count = 0;
    emit->stamp = 0;
    for (uint32_t i = 0; i < body->register_count; i++) {
        enum gi_ptx_type type = body->registers[i].type;
        enum gi_kind kind = gi_emit_kind_of(type);

        if (gi_ptx_type_bytes(type) > 8 || gi_ptx_type_class(type) == GI_PTX_OPAQUE)
            return gi_fail(GI_NOT_SUPPORTED,
                           "PTX line %u: the registers %.*s are wider than is built",
                           emit->current->function->body_line,
                           (int)body->registers[i].name.length, body->registers[i].name.start);
        emit->registers[i].kind = kind == GI_KIND_U8 || kind == GI_KIND_F16 ? GI_KIND_U16 : kind;
    }
    emit->registers[count - 1].kind = GI_KIND_U32;
    return GI_OK;
}

/* A parameter that is a register: the body's first registers are these, in order. */
static void begin_register(struct gi_emit *emit, const struct gi_ptx_variable *parameter,
                           uint32_t index)
{
    enum gi_kind kind = parameter->bytes == 8 ? GI_KIND_U64 : GI_KIND_U32;
    struct gi_ptx_operand operand = { .kind = GI_PTX_REGISTER, .index = index };
    gi_id value = gi_emit_from_words(emit, gi_emit_find_parameter(emit, parameter), 0, kind);

    gi_emit_put(emit, &operand, value, false);
    gi_emit_store(emit, emit->registers[index].variable, emit->registers[index].value);
    emit->registers[index].dirty = false;
    emit->dirty_count = 0;
}

/* Opens the function up to its first block; parameters go to variables. */
static void begin(struct gi_emit *emit, struct gi_emit_function *function)
{
    struct gi_spirv *spirv = &emit->spirv;
    const struct gi_ptx_function *ptx = function->function;
    uint32_t count = ptx->is_entry ? 0 : ptx->parameter_count;
    gi_type type = gi_spirv_type_function(spirv, function->result_type,
                                          function->parameter_types, count);
    gi_id id = steps(emit) ? gi_emit_machine_step(emit) : function->id;
    gi_id ids[40];
    uint32_t registers = 0;

    gi_spirv_function_begin(spirv, id, function->result_type, type, GiFunctionControlNone);
    for (uint32_t i = 0; i < count; i++)
        ids[i] = gi_spirv_parameter(spirv, function->parameter_types[i]);
    gi_spirv_label(spirv, GI_NO_ID);
    emit->parameter_count = 0;
    emit->parameter_at = gi_arena_alloc(emit->arena, (size_t)function->body->variable_count + 1,
                                        sizeof(*emit->parameter_at));
    if (!emit->parameter_at) {
        gi_spirv_fail(spirv, GI_OUT_OF_MEMORY);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        gi_emit_store(emit, gi_emit_add_parameter(emit, ptx->parameters[i]), ids[i]);
        if (ptx->parameters[i]->space == GI_PTX_REG)
            begin_register(emit, ptx->parameters[i], registers++);
    }
    if (!ptx->is_entry && ptx->result_count)
        (void)gi_emit_add_parameter(emit, ptx->results[0]);
    if (ptx->is_entry && !steps(emit)) {
        gi_emit_lanes_begin(emit);
        gi_emit_block_memory_begin(emit);
    }
}

static gi_status make_graph_variables(struct gi_emit *emit, uint32_t count)
{
    gi_type type = gi_spirv_type_pointer(&emit->spirv, GiStorageClassFunction,
                                         gi_emit_type_id(emit, GI_KIND_U32));

    emit->graph_variables = gi_arena_alloc(emit->arena, (size_t)count + 1, sizeof(gi_id));
    if (!emit->graph_variables)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        emit->graph_variables[i] = gi_spirv_local(&emit->spirv, type,
                                                  u32(emit, 0));
    return GI_OK;
}

void gi_emit_function_body(struct gi_emit *emit, struct gi_emit_function *function)
{
    gi_status status = GI_OK;

    emit->current = function;
    if (!function->blocks || steps(emit))
        status = gi_emit_make_flow(emit, function, steps(emit));
    emit->blocks = function->blocks;
    emit->graph = function->graph;
    emit->live = function->live;
    emit->register_count = function->body->register_count + 1;
    emit->at = NULL;
    if (status == GI_OK && !emit->live.numbers)
        status = gi_emit_find_live(emit);
    if (status == GI_OK && function == emit->functions && !steps(emit))
        status = gi_emit_find_order(emit);
    if (status == GI_OK)
        status = init_registers(emit);
    if (status != GI_OK) {
        gi_spirv_fail(&emit->spirv, status);
        return;
    }
    if (steps(emit))
        gi_emit_machine_keep(emit);
    gi_spirv_expect(&emit->spirv, WORDS_OF_INSTRUCTION
                    * (uint64_t)function->body->instruction_count);
    begin(emit, function);
    status = make_graph_variables(emit, function->tree.variable_count);
    if (status != GI_OK)
        gi_spirv_fail(&emit->spirv, status);
    emit_list(emit, function->tree.first, NULL);
    emit_return(emit);
    gi_spirv_function_end(&emit->spirv);
}
