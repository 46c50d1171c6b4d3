#include "kernel/translate/analyse/callee.h"

#include "kernel/translate/ptx/facts.h"

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

static const struct {
    const char *name;
    enum gi_emit_builtin builtin;
} builtins[] = {
    { "vprintf", GI_EMIT_PRINTS }, { "__assertfail", GI_EMIT_ASSERTS },
    { "__gpuinterop_bad_free", GI_EMIT_FREES }
};

enum gi_emit_builtin gi_emit_builtin_of(const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *target = gi_emit_parts_of(instruction).target;

    if (!target || target->kind != GI_PTX_FUNCTION || target->to.function->has_body)
        return GI_EMIT_NO_BUILTIN;
    for (size_t i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++) {
        if (gi_ptx_same(target->to.function->name, builtins[i].name))
            return builtins[i].builtin;
    }
    return GI_EMIT_NO_BUILTIN;
}

bool gi_emit_is_indirect(const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *target = gi_emit_parts_of(instruction).target;

    return gi_ptx_does(instruction, GI_PTX_CALLS) && target && target->kind == GI_PTX_REGISTER;
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

/* ---- functions whose address is taken ---- */

static void take(bool *taken, const struct gi_ptx_operand *operand)
{
    if (operand->kind == GI_PTX_FUNCTION)
        taken[operand->to.function->index] = true;
    if (operand->kind != GI_PTX_VECTOR && operand->kind != GI_PTX_LIST)
        return;
    for (uint32_t i = 0; i < operand->count; i++)
        take(taken, &operand->to.items[i]);
}

static void take_in_body(bool *taken, const struct gi_ptx_body *body)
{
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        const struct gi_ptx_instruction *at = &body->instructions[i];

        for (uint32_t k = 0; k < at->operand_count; k++) {
            if (!gi_ptx_does(at, GI_PTX_CALLS) || at->operands[k].kind != GI_PTX_FUNCTION)
                take(taken, &at->operands[k]);
        }
    }
}

static void take_in_variables(bool *taken, const struct gi_ptx_module *module)
{
    for (uint32_t i = 0; i < module->variable_count; i++) {
        for (uint32_t k = 0; k < module->variables[i]->relocation_count; k++) {
            const struct gi_ptx_function *function = gi_ptx_find_function(
                module, module->variables[i]->relocations[k].symbol);

            if (function)
                taken[function->index] = true;
        }
    }
}

gi_status gi_emit_find_taken(struct gi_arena *arena, const struct gi_ptx_module *module,
                             bool **taken)
{
    if (*taken)
        return GI_OK;
    *taken = gi_arena_alloc(arena, (size_t)module->function_count + 1, sizeof(bool));
    if (!*taken)
        return GI_OUT_OF_MEMORY;
    take_in_variables(*taken, module);
    for (uint32_t i = 0; i < module->function_count; i++) {
        struct gi_ptx_body *body;
        gi_status status;

        if (!module->functions[i]->has_body)
            continue;
        status = gi_ptx_parse_body(arena, module, module->functions[i], &body);
        if (status != GI_OK)
            return status;
        take_in_body(*taken, body);
    }
    return GI_OK;
}
