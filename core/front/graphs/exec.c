/** Executable graphs. */
#include "nodes.h"

#include <stdio.h>

#include "graph/exec/exec.h"
#include "graph/exec/exec_change.h"
#include "handles.h"

gi_status front_instantiate(gpuGraphExec_t *exec, gpuGraph_t graph,
                            struct gi_exec_request *request)
{
    gi_handle handle;
    gi_status status = gi_capture_forbids("an instantiation of a graph");

    if (status != GI_OK)
        return status;
    status = gi_exec_create(front_from_graph(graph), request, &handle);
    if (status == GI_OK)
        *exec = (gpuGraphExec_t)(uintptr_t)handle;
    return status;
}

gpuError_t gpuGraphInstantiateWithFlags(gpuGraphExec_t *exec, gpuGraph_t graph,
                                        unsigned long long flags)
{
    struct gi_exec_request request = { .flags = flags };

    FRONT_NOT_NULL(exec);
    FRONT_REQUIRE((flags & gpuGraphInstantiateFlagUpload) == 0, "%s: flags is 0x%llx; an "
                  "upload (2) needs a stream, which only the call with parameters has", __func__,
                  flags);
    FRONT_TRY(front_begin());
    return front_error(front_instantiate(exec, graph, &request));
}

gi_status front_instantiate_logged(gpuGraphExec_t *exec, gpuGraph_t graph,
                                   gpuGraphNode_t *error_node, char *log, size_t size)
{
    struct gi_exec_request request = { .flags = 0 };
    gi_status status = front_instantiate(exec, graph, &request);

    if (error_node != NULL)
        *error_node = front_to_node(status != GI_OK ? request.node : 0);
    if (log != NULL && size != 0)
        snprintf(log, size, "%s", status != GI_OK ? gi_last_error_detail() : "");
    return status;
}

gpuError_t front_exec_update(gpuGraphExec_t exec, gpuGraph_t graph,
                             struct gi_exec_update *out_update)
{
    gi_status status = gi_exec_update(front_from_exec(exec), front_from_graph(graph), out_update);
    gpuError_t error = front_error(status);

    if (status == GI_OK || (out_update->result == GI_UPDATE_FAILED && out_update->node == 0))
        return error;
    return front_record(gpuErrorGraphExecUpdateFailure);
}

gpuError_t gpuGraphExecDestroy(gpuGraphExec_t exec)
{
    FRONT_TRY(front_begin_graph_end());
    FRONT_UNSAFE();
    return front_error(gi_exec_destroy(front_from_exec(exec)));
}

gpuError_t gpuGraphExecGetFlags(gpuGraphExec_t exec, gpuGraphFlags_t *flags)
{
    uint64_t found;

    FRONT_NOT_NULL(flags);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_exec_flags(front_from_exec(exec), &found));
    *flags = found;
    return gpuSuccess;
}

/* ---- nodes of executables -------------------------------------------------------------------- */

gpuError_t gpuGraphNodeSetEnabled(gpuGraphExec_t exec, gpuGraphNode_t node,
                                  unsigned int enabled)
{
    FRONT_TRY(front_begin());
    return front_error(gi_exec_enable(front_from_exec(exec), front_from_node(node),
                                      enabled != 0));
}

gpuError_t gpuGraphNodeGetEnabled(gpuGraphExec_t exec, gpuGraphNode_t node,
                                  unsigned int *enabled)
{
    bool found;

    FRONT_NOT_NULL(enabled);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_exec_is_enabled(front_from_exec(exec), front_from_node(node), &found));
    *enabled = found;
    return gpuSuccess;
}

gpuError_t gpuGraphExecHostNodeSetParams(gpuGraphExec_t exec, gpuGraphNode_t node,
                                         const gpuHostNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_host(__func__, parameters, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}

gpuError_t gpuGraphExecChildGraphNodeSetParams(gpuGraphExec_t exec, gpuGraphNode_t node,
                                               gpuGraph_t graph)
{
    FRONT_TRY(front_begin());
    return front_error(gi_exec_ask_child(front_from_exec(exec), front_from_node(node),
                                         front_from_graph(graph)));
}

gpuError_t gpuGraphExecEventRecordNodeSetEvent(gpuGraphExec_t exec, gpuGraphNode_t node,
                                               gpuEvent_t event)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_event(&gi_node_event_record, front_from_event(event), &asked));
    return front_error(front_exec_ask(exec, node, asked));
}

gpuError_t gpuGraphExecEventWaitNodeSetEvent(gpuGraphExec_t exec, gpuGraphNode_t node,
                                             gpuEvent_t event)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_event(&gi_node_event_wait, front_from_event(event), &asked));
    return front_error(front_exec_ask(exec, node, asked));
}

gpuError_t gpuGraphExecExternalSemaphoresSignalNodeSetParams(
    gpuGraphExec_t exec, gpuGraphNode_t node,
    const gpuExternalSemaphoreSignalNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_signals(__func__, parameters, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}

gpuError_t gpuGraphExecExternalSemaphoresWaitNodeSetParams(
    gpuGraphExec_t exec, gpuGraphNode_t node,
    const gpuExternalSemaphoreWaitNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_waits(__func__, parameters, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}
