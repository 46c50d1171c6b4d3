/** Nodes of any type, which one struct describes. */
#include "nodes.h"

#include <stddef.h>

/* The bytes of the union that a type uses; SIZE_MAX for a type that does not exist. */
static size_t used_bytes(int type)
{
    const gpuGraphNodeParams *params = NULL;

    switch (type) {
    case GI_NODE_KERNEL:            return sizeof params->kernel;
    case GI_NODE_COPY:              return sizeof params->memcpy;
    case GI_NODE_FILL:              return sizeof params->memset;
    case GI_NODE_HOST:              return sizeof params->host;
    case GI_NODE_CHILD:             return sizeof params->graph;
    case GI_NODE_EMPTY:             return 0;
    case GI_NODE_EVENT_WAIT:        return sizeof params->eventWait;
    case GI_NODE_EVENT_RECORD:      return sizeof params->eventRecord;
    case GI_NODE_SEMAPHORE_SIGNAL:  return sizeof params->extSemSignal;
    case GI_NODE_SEMAPHORE_WAIT:    return sizeof params->extSemWait;
    case GI_NODE_ALLOC:             return sizeof params->alloc;
    case GI_NODE_FREE:              return sizeof params->free;
    case GI_NODE_WORDS:             return FRONT_ANY_WORDS_BYTES(params);
    default:                        return SIZE_MAX;
    }
}

static bool is_zero(const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < count; i++) {
        if (byte[i] != 0)
            return false;
    }
    return true;
}

gi_status front_check_reserved(const char *caller, const gpuGraphNodeParams *params, size_t used)
{
    if (is_zero(params->reserved0, sizeof params->reserved0) && params->reserved2 == 0 &&
        is_zero((const char *)params->reserved1 + used, sizeof params->reserved1 - used))
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: a reserved member is not 0", caller);
}

static gi_status check_params(const char *caller, const gpuGraphNodeParams *params)
{
    size_t used;

    if (params == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    used = used_bytes((int)params->type);
    if (used == SIZE_MAX && (int)params->type >= 0 && params->type < gpuGraphNodeTypeCount)
        return gi_fail(GI_NOT_SUPPORTED, "%s: type is %d; nodes of words are not "
                       "supported, and those of conditions keep their parameters", caller,
                       (int)params->type);
    if (used == SIZE_MAX)
        return gi_fail(GI_INVALID_VALUE, "%s: type is %d, which is none", caller,
                       (int)params->type);
    return front_check_reserved(caller, params, used);
}

gpuError_t front_add_any(const char *caller, gpuGraphNode_t *out_node, gpuGraph_t graph,
                         const gpuGraphNode_t *dependencies, const struct gi_edge_data *data,
                         size_t count, gpuGraphNodeParams *params)
{
    gi_status status = check_params(caller, params);
    struct front_child child = { NULL, false };
    struct gi_asked *asked;

    if (status == GI_OK)
        status = front_ask_any(caller, params, NULL, &asked);
    if (status != GI_OK)
        return front_error(status);
    if ((int)params->type == GI_NODE_ALLOC)
        return front_add_alloc(caller, out_node, graph, dependencies, data, count, asked,
                               &params->alloc.dptr);
    if (params->type == gpuGraphNodeTypeGraph)
        child = (struct front_child){ params->graph.graph, FRONT_MOVES_CHILD(&params->graph) };
    return front_add_node_with(caller, out_node, graph, dependencies, data, count, asked, child);
}

/* Makes the new request of a node. A kernel keeps its attributes. */
static gi_status ask_again(const char *caller, gpuGraphNode_t node,
                           const gpuGraphNodeParams *params, struct gi_asked **out_asked)
{
    struct gi_asked *like = NULL;
    gi_status status = check_params(caller, params);

    if (status == GI_OK && params->type == gpuGraphNodeTypeKernel)
        status = gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &like);
    if (status != GI_OK)
        return status;
    status = front_ask_any(caller, params, (const struct gi_asked_kernel *)like, out_asked);
    if (like != NULL)
        gi_asked_unref(like);
    return status;
}

gpuError_t gpuGraphNodeSetParams(gpuGraphNode_t node, gpuGraphNodeParams *params)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_REQUIRE(params == NULL || params->type != gpuGraphNodeTypeEmpty,
                  "%s: type is %d; an empty node has nothing that can be set", __func__,
                  (int)params->type);
    FRONT_TRY(ask_again(__func__, node, params, &asked));
    if (params->type != gpuGraphNodeTypeGraph)
        return front_error(gi_node_ask(front_from_node(node), asked));
    gi_asked_unref(asked);
    return front_error(gi_node_set_child(front_from_node(node),
                                         front_from_graph(params->graph.graph),
                                         FRONT_MOVES_CHILD(&params->graph)));
}

gpuError_t gpuGraphExecNodeSetParams(gpuGraphExec_t exec, gpuGraphNode_t node,
                                     gpuGraphNodeParams *params)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_REQUIRE(params == NULL || params->type != gpuGraphNodeTypeEmpty,
                  "%s: type is %d; an empty node has nothing that can be set", __func__,
                  (int)params->type);
    FRONT_TRY(ask_again(__func__, node, params, &asked));
    if (params->type != gpuGraphNodeTypeGraph)
        return front_error(front_exec_ask(exec, node, asked));
    gi_asked_unref(asked);
    return front_error(gi_exec_ask_child(front_from_exec(exec), front_from_node(node),
                                         front_from_graph(params->graph.graph)));
}
