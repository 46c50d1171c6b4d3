/** The driver interface's names for the neutral names of api_cuda/both/. */
#ifndef GICU_BOTH_NAMES_H
#define GICU_BOTH_NAMES_H

#include "front_names.h"

/** Begins a call that works without a current context, and one that works without a device. */
#define front_begin_without_context front_ready
#define front_begin_without_device front_ready

/** The most that the flags of a resource of graphics may be; the runtime takes both flags at once. */
#define FRONT_MOST_MAP_FLAGS 2

/** Whether an update needs room for what it led to. */
#define FRONT_NEEDS_UPDATE_INFO 0

/** The context of a conditional node. */
#define FRONT_CONDITION_CONTEXT(params) ((params)->conditional.ctx)
#define FRONT_CONDITION_NEEDS_CONTEXT true

/* Types. */
#define gpuAsyncCallback CUasyncCallback
#define gpuAsyncCallbackHandle_t CUasyncCallbackHandle
#define gpuCaptureId_t cuuint64_t
#define gpuGraphExecUpdateResult CUgraphExecUpdateResult
#define gpuGraphExecUpdateResultInfo CUgraphExecUpdateResultInfo
#define gpuKernel_t CUkernel
#define gpuLibraryOption CUlibraryOption
#define gpuLibrary_t CUlibrary
#define gpuLogIterator CUlogIterator
#define gpuLogsCallbackHandle CUlogsCallbackHandle
#define gpuLogsCallback_t CUlogsCallback
#define gpuStreamAttrID CUstreamAttrID
#define gpuStreamAttrValue CUstreamAttrValue

/* Constants. */
#define gpuGraphExecUpdateError CU_GRAPH_EXEC_UPDATE_ERROR
#define gpuGraphExecUpdateErrorAttributesChanged CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED
#define gpuGraphExecUpdateErrorNodeTypeChanged CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED
#define gpuGraphExecUpdateErrorNotSupported CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED
#define gpuGraphExecUpdateErrorParametersChanged CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED
#define gpuGraphExecUpdateErrorTopologyChanged CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED
#define gpuGraphExecUpdateErrorUnsupportedFunctionChange \
    CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE
#define gpuGraphExecUpdateSuccess CU_GRAPH_EXEC_UPDATE_SUCCESS
#define gpuLibraryBinaryIsPreserved CU_LIBRARY_BINARY_IS_PRESERVED
#define gpuLogLevelError CU_LOG_LEVEL_ERROR
#define gpuLogLevelWarning CU_LOG_LEVEL_WARNING

/* Functions. */
#include "cu_both_functions.h"

#endif
