/** Where threads meet: barriers of the block, and operations between the lanes of a warp. */
#ifndef GI_EMIT_MEETING_H
#define GI_EMIT_MEETING_H

#include "kernel/translate/emit.h"

enum gi_emit_meeting {
    GI_EMIT_MEETS_NOBODY,
    GI_EMIT_MEETS_BLOCK,        /* a barrier of the whole block */
    GI_EMIT_MEETS_PART,         /* a barrier of so many threads, or one that does not wait */
    GI_EMIT_MEETS_WARP,
    GI_EMIT_GIVES_TURN          /* meets nobody, but is asked in loops until others have come */
};

/** Calls meet nobody here. */
enum gi_emit_meeting gi_emit_meeting_of(const struct gi_ptx_instruction *instruction);

#endif
