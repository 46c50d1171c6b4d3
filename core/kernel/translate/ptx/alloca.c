#include "kernel/translate/ptx/alloca.h"

enum { USUAL_ALIGNMENT = 8, MOST_STEPS = 8, MOST_OPERANDS = 4 };

/* The new registers, behind those of the body. */
enum new_register { USED, BEGIN, LEFT, IS_FULL, NEW_REGISTERS };

struct expansion {
    struct gi_arena *arena;
    const struct gi_ptx_function *function;
    struct gi_ptx_body *body;
    enum gi_ptx_type type;              /* of sizes and addresses, in the whole function */
    uint64_t alignment;                 /* of the variable */
    uint32_t added;                     /* at most so many instructions are new */
    struct gi_ptx_variable *variable;
    struct gi_ptx_instruction *next;    /* the place of the next one, */
    struct gi_ptx_operand *operands;    /* and of its operands */
    const struct gi_ptx_instruction *from;  /* what is expanded */
};

static bool is_one_of_three(const struct gi_ptx_instruction *instruction)
{
    return instruction->opcode == GI_PTX_OP_alloca || instruction->opcode == GI_PTX_OP_stacksave
        || instruction->opcode == GI_PTX_OP_stackrestore;
}

/* ---- what the text says ---- */

/* Clang 19 writes 0 for the usual one. */
static uint64_t alignment_of(const struct gi_ptx_instruction *instruction)
{
    uint64_t said = instruction->operand_count < 3 ? 0 : instruction->operands[2].value;

    return said != 0 ? said : USUAL_ALIGNMENT;
}

/* NULL, or what is wrong with one of the three. */
static const char *fault_of(const struct expansion *expansion,
                            const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *operands = instruction->operands;
    bool takes = instruction->opcode == GI_PTX_OP_alloca;
    uint32_t least = takes ? 2 : 1, most = takes ? 3 : 1;
    uint64_t alignment;

    if (instruction->type_count != 1 || instruction->modifier_count != 0
        || (instruction->types[0] != GI_PTX_T_U64 && instruction->types[0] != GI_PTX_T_U32))
        return "its type is none that it has";
    if (instruction->types[0] != expansion->type)
        return "a function with addresses of both widths is not built";
    if (instruction->operand_count < least || instruction->operand_count > most
        || operands[0].kind != GI_PTX_REGISTER
        || (takes && operands[1].kind != GI_PTX_REGISTER
            && operands[1].kind != GI_PTX_INTEGER_VALUE)
        || (instruction->operand_count > 2 && operands[2].kind != GI_PTX_INTEGER_VALUE))
        return "its operands are none that it has";
    alignment = takes ? alignment_of(instruction) : 1;
    if ((alignment & (alignment - 1)) != 0)
        return "the alignment is no power of two";
    return alignment > GI_PTX_ALLOCA_BYTES ? "so large an alignment is not built" : NULL;
}

/* Finds the type, how the variable is aligned, and how many instructions are new. */
static gi_status survey(struct expansion *expansion)
{
    const struct gi_ptx_body *body = expansion->body;

    expansion->added = 1;               /* the start */
    expansion->alignment = USUAL_ALIGNMENT;
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        const struct gi_ptx_instruction *at = &body->instructions[i];
        const char *fault;

        if (!is_one_of_three(at))
            continue;
        if (expansion->type == GI_PTX_T_NONE)
            expansion->type = (enum gi_ptx_type)at->types[0];
        fault = fault_of(expansion, at);
        if (fault)
            return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: %.*s: %s", at->line,
                           (int)at->spelling.length, at->spelling.start, fault);
        expansion->added += MOST_STEPS;
        if (at->opcode == GI_PTX_OP_alloca && alignment_of(at) > expansion->alignment)
            expansion->alignment = alignment_of(at);
    }
    return GI_OK;
}

/* ---- instructions ---- */

static struct gi_ptx_operand new_one(const struct expansion *expansion, enum new_register which)
{
    return (struct gi_ptx_operand){ .kind = GI_PTX_REGISTER,
                                    .index = expansion->body->register_count + which };
}

static struct gi_ptx_operand constant(uint64_t value)
{
    return (struct gi_ptx_operand){ .kind = GI_PTX_INTEGER_VALUE, .value = value };
}

/* Adds an instruction with up to three operands, without a guard. */
static struct gi_ptx_instruction *add_one(struct expansion *expansion, enum gi_ptx_opcode opcode,
                                          enum gi_ptx_type type, uint32_t count,
                                          const struct gi_ptx_operand *operands)
{
    struct gi_ptx_instruction *added = expansion->next++;
    struct gi_ptx_operand *copies = expansion->operands;

    expansion->operands += MOST_OPERANDS;
    *added = (struct gi_ptx_instruction){
        .opcode = (uint16_t)opcode, .vector = 1, .type_count = type == GI_PTX_T_NONE ? 0 : 1,
        .types = { (uint8_t)type }, .line = expansion->function->body_line,
        .spelling = expansion->function->name, .operand_count = count,
        .operands = copies };
    if (expansion->from) {
        added->line = expansion->from->line;
        added->spelling = expansion->from->spelling;
    }
    for (uint32_t i = 0; i < count; i++)
        copies[i] = operands[i];
    return added;
}

static void keep_guard(const struct expansion *expansion, struct gi_ptx_instruction *added)
{
    added->has_guard = expansion->from->has_guard;
    added->guard_negated = expansion->from->guard_negated;
    added->guard = expansion->from->guard;
}

/* Where the guard holds and the bytes do not fit, the thread fails. */
static void add_failure(struct expansion *expansion, const struct gi_ptx_operand *size)
{
    const struct gi_ptx_instruction *from = expansion->from;
    struct gi_ptx_instruction *compares, *fails;

    compares = add_one(expansion, GI_PTX_OP_setp, expansion->type, 3, (struct gi_ptx_operand[]){
        new_one(expansion, IS_FULL), *size, new_one(expansion, LEFT) });
    compares->modifiers[compares->modifier_count++] = GI_PTX_M_GT;
    if (from->has_guard) {
        compares->modifiers[compares->modifier_count++] = GI_PTX_M_AND;
        compares->operands[compares->operand_count++] = (struct gi_ptx_operand){
            .kind = GI_PTX_REGISTER, .index = from->guard, .negated = from->guard_negated };
    }
    fails = add_one(expansion, GI_PTX_OP_alloca, GI_PTX_T_NONE, 0, NULL);
    fails->has_guard = true;
    fails->guard = new_one(expansion, IS_FULL).index;
}

/* Takes bytes: their place is behind those in use, at the next multiple of the alignment. */
static void expand_alloca(struct expansion *expansion)
{
    const struct gi_ptx_operand *operands = expansion->from->operands, size = operands[1];
    const struct gi_ptx_operand used = new_one(expansion, USED), begin = new_one(expansion, BEGIN);
    const struct gi_ptx_operand place = { .kind = GI_PTX_VARIABLE,
                                          .to.variable = expansion->variable };
    const uint64_t alignment = alignment_of(expansion->from);
    const enum gi_ptx_type type = expansion->type;
    const enum gi_ptx_type bits = type == GI_PTX_T_U64 ? GI_PTX_T_B64 : GI_PTX_T_B32;

    (void)add_one(expansion, GI_PTX_OP_add, type, 3, (struct gi_ptx_operand[]){
        begin, used, constant(alignment - 1) });
    (void)add_one(expansion, GI_PTX_OP_and, bits, 3, (struct gi_ptx_operand[]){
        begin, begin, constant(~(alignment - 1)) });
    (void)add_one(expansion, GI_PTX_OP_sub, type, 3, (struct gi_ptx_operand[]){
        new_one(expansion, LEFT), constant(GI_PTX_ALLOCA_BYTES), begin });
    add_failure(expansion, &size);
    keep_guard(expansion, add_one(expansion, GI_PTX_OP_add, type, 3, (struct gi_ptx_operand[]){
        used, begin, size }));
    keep_guard(expansion, add_one(expansion, GI_PTX_OP_mov, type, 2, (struct gi_ptx_operand[]){
        operands[0], place }));
    keep_guard(expansion, add_one(expansion, GI_PTX_OP_add, type, 3, (struct gi_ptx_operand[]){
        operands[0], operands[0], begin }));
}

static void expand(struct expansion *expansion)
{
    const struct gi_ptx_operand used = new_one(expansion, USED);
    const struct gi_ptx_operand *other = expansion->from->operands;
    bool saves = expansion->from->opcode == GI_PTX_OP_stacksave;

    if (expansion->from->opcode == GI_PTX_OP_alloca)
        expand_alloca(expansion);
    else
        keep_guard(expansion, add_one(expansion, GI_PTX_OP_mov, expansion->type, 2,
                                  (struct gi_ptx_operand[]){ saves ? *other : used,
                                                             saves ? used : *other }));
}

/* ---- the body ---- */

/* The variable and the new registers, behind what the body has. */
static gi_status declare_new(struct expansion *expansion)
{
    struct gi_ptx_body *body = expansion->body;
    struct gi_ptx_variable *variable = gi_arena_alloc(expansion->arena, 1, sizeof(*variable));
    struct gi_ptx_variable **variables = gi_arena_alloc(
        expansion->arena, (size_t)body->variable_count + 1, sizeof(*variables));
    struct gi_ptx_register *registers = gi_arena_alloc(
        expansion->arena, (size_t)body->register_count + NEW_REGISTERS, sizeof(*registers));
    enum gi_ptx_type word = expansion->type == GI_PTX_T_U64 ? GI_PTX_T_B64 : GI_PTX_T_B32;

    if (!variable || !variables || !registers)
        return GI_OUT_OF_MEMORY;
    *variable = (struct gi_ptx_variable){
        .name = expansion->function->name, .space = GI_PTX_LOCAL, .type = GI_PTX_T_B8,
        .line = expansion->function->body_line, .align = expansion->alignment,
        .bytes = GI_PTX_ALLOCA_BYTES, .index = body->variable_count };
    for (uint32_t i = 0; i < body->variable_count; i++)
        variables[i] = body->variables[i];
    variables[body->variable_count] = variable;
    for (uint32_t i = 0; i < body->register_count; i++)
        registers[i] = body->registers[i];
    for (uint32_t i = 0; i < NEW_REGISTERS; i++)
        registers[body->register_count + i] = (struct gi_ptx_register){
            .type = i == IS_FULL ? GI_PTX_T_PRED : word, .parts = 1 };
    body->variables = variables;
    body->registers = registers;
    expansion->variable = variable;
    return GI_OK;
}

/* Writes all instructions anew, and moves the labels to them. */
static gi_status write_all(struct expansion *expansion)
{
    struct gi_ptx_body *body = expansion->body;
    uint32_t count = body->instruction_count;
    struct gi_ptx_instruction *all = gi_arena_alloc(
        expansion->arena, (size_t)count + expansion->added, sizeof(*all));
    uint32_t *places = gi_arena_alloc(expansion->arena, (size_t)count + 1, sizeof(*places));

    expansion->operands = gi_arena_alloc(
        expansion->arena, (size_t)expansion->added * MOST_OPERANDS, sizeof(*expansion->operands));
    if (!all || !places || !expansion->operands)
        return GI_OUT_OF_MEMORY;
    expansion->next = all;
    (void)add_one(expansion, GI_PTX_OP_mov, expansion->type, 2, (struct gi_ptx_operand[]){
        new_one(expansion, USED), constant(0) });
    for (uint32_t i = 0; i < count; i++) {
        places[i] = (uint32_t)(expansion->next - all);
        expansion->from = &body->instructions[i];
        if (is_one_of_three(expansion->from))
            expand(expansion);
        else
            *expansion->next++ = *expansion->from;
    }
    places[count] = (uint32_t)(expansion->next - all);
    for (uint32_t i = 0; i < body->label_count; i++) {
        if (body->labels[i].instruction <= count)
            body->labels[i].instruction = places[body->labels[i].instruction];
    }
    body->instructions = all;
    body->instruction_count = (uint32_t)(expansion->next - all);
    body->register_count += NEW_REGISTERS;
    body->variable_count++;
    return GI_OK;
}

gi_status gi_ptx_expand_alloca(struct gi_arena *arena, const struct gi_ptx_function *function,
                               struct gi_ptx_body *body)
{
    struct expansion expansion = { .arena = arena, .function = function, .body = body };
    gi_status status = survey(&expansion);

    if (status != GI_OK || expansion.type == GI_PTX_T_NONE)
        return status;
    status = declare_new(&expansion);
    return status == GI_OK ? write_all(&expansion) : status;
}
