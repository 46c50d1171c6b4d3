#include "kernel/translate/emit_uniform.h"

#include "kernel/translate/divergence.h"
#include "kernel/translate/emit_blocks.h"

/* Registers of one instruction on their way into a step. */
struct listing {
    uint32_t *uses, *definitions;
    uint32_t use_count, definition_count, room;
};

static bool is_barrier(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    if (instruction->opcode == GI_PTX_OP_bar || instruction->opcode == GI_PTX_OP_barrier)
        return true;
    if (instruction->opcode != GI_PTX_OP_call)
        return false;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const struct gi_ptx_operand *operand = &instruction->operands[i];

        if (operand->kind == GI_PTX_FUNCTION && emit->by_index[operand->to.function->index]
            && emit->by_index[operand->to.function->index]->has_barrier)
            return true;
    }
    return false;
}

/* Each function once, behind those that it calls: there is no recursion, and calls are not nested
 * deep. */
static void find_barriers_of(struct gi_emit *emit, struct gi_emit_function *function)
{
    const struct gi_ptx_body *body = function->body;

    if (function->is_searched)
        return;
    function->is_searched = true;
    for (uint32_t i = 0; !function->has_barrier && i < body->instruction_count; i++) {
        const struct gi_ptx_instruction *at = &body->instructions[i];

        for (uint32_t k = 0; at->opcode == GI_PTX_OP_call && k < at->operand_count; k++) {
            if (at->operands[k].kind == GI_PTX_FUNCTION
                && emit->by_index[at->operands[k].to.function->index])
                find_barriers_of(emit, emit->by_index[at->operands[k].to.function->index]);
        }
        function->has_barrier = is_barrier(emit, at);
    }
}

void gi_emit_find_barriers(struct gi_emit *emit)
{
    for (struct gi_emit_function *at = emit->functions; at; at = at->next)
        find_barriers_of(emit, at);
}

/* ---- what differs between threads ---- */

static bool names_thread(const struct gi_ptx_operand *operand)
{
    if (operand->kind == GI_PTX_SPECIAL) {
        switch (operand->index) {
        case GI_PTX_S_ntid:
        case GI_PTX_S_ctaid:
        case GI_PTX_S_nctaid:
        case GI_PTX_S_nwarpid:
        case GI_PTX_S_gridid:
        case GI_PTX_S_dynamic_smem_size:
            return false;
        default:
            return true;
        }
    }
    if (operand->kind != GI_PTX_VECTOR && operand->kind != GI_PTX_MEMORY)
        return false;
    for (uint32_t i = 0; i < operand->count; i++) {
        if (names_thread(&operand->to.items[i]))
            return true;
    }
    return false;
}

static bool loads_apart(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    if (instruction->space == GI_PTX_PARAM)
        return !emit->current->function->is_entry
            || instruction->operands[1].kind != GI_PTX_MEMORY
            || instruction->operands[1].to.items[0].kind != GI_PTX_VARIABLE
            || instruction->operands[1].to.items[0].to.variable->index
                >= emit->current->function->parameter_count
            || emit->current->function->parameters[
                instruction->operands[1].to.items[0].to.variable->index]
                != instruction->operands[1].to.items[0].to.variable;
    return instruction->space == GI_PTX_LOCAL
        || (instruction->space == GI_PTX_GENERIC && emit->takes_local)
        || gi_ptx_has(instruction, GI_PTX_M_VOLATILE) || gi_ptx_has(instruction, GI_PTX_M_RELAXED)
        || gi_ptx_has(instruction, GI_PTX_M_ACQUIRE);
}

static enum gi_graph_source source_of(const struct gi_emit *emit,
                                      const struct gi_ptx_instruction *instruction)
{
    if (instruction->opcode == GI_PTX_OP_atom || instruction->opcode == GI_PTX_OP_call)
        return GI_GRAPH_DIFFERS;
    if (instruction->opcode == GI_PTX_OP_ld && instruction->operand_count > 1
        && loads_apart(emit, instruction))
        return GI_GRAPH_DIFFERS;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        if (names_thread(&instruction->operands[i]))
            return GI_GRAPH_DIFFERS;
    }
    return GI_GRAPH_FOLLOWS;
}

static void count(void *context, uint32_t reg, bool written)
{
    struct listing *listing = context;

    (void)reg;
    (void)written;
    listing->room++;
}

static void list(void *context, uint32_t reg, bool written)
{
    struct listing *listing = context;

    if (written)
        listing->definitions[listing->definition_count++] = reg;
    else
        listing->uses[listing->use_count++] = reg;
}

static gi_status make_step(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                           struct gi_graph_step *step)
{
    struct listing listing = { 0 };

    gi_emit_registers_of(emit, instruction, count, &listing);
    listing.uses = gi_arena_alloc(emit->arena, (size_t)listing.room * 2 + 1, sizeof(uint32_t));
    if (!listing.uses)
        return GI_OUT_OF_MEMORY;
    listing.definitions = listing.uses + listing.room;
    gi_emit_registers_of(emit, instruction, list, &listing);
    *step = (struct gi_graph_step){ .source = source_of(emit, instruction),
                                    .definition_count = listing.definition_count,
                                    .use_count = listing.use_count,
                                    .definitions = listing.definitions, .uses = listing.uses };
    return GI_OK;
}

static gi_status make_steps(struct gi_emit *emit, struct gi_graph_steps *steps)
{
    for (uint32_t i = 0; i < emit->graph.block_count; i++) {
        const struct gi_emit_block *block = &emit->blocks[i];
        uint32_t number = block->end - block->first;
        struct gi_graph_step *all = gi_arena_alloc(emit->arena, (size_t)number + 1, sizeof(*all));

        if (!all)
            return GI_OUT_OF_MEMORY;
        for (uint32_t k = 0; k < number; k++) {
            gi_status status = make_step(
                emit, &emit->current->body->instructions[block->first + k], &all[k]);

            if (status != GI_OK)
                return status;
        }
        steps[i] = (struct gi_graph_steps){ number, all, block->decider };
    }
    return GI_OK;
}

gi_status gi_emit_check_barriers(struct gi_emit *emit)
{
    const struct gi_ptx_body *body = emit->current->body;
    struct gi_graph_divergence divergence;
    struct gi_graph_steps *steps;
    gi_status status;

    if (!emit->current->has_barrier)
        return GI_OK;
    steps = gi_arena_alloc(emit->arena, emit->graph.block_count, sizeof(*steps));
    if (!steps)
        return GI_OUT_OF_MEMORY;
    status = make_steps(emit, steps);
    if (status == GI_OK)
        status = gi_graph_divergence(emit->arena, &emit->graph, emit->register_count, steps,
                                     &divergence);
    for (uint32_t i = 0; status == GI_OK && i < emit->graph.block_count; i++) {
        for (uint32_t k = emit->blocks[i].first; k < emit->blocks[i].end; k++) {
            const struct gi_ptx_instruction *at = &body->instructions[k];

            if (divergence.blocks[i] && is_barrier(emit, at))
                return gi_fail(GI_NOT_SUPPORTED, "PTX line %u: %.*s: a barrier that threads of a "
                               "block may reach apart is not built", at->line,
                               (int)at->spelling.length, at->spelling.start);
        }
    }
    return status;
}
