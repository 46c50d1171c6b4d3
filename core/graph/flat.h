/** A graph with the graphs within it as one list of nodes, which an executable keeps. */
#ifndef GI_FLAT_H
#define GI_FLAT_H

#include "base/handle.h"
#include "graph.h"
#include "node_kind.h"
#include "topology.h"
#include "user_object.h"

struct gi_flat_node {
    gi_handle node, graph;               /* the graph that it is in */
    struct gi_asked *asked;              /* referenced */
    size_t end;                          /* of a child node: behind the nodes of its graph stands
                                            another entry of the node, which comes after them;
                                            here is its number. Else 0 */
    struct gi_flat *bodies;              /* of a conditional node: its graphs, each a list of its
                                            own; else NULL */
    size_t body_count;
};

/** The nodes, in the order of creation, each graph within behind its node. */
struct gi_flat {
    struct gi_flat_node *nodes;
    size_t count;
    size_t *first, *before;              /* as in gi_topology */
    struct gi_edge_data *data;           /* of each edge; zeros at the ends of graphs within */
    struct gi_user_uses uses;
    bool has_unused;                     /* a condition of the graph or of one within it has no
                                            node */
};

static inline struct gi_topology gi_flat_topology(const struct gi_flat *flat)
{
    return (struct gi_topology){ flat->count, flat->first, flat->before };
}

/** Makes the list of a graph.
 *  Owner:   the caller drops it.
 *  Threads: any that holds no lock.
 *  Errors:  GI_INVALID_VALUE for a handle that names no graph; GI_OUT_OF_MEMORY. Then there is
 *           nothing to drop. */
GI_MUST_CHECK gi_status gi_flat_make(gi_handle graph, struct gi_flat *out_flat);

/** As gi_flat_make, for an executable, which cannot have a graph that was moved into another.
 *  Errors: also GI_NOT_SUPPORTED for a moved graph. */
GI_MUST_CHECK gi_status gi_flat_make_alone(gi_handle graph, struct gi_flat *out_flat);
void gi_flat_drop(struct gi_flat *flat);

/** Makes a copy of a list, without those of bodies.
 *  Owner:   the caller drops it.
 *  Threads: any that holds no lock of graphs.
 *  Errors:  GI_OUT_OF_MEMORY; then there is nothing to drop. */
GI_MUST_CHECK gi_status gi_flat_copy(const struct gi_flat *flat, struct gi_flat *out_copy);

#endif
