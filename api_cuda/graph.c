/** Functions of graphs that the runtime alone has in this form. */
#include "graphs/nodes.h"

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

/* The list of edges is only read. */
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                const cudaGraphEdgeData *edges, size_t count,
                                                unsigned int flags)
{
    return front_update_capture(__func__, stream, dependencies,
                                (struct gi_edge_data *)(uintptr_t)edges, count, flags);
}
