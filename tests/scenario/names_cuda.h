/** The neutral names of the scenarios, as CUDA has them. */
#ifndef SCENARIO_NAMES_CUDA_H
#define SCENARIO_NAMES_CUDA_H

#include "cuda_runtime_api.h"

#include "test_names_cuda.h"

#define API_NAME "cuda"
#define VISIBLE_VARIABLE "CUDA_VISIBLE_DEVICES"

/** True where the vendor demands something that the other one does not know. */
#define API_IS_CUDA 1

#define gpuError_t cudaError_t
#define gpuStream_t cudaStream_t
#define gpuEvent_t cudaEvent_t
#define gpuExternalMemory_t cudaExternalMemory_t
#define gpuExternalSemaphore_t cudaExternalSemaphore_t
#define gpuMipmappedArray_t cudaMipmappedArray_t

#define gpuSuccess cudaSuccess
#define gpuErrorInvalidValue cudaErrorInvalidValue
#define gpuErrorInvalidDevice cudaErrorInvalidDevice
#define gpuErrorLaunchFailure cudaErrorLaunchFailure
#define gpuErrorNotReady cudaErrorNotReady
#define gpuErrorNotSupported cudaErrorNotSupported
#define gpuErrorUnknown cudaErrorUnknown
#define gpuErrorIllegalState cudaErrorIllegalState
#define gpuErrorNoDevice cudaErrorNoDevice
#define gpuErrorInsufficientDriver cudaErrorInsufficientDriver
#define gpuErrorInvalidPitch cudaErrorInvalidPitchValue
#define gpuErrorInvalidMemcpyDirection cudaErrorInvalidMemcpyDirection
#define gpuMemcpyHostToHost cudaMemcpyHostToHost
#define gpuMemcpyHostToDevice cudaMemcpyHostToDevice
#define gpuMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define gpuMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define gpuMemcpyDefault cudaMemcpyDefault
#define gpuMemoryTypeHost cudaMemoryTypeHost
#define gpuMemoryTypeDevice cudaMemoryTypeDevice
#define gpuStreamNonBlocking cudaStreamNonBlocking
#define gpuStreamLegacy cudaStreamLegacy
#define gpuStreamPerThread cudaStreamPerThread
#define gpuEventDisableTiming cudaEventDisableTiming
#define gpuEventInterprocess cudaEventInterprocess
#define gpuHostAllocMapped cudaHostAllocMapped
#define gpuHostAllocPortable cudaHostAllocPortable
#define gpuHostAllocWriteCombined cudaHostAllocWriteCombined
#define gpuExternalMemoryHandleTypeOpaqueFd cudaExternalMemoryHandleTypeOpaqueFd
#define gpuExternalMemoryHandleTypeOpaqueWin32 cudaExternalMemoryHandleTypeOpaqueWin32
#define gpuExternalMemoryHandleTypeOpaqueWin32Kmt cudaExternalMemoryHandleTypeOpaqueWin32Kmt
#define gpuExternalMemoryHandleTypeD3D12Heap cudaExternalMemoryHandleTypeD3D12Heap
#define gpuExternalMemoryHandleTypeNvSciBuf cudaExternalMemoryHandleTypeNvSciBuf
#define gpuExternalMemoryDedicated cudaExternalMemoryDedicated
#define gpuExternalSemaphoreHandleTypeOpaqueFd cudaExternalSemaphoreHandleTypeOpaqueFd
#define gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd \
    cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd

#define gpuStreamCaptureStatusNone cudaStreamCaptureStatusNone
#define gpuStreamCaptureModeGlobal cudaStreamCaptureModeGlobal
#define gpuStreamCaptureModeRelaxed cudaStreamCaptureModeRelaxed
#define gpuStreamCaptureStatus_t enum cudaStreamCaptureStatus
#define gpuStreamCaptureMode_t enum cudaStreamCaptureMode

#define gpuErrorOutOfMemory cudaErrorMemoryAllocation
#define gpuErrorInvalidHandle cudaErrorInvalidResourceHandle
#define gpuErrorStaleHandle cudaErrorInvalidResourceHandle
#define gpuErrorInitialization cudaErrorInitializationError
#define gpuMemoryDesc struct cudaExternalMemoryHandleDesc
#define gpuBufferDesc struct cudaExternalMemoryBufferDesc
#define gpuArrayDesc struct cudaExternalMemoryMipmappedArrayDesc
#define gpuSemaphoreDesc struct cudaExternalSemaphoreHandleDesc
#define gpuSignalParams struct cudaExternalSemaphoreSignalParams
#define gpuWaitParams struct cudaExternalSemaphoreWaitParams
#define gpuDeviceProp struct cudaDeviceProp
#define gpuPointerAttributes struct cudaPointerAttributes
#define gpuMemcpyKind enum cudaMemcpyKind
#define gpuDeviceAttribute enum cudaDeviceAttr
#define gpuMemoryHandleType enum cudaExternalMemoryHandleType
#define gpuSemaphoreHandleType enum cudaExternalSemaphoreHandleType
#define gpuAttributeWarpSize cudaDevAttrWarpSize
#define gpuAttributePciBusId cudaDevAttrPciBusId

#define gpuMemPool_t cudaMemPool_t
#define gpuMemAllocationTypePinned cudaMemAllocationTypePinned
#define gpuMemLocationTypeDevice cudaMemLocationTypeDevice
#define gpuMemHandleTypeWin32 cudaMemHandleTypeWin32
#define gpuMemHandleTypePosixFileDescriptor cudaMemHandleTypePosixFileDescriptor
#define gpuMemAccessFlagsProtNone cudaMemAccessFlagsProtNone
#define gpuMemAccessFlagsProtReadWrite cudaMemAccessFlagsProtReadWrite
#define gpuMemPoolAttrReleaseThreshold cudaMemPoolAttrReleaseThreshold
#define gpuMemPoolAttrReservedMemCurrent cudaMemPoolAttrReservedMemCurrent
#define gpuMemPoolAttrUsedMemCurrent cudaMemPoolAttrUsedMemCurrent
#define gpuMemPoolAttrUsedMemHigh cudaMemPoolAttrUsedMemHigh
#define gpuMemPoolReuseAllowOpportunistic cudaMemPoolReuseAllowOpportunistic
#define gpuMemPoolProps struct cudaMemPoolProps
#define gpuMemLocation struct cudaMemLocation
#define gpuMemAccessDesc struct cudaMemAccessDesc
#define gpuMemPoolAttr enum cudaMemPoolAttr
#define gpuMemAccessFlags enum cudaMemAccessFlags

/* Host, managed and pitched memory. */
#define gpuHostRegisterDefault cudaHostRegisterDefault
#define gpuHostRegisterPortable cudaHostRegisterPortable
#define gpuHostRegisterIoMemory cudaHostRegisterIoMemory
#define gpuMemAttachGlobal cudaMemAttachGlobal
#define gpuMemAttachHost cudaMemAttachHost
#define gpuMemAttachSingle cudaMemAttachSingle
#define gpuMemRangeAttributeReadMostly cudaMemRangeAttributeReadMostly
#define gpuMemRangeAttributePreferredLocation cudaMemRangeAttributePreferredLocation
#define gpuMemRangeAttributeAccessedBy cudaMemRangeAttributeAccessedBy
#define gpuMemRangeAttributeLastPrefetchLocation cudaMemRangeAttributeLastPrefetchLocation
#define gpuMemAdviseSetReadMostly cudaMemAdviseSetReadMostly
#define gpuMemAdviseSetPreferredLocation cudaMemAdviseSetPreferredLocation
#define gpuMemAdviseSetAccessedBy cudaMemAdviseSetAccessedBy
#define gpuMemAdviseUnsetAccessedBy cudaMemAdviseUnsetAccessedBy
#define gpuMemoryTypeManaged cudaMemoryTypeManaged
#define gpuErrorHostMemoryAlreadyRegistered cudaErrorHostMemoryAlreadyRegistered
#define gpuErrorHostMemoryNotRegistered cudaErrorHostMemoryNotRegistered
#define gpuCpuDeviceId cudaCpuDeviceId
#define gpuInvalidDeviceId cudaInvalidDeviceId
#define gpuPitchedPtr struct cudaPitchedPtr
#define gpuExtent struct cudaExtent
#define gpuMemcpy3DParms struct cudaMemcpy3DParms
#define gpuMemRangeAttribute enum cudaMemRangeAttribute
#define gpuMemoryAdvise enum cudaMemoryAdvise
#define PLACE(number)                                                                      \
    ((struct cudaMemLocation){ (number) == cudaCpuDeviceId ? cudaMemLocationTypeHost             \
                                                           : cudaMemLocationTypeDevice, (number) })
#define PREFETCH(pointer, size, place, stream) \
    cudaMemPrefetchAsync((pointer), (size), PLACE(place), 0, (stream))

/* What programs set on devices and ask about them. */
#define gpuLimit enum cudaLimit
#define ERROR_NO_SUCH_LIMIT cudaErrorInvalidValue
#define gpuFuncCache enum cudaFuncCache
#define gpuSharedMemConfig enum cudaSharedMemConfig
#define gpuDeviceP2PAttr enum cudaDeviceP2PAttr
#define gpuDevP2PAttrHighest cudaDevP2PAttrOnlyPartialNativeAtomicSupported
#define gpuErrorUnsupportedLimit cudaErrorUnsupportedLimit
#define gpuErrorPeerAccessUnsupported cudaErrorPeerAccessUnsupported
#define gpuErrorPeerAccessNotEnabled cudaErrorPeerAccessNotEnabled
#define gpuDeviceScheduleAuto cudaDeviceScheduleAuto
#define gpuDeviceScheduleSpin cudaDeviceScheduleSpin
#define gpuDeviceScheduleYield cudaDeviceScheduleYield
#define gpuDeviceScheduleBlockingSync cudaDeviceScheduleBlockingSync
#define gpuDeviceMapHost cudaDeviceMapHost
#define gpuDeviceLmemResizeToMax cudaDeviceLmemResizeToMax
#define gpuLimitStackSize cudaLimitStackSize
#define gpuLimitPrintfFifoSize cudaLimitPrintfFifoSize
#define gpuLimitMallocHeapSize cudaLimitMallocHeapSize
#define gpuFuncCachePreferNone cudaFuncCachePreferNone
#define gpuFuncCachePreferShared cudaFuncCachePreferShared
#define gpuFuncCachePreferEqual cudaFuncCachePreferEqual
#define gpuSharedMemBankSizeFourByte cudaSharedMemBankSizeFourByte
#define gpuSharedMemBankSizeEightByte cudaSharedMemBankSizeEightByte
#define gpuGraphicsResource_t cudaGraphicsResource_t
#define gpuErrorWrongProcess cudaErrorDeviceUninitialized
#define gpuIpcMemHandle_t cudaIpcMemHandle_t
#define gpuIpcMemLazyEnablePeerAccess cudaIpcMemLazyEnablePeerAccess
#define gpuIpcEventHandle_t cudaIpcEventHandle_t
#define gpuMemPoolPtrExportData struct cudaMemPoolPtrExportData
#define gpuMemAllocationHandleType enum cudaMemAllocationHandleType
#define gpuMemHandleTypeNone cudaMemHandleTypeNone

/* Arrays. */
#define gpuPos struct cudaPos
#define gpuArray_t cudaArray_t
#define gpuArray_const_t cudaArray_const_t
#define gpuChannelFormatDesc struct cudaChannelFormatDesc
#define gpuChannelFormatKind enum cudaChannelFormatKind
#define gpuErrorInvalidChannels cudaErrorInvalidChannelDescriptor
#define gpuArrayCubemap cudaArrayCubemap
#define gpuArrayDefault cudaArrayDefault
#define gpuArrayLayered cudaArrayLayered
#define gpuArraySurfaceLoadStore cudaArraySurfaceLoadStore
#define gpuArrayTextureGather cudaArrayTextureGather
#define gpuChannelFormatKindFloat cudaChannelFormatKindFloat
#define gpuChannelFormatKindNone cudaChannelFormatKindNone
#define gpuChannelFormatKindSigned cudaChannelFormatKindSigned
#define gpuChannelFormatKindUnsigned cudaChannelFormatKindUnsigned

/* Textures and surfaces. */
#define gpuAddressModeBorder cudaAddressModeBorder
#define gpuAddressModeClamp cudaAddressModeClamp
#define gpuAddressModeMirror cudaAddressModeMirror
#define gpuFilterModeLinear cudaFilterModeLinear
#define gpuReadModeNormalizedFloat cudaReadModeNormalizedFloat
#define gpuResViewFormatSignedChar4 cudaResViewFormatSignedChar4
#define gpuResourceTypeArray cudaResourceTypeArray
#define gpuResourceTypeLinear cudaResourceTypeLinear
#define gpuResourceTypeMipmappedArray cudaResourceTypeMipmappedArray
#define gpuResourceTypePitch2D cudaResourceTypePitch2D
#define gpuSurfaceObject_t cudaSurfaceObject_t
#define gpuTextureObject_t cudaTextureObject_t
#define gpuResourceDesc struct cudaResourceDesc
#define gpuResourceViewDesc struct cudaResourceViewDesc
#define gpuTextureDesc struct cudaTextureDesc
#define gpuErrorInvalidFilter cudaErrorInvalidFilterSetting

#endif
