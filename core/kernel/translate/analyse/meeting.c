#include "kernel/translate/analyse/meeting.h"

#include "kernel/translate/ptx/matrix.h"

enum gi_emit_meeting gi_emit_meeting_by_modifiers(const struct gi_ptx_instruction *instruction)
{
    uint32_t whole = gi_ptx_has(instruction, GI_PTX_M_RED) ? 3 : 1;

    if (gi_ptx_does(instruction, GI_PTX_AWAITS))
        return gi_ptx_has(instruction, GI_PTX_M_TEST_WAIT)
            || gi_ptx_has(instruction, GI_PTX_M_TRY_WAIT) ? GI_EMIT_GIVES_TURN
            : GI_EMIT_MEETS_NOBODY;
    if (gi_ptx_has(instruction, GI_PTX_M_WARP))
        return GI_EMIT_MEETS_WARP;
    if (gi_ptx_has(instruction, GI_PTX_M_ARRIVE) || instruction->operand_count != whole
        || instruction->operands[whole / 2].kind != GI_PTX_INTEGER_VALUE)
        return GI_EMIT_MEETS_PART;
    return GI_EMIT_MEETS_BLOCK;
}

uint32_t gi_emit_words_brought(const struct gi_ptx_instruction *instruction)
{
    if (gi_ptx_does(instruction, GI_PTX_ALL_LANES))
        return gi_ptx_matrix_words(instruction);
    return instruction->type_count
        && gi_ptx_type_bytes(instruction->types[instruction->type_count - 1]) == 8 ? 2 : 1;
}
