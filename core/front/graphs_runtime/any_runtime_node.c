/** The request of a node of any type, made of the struct of the runtimes. */
#include "runtime_nodes.h"

#include "graph/exec/memory_nodes.h"
#include "handles.h"

/* The members are structs of their own in one interface, with the same members. */
#define TAKE(member, type) \
    _Static_assert(sizeof ((gpuGraphNodeParams *)0)->member == sizeof(type), "it is taken over"); \
    type member; \
    memcpy(&member, &params->member, sizeof member)

static gi_status ask_kernel(const char *caller, const gpuGraphNodeParams *params,
                            const struct gi_asked_kernel *like, struct gi_asked **out_asked)
{
    TAKE(kernel, gpuKernelNodeParams);

    return front_ask_kernel(caller, &kernel, like, out_asked);
}

static gi_status ask_copy(const char *caller, const gpuGraphNodeParams *params,
                          struct gi_asked **out_asked)
{
    for (int i = 0; i < 3; i++) {
        if (params->memcpy.flags != 0 || params->memcpy.reserved[i] != 0)
            return gi_fail(GI_INVALID_VALUE, "%s: flags is %d, and a reserved member %d; they must "
                           "be 0", caller, params->memcpy.flags, params->memcpy.reserved[i]);
    }
    return front_ask_copy(caller, &params->memcpy.copyParams, out_asked);
}

static gi_status ask_fill(const char *caller, const gpuGraphNodeParams *params,
                          struct gi_asked **out_asked)
{
    TAKE(memset, gpuMemsetParams);

    return front_ask_fill(caller, &memset, out_asked);
}

static gi_status ask_host(const char *caller, const gpuGraphNodeParams *params,
                          struct gi_asked **out_asked)
{
    TAKE(host, gpuHostNodeParams);

    return front_ask_host(caller, &host, out_asked);
}

static gi_status ask_alloc(const char *caller, const gpuGraphNodeParams *params,
                           struct gi_asked **out_asked)
{
    TAKE(alloc, gpuMemAllocNodeParams);

    return front_ask_alloc(caller, &alloc, out_asked);
}

static gi_status ask_signals(const char *caller, const gpuGraphNodeParams *params,
                             struct gi_asked **out_asked)
{
    TAKE(extSemSignal, gpuExternalSemaphoreSignalNodeParams);

    return front_ask_signals(caller, &extSemSignal, out_asked);
}

static gi_status ask_waits(const char *caller, const gpuGraphNodeParams *params,
                           struct gi_asked **out_asked)
{
    TAKE(extSemWait, gpuExternalSemaphoreWaitNodeParams);

    return front_ask_waits(caller, &extSemWait, out_asked);
}

gi_status front_ask_any(const char *caller, const gpuGraphNodeParams *params,
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
    default:                        return gi_ask_nothing(&gi_node_empty, out_asked);
    }
}
