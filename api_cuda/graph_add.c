/** Nodes that are added to graphs. */
#include "graph.h"

#include "handles.h"

cudaError_t gicuda_add_node(const char *caller, cudaGraphNode_t *out_node, cudaGraph_t graph,
                            const cudaGraphNode_t *dependencies, size_t count,
                            struct gi_asked *asked, cudaGraph_t child)
{
    struct gicuda_nodes nodes;
    gi_handle handle;
    size_t most = 0;
    gi_status status = gi_graph_node_count(gicuda_from_graph(graph), &most);

    if (status == GI_OK)
        status = gicuda_nodes_take(&nodes, caller, dependencies, count, most);
    if (status != GI_OK) {
        gi_asked_unref(asked);
        return front_error(status);
    }
    status = gi_graph_add(gicuda_from_graph(graph), nodes.list, NULL, count, asked,
                          gicuda_from_graph(child), &handle);
    gicuda_nodes_drop(&nodes);
    if (status == GI_OK)
        *out_node = gicuda_to_node(handle);
    return front_error(status);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *dependencies, size_t count)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_nothing(&gi_node_empty, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *dependencies, size_t count,
                                       cudaGraph_t child)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_nothing(&gi_node_child_graph, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, child);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaKernelNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_kernel(__func__, parameters, NULL, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaMemcpy3DParms *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_copy(__func__, parameters, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t count,
                                     void *destination, const void *source, size_t size,
                                     enum cudaMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_line(front_from_pointer(destination), front_from_pointer(source), size,
                              kind, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies, size_t count,
                                           const void *symbol, const void *source, size_t size,
                                           size_t offset, enum cudaMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_to_symbol(__func__, symbol, source, size, offset, kind, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *dependencies, size_t count,
                                             void *destination, const void *symbol, size_t size,
                                             size_t offset, enum cudaMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_from_symbol(__func__, destination, symbol, size, offset, kind, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const struct cudaMemsetParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_fill(__func__, parameters, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *dependencies, size_t count,
                                 const struct cudaHostNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_host(__func__, parameters, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *dependencies, size_t count,
                                        cudaEvent_t event)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_event(&gi_node_event_record, front_from_event(event), &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *dependencies, size_t count,
                                      cudaEvent_t event)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_event(&gi_node_event_wait, front_from_event(event), &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaExternalSemaphoreSignalNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_signals(__func__, parameters, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

cudaError_t cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaExternalSemaphoreWaitNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_waits(__func__, parameters, &asked));
    return gicuda_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}
