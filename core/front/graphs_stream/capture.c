/** Captures of streams into graphs. */
#include "graphs/nodes.h"

#include "graph/capture/capture_call.h"
#include "handles.h"

gpuError_t gpuStreamBeginCapture(gpuStream_t stream, gpuStreamCaptureMode mode)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_capture_begin(front_from_stream(stream), (int)mode, 0,
                                        &(struct gi_capture_nodes){ .count = 0 }));
}

/* The program's lists. No count of nodes is larger than the graph's. */
static gi_status begin_to_graph(const char *caller, gpuStream_t stream, gi_handle graph,
                                const gpuGraphNode_t *dependencies, const void *edges,
                                size_t count, int mode)
{
    struct front_nodes nodes;
    size_t most = 0;
    gi_status status = gi_graph_node_count(graph, &most);

    if (status == GI_OK)
        status = front_nodes_take(&nodes, caller, dependencies, count, most);
    if (status != GI_OK)
        return status;
    status = gi_capture_begin(front_from_stream(stream), mode, graph,
                              &(struct gi_capture_nodes){ nodes.list, edges, count });
    front_nodes_drop(&nodes);
    return status;
}

gpuError_t gpuStreamBeginCaptureToGraph(gpuStream_t stream, gpuGraph_t graph,
                                        const gpuGraphNode_t *dependencies,
                                        const gpuGraphEdgeData *edges, size_t count,
                                        gpuStreamCaptureMode mode)
{
    FRONT_REQUIRE(graph != NULL, "%s: graph is NULL", __func__);
    FRONT_TRY(front_begin_in(stream));
    return front_error(begin_to_graph(__func__, stream, front_from_graph(graph), dependencies,
                                      edges, count, (int)mode));
}

gpuError_t gpuStreamEndCapture(gpuStream_t stream, gpuGraph_t *graph)
{
    gi_handle handle = 0;
    gi_status status;

    FRONT_TRY(front_begin_in(stream));
    status = gi_capture_end(front_from_stream(stream), graph != NULL ? &handle : NULL);
    if (graph != NULL)
        *graph = front_to_graph(handle);
    return front_error(status);
}

static gi_status update(const char *caller, gpuStream_t stream,
                        const gpuGraphNode_t *dependencies, const struct gi_edge_data *edges,
                        size_t count, bool replaces)
{
    struct gi_capture_info info;
    struct front_nodes nodes;
    size_t most = 0;
    gi_status status = gi_capture_ask(front_from_stream(stream), &info);

    if (status == GI_OK && info.graph != 0)
        status = gi_graph_node_count(info.graph, &most);
    if (status == GI_OK && info.graph == 0)
        count = 0;                       /* the core says why */
    if (status == GI_OK)
        status = front_nodes_take(&nodes, caller, dependencies, count, most);
    if (status != GI_OK)
        return status;
    status = gi_capture_update(front_from_stream(stream),
                               &(struct gi_capture_nodes){ nodes.list, edges, count }, replaces);
    front_nodes_drop(&nodes);
    return status;
}

gpuError_t front_update_capture(const char *caller, gpuStream_t stream,
                                const gpuGraphNode_t *dependencies,
                                const struct gi_edge_data *edges, size_t count,
                                unsigned int flags)
{
    FRONT_TRY(front_begin_in(stream));
    FRONT_REQUIRE(flags <= 1, "%s: flags is 0x%x; 0 and 1 exist", caller, flags);
    return front_error(update(caller, stream, dependencies, edges, count, flags == 1));
}
