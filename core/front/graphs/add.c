/** Nodes that are added to graphs. */
#include "nodes.h"

#include "graph/exec/memory_nodes.h"
#include "handles.h"

gpuError_t front_add_node_with(const char *caller, gpuGraphNode_t *out_node, gpuGraph_t graph,
                               const gpuGraphNode_t *dependencies, const struct gi_edge_data *data,
                               size_t count, struct gi_asked *asked, struct front_child child)
{
    __typeof__(gi_graph_add) *add = child.is_moved ? gi_graph_add_moved : gi_node_add;
    struct front_nodes nodes;
    gi_handle handle;
    size_t most = 0;
    gi_status status = gi_graph_node_count(front_from_graph(graph), &most);

    if (status == GI_OK)
        status = front_nodes_take(&nodes, caller, dependencies, count, most);
    if (status != GI_OK) {
        gi_asked_unref(asked);
        return front_error(status);
    }
    status = add(front_from_graph(graph), nodes.list, data, count, asked,
                 front_from_graph(child.graph), &handle);
    front_nodes_drop(&nodes);
    if (status == GI_OK)
        *out_node = front_to_node(handle);
    return front_error(status);
}

gpuError_t gpuGraphAddEmptyNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                const gpuGraphNode_t *dependencies, size_t count)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_nothing(&gi_node_empty, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphAddChildGraphNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                     const gpuGraphNode_t *dependencies, size_t count,
                                     gpuGraph_t child)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_nothing(&gi_node_child_graph, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, child);
}

gpuError_t gpuGraphAddHostNode(gpuGraphNode_t *node, gpuGraph_t graph,
                               const gpuGraphNode_t *dependencies, size_t count,
                               const gpuHostNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_host(__func__, parameters, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphAddEventRecordNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                      const gpuGraphNode_t *dependencies, size_t count,
                                      gpuEvent_t event)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_event(&gi_node_event_record, front_from_event(event), &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphAddEventWaitNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                    const gpuGraphNode_t *dependencies, size_t count,
                                    gpuEvent_t event)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_event(&gi_node_event_wait, front_from_event(event), &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphAddExternalSemaphoresSignalNode(
    gpuGraphNode_t *node, gpuGraph_t graph, const gpuGraphNode_t *dependencies, size_t count,
    const gpuExternalSemaphoreSignalNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_signals(__func__, parameters, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphAddExternalSemaphoresWaitNode(
    gpuGraphNode_t *node, gpuGraph_t graph, const gpuGraphNode_t *dependencies, size_t count,
    const gpuExternalSemaphoreWaitNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_waits(__func__, parameters, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}
