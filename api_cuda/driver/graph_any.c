/** The work of a node of any type, read from the struct of the driver interface. */
#include "graphs/nodes.h"

#include "context/context.h"
#include "driver/graph_nodes.h"
#include "graph/exec/conditional.h"
#include "graph_kernel.h"
#include "graph/exec/memory_nodes.h"
#include "handles.h"

static gi_status ask_kernel(const char *caller, const CUgraphNodeParams *params,
                            const struct gi_asked_kernel *like, struct gi_asked **out_asked)
{
    CUDA_KERNEL_NODE_PARAMS kernel;

    _Static_assert(sizeof kernel == sizeof params->kernel, "it is taken over");
    memcpy(&kernel, &params->kernel, sizeof kernel);
    return gicu_ask_kernel(caller, &kernel, like, out_asked);
}

static gi_status ask_copy(const char *caller, const CUgraphNodeParams *params,
                          struct gi_asked **out_asked)
{
    if (params->memcpy.flags != 0 || params->memcpy.reserved != 0)
        return gi_fail(GI_INVALID_VALUE, "%s: flags is %d and reserved %d; they must be 0", caller,
                       params->memcpy.flags, params->memcpy.reserved);
    return front_ask_struct_copy(caller, &params->memcpy.copyParams, params->memcpy.copyCtx,
                                 out_asked);
}

/* The struct begins with that of fill nodes. */
static gi_status ask_fill(const char *caller, const CUgraphNodeParams *params,
                          struct gi_asked **out_asked)
{
    CUDA_MEMSET_NODE_PARAMS fill;

    memcpy(&fill, &params->memset, sizeof fill);
    return front_ask_struct_fill(caller, &fill, params->memset.ctx, out_asked);
}

static gi_status ask_host(const char *caller, const CUgraphNodeParams *params,
                          struct gi_asked **out_asked)
{
    const CUDA_HOST_NODE_PARAMS host = { params->host.fn, params->host.userData };

    return front_ask_host(caller, &host, out_asked);
}

static gi_status ask_alloc(const char *caller, const CUgraphNodeParams *params,
                           struct gi_asked **out_asked)
{
    CUDA_MEM_ALLOC_NODE_PARAMS alloc;

    _Static_assert(sizeof alloc == sizeof params->alloc, "it is taken over");
    memcpy(&alloc, &params->alloc, sizeof alloc);
    return front_ask_alloc(caller, &alloc, out_asked);
}

static gi_status ask_signals(const char *caller, const CUgraphNodeParams *params,
                             struct gi_asked **out_asked)
{
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signals = { params->extSemSignal.extSemArray,
                                                      params->extSemSignal.paramsArray,
                                                      params->extSemSignal.numExtSems };

    return front_ask_signals(caller, &signals, out_asked);
}

static gi_status ask_waits(const char *caller, const CUgraphNodeParams *params,
                           struct gi_asked **out_asked)
{
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS waits = { params->extSemWait.extSemArray,
                                                  params->extSemWait.paramsArray,
                                                  params->extSemWait.numExtSems };

    return front_ask_waits(caller, &waits, out_asked);
}

static gi_status ask_words(const char *caller, const CUgraphNodeParams *params,
                           struct gi_asked **out_asked)
{
    CUDA_BATCH_MEM_OP_NODE_PARAMS words;

    _Static_assert(sizeof words == sizeof params->memOp, "it is taken over");
    memcpy(&words, &params->memOp, sizeof words);
    return front_ask_words(caller, &words, out_asked);
}

gi_status front_ask_any(const char *caller, const CUgraphNodeParams *params,
                        const struct gi_asked_kernel *like, struct gi_asked **out_asked)
{
    switch ((int)params->type) {
    case GI_NODE_KERNEL:            return ask_kernel(caller, params, like, out_asked);
    case GI_NODE_COPY:              return ask_copy(caller, params, out_asked);
    case GI_NODE_FILL:              return ask_fill(caller, params, out_asked);
    case GI_NODE_HOST:              return ask_host(caller, params, out_asked);
    case GI_NODE_CHILD:             return gi_ask_nothing(&gi_node_child_graph, out_asked);
    case GI_NODE_EVENT_WAIT:
        return gi_ask_event(&gi_node_event_wait, front_from_event(params->eventWait.event),
                            out_asked);
    case GI_NODE_EVENT_RECORD:
        return gi_ask_event(&gi_node_event_record, front_from_event(params->eventRecord.event),
                            out_asked);
    case GI_NODE_SEMAPHORE_SIGNAL:  return ask_signals(caller, params, out_asked);
    case GI_NODE_SEMAPHORE_WAIT:    return ask_waits(caller, params, out_asked);
    case GI_NODE_ALLOC:             return ask_alloc(caller, params, out_asked);
    case GI_NODE_FREE:
        return gi_ask_free(front_from_address(params->free.dptr), out_asked);
    case GI_NODE_WORDS:             return ask_words(caller, params, out_asked);
    default:                        return gi_ask_nothing(&gi_node_empty, out_asked);
    }
}

/* The condition is of the context's device. */
static gi_status make_condition(CUgraph graph, CUcontext context, unsigned int value,
                                unsigned int flags, uint64_t *out_handle)
{
    gi_handle popped;
    gi_status status = gi_context_push((gi_handle)(uintptr_t)context);

    if (status != GI_OK)
        return status;
    status = gi_graph_make_condition(front_from_graph(graph), value, flags != 0, out_handle);
    (void)!gi_context_pop(&popped);
    return status;
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph,
                                        CUcontext context, unsigned int value, unsigned int flags)
{
    uint64_t made;

    FRONT_NOT_NULL(handle);
    FRONT_TRY(gicu_ready());
    FRONT_REQUIRE((flags & ~(unsigned int)CU_GRAPH_COND_ASSIGN_DEFAULT) == 0,
                  "%s: flags is 0x%x; only 1 exists", __func__, flags);
    if (context == NULL)
        return gicu_error(gi_fail(GI_INVALID_CONTEXT, "%s: context is NULL", __func__));
    FRONT_TRY(make_condition(graph, context, value, flags, &made));
    *handle = made;
    return CUDA_SUCCESS;
}
