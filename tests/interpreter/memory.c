/* The spaces of memory, each access checked against its bounds. */
#include "state.h"

static const uint64_t *places_of(struct thread *thread, const struct gi_ptx_variable *variable,
                                 bool *out_in_frame)
{
    const struct machine *machine = thread->block->machine;
    const struct code *code = top(thread)->code;
    const struct gi_ptx_function *function = code->function;
    uint32_t index = variable->index;

    *out_in_frame = variable->space == GI_PTX_LOCAL || variable->space == GI_PTX_PARAM;
    for (uint32_t i = 0; i < code->body->variable_count; i++) {
        if (code->body->variables[i] == variable)
            return &code->variables[i];
    }
    for (uint32_t i = 0; i < function->parameter_count; i++) {
        if (function->parameters[i] == variable)
            return &code->parameters[i];
    }
    for (uint32_t i = 0; i < function->result_count; i++) {
        if (function->results[i] == variable)
            return &code->results[i];
    }
    *out_in_frame = false;
    if (index < machine->launch->module->variable_count
        && machine->launch->module->variables[index] == variable)
        return &machine->variables[index];
    return NULL;
}

uint64_t variable_address(struct thread *thread, const struct gi_ptx_variable *variable)
{
    bool in_frame;
    const uint64_t *place = places_of(thread, variable, &in_frame);

    if (!place) {
        stop(thread, INTERPRETER_NOT_BUILT, "a variable has no place");
        return 0;
    }
    return *place + (in_frame ? top(thread)->start : 0);
}

static bool is_of_others(uint16_t touched, uint16_t mine)
{
    return touched != 0 && touched != mine;
}

static void add_block(uint16_t *touched, uint16_t mine)
{
    *touched = is_of_others(*touched, mine) ? INTERPRETER_SEVERAL : mine;
}

/* Notes an access to global memory; false if another block's access may come before or after it.
 * Fences are not looked at: what they order counts as a race as well. */
static bool note_touch(const struct thread *thread, const struct gi_ptx_instruction *in,
                       struct interpreter_touched *touched)
{
    bool reads = in->opcode == GI_PTX_OP_ld || in->opcode == GI_PTX_OP_ldu;
    bool is_atomic = in->opcode == GI_PTX_OP_atom || in->opcode == GI_PTX_OP_red;
    const struct block *block = thread->block;
    const uint32_t *grid = block->machine->launch->grid;
    uint16_t mine = (uint16_t)(1 + block->ctaid[0] +
                               grid[0] * (block->ctaid[1] + grid[1] * block->ctaid[2]));
    bool races = is_of_others(touched->writers, mine) ||
        (!reads && is_of_others(touched->readers, mine)) ||
        (!is_atomic && is_of_others(touched->atomics, mine));

    add_block(reads ? &touched->readers : is_atomic ? &touched->atomics : &touched->writers, mine);
    return !races;
}

static void note_touches(struct thread *thread, const struct gi_ptx_instruction *in,
                         const uint8_t *place, uint32_t bytes)
{
    const struct interpreter_launch *launch = launch_of(thread);

    for (uint32_t i = 0; i < launch->memory_count; i++) {
        const struct interpreter_memory *memory = &launch->memories[i];

        if (!memory->touched || place < memory->bytes || place >= memory->bytes + memory->length)
            continue;
        for (uint32_t k = 0; k < bytes; k++) {
            if (!note_touch(thread, in, &memory->touched[place - memory->bytes + k])) {
                stop(thread, INTERPRETER_UNDEFINED, "another block uses these bytes, too");
                return;
            }
        }
    }
}

static uint8_t *global_place(struct machine *machine, uint64_t address, uint32_t bytes)
{
    const struct interpreter_launch *launch = machine->launch;

    for (uint32_t i = 0; i <= launch->memory_count; i++) {
        const struct interpreter_memory *memory = i < launch->memory_count ? &launch->memories[i]
            : &machine->image;

        if (address >= memory->address && address - memory->address <= memory->length
            && memory->length - (address - memory->address) >= bytes)
            return memory->bytes + (address - memory->address);
    }
    return NULL;
}

static const char *name_of(enum gi_ptx_space space)
{
    if (space == GI_PTX_SHARED)
        return "shared";
    return space == GI_PTX_LOCAL ? "local" : space == GI_PTX_PARAM ? "parameter" : "global";
}

uint8_t *place_at(struct thread *thread, enum gi_ptx_space space, uint64_t address,
                  uint32_t bytes)
{
    struct machine *machine = thread->block->machine;
    uint8_t *base = NULL;
    uint64_t length = 0;

    if (space == GI_PTX_GENERIC) {
        uint64_t window = address & 0xff00000000000000ull;

        space = window == SHARED_WINDOW ? GI_PTX_SHARED : window == PRIVATE_WINDOW ? GI_PTX_LOCAL
            : GI_PTX_GLOBAL;
        address -= space == GI_PTX_GLOBAL ? 0 : window;
    }
    if (address % bytes != 0) {
        stop(thread, INTERPRETER_UNDEFINED, "an access of %u bytes to %s memory is not aligned: "
             "0x%llx", bytes, name_of(space), (unsigned long long)address);
        return NULL;
    }
    if (space == GI_PTX_SHARED) {
        base = thread->block->shared;
        length = machine->shared_bytes;
    } else if (space == GI_PTX_LOCAL || space == GI_PTX_PARAM) {
        base = thread->memory;
        length = top(thread)->start + top(thread)->code->frame_bytes;
    } else {
        base = global_place(machine, address, bytes);
        if (base)
            return base;
    }
    if (address > length || length - address < bytes) {
        stop(thread, INTERPRETER_UNDEFINED, "an access of %u bytes to %s memory is out of bounds: "
             "0x%llx", bytes, name_of(space), (unsigned long long)address);
        return NULL;
    }
    return base + address;
}

uint8_t *place_of(struct thread *thread, const struct gi_ptx_instruction *in,
                  const struct gi_ptx_operand *address, uint32_t bytes)
{
    enum gi_ptx_space space = (enum gi_ptx_space)in->space;
    const struct gi_ptx_operand *base;
    enum gi_ptx_type width = GI_PTX_T_U64;
    uint8_t *place;

    if (address->kind != GI_PTX_MEMORY) {
        stop(thread, INTERPRETER_NOT_BUILT, "an address is not in brackets");
        return NULL;
    }
    base = &address->to.items[0];
    if (base->kind == GI_PTX_VARIABLE && space == GI_PTX_GENERIC)
        space = base->to.variable->space;
    if (base->kind == GI_PTX_REGISTER)
        width = top(thread)->code->body->registers[base->index].type;
    place = place_at(thread, space, value_of(thread, base, width) + address->value, bytes);
    if (place)
        note_touches(thread, in, place, bytes);
    return place;
}
