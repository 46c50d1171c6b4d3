/** Loops with several rounds in a round. */
#ifndef GI_UNROLL_H
#define GI_UNROLL_H

#include "kernel/translate/cfg/flow.h"

/** Copies the blocks of small loops that have no loop inside, if the graph says that this is wanted
 *  (round_cost). All blocks of the loop must be allowed to repeat (`repeats`). A copy leaves the
 *  loop where the block does. A reducible flow stays reducible; others are left alone.
 *  Errors: GI_NOT_SUPPORTED (too many blocks), GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_flow_unroll(struct gi_flow *flow, const struct gi_cfg *graph);

#endif
