/* The probe's CUDA names as HIP's: with this header the questions go to a HIP library instead, and
 * their answers still name CUDA's codes, so that the same table judges them. What HIP does not have
 * answers "not in HIP"; differences_hip.txt says what follows from it. */
#ifndef BEHAVIOUR_AS_HIP_H
#define BEHAVIOUR_AS_HIP_H

#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <string.h>

/* ---- types; HIP's tags where CUDA's are used ---- */

#define cudaArray_t hipArray_t
#define cudaChannelFormatDesc hipChannelFormatDesc
#define cudaChannelFormatKind hipChannelFormatKind
#define cudaDeviceAttr hipDeviceAttribute_t
#define cudaDeviceP2PAttr hipDeviceP2PAttr
#define cudaDeviceProp hipDeviceProp_tR0600
#define cudaError_t hipError_t
#define cudaEvent_t hipEvent_t
#define cudaExtent hipExtent
#define cudaExternalMemoryBufferDesc hipExternalMemoryBufferDesc_st
#define cudaExternalMemoryHandleDesc hipExternalMemoryHandleDesc_st
#define cudaExternalMemoryHandleType hipExternalMemoryHandleType_enum
#define cudaExternalMemoryMipmappedArrayDesc hipExternalMemoryMipmappedArrayDesc_st
#define cudaExternalMemory_t hipExternalMemory_t
#define cudaExternalSemaphoreHandleDesc hipExternalSemaphoreHandleDesc_st
#define cudaExternalSemaphoreHandleType hipExternalSemaphoreHandleType_enum
#define cudaExternalSemaphoreSignalParams hipExternalSemaphoreSignalParams_st
#define cudaExternalSemaphoreWaitParams hipExternalSemaphoreWaitParams_st
#define cudaExternalSemaphore_t hipExternalSemaphore_t
#define cudaFuncCache hipFuncCache_t
#define cudaGraph_t hipGraph_t
#define cudaIpcEventHandle_t hipIpcEventHandle_t
#define cudaIpcMemHandle_t hipIpcMemHandle_t
#define cudaLimit hipLimit_t
#define cudaMemAccessDesc hipMemAccessDesc
#define cudaMemAccessFlags hipMemAccessFlags
#define cudaMemAllocationHandleType hipMemAllocationHandleType
#define cudaMemAllocationType hipMemAllocationType
#define cudaMemLocation hipMemLocation
#define cudaMemLocationType hipMemLocationType
#define cudaMemPoolAttr hipMemPoolAttr
#define cudaMemPoolProps hipMemPoolProps
#define cudaMemPoolPtrExportData hipMemPoolPtrExportData
#define cudaMemPool_t hipMemPool_t
#define cudaMemRangeAttribute hipMemRangeAttribute
#define cudaMemcpy3DParms hipMemcpy3DParms
#define cudaMemcpyKind hipMemcpyKind
#define cudaMemoryAdvise hipMemoryAdvise
#define cudaMipmappedArray_t hipMipmappedArray_t
#define cudaPitchedPtr hipPitchedPtr
#define cudaPointerAttributes hipPointerAttribute_t
#define cudaPos hipPos
#define cudaResourceDesc hipResourceDesc
#define cudaResourceType hipResourceType
#define cudaResourceViewDesc hipResourceViewDesc
#define cudaResourceViewFormat hipResourceViewFormat
#define cudaSharedMemConfig hipSharedMemConfig
#define cudaStreamCaptureMode hipStreamCaptureMode
#define cudaStreamCaptureStatus hipStreamCaptureStatus
#define cudaStream_t hipStream_t
#define cudaSurfaceObject_t hipSurfaceObject_t
#define cudaTextureAddressMode hipTextureAddressMode
#define cudaTextureDesc hipTextureDesc
#define cudaTextureFilterMode hipTextureFilterMode
#define cudaTextureObject_t hipTextureObject_t
#define cudaTextureReadMode hipTextureReadMode

/** What CUDA alone can say. */
enum as_hip_atomic_operation { AS_HIP_NO_ATOMIC };
#define cudaAtomicOperation as_hip_atomic_operation
struct cudaArrayMemoryRequirements {
    int none;
};
struct cudaArraySparseProperties {
    int none;
};

/* ---- values ---- */

#define cudaChannelFormatKindUnsigned hipChannelFormatKindUnsigned
#define cudaErrorNotReady hipErrorNotReady
#define cudaEventBlockingSync hipEventBlockingSync
#define cudaEventDisableTiming hipEventDisableTiming
#define cudaExternalMemoryHandleTypeOpaqueFd hipExternalMemoryHandleTypeOpaqueFd
#define cudaExternalSemaphoreHandleTypeOpaqueFd hipExternalSemaphoreHandleTypeOpaqueFd
#define cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd \
    hipExternalSemaphoreHandleTypeTimelineSemaphoreFd
#define cudaFuncCachePreferL1 hipFuncCachePreferL1
#define cudaFuncCachePreferNone hipFuncCachePreferNone
#define cudaLimitPrintfFifoSize hipLimitPrintfFifoSize
#define cudaLimitStackSize hipLimitStackSize
#define cudaMemAccessFlagsProtReadWrite hipMemAccessFlagsProtReadWrite
#define cudaMemAdviseSetAccessedBy hipMemAdviseSetAccessedBy
#define cudaMemAdviseSetPreferredLocation hipMemAdviseSetPreferredLocation
#define cudaMemAdviseSetReadMostly hipMemAdviseSetReadMostly
#define cudaMemAdviseUnsetReadMostly hipMemAdviseUnsetReadMostly
#define cudaMemAllocationTypePinned hipMemAllocationTypePinned
#define cudaMemAttachGlobal hipMemAttachGlobal
#define cudaMemHandleTypeNone hipMemHandleTypeNone
#define cudaMemHandleTypePosixFileDescriptor hipMemHandleTypePosixFileDescriptor
#define cudaMemLocationTypeDevice hipMemLocationTypeDevice
#define cudaMemPoolAttrReleaseThreshold hipMemPoolAttrReleaseThreshold
#define cudaMemPoolAttrReservedMemCurrent hipMemPoolAttrReservedMemCurrent
#define cudaMemPoolAttrUsedMemCurrent hipMemPoolAttrUsedMemCurrent
#define cudaMemRangeAttributeAccessedBy hipMemRangeAttributeAccessedBy
#define cudaMemRangeAttributeLastPrefetchLocation hipMemRangeAttributeLastPrefetchLocation
#define cudaMemRangeAttributePreferredLocation hipMemRangeAttributePreferredLocation
#define cudaMemRangeAttributeReadMostly hipMemRangeAttributeReadMostly
#define cudaMemcpyDefault hipMemcpyDefault
#define cudaMemcpyDeviceToDevice hipMemcpyDeviceToDevice
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#define cudaMemcpyHostToDevice hipMemcpyHostToDevice
#define cudaMemcpyHostToHost hipMemcpyHostToHost
#define cudaFilterModeLinear hipFilterModeLinear
#define cudaReadModeNormalizedFloat hipReadModeNormalizedFloat
#define cudaResourceTypeArray hipResourceTypeArray
#define cudaResourceTypeLinear hipResourceTypeLinear
#define cudaResourceTypeMipmappedArray hipResourceTypeMipmappedArray
#define cudaResourceTypePitch2D hipResourceTypePitch2D
#define cudaStreamNonBlocking hipStreamNonBlocking
#define cudaSuccess hipSuccess

/* ---- attributes of devices ---- */

#define NO_ATTRIBUTE ((hipDeviceAttribute_t)-77)

#define cudaDevAttrAsyncEngineCount hipDeviceAttributeAsyncEngineCount
#define cudaDevAttrCanMapHostMemory hipDeviceAttributeCanMapHostMemory
#define cudaDevAttrCanUseHostPointerForRegisteredMem \
    hipDeviceAttributeCanUseHostPointerForRegisteredMem
#define cudaDevAttrClusterLaunch NO_ATTRIBUTE
#define cudaDevAttrComputeCapabilityMajor hipDeviceAttributeComputeCapabilityMajor
#define cudaDevAttrComputeCapabilityMinor hipDeviceAttributeComputeCapabilityMinor
#define cudaDevAttrComputeMode hipDeviceAttributeComputeMode
#define cudaDevAttrComputePreemptionSupported hipDeviceAttributeComputePreemptionSupported
#define cudaDevAttrConcurrentKernels hipDeviceAttributeConcurrentKernels
#define cudaDevAttrConcurrentManagedAccess hipDeviceAttributeConcurrentManagedAccess
#define cudaDevAttrCooperativeLaunch hipDeviceAttributeCooperativeLaunch
#define cudaDevAttrDeferredMappingCudaArraySupported NO_ATTRIBUTE
#define cudaDevAttrDirectManagedMemAccessFromHost hipDeviceAttributeDirectManagedMemAccessFromHost
#define cudaDevAttrEccEnabled hipDeviceAttributeEccEnabled
#define cudaDevAttrGPUDirectRDMASupported NO_ATTRIBUTE
#define cudaDevAttrGlobalL1CacheSupported hipDeviceAttributeGlobalL1CacheSupported
#define cudaDevAttrGlobalMemoryBusWidth hipDeviceAttributeMemoryBusWidth
#define cudaDevAttrHostNativeAtomicSupported hipDeviceAttributeHostNativeAtomicSupported
#define cudaDevAttrHostRegisterReadOnlySupported NO_ATTRIBUTE
#define cudaDevAttrHostRegisterSupported hipDeviceAttributeHostRegisterSupported
#define cudaDevAttrIntegrated hipDeviceAttributeIntegrated
#define cudaDevAttrIpcEventSupport NO_ATTRIBUTE
#define cudaDevAttrIsMultiGpuBoard hipDeviceAttributeIsMultiGpuBoard
#define cudaDevAttrKernelExecTimeout hipDeviceAttributeKernelExecTimeout
#define cudaDevAttrL2CacheSize hipDeviceAttributeL2CacheSize
#define cudaDevAttrLocalL1CacheSupported hipDeviceAttributeLocalL1CacheSupported
#define cudaDevAttrManagedMemory hipDeviceAttributeManagedMemory
#define cudaDevAttrMaxAccessPolicyWindowSize hipDeviceAttributeAccessPolicyMaxWindowSize
#define cudaDevAttrMaxBlockDimX hipDeviceAttributeMaxBlockDimX
#define cudaDevAttrMaxBlockDimY hipDeviceAttributeMaxBlockDimY
#define cudaDevAttrMaxBlockDimZ hipDeviceAttributeMaxBlockDimZ
#define cudaDevAttrMaxBlocksPerMultiprocessor hipDeviceAttributeMaxBlocksPerMultiProcessor
#define cudaDevAttrMaxGridDimX hipDeviceAttributeMaxGridDimX
#define cudaDevAttrMaxGridDimY hipDeviceAttributeMaxGridDimY
#define cudaDevAttrMaxGridDimZ hipDeviceAttributeMaxGridDimZ
#define cudaDevAttrMaxPersistingL2CacheSize hipDeviceAttributePersistingL2CacheMaxSize
#define cudaDevAttrMaxPitch hipDeviceAttributeMaxPitch
#define cudaDevAttrMaxRegistersPerBlock hipDeviceAttributeMaxRegistersPerBlock
#define cudaDevAttrMaxRegistersPerMultiprocessor hipDeviceAttributeMaxRegistersPerMultiprocessor
#define cudaDevAttrMaxSharedMemoryPerBlock hipDeviceAttributeMaxSharedMemoryPerBlock
#define cudaDevAttrMaxSharedMemoryPerBlockOptin hipDeviceAttributeSharedMemPerBlockOptin
#define cudaDevAttrMaxSharedMemoryPerMultiprocessor hipDeviceAttributeSharedMemPerMultiprocessor
#define cudaDevAttrMaxSurface2DWidth hipDeviceAttributeMaxSurface2D
#define cudaDevAttrMaxTexture1DWidth hipDeviceAttributeMaxTexture1DWidth
#define cudaDevAttrMaxTexture2DHeight hipDeviceAttributeMaxTexture2DHeight
#define cudaDevAttrMaxTexture2DWidth hipDeviceAttributeMaxTexture2DWidth
#define cudaDevAttrMaxTexture3DDepth hipDeviceAttributeMaxTexture3DDepth
#define cudaDevAttrMaxTexture3DWidth hipDeviceAttributeMaxTexture3DWidth
#define cudaDevAttrMaxThreadsPerBlock hipDeviceAttributeMaxThreadsPerBlock
#define cudaDevAttrMaxThreadsPerMultiProcessor hipDeviceAttributeMaxThreadsPerMultiProcessor
#define cudaDevAttrMemoryPoolSupportedHandleTypes hipDeviceAttributeMemoryPoolSupportedHandleTypes
#define cudaDevAttrMemoryPoolsSupported hipDeviceAttributeMemoryPoolsSupported
#define cudaDevAttrMultiGpuBoardGroupID hipDeviceAttributeMultiGpuBoardGroupID
#define cudaDevAttrMultiProcessorCount hipDeviceAttributeMultiprocessorCount
#define cudaDevAttrPageableMemoryAccess hipDeviceAttributePageableMemoryAccess
#define cudaDevAttrPageableMemoryAccessUsesHostPageTables \
    hipDeviceAttributePageableMemoryAccessUsesHostPageTables
#define cudaDevAttrPciBusId hipDeviceAttributePciBusId
#define cudaDevAttrPciDeviceId hipDeviceAttributePciDeviceId
#define cudaDevAttrPciDomainId hipDeviceAttributePciDomainID
#define cudaDevAttrReservedSharedMemoryPerBlock hipDeviceAttributeReservedSharedMemPerBlock
#define cudaDevAttrSparseCudaArraySupported NO_ATTRIBUTE
#define cudaDevAttrStreamPrioritiesSupported hipDeviceAttributeStreamPrioritiesSupported
#define cudaDevAttrSurfaceAlignment hipDeviceAttributeSurfaceAlignment
#define cudaDevAttrTccDriver hipDeviceAttributeTccDriver
#define cudaDevAttrTextureAlignment hipDeviceAttributeTextureAlignment
#define cudaDevAttrTexturePitchAlignment hipDeviceAttributeTexturePitchAlignment
#define cudaDevAttrTimelineSemaphoreInteropSupported NO_ATTRIBUTE
#define cudaDevAttrTotalConstantMemory hipDeviceAttributeTotalConstantMemory
#define cudaDevAttrUnifiedAddressing hipDeviceAttributeUnifiedAddressing
#define cudaDevAttrWarpSize hipDeviceAttributeWarpSize

/* ---- functions; those of one name are made of the lists of functions ---- */

#include "as_hip_functions.h"

/* ---- devices and other processes ---- */

#define NOT_IN_THIS_VERSION ((hipError_t)-7)

/* Arrays, textures and surfaces: declared, and defined by and by. */
#define AS_HIP_IF_THERE(function, ...) \
    (function != NULL ? function(__VA_ARGS__) : NOT_IN_THIS_VERSION)
#pragma weak hipArrayGetInfo
#define cudaArrayGetInfo(...) \
    AS_HIP_IF_THERE(hipArrayGetInfo, __VA_ARGS__)
#pragma weak hipCreateSurfaceObject
#define cudaCreateSurfaceObject(...) \
    AS_HIP_IF_THERE(hipCreateSurfaceObject, __VA_ARGS__)
#pragma weak hipCreateTextureObject
#define cudaCreateTextureObject(...) \
    AS_HIP_IF_THERE(hipCreateTextureObject, __VA_ARGS__)
#pragma weak hipDestroySurfaceObject
#define cudaDestroySurfaceObject(...) \
    AS_HIP_IF_THERE(hipDestroySurfaceObject, __VA_ARGS__)
#pragma weak hipDestroyTextureObject
#define cudaDestroyTextureObject(...) \
    AS_HIP_IF_THERE(hipDestroyTextureObject, __VA_ARGS__)
#pragma weak hipFreeArray
#define cudaFreeArray(...) \
    AS_HIP_IF_THERE(hipFreeArray, __VA_ARGS__)
#pragma weak hipGetChannelDesc
#define cudaGetChannelDesc(...) \
    AS_HIP_IF_THERE(hipGetChannelDesc, __VA_ARGS__)
#pragma weak hipGetMipmappedArrayLevel
#define cudaGetMipmappedArrayLevel(...) \
    AS_HIP_IF_THERE(hipGetMipmappedArrayLevel, __VA_ARGS__)
#pragma weak hipGetTextureObjectResourceDesc
#define cudaGetTextureObjectResourceDesc(...) \
    AS_HIP_IF_THERE(hipGetTextureObjectResourceDesc, __VA_ARGS__)
#pragma weak hipGetTextureObjectResourceViewDesc
#define cudaGetTextureObjectResourceViewDesc(...) \
    AS_HIP_IF_THERE(hipGetTextureObjectResourceViewDesc, __VA_ARGS__)
#pragma weak hipGetTextureObjectTextureDesc
#define cudaGetTextureObjectTextureDesc(...) \
    AS_HIP_IF_THERE(hipGetTextureObjectTextureDesc, __VA_ARGS__)
#pragma weak hipMalloc3DArray
#define cudaMalloc3DArray(...) \
    AS_HIP_IF_THERE(hipMalloc3DArray, __VA_ARGS__)
#pragma weak hipMallocArray
#define cudaMallocArray(...) \
    AS_HIP_IF_THERE(hipMallocArray, __VA_ARGS__)
#pragma weak hipMallocMipmappedArray
#define cudaMallocMipmappedArray(...) \
    AS_HIP_IF_THERE(hipMallocMipmappedArray, __VA_ARGS__)
#pragma weak hipMemcpy2DArrayToArray
#define cudaMemcpy2DArrayToArray(...) \
    AS_HIP_IF_THERE(hipMemcpy2DArrayToArray, __VA_ARGS__)
#pragma weak hipMemcpy2DFromArray
#define cudaMemcpy2DFromArray(...) \
    AS_HIP_IF_THERE(hipMemcpy2DFromArray, __VA_ARGS__)
#pragma weak hipMemcpy2DFromArrayAsync
#define cudaMemcpy2DFromArrayAsync(...) \
    AS_HIP_IF_THERE(hipMemcpy2DFromArrayAsync, __VA_ARGS__)
#pragma weak hipMemcpy2DToArray
#define cudaMemcpy2DToArray(...) \
    AS_HIP_IF_THERE(hipMemcpy2DToArray, __VA_ARGS__)
#pragma weak hipMemcpy2DToArrayAsync
#define cudaMemcpy2DToArrayAsync(...) \
    AS_HIP_IF_THERE(hipMemcpy2DToArrayAsync, __VA_ARGS__)
#pragma weak hipMemcpyFromArray
#define cudaMemcpyFromArray(...) \
    AS_HIP_IF_THERE(hipMemcpyFromArray, __VA_ARGS__)
#pragma weak hipMemcpyToArray
#define cudaMemcpyToArray(...) \
    AS_HIP_IF_THERE(hipMemcpyToArray, __VA_ARGS__)

/* ---- functions that HIP lacks ---- */

#define NOT_IN_HIP ((hipError_t)-8)

#define cudaArrayGetMemoryRequirements(...) as_hip_absent(0, __VA_ARGS__)
#define cudaArrayGetPlane(...) as_hip_absent(0, __VA_ARGS__)
#define cudaArrayGetSparseProperties(...) as_hip_absent(0, __VA_ARGS__)
#define cudaDeviceGetHostAtomicCapabilities(...) as_hip_absent(0, __VA_ARGS__)
#define cudaDeviceGetP2PAtomicCapabilities(...) as_hip_absent(0, __VA_ARGS__)
#define cudaGetSurfaceObjectResourceDesc(...) as_hip_absent(0, __VA_ARGS__)
#define cudaInitDevice(...) as_hip_absent(0, __VA_ARGS__)
#define cudaMemcpyArrayToArray(...) as_hip_absent(0, __VA_ARGS__)
#define cudaMemcpyFromArrayAsync(...) as_hip_absent(0, __VA_ARGS__)
#define cudaMemcpyToArrayAsync(...) as_hip_absent(0, __VA_ARGS__)
#define cudaMipmappedArrayGetMemoryRequirements(...) as_hip_absent(0, __VA_ARGS__)
#define cudaMipmappedArrayGetSparseProperties(...) as_hip_absent(0, __VA_ARGS__)
#define cudaStreamGetId(...) as_hip_absent(0, __VA_ARGS__)

static inline hipError_t as_hip_absent(int none, ...)
{
    (void)none;
    return NOT_IN_HIP;
}

/* ---- functions of another form ---- */

#define cudaDeviceGetAttribute as_hip_attribute
#define cudaGetErrorName as_hip_error_name
#define cudaMemAdvise as_hip_advise
#define cudaMemPrefetchAsync as_hip_prefetch
#define cudaStreamGetCaptureInfo(stream, status, id, ...) \
    hipStreamGetCaptureInfo(stream, status, id)

static inline hipError_t as_hip_attribute(int *out, hipDeviceAttribute_t attribute, int device)
{
    return attribute == NO_ATTRIBUTE ? NOT_IN_HIP
                                     : hipDeviceGetAttribute(out, attribute, device);
}

/** The device by which HIP names a place; false for places that it has no number for. */
static inline bool as_hip_device(struct hipMemLocation location, int *out_device)
{
    const int host = 2;

    *out_device = (int)location.type == host ? hipCpuDeviceId : location.id;
    return (int)location.type == host ||
           (location.type == hipMemLocationTypeDevice && location.id >= 0);
}

static inline hipError_t as_hip_advise(const void *memory, size_t size, hipMemoryAdvise advice,
                                       struct hipMemLocation location)
{
    int device;

    return as_hip_device(location, &device) ? hipMemAdvise(memory, size, advice, device)
                                            : NOT_IN_HIP;
}

static inline hipError_t as_hip_prefetch(const void *memory, size_t size,
                                         struct hipMemLocation location, unsigned int flags,
                                         hipStream_t stream)
{
    int device;

    return as_hip_device(location, &device) && flags == 0
               ? hipMemPrefetchAsync(memory, size, device, stream) : NOT_IN_HIP;
}

/** CUDA's name of a code, from the name that HIP gives it. */
static inline const char *as_hip_error_name(hipError_t code)
{
    /* Where the two have other words for the same number. */
    static const char *const renamed[][2] = {
        {"hipErrorOutOfMemory", "cudaErrorMemoryAllocation"},
        {"hipErrorNotInitialized", "cudaErrorInitializationError"},
        {"hipErrorDeinitialized", "cudaErrorCudartUnloading"},
        {"hipErrorInvalidImage", "cudaErrorInvalidKernelImage"},
        {"hipErrorInvalidContext", "cudaErrorDeviceUninitialized"},
        {"hipErrorMapFailed", "cudaErrorMapBufferObjectFailed"},
        {"hipErrorUnmapFailed", "cudaErrorUnmapBufferObjectFailed"},
        {"hipErrorNoBinaryForGpu", "cudaErrorNoKernelImageForDevice"},
        {"hipErrorECCNotCorrectable", "cudaErrorECCUncorrectable"},
        {"hipErrorContextAlreadyInUse", "cudaErrorDeviceAlreadyInUse"},
        {"hipErrorInvalidKernelFile", "cudaErrorInvalidPtx"},
        {"hipErrorInvalidHandle", "cudaErrorInvalidResourceHandle"},
        {"hipErrorNotFound", "cudaErrorSymbolNotFound"},
        {"hipErrorLaunchTimeOut", "cudaErrorLaunchTimeout"},
    };
    static struct {
        const char *hip;
        char cuda[64];
    } names[128];
    size_t at = 0;

    if (code == NOT_IN_THIS_VERSION)
        return "not in this version";
    if (code == NOT_IN_HIP)
        return "not in HIP";
    const char *name = hipGetErrorName(code);
    for (size_t i = 0; i < sizeof(renamed) / sizeof(renamed[0]); i++) {
        if (strcmp(name, renamed[i][0]) == 0)
            return renamed[i][1];
    }
    if (strncmp(name, "hip", 3) != 0)
        return name;
    while (names[at].hip != NULL && names[at].hip != name)
        at++;
    names[at].hip = name;
    snprintf(names[at].cuda, sizeof(names[at].cuda), "cuda%s", name + 3);
    return names[at].cuda;
}

#endif
