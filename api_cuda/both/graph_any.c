/** Nodes of any type, behind edges with data. */
#include "both_names.h"
#include "graphs/nodes.h"

gpuError_t gpuGraphAddNode(gpuGraphNode_t *node, gpuGraph_t graph,
                           const gpuGraphNode_t *dependencies, const gpuGraphEdgeData *edges,
                           size_t count, gpuGraphNodeParams *params)
{
    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    return front_add_any(__func__, node, graph, dependencies,
                         (const struct gi_edge_data *)(const void *)edges, count, params);
}
