/** Graphs: nodes, their edges, and their life. The work of a node is data here (node_kind.h).
 *
 *  One lock guards the nodes and edges of all graphs, because clones and graphs within nodes join
 *  them. It is a leaf, except for the lock of the handles.
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all: GI_INVALID_VALUE for a handle that names no graph or node. */
#ifndef GI_GRAPH_H
#define GI_GRAPH_H

#include "base/edge_data.h"
#include "base/handle.h"
#include "graph_questions.h"
#include "node_kind.h"

/** Edges of a call: from[i] comes before to[i]. */
struct gi_edges {
    const gi_handle *from, *to;
    const struct gi_edge_data *data;     /* NULL: zeros */
    size_t count;
};

GI_MUST_CHECK gi_status gi_graph_create(gi_handle *out_graph);

/** Destroys a graph and its nodes.
 *  Errors: also if the graph is that of a node; GI_CAPTURE_STATE while a capture adds to it. */
GI_MUST_CHECK gi_status gi_graph_destroy(gi_handle graph);

/** Says that a capture adds nodes to the graph, or no more.
 *  Errors: also GI_CAPTURE_STATE if a capture does already. */
GI_MUST_CHECK gi_status gi_graph_capture(gi_handle graph, bool begins);

/** Makes a graph with copies of the nodes, and of the graphs within them.
 *  Errors: also GI_OUT_OF_MEMORY; GI_NOT_SUPPORTED for a graph with nodes of fixed kinds. */
GI_MUST_CHECK gi_status gi_graph_clone(gi_handle graph, gi_handle *out_clone);

/** Finds the copy of a node in a clone of its graph.
 *  Errors: also if the graph is no clone of the node's, or the node was added later or its copy is
 *          destroyed. */
GI_MUST_CHECK gi_status gi_graph_find_in_clone(gi_handle node, gi_handle clone,
                                               gi_handle *out_node);

/** Adds a node behind others. Takes the reference to asked, also on failure. child: the graph of
 *  which a child node gets a clone; else 0.
 *  Errors: also if a node in the list is of another graph or comes twice, or if another node has
 *          the condition that is asked for; GI_NOT_SUPPORTED for graphs within graphs deeper than
 *          128, for one that was moved, and for one with nodes of fixed kinds; GI_OUT_OF_MEMORY;
 *          those of the kind's join. */
GI_MUST_CHECK gi_status gi_graph_add(gi_handle graph, const gi_handle *before,
                                     const struct gi_edge_data *data, size_t count,
                                     struct gi_asked *asked, gi_handle child,
                                     gi_handle *out_node);

/** As gi_graph_add, for a child node that gets the graph itself. From then on the graph is the
 *  node's, and its handle counts on. On failure the graph stays the program's.
 *  Errors: also GI_NOT_SUPPORTED if the graph is the graph of a node already. */
GI_MUST_CHECK gi_status gi_graph_add_moved(gi_handle graph, const gi_handle *before,
                                           const struct gi_edge_data *data, size_t count,
                                           struct gi_asked *asked, gi_handle child,
                                           gi_handle *out_node);

/** Destroys a node with its edges.
 *  Errors: also GI_NOT_SUPPORTED for a graph with nodes of fixed kinds. */
GI_MUST_CHECK gi_status gi_graph_remove(gi_handle node);

/** Adds edges: all of them, or on failure none.
 *  Errors: also if an edge is there, or leads from a node to itself; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_connect(gi_handle graph, const struct gi_edges *edges);

/** Removes edges: all of them, or on failure none.
 *  Errors: also if an edge is not there; GI_NOT_SUPPORTED for a graph with nodes of fixed kinds. */
GI_MUST_CHECK gi_status gi_graph_disconnect(gi_handle graph, const struct gi_edges *edges);

/** Gives a child node another graph: a clone of it, or the graph itself (as gi_graph_add_moved).
 *  The former one ends.
 *  Errors: those of gi_graph_add and gi_graph_add_moved; then the node keeps its graph. Also if the
 *          node has another type, and GI_NOT_SUPPORTED if its graph has nodes of memory. */
GI_MUST_CHECK gi_status gi_node_set_child(gi_handle node, gi_handle child, bool moves);

/** Changes what is asked for. Takes the reference, also on failure.
 *  Errors: also if the node has another type; GI_NOT_SUPPORTED for one of a fixed kind. */
GI_MUST_CHECK gi_status gi_node_ask(gi_handle node, struct gi_asked *asked);

#endif
