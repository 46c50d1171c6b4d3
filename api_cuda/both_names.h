/** The runtime's names for the neutral names of api_cuda/both/, which only CUDA's two interfaces
 *  have. */
#ifndef GICUDA_BOTH_NAMES_H
#define GICUDA_BOTH_NAMES_H

#include "front_names.h"

/** Begins a call that works without a current context, which this interface makes current, and one
 *  that works without a device. */
#define front_begin_without_context front_begin
#define front_begin_without_device() GI_OK

/* Types. */
#define gpuAsyncCallback cudaAsyncCallback
#define gpuAsyncCallbackHandle_t cudaAsyncCallbackHandle_t
#define gpuCaptureId_t unsigned long long
#define gpuGraphEdgeData cudaGraphEdgeData
#define gpuGraphNode_t cudaGraphNode_t
#define gpuGraph_t cudaGraph_t
#define gpuKernel_t cudaKernel_t
#define gpuLibraryOption enum cudaLibraryOption
#define gpuLibrary_t cudaLibrary_t
#define gpuLogIterator cudaLogIterator
#define gpuLogsCallbackHandle cudaLogsCallbackHandle
#define gpuLogsCallback_t cudaLogsCallback_t
#define gpuStreamAttrID cudaLaunchAttributeID
#define gpuStreamAttrValue cudaLaunchAttributeValue

/* Constants. */
#define gpuLibraryBinaryIsPreserved cudaLibraryBinaryIsPreserved
#define gpuLogLevelError cudaLogLevelError
#define gpuLogLevelWarning cudaLogLevelWarning

/* Functions. */
#define gpuArrayGetPlane cudaArrayGetPlane
#define gpuDeviceRegisterAsyncNotification cudaDeviceRegisterAsyncNotification
#define gpuDeviceUnregisterAsyncNotification cudaDeviceUnregisterAsyncNotification
#define gpuGraphicsResourceGetMappedMipmappedArray cudaGraphicsResourceGetMappedMipmappedArray
#define gpuGraphicsResourceSetMapFlags cudaGraphicsResourceSetMapFlags
#define gpuLibraryEnumerateKernels cudaLibraryEnumerateKernels
#define gpuLibraryGetGlobal cudaLibraryGetGlobal
#define gpuLibraryGetKernel cudaLibraryGetKernel
#define gpuLibraryGetKernelCount cudaLibraryGetKernelCount
#define gpuLibraryGetManaged cudaLibraryGetManaged
#define gpuLibraryGetUnifiedFunction cudaLibraryGetUnifiedFunction
#define gpuLibraryLoadData cudaLibraryLoadData
#define gpuLibraryLoadFromFile cudaLibraryLoadFromFile
#define gpuLibraryUnload cudaLibraryUnload
#define gpuLogsCurrent cudaLogsCurrent
#define gpuLogsDumpToFile cudaLogsDumpToFile
#define gpuLogsDumpToMemory cudaLogsDumpToMemory
#define gpuLogsRegisterCallback cudaLogsRegisterCallback
#define gpuLogsUnregisterCallback cudaLogsUnregisterCallback
#define gpuStreamCopyAttributes cudaStreamCopyAttributes
#define gpuStreamGetAttribute cudaStreamGetAttribute
#define gpuStreamGetCaptureInfo cudaStreamGetCaptureInfo
#define gpuStreamGetId cudaStreamGetId
#define gpuStreamSetAttribute cudaStreamSetAttribute

#endif
