/* Jumps, calls, and barriers of the block. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

static enum step jump(struct thread *thread, const struct gi_ptx_operand *target)
{
    const struct gi_ptx_body *body = top(thread)->code->body;

    if (target->kind != GI_PTX_LABEL || body->labels[target->index].kind != GI_PTX_PLACE) {
        stop(thread, INTERPRETER_NOT_BUILT, "it jumps to no label");
        return STAYS;
    }
    top(thread)->at = body->labels[target->index].instruction;
    return JUMPED;
}

enum step op_bra(struct thread *thread, const struct gi_ptx_instruction *in)
{
    return jump(thread, &in->operands[0]);
}

enum step op_brx(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t index = value_at(thread, in, 0, GI_PTX_T_U32);
    const struct gi_ptx_label *table = &top(thread)->code->body->labels[in->operands[1].index];

    if (in->operands[1].kind != GI_PTX_LABEL || table->kind != GI_PTX_TABLE) {
        stop(thread, INTERPRETER_NOT_BUILT, "it has no table");
        return STAYS;
    }
    if (index >= table->target_count) {
        stop(thread, INTERPRETER_UNDEFINED, "%llu is past the table", (unsigned long long)index);
        return STAYS;
    }
    return jump(thread, &table->targets[index]);
}

/* ---- calls ---- */

/* Which register a parameter of space .reg is: they are the body's first, results behind them. */
static uint32_t register_of(const struct gi_ptx_function *function,
                            const struct gi_ptx_variable *wanted)
{
    uint32_t number = 0;

    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (function->parameters[i] == wanted)
            return number;
        number += function->parameters[i]->space == GI_PTX_REG;
    }
    for (uint32_t i = 0; i < function->result_count && function->results[i] != wanted; i++)
        number += function->results[i]->space == GI_PTX_REG;
    return number;
}

/* The bytes of what the caller's operand holds; false where they do not fit. */
static bool get_bytes(struct thread *thread, const struct gi_ptx_operand *operand,
                      const struct gi_ptx_variable *as, uint8_t *bytes)
{
    uint64_t value;

    if (operand->kind == GI_PTX_VARIABLE) {
        uint8_t *at = thread->memory + variable_address(thread, operand->to.variable);

        if (operand->to.variable->bytes < as->bytes)
            return false;
        memcpy(bytes, at, as->bytes);
        return true;
    }
    value = value_of(thread, operand, as->type);
    memcpy(bytes, &value, as->bytes < 8 ? as->bytes : 8);
    return true;
}

static const struct gi_ptx_operand *list_of(const struct gi_ptx_instruction *in, bool results,
                                            uint32_t *out_count)
{
    bool has_results = in->operands[0].kind == GI_PTX_LIST;
    uint32_t at = results ? 0 : has_results ? 2 : 1;
    bool there = results ? has_results
        : at < in->operand_count && in->operands[at].kind == GI_PTX_LIST;

    *out_count = there ? in->operands[at].count : 0;
    return there ? in->operands[at].to.items : NULL;
}

static const struct code *called(struct thread *thread, const struct gi_ptx_instruction *in)
{
    const struct machine *machine = thread->block->machine;
    const struct gi_ptx_operand *target = &in->operands[in->operands[0].kind == GI_PTX_LIST];
    uint64_t value = value_of(thread, target, GI_PTX_T_U64) - CODE_WINDOW;

    if (value >= machine->launch->module->function_count || !machine->codes[value].body) {
        stop(thread, INTERPRETER_UNDEFINED, "it calls no function with a body");
        return NULL;
    }
    return &machine->codes[value];
}

enum step op_call(struct thread *thread, const struct gi_ptx_instruction *in)
{
    const struct code *code = called(thread, in);
    const struct gi_ptx_function *function;
    const struct gi_ptx_operand *items;
    uint64_t (*bytes)[512];
    uint32_t count;
    bool fits;

    if (!code)
        return STAYS;
    function = code->function;
    items = list_of(in, false, &count);
    bytes = calloc(count + 1, sizeof(*bytes));
    fits = bytes && count == function->parameter_count;
    for (uint32_t i = 0; fits && i < count; i++) {
        fits = function->parameters[i]->bytes <= sizeof(*bytes)
            && get_bytes(thread, &items[i], function->parameters[i], (uint8_t *)bytes[i]);
    }
    if (!fits)
        stop(thread, INTERPRETER_UNDEFINED, "its arguments do not fit the function's parameters");
    else if (enter(thread, code, in)) {
        for (uint32_t i = 0; i < count; i++) {
            const struct gi_ptx_variable *parameter = function->parameters[i];

            if (parameter->space == GI_PTX_REG)
                top(thread)->registers[register_of(function, parameter)] = bytes[i][0];
            else
                memcpy(thread->memory + top(thread)->start + code->parameters[i], bytes[i],
                       parameter->bytes);
        }
    }
    free(bytes);
    return JUMPED;
}

static void give_results(struct thread *thread, const struct frame *from)
{
    const struct gi_ptx_function *function = from->code->function;
    const struct gi_ptx_operand *items;
    uint32_t count;

    items = list_of(from->call, true, &count);
    for (uint32_t i = 0; i < count && i < function->result_count; i++) {
        const struct gi_ptx_variable *result = function->results[i];
        const uint8_t *bytes = thread->memory + from->start + from->code->results[i];
        uint64_t value = 0;

        if (result->space == GI_PTX_REG)
            value = from->registers[register_of(function, result)];
        else
            memcpy(&value, bytes, result->bytes < 8 ? result->bytes : 8);
        if (items[i].kind == GI_PTX_VARIABLE)
            memmove(thread->memory + variable_address(thread, items[i].to.variable),
                    result->space == GI_PTX_REG ? (const uint8_t *)&value : bytes, result->bytes);
        else
            set_value(thread, &items[i], result->type, value);
    }
}

enum step op_ret(struct thread *thread, const struct gi_ptx_instruction *in)
{
    struct frame from = *top(thread);

    (void)in;
    if (thread->depth == 1)
        return op_exit(thread, in);
    thread->depth--;
    give_results(thread, &from);
    free(from.registers);
    top(thread)->at++;
    return STAYS;
}

enum step op_exit(struct thread *thread, const struct gi_ptx_instruction *in)
{
    (void)in;
    thread->state = LEFT;
    return STAYS;
}

enum step op_trap(struct thread *thread, const struct gi_ptx_instruction *in)
{
    (void)in;
    stop(thread, INTERPRETER_UNDEFINED, "the kernel stops itself");
    return STAYS;
}

/* ---- barriers of the block ---- */

static bool writes_result(const struct gi_ptx_instruction *in)
{
    return gi_ptx_has(in, GI_PTX_M_RED);
}

enum step op_bar(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint32_t first = writes_result(in) ? 1 : 0;
    uint32_t counted = in->operand_count - first - (writes_result(in) ? 1 : 0);
    uint64_t number, expected = 0;
    struct barrier *barrier;
    bool none_yet = true;

    if (gi_ptx_has(in, GI_PTX_M_WARP))
        return op_warp(thread, in);
    number = value_at(thread, in, first, GI_PTX_T_U32);
    if (counted > 1)
        expected = value_at(thread, in, first + 1, GI_PTX_T_U32);
    if (number >= BARRIERS || expected % LANES != 0 || (counted > 1 && expected == 0)
        || (counted < 2 && gi_ptx_has(in, GI_PTX_M_ARRIVE))) {
        stop(thread, INTERPRETER_UNDEFINED, "barrier %llu with %llu threads",
             (unsigned long long)number, (unsigned long long)expected);
        return STAYS;
    }
    barrier = &thread->block->barriers[number];
    for (uint32_t i = 0; i < thread->block->warp_count; i++)
        none_yet &= barrier->arrived[i] == 0;
    if (!none_yet && barrier->expected != expected) {
        stop(thread, INTERPRETER_UNDEFINED, "threads come to a barrier with different counts");
        return STAYS;
    }
    barrier->expected = (uint32_t)expected;
    barrier->arrived[thread->number / LANES]++;
    if (gi_ptx_has(in, GI_PTX_M_ARRIVE))
        return NEXT;
    if (writes_result(in)) {
        barrier->trues += (uint32_t)value_at(thread, in, in->operand_count - 1, GI_PTX_T_PRED);
        barrier->voters++;
    }
    thread->state = AT_BARRIER;
    thread->waits = in;
    thread->barrier = (uint32_t)number;
    return STAYS;
}

/* Threads of a warp that have not left. */
static uint32_t there(const struct block *block, uint32_t warp)
{
    uint32_t count = 0;

    for (uint32_t i = warp * LANES; i < (warp + 1) * LANES && i < block->thread_count; i++)
        count += block->threads[i].state != LEFT;
    return count;
}

/* The manual counts warps: one whose threads all came stands for 32. */
static bool is_complete(const struct block *block, const struct barrier *barrier)
{
    uint32_t arrived = 0, all = 0, missing = 0;

    for (uint32_t warp = 0; warp < block->warp_count; warp++) {
        uint32_t came = barrier->arrived[warp];
        uint32_t most = there(block, warp);

        all += came;
        missing += came < most;
        arrived += came && came >= most ? LANES : came;
    }
    if (all == 0)
        return false;
    return barrier->expected ? arrived >= barrier->expected : missing == 0;
}

static void go_on(struct thread *thread, const struct barrier *barrier)
{
    const struct gi_ptx_instruction *in = thread->waits;

    thread->state = RUNNING;
    if (writes_result(in) && gi_ptx_has(in, GI_PTX_M_POPC))
        set_result(thread, in, GI_PTX_T_U32, barrier->trues);
    else if (writes_result(in))
        set_result(thread, in, GI_PTX_T_PRED, gi_ptx_has(in, GI_PTX_M_AND)
                   ? barrier->trues == barrier->voters : barrier->trues != 0);
    top(thread)->at++;
}

bool release_barriers(struct block *block)
{
    bool released = false;

    for (uint32_t number = 0; number < BARRIERS; number++) {
        struct barrier *barrier = &block->barriers[number];

        if (!is_complete(block, barrier))
            continue;
        for (uint32_t i = 0; i < block->thread_count; i++) {
            struct thread *thread = &block->threads[i];

            if (thread->state == AT_BARRIER && thread->barrier == number)
                go_on(thread, barrier);
        }
        memset(barrier->arrived, 0, block->warp_count * sizeof(uint32_t));
        barrier->trues = barrier->voters = 0;
        released = true;
    }
    return released;
}
