#include "kernel/translate/analyse/narrow.h"

#include "kernel/translate/ptx/facts.h"

/* A body that needs more passes than this stays as it is, so that no text makes this slow. */
enum { MOST_PASSES = 16 };

struct narrowing {
    const struct gi_ptx_body *body;
    bool *narrow;                   /* of each register: only its lower half may be read */
    bool changed;
};

static bool is_wide_integer(enum gi_ptx_type type)
{
    return type == GI_PTX_T_B64 || type == GI_PTX_T_U64 || type == GI_PTX_T_S64;
}

static enum gi_ptx_type narrow_type(enum gi_ptx_type type)
{
    if (type == GI_PTX_T_U64)
        return GI_PTX_T_U32;
    if (type == GI_PTX_T_S64)
        return GI_PTX_T_S32;
    return type == GI_PTX_T_B64 ? GI_PTX_T_B32 : type;
}

static bool is_own_space(uint8_t space)
{
    return space == GI_PTX_SHARED || space == GI_PTX_LOCAL;
}

/* ---- conditions of an instruction ---- */

static bool has_only(const struct gi_ptx_instruction *instruction, enum gi_ptx_modifier modifier)
{
    return instruction->modifier_count == 1 && instruction->modifiers[0] == modifier;
}

static bool multiplies_to_wide(const struct gi_ptx_instruction *instruction)
{
    return (instruction->types[0] == GI_PTX_T_U32 || instruction->types[0] == GI_PTX_T_S32)
        && has_only(instruction, GI_PTX_M_WIDE);
}

static bool widens(const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_class from = gi_ptx_type_class(instruction->types[1]);

    return instruction->type_count == 2 && instruction->modifier_count == 0
        && is_wide_integer(instruction->types[0]) && instruction->types[0] != GI_PTX_T_B64
        && (from == GI_PTX_UNSIGNED || from == GI_PTX_SIGNED)
        && gi_ptx_type_bytes(instruction->types[1]) <= 4;
}

/* Whether the lower half of the result follows from the lower halves of what is read. */
static bool can_be_narrow(const struct gi_ptx_instruction *instruction)
{
    bool is_wide = instruction->type_count == 1 && is_wide_integer(instruction->types[0]);
    bool is_plain = instruction->modifier_count == 0;

    if (gi_ptx_does(instruction, GI_PTX_KEEPS_LOW))
        return is_wide && is_plain && instruction->vector <= 1;
    if (gi_ptx_does(instruction, GI_PTX_MULTIPLIES))
        return instruction->type_count == 1
            && (is_wide ? has_only(instruction, GI_PTX_M_LO) : multiplies_to_wide(instruction));
    return gi_ptx_does(instruction, GI_PTX_CONVERTS) && widens(instruction);
}

/* Whether a source may be a narrow register, a number, or the address of a variable that is one. */
static bool is_narrow_source(const struct narrowing *narrowing,
                             const struct gi_ptx_operand *operand)
{
    switch (operand->kind) {
    case GI_PTX_REGISTER:
        return operand->selector.length == 0
            && (narrowing->narrow[operand->index]
                || !is_wide_integer(narrowing->body->registers[operand->index].type));
    case GI_PTX_INTEGER_VALUE:
        return true;
    case GI_PTX_VARIABLE:
        return is_own_space(operand->to.variable->space);
    default:
        return false;
    }
}

/* ---- which registers are narrow ---- */

static void keep_wide(struct narrowing *narrowing, const struct gi_ptx_operand *operand)
{
    bool has_items = operand->kind == GI_PTX_MEMORY || operand->kind == GI_PTX_VECTOR
        || operand->kind == GI_PTX_LIST || operand->kind == GI_PTX_PAIR;

    if (operand->kind == GI_PTX_REGISTER && narrowing->narrow[operand->index]) {
        narrowing->narrow[operand->index] = false;
        narrowing->changed = true;
    }
    for (uint32_t i = 0; has_items && i < operand->count; i++)
        keep_wide(narrowing, &operand->to.items[i]);
}

static bool is_narrow_result(const struct narrowing *narrowing,
                             const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *result = instruction->operands;

    return instruction->operand_count > 0 && result->kind == GI_PTX_REGISTER
        && narrowing->narrow[result->index];
}

/* A memory operand's base may be narrow, its other parts and all other operands may not. */
static void visit_access(struct narrowing *narrowing, const struct gi_ptx_instruction *instruction)
{
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const struct gi_ptx_operand *operand = &instruction->operands[i];

        if (operand->kind == GI_PTX_MEMORY && operand->count > 0
            && operand->to.items[0].kind == GI_PTX_REGISTER) {
            for (uint32_t k = 1; k < operand->count; k++)
                keep_wide(narrowing, &operand->to.items[k]);
        } else {
            keep_wide(narrowing, operand);
        }
    }
}

static bool is_access(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_does(instruction, GI_PTX_LOADS | GI_PTX_STORES | GI_PTX_UPDATES)
        && is_own_space(instruction->space);
}

static void visit(struct narrowing *narrowing, const struct gi_ptx_instruction *instruction)
{
    bool stays = true;

    if (is_access(instruction)) {
        visit_access(narrowing, instruction);
        return;
    }
    if (is_narrow_result(narrowing, instruction) && can_be_narrow(instruction)) {
        for (uint32_t i = 1; stays && i < instruction->operand_count; i++)
            stays = is_narrow_source(narrowing, &instruction->operands[i]);
        if (stays)
            return;
    }
    for (uint32_t i = 0; i < instruction->operand_count; i++)
        keep_wide(narrowing, &instruction->operands[i]);
}

/* Registers that hold parameters and results of a function are read by its callers. */
static uint32_t implicit_registers(const struct gi_ptx_function *function)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < function->parameter_count; i++)
        count += function->parameters[i]->space == GI_PTX_REG;
    for (uint32_t i = 0; i < function->result_count; i++)
        count += function->results[i]->space == GI_PTX_REG;
    return count;
}

/* Begins with all registers that could be, and takes away until nothing changes. Passes go forward
 * and backward in turn, as one register can make those before it wide, and those behind it. */
static bool find_narrow_registers(struct narrowing *narrowing,
                                  const struct gi_ptx_function *function)
{
    const struct gi_ptx_body *body = narrowing->body;
    uint32_t implicit = implicit_registers(function);

    for (uint32_t i = 0; i < body->register_count; i++)
        narrowing->narrow[i] = i >= implicit && is_wide_integer(body->registers[i].type)
            && body->registers[i].parts <= 1;
    for (uint32_t pass = 0; pass < MOST_PASSES; pass++) {
        narrowing->changed = false;
        for (uint32_t i = 0; i < body->instruction_count; i++)
            visit(narrowing, &body->instructions[pass % 2 ? body->instruction_count - 1 - i : i]);
        if (!narrowing->changed)
            return true;
    }
    return false;
}

/* ---- changes ---- */

static void change(struct gi_ptx_instruction *instruction)
{
    instruction->types[0] = narrow_type(instruction->types[0]);
    if (gi_ptx_does(instruction, GI_PTX_MULTIPLIES))
        instruction->modifiers[0] = GI_PTX_M_LO;
    if (gi_ptx_does(instruction, GI_PTX_CONVERTS)
        && gi_ptx_type_bytes(instruction->types[1]) == 4) {
        instruction->opcode = GI_PTX_OP_mov;
        instruction->types[0] = GI_PTX_T_B32;
        instruction->type_count = 1;
    }
}

static bool has_wide_base(const struct gi_ptx_body *body)
{
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        const struct gi_ptx_instruction *instruction = &body->instructions[i];

        for (uint32_t k = 0; is_access(instruction) && k < instruction->operand_count; k++) {
            const struct gi_ptx_operand *operand = &instruction->operands[k];

            if (operand->kind == GI_PTX_MEMORY && operand->count > 0
                && operand->to.items[0].kind == GI_PTX_REGISTER
                && is_wide_integer(body->registers[operand->to.items[0].index].type))
                return true;
        }
    }
    return false;
}

gi_status gi_ptx_narrow(struct gi_arena *arena, const struct gi_ptx_function *function,
                        struct gi_ptx_body *body)
{
    struct narrowing narrowing = { .body = body };

    if (!has_wide_base(body))
        return GI_OK;
    narrowing.narrow = gi_arena_alloc(arena, body->register_count, sizeof *narrowing.narrow);
    if (!narrowing.narrow)
        return GI_OUT_OF_MEMORY;
    if (!find_narrow_registers(&narrowing, function))
        return GI_OK;
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        if (is_narrow_result(&narrowing, &body->instructions[i]))
            change(&body->instructions[i]);
    }
    for (uint32_t i = 0; i < body->register_count; i++) {
        if (narrowing.narrow[i])
            body->registers[i].type = narrow_type(body->registers[i].type);
    }
    return GI_OK;
}
