/** Executable graphs that are made ready and launched in streams. */
#include "graphs/nodes.h"

#include "graph/exec/exec.h"
#include "graph/exec/exec_launch.h"
#include "handles.h"

FRONT_SAME_NUMBER(gpuGraphInstantiateSuccess, GI_EXEC_MADE);
FRONT_SAME_NUMBER(gpuGraphInstantiateError, GI_EXEC_FAILED);
FRONT_SAME_NUMBER(gpuGraphInstantiateInvalidStructure, GI_EXEC_INVALID_STRUCTURE);
FRONT_SAME_NUMBER(gpuGraphInstantiateNodeOperationNotSupported, GI_EXEC_NODE_NOT_SUPPORTED);

gpuError_t gpuGraphInstantiateWithParams(gpuGraphExec_t *exec, gpuGraph_t graph,
                                         gpuGraphInstantiateParams *parameters)
{
    struct gi_exec_request request;
    gi_status status;

    FRONT_NOT_NULL(exec);
    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    request = (struct gi_exec_request){ .flags = parameters->flags };
    status = front_instantiate(exec, graph, &request);
    if (status == GI_OK && (request.flags & GI_EXEC_UPLOAD) != 0) {
        status = gi_exec_upload(front_from_exec(*exec),
                                front_from_stream(FRONT_UPLOAD_STREAM(parameters)));
        if (status != GI_OK) {
            request.result = GI_EXEC_FAILED;
            (void)!gi_exec_destroy(front_from_exec(*exec));
            *exec = NULL;
        }
    }
    FRONT_ERROR_NODE(parameters) = front_to_node(request.node);
    parameters->result_out = (gpuGraphInstantiateResult)request.result;
    return front_error(status);
}

gpuError_t gpuGraphUpload(gpuGraphExec_t exec, gpuStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_exec_upload(front_from_exec(exec), front_from_stream(stream)));
}

gpuError_t gpuGraphLaunch(gpuGraphExec_t exec, gpuStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_exec_launch(front_from_exec(exec), front_from_stream(stream)));
}
