/** Operations between the lanes of a warp. */
#ifndef GI_EMIT_WARP_H
#define GI_EMIT_WARP_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(shfl);
GI_EMIT_DECLARE(vote);
GI_EMIT_DECLARE(match);
GI_EMIT_DECLARE(activemask);
GI_EMIT_DECLARE(redux);
GI_EMIT_DECLARE(elect);
GI_EMIT_DECLARE(warp_barrier);

/** The words that a lane brings to an operation, GI_EMIT_LANE_WORDS of them (0 where it brings
 *  none), and the mask of lanes that it waits for; the mask is 0 where it waits for nobody. */
void gi_emit_warp_bring(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                        gi_id *out_values, gi_id *out_mask);

#endif
