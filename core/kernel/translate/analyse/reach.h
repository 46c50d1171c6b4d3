/** How the threads of a block come to its meetings. */
#ifndef GI_EMIT_REACH_H
#define GI_EMIT_REACH_H

#include "kernel/translate/analyse/emit.h"

/** Makes each reached function's blocks and structure, and finds out how threads come to its
 *  meetings.
 *  Errors:  those of gi_emit_make_blocks and gi_cfg_structure. */
GI_MUST_CHECK gi_status gi_emit_find_needs(struct gi_emit *emit, struct gi_warp_needs *out_needs);

#endif
