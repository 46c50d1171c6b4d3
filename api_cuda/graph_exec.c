/** Executable graphs. */
#include "graph.h"

#include "runtime/chosen_stream.h"
#include "graph/exec/exec.h"
#include "graph/exec/exec_change.h"
#include "graph/exec/exec_launch.h"
#include "handles.h"

/* ---- making and launching -------------------------------------------------------------------- */

static gi_status instantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                             struct gi_exec_request *request)
{
    gi_handle handle;
    gi_status status = gi_exec_create(gicuda_from_graph(graph), request, &handle);

    if (status == GI_OK)
        *exec = (cudaGraphExec_t)(uintptr_t)handle;
    return status;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags)
{
    struct gi_exec_request request = { .flags = flags };

    FRONT_NOT_NULL(exec);
    FRONT_REQUIRE((flags & cudaGraphInstantiateFlagUpload) == 0, "%s: flags is 0x%llx; only "
                  "cudaGraphInstantiateWithParams takes cudaGraphInstantiateFlagUpload", __func__,
                  flags);
    FRONT_TRY(front_begin());
    return front_error(instantiate(exec, graph, &request));
}

GICUDA_SAME_NUMBER(cudaGraphInstantiateSuccess, GI_EXEC_MADE);
GICUDA_SAME_NUMBER(cudaGraphInstantiateError, GI_EXEC_FAILED);
GICUDA_SAME_NUMBER(cudaGraphInstantiateInvalidStructure, GI_EXEC_INVALID_STRUCTURE);
GICUDA_SAME_NUMBER(cudaGraphInstantiateNodeOperationNotSupported, GI_EXEC_NODE_NOT_SUPPORTED);

static cudaError_t instantiate_with(cudaGraphExec_t *exec, cudaGraph_t graph,
                                    cudaGraphInstantiateParams *parameters, cudaStream_t stream)
{
    struct gi_exec_request request = { .flags = parameters->flags };
    gi_status status = instantiate(exec, graph, &request);

    if (status == GI_OK && (request.flags & GI_EXEC_UPLOAD) != 0) {
        status = gi_exec_upload(gicuda_from_exec(*exec), front_from_stream(stream));
        if (status != GI_OK) {
            request.result = GI_EXEC_FAILED;
            (void)!gi_exec_destroy(gicuda_from_exec(*exec));
            *exec = NULL;
        }
    }
    parameters->errNode_out = gicuda_to_node(request.node);
    parameters->result_out = (cudaGraphInstantiateResult)request.result;
    return front_error(status);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *parameters)
{
    FRONT_NOT_NULL(exec);
    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    return instantiate_with(exec, graph, parameters, parameters->uploadStream);
}

cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t *exec, cudaGraph_t graph,
                                                cudaGraphInstantiateParams *parameters)
{
    FRONT_NOT_NULL(exec);
    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    return instantiate_with(exec, graph, parameters,
                            front_chosen(parameters->uploadStream));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    FRONT_TRY(front_begin_any());
    return front_error(gi_exec_destroy(gicuda_from_exec(exec)));
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
{
    uint64_t found;

    FRONT_NOT_NULL(flags);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_exec_flags(gicuda_from_exec(exec), &found));
    *flags = found;
    return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_exec_upload(gicuda_from_exec(exec), front_from_stream(stream)));
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_exec_launch(gicuda_from_exec(exec), front_from_stream(stream)));
}

/* ---- nodes of executables -------------------------------------------------------------------- */

static gi_status ask(cudaGraphExec_t exec, cudaGraphNode_t node, struct gi_asked *asked)
{
    return gi_exec_ask(gicuda_from_exec(exec), gicuda_from_node(node), asked);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int enabled)
{
    FRONT_TRY(front_begin());
    return front_error(gi_exec_enable(gicuda_from_exec(exec), gicuda_from_node(node),
                                      enabled != 0));
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned int *enabled)
{
    bool found;

    FRONT_NOT_NULL(enabled);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_exec_is_enabled(gicuda_from_exec(exec), gicuda_from_node(node), &found));
    *enabled = found;
    return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaKernelNodeParams *parameters)
{
    struct gi_asked *like, *asked;
    gi_status status;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(gicuda_from_node(node), GI_NODE_KERNEL, &like));
    status = gicuda_ask_kernel(__func__, parameters, (const struct gi_asked_kernel *)like, &asked);
    gi_asked_unref(like);
    return front_error(status == GI_OK ? ask(exec, node, asked) : status);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemcpy3DParms *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_copy(__func__, parameters, &asked));
    return front_error(ask(exec, node, asked));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void *destination, const void *source, size_t size,
                                               enum cudaMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_line(front_from_pointer(destination), front_from_pointer(source), size,
                              kind, &asked));
    return front_error(ask(exec, node, asked));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void *symbol, const void *source,
                                                     size_t size, size_t offset,
                                                     enum cudaMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_to_symbol(__func__, symbol, source, size, offset, kind, &asked));
    return front_error(ask(exec, node, asked));
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void *destination, const void *symbol,
                                                       size_t size, size_t offset,
                                                       enum cudaMemcpyKind kind)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_from_symbol(__func__, destination, symbol, size, offset, kind, &asked));
    return front_error(ask(exec, node, asked));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_fill(__func__, parameters, &asked));
    return front_error(ask(exec, node, asked));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_host(__func__, parameters, &asked));
    return front_error(ask(exec, node, asked));
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t graph)
{
    FRONT_TRY(front_begin());
    return front_error(gi_exec_ask_child(gicuda_from_exec(exec), gicuda_from_node(node),
                                         gicuda_from_graph(graph)));
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_event(&gi_node_event_record, front_from_event(event), &asked));
    return front_error(ask(exec, node, asked));
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ask_event(&gi_node_event_wait, front_from_event(event), &asked));
    return front_error(ask(exec, node, asked));
}

cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaExternalSemaphoreSignalNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_signals(__func__, parameters, &asked));
    return front_error(ask(exec, node, asked));
}

cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaExternalSemaphoreWaitNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(gicuda_ask_waits(__func__, parameters, &asked));
    return front_error(ask(exec, node, asked));
}
