#include "kernel/translate/analyse/loops.h"

#include "kernel/translate/analyse/clock.h"
#include "kernel/translate/analyse/meeting.h"
#include "kernel/translate/ptx/facts.h"

/* Whether an instruction jumps to that of a number or to one before it. */
static bool jumps_back(const struct gi_ptx_body *body, uint32_t at,
                       const struct gi_ptx_operand *operand)
{
    const struct gi_ptx_label *label;

    if (operand->kind != GI_PTX_LABEL)
        return false;
    label = &body->labels[operand->index];
    for (uint32_t i = 0; i < label->target_count; i++) {
        if (jumps_back(body, at, &label->targets[i]))
            return true;
    }
    return label->kind == GI_PTX_PLACE && label->instruction <= at;
}

/* A reading of a clock passes time in a loop. */
static bool reads_clock(const struct gi_ptx_instruction *instruction)
{
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        if (instruction->operands[i].kind == GI_PTX_SPECIAL
            && gi_emit_is_clock(instruction->operands[i].index))
            return true;
    }
    return false;
}

/* A loop with an ordered load may wait for another thread. More rounds do not help it. */
bool gi_emit_may_repeat(const struct gi_ptx_instruction *instruction)
{
    return gi_emit_meeting_of(instruction) == GI_EMIT_MEETS_NOBODY
        && !gi_ptx_does(instruction, GI_PTX_CALLS | GI_PTX_UPDATES | GI_PTX_AWAITS | GI_PTX_FENCES
                        | GI_PTX_COPIES | GI_PTX_SAMPLES | GI_PTX_GATHERS | GI_PTX_READS_SURFACE)
        && !gi_ptx_has(instruction, GI_PTX_M_VOLATILE)
        && !gi_ptx_has(instruction, GI_PTX_M_RELAXED)
        && !gi_ptx_has(instruction, GI_PTX_M_ACQUIRE) && !gi_ptx_has(instruction, GI_PTX_M_MMIO)
        && !reads_clock(instruction);
}

/* Jumps back make loops. So does what is emitted for atomics and for meetings. */
static bool may_loop(const struct gi_ptx_body *body, uint32_t at)
{
    const struct gi_ptx_instruction *instruction = &body->instructions[at];

    if (gi_emit_meeting_of(instruction) != GI_EMIT_MEETS_NOBODY
        || gi_ptx_does(instruction, GI_PTX_UPDATES))
        return true;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        if (jumps_back(body, at, &instruction->operands[i]))
            return true;
    }
    return false;
}

bool gi_emit_checks_rounds(const struct gi_emit *emit)
{
    if (!emit->target->loop_rounds)
        return false;
    for (const struct gi_emit_function *at = emit->functions; at; at = at->next) {
        for (uint32_t i = 0; i < at->body->instruction_count; i++) {
            if (may_loop(at->body, i))
                return true;
        }
    }
    return false;
}

bool gi_emit_is_in_loop(const struct gi_emit *emit)
{
    const struct gi_ptx_body *body = emit->current->body;
    uint32_t at = (uint32_t)(emit->at - body->instructions);

    for (uint32_t i = at; i < body->instruction_count; i++) {
        for (uint32_t j = 0; j < body->instructions[i].operand_count; j++) {
            if (jumps_back(body, at, &body->instructions[i].operands[j]))
                return true;
        }
    }
    return false;
}
