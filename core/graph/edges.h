/** The edges of a graph.
 *
 *  Threads: the graphs' lock is held. */
#ifndef GI_EDGES_H
#define GI_EDGES_H

#include "graph_state.h"

/** Adds edges, or none.
 *  Errors: those of gi_graph_connect. */
GI_MUST_CHECK gi_status gi_edges_add(struct gi_graph *graph, const struct gi_edges *edges);

/** Adds the edges that lead to a new node.
 *  Errors: those of gi_graph_add; then the caller destroys the node. */
GI_MUST_CHECK gi_status gi_edges_before(struct gi_node *node, const gi_handle *before,
                                        const struct gi_edge_data *data, size_t count);

/** Removes edges, or none.
 *  Errors: those of gi_graph_disconnect. */
GI_MUST_CHECK gi_status gi_edges_remove(struct gi_graph *graph, const struct gi_edges *edges);

/** Removes all edges of a node. */
void gi_edges_forget(struct gi_node *node);

/** Gives the copies of a graph's nodes (gi_node.copy) the edges of the nodes.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_edges_copy(const struct gi_graph *from);

#endif
