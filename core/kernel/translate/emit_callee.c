#include "kernel/translate/emit_callee.h"

struct gi_emit_call_parts gi_emit_parts_of(const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *operand = instruction->operands;
    const struct gi_ptx_operand *end = operand + instruction->operand_count;
    struct gi_emit_call_parts parts = { 0 };

    if (operand < end && operand->kind == GI_PTX_LIST)
        parts.results = operand++;
    if (operand < end)
        parts.target = operand++;
    if (operand < end && operand->kind == GI_PTX_LIST)
        parts.arguments = operand++;
    if (operand < end && operand->kind == GI_PTX_LABEL)
        parts.label = operand;
    return parts;
}

enum gi_emit_builtin gi_emit_builtin_of(const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *target = gi_emit_parts_of(instruction).target;

    if (!target || target->kind != GI_PTX_FUNCTION || target->to.function->has_body)
        return GI_EMIT_NO_BUILTIN;
    if (gi_ptx_same(target->to.function->name, "vprintf"))
        return GI_EMIT_PRINTS;
    return gi_ptx_same(target->to.function->name, "__assertfail") ? GI_EMIT_ASSERTS
                                                                  : GI_EMIT_NO_BUILTIN;
}

bool gi_emit_is_indirect(const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *target = gi_emit_parts_of(instruction).target;

    return instruction->opcode == GI_PTX_OP_call && target && target->kind == GI_PTX_REGISTER;
}

uint64_t gi_emit_function_address(const struct gi_ptx_function *function)
{
    return (uint64_t)function->index + 1;
}

static bool same_variables(struct gi_ptx_variable *const *a, uint32_t a_count,
                           struct gi_ptx_variable *const *b, uint32_t b_count)
{
    if (a_count != b_count)
        return false;
    for (uint32_t i = 0; i < a_count; i++) {
        if (a[i]->space != b[i]->space || a[i]->bytes != b[i]->bytes)
            return false;
    }
    return true;
}

bool gi_emit_may_reach(const struct gi_ptx_body *body, const struct gi_ptx_instruction *call,
                       const struct gi_ptx_function *function)
{
    const struct gi_ptx_operand *operand = gi_emit_parts_of(call).label;
    const struct gi_ptx_label *label = operand ? &body->labels[operand->index] : NULL;

    if (!label || function->is_entry || !function->has_body)
        return false;
    if (label->kind == GI_PTX_PROTOTYPE)
        return same_variables(label->parameters, label->parameter_count, function->parameters,
                              function->parameter_count)
            && same_variables(label->results, label->result_count, function->results,
                              function->result_count);
    for (uint32_t i = 0; i < label->target_count; i++) {
        if (label->targets[i].kind == GI_PTX_FUNCTION && label->targets[i].to.function == function)
            return true;
    }
    return false;
}
