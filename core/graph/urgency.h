/** The order of nodes by their priorities: pure.
 *
 *  A node is as urgent as the most urgent one that follows it, or as itself. So the sorted order is
 *  one of the graph, too.
 *  Threads: any. */
#ifndef GI_URGENCY_H
#define GI_URGENCY_H

#include "topology.h"

/** Sorts an order of the graph. priorities: of each node, the lowest is the most urgent; it gets
 *  how urgent the nodes are. Nodes that are as urgent keep their order.
 *  Errors: GI_OUT_OF_MEMORY; then the order is as it was. */
GI_MUST_CHECK gi_status gi_urgency_sort(const struct gi_topology *topology, int *priorities,
                                        size_t *order);

#endif
