/** Edges of graphs, with their data. These calls work without a current context. */
#define FRONT_WITHOUT_CONTEXT
#include "both_names.h"
#include "graphs/nodes.h"

_Static_assert(sizeof(gpuGraphEdgeData) == sizeof(struct gi_edge_data), "edges are passed on");

/* The program's list; the core writes only to that of a query. */
static struct gi_edge_data *data_of(const gpuGraphEdgeData *edges)
{
    return (struct gi_edge_data *)(uintptr_t)edges;
}

gpuError_t gpuGraphAddDependencies(gpuGraph_t graph, const gpuGraphNode_t *from,
                                   const gpuGraphNode_t *to, const gpuGraphEdgeData *edges,
                                   size_t count)
{
    FRONT_TRY(front_begin_graph());
    return front_error(front_change_edges(__func__, graph, from, to, data_of(edges), count,
                                          gi_graph_connect));
}

gpuError_t gpuGraphRemoveDependencies(gpuGraph_t graph, const gpuGraphNode_t *from,
                                      const gpuGraphNode_t *to, const gpuGraphEdgeData *edges,
                                      size_t count)
{
    FRONT_TRY(front_begin_graph());
    return front_error(front_change_edges(__func__, graph, from, to, data_of(edges), count,
                                          gi_graph_disconnect));
}

gpuError_t gpuGraphGetEdges(gpuGraph_t graph, gpuGraphNode_t *from, gpuGraphNode_t *to,
                            gpuGraphEdgeData *edges, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_REQUIRE((from == NULL) == (to == NULL), "%s: one of from and to is NULL", __func__);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_graph_list(front_from_graph(graph), GI_GRAPH_EDGES, &list));
    return front_give_list(__func__, &list, from, to, data_of(edges), count);
}

gpuError_t gpuGraphNodeGetDependencies(gpuGraphNode_t node, gpuGraphNode_t *nodes,
                                       gpuGraphEdgeData *edges, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_node_list(front_from_node(node), GI_NODE_BEFORE, &list));
    return front_give_list(__func__, &list, nodes, NULL, data_of(edges), count);
}

gpuError_t gpuGraphNodeGetDependentNodes(gpuGraphNode_t node, gpuGraphNode_t *nodes,
                                         gpuGraphEdgeData *edges, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_node_list(front_from_node(node), GI_NODE_AFTER, &list));
    return front_give_list(__func__, &list, nodes, NULL, data_of(edges), count);
}
