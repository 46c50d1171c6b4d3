/** Atomics and fences. */
#ifndef GI_EMIT_ATOMIC_H
#define GI_EMIT_ATOMIC_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(atom);              /* atom, red */
GI_EMIT_DECLARE(membar);            /* membar, fence */

/** An atomic of 32 bits on an address of shared memory; gives what was there. The second value is
 *  that of .cas. */
gi_id gi_emit_shared_atomic(struct gi_emit *emit, enum gi_ptx_modifier what, gi_id address,
                            gi_id value, gi_id second);

#endif
