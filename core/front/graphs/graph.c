/** Graphs, their nodes and lists of these. These calls work without a current context. */
#define FRONT_WITHOUT_CONTEXT
#include "nodes.h"

#include "base/log.h"
#include "graph/picture.h"
#include "handles.h"

gi_status front_nodes_take(struct front_nodes *nodes, const char *caller,
                           const gpuGraphNode_t *list, size_t count, size_t most)
{
    nodes->list = NULL;
    if (list == NULL && count != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: the count is %zu, and a list of nodes is NULL",
                       caller, count);
    if (count > most)
        return gi_fail(GI_INVALID_VALUE, "%s: the count is %zu; the graph allows at most %zu",
                       caller, count, most);
    nodes->list = gi_scratch(nodes->local, sizeof nodes->local, count, sizeof *nodes->list);
    if (nodes->list == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "%s: no host memory for %zu nodes", caller, count);
    for (size_t i = 0; i < count; i++)
        nodes->list[i] = front_from_node(list[i]);
    return GI_OK;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

gpuError_t gpuGraphCreate(gpuGraph_t *graph, unsigned int flags)
{
    gi_handle handle;

    FRONT_NOT_NULL(graph);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_graph_create(&handle));
    *graph = front_to_graph(handle);
    return gpuSuccess;
}

gpuError_t gpuGraphDestroy(gpuGraph_t graph)
{
    FRONT_TRY(front_begin_graph_end());
    return front_error(gi_graph_destroy(front_from_graph(graph)));
}

gpuError_t gpuGraphClone(gpuGraph_t *clone, gpuGraph_t original)
{
    gi_handle handle;

    FRONT_NOT_NULL(clone);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_graph_clone(front_from_graph(original), &handle));
    *clone = front_to_graph(handle);
    return gpuSuccess;
}

gpuError_t gpuGraphNodeFindInClone(gpuGraphNode_t *node, gpuGraphNode_t original,
                                   gpuGraph_t clone)
{
    gi_handle handle;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_graph_find_in_clone(front_from_node(original), front_from_graph(clone),
                                     &handle));
    *node = front_to_node(handle);
    return gpuSuccess;
}

gpuError_t gpuGraphDestroyNode(gpuGraphNode_t node)
{
    FRONT_TRY(front_begin_graph_end());
    return front_error(gi_graph_remove(front_from_node(node)));
}

/* ---- edges ----------------------------------------------------------------------------------- */

gi_status front_change_edges(const char *caller, gpuGraph_t graph, const gpuGraphNode_t *from,
                             const gpuGraphNode_t *to, const struct gi_edge_data *data,
                             size_t count, front_edges_fn change)
{
    struct front_nodes first, second;
    struct gi_edges edges;
    size_t nodes = 0, most;
    gi_status status = gi_graph_node_count(front_from_graph(graph), &nodes);

    if (status != GI_OK)
        return status;
    if (__builtin_mul_overflow(nodes, nodes, &most))
        most = SIZE_MAX;
    status = front_nodes_take(&first, caller, from, count, most);
    if (status != GI_OK)
        return status;
    status = front_nodes_take(&second, caller, to, count, most);
    if (status == GI_OK) {
        edges = (struct gi_edges){ first.list, second.list, data, count };
        status = change(front_from_graph(graph), &edges);
        front_nodes_drop(&second);
    }
    front_nodes_drop(&first);
    return status;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/** Gives a list to the program: as many nodes as it has room for, and NULL behind them. */
static void give_nodes(gpuGraphNode_t *nodes, const gi_handle *list, size_t count, size_t room)
{
    for (size_t i = 0; nodes != NULL && i < room; i++)
        nodes[i] = i < count ? front_to_node(list[i]) : NULL;
}

static bool has_data(const struct gi_graph_list *list)
{
    static const struct gi_edge_data none;

    for (size_t i = 0; i < list->count; i++) {
        if (memcmp(&list->data[i], &none, sizeof none) != 0)
            return true;
    }
    return false;
}

/** Gives the list and frees it. Only the number is asked for if there is no room for nodes. Data
 *  that the program does not ask for must not be lost. */
gpuError_t front_give_list(const char *caller, struct gi_graph_list *list, gpuGraphNode_t *nodes,
                           gpuGraphNode_t *to, struct gi_edge_data *data, size_t *count)
{
    size_t room = *count, given = list->count < room ? list->count : room;
    bool asks = nodes != NULL;
    bool is_lossy = asks && data == NULL && list->data != NULL && has_data(list);

    if (asks && room == 0) {
        gi_graph_list_free(list);
        return front_error(gi_fail(GI_INVALID_VALUE, "%s: count is 0, and a list is there",
                                   caller));
    }
    if (!is_lossy) {
        give_nodes(nodes, list->nodes, list->count, room);
        give_nodes(to, list->to, list->count, room);
        if (asks && data != NULL && given > 0)
            memcpy(data, list->data, given * sizeof *data);
    }
    *count = asks && !is_lossy ? given : list->count;
    gi_graph_list_free(list);
    if (!is_lossy)
        return gpuSuccess;
    gi_log(GI_LOG_ERROR, "%s: edges have data, and there is no room for it", caller);
    return front_record(gpuErrorLossyQuery);
}

gpuError_t gpuGraphGetNodes(gpuGraph_t graph, gpuGraphNode_t *nodes, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_graph_list(front_from_graph(graph), GI_GRAPH_NODES, &list));
    return front_give_list(__func__, &list, nodes, NULL, NULL, count);
}

gpuError_t gpuGraphGetRootNodes(gpuGraph_t graph, gpuGraphNode_t *nodes, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_graph_list(front_from_graph(graph), GI_GRAPH_ROOTS, &list));
    return front_give_list(__func__, &list, nodes, NULL, NULL, count);
}

FRONT_SAME_NUMBER(gpuGraphNodeTypeKernel, GI_NODE_KERNEL);
FRONT_SAME_NUMBER(gpuGraphNodeTypeMemcpy, GI_NODE_COPY);
FRONT_SAME_NUMBER(gpuGraphNodeTypeMemset, GI_NODE_FILL);
FRONT_SAME_NUMBER(gpuGraphNodeTypeHost, GI_NODE_HOST);
FRONT_SAME_NUMBER(gpuGraphNodeTypeGraph, GI_NODE_CHILD);
FRONT_SAME_NUMBER(gpuGraphNodeTypeEmpty, GI_NODE_EMPTY);
FRONT_SAME_NUMBER(gpuGraphNodeTypeWaitEvent, GI_NODE_EVENT_WAIT);
FRONT_SAME_NUMBER(gpuGraphNodeTypeEventRecord, GI_NODE_EVENT_RECORD);
FRONT_SAME_NUMBER(gpuGraphNodeTypeExtSemaphoreSignal, GI_NODE_SEMAPHORE_SIGNAL);
FRONT_SAME_NUMBER(gpuGraphNodeTypeExtSemaphoreWait, GI_NODE_SEMAPHORE_WAIT);

gpuError_t gpuGraphNodeGetType(gpuGraphNode_t node, gpuGraphNodeType *type)
{
    enum gi_node_type found;

    FRONT_NOT_NULL(type);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_node_type_of(front_from_node(node), &found));
    *type = FRONT_NODE_TYPE(found);
    return gpuSuccess;
}

gpuError_t gpuGraphChildGraphNodeGetGraph(gpuGraphNode_t node, gpuGraph_t *graph)
{
    gi_handle handle;

    FRONT_NOT_NULL(graph);
    FRONT_TRY(front_begin_graph());
    FRONT_TRY(gi_node_child(front_from_node(node), &handle));
    *graph = front_to_graph(handle);
    return gpuSuccess;
}

/* ---- pictures -------------------------------------------------------------------------------- */

FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsVerbose, GI_PICTURE_VERBOSE);
FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsKernelNodeParams, GI_PICTURE_KERNELS);
FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsMemcpyNodeParams, GI_PICTURE_COPIES);
FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsMemsetNodeParams, GI_PICTURE_FILLS);
FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsHostNodeParams, GI_PICTURE_HOST_FUNCTIONS);
FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsEventNodeParams, GI_PICTURE_EVENTS);
FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsExtSemasSignalNodeParams, GI_PICTURE_SIGNALS);
FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsExtSemasWaitNodeParams, GI_PICTURE_WAITS);
FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsKernelNodeAttributes, GI_PICTURE_KERNEL_ATTRIBUTES);
FRONT_SAME_NUMBER(gpuGraphDebugDotFlagsHandles, GI_PICTURE_HANDLES);

gpuError_t gpuGraphDebugDotPrint(gpuGraph_t graph, const char *path, unsigned int flags)
{
    FRONT_NOT_NULL(path);
    FRONT_TRY(front_begin_graph());
    return front_error(gi_graph_draw(front_from_graph(graph), path, flags));
}
