/* A launch: places of variables, threads, and their turns. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floats.h"
#include "state.h"

enum { TURN = 1000, SHORT_TURN = 7 };   /* steps of a thread until the next one has its turn */

#define DYNAMIC UINT64_MAX      /* the place of dynamic shared memory, while it is not known */
#define IMAGE_ADDRESS 0x00ff000000000000ull

void stop(struct thread *thread, enum interpreter_outcome outcome, const char *format, ...)
{
    struct machine *machine = thread->block->machine;
    const struct gi_ptx_instruction *in = NULL;
    va_list list;
    int length = 0;

    if (machine->outcome != INTERPRETER_DONE)
        return;
    machine->outcome = outcome;
    if (thread->depth && top(thread)->at < top(thread)->code->body->instruction_count)
        in = &top(thread)->code->body->instructions[top(thread)->at];
    if (in)
        length = snprintf(machine->why, machine->why_room, "PTX line %u, %.*s, thread %u: ",
                          in->line, (int)in->spelling.length, in->spelling.start, thread->number);
    va_start(list, format);
    if ((size_t)length < machine->why_room)
        (void)vsnprintf(machine->why + length, machine->why_room - (size_t)length, format, list);
    va_end(list);
}

/* ---- places ---- */

static uint64_t place(uint64_t *used, const struct gi_ptx_variable *variable)
{
    uint64_t align = variable->align ? variable->align : 1;
    uint64_t start = (*used + align - 1) / align * align;

    *used = start + variable->bytes;
    return start;
}

static uint64_t place_shared(struct machine *machine, const struct gi_ptx_variable *variable)
{
    if (variable->is_open || variable->bytes == 0)
        return DYNAMIC;
    return place(&machine->shared_bytes, variable);
}

static bool read_function(struct machine *machine, const struct gi_ptx_function *function,
                          struct code *code)
{
    struct gi_ptx_body *body;
    struct gi_arena *arena = &machine->arena;
    uint32_t most;

    if (gi_ptx_parse_body(arena, machine->launch->module, function, &body) != GI_OK)
        return false;
    most = body->variable_count + function->parameter_count + function->result_count + 1;
    code->variables = gi_arena_alloc(arena, most, sizeof(uint64_t));
    if (!code->variables)
        return false;
    code->parameters = code->variables + body->variable_count;
    code->results = code->parameters + function->parameter_count;
    code->function = function;
    code->body = body;
    for (uint32_t i = 0; i < function->parameter_count; i++)
        code->parameters[i] = place(&code->frame_bytes, function->parameters[i]);
    for (uint32_t i = 0; i < function->result_count; i++)
        code->results[i] = place(&code->frame_bytes, function->results[i]);
    for (uint32_t i = 0; i < body->variable_count; i++) {
        code->variables[i] = body->variables[i]->space == GI_PTX_SHARED
            ? place_shared(machine, body->variables[i])
            : place(&code->frame_bytes, body->variables[i]);
    }
    code->frame_bytes = (code->frame_bytes + 15) / 16 * 16;
    return true;
}

static uint64_t address_of_name(const struct machine *machine, const struct gi_ptx_relocation *from)
{
    const struct gi_ptx_variable *variable = gi_ptx_find_variable(machine->launch->module,
                                                                  from->symbol);
    const struct gi_ptx_function *function = gi_ptx_find_function(machine->launch->module,
                                                                  from->symbol);

    if (variable)
        return machine->variables[variable->index] + (uint64_t)from->addend;
    return function ? CODE_WINDOW + function->index : 0;
}

static void fill_image(struct machine *machine)
{
    const struct gi_ptx_module *module = machine->launch->module;

    for (uint32_t i = 0; i < module->variable_count; i++) {
        const struct gi_ptx_variable *variable = module->variables[i];
        uint8_t *at;

        if (variable->space == GI_PTX_SHARED)
            continue;
        at = machine->image.bytes + (machine->variables[i] - IMAGE_ADDRESS);
        if (variable->data)
            memcpy(at, variable->data, variable->bytes);
        for (uint32_t k = 0; k < variable->relocation_count; k++) {
            uint64_t address = address_of_name(machine, &variable->relocations[k]);

            address >>= variable->relocations[k].shift;
            memcpy(at + variable->relocations[k].offset, &address,
                   variable->relocations[k].bytes);
        }
    }
}

static bool place_variables(struct machine *machine)
{
    const struct gi_ptx_module *module = machine->launch->module;
    uint64_t used = 0;

    machine->variables = gi_arena_alloc(&machine->arena, module->variable_count + 1,
                                        sizeof(uint64_t));
    if (!machine->variables)
        return false;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        if (module->variables[i]->space == GI_PTX_SHARED)
            machine->variables[i] = place_shared(machine, module->variables[i]);
        else if (machine->launch->variables)
            machine->variables[i] = machine->launch->variables[i];
        else
            machine->variables[i] = IMAGE_ADDRESS + place(&used, module->variables[i]);
    }
    machine->image = (struct interpreter_memory){ gi_arena_alloc(&machine->arena, used + 1, 1),
                                                  IMAGE_ADDRESS, used, NULL };
    if (!machine->image.bytes)
        return false;
    if (!machine->launch->variables)
        fill_image(machine);
    return true;
}

static void settle_dynamic(struct machine *machine)
{
    const struct gi_ptx_module *module = machine->launch->module;

    machine->dynamic_start = (machine->shared_bytes + 15) / 16 * 16;
    machine->shared_bytes = machine->dynamic_start + machine->launch->dynamic_bytes;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        if (machine->variables[i] == DYNAMIC)
            machine->variables[i] = machine->dynamic_start;
    }
    for (uint32_t i = 0; i < module->function_count; i++) {
        struct code *code = &machine->codes[i];

        for (uint32_t k = 0; code->body && k < code->body->variable_count; k++) {
            if (code->variables[k] == DYNAMIC)
                code->variables[k] = machine->dynamic_start;
        }
    }
}

static bool prepare(struct machine *machine)
{
    const struct gi_ptx_module *module = machine->launch->module;

    machine->codes = gi_arena_alloc(&machine->arena, module->function_count + 1,
                                    sizeof(struct code));
    if (!machine->codes || !place_variables(machine))
        return false;
    for (uint32_t i = 0; i < module->function_count; i++) {
        const struct gi_ptx_function *function = module->functions[i];

        if (function->has_body && (!function->is_entry || function == machine->launch->entry)
            && !read_function(machine, function, &machine->codes[function->index]))
            return false;
    }
    settle_dynamic(machine);
    return true;
}

/* ---- threads ---- */

/* What registers and memory hold that nobody has written: open, so not the same in each order. */
static int unwritten(const struct machine *machine)
{
    return machine->launch->backwards ? 0x5b : 0;
}

bool enter(struct thread *thread, const struct code *code, const struct gi_ptx_instruction *call)
{
    struct frame *frame = &thread->frames[thread->depth];
    uint64_t start = thread->depth ? top(thread)->start + top(thread)->code->frame_bytes : 0;
    uint8_t *memory;

    if (thread->depth == MOST_DEPTH || !code->body) {
        stop(thread, INTERPRETER_NOT_BUILT, "calls are too deep, or a function has no body");
        return false;
    }
    if (start + code->frame_bytes > thread->memory_bytes) {
        memory = realloc(thread->memory, start + code->frame_bytes);
        if (!memory)
            abort();
        thread->memory = memory;
        thread->memory_bytes = start + code->frame_bytes;
    }
    if (code->frame_bytes)
        memset(thread->memory + start, unwritten(thread->block->machine), code->frame_bytes);
    *frame = (struct frame){ .code = code, .start = start, .call = call };
    frame->registers = calloc(code->body->register_count + 1, sizeof(uint64_t));
    if (!frame->registers)
        abort();
    memset(frame->registers, unwritten(thread->block->machine),
           code->body->register_count * sizeof(uint64_t));
    thread->depth++;
    return true;
}

static void step(struct thread *thread)
{
    struct frame *frame = top(thread);
    const struct gi_ptx_instruction *in;
    operation *carry_out;

    if (frame->at >= frame->code->body->instruction_count) {    /* the closing brace */
        (void)op_ret(thread, NULL);
        return;
    }
    in = &frame->code->body->instructions[frame->at];
    if (in->has_guard && (frame->registers[in->guard] != 0) == in->guard_negated) {
        frame->at++;
        return;
    }
    carry_out = operation_of(in);
    if (!carry_out)
        stop(thread, INTERPRETER_NOT_BUILT, "it is not interpreted");
    else if (carry_out(thread, in) == NEXT)
        frame->at++;
}

static void take_turn(struct thread *thread)
{
    struct machine *machine = thread->block->machine;
    uint64_t most = machine->launch->most_steps ? machine->launch->most_steps : 100000000;
    int turn = machine->launch->backwards ? SHORT_TURN : TURN;

    for (int i = 0; i < turn && thread->state == RUNNING; i++) {
        if (machine->outcome != INTERPRETER_DONE)
            return;
        if (machine->steps++ == most) {
            stop(thread, INTERPRETER_TOO_LONG, "more steps than are allowed");
            return;
        }
        step(thread);
    }
}

static void run_threads(struct block *block)
{
    struct machine *machine = block->machine;

    while (machine->outcome == INTERPRETER_DONE) {
        struct thread *held = NULL;
        bool ran = false;

        for (uint32_t i = 0; i < block->thread_count; i++) {
            struct thread *thread = &block->threads[machine->launch->backwards
                                                    ? block->thread_count - 1 - i : i];

            ran |= thread->state == RUNNING;
            take_turn(thread);
            if (thread->state != LEFT)
                held = thread;
        }
        if (!held)
            return;
        if (!release_barriers(block) && !release_warps(block) && !ran && !release_masks(block))
            stop(held, INTERPRETER_DEADLOCK, "all threads wait for others");
    }
}

static void start_threads(struct block *block)
{
    struct machine *machine = block->machine;
    const struct interpreter_launch *launch = machine->launch;
    const struct code *code = &machine->codes[launch->entry->index];

    for (uint32_t i = 0; i < block->thread_count; i++) {
        struct thread *thread = &block->threads[i];

        thread->block = block;
        thread->number = i;
        thread->tid[0] = i % launch->block[0];
        thread->tid[1] = i / launch->block[0] % launch->block[1];
        thread->tid[2] = i / launch->block[0] / launch->block[1];
        if (!enter(thread, code, NULL))
            return;
        for (uint32_t k = 0; k < launch->entry->parameter_count; k++) {
            memcpy(thread->memory + code->parameters[k], launch->arguments[k],
                   launch->entry->parameters[k]->bytes);
        }
    }
}

static void run_block(struct machine *machine, uint32_t number)
{
    const uint32_t *size = machine->launch->block, *grid = machine->launch->grid;
    struct block block = { .machine = machine, .thread_count = size[0] * size[1] * size[2],
                           .ctaid = { number % grid[0], number / grid[0] % grid[1],
                                      number / grid[0] / grid[1] } };
    uint32_t *arrived;

    block.warp_count = (block.thread_count + LANES - 1) / LANES;
    block.threads = calloc(block.thread_count, sizeof(struct thread));
    block.shared = calloc(machine->shared_bytes + 1, 1);
    arrived = calloc((size_t)block.warp_count * BARRIERS, sizeof(uint32_t));
    if (!block.threads || !block.shared || !arrived)
        abort();
    memset(block.shared, unwritten(machine), machine->shared_bytes);
    for (uint32_t i = 0; i < BARRIERS; i++)
        block.barriers[i].arrived = arrived + i * block.warp_count;
    start_threads(&block);
    run_threads(&block);
    for (uint32_t i = 0; i < block.thread_count; i++) {
        for (uint32_t k = 0; k < block.threads[i].depth; k++)
            free(block.threads[i].frames[k].registers);
        free(block.threads[i].memory);
    }
    free(arrived);
    free(block.shared);
    free(block.threads);
}

enum interpreter_outcome interpret(const struct interpreter_launch *launch, char *out_why,
                                   size_t room)
{
    struct machine machine = { .launch = launch, .why = out_why, .why_room = room };
    const uint32_t *grid = launch->grid;
    uint32_t blocks;

    out_why[0] = 0;
    gi_arena_init(&machine.arena, 256 << 20);
    if (!prepare(&machine)) {
        snprintf(out_why, room, "%s", gi_last_error_detail());
        machine.outcome = INTERPRETER_NOT_BUILT;
    }
    blocks = grid[0] * grid[1] * grid[2];
    for (uint32_t i = 0; i < blocks && machine.outcome == INTERPRETER_DONE; i++)
        run_block(&machine, launch->backwards ? blocks - 1 - i : i);
    gi_arena_finish(&machine.arena);
    return machine.outcome;
}
