/** Nodes of any type, behind edges with data. */
#include "both_names.h"
#include "graphs/nodes.h"

#include "context/context.h"
#include "graph/exec/conditional.h"

_Static_assert(sizeof(gpuGraph_t) == sizeof(gi_handle), "programs read the core's list of graphs");

static gi_status ask_condition(const char *caller, gpuGraph_t graph,
                               const gpuGraphNodeParams *params, struct gi_asked **out_asked)
{
    gi_handle context = (gi_handle)(uintptr_t)FRONT_CONDITION_CONTEXT(params), popped;
    gi_status status = front_check_reserved(caller, params, sizeof params->conditional);

    if (status == GI_OK && context == 0 && FRONT_CONDITION_NEEDS_CONTEXT)
        return gi_fail(GI_INVALID_CONTEXT, "%s: a conditional node needs ctx, and it is NULL",
                       caller);
    if (status == GI_OK && context != 0)
        status = gi_context_push(context);
    if (status != GI_OK)
        return status;
    status = gi_ask_condition(front_from_graph(graph), params->conditional.handle,
                              (int)params->conditional.type, params->conditional.size, out_asked);
    if (context != 0)
        (void)!gi_context_pop(&popped);
    return status;
}

/* The program gets the node's graphs. */
static gpuError_t add_condition(const char *caller, gpuGraphNode_t *out_node, gpuGraph_t graph,
                                const gpuGraphNode_t *dependencies,
                                const struct gi_edge_data *data, size_t count,
                                gpuGraphNodeParams *params)
{
    struct gi_asked *asked;
    gi_handle *bodies;
    size_t body_count;
    gpuError_t error;

    FRONT_TRY(ask_condition(caller, graph, params, &asked));
    error = front_add_node_with(caller, out_node, graph, dependencies, data, count, asked,
                                (struct front_child){ NULL, false });
    if (error != gpuSuccess)
        return error;
    FRONT_TRY(gi_node_bodies(front_from_node(*out_node), &bodies, &body_count));
    params->conditional.phGraph_out = (gpuGraph_t *)bodies;
    return gpuSuccess;
}

gpuError_t gpuGraphAddNode(gpuGraphNode_t *node, gpuGraph_t graph,
                           const gpuGraphNode_t *dependencies, const gpuGraphEdgeData *edges,
                           size_t count, gpuGraphNodeParams *params)
{
    const struct gi_edge_data *data = (const struct gi_edge_data *)(const void *)edges;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    if (params != NULL && (int)params->type == GI_NODE_CONDITION)
        return add_condition(__func__, node, graph, dependencies, data, count, params);
    return front_add_any(__func__, node, graph, dependencies, data, count, params);
}
