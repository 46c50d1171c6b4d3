#include "kernel/translate/analyse/reload.h"

#include "kernel/translate/ptx/facts.h"

struct reloads {
    const struct gi_emit *emit;
    const struct gi_ptx_body *body;
    uint8_t *writers;               /* of each register; 2: several */
    uint32_t *places;               /* in the push constants, + 1 */
};

static void count(struct reloads *reloads, const struct gi_ptx_operand *operand)
{
    bool has_items = operand->kind == GI_PTX_VECTOR || operand->kind == GI_PTX_LIST
        || operand->kind == GI_PTX_PAIR;

    if (operand->kind == GI_PTX_REGISTER && reloads->writers[operand->index] < 2)
        reloads->writers[operand->index]++;
    for (uint32_t i = 0; has_items && i < operand->count; i++)
        count(reloads, &operand->to.items[i]);
}

static uint32_t bytes_of(const struct reloads *reloads, uint32_t reg)
{
    const struct gi_ptx_register *known = &reloads->body->registers[reg];

    return known->parts > 1 || known->type == GI_PTX_T_PRED ? 0 : gi_ptx_type_bytes(known->type);
}

/* The place of a parameter of the entry, + 1; 0: the operand is another. */
static uint32_t place_of(const struct reloads *reloads, const struct gi_ptx_operand *memory)
{
    const struct gi_ptx_function *entry = reloads->emit->functions->function;
    const struct gi_ptx_operand *base = memory->to.items;

    if (memory->kind != GI_PTX_MEMORY || memory->count != 1 || base->kind != GI_PTX_VARIABLE)
        return 0;
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        uint64_t at = base->value + memory->value;

        if (entry->parameters[i] == base->to.variable && at < entry->parameters[i]->bytes)
            return (uint32_t)(reloads->emit->parameter_places[i] + at)
                + reloads->emit->kernel->push_offset_bytes + 1;
    }
    return 0;
}

/* The place that an instruction reads its one result from, + 1; 0: it does something else. */
static uint32_t source_of(const struct reloads *reloads,
                          const struct gi_ptx_instruction *instruction, uint32_t bytes)
{
    const struct gi_ptx_operand *from = &instruction->operands[1];
    bool passes = gi_ptx_does(instruction, GI_PTX_MOVES)
        || (gi_ptx_does(instruction, GI_PTX_CONVERTS_ADDRESS)
            && instruction->space == GI_PTX_GLOBAL);

    if (instruction->has_guard || instruction->operand_count != 2 || !instruction->type_count
        || gi_ptx_type_bytes(instruction->types[0]) != bytes || instruction->vector > 1)
        return 0;
    if (gi_ptx_does(instruction, GI_PTX_LOADS) && instruction->space == GI_PTX_PARAM)
        return place_of(reloads, from);
    return passes && from->kind == GI_PTX_REGISTER && !from->selector.length
            && bytes_of(reloads, from->index) == bytes
        ? reloads->places[from->index] : 0;
}

static void find_one(struct reloads *reloads, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *to = instruction->operands;
    uint32_t bytes, place;

    if (!instruction->operand_count || to->kind != GI_PTX_REGISTER || to->selector.length
        || reloads->writers[to->index] != 1)
        return;
    bytes = bytes_of(reloads, to->index);
    place = bytes == 4 || bytes == 8 ? source_of(reloads, instruction, bytes) : 0;
    if (place && (place - 1) % 4 == 0)
        reloads->places[to->index] = place;
}

gi_status gi_emit_find_reloads(struct gi_emit *emit)
{
    struct reloads reloads = { .emit = emit, .body = emit->functions->body };
    uint32_t registers = reloads.body->register_count + 1;

    if (!emit->functions->has_barrier || emit->kernel->parameters_in_memory)
        return GI_OK;
    reloads.writers = gi_arena_alloc(emit->arena, registers, sizeof(*reloads.writers));
    reloads.places = gi_arena_alloc(emit->arena, registers, sizeof(*reloads.places));
    if (!reloads.writers || !reloads.places)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < reloads.body->instruction_count; i++) {
        const struct gi_ptx_instruction *instruction = &reloads.body->instructions[i];

        if (instruction->operand_count && (gi_ptx_does(instruction, GI_PTX_CALLS)
                                           || gi_ptx_writes_first(instruction)))
            count(&reloads, &instruction->operands[0]);
    }
    for (uint32_t i = 0; i < reloads.body->instruction_count; i++)
        find_one(&reloads, &reloads.body->instructions[i]);
    emit->reloads = reloads.places;
    return GI_OK;
}
