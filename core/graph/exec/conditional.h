/** Conditional nodes: handles of conditions, and the decisions of launches.
 *
 *  Where it can, the device decides: the node is part of a recording, with the launches of its
 *  graphs (graph/decision.h, exec_write.h). Else the host does. A decision of the host is a call
 *  behind the node's island: it reads the number that the device has written, launches the graph
 *  that the number chooses in a stream of its own, and waits for that. For a loop it does so again.
 *  The work behind the node waits for the call. So the call that launches never waits, and a loop
 *  without an end holds its stream alone.
 *
 *  A loop ends, and its stream fails, when its context ends or is reset, when its device is lost,
 *  and when the process exits.
 *
 *  Threads: any that holds no lock, unless a line says otherwise. */
#ifndef GI_CONDITIONAL_H
#define GI_CONDITIONAL_H

#include "graph/condition.h"
#include "node_kinds.h"

/** Makes a condition on the current device, for the nodes of a graph, of the graphs around it and
 *  within these. Its handle is the address of a word, and kernels write the number there.
 *  has_value: each launch begins with the number value; else with what the launch before has left,
 *  at first 0.
 *  Errors: GI_INVALID_VALUE for a handle that names no graph; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_make_condition(gi_handle graph, uint32_t value, bool has_value,
                                                uint64_t *out_handle);

/** Makes the request of a conditional node, with one reference. handle is a condition that was made
 *  for the graph that gets the node.
 *  Errors: GI_INVALID_VALUE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_ask_condition(gi_handle graph, uint64_t handle, int type, uint32_t size,
                                         struct gi_asked **out_asked);

#endif
