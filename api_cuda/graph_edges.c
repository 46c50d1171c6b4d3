/** Edges of graphs, with their data. */
#include "graphs/nodes.h"

_Static_assert(sizeof(cudaGraphEdgeData) == sizeof(struct gi_edge_data), "edges are passed on");

/* The program's list; the core writes only to that of a query. */
static struct gi_edge_data *data_of(const cudaGraphEdgeData *edges)
{
    return (struct gi_edge_data *)(uintptr_t)edges;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                                     size_t count)
{
    FRONT_TRY(front_begin());
    return front_error(front_change_edges(__func__, graph, from, to, data_of(edges), count,
                                          gi_graph_connect));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                                        size_t count)
{
    FRONT_TRY(front_begin());
    return front_error(front_change_edges(__func__, graph, from, to, data_of(edges), count,
                                          gi_graph_disconnect));
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *edges, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_REQUIRE((from == NULL) == (to == NULL), "%s: one of from and to is NULL", __func__);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graph_list(front_from_graph(graph), GI_GRAPH_EDGES, &list));
    return front_give_list(__func__, &list, from, to, data_of(edges), count);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                         cudaGraphEdgeData *edges, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_list(front_from_node(node), GI_NODE_BEFORE, &list));
    return front_give_list(__func__, &list, nodes, NULL, data_of(edges), count);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                           cudaGraphEdgeData *edges, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_list(front_from_node(node), GI_NODE_AFTER, &list));
    return front_give_list(__func__, &list, nodes, NULL, data_of(edges), count);
}
