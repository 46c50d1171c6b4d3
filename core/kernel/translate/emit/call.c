#include "kernel/translate/emit/call.h"

#include <string.h>

#include "kernel/translate/analyse/callee.h"
#include "kernel/translate/emit/function.h"
#include "kernel/translate/emit/print.h"
#include "kernel/translate/emit/space/parameter.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"

enum { MOST_PARAMETERS = 38 };

/* ---- arguments ---- */

static void refuse_form(struct gi_emit *emit)
{
    gi_emit_refuse(emit, "a call with parameters of this form is not built");
}

static const struct gi_emit_parameter *parameter_of(struct gi_emit *emit,
                                                    const struct gi_ptx_operand *operand,
                                                    const struct gi_ptx_variable *declared)
{
    if (operand->kind != GI_PTX_VARIABLE || operand->to.variable->space != GI_PTX_PARAM
        || (operand->to.variable->bytes + 3) / 4 != (declared->bytes + 3) / 4) {
        refuse_form(emit);
        return NULL;
    }
    return gi_emit_find_parameter(emit, operand->to.variable);
}

/* An argument as the array of words that carries it. */
static gi_id argument(struct gi_emit *emit, const struct gi_ptx_operand *operand,
                      const struct gi_ptx_variable *declared)
{
    struct gi_spirv *spirv = &emit->spirv;
    const struct gi_emit_parameter *parameter;
    gi_id words[2];

    if (declared->space == GI_PTX_PARAM) {
        parameter = parameter_of(emit, operand, declared);
        return parameter ? gi_spirv_value1(spirv, GiOpLoad, parameter->type, parameter->variable)
                         : GI_NO_ID;
    }
    if (declared->bytes == 8)
        gi_emit_split64(emit, gi_emit_get(emit, operand, GI_KIND_U64), &words[0], &words[1]);
    else
        words[0] = gi_emit_get(emit, operand, GI_KIND_U32);
    return gi_spirv_value(spirv, GiOpCompositeConstruct, gi_emit_parameter_type(emit, declared),
                          words, declared->bytes == 8 ? 2 : 1);
}

/* Where a result goes: the words of a parameter, or a register. */
static void put_result(struct gi_emit *emit, const struct gi_ptx_operand *operand,
                       const struct gi_ptx_variable *declared, gi_id value)
{
    struct gi_spirv *spirv = &emit->spirv;
    const struct gi_emit_parameter *parameter;
    gi_id low;

    if (declared->space == GI_PTX_PARAM) {
        parameter = parameter_of(emit, operand, declared);
        if (parameter)
            gi_emit_store(emit, parameter->variable, value);
        return;
    }
    low = gi_spirv_extract(spirv, gi_emit_type_id(emit, GI_KIND_U32), value, 0);
    if (declared->bytes == 8) {
        gi_id high = gi_emit_extract(emit, GI_KIND_U32, value, 1);

        gi_emit_put(emit, operand, gi_emit_join64(emit, low, high), false);
    } else {
        gi_emit_put(emit, operand, low, false);
    }
}

/* Whether the lists of a call have as many operands as the function takes. */
static bool fits(const struct gi_emit_call_parts *parts, const struct gi_ptx_function *function)
{
    return (parts->arguments ? parts->arguments->count : 0) == function->parameter_count
        && function->parameter_count <= MOST_PARAMETERS
        && (parts->results ? parts->results->count : 0) == function->result_count
        && function->result_count <= 1;
}

/* Emits one call with arguments that are there already.
 *  \return  the result, if there is one. */
static gi_id call_function(struct gi_emit *emit, const struct gi_emit_function *target,
                           const gi_id *arguments)
{
    return gi_spirv_call(&emit->spirv, target->result_type, target->id, arguments,
                         target->function->parameter_count);
}

static void read_arguments(struct gi_emit *emit, const struct gi_emit_call_parts *parts,
                           const struct gi_ptx_function *function, gi_id *out_arguments)
{
    for (uint32_t i = 0; i < function->parameter_count; i++)
        out_arguments[i] = argument(emit, &parts->arguments->to.items[i], function->parameters[i]);
}

/* ---- calls by address: a switch ---- */

/* A case for each function that may be meant; the default fails. */
struct cases {
    const struct gi_emit_function **targets;
    uint32_t count;
    uint32_t *words;                /* of the switch */
    uint32_t words_count;
};

static bool same_types(const struct gi_emit_function *a, const struct gi_emit_function *b)
{
    uint32_t count = a->function->parameter_count;

    return count == b->function->parameter_count && a->result_type.n == b->result_type.n
        && memcmp(a->parameter_types, b->parameter_types, count * sizeof(gi_type)) == 0
        && a->function->result_count == b->function->result_count;
}

static bool find_cases(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                       struct cases *out)
{
    uint32_t most = emit->module->function_count;

    out->targets = gi_arena_alloc(emit->arena, (size_t)most + 1, sizeof(struct gi_emit_function *));
    out->words = gi_arena_alloc(emit->arena, 2 * (size_t)most + 2, sizeof(uint32_t));
    if (!out->targets || !out->words) {
        gi_spirv_fail(&emit->spirv, GI_OUT_OF_MEMORY);
        return false;
    }
    out->words_count = 2;
    for (uint32_t i = 0; i < most; i++) {
        const struct gi_emit_function *target = emit->by_index[i];

        if (!target || !emit->taken[i] || emit->inlined[i]
            || !gi_emit_may_reach(emit->current->body, instruction, target->function))
            continue;
        if (!same_types(target, out->count ? out->targets[0] : target))
            gi_emit_refuse(emit, "targets of several prototypes are not built");
        if (target->has_barrier)
            gi_emit_refuse(emit, "calls by address of functions with barriers are not built");
        out->words[out->words_count++] = (uint32_t)gi_emit_function_address(target->function);
        out->words[out->words_count++] = gi_spirv_new_label(&emit->spirv).n;
        out->targets[out->count++] = target;
    }
    return emit->spirv.status == GI_OK;
}

/* The address in 32 bits: 0 where it is longer. */
static gi_id short_address(struct gi_emit *emit, const struct gi_ptx_operand *operand)
{
    gi_id low, high, zero = u32(emit, 0);

    gi_emit_split64(emit, gi_emit_get(emit, operand, GI_KIND_U64), &low, &high);
    high = gi_emit_2(emit, GiOpIEqual, high, zero);
    return gi_emit_select(emit, high, low, zero);
}

static void call_by_address(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                            const struct gi_emit_call_parts *parts)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_id merge = gi_spirv_new_label(spirv), none = gi_spirv_new_label(spirv);
    gi_id arguments[MOST_PARAMETERS];
    gi_id out = GI_NO_ID;
    const struct gi_ptx_function *first;
    struct cases cases = { 0 };

    if (!find_cases(emit, instruction, &cases))
        return;
    first = cases.count ? cases.targets[0]->function : NULL;
    if (!parts->label)
        gi_emit_refuse(emit, "a call by address without a prototype is not built");
    if (first && !fits(parts, first))
        refuse_form(emit);
    if (emit->spirv.status != GI_OK)
        return;
    if (first)
        read_arguments(emit, parts, first, arguments);
    if (first && first->result_count)
        out = gi_spirv_local(spirv, gi_spirv_type_pointer(spirv, GiStorageClassFunction,
                                                          cases.targets[0]->result_type), GI_NO_ID);
    cases.words[0] = short_address(emit, parts->target).n;
    cases.words[1] = none.n;
    gi_spirv_selection_merge(spirv, merge, GiSelectionControlNone);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpSwitch, cases.words, cases.words_count);
    for (uint32_t i = 0; i < cases.count; i++) {
        gi_id value;

        gi_spirv_label(spirv, (gi_id){ cases.words[3 + 2 * i], GI_KIND_LABEL });
        value = call_function(emit, cases.targets[i], arguments);
        if (out.n)
            gi_emit_store(emit, out, value);
        gi_spirv_branch(spirv, merge);
    }
    gi_spirv_label(spirv, none);
    gi_emit_fail(emit, GI_KERNEL_CALLED_NOTHING, NULL);
    gi_spirv_branch(spirv, merge);
    gi_spirv_label(spirv, merge);
    gi_emit_leave_if_ended(emit);
    if (out.n)
        put_result(emit, &parts->results->to.items[0], first->results[0],
                   gi_spirv_value1(spirv, GiOpLoad, cases.targets[0]->result_type, out));
}

/* ---- all calls ---- */

void gi_emit_call(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_call_parts parts = gi_emit_parts_of(instruction);
    const struct gi_emit_function *target;
    gi_id arguments[MOST_PARAMETERS];
    gi_id value;

    if (gi_emit_is_indirect(instruction)) {
        call_by_address(emit, instruction, &parts);
        return;
    }
    if (!parts.target || parts.target->kind != GI_PTX_FUNCTION) {
        refuse_form(emit);
        return;
    }
    if (gi_emit_builtin_of(instruction) != GI_EMIT_NO_BUILTIN) {
        gi_emit_builtin_call(emit, instruction);
        return;
    }
    target = gi_emit_function_of(emit, parts.target->to.function);
    if (!target)
        return;
    if (!fits(&parts, target->function)) {
        refuse_form(emit);
        return;
    }
    read_arguments(emit, &parts, target->function, arguments);
    value = call_function(emit, target, arguments);
    if (target->may_end)
        gi_emit_leave_if_ended(emit);
    if (target->function->result_count)
        put_result(emit, &parts.results->to.items[0], target->function->results[0], value);
}
