#include "kernel/translate/ptx/stack.h"

#include "kernel/translate/ptx/alloca.h"

/* No parameter may be larger, so that no text makes this slow. */
enum { MOST_BYTES = 32764 };

struct stacking {
    struct gi_arena *arena;
    const struct gi_ptx_function *function;
    struct gi_ptx_body *body;
    struct gi_ptx_variable **locals;    /* of each parameter; NULL: its address is not taken */
    uint32_t local_count;
    uint32_t copy_count;                /* instructions that copy */
    struct gi_ptx_instruction *next;    /* the place of the next one */
};

static bool has_items(const struct gi_ptx_operand *operand)
{
    return operand->kind == GI_PTX_VECTOR || operand->kind == GI_PTX_LIST
        || operand->kind == GI_PTX_PAIR;
}

/* The number of a parameter of the function; parameter_count: the operand is none. */
static uint32_t parameter_of(const struct stacking *stacking, const struct gi_ptx_operand *operand)
{
    const struct gi_ptx_function *function = stacking->function;
    uint32_t i = 0;

    if (operand->kind != GI_PTX_VARIABLE || operand->to.variable->space != GI_PTX_PARAM)
        return function->parameter_count;
    while (i < function->parameter_count && function->parameters[i] != operand->to.variable)
        i++;
    return i;
}

/* The pieces that a parameter is copied in: words, and what is left of one. */
static uint32_t piece_at(const struct gi_ptx_variable *variable, uint64_t at)
{
    uint64_t left = variable->bytes - at;

    return left >= 4 ? 4 : left >= 2 ? 2 : 1;
}

static gi_status add_local(struct stacking *stacking, uint32_t parameter)
{
    const struct gi_ptx_variable *from = stacking->function->parameters[parameter];
    struct gi_ptx_variable *local;

    if (stacking->locals[parameter])
        return GI_OK;
    if (from->bytes > MOST_BYTES)
        return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: a parameter is larger than any may be",
                       from->line);
    local = gi_arena_alloc(stacking->arena, 1, sizeof(*local));
    if (!local)
        return GI_OUT_OF_MEMORY;
    *local = *from;
    local->space = GI_PTX_LOCAL;
    local->align = from->align < 4 ? 4 : from->align;
    local->index = stacking->body->variable_count + stacking->local_count++;
    stacking->locals[parameter] = local;
    for (uint64_t at = 0; at < from->bytes; at += piece_at(from, at))
        stacking->copy_count += 2;
    return GI_OK;
}

/* Whether an operand may be an address: that of a memory operand is a place, not a value, and a
 * call takes what its operands hold. */
static gi_status find_in(struct stacking *stacking, const struct gi_ptx_operand *operand)
{
    uint32_t parameter = parameter_of(stacking, operand);
    gi_status status = GI_OK;

    if (parameter < stacking->function->parameter_count)
        return add_local(stacking, parameter);
    for (uint32_t i = 0; status == GI_OK && has_items(operand) && i < operand->count; i++)
        status = find_in(stacking, &operand->to.items[i]);
    return status;
}

static gi_status find_stack_calls(struct stacking *stacking)
{
    gi_status status = GI_OK;

    for (uint32_t i = 0; status == GI_OK && i < stacking->body->instruction_count; i++) {
        const struct gi_ptx_instruction *at = &stacking->body->instructions[i];

        for (uint32_t k = 0; status == GI_OK && k < at->operand_count; k++) {
            if (at->opcode != GI_PTX_OP_call)
                status = find_in(stacking, &at->operands[k]);
        }
    }
    return status;
}

/* ---- changes of instructions ---- */

static void rename_in(const struct stacking *stacking, struct gi_ptx_operand *operand)
{
    uint32_t parameter = parameter_of(stacking, operand);

    if (parameter < stacking->function->parameter_count)
        operand->to.variable = stacking->locals[parameter];
    for (uint32_t i = 0; has_items(operand) && i < operand->count; i++)
        rename_in(stacking, &operand->to.items[i]);
}

static void change(const struct stacking *stacking, struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *from = &instruction->operands[1];

    if (instruction->opcode == GI_PTX_OP_call)
        return;
    for (uint32_t k = 0; k < instruction->operand_count; k++)
        rename_in(stacking, &instruction->operands[k]);
    if (instruction->opcode == GI_PTX_OP_ld && instruction->space == GI_PTX_PARAM
        && instruction->operand_count > 1 && from->kind == GI_PTX_MEMORY
        && from->to.items[0].kind == GI_PTX_REGISTER)
        instruction->space = GI_PTX_LOCAL;
}

/* ---- copies ---- */

/* ld or st of the new register and a piece of a variable. */
static gi_status add_access(struct stacking *stacking, enum gi_ptx_opcode opcode,
                            struct gi_ptx_variable *variable, uint64_t at)
{
    static const enum gi_ptx_type types[] = { [1] = GI_PTX_T_B8, [2] = GI_PTX_T_B16,
                                              [4] = GI_PTX_T_B32 };
    struct gi_ptx_instruction *added = stacking->next++;
    struct gi_ptx_operand *operands = gi_arena_alloc(stacking->arena, 3, sizeof(*operands));
    bool loads = opcode == GI_PTX_OP_ld;

    if (!operands)
        return GI_OUT_OF_MEMORY;
    *added = (struct gi_ptx_instruction){
        .opcode = (uint16_t)opcode, .vector = 1, .type_count = 1,
        .types = { (uint8_t)types[piece_at(variable, at)] }, .space = (uint8_t)variable->space,
        .line = stacking->function->body_line, .operand_count = 2, .operands = operands,
        .spelling = stacking->function->name };
    operands[loads ? 0 : 1] = (struct gi_ptx_operand){
        .kind = GI_PTX_REGISTER, .index = stacking->body->register_count };
    operands[loads ? 1 : 0] = (struct gi_ptx_operand){
        .kind = GI_PTX_MEMORY, .count = 1, .value = at, .to.items = &operands[2] };
    operands[2] = (struct gi_ptx_operand){ .kind = GI_PTX_VARIABLE, .to.variable = variable };
    return GI_OK;
}

static gi_status add_copies(struct stacking *stacking)
{
    gi_status status = GI_OK;

    for (uint32_t i = 0; i < stacking->function->parameter_count; i++) {
        struct gi_ptx_variable *from = stacking->function->parameters[i];
        struct gi_ptx_variable *to = stacking->locals[i];

        for (uint64_t at = 0; status == GI_OK && to && at < from->bytes;
             at += piece_at(from, at)) {
            status = add_access(stacking, GI_PTX_OP_ld, from, at);
            if (status == GI_OK)
                status = add_access(stacking, GI_PTX_OP_st, to, at);
        }
    }
    return status;
}

/* Room behind what a body has, for a register and the local variables, and before its
 * instructions. */
static gi_status make_room(struct stacking *stacking)
{
    struct gi_ptx_body *body = stacking->body;
    struct gi_arena *arena = stacking->arena;
    struct gi_ptx_register *registers = gi_arena_alloc(arena, (size_t)body->register_count + 1,
                                                       sizeof(*registers));
    struct gi_ptx_variable **variables = gi_arena_alloc(
        arena, (size_t)body->variable_count + stacking->local_count, sizeof(*variables));
    struct gi_ptx_instruction *instructions = gi_arena_alloc(
        arena, (size_t)body->instruction_count + stacking->copy_count, sizeof(*instructions));

    if (!registers || !variables || !instructions)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < body->register_count; i++)
        registers[i] = body->registers[i];
    registers[body->register_count] = (struct gi_ptx_register){ .type = GI_PTX_T_B32, .parts = 1 };
    for (uint32_t i = 0; i < body->variable_count; i++)
        variables[i] = body->variables[i];
    for (uint32_t i = 0; i < stacking->function->parameter_count; i++) {
        if (stacking->locals[i])
            variables[stacking->locals[i]->index] = stacking->locals[i];
    }
    for (uint32_t i = 0; i < body->instruction_count; i++)
        instructions[stacking->copy_count + i] = body->instructions[i];
    body->registers = registers;
    body->variables = variables;
    body->instructions = instructions;
    stacking->next = instructions;
    return GI_OK;
}

gi_status gi_ptx_stack_parameters(struct gi_arena *arena, const struct gi_ptx_function *function,
                                  struct gi_ptx_body *body)
{
    struct stacking stacking = { .arena = arena, .function = function, .body = body };
    gi_status status;

    if (function->is_entry || !function->parameter_count)
        return GI_OK;
    stacking.locals = gi_arena_alloc(arena, function->parameter_count, sizeof(*stacking.locals));
    if (!stacking.locals)
        return GI_OUT_OF_MEMORY;
    status = find_stack_calls(&stacking);
    if (status != GI_OK || !stacking.local_count)
        return status;
    for (uint32_t i = 0; i < body->instruction_count; i++)
        change(&stacking, &body->instructions[i]);
    status = make_room(&stacking);
    if (status == GI_OK)
        status = add_copies(&stacking);
    for (uint32_t i = 0; i < body->label_count; i++)
        body->labels[i].instruction += stacking.copy_count;
    body->register_count++;
    body->variable_count += stacking.local_count;
    body->instruction_count += stacking.copy_count;
    return status;
}

gi_status gi_ptx_parse_lowered(struct gi_arena *arena, const struct gi_ptx_module *module,
                               const struct gi_ptx_function *function,
                               struct gi_ptx_body **out_body)
{
    gi_status status = gi_ptx_parse_body(arena, module, function, out_body);

    if (status == GI_OK)
        status = gi_ptx_stack_parameters(arena, function, *out_body);
    return status == GI_OK ? gi_ptx_expand_alloca(arena, function, *out_body) : status;
}
