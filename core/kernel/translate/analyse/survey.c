#include "kernel/translate/analyse/survey.h"

#include "kernel/heap/heap_names.h"
#include "kernel/translate/analyse/callee.h"
#include "kernel/translate/analyse/clock.h"
#include "kernel/translate/analyse/inline.h"
#include "kernel/translate/analyse/loops.h"
#include "kernel/translate/analyse/narrow.h"
#include "kernel/translate/ptx/facts.h"
#include "kernel/translate/ptx/stack.h"

/* A call, for the search for recursion. */
struct call {
    uint32_t from, to;          /* indices of functions of the module */
};

/* Atomics of a space. */
struct atomics {
    bool adds_floats;           /* of f32 */
    bool others;
};

struct survey {
    struct gi_emit *emit;
    struct gi_emit_function *last;
    struct call *calls;
    uint32_t call_count, call_room;
    uint32_t generic_widths, generic_atomics;
    struct atomics on_shared, on_generic;
    bool parameter_address;
    bool *uses_shared;          /* of the module's variables */
};

static uint64_t align_up(uint64_t at, uint64_t align)
{
    return (at + align - 1) & ~(align - 1);
}

/* body: NULL, or the function's, read already. */
static gi_status reach(struct survey *survey, const struct gi_ptx_function *function,
                       struct gi_ptx_body *body)
{
    struct gi_emit *emit = survey->emit;
    struct gi_emit_function *added;
    gi_status status = GI_OK;

    if (emit->by_index[function->index] || !function->has_body)
        return GI_OK;
    added = gi_arena_alloc(emit->arena, 1, sizeof(*added));
    if (!added)
        return GI_OUT_OF_MEMORY;
    added->function = function;
    added->is_heap = gi_heap_has(emit->module, function);
    emit->by_index[function->index] = added;
    if (survey->last)
        survey->last->next = added;
    else
        emit->functions = added;
    survey->last = added;
    added->body = body;
    if (!body)
        status = gi_ptx_parse_lowered(emit->arena, emit->module, function, &added->body);
    return status == GI_OK ? gi_ptx_narrow(emit->arena, function, added->body) : status;
}

static gi_status add_call(struct survey *survey, uint32_t from,
                          const struct gi_ptx_function *target)
{
    void *items = survey->calls;
    gi_status status = reach(survey, target, NULL);

    if (status == GI_OK)
        status = gi_arena_reserve(survey->emit->arena, &items, survey->call_count,
                                  &survey->call_room, survey->call_count + 1,
                                  sizeof(*survey->calls));
    if (status != GI_OK)
        return status;
    survey->calls = items;
    survey->calls[survey->call_count++] = (struct call){ from, target->index };
    return GI_OK;
}

static gi_status reach_by_address(struct survey *survey, const struct gi_emit_function *at,
                                  const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_module *module = survey->emit->module;
    gi_status status = gi_emit_find_taken(survey->emit->arena, module, &survey->emit->taken);

    survey->emit->kernel->uses_report = true;
    for (uint32_t i = 0; status == GI_OK && i < module->function_count; i++) {
        if (survey->emit->taken[i] && !survey->emit->inlined[i]
            && gi_emit_may_reach(at->body, instruction, module->functions[i]))
            status = add_call(survey, at->function->index, module->functions[i]);
    }
    return status;
}

/* ---- uses of instructions ---- */

static bool is_parameter_of(const struct gi_ptx_function *function,
                            const struct gi_ptx_variable *variable)
{
    return variable->index < function->parameter_count
        && function->parameters[variable->index] == variable;
}

static void look_at_operand(struct survey *survey, const struct gi_ptx_function *function,
                            const struct gi_ptx_operand *operand, bool in_load)
{
    const struct gi_ptx_module *module = survey->emit->module;

    if (operand->kind == GI_PTX_SPECIAL && operand->index == GI_PTX_S_nctaid)
        survey->emit->kernel->uses_grid = true;
    if (operand->kind == GI_PTX_SPECIAL
        && (operand->index == GI_PTX_S_envreg1 || operand->index == GI_PTX_S_envreg2))
        survey->emit->kernel->uses_grid_barrier = true;
    if (operand->kind == GI_PTX_SPECIAL
        && gi_emit_clock_has_word(survey->emit->target, (enum gi_ptx_special)operand->index)) {
        survey->emit->kernel->uses_clock = true;
        survey->emit->kernel->clock_is_word = !survey->emit->target->short_clock;
    }
    if (operand->kind == GI_PTX_VARIABLE) {
        const struct gi_ptx_variable *variable = operand->to.variable;

        if (variable->space == GI_PTX_SHARED && variable->index < module->variable_count
            && module->variables[variable->index] == variable)
            survey->uses_shared[variable->index] = true;
        if (gi_heap_is_variable(module, variable))
            survey->emit->kernel->uses_heap = true;
        if (function->is_entry && !in_load && is_parameter_of(function, variable))
            survey->parameter_address = true;
    }
    if (operand->kind != GI_PTX_VECTOR && operand->kind != GI_PTX_PAIR
        && operand->kind != GI_PTX_MEMORY && operand->kind != GI_PTX_LIST)
        return;
    for (uint32_t i = 0; i < operand->count; i++)
        look_at_operand(survey, function, &operand->to.items[i],
                        in_load && operand->kind == GI_PTX_MEMORY);
}

static bool is_float_add(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_has(instruction, GI_PTX_M_ADD) && gi_ptx_type_at(instruction, 0) == GI_PTX_T_F32;
}

static void look_at_atomic(struct atomics *atomics, const struct gi_ptx_instruction *instruction)
{
    if (is_float_add(instruction))
        atomics->adds_floats = true;
    else
        atomics->others = true;
}

static void look_at_access(struct survey *survey, const struct gi_ptx_function *function,
                           const struct gi_ptx_instruction *instruction)
{
    struct gi_emit *emit = survey->emit;
    bool atomic = gi_ptx_does(instruction, GI_PTX_UPDATES);
    bool by_words = gi_ptx_does(instruction, GI_PTX_BY_WORDS);
    uint32_t bytes = 4;

    if (instruction->type_count && !by_words)
        bytes = gi_ptx_type_bytes(instruction->types[instruction->type_count - 1]);
    if (gi_ptx_does(instruction, GI_PTX_PARTS))
        bytes |= 4;             /* by words where it can */
    if (by_words || instruction->space == GI_PTX_SHARED) {
        emit->uses_shared = true;
        emit->widths[0] |= bytes;
        emit->atomic_widths |= atomic ? bytes : 0;
        if (atomic)
            look_at_atomic(&survey->on_shared, instruction);
    } else if (instruction->space == GI_PTX_LOCAL) {
        emit->widths[1] |= bytes;
    } else if (instruction->space == GI_PTX_GENERIC) {
        survey->generic_widths |= bytes;
        survey->generic_atomics |= atomic ? bytes : 0;
        if (atomic)
            look_at_atomic(&survey->on_generic, instruction);
    } else if (instruction->space == GI_PTX_PARAM && function->is_entry
               && gi_ptx_does(instruction, GI_PTX_LOADS) && instruction->operand_count > 1
               && instruction->operands[1].kind == GI_PTX_MEMORY
               && instruction->operands[1].to.items[0].kind != GI_PTX_VARIABLE) {
        survey->parameter_address = true;
    }
}

/* It has atomics on words of 32 bits. */
static void look_at_mbarrier(struct survey *survey)
{
    struct gi_emit *emit = survey->emit;

    survey->on_shared.others = true;
    emit->uses_shared = true;
    emit->widths[0] |= 4;
    emit->atomic_widths |= 4;
}

/* Functions that the emission itself carries out. */
static void look_at_call(struct survey *survey, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit *emit = survey->emit;
    enum gi_emit_builtin builtin = gi_emit_builtin_of(instruction);

    if (builtin != GI_EMIT_NO_BUILTIN)
        emit->kernel->uses_report = true;
    if (builtin == GI_EMIT_PRINTS)
        emit->widths[1] |= 4;       /* arguments are copied by words */
}

static gi_status look_at_calls(struct survey *survey, const struct gi_emit_function *at,
                               const struct gi_ptx_instruction *call)
{
    gi_status status = GI_OK;

    look_at_call(survey, call);
    if (gi_emit_is_indirect(call))
        return reach_by_address(survey, at, call);
    for (uint32_t i = 0; status == GI_OK && i < call->operand_count; i++) {
        if (call->operands[i].kind == GI_PTX_FUNCTION)
            status = add_call(survey, at->function->index, call->operands[i].to.function);
    }
    return status;
}

static gi_status look_at(struct survey *survey, const struct gi_emit_function *at,
                         const struct gi_ptx_instruction *instruction)
{
    struct gi_emit *emit = survey->emit;
    bool in_load = gi_ptx_does(instruction, GI_PTX_LOADS);
    bool copies = gi_ptx_does(instruction, GI_PTX_COPIES);  /* into shared memory, by words */

    for (uint32_t i = 0; i < instruction->operand_count; i++)
        look_at_operand(survey, at->function, &instruction->operands[i], in_load);
    if (gi_ptx_does(instruction, GI_PTX_AWAITS)
        || (copies && gi_ptx_has(instruction, GI_PTX_M_MBARRIER)))
        look_at_mbarrier(survey);
    else if (gi_ptx_does(instruction, GI_PTX_LOADS | GI_PTX_STORES | GI_PTX_UPDATES)
             || (copies && instruction->operand_count > 1))
        look_at_access(survey, at->function, instruction);
    if (gi_ptx_does(instruction, GI_PTX_CONVERTS_ADDRESS)
        && !gi_ptx_has(instruction, GI_PTX_M_TO)) {
        emit->takes_shared |= instruction->space == GI_PTX_SHARED;
        emit->takes_local |= instruction->space == GI_PTX_LOCAL;
    }
    if (gi_ptx_does(instruction, GI_PTX_FAILS))
        emit->kernel->uses_report = true;
    return gi_ptx_does(instruction, GI_PTX_CALLS) ? look_at_calls(survey, at, instruction) : GI_OK;
}

/* Functions in an order in which callers come first, and how many calls lead to each at most. */
struct call_order {
    uint32_t *callers;          /* that are not yet in the order */
    uint32_t *depths;
    uint32_t *first_calls;      /* where a function's calls begin in the survey's list */
    uint32_t *ready;
    uint32_t ready_count;
};

static gi_status begin_order(const struct survey *survey, struct call_order *order)
{
    struct gi_arena *arena = survey->emit->arena;
    size_t count = (size_t)survey->emit->module->function_count + 1;

    *order = (struct call_order){
        .callers = gi_arena_alloc(arena, count, sizeof(uint32_t)),
        .depths = gi_arena_alloc(arena, count, sizeof(uint32_t)),
        .first_calls = gi_arena_alloc(arena, count, sizeof(uint32_t)),
        .ready = gi_arena_alloc(arena, count, sizeof(uint32_t)) };
    if (!order->callers || !order->depths || !order->first_calls || !order->ready)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = survey->call_count; i-- > 0;) {
        order->callers[survey->calls[i].to]++;
        order->first_calls[survey->calls[i].from] = i;
    }
    for (struct gi_emit_function *at = survey->emit->functions; at; at = at->next) {
        if (order->callers[at->function->index] == 0)
            order->ready[order->ready_count++] = at->function->index;
    }
    return GI_OK;
}

/* The calls of one function stand side by side. */
static void take_calls(const struct survey *survey, struct call_order *order, uint32_t from)
{
    for (uint32_t i = order->first_calls[from];
         i < survey->call_count && survey->calls[i].from == from; i++) {
        uint32_t to = survey->calls[i].to;

        if (order->depths[to] <= order->depths[from])
            order->depths[to] = order->depths[from] + 1;
        if (--order->callers[to] == 0)
            order->ready[order->ready_count++] = to;
    }
}

/* Drivers' compilers follow calls by recursion, so they need a stack for each. */
static gi_status refuse_recursion(const struct survey *survey)
{
    struct call_order order;
    gi_status status = begin_order(survey, &order);

    for (uint32_t i = 0; status == GI_OK && i < order.ready_count; i++)
        take_calls(survey, &order, order.ready[i]);
    for (struct gi_emit_function *at = survey->emit->functions; at && status == GI_OK;
         at = at->next) {
        const struct gi_ptx_function *function = at->function;

        if (order.callers[function->index] != 0)
            status = gi_fail(GI_NOT_SUPPORTED, "PTX line %u: %.*s is recursive, which is not built",
                             function->line, (int)function->name.length, function->name.start);
        else if (order.depths[function->index] > GI_EMIT_MOST_CALLS_DEEP)
            status = gi_fail(GI_NOT_SUPPORTED, "PTX line %u: %u calls, one within the other, lead "
                             "to %.*s; at most %d are built", function->line,
                             order.depths[function->index], (int)function->name.length,
                             function->name.start, GI_EMIT_MOST_CALLS_DEEP);
    }
    return status;
}

/* ---- places ---- */

static gi_status place_bodies(struct survey *survey)
{
    struct gi_emit *emit = survey->emit;

    for (struct gi_emit_function *at = emit->functions; at; at = at->next) {
        const struct gi_ptx_body *body = at->body;

        at->places = gi_arena_alloc(emit->arena, (size_t)body->variable_count + 1,
                                    sizeof(*at->places));
        if (!at->places)
            return GI_OUT_OF_MEMORY;
        for (uint32_t i = 0; i < body->variable_count; i++) {
            const struct gi_ptx_variable *variable = body->variables[i];
            uint64_t *end = variable->space == GI_PTX_SHARED ? &emit->shared_bytes
                : variable->space == GI_PTX_LOCAL ? &emit->local_bytes : NULL;

            if (!end)
                continue;
            emit->uses_shared |= variable->space == GI_PTX_SHARED;
            at->places[i] = align_up(*end, variable->align);
            *end = at->places[i] + variable->bytes;
            if (*end > UINT32_MAX / 2)
                return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: variables are larger than is built",
                               variable->line);
        }
    }
    return GI_OK;
}

static gi_status place_shared(struct survey *survey)
{
    struct gi_emit *emit = survey->emit;
    const struct gi_ptx_module *module = emit->module;

    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct gi_ptx_variable *variable = module->variables[i];

        if (!survey->uses_shared[i] || variable->is_open)
            continue;
        emit->shared_places[i] = align_up(emit->shared_bytes, variable->align);
        emit->shared_bytes = emit->shared_places[i] + variable->bytes;
        if (emit->shared_bytes > UINT32_MAX / 2)
            return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: variables are larger than is built",
                           variable->line);
    }
    for (uint32_t i = 0; i < module->variable_count; i++) {
        if (!survey->uses_shared[i])
            continue;
        emit->uses_shared = true;
        if (!module->variables[i]->is_open)
            continue;
        if (!emit->kernel->dynamic_shared)
            emit->shared_bytes = align_up(emit->shared_bytes, 128);
        emit->kernel->dynamic_shared = true;
        emit->shared_places[i] = emit->shared_bytes;
    }
    return GI_OK;
}

static gi_status place_parameters(struct survey *survey, const struct gi_ptx_function *entry)
{
    struct gi_emit *emit = survey->emit;
    struct gi_translate_kernel *kernel = emit->kernel;
    struct gi_translate_parameter *parameters;
    uint64_t at = 0;

    parameters = gi_arena_alloc(emit->arena, entry->parameter_count + 1, sizeof(*parameters));
    emit->parameter_places = gi_arena_alloc(emit->arena, entry->parameter_count + 1,
                                            sizeof(*emit->parameter_places));
    if (!parameters || !emit->parameter_places)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        const struct gi_ptx_variable *variable = entry->parameters[i];

        at = align_up(at, variable->align);
        if (at + variable->bytes > 32764)
            return gi_fail(GI_INVALID_VALUE, "PTX line %u: parameters have more than 32764 bytes",
                           variable->line);
        emit->parameter_places[i] = at;
        parameters[i].offset_bytes = (uint32_t)at;
        parameters[i].bytes = (uint32_t)variable->bytes;
        at += variable->bytes;
    }
    kernel->parameters = parameters;
    kernel->parameter_count = entry->parameter_count;
    kernel->parameter_bytes = (uint32_t)at;
    kernel->pushes_variables = true;
    kernel->push_report_bytes = GI_TRANSLATE_PUSH_REST;
    kernel->push_check_bytes = kernel->push_report_bytes + (kernel->uses_report ? 8 : 0);
    kernel->push_grid_bytes = kernel->push_check_bytes + (kernel->uses_check ? 8 : 0);
    kernel->push_grid_barrier_bytes = kernel->push_grid_bytes + (kernel->uses_grid ? 16 : 0);
    kernel->push_clock_bytes = kernel->push_grid_barrier_bytes
        + (kernel->uses_grid_barrier ? 8 : 0);
    kernel->push_blocks_bytes = kernel->push_clock_bytes + (kernel->uses_clock ? 8 : 0);
    kernel->push_offset_bytes = kernel->push_blocks_bytes
        + (kernel->local_in_memory || kernel->shared_in_memory ? 16 : 0);
    kernel->parameters_in_memory = survey->parameter_address
        || kernel->push_offset_bytes + at > emit->target->push_bytes;
    kernel->push_bytes = kernel->push_offset_bytes;
    if (!kernel->parameters_in_memory)
        kernel->push_bytes += (uint32_t)align_up(at, 4);
    return GI_OK;
}

/* The width of the words that a space is made of. */
static uint32_t pick_width(const struct gi_emit *emit, uint32_t widths, uint32_t atomics)
{
    if (atomics & 8)
        return 8;
    if (atomics || widths == 0)
        return 4;
    if (widths == 8 || widths == 16 || widths == 24)
        return 8;
    if (widths == 2 && emit->target->int16)
        return 2;
    return widths == 1 && emit->target->int8 ? 1 : 4;
}

/* Whether elements of shared memory are f32, so that the device adds to them at once. A part of
 * an element would be stored by an atomic of integers. */
static bool adds_only_floats(const struct survey *survey)
{
    const struct gi_emit *emit = survey->emit;
    bool generic = emit->takes_shared;

    if (!emit->target->float32_shared_add || emit->shared.bytes != 4 || (emit->widths[0] & 3) != 0)
        return false;
    return (survey->on_shared.adds_floats || (generic && survey->on_generic.adds_floats))
        && !survey->on_shared.others && !(generic && survey->on_generic.others);
}

static gi_status pick_widths(struct survey *survey)
{
    struct gi_emit *emit = survey->emit;

    if (emit->target->shared_in_memory && (emit->uses_shared || emit->takes_shared)) {
        emit->kernel->shared_in_memory = true;
        emit->kernel->uses_grid = true;         /* for the numbers of blocks */
    }
    if (emit->takes_shared) {
        emit->widths[0] |= survey->generic_widths;
        emit->atomic_widths |= survey->generic_atomics;
    }
    if (emit->takes_local)
        emit->widths[1] |= survey->generic_widths;
    emit->shared.bytes = pick_width(emit, emit->widths[0], emit->atomic_widths);
    emit->shared.is_float = !emit->kernel->shared_in_memory && adds_only_floats(survey);
    emit->local.bytes = pick_width(emit, emit->widths[1], 0);
    return GI_OK;
}

/* More than the device's compiler takes lies in device memory. */
static gi_status place_local(struct survey *survey, const struct gi_ptx_function *entry)
{
    const struct gi_emit *emit = survey->emit;
    struct gi_translate_kernel *kernel = emit->kernel;

    if (emit->local_bytes > GI_TRANSLATE_LOCAL_BYTES)
        return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: %.*s has %llu bytes of local memory for "
                       "each thread; at most %d are possible", entry->line,
                       (int)entry->name.length, entry->name.start,
                       (unsigned long long)emit->local_bytes, GI_TRANSLATE_LOCAL_BYTES);
    if (emit->target->private_bytes == 0 || emit->local_bytes <= emit->target->private_bytes)
        return GI_OK;
    kernel->local_in_memory = true;
    kernel->local_thread_bytes = (uint32_t)align_up(emit->local_bytes, emit->local.bytes);
    kernel->uses_grid = true;           /* for the numbers of blocks */
    return GI_OK;
}

/* The size of dynamic shared memory has to be exact. */
static void ask_for_check(struct gi_translate_kernel *kernel)
{
    kernel->uses_check = true;
    kernel->uses_report = true;
    kernel->asks_dynamic |= kernel->dynamic_shared;
}

static gi_status walk(struct survey *survey)
{
    for (const struct gi_emit_function *at = survey->emit->functions; at; at = at->next) {
        for (uint32_t i = 0; i < at->body->instruction_count; i++) {
            gi_status status = look_at(survey, at, &at->body->instructions[i]);

            if (status != GI_OK)
                return status;
        }
    }
    return GI_OK;
}

gi_status gi_emit_survey(struct gi_emit *emit, const struct gi_ptx_function *entry)
{
    const struct gi_ptx_module *module = emit->module;
    struct survey survey = { .emit = emit };
    struct gi_ptx_body *body;
    gi_status status;

    if (entry->has_clusters)
        return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: %.*s asks for clusters, which are not built",
                       entry->line, (int)entry->name.length, entry->name.start);
    emit->by_index = gi_arena_alloc(emit->arena, module->function_count + 1,
                                    sizeof(struct gi_emit_function *));
    emit->shared_places = gi_arena_alloc(emit->arena, module->variable_count + 1,
                                         sizeof(*emit->shared_places));
    survey.uses_shared = gi_arena_alloc(emit->arena, module->variable_count + 1, sizeof(bool));
    if (!emit->by_index || !emit->shared_places || !survey.uses_shared)
        return GI_OUT_OF_MEMORY;
    status = gi_emit_inline(emit, entry, &body);
    if (status == GI_OK)
        status = reach(&survey, entry, body);
    if (status == GI_OK)
        status = walk(&survey);
    if (status == GI_OK)
        status = refuse_recursion(&survey);
    if (status == GI_OK)
        status = place_bodies(&survey);
    if (status == GI_OK)
        status = place_shared(&survey);
    if (status == GI_OK)
        status = pick_widths(&survey);
    if (status == GI_OK)
        status = place_local(&survey, entry);
    emit->kernel->uses_report |= status == GI_OK && gi_emit_checks_rounds(emit);
    if (emit->target->checks_memory)
        ask_for_check(emit->kernel);
    return status == GI_OK ? place_parameters(&survey, entry) : status;
}
