/** Where threads meet: barriers of the block, and operations between the lanes of a warp. */
#ifndef GI_EMIT_MEETING_H
#define GI_EMIT_MEETING_H

#include "kernel/translate/analyse/emit.h"

enum gi_emit_meeting {
    GI_EMIT_MEETS_NOBODY,
    GI_EMIT_MEETS_BLOCK,        /* a barrier of the whole block */
    GI_EMIT_MEETS_PART,         /* a barrier of so many threads, or one that does not wait */
    GI_EMIT_MEETS_WARP,
    GI_EMIT_GIVES_TURN          /* meets nobody, but is asked in loops until others have come */
};

/** What a barrier meets, which its modifiers and operands say. */
enum gi_emit_meeting gi_emit_meeting_by_modifiers(const struct gi_ptx_instruction *instruction);

/** Whom an instruction meets. Calls meet nobody here. */
static inline enum gi_emit_meeting gi_emit_meeting_of(const struct gi_ptx_instruction *instruction)
{
    switch (instruction->opcode) {
    case GI_PTX_OP_bar:
    case GI_PTX_OP_barrier:
    case GI_PTX_OP_mbarrier:
        return gi_emit_meeting_by_modifiers(instruction);
    case GI_PTX_OP_shfl:
    case GI_PTX_OP_vote:
    case GI_PTX_OP_match:
    case GI_PTX_OP_activemask:
    case GI_PTX_OP_redux:
    case GI_PTX_OP_elect:
        return GI_EMIT_MEETS_WARP;
    default:
        return GI_EMIT_MEETS_NOBODY;
    }
}

#endif
