/** The order of nodes: pure.
 *
 *  Threads: any. */
#ifndef GI_TOPOLOGY_H
#define GI_TOPOLOGY_H

#include "base/status.h"

/** Which nodes come directly before each node. Nodes are numbers. */
struct gi_topology {
    size_t count;                        /* nodes */
    const size_t *first;                 /* count + 1: where each node's list begins in before */
    const size_t *before;
};

/** Puts the nodes into an order in which each stands behind those before it; nodes that could stand
 *  in either order stand as they are numbered, in steps from the roots on. If there is none,
 *  *out_circle is a node in a circle of edges; else it is the count.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_topology_order(const struct gi_topology *topology, size_t *out_order,
                                          size_t *out_circle);

#endif
