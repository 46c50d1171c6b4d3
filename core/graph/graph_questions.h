/** Questions about graphs and nodes: lists, numbers, types, what was asked for.
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all: GI_INVALID_VALUE for a handle that names no graph or node. */
#ifndef GI_GRAPH_QUESTIONS_H
#define GI_GRAPH_QUESTIONS_H

#include "base/edge_data.h"
#include "base/handle.h"
#include "node_kind.h"

/** A list that a query returns.
 *  Owner: the caller frees it with gi_graph_list_free. */
struct gi_graph_list {
    gi_handle *nodes;                    /* of edges: where they begin */
    gi_handle *to;                       /* of edges: where they end; else NULL */
    struct gi_edge_data *data;           /* of edges and neighbours; else NULL */
    size_t count;
};

enum gi_graph_what { GI_GRAPH_NODES, GI_GRAPH_ROOTS, GI_GRAPH_EDGES };
enum gi_node_side { GI_NODE_BEFORE, GI_NODE_AFTER };

/** Lists nodes in the order in which they were made; edges by the nodes where they begin. The edges
 *  of one node, and its neighbours, are in the order in which the edges were made.
 *  Errors: also GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_list(gi_handle graph, enum gi_graph_what what,
                                      struct gi_graph_list *out_list);
GI_MUST_CHECK gi_status gi_node_list(gi_handle node, enum gi_node_side side,
                                     struct gi_graph_list *out_list);
void gi_graph_list_free(struct gi_graph_list *list);

GI_MUST_CHECK gi_status gi_graph_node_count(gi_handle graph, size_t *out_count);
GI_MUST_CHECK gi_status gi_node_type_of(gi_handle node, enum gi_node_type *out_type);

/** The graph of a child node. It ends with the node. */
GI_MUST_CHECK gi_status gi_node_child(gi_handle node, gi_handle *out_graph);

/** The graphs of a conditional node.
 *  Owner:  the list is the node's, and ends with it.
 *  Errors: also if the node has another type. */
GI_MUST_CHECK gi_status gi_node_bodies(gi_handle node, gi_handle **out_graphs, size_t *out_count);

/** The request of a node of this type.
 *  Owner:  the caller gives the reference back with gi_asked_unref.
 *  Errors: also if the node has another type. */
GI_MUST_CHECK gi_status gi_node_asked(gi_handle node, enum gi_node_type type,
                                      struct gi_asked **out_asked);

#endif
