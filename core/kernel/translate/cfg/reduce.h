/** Makes flows reducible: every cycle is entered at one node only. */
#ifndef GI_REDUCE_H
#define GI_REDUCE_H

#include "kernel/translate/cfg/flow.h"

/** Changes the flow where a cycle has several entries. A few small blocks are copied; else the
 *  cycle gets a DISPATCH that all its entries are reached by. A graph that would take long becomes
 *  flat.
 *  Errors: GI_NOT_SUPPORTED (too many blocks), GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_flow_reduce(struct gi_flow *flow, const struct gi_cfg *graph);

/** Makes a new flow of the graph: one DISPATCH, which every block is reached by.
 *  Errors: as gi_flow_reduce. */
GI_MUST_CHECK gi_status gi_flow_flatten(struct gi_flow *flow, const struct gi_cfg *graph);

#endif
