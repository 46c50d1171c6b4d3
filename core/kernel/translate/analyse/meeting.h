/** Where threads meet: barriers of the block, and operations between the lanes of a warp. */
#ifndef GI_EMIT_MEETING_H
#define GI_EMIT_MEETING_H

#include "kernel/translate/analyse/emit.h"
#include "kernel/translate/ptx/facts.h"

enum gi_emit_meeting {
    GI_EMIT_MEETS_NOBODY,
    GI_EMIT_MEETS_BLOCK,        /* a barrier of the whole block */
    GI_EMIT_MEETS_PART,         /* a barrier of so many threads, or one that does not wait */
    GI_EMIT_MEETS_WARP,
    GI_EMIT_GIVES_TURN          /* meets nobody, but is asked in loops until others have come */
};

/** The words of 32 bits that a lane brings to an operation of its warp, at least 1. */
uint32_t gi_emit_words_brought(const struct gi_ptx_instruction *instruction);

/** The meeting of an instruction about a barrier, by its modifiers and operands. */
enum gi_emit_meeting gi_emit_meeting_by_modifiers(const struct gi_ptx_instruction *instruction);

/** Whom an instruction meets. Calls meet nobody here. */
static inline enum gi_emit_meeting gi_emit_meeting_of(const struct gi_ptx_instruction *instruction)
{
    if (gi_ptx_does(instruction, GI_PTX_MEETS_BLOCK | GI_PTX_AWAITS))
        return gi_emit_meeting_by_modifiers(instruction);
    return gi_ptx_does(instruction, GI_PTX_MEETS_WARP) ? GI_EMIT_MEETS_WARP : GI_EMIT_MEETS_NOBODY;
}

#endif
