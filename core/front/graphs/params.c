/** The parameters of nodes, which programs get and set. Lists that a program gets are the node's,
 *  until its parameters are set or it is destroyed. */
#include "nodes.h"

#include "handles.h"

/* ---- fills ----------------------------------------------------------------------------------- */

gpuError_t gpuGraphMemsetNodeGetParams(gpuGraphNode_t node,
                                       gpuMemsetParams *parameters)
{
    const struct gi_asked_fill *fill;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_FILL, &asked));
    fill = (const struct gi_asked_fill *)asked;
    *parameters = (gpuMemsetParams){
        .dst = front_to_address(fill->pointer), .pitch = fill->pitch, .value = fill->value,
        .elementSize = fill->element_bytes, .width = fill->width, .height = fill->height,
    };
    gi_asked_unref(asked);
    return gpuSuccess;
}

gpuError_t gpuGraphMemsetNodeSetParams(gpuGraphNode_t node,
                                       const gpuMemsetParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_fill(__func__, parameters, &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

/* ---- host functions and events --------------------------------------------------------------- */

gpuError_t gpuGraphHostNodeGetParams(gpuGraphNode_t node, gpuHostNodeParams *parameters)
{
    const struct gi_asked_host *host;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_HOST, &asked));
    host = (const struct gi_asked_host *)asked;
    *parameters = (gpuHostNodeParams){ host->fn, host->argument };
    gi_asked_unref(asked);
    return gpuSuccess;
}

gpuError_t gpuGraphHostNodeSetParams(gpuGraphNode_t node,
                                     const gpuHostNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_host(__func__, parameters, &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

static gpuError_t get_event(gpuGraphNode_t node, enum gi_node_type type, gpuEvent_t *out_event)
{
    struct gi_asked *asked;

    FRONT_TRY(gi_node_asked(front_from_node(node), type, &asked));
    *out_event = front_to_event(((const struct gi_asked_event *)asked)->event);
    gi_asked_unref(asked);
    return gpuSuccess;
}

static gpuError_t set_event(gpuGraphNode_t node, const struct gi_node_kind *kind,
                            gpuEvent_t event)
{
    struct gi_asked *asked;

    FRONT_TRY(gi_ask_event(kind, front_from_event(event), &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

gpuError_t gpuGraphEventRecordNodeGetEvent(gpuGraphNode_t node, gpuEvent_t *event)
{
    FRONT_NOT_NULL(event);
    FRONT_TRY(front_begin());
    return get_event(node, GI_NODE_EVENT_RECORD, event);
}

gpuError_t gpuGraphEventRecordNodeSetEvent(gpuGraphNode_t node, gpuEvent_t event)
{
    FRONT_TRY(front_begin());
    return set_event(node, &gi_node_event_record, event);
}

gpuError_t gpuGraphEventWaitNodeGetEvent(gpuGraphNode_t node, gpuEvent_t *event)
{
    FRONT_NOT_NULL(event);
    FRONT_TRY(front_begin());
    return get_event(node, GI_NODE_EVENT_WAIT, event);
}

gpuError_t gpuGraphEventWaitNodeSetEvent(gpuGraphNode_t node, gpuEvent_t event)
{
    FRONT_TRY(front_begin());
    return set_event(node, &gi_node_event_wait, event);
}

/* ---- semaphores ------------------------------------------------------------------------------ */

gpuError_t gpuGraphExternalSemaphoresSignalNodeGetParams(
    gpuGraphNode_t node, gpuExternalSemaphoreSignalNodeParams *parameters)
{
    const struct gi_asked_semaphores *semaphores;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_SEMAPHORE_SIGNAL, &asked));
    semaphores = (const struct gi_asked_semaphores *)asked;
    *parameters = (gpuExternalSemaphoreSignalNodeParams){
        semaphores->handles, semaphores->parameters, (unsigned int)semaphores->count
    };
    gi_asked_unref(asked);
    return gpuSuccess;
}

gpuError_t gpuGraphExternalSemaphoresSignalNodeSetParams(
    gpuGraphNode_t node, const gpuExternalSemaphoreSignalNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_signals(__func__, parameters, &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}

gpuError_t gpuGraphExternalSemaphoresWaitNodeGetParams(
    gpuGraphNode_t node, gpuExternalSemaphoreWaitNodeParams *parameters)
{
    const struct gi_asked_semaphores *semaphores;
    struct gi_asked *asked;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_SEMAPHORE_WAIT, &asked));
    semaphores = (const struct gi_asked_semaphores *)asked;
    *parameters = (gpuExternalSemaphoreWaitNodeParams){
        semaphores->handles, semaphores->parameters, (unsigned int)semaphores->count
    };
    gi_asked_unref(asked);
    return gpuSuccess;
}

gpuError_t gpuGraphExternalSemaphoresWaitNodeSetParams(
    gpuGraphNode_t node, const gpuExternalSemaphoreWaitNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_waits(__func__, parameters, &asked));
    return front_error(gi_node_ask(front_from_node(node), asked));
}
