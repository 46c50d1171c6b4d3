/** Updates of executables. */
#include "both_names.h"
#include "graphs/nodes.h"

FRONT_SAME_NUMBER(gpuGraphExecUpdateSuccess, GI_UPDATED);
FRONT_SAME_NUMBER(gpuGraphExecUpdateError, GI_UPDATE_FAILED);
FRONT_SAME_NUMBER(gpuGraphExecUpdateErrorTopologyChanged, GI_UPDATE_TOPOLOGY);
FRONT_SAME_NUMBER(gpuGraphExecUpdateErrorNodeTypeChanged, GI_UPDATE_TYPE);
FRONT_SAME_NUMBER(gpuGraphExecUpdateErrorParametersChanged, GI_UPDATE_PARAMETERS);
FRONT_SAME_NUMBER(gpuGraphExecUpdateErrorNotSupported, GI_UPDATE_NOT_SUPPORTED);
FRONT_SAME_NUMBER(gpuGraphExecUpdateErrorUnsupportedFunctionChange, GI_UPDATE_FUNCTION);
FRONT_SAME_NUMBER(gpuGraphExecUpdateErrorAttributesChanged, GI_UPDATE_ATTRIBUTES);

gpuError_t gpuGraphExecUpdate(gpuGraphExec_t exec, gpuGraph_t graph,
                              gpuGraphExecUpdateResultInfo *info)
{
    struct gi_exec_update update;
    gpuError_t error;

    FRONT_REQUIRE(info != NULL || !FRONT_NEEDS_UPDATE_INFO, "%s: info is NULL", __func__);
    FRONT_TRY(front_begin());
    error = front_exec_update(exec, graph, &update);
    if (info != NULL)
        *info = (gpuGraphExecUpdateResultInfo){
            .result = (gpuGraphExecUpdateResult)update.result,
            .errorNode = front_to_node(update.node),
            .errorFromNode = front_to_node(update.from),
        };
    return error;
}
