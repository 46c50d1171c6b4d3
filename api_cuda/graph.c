/** Graphs, their nodes and edges. */
#include "graph.h"

#include "base/log.h"
#include "graph/user_object.h"
#include "handles.h"

gi_status gicuda_nodes_take(struct gicuda_nodes *nodes, const char *caller,
                            const cudaGraphNode_t *list, size_t count, size_t most)
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
        nodes->list[i] = gicuda_from_node(list[i]);
    return GI_OK;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
    gi_handle handle;

    FRONT_NOT_NULL(graph);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graph_create(&handle));
    *graph = gicuda_to_graph(handle);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    FRONT_TRY(front_begin_any());
    return front_error(gi_graph_destroy(gicuda_from_graph(graph)));
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original)
{
    gi_handle handle;

    FRONT_NOT_NULL(clone);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graph_clone(gicuda_from_graph(original), &handle));
    *clone = gicuda_to_graph(handle);
    return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original,
                                     cudaGraph_t clone)
{
    gi_handle handle;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graph_find_in_clone(gicuda_from_node(original), gicuda_from_graph(clone),
                                     &handle));
    *node = gicuda_to_node(handle);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node)
{
    FRONT_TRY(front_begin_any());
    return front_error(gi_graph_remove(gicuda_from_node(node)));
}

/* ---- edges ----------------------------------------------------------------------------------- */

typedef gi_status (*edges_fn)(gi_handle graph, const struct gi_edges *edges);

static gi_status change_edges(const char *caller, cudaGraph_t graph, const cudaGraphNode_t *from,
                              const cudaGraphNode_t *to, const cudaGraphEdgeData *data,
                              size_t count, edges_fn change)
{
    struct gicuda_nodes first, second;
    struct gi_edges edges;
    size_t nodes = 0, most;
    gi_status status = gi_graph_node_count(gicuda_from_graph(graph), &nodes);

    if (status != GI_OK)
        return status;
    if (__builtin_mul_overflow(nodes, nodes, &most))
        most = SIZE_MAX;
    status = gicuda_nodes_take(&first, caller, from, count, most);
    if (status != GI_OK)
        return status;
    status = gicuda_nodes_take(&second, caller, to, count, most);
    if (status == GI_OK) {
        edges = (struct gi_edges){ first.list, second.list, gicuda_from_edges(data), count };
        status = change(gicuda_from_graph(graph), &edges);
        gicuda_nodes_drop(&second);
    }
    gicuda_nodes_drop(&first);
    return status;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                                     size_t count)
{
    FRONT_TRY(front_begin());
    return front_error(change_edges(__func__, graph, from, to, edges, count, gi_graph_connect));
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                                        size_t count)
{
    FRONT_TRY(front_begin());
    return front_error(change_edges(__func__, graph, from, to, edges, count,
                                    gi_graph_disconnect));
}

/* ---- lists ----------------------------------------------------------------------------------- */

/** Gives a list to the program: as many nodes as it has room for, and NULL behind them. */
static void give_nodes(cudaGraphNode_t *nodes, const gi_handle *list, size_t count, size_t room)
{
    for (size_t i = 0; nodes != NULL && i < room; i++)
        nodes[i] = i < count ? gicuda_to_node(list[i]) : NULL;
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
static cudaError_t give(const char *caller, struct gi_graph_list *list, cudaGraphNode_t *nodes,
                        cudaGraphNode_t *to, cudaGraphEdgeData *data, size_t *count)
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
        return cudaSuccess;
    gi_log(GI_LOG_ERROR, "%s: edges have data, and there is no room for it", caller);
    return front_record(cudaErrorLossyQuery);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graph_list(gicuda_from_graph(graph), GI_GRAPH_NODES, &list));
    return give(__func__, &list, nodes, NULL, NULL, count);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graph_list(gicuda_from_graph(graph), GI_GRAPH_ROOTS, &list));
    return give(__func__, &list, nodes, NULL, NULL, count);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                              cudaGraphEdgeData *edges, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_REQUIRE((from == NULL) == (to == NULL), "%s: one of from and to is NULL", __func__);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graph_list(gicuda_from_graph(graph), GI_GRAPH_EDGES, &list));
    return give(__func__, &list, from, to, edges, count);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                         cudaGraphEdgeData *edges, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_list(gicuda_from_node(node), GI_NODE_BEFORE, &list));
    return give(__func__, &list, nodes, NULL, edges, count);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                                           cudaGraphEdgeData *edges, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_list(gicuda_from_node(node), GI_NODE_AFTER, &list));
    return give(__func__, &list, nodes, NULL, edges, count);
}

GICUDA_SAME_NUMBER(cudaGraphNodeTypeKernel, GI_NODE_KERNEL);
GICUDA_SAME_NUMBER(cudaGraphNodeTypeMemcpy, GI_NODE_COPY);
GICUDA_SAME_NUMBER(cudaGraphNodeTypeMemset, GI_NODE_FILL);
GICUDA_SAME_NUMBER(cudaGraphNodeTypeHost, GI_NODE_HOST);
GICUDA_SAME_NUMBER(cudaGraphNodeTypeGraph, GI_NODE_CHILD);
GICUDA_SAME_NUMBER(cudaGraphNodeTypeEmpty, GI_NODE_EMPTY);
GICUDA_SAME_NUMBER(cudaGraphNodeTypeWaitEvent, GI_NODE_EVENT_WAIT);
GICUDA_SAME_NUMBER(cudaGraphNodeTypeEventRecord, GI_NODE_EVENT_RECORD);
GICUDA_SAME_NUMBER(cudaGraphNodeTypeExtSemaphoreSignal, GI_NODE_SEMAPHORE_SIGNAL);
GICUDA_SAME_NUMBER(cudaGraphNodeTypeExtSemaphoreWait, GI_NODE_SEMAPHORE_WAIT);

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
    enum gi_node_type found;

    FRONT_NOT_NULL(type);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_type_of(gicuda_from_node(node), &found));
    *type = (enum cudaGraphNodeType)found;
    return cudaSuccess;
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph)
{
    gi_handle handle;

    FRONT_NOT_NULL(graph);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_child(gicuda_from_node(node), &handle));
    *graph = gicuda_to_graph(handle);
    return cudaSuccess;
}

/* ---- user objects ---------------------------------------------------------------------------- */

static gi_handle from_user(cudaUserObject_t user)
{
    return (gi_handle)(uintptr_t)user;
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer, cudaHostFn_t destroy,
                                 unsigned int count, unsigned int flags)
{
    gi_handle handle;

    FRONT_NOT_NULL(object);
    FRONT_NOT_NULL(destroy);
    FRONT_REQUIRE(flags == cudaUserObjectNoDestructorSync, "%s: flags is 0x%x, it must be "
                  "cudaUserObjectNoDestructorSync", __func__, flags);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_user_object_create(pointer, destroy, count, &handle));
    *object = (cudaUserObject_t)(uintptr_t)handle;
    return cudaSuccess;
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count)
{
    FRONT_TRY(front_begin());
    return front_error(gi_user_object_retain(from_user(object), count));
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count)
{
    FRONT_TRY(front_begin_any());
    return front_error(gi_user_object_release(from_user(object), count));
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags)
{
    FRONT_REQUIRE((flags & ~(unsigned int)cudaGraphUserObjectMove) == 0, "%s: flags is 0x%x, it "
                  "must be 0 or cudaGraphUserObjectMove", __func__, flags);
    FRONT_TRY(front_begin());
    return front_error(gi_graph_retain_user(gicuda_from_graph(graph), from_user(object), count,
                                            flags == cudaGraphUserObjectMove));
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
                                       unsigned int count)
{
    FRONT_TRY(front_begin_any());
    return front_error(gi_graph_release_user(gicuda_from_graph(graph), from_user(object), count));
}
