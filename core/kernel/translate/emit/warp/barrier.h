/** Barriers of a block. */
#ifndef GI_EMIT_BARRIER_H
#define GI_EMIT_BARRIER_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(bar);               /* bar, barrier */

/** The operands of a barrier, as values. */
struct gi_emit_barrier {
    gi_id number;
    gi_id count;                    /* of threads; 0: all of the block */
    gi_id vote;                     /* 1 where the thread is counted, else 0; id 0: no result */
    bool arrives;                   /* and does not wait */
};

/** Reads them; false, and refused, where their form is none of PTX. */
bool gi_emit_barrier_read(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                          struct gi_emit_barrier *out_barrier);

#endif
