#include "kernel/translate/analyse/origin.h"

#include "kernel/translate/ptx/facts.h"

/* More passes than this are not made, so that no text makes this slow. */
enum { MOST_PASSES = 8 };

struct origins {
    const struct gi_ptx_function *entry;
    const struct gi_ptx_body *body;
    bool *foreign;                  /* of each register: it may hold other values */
    bool changed;
};

static bool is_of_entry(const struct origins *origins, const struct gi_ptx_variable *variable)
{
    for (uint32_t i = 0; i < origins->entry->parameter_count; i++) {
        if (origins->entry->parameters[i] == variable)
            return true;
    }
    return false;
}

/* Parameters of calls have no address, so what is read by an address is the entry's. */
static bool loads_parameter(const struct origins *origins,
                            const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *from = &instruction->operands[1];

    if (!gi_ptx_does(instruction, GI_PTX_LOADS) || instruction->space != GI_PTX_PARAM
        || instruction->operand_count < 2 || from->kind != GI_PTX_MEMORY || !from->count)
        return false;
    return from->to.items[0].kind == GI_PTX_REGISTER
        || (from->to.items[0].kind == GI_PTX_VARIABLE
            && is_of_entry(origins, from->to.items[0].to.variable));
}

/* A move or a choice between registers that hold values of parameters. */
static bool passes_on(const struct origins *origins, const struct gi_ptx_instruction *instruction)
{
    uint32_t sources = gi_ptx_does(instruction, GI_PTX_MOVES) ? 1
        : gi_ptx_does(instruction, GI_PTX_CHOOSES) ? 2 : 0;

    if (!sources || instruction->operand_count <= sources)
        return false;
    for (uint32_t i = 1; i <= sources; i++) {
        const struct gi_ptx_operand *from = &instruction->operands[i];

        if (from->kind != GI_PTX_REGISTER || origins->foreign[from->index])
            return false;
    }
    return true;
}

static void mark(struct origins *origins, const struct gi_ptx_operand *operand)
{
    bool has_items = operand->kind == GI_PTX_VECTOR || operand->kind == GI_PTX_LIST
        || operand->kind == GI_PTX_PAIR;

    if (operand->kind == GI_PTX_REGISTER && !origins->foreign[operand->index]) {
        origins->foreign[operand->index] = true;
        origins->changed = true;
    }
    for (uint32_t i = 0; has_items && i < operand->count; i++)
        mark(origins, &operand->to.items[i]);
}

static void visit(struct origins *origins, const struct gi_ptx_instruction *instruction)
{
    if (!instruction->operand_count || loads_parameter(origins, instruction)
        || passes_on(origins, instruction))
        return;
    if (gi_ptx_does(instruction, GI_PTX_CALLS) || gi_ptx_writes_first(instruction))
        mark(origins, &instruction->operands[0]);
}

static bool reads_textures(const struct gi_ptx_body *body)
{
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        if (gi_ptx_does(&body->instructions[i], GI_PTX_SAMPLES))
            return true;
    }
    return false;
}

/* Begins with no foreign register but parts of vectors, and adds until nothing changes. */
gi_status gi_emit_find_origins(struct gi_emit *emit)
{
    struct origins origins = { .entry = emit->functions->function,
                               .body = emit->functions->body, .changed = true };

    if (!reads_textures(origins.body))
        return GI_OK;
    origins.foreign = gi_arena_alloc(emit->arena, origins.body->register_count + 1, sizeof(bool));
    if (!origins.foreign)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < origins.body->register_count; i++)
        origins.foreign[i] = origins.body->registers[i].parts > 1;
    for (uint32_t pass = 0; origins.changed && pass < MOST_PASSES; pass++) {
        origins.changed = false;
        for (uint32_t i = 0; i < origins.body->instruction_count; i++)
            visit(&origins, &origins.body->instructions[i]);
    }
    for (uint32_t i = 0; origins.changed && i < origins.body->register_count; i++)
        origins.foreign[i] = true;
    emit->foreign = origins.foreign;
    return GI_OK;
}
