#include "kernel/translate/emit/print.h"

#include <string.h>

#include "kernel/print/print.h"
#include "kernel/translate/analyse/callee.h"
#include "kernel/translate/emit/space/parameter.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/ptx/facts.h"

enum { UNKNOWN_FORMAT_BYTES = 128, MOST_STEPS = 8, MOST_BYTES = 4096 };

/* ---- the format, if it is known ---- */

static bool is_register(const struct gi_ptx_operand *operand, uint32_t reg)
{
    return operand->kind == GI_PTX_REGISTER && operand->index == reg;
}

/* The only instruction of a body that writes a register, if it copies; else NULL. */
static const struct gi_ptx_operand *copied_to(const struct gi_ptx_body *body, uint32_t reg)
{
    const struct gi_ptx_operand *found = NULL;

    for (uint32_t i = 0; i < body->instruction_count; i++) {
        const struct gi_ptx_instruction *at = &body->instructions[i];

        if (!at->operand_count || !is_register(&at->operands[0], reg)
            || !gi_ptx_writes_first(at))
            continue;
        if (found || at->operand_count != 2
            || !gi_ptx_does(at, GI_PTX_MOVES | GI_PTX_CONVERTS_ADDRESS))
            return NULL;
        found = &at->operands[1];
    }
    return found;
}

/* The operand of the only store into a parameter of a call; else NULL. */
static const struct gi_ptx_operand *stored_to(const struct gi_ptx_body *body,
                                              const struct gi_ptx_variable *parameter)
{
    const struct gi_ptx_operand *found = NULL;

    for (uint32_t i = 0; i < body->instruction_count; i++) {
        const struct gi_ptx_instruction *at = &body->instructions[i];

        if (!gi_ptx_does(at, GI_PTX_STORES) || at->operand_count != 2
            || at->operands[0].kind != GI_PTX_MEMORY
            || at->operands[0].to.items[0].kind != GI_PTX_VARIABLE
            || at->operands[0].to.items[0].to.variable != parameter)
            continue;
        if (found)
            return NULL;
        found = &at->operands[1];
    }
    return found;
}

/* The module's variable that an argument of a call has the address of; NULL where that is not
 * known here. */
static const struct gi_ptx_variable *pointed_to(const struct gi_emit *emit,
                                                const struct gi_ptx_operand *argument)
{
    const struct gi_ptx_body *body = emit->current->body;
    const struct gi_ptx_module *module = emit->module;
    const struct gi_ptx_operand *from = argument;

    if (from->kind == GI_PTX_VARIABLE && from->to.variable->space == GI_PTX_PARAM)
        from = stored_to(body, from->to.variable);
    for (int i = 0; from && i < MOST_STEPS && from->kind == GI_PTX_REGISTER; i++)
        from = copied_to(body, from->index);
    if (!from || from->kind != GI_PTX_VARIABLE || from->value
        || from->to.variable->index >= module->variable_count
        || module->variables[from->to.variable->index] != from->to.variable)
        return NULL;
    return from->to.variable;
}

/* The facts of a format when it is translated. */
struct known_format {
    bool is_known;
    uint32_t bytes;                 /* of the arguments, rounded up to 8; at most, if not known */
    uint32_t count;                 /* of the arguments; 0 if not known */
};

static struct known_format known_format(const struct gi_emit *emit,
                                        const struct gi_ptx_operand *format)
{
    const struct gi_ptx_variable *variable = pointed_to(emit, format);
    struct known_format known = { .bytes = UNKNOWN_FORMAT_BYTES };
    const char *text;
    size_t bytes;

    if (!variable || !variable->data)
        return known;
    text = (const char *)variable->data;
    known.is_known = true;
    bytes = gi_kernel_print_arguments(text, strnlen(text, variable->bytes), &known.count);
    known.bytes = bytes > MOST_BYTES ? MOST_BYTES : (uint32_t)(bytes + 7) & ~7u;
    return known;
}

/* ---- the calls ---- */

static gi_id value_of(struct gi_emit *emit, const struct gi_ptx_operand *operand, enum gi_kind kind)
{
    const struct gi_emit_parameter *parameter;

    if (operand->kind != GI_PTX_VARIABLE || operand->to.variable->space != GI_PTX_PARAM)
        return gi_emit_get(emit, operand, kind);
    parameter = gi_emit_find_parameter(emit, operand->to.variable);
    if (!parameter || operand->to.variable->bytes < gi_emit_bits(kind) / 8) {
        gi_emit_refuse(emit, "an argument is shorter than it has to be");
        return GI_NO_ID;
    }
    return gi_emit_from_words(emit, parameter, 0, kind);
}

/* Whether an address is NULL. */
static gi_id is_null(struct gi_emit *emit, gi_id address)
{
    return gi_emit_2(emit, GiOpIEqual, address, gi_emit_constant(emit, GI_KIND_U64, 0));
}

/* A call without arguments has NULL in the place of their block. The answer: the number of the
 * arguments, -2 where the records are full, -1 for no format. */
static void print(struct gi_emit *emit, const struct gi_emit_call_parts *parts)
{
    const struct gi_ptx_operand *arguments = parts->arguments->to.items;
    const struct known_format known = known_format(emit, &arguments[0]);
    const struct gi_emit_parameter *parameter;
    gi_id bytes, done, format, block, missing;

    bytes = u32(emit, known.bytes);
    format = value_of(emit, &arguments[0], GI_KIND_U64);
    block = value_of(emit, &arguments[1], GI_KIND_U64);
    if (!known.is_known) {
        missing = is_null(emit, block);
        bytes = gi_emit_select(emit, missing, u32(emit, 0), bytes);
    }
    done = gi_emit_record(emit, format, block, bytes);
    if (!parts->results || parts->results->count != 1)
        return;
    done = gi_emit_either(emit, GI_KIND_U32, done, known.count, 0xfffffffe);
    if (!known.is_known) {
        missing = is_null(emit, format);
        done = gi_emit_select(emit, missing, u32(emit, 0xffffffff), done);
    }
    if (parts->results->to.items[0].kind != GI_PTX_VARIABLE) {
        gi_emit_put(emit, &parts->results->to.items[0], done, true);
        return;
    }
    parameter = gi_emit_find_parameter(emit, parts->results->to.items[0].to.variable);
    if (parameter)
        gi_emit_into_words(emit, parameter, 0, GI_KIND_U32, done);
}

static void assert_failed(struct gi_emit *emit, const struct gi_ptx_operand *arguments)
{
    struct gi_emit_failure failure;

    failure.message = value_of(emit, &arguments[0], GI_KIND_U64);
    failure.file = value_of(emit, &arguments[1], GI_KIND_U64);
    failure.line = value_of(emit, &arguments[2], GI_KIND_U32);
    failure.function = value_of(emit, &arguments[3], GI_KIND_U64);
    gi_emit_fail(emit, GI_KERNEL_ASSERTED, &failure);
}

/* free of the heap's text (kernel/heap) calls it where nobody has the memory. */
static void bad_free(struct gi_emit *emit, const struct gi_ptx_operand *argument)
{
    gi_id pointer = value_of(emit, argument, GI_KIND_U64);
    struct gi_emit_if open = gi_emit_if_begin(
        emit, gi_emit_2(emit, GiOpINotEqual, pointer, gi_emit_constant(emit, GI_KIND_U64, 0)));

    gi_emit_fail(emit, GI_KERNEL_FREED, NULL);
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
}

void gi_emit_builtin_call(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    static const uint32_t counts[] = {
        [GI_EMIT_PRINTS] = 2, [GI_EMIT_ASSERTS] = 5, [GI_EMIT_FREES] = 1
    };
    struct gi_emit_call_parts parts = gi_emit_parts_of(instruction);
    enum gi_emit_builtin builtin = gi_emit_builtin_of(instruction);

    if (!parts.arguments || parts.arguments->count != counts[builtin])
        gi_emit_refuse(emit, "a call with parameters of this form is not built");
    else if (builtin == GI_EMIT_PRINTS)
        print(emit, &parts);
    else if (builtin == GI_EMIT_ASSERTS)
        assert_failed(emit, parts.arguments->to.items);
    else
        bad_free(emit, parts.arguments->to.items);
}
