#include "kernel/translate/analyse/inline.h"

#include "kernel/translate/analyse/callee.h"
#include "kernel/translate/analyse/meeting.h"
#include "kernel/translate/analyse/volatile.h"
#include "kernel/translate/ptx/facts.h"
#include "kernel/translate/ptx/stack.h"

enum {
    MOST_INSTRUCTIONS = 100000,
    MOST_LABELS = 30000,
    MOST_REGISTERS = 1000000
};

/* The facts of a function of the module. */
struct callee {
    struct gi_ptx_body *body;           /* NULL: not looked at */
    bool open;                          /* it is being looked at */
    bool meets, exits;                  /* or what it calls does */
    struct gi_ptx_variable **kept;      /* its variables that all copies share; NULL: no copy yet */
};

struct array {
    void *items;
    uint32_t count, room;
};

struct inlining {
    struct gi_emit *emit;
    struct callee *callees;             /* by the index of functions */
    bool recursive;
    bool meets;                         /* the entry does */
    struct array instructions, registers, labels, variables;
};

/* One copy of a body on its way into the entry's. */
struct copy {
    const struct gi_ptx_function *function;
    const struct gi_ptx_body *body;
    uint32_t registers, labels;         /* where its own begin */
    struct gi_ptx_variable **variables;
    const struct gi_ptx_variable **parameters, **results;
    uint32_t end;                       /* the label behind it */
    uint32_t depth;
};

/* ---- facts of functions ---- */

static gi_status look_at(struct inlining *in, const struct gi_ptx_function *function,
                         uint32_t depth);

/* A function that is called, or may be. */
static gi_status look_at_called(struct inlining *in, struct callee *caller,
                                const struct gi_ptx_function *function, uint32_t depth)
{
    struct callee *callee = &in->callees[function->index];
    gi_status status;

    if (!function->has_body)
        return GI_OK;
    if (callee->open || depth >= GI_EMIT_MOST_CALLS_DEEP) {
        in->recursive = true;           /* is refused later */
        return GI_OK;
    }
    status = look_at(in, function, depth + 1);
    caller->meets |= callee->meets;
    caller->exits |= callee->exits;
    return status;
}

static gi_status look_at_call(struct inlining *in, struct callee *caller,
                              const struct gi_ptx_instruction *call, uint32_t depth)
{
    const struct gi_ptx_module *module = in->emit->module;
    const struct gi_ptx_operand *target = gi_emit_parts_of(call).target;
    gi_status status;

    if (target && target->kind == GI_PTX_FUNCTION)
        return look_at_called(in, caller, target->to.function, depth);
    if (!gi_emit_is_indirect(call))
        return GI_OK;
    status = gi_emit_find_taken(in->emit->arena, module, &in->emit->taken);
    for (uint32_t i = 0; status == GI_OK && i < module->function_count; i++) {
        if (in->emit->taken[i] && gi_emit_may_reach(caller->body, call, module->functions[i]))
            status = look_at_called(in, caller, module->functions[i], depth);
    }
    return status;
}

static gi_status look_at(struct inlining *in, const struct gi_ptx_function *function,
                         uint32_t depth)
{
    struct callee *callee = &in->callees[function->index];
    gi_status status;

    if (callee->body)
        return GI_OK;
    status = gi_ptx_parse_lowered(in->emit->arena, in->emit->module, function, &callee->body);
    if (status == GI_OK)
        status = gi_ptx_order_volatile(in->emit->arena, callee->body);
    if (status != GI_OK)
        return status;
    callee->open = true;
    for (uint32_t i = 0; status == GI_OK && i < callee->body->instruction_count; i++) {
        const struct gi_ptx_instruction *at = &callee->body->instructions[i];

        callee->meets |= gi_emit_meeting_of(at) != GI_EMIT_MEETS_NOBODY;
        callee->exits |= gi_ptx_does(at, GI_PTX_EXITS);
        if (gi_ptx_does(at, GI_PTX_CALLS))
            status = look_at_call(in, callee, at, depth);
    }
    callee->open = false;
    return status;
}

static bool is_inlined(const struct inlining *in, const struct gi_ptx_function *function)
{
    const struct callee *callee = &in->callees[function->index];

    return function->has_body && !function->is_entry
        && (callee->meets || (in->meets && callee->exits));
}

/* ---- the new body ---- */

static void *append(struct inlining *in, struct array *array, size_t size)
{
    if (gi_arena_reserve(in->emit->arena, &array->items, array->count, &array->room,
                         array->count + 1, size) != GI_OK)
        return NULL;
    return (uint8_t *)array->items + size * array->count++;
}

static struct gi_ptx_label *label_at(struct inlining *in, uint32_t index)
{
    return (struct gi_ptx_label *)in->labels.items + index;
}

/* A new label; its place is set later. */
static gi_status add_label(struct inlining *in, uint32_t *out_index)
{
    struct gi_ptx_label *label = append(in, &in->labels, sizeof(*label));

    if (!label)
        return GI_OUT_OF_MEMORY;
    *label = (struct gi_ptx_label){ .kind = GI_PTX_PLACE };
    *out_index = in->labels.count - 1;
    return GI_OK;
}

static void place_label(struct inlining *in, uint32_t index)
{
    label_at(in, index)->instruction = in->instructions.count;
}

/* An instruction of the opcode with so many operands, at the line of another one. */
static struct gi_ptx_instruction *add_instruction(struct inlining *in,
                                                  const struct gi_ptx_instruction *like,
                                                  enum gi_ptx_opcode opcode, uint32_t operands)
{
    struct gi_ptx_instruction *added = append(in, &in->instructions, sizeof(*added));

    if (!added)
        return NULL;
    *added = (struct gi_ptx_instruction){ .opcode = (uint16_t)opcode, .vector = 1,
                                          .line = like->line, .spelling = like->spelling,
                                          .operand_count = operands };
    added->operands = gi_arena_alloc(in->emit->arena, operands + 1, sizeof(*added->operands));
    return added->operands ? added : NULL;
}

static gi_status add_jump(struct inlining *in, const struct gi_ptx_instruction *like,
                          uint32_t label)
{
    struct gi_ptx_instruction *jump = add_instruction(in, like, GI_PTX_OP_bra, 1);

    if (!jump)
        return GI_OUT_OF_MEMORY;
    jump->operands[0] = (struct gi_ptx_operand){ .kind = GI_PTX_LABEL, .index = label };
    return GI_OK;
}

static void guard_last(struct inlining *in, uint32_t guard, bool negated)
{
    struct gi_ptx_instruction *last = (struct gi_ptx_instruction *)in->instructions.items
        + in->instructions.count - 1;

    last->has_guard = true;
    last->guard = guard;
    last->guard_negated = negated;
}

static gi_status add_move(struct inlining *in, const struct gi_ptx_instruction *like,
                          const struct gi_ptx_operand *to, const struct gi_ptx_operand *from,
                          enum gi_ptx_type type)
{
    struct gi_ptx_instruction *move = add_instruction(in, like, GI_PTX_OP_mov, 2);

    if (!move)
        return GI_OUT_OF_MEMORY;
    move->types[0] = (uint8_t)type;
    move->type_count = 1;
    move->operands[0] = *to;
    move->operands[1] = *from;
    return GI_OK;
}

/* ---- copies of operands ---- */

static const struct gi_ptx_variable *mapped(const struct copy *copy,
                                            const struct gi_ptx_variable *variable)
{
    uint32_t index = variable->index;

    if (index < copy->body->variable_count && copy->body->variables[index] == variable)
        return copy->variables[index];
    for (uint32_t i = 0; copy->parameters && i < copy->function->parameter_count; i++) {
        if (copy->function->parameters[i] == variable)
            return copy->parameters[i];
    }
    for (uint32_t i = 0; copy->results && i < copy->function->result_count; i++) {
        if (copy->function->results[i] == variable)
            return copy->results[i];
    }
    return variable;
}

static gi_status copy_operands(struct inlining *in, const struct copy *copy,
                               struct gi_ptx_operand **operands, uint32_t count)
{
    struct gi_ptx_operand *all = gi_arena_alloc(in->emit->arena, (size_t)count + 1, sizeof(*all));
    gi_status status = all ? GI_OK : GI_OUT_OF_MEMORY;

    for (uint32_t i = 0; status == GI_OK && i < count; i++) {
        all[i] = (*operands)[i];
        if (all[i].kind == GI_PTX_REGISTER)
            all[i].index += copy->registers;
        else if (all[i].kind == GI_PTX_LABEL)
            all[i].index += copy->labels;
        else if (all[i].kind == GI_PTX_VARIABLE)
            all[i].to.variable = mapped(copy, all[i].to.variable);
        else if (all[i].kind == GI_PTX_MEMORY || all[i].kind == GI_PTX_VECTOR
                 || all[i].kind == GI_PTX_LIST || all[i].kind == GI_PTX_PAIR)
            status = copy_operands(in, copy, &all[i].to.items, all[i].count);
    }
    *operands = all;
    return status;
}

/* ---- copies of declarations ---- */

static gi_status add_variable(struct inlining *in, const struct gi_ptx_variable *from,
                              struct gi_ptx_variable **out_variable)
{
    struct gi_ptx_variable **place = append(in, &in->variables, sizeof(*place));

    *out_variable = gi_arena_alloc(in->emit->arena, 1, sizeof(**out_variable));
    if (!place || !*out_variable)
        return GI_OUT_OF_MEMORY;
    **out_variable = *from;
    (*out_variable)->index = in->variables.count - 1;
    *place = *out_variable;
    return GI_OK;
}

/* Each copy has parameters of its own. All share what lies elsewhere, local variables too: no two
 * of them run at a time in one thread. */
static gi_status copy_variables(struct inlining *in, struct copy *copy)
{
    struct callee *callee = &in->callees[copy->function->index];
    size_t room = (size_t)copy->body->variable_count + 1;
    gi_status status = GI_OK;

    copy->variables = gi_arena_alloc(in->emit->arena, room, sizeof(*copy->variables));
    if (!callee->kept)
        callee->kept = gi_arena_alloc(in->emit->arena, room, sizeof(*callee->kept));
    if (!copy->variables || !callee->kept)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; status == GI_OK && i < copy->body->variable_count; i++) {
        const struct gi_ptx_variable *from = copy->body->variables[i];
        bool own = from->space == GI_PTX_PARAM || from->space == GI_PTX_REG;

        copy->variables[i] = own ? NULL : callee->kept[i];
        if (!copy->variables[i])
            status = add_variable(in, from, &copy->variables[i]);
        callee->kept[i] = copy->variables[i];
    }
    return status;
}

/* Registers, variables, and labels, whose places follow. */
static gi_status copy_declarations(struct inlining *in, struct copy *copy)
{
    const struct gi_ptx_body *body = copy->body;
    gi_status status = copy_variables(in, copy);

    copy->registers = in->registers.count;
    copy->labels = in->labels.count;
    for (uint32_t i = 0; status == GI_OK && i < body->register_count; i++) {
        struct gi_ptx_register *reg = append(in, &in->registers, sizeof(*reg));

        if (!reg)
            return GI_OUT_OF_MEMORY;
        *reg = body->registers[i];
    }
    for (uint32_t i = 0; status == GI_OK && i < body->label_count; i++) {
        struct gi_ptx_label *label = append(in, &in->labels, sizeof(*label));
        struct gi_ptx_label copied = body->labels[i];

        if (!label)
            return GI_OUT_OF_MEMORY;
        if (copied.target_count)
            status = copy_operands(in, copy, &copied.targets, copied.target_count);
        *label_at(in, copy->labels + i) = copied;
    }
    return status == GI_OK ? add_label(in, &copy->end) : status;
}

/* ---- copies of bodies ---- */

static gi_status copy_body(struct inlining *in, struct copy *copy);

/* Whether a call's operands are what a function takes, in forms that a copy can have. */
static bool fits(const struct gi_emit_call_parts *parts, const struct gi_ptx_function *function)
{
    if ((parts->arguments ? parts->arguments->count : 0) != function->parameter_count
        || (parts->results ? parts->results->count : 0) != function->result_count)
        return false;
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        const struct gi_ptx_operand *operand = &parts->arguments->to.items[i];

        if (function->parameters[i]->space == GI_PTX_PARAM
            && (operand->kind != GI_PTX_VARIABLE || operand->to.variable->space != GI_PTX_PARAM
                || operand->to.variable->bytes < function->parameters[i]->bytes))
            return false;
    }
    for (uint32_t i = 0; i < function->result_count; i++) {
        const struct gi_ptx_operand *operand = &parts->results->to.items[i];

        if (function->results[i]->space == GI_PTX_PARAM ? operand->kind != GI_PTX_VARIABLE
            || operand->to.variable->bytes < function->results[i]->bytes
            : operand->kind != GI_PTX_REGISTER)
            return false;
    }
    return true;
}

/* Parameters of the copy are the caller's variables, or registers that are moved. The caller's
 * operands are copied already. moves: from the copy's registers to the caller's results. */
static gi_status pass(struct inlining *in, const struct copy *copy,
                      const struct gi_ptx_instruction *call,
                      const struct gi_ptx_operand *operands,
                      struct gi_ptx_variable *const *declared, uint32_t count, bool moves,
                      uint32_t *registers, const struct gi_ptx_variable **out)
{
    gi_status status = GI_OK;

    for (uint32_t i = 0; status == GI_OK && i < count; i++) {
        struct gi_ptx_operand own = { .kind = GI_PTX_REGISTER };
        enum gi_ptx_type type;

        if (declared[i]->space == GI_PTX_PARAM) {
            out[i] = operands[i].to.variable;
            continue;
        }
        type = copy->body->registers[*registers].type;
        own.index = copy->registers + (*registers)++;
        status = add_move(in, call, moves ? &operands[i] : &own, moves ? &own : &operands[i],
                          type);
    }
    return status;
}

/* A function in the place of a call, whose operands are those of the new body. */
static gi_status inline_function(struct inlining *in, const struct gi_ptx_instruction *call,
                                 const struct gi_ptx_function *function, uint32_t depth)
{
    struct gi_emit_call_parts parts = gi_emit_parts_of(call);
    struct copy copy = { .function = function, .body = in->callees[function->index].body,
                         .depth = depth };
    const struct gi_ptx_operand *results = parts.results ? parts.results->to.items : NULL;
    const struct gi_ptx_operand *arguments = parts.arguments ? parts.arguments->to.items : NULL;
    uint32_t registers = 0;
    gi_status status = copy_declarations(in, &copy);

    copy.parameters = gi_arena_alloc(in->emit->arena, (size_t)function->parameter_count + 1,
                                     sizeof(*copy.parameters));
    copy.results = gi_arena_alloc(in->emit->arena, (size_t)function->result_count + 1,
                                  sizeof(*copy.results));
    if (status == GI_OK && (!copy.parameters || !copy.results))
        status = GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; status == GI_OK && i < function->result_count; i++)
        copy.results[i] = results[i].kind == GI_PTX_VARIABLE ? results[i].to.variable : NULL;
    if (status == GI_OK)
        status = pass(in, &copy, call, arguments, function->parameters, function->parameter_count,
                      false, &registers, copy.parameters);
    if (status == GI_OK)
        status = copy_body(in, &copy);
    if (status == GI_OK)
        status = pass(in, &copy, call, results, function->results, function->result_count, true,
                      &registers, copy.results);
    return status;
}

/* Jumps to a label unless a register has the address of a function. */
static gi_status compare_address(struct inlining *in, const struct gi_ptx_instruction *call,
                                 const struct gi_ptx_function *function, uint32_t otherwise)
{
    struct gi_ptx_register *reg = append(in, &in->registers, sizeof(*reg));
    struct gi_ptx_instruction *compare = add_instruction(in, call, GI_PTX_OP_setp, 3);
    gi_status status;

    if (!reg || !compare)
        return GI_OUT_OF_MEMORY;
    *reg = (struct gi_ptx_register){ .type = GI_PTX_T_PRED, .parts = 1 };
    compare->modifiers[0] = GI_PTX_M_EQ;
    compare->modifier_count = 1;
    compare->types[0] = GI_PTX_T_B64;
    compare->type_count = 1;
    compare->operands[0] = (struct gi_ptx_operand){ .kind = GI_PTX_REGISTER,
                                                    .index = in->registers.count - 1 };
    compare->operands[1] = *gi_emit_parts_of(call).target;
    compare->operands[2] = (struct gi_ptx_operand){ .kind = GI_PTX_INTEGER_VALUE,
                                                    .value = gi_emit_function_address(function) };
    status = add_jump(in, call, otherwise);
    if (status == GI_OK)
        guard_last(in, in->registers.count - 1, true);
    return status;
}

/* The functions of a call by address that stand in its place, one behind the other. */
static gi_status inline_targets(struct inlining *in, const struct copy *outer,
                                const struct gi_ptx_instruction *from,
                                const struct gi_ptx_instruction *call, uint32_t done)
{
    const struct gi_ptx_module *module = in->emit->module;
    struct gi_emit_call_parts parts = gi_emit_parts_of(call);
    gi_status status = GI_OK;

    for (uint32_t i = 0; status == GI_OK && i < module->function_count; i++) {
        const struct gi_ptx_function *function = module->functions[i];
        uint32_t next;

        if (!in->emit->taken[i] || !gi_emit_may_reach(outer->body, from, function)
            || !is_inlined(in, function) || !fits(&parts, function))
            continue;
        status = add_label(in, &next);
        if (status == GI_OK)
            status = compare_address(in, call, function, next);
        if (status == GI_OK)
            status = inline_function(in, call, function, outer->depth + 1);
        if (status == GI_OK)
            status = add_jump(in, call, done);
        if (status == GI_OK)
            place_label(in, next);
    }
    return status;
}

/* A call, whose operands are copied already; from is what it was. */
static gi_status copy_call(struct inlining *in, const struct copy *outer,
                           const struct gi_ptx_instruction *from, struct gi_ptx_instruction *call)
{
    struct gi_emit_call_parts parts = gi_emit_parts_of(call);
    bool is_direct = parts.target && parts.target->kind == GI_PTX_FUNCTION;
    bool replaced = is_direct && is_inlined(in, parts.target->to.function)
        && fits(&parts, parts.target->to.function);
    uint32_t done;
    gi_status status = add_label(in, &done);
    struct gi_ptx_instruction *kept;

    if (status == GI_OK && call->has_guard && (replaced || gi_emit_is_indirect(call))) {
        status = add_jump(in, call, done);
        if (status == GI_OK)
            guard_last(in, call->guard, !call->guard_negated);
        call->has_guard = false;
    }
    if (status == GI_OK && replaced)
        status = inline_function(in, call, parts.target->to.function, outer->depth + 1);
    else if (status == GI_OK && gi_emit_is_indirect(call))
        status = inline_targets(in, outer, from, call, done);
    if (status == GI_OK && !replaced) {
        kept = append(in, &in->instructions, sizeof(*kept));
        if (!kept)
            return GI_OUT_OF_MEMORY;
        *kept = *call;
    }
    if (status == GI_OK)
        place_label(in, done);
    return status;
}

static gi_status copy_instruction(struct inlining *in, const struct copy *copy,
                                  const struct gi_ptx_instruction *from)
{
    struct gi_ptx_instruction copied = *from;
    struct gi_ptx_instruction *added;
    gi_status status = copy_operands(in, copy, &copied.operands, copied.operand_count);

    if (status != GI_OK)
        return status;
    copied.guard += copy->registers;
    if (gi_ptx_does(&copied, GI_PTX_CALLS))
        return copy_call(in, copy, from, &copied);
    if (gi_ptx_does(&copied, GI_PTX_RETURNS) && !copy->function->is_entry) {
        status = add_jump(in, from, copy->end);
        if (status == GI_OK && copied.has_guard)
            guard_last(in, copied.guard, copied.guard_negated);
        return status;
    }
    added = append(in, &in->instructions, sizeof(*added));
    if (!added)
        return GI_OUT_OF_MEMORY;
    *added = copied;
    return GI_OK;
}

static gi_status copy_body(struct inlining *in, struct copy *copy)
{
    const struct gi_ptx_body *body = copy->body;
    uint32_t *places = gi_arena_alloc(in->emit->arena, (size_t)body->instruction_count + 1,
                                      sizeof(*places));
    gi_status status = places ? GI_OK : GI_OUT_OF_MEMORY;

    for (uint32_t i = 0; status == GI_OK && i < body->instruction_count; i++) {
        places[i] = in->instructions.count;
        status = copy_instruction(in, copy, &body->instructions[i]);
        if (in->instructions.count > MOST_INSTRUCTIONS || in->labels.count > MOST_LABELS
            || in->registers.count > MOST_REGISTERS)
            status = gi_fail(GI_NOT_SUPPORTED, "PTX line %u: functions with barriers are called "
                             "from more places than is built", body->instructions[i].line);
    }
    if (status != GI_OK)
        return status;
    places[body->instruction_count] = in->instructions.count;
    for (uint32_t i = 0; i < body->label_count; i++) {
        struct gi_ptx_label *label = label_at(in, copy->labels + i);

        label->instruction = places[body->labels[i].instruction];
    }
    place_label(in, copy->end);
    return GI_OK;
}

/* ---- the entry ---- */

static bool has_call(const struct gi_ptx_body *body)
{
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        if (gi_ptx_does(&body->instructions[i], GI_PTX_CALLS))
            return true;
    }
    return false;
}

static gi_status make_body(struct inlining *in, const struct gi_ptx_function *entry,
                           struct gi_ptx_body **out_body)
{
    struct gi_ptx_body *body = gi_arena_alloc(in->emit->arena, 1, sizeof(*body));
    struct copy copy = { .function = entry, .body = in->callees[entry->index].body };
    gi_status status = body ? copy_declarations(in, &copy) : GI_OUT_OF_MEMORY;

    if (status == GI_OK)
        status = copy_body(in, &copy);
    if (status != GI_OK)
        return status;
    *body = (struct gi_ptx_body){
        in->instructions.items, in->instructions.count, in->registers.items, in->registers.count,
        in->labels.items, in->labels.count, in->variables.items, in->variables.count };
    *out_body = body;
    return GI_OK;
}

gi_status gi_emit_inline(struct gi_emit *emit, const struct gi_ptx_function *entry,
                         struct gi_ptx_body **out_body)
{
    uint32_t count = emit->module->function_count;
    struct inlining in = { .emit = emit };
    bool any = false;
    gi_status status = gi_ptx_parse_lowered(emit->arena, emit->module, entry, out_body);

    if (status == GI_OK)
        status = gi_ptx_order_volatile(emit->arena, *out_body);
    emit->inlined = gi_arena_alloc(emit->arena, (size_t)count + 1, sizeof(*emit->inlined));
    if (status != GI_OK || !emit->inlined)
        return status == GI_OK ? GI_OUT_OF_MEMORY : status;
    if (!has_call(*out_body))
        return GI_OK;
    in.callees = gi_arena_alloc(emit->arena, (size_t)count + 1, sizeof(*in.callees));
    if (!in.callees)
        return GI_OUT_OF_MEMORY;
    status = look_at(&in, entry, 0);
    in.meets = in.callees[entry->index].meets;
    for (uint32_t i = 0; status == GI_OK && !in.recursive && i < count; i++) {
        emit->inlined[i] = is_inlined(&in, emit->module->functions[i]);
        any |= emit->inlined[i];
    }
    return status == GI_OK && any ? make_body(&in, entry, out_body) : status;
}
