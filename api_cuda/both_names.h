/** The runtime's names for the neutral names of api_cuda/both/, which only CUDA's two interfaces
 *  have. */
#ifndef GICUDA_BOTH_NAMES_H
#define GICUDA_BOTH_NAMES_H

#include "front_names.h"

/** Begins a call that works without a current context, which this interface makes current, and one
 *  that works without a device. */
#define front_begin_without_context front_begin
#define front_begin_without_device() GI_OK

/** The most that the flags of a resource of graphics may be; the runtime takes both flags at once. */
#define FRONT_MOST_MAP_FLAGS 3

/** Whether an update needs room for what it led to. */
#define FRONT_NEEDS_UPDATE_INFO 1

/** The context of a conditional node; NULL: the current one. */
#define FRONT_CONDITION_CONTEXT(params) ((void)(params), (void *)NULL)
#define FRONT_CONDITION_NEEDS_CONTEXT false

/* Types. */
#define gpuAsyncCallback cudaAsyncCallback
#define gpuAsyncCallbackHandle_t cudaAsyncCallbackHandle_t
#define gpuCaptureId_t unsigned long long
#define gpuGraphExecUpdateResult enum cudaGraphExecUpdateResult
#define gpuGraphExecUpdateResultInfo cudaGraphExecUpdateResultInfo
#define gpuKernel_t cudaKernel_t
#define gpuLibraryOption enum cudaLibraryOption
#define gpuLibrary_t cudaLibrary_t
#define gpuLogIterator cudaLogIterator
#define gpuLogsCallbackHandle cudaLogsCallbackHandle
#define gpuLogsCallback_t cudaLogsCallback_t
#define gpuStreamAttrID cudaLaunchAttributeID
#define gpuStreamAttrValue cudaLaunchAttributeValue

/* Constants. */
#define gpuGraphExecUpdateError cudaGraphExecUpdateError
#define gpuGraphExecUpdateErrorAttributesChanged cudaGraphExecUpdateErrorAttributesChanged
#define gpuGraphExecUpdateErrorNodeTypeChanged cudaGraphExecUpdateErrorNodeTypeChanged
#define gpuGraphExecUpdateErrorNotSupported cudaGraphExecUpdateErrorNotSupported
#define gpuGraphExecUpdateErrorParametersChanged cudaGraphExecUpdateErrorParametersChanged
#define gpuGraphExecUpdateErrorTopologyChanged cudaGraphExecUpdateErrorTopologyChanged
#define gpuGraphExecUpdateErrorUnsupportedFunctionChange \
    cudaGraphExecUpdateErrorUnsupportedFunctionChange
#define gpuGraphExecUpdateSuccess cudaGraphExecUpdateSuccess
#define gpuLibraryBinaryIsPreserved cudaLibraryBinaryIsPreserved
#define gpuLogLevelError cudaLogLevelError
#define gpuLogLevelWarning cudaLogLevelWarning

/* Functions. */
#include "cuda_both_functions.h"

#endif
