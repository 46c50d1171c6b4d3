/** Barriers stand where all threads of a block come together, or are refused. */
#ifndef GI_EMIT_UNIFORM_H
#define GI_EMIT_UNIFORM_H

#include "kernel/translate/emit.h"

/** Tells of each function if it has a barrier, itself or in what it calls. */
void gi_emit_find_barriers(struct gi_emit *emit);

/** Refuses the current function, whose blocks are made, if threads may reach a barrier apart.
 *  Errors:  GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_emit_check_barriers(struct gi_emit *emit);

#endif
