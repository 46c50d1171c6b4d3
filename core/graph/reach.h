/** Questions about nodes of one graph.
 *
 *  Threads: any that holds no lock of graphs or handles. */
#ifndef GI_REACH_H
#define GI_REACH_H

#include "graph.h"

/** Checks that a node is a graph's.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_graph_check_node(gi_handle graph, gi_handle node);

/** Whether one of some nodes of a graph is a certain node or follows it. Nodes that were destroyed
 *  follow none, and a certain node that was destroyed counts as followed.
 *  Errors: GI_INVALID_VALUE if the graph was destroyed; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_follows(gi_handle graph, const gi_handle *nodes, size_t count,
                                         gi_handle target, bool *out_follows);

#endif
