/** The neutral names of the scenarios, as CUDA has them. */
#ifndef SCENARIO_NAMES_CUDA_H
#define SCENARIO_NAMES_CUDA_H

#include "cuda_runtime_api.h"

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

#define gpuGetDeviceCount cudaGetDeviceCount
#define gpuSetDevice cudaSetDevice
#define gpuGetDevice cudaGetDevice
#define gpuGetDeviceProperties cudaGetDeviceProperties
#define gpuDeviceGetAttribute cudaDeviceGetAttribute
#define gpuDeviceGetPCIBusId cudaDeviceGetPCIBusId
#define gpuDeviceGetByPCIBusId cudaDeviceGetByPCIBusId
#define gpuDeviceSynchronize cudaDeviceSynchronize
#define gpuMemGetInfo cudaMemGetInfo
#define gpuDriverGetVersion cudaDriverGetVersion
#define gpuRuntimeGetVersion cudaRuntimeGetVersion
#define gpuGetLastError cudaGetLastError
#define gpuPeekAtLastError cudaPeekAtLastError
#define gpuGetErrorName cudaGetErrorName
#define gpuGetErrorString cudaGetErrorString
#define gpuStreamCreate cudaStreamCreate
#define gpuStreamCreateWithFlags cudaStreamCreateWithFlags
#define gpuStreamCreateWithPriority cudaStreamCreateWithPriority
#define gpuStreamDestroy cudaStreamDestroy
#define gpuStreamQuery cudaStreamQuery
#define gpuStreamSynchronize cudaStreamSynchronize
#define gpuStreamWaitEvent cudaStreamWaitEvent
#define gpuStreamAddCallback cudaStreamAddCallback
#define gpuLaunchHostFunc cudaLaunchHostFunc
#define gpuStreamGetFlags cudaStreamGetFlags
#define gpuDeviceGetStreamPriorityRange cudaDeviceGetStreamPriorityRange
#define gpuStreamAttachMemAsync cudaStreamAttachMemAsync
#define gpuStreamGetDevice cudaStreamGetDevice
#define gpuStreamGetPriority cudaStreamGetPriority
#define gpuStreamIsCapturing cudaStreamIsCapturing
#define gpuStreamGetCaptureInfo cudaStreamGetCaptureInfo
#define gpuStreamCaptureStatusNone cudaStreamCaptureStatusNone
#define gpuThreadExchangeStreamCaptureMode cudaThreadExchangeStreamCaptureMode
#define gpuStreamCaptureModeGlobal cudaStreamCaptureModeGlobal
#define gpuStreamCaptureModeRelaxed cudaStreamCaptureModeRelaxed
#define gpuStreamCaptureStatus_t enum cudaStreamCaptureStatus
#define gpuStreamCaptureMode_t enum cudaStreamCaptureMode
#define gpuEventCreate cudaEventCreate
#define gpuEventCreateWithFlags cudaEventCreateWithFlags
#define gpuEventRecord cudaEventRecord
#define gpuEventRecordWithFlags cudaEventRecordWithFlags
#define gpuEventQuery cudaEventQuery
#define gpuEventSynchronize cudaEventSynchronize
#define gpuEventDestroy cudaEventDestroy
#define gpuEventElapsedTime cudaEventElapsedTime
#define gpuMalloc cudaMalloc
#define gpuFree cudaFree
#define gpuHostAlloc cudaHostAlloc
#define gpuMallocHost cudaMallocHost
#define gpuFreeHost cudaFreeHost
#define gpuHostGetDevicePointer cudaHostGetDevicePointer
#define gpuHostGetFlags cudaHostGetFlags
#define gpuMemset cudaMemset
#define gpuMemset2D cudaMemset2D
#define gpuMemset2DAsync cudaMemset2DAsync
#define gpuMemset3D cudaMemset3D
#define gpuMemset3DAsync cudaMemset3DAsync
#define gpuMemsetAsync cudaMemsetAsync
#define gpuMemcpy cudaMemcpy
#define gpuMemcpyAsync cudaMemcpyAsync
#define gpuMemcpy2D cudaMemcpy2D
#define gpuMemcpy2DAsync cudaMemcpy2DAsync
#define gpuMemcpy3D cudaMemcpy3D
#define gpuMemcpy3DAsync cudaMemcpy3DAsync
#define gpuMemcpyPeer cudaMemcpyPeer
#define gpuMemcpyPeerAsync cudaMemcpyPeerAsync
#define gpuPointerGetAttributes cudaPointerGetAttributes
#define gpuFreeMipmappedArray cudaFreeMipmappedArray
#define gpuImportExternalMemory cudaImportExternalMemory
#define gpuExternalMemoryGetMappedBuffer cudaExternalMemoryGetMappedBuffer
#define gpuExternalMemoryGetMappedMipmappedArray cudaExternalMemoryGetMappedMipmappedArray
#define gpuDestroyExternalMemory cudaDestroyExternalMemory
#define gpuImportExternalSemaphore cudaImportExternalSemaphore
#define gpuSignalExternalSemaphoresAsync cudaSignalExternalSemaphoresAsync
#define gpuWaitExternalSemaphoresAsync cudaWaitExternalSemaphoresAsync
#define gpuDestroyExternalSemaphore cudaDestroyExternalSemaphore

#define gpuErrorOutOfMemory cudaErrorMemoryAllocation
#define gpuErrorInvalidHandle cudaErrorInvalidResourceHandle
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

#define gpuMallocAsync cudaMallocAsync
#define gpuMallocFromPoolAsync cudaMallocFromPoolAsync
#define gpuFreeAsync cudaFreeAsync
#define gpuMemPoolCreate cudaMemPoolCreate
#define gpuMemPoolDestroy cudaMemPoolDestroy
#define gpuMemPoolTrimTo cudaMemPoolTrimTo
#define gpuMemPoolSetAttribute cudaMemPoolSetAttribute
#define gpuMemPoolGetAttribute cudaMemPoolGetAttribute
#define gpuMemPoolSetAccess cudaMemPoolSetAccess
#define gpuMemPoolGetAccess cudaMemPoolGetAccess
#define gpuDeviceGetDefaultMemPool cudaDeviceGetDefaultMemPool
#define gpuDeviceGetMemPool cudaDeviceGetMemPool
#define gpuDeviceSetMemPool cudaDeviceSetMemPool
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
#define gpuHostRegister cudaHostRegister
#define gpuHostUnregister cudaHostUnregister
#define gpuHostRegisterDefault cudaHostRegisterDefault
#define gpuHostRegisterPortable cudaHostRegisterPortable
#define gpuHostRegisterIoMemory cudaHostRegisterIoMemory
#define gpuMallocManaged cudaMallocManaged
#define gpuMemAttachGlobal cudaMemAttachGlobal
#define gpuMemAttachHost cudaMemAttachHost
#define gpuMemAttachSingle cudaMemAttachSingle
#define gpuMallocPitch cudaMallocPitch
#define gpuMalloc3D cudaMalloc3D
#define gpuMemAdvise cudaMemAdvise
#define gpuMemPrefetchAsync cudaMemPrefetchAsync
#define gpuMemRangeGetAttribute cudaMemRangeGetAttribute
#define gpuMemRangeGetAttributes cudaMemRangeGetAttributes
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

#endif
