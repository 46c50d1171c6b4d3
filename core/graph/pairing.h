/** Which node of a graph stands for which node of another one with the same shape: pure.
 *
 *  Nodes that no other follows are paired from the newest on, in the order of creation; then the
 *  nodes before two paired ones, in the order in which their edges were made.
 *  Threads: any. */
#ifndef GI_PAIRING_H
#define GI_PAIRING_H

#include "topology.h"

struct gi_edge_data;

/** One of the two graphs. */
struct gi_pairing_side {
    const struct gi_topology *topology;
    const struct gi_edge_data *data;     /* of each edge, as in topology->before */
    const int *types;                    /* of each node */
};

enum gi_pairing_fault {
    GI_PAIRED,
    GI_PAIRING_COUNT,                    /* the numbers of nodes differ */
    GI_PAIRING_ENDS,                     /* the numbers of nodes that no other follows differ */
    GI_PAIRING_EDGES,                    /* a node has another number of edges, or another edge */
    GI_PAIRING_TYPE
};

/** A fault, and where in the second graph; SIZE_MAX: at no node. */
struct gi_pairing_result {
    enum gi_pairing_fault fault;
    size_t node, from;                   /* from: where the edge begins */
};

/** Pairs the nodes. out_first[i] gets the number of the node of the first graph that node i of the
 *  second stands for.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pairing_make(const struct gi_pairing_side *first,
                                        const struct gi_pairing_side *second, size_t *out_first,
                                        struct gi_pairing_result *out_result);

#endif
