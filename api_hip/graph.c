/** Functions of graphs that HIP has in a form of its own: edges have no data, and attributes of
 *  kernel nodes are fewer. */
#include "graphs/nodes.h"

#include <stdlib.h>

/* ---- edges ----------------------------------------------------------------------------------- */

hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                   const hipGraphNode_t *to, size_t count)
{
    FRONT_TRY(front_begin());
    return front_error(front_change_edges(__func__, graph, from, to, NULL, count,
                                          gi_graph_connect));
}

hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from,
                                      const hipGraphNode_t *to, size_t count)
{
    FRONT_TRY(front_begin());
    return front_error(front_change_edges(__func__, graph, from, to, NULL, count,
                                          gi_graph_disconnect));
}

/* Gives a list of nodes or edges, without the annotations that another interface gave to edges. The
 * list has the annotated edges, too. */
static hipError_t give(const char *caller, struct gi_graph_list *list, hipGraphNode_t *nodes,
                       hipGraphNode_t *to, size_t *count)
{
    free(list->data);
    list->data = NULL;
    return front_give_list(caller, list, nodes, to, NULL, count);
}

hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to,
                            size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_REQUIRE((from == NULL) == (to == NULL), "%s: one of from and to is NULL", __func__);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graph_list(front_from_graph(graph), GI_GRAPH_EDGES, &list));
    return give(__func__, &list, from, to, count);
}

hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_list(front_from_node(node), GI_NODE_BEFORE, &list));
    return give(__func__, &list, nodes, NULL, count);
}

hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count)
{
    struct gi_graph_list list;

    FRONT_NOT_NULL(count);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_list(front_from_node(node), GI_NODE_AFTER, &list));
    return give(__func__, &list, nodes, NULL, count);
}

hipError_t hipGraphAddNode(hipGraphNode_t *node, hipGraph_t graph,
                           const hipGraphNode_t *dependencies, size_t count,
                           hipGraphNodeParams *params)
{
    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    return front_add_any(__func__, node, graph, dependencies, NULL, count, params);
}

hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *node, hipGraph_t graph,
                                     const hipGraphNode_t *dependencies, size_t count,
                                     hipDeviceptr_t pointer)
{
    return hipGraphAddMemFreeNode(node, graph, dependencies, count, pointer);
}

/* ---- executables ----------------------------------------------------------------------------- */

hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph, hipGraphNode_t *error_node,
                               char *log, size_t size)
{
    FRONT_NOT_NULL(exec);
    FRONT_TRY(front_begin());
    return front_error(front_instantiate_logged(exec, graph, error_node, log, size));
}

/* Another number of nodes is a change that is not supported. */
hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t *error_node,
                              hipGraphExecUpdateResult *result)
{
    struct gi_exec_update update;
    hipError_t error;

    FRONT_NOT_NULL(error_node);
    FRONT_NOT_NULL(result);
    FRONT_TRY(front_begin());
    error = front_exec_update(exec, graph, &update);
    *error_node = front_to_node(update.node);
    *result = update.has_other_count ? hipGraphExecUpdateErrorNotSupported
                                     : (hipGraphExecUpdateResult)update.result;
    return error;
}

/* ---- attributes of kernel nodes -------------------------------------------------------------- */

bool front_is_node_attribute(int id)
{
    return id == hipLaunchAttributeAccessPolicyWindow || id == hipLaunchAttributeCooperative ||
           id == hipLaunchAttributePriority;
}

gi_status front_apply_attribute(const char *caller, const struct gi_node_attribute *attribute,
                                struct gi_launch *described)
{
    hipLaunchAttributeValue value;

    (void)caller;                        /* no attribute is refused */
    memcpy(&value, attribute->value, sizeof value);
    if (attribute->id == hipLaunchAttributeCooperative)
        described->is_cooperative = value.cooperative != 0;
    return GI_OK;
}

/* ---- captures -------------------------------------------------------------------------------- */

hipError_t hipStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t *dependencies,
                                              size_t count, unsigned int flags)
{
    return front_update_capture(__func__, stream, dependencies, NULL, count, flags);
}
