/** CUDA's names for the neutral names of core/front/, and how CUDA differs. The names of
 *  functions are made of functions.txt. */
#ifndef GICUDA_FRONT_NAMES_H
#define GICUDA_FRONT_NAMES_H

#include "cuda_runtime_api.h"
#include "cudainterop/runtime/egl_api.h"
#include "cudainterop/runtime/gl_api.h"
#include "code/capability.h"
#include "per_thread.h"

/* ---- how this interface differs -------------------------------------------------------------- */

/** Its number in the core (interface.h). */
#define FRONT_INTERFACE 0u
#define FRONT_VISIBLE_VARIABLE "CUDA_VISIBLE_DEVICES"
#define FRONT_VERSION CUDART_VERSION
#define FRONT_UNKNOWN_ERROR_NAME "unrecognized error code"
#define FRONT_UNKNOWN_ERROR_TEXT "unrecognized error code"

#define FRONT_PRIORITY_LEAST 0
#define FRONT_PRIORITY_GREATEST (-5)

/** The reported compute capability: that whose PTX is translated whole, and for which code is
 *  chosen. It promises no machine code. */
#define FRONT_CAPABILITY_MAJOR (GI_CODE_CAPABILITY / 10)
#define FRONT_CAPABILITY_MINOR (GI_CODE_CAPABILITY % 10)

/** Calls that make an object first set the pointer or handle to NULL. */
#define FRONT_CLEARS_OUT 1

/** Calls that free an object accept NULL. */
#define FRONT_FREES_NULL 1

/** The number of devices is written on success only. */
#define FRONT_COUNTS_0_ON_FAILURE 0

/** Managed memory of 0 bytes gives no pointer, and no error. */
#define FRONT_ALLOWS_MANAGED_0 1

/** Reserved bytes of a pool's properties must be 0. */
#define FRONT_CHECKS_POOL_RESERVED 1

/** Pointers to the program's own memory have attributes, too. */
#define FRONT_TELLS_ANY_POINTER 1

/** A handle that is no semaphore or stream has its own error code. */
#define FRONT_SEMAPHORE_IS_VALUE 0

/** Flags of devices, of host memory, and of events, besides those that the core stores. */
#define FRONT_DEVICE_FLAGS cudaDeviceMask
#define FRONT_HOST_ONE_OF 0u
#define FRONT_HOST_FLAGS \
    ((unsigned int)(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
#define FRONT_EVENT_RELEASES 0u
#define FRONT_EVENT_WISHES 0u

/** The default stream is that of the calling thread's device; the second symbols pass another. */
#define FRONT_STREAM(stream) (stream)
#define front_in_default gi_in_legacy

/** Flags of shared pools have the core's width. */
#define front_share_flags(flags) (flags)

/** Whether a device that is not there, in an access of a pool, is a wrong device, or a wrong
 *  value. */
#define FRONT_ACCESS_NAMES_DEVICE 0

/** Whether the flags of the default stream can be asked for. */
#define FRONT_NULL_STREAM_HAS_FLAGS 1

/** The last type of external memory. */
#define FRONT_LAST_EXTERNAL_MEMORY ((int)cudaExternalMemoryHandleTypeNvSciBuf)

/** The pointer to a mapped resource can be left out; the error for a negative number of them. */
#define FRONT_MAPPED_POINTER_IS_OPTIONAL 1
#define FRONT_NEGATIVE_RESOURCES GI_INVALID_HANDLE

/** The status of a launch without threads. */
#define FRONT_EMPTY_LAUNCH GI_INVALID_CONFIGURATION

/** How a call begins on what belongs to the device: pools, pages and reserved addresses. */
#define front_begin_of_device front_begin

/** One past the last limit that is passed to the core; 0 if all are. */
#define FRONT_LIMIT_END 0

/** The highest attribute of the link between two devices. */
#define FRONT_PEER_ATTRIBUTES cudaDevP2PAttrOnlyPartialNativeAtomicSupported

/** The unit of positions in the memory of a volume's copy. */
#define FRONT_VOLUME_MEASURE GI_COPY_ELEMENTS

/** The core's number for a copy's kind. */
static inline int front_from_kind(enum cudaMemcpyKind kind)
{
    return (int)kind;
}

/** Members of a texture's description that only this interface has, in both directions. */
#define FRONT_SAMPLING_MORE(texture) \
    .seamless = (texture)->seamlessCubemap != 0, \
    .no_trilinear_optimization = (texture)->disableTrilinearOptimization != 0,
#define FRONT_TEXTURE_MORE(sampling) \
    .disableTrilinearOptimization = (sampling)->no_trilinear_optimization, \
    .seamlessCubemap = (sampling)->seamless,

/** Members of a pointer's attributes that only this interface has. */
#define FRONT_POINTER_MORE(info)

/** Fields of a device's struct that programs can request besides the common ones. */
#define FRONT_MORE_WISHES

/** How a call on a graph begins, and one that ends something of it. */
#define front_begin_graph front_begin
#define front_begin_graph_end front_begin_any

/** Members of the parameters of an instantiation. */
#define FRONT_UPLOAD_STREAM(parameters) (parameters)->uploadStream
#define FRONT_ERROR_NODE(parameters) (parameters)->errNode_out

/** The bytes of a batch of words in the struct of nodes of any type; SIZE_MAX: it has none. */
#define FRONT_ANY_WORDS_BYTES(params) SIZE_MAX

/** The interface's type of a node. */
#define FRONT_NODE_TYPE(type) ((gpuGraphNodeType)(type))

/** Whether a child node takes the graph over instead of a clone. */
#define FRONT_MOVES_CHILD(child) ((child)->ownership == cudaGraphChildGraphOwnershipMove)

/** Values that attributes of kernel nodes have before a program sets them, besides zeros; and which
 *  node of a call the attributes are copied from. */
#define FRONT_ATTRIBUTE_DEFAULT(attribute, value) \
    do { \
        if ((attribute) == cudaLaunchAttributeMemSyncDomainMap) \
            (value)->memSyncDomainMap.remote = 1; \
    } while (0)
#define FRONT_COPIES_FROM_FIRST 0

/** CU_LAUNCH_PARAM_END, .._BUFFER_POINTER and .._BUFFER_SIZE of the driver interface. */
#define FRONT_PACKED_WORDS { NULL, (void *)1, (void *)2 }

/* ---- functions of the front end that are no entry points ------------------------------------- */

#define front_active_blocks gicuda_active_blocks
#define front_add_alloc gicuda_add_alloc
#define front_add_any gicuda_add_any
#define front_add_node_with gicuda_add_node_with
#define front_alloc_rows gicuda_alloc_rows
#define front_apply_attribute gicuda_apply_attribute
#define front_ask_any gicuda_ask_any
#define front_ask_copy gicuda_ask_copy
#define front_ask_fill gicuda_ask_fill
#define front_ask_host gicuda_ask_host
#define front_ask_kernel gicuda_ask_kernel
#define front_ask_alloc gicuda_ask_alloc
#define front_ask_signals gicuda_ask_signals
#define front_ask_waits gicuda_ask_waits
#define front_attribute_row_count gicuda_attribute_row_count
#define front_attribute_rows gicuda_attribute_rows
#define front_change_edges gicuda_change_edges
#define front_copy_in_bytes gicuda_copy_in_bytes
#define front_copy_in_texels gicuda_copy_in_texels
#define front_check_reserved gicuda_check_reserved
#define front_choose gicuda_choose
#define front_describe gicuda_describe
#define front_device_attribute gicuda_device_attribute
#define front_device_properties gicuda_device_properties
#define front_error gicuda_error
#define front_error_is_known gicuda_error_is_known
#define front_error_name gicuda_error_name
#define front_error_of gicuda_error_of
#define front_error_row_count gicuda_error_row_count
#define front_error_rows gicuda_error_rows
#define front_error_text gicuda_error_text
#define front_exec_update gicuda_exec_update
#define front_external_items gicuda_external_items
#define front_fill_own_properties gicuda_fill_own_properties
#define front_from_resource gicuda_from_resource
#define front_give_list gicuda_give_list
#define front_host_alloc gicuda_host_alloc
#define front_host_flags gicuda_host_flags
#define front_instantiate gicuda_instantiate
#define front_instantiate_logged gicuda_instantiate_logged
#define front_interface gicuda_interface
#define front_is_node_attribute gicuda_is_node_attribute
#define front_jit_read gicuda_jit_read
#define front_jit_tell gicuda_jit_tell
#define front_jit_use_file gicuda_jit_use_file
#define front_jit_user gicuda_jit_user
#define front_launch gicuda_launch
#define front_location_device gicuda_location_device
#define front_location_number gicuda_location_number
#define front_nodes_take gicuda_nodes_take
#define front_update_capture gicuda_update_capture
#define front_outside_capture gicuda_outside_capture
#define front_own_range_attribute gicuda_own_range_attribute
#define front_pop_configuration gicuda_pop_configuration
#define front_potential_block gicuda_potential_block
#define front_push_configuration gicuda_push_configuration
#define front_record gicuda_record
#define front_symbol_part gicuda_symbol_part
#define front_take_volume gicuda_take_volume
#define front_to_resource gicuda_to_resource

/* ---- the names ------------------------------------------------------------------------------- */

/* Types. */
#define gpuAddress_t void *
#define gpuAddressOut_t void *
#define gpuConstAddress_t const void *
#define gpuExecMemcpy3DParms const struct cudaMemcpy3DParms
#define gpuExternalSemaphoreSignalNodeParams struct cudaExternalSemaphoreSignalNodeParams
#define gpuExternalSemaphoreWaitNodeParams struct cudaExternalSemaphoreWaitNodeParams
#define gpuGraphDebugDotFlagsEventNodeParams cudaGraphDebugDotFlagsEventNodeParams
#define gpuGraphDebugDotFlagsExtSemasSignalNodeParams cudaGraphDebugDotFlagsExtSemasSignalNodeParams
#define gpuGraphDebugDotFlagsExtSemasWaitNodeParams cudaGraphDebugDotFlagsExtSemasWaitNodeParams
#define gpuGraphDebugDotFlagsHandles cudaGraphDebugDotFlagsHandles
#define gpuGraphDebugDotFlagsHostNodeParams cudaGraphDebugDotFlagsHostNodeParams
#define gpuGraphDebugDotFlagsKernelNodeAttributes cudaGraphDebugDotFlagsKernelNodeAttributes
#define gpuGraphDebugDotFlagsKernelNodeParams cudaGraphDebugDotFlagsKernelNodeParams
#define gpuGraphDebugDotFlagsMemcpyNodeParams cudaGraphDebugDotFlagsMemcpyNodeParams
#define gpuGraphDebugDotFlagsMemsetNodeParams cudaGraphDebugDotFlagsMemsetNodeParams
#define gpuGraphDebugDotFlagsVerbose cudaGraphDebugDotFlagsVerbose
#define gpuGraphExec_t cudaGraphExec_t
#define gpuGraphFlags_t unsigned long long
#define gpuGraphInstantiateParams cudaGraphInstantiateParams
#define gpuGraphInstantiateResult cudaGraphInstantiateResult
#define gpuGraphMemAttributeType enum cudaGraphMemAttributeType
#define gpuGraphNodeParams struct cudaGraphNodeParams
#define gpuGraphNodeType enum cudaGraphNodeType
#define gpuGraphEdgeData cudaGraphEdgeData
#define gpuGraphNode_t cudaGraphNode_t
#define gpuGraph_t cudaGraph_t
#define gpuHostNodeParams struct cudaHostNodeParams
#define gpuKernelNodeParams struct cudaKernelNodeParams
#define gpuLaunchAttributeID cudaLaunchAttributeID
#define gpuLaunchAttributeValue cudaLaunchAttributeValue
#define gpuMemsetParams struct cudaMemsetParams
#define gpuShareFlags_t unsigned int
#define gpuArray_const_t cudaArray_const_t
#define gpuArray_t cudaArray_t
#define gpuChannelFormatDesc struct cudaChannelFormatDesc
#define gpuChannelFormatKind enum cudaChannelFormatKind
#define gpuDeviceP2PAttr enum cudaDeviceP2PAttr
#define gpuDeviceProp struct cudaDeviceProp
#define gpuDevice_t int
#define gpuError_t cudaError_t
#define gpuEvent_t cudaEvent_t
#define gpuExtent struct cudaExtent
#define gpuExternalMemoryBufferDesc struct cudaExternalMemoryBufferDesc
#define gpuExternalMemoryHandleDesc struct cudaExternalMemoryHandleDesc
#define gpuExternalMemoryMipmappedArrayDesc struct cudaExternalMemoryMipmappedArrayDesc
#define gpuExternalMemory_t cudaExternalMemory_t
#define gpuExternalSemaphoreHandleDesc struct cudaExternalSemaphoreHandleDesc
#define gpuExternalSemaphoreSignalParams struct cudaExternalSemaphoreSignalParams
#define gpuExternalSemaphoreWaitParams struct cudaExternalSemaphoreWaitParams
#define gpuExternalSemaphore_t cudaExternalSemaphore_t
#define gpuFuncCache_t enum cudaFuncCache
#define gpuGraphicsResource_t cudaGraphicsResource_t
#define gpuHostFn_t cudaHostFn_t
#define gpuIpcEventHandle_t cudaIpcEventHandle_t
#define gpuIpcMemHandle_t cudaIpcMemHandle_t
#define gpuLimit enum cudaLimit
#define gpuMemAccessDesc struct cudaMemAccessDesc
#define gpuMemAllocNodeParams struct cudaMemAllocNodeParams
#define gpuMemAccessFlags enum cudaMemAccessFlags
#define gpuMemAllocationHandleType enum cudaMemAllocationHandleType
#define gpuMemLocation struct cudaMemLocation
#define gpuMemPoolAttr enum cudaMemPoolAttr
#define gpuMemPoolProps struct cudaMemPoolProps
#define gpuMemPoolPtrExportData struct cudaMemPoolPtrExportData
#define gpuMemPool_t cudaMemPool_t
#define gpuMemRangeAttribute enum cudaMemRangeAttribute
#define gpuMemRangeAttributeLastPrefetchLocation cudaMemRangeAttributeLastPrefetchLocation
#define gpuMemRangeAttributePreferredLocation cudaMemRangeAttributePreferredLocation
#define gpuMemcpy3DParms struct cudaMemcpy3DParms
#define gpuMemcpyKind enum cudaMemcpyKind
#define gpuMipmappedArray_const_t cudaMipmappedArray_const_t
#define gpuMipmappedArray_t cudaMipmappedArray_t
#define gpuPitchedPtr struct cudaPitchedPtr
#define gpuPointerAttributes struct cudaPointerAttributes
#define gpuPos struct cudaPos
#define gpuResourceDesc struct cudaResourceDesc
#define gpuCooperativeBytes_t size_t
#define gpuFuncAttribute enum cudaFuncAttribute
#define gpuFuncAttributes struct cudaFuncAttributes
#define gpuFunction_t cudaFunction_t
#define gpuResourceCount_t int
#define gpuJitOption enum cudaJitOption
#define gpuResourceType enum cudaResourceType
#define gpuResourceViewDesc struct cudaResourceViewDesc
#define gpuResourceViewFormat enum cudaResourceViewFormat
#define gpuSharedMemConfig enum cudaSharedMemConfig
#define gpuStreamCallback_t cudaStreamCallback_t
#define gpuStreamCaptureMode enum cudaStreamCaptureMode
#define gpuStream_t cudaStream_t
#define gpuSurfaceObject_t cudaSurfaceObject_t
#define gpuTextureAddressMode enum cudaTextureAddressMode
#define gpuTextureDesc struct cudaTextureDesc
#define gpuTextureFilterMode enum cudaTextureFilterMode
#define gpuTextureObject_t cudaTextureObject_t
#define gpuTextureReadMode enum cudaTextureReadMode
#define gpuUserObject_t cudaUserObject_t

/* Results. CUDA 13 has no code of its own for a grid or block that cannot be; CUDA 12 has
 * (v12/meson.build). */
#ifndef GICUDA_INVALID_CONFIGURATION
#define GICUDA_INVALID_CONFIGURATION cudaErrorInvalidValue
#endif
#define gpuErrorGraphExecUpdateFailure cudaErrorGraphExecUpdateFailure
#define gpuErrorHostMemoryAlreadyRegistered cudaErrorHostMemoryAlreadyRegistered
#define gpuErrorHostMemoryNotRegistered cudaErrorHostMemoryNotRegistered
#define gpuErrorIllegalState cudaErrorIllegalState
#define gpuErrorStreamCaptureUnsupported cudaErrorStreamCaptureUnsupported
#define gpuErrorStreamCaptureInvalidated cudaErrorStreamCaptureInvalidated
#define gpuErrorStreamCaptureMerge cudaErrorStreamCaptureMerge
#define gpuErrorStreamCaptureUnmatched cudaErrorStreamCaptureUnmatched
#define gpuErrorStreamCaptureUnjoined cudaErrorStreamCaptureUnjoined
#define gpuErrorStreamCaptureIsolation cudaErrorStreamCaptureIsolation
#define gpuErrorStreamCaptureImplicit cudaErrorStreamCaptureImplicit
#define gpuErrorCapturedEvent cudaErrorCapturedEvent
#define gpuErrorStreamCaptureWrongThread cudaErrorStreamCaptureWrongThread
#define gpuErrorInsufficientDriver cudaErrorInsufficientDriver
#define gpuErrorInvalidChannels cudaErrorInvalidChannelDescriptor
#define gpuErrorInvalidDevice cudaErrorInvalidDevice
#define gpuErrorInvalidFilter cudaErrorInvalidFilterSetting
#define gpuErrorInvalidHandle cudaErrorInvalidResourceHandle
#define gpuErrorInvalidConfiguration GICUDA_INVALID_CONFIGURATION
#define gpuErrorInvalidDeviceFunction cudaErrorInvalidDeviceFunction
#define gpuErrorInvalidSymbol cudaErrorInvalidSymbol
#define gpuErrorFileNotFound cudaErrorFileNotFound
#define gpuErrorLossyQuery cudaErrorLossyQuery
#define gpuErrorInvalidGraphicsContext cudaErrorInvalidGraphicsContext
#define gpuErrorAlreadyMapped cudaErrorAlreadyMapped
#define gpuErrorNotMapped cudaErrorNotMapped
#define gpuErrorNotMappedAsArray cudaErrorNotMappedAsArray
#define gpuErrorNotMappedAsPointer cudaErrorNotMappedAsPointer
#define gpuErrorNotFound cudaErrorSymbolNotFound
#define gpuErrorLaunchOutOfResources cudaErrorLaunchOutOfResources
#define gpuErrorCooperativeLaunchTooLarge cudaErrorCooperativeLaunchTooLarge
#define gpuErrorInvalidPtx cudaErrorInvalidPtx
#define gpuErrorInvalidSource cudaErrorInvalidSource
#define gpuErrorAssert cudaErrorAssert
#define gpuErrorIllegalAddress cudaErrorIllegalAddress
#define gpuErrorInvalidImage cudaErrorInvalidKernelImage
#define gpuErrorNoBinaryForGpu cudaErrorNoKernelImageForDevice
#define gpuErrorInvalidMemcpyDirection cudaErrorInvalidMemcpyDirection
#define gpuErrorInvalidNorm cudaErrorInvalidNormSetting
#define gpuErrorInvalidPitchValue cudaErrorInvalidPitchValue
#define gpuErrorInvalidValue cudaErrorInvalidValue
#define gpuErrorLaunchFailure cudaErrorLaunchFailure
#define gpuErrorLaunchTimeout cudaErrorLaunchTimeout
#define gpuErrorMapFailed cudaErrorMapBufferObjectFailed
#define gpuErrorMissingConfiguration cudaErrorMissingConfiguration
#define gpuErrorNoDevice cudaErrorNoDevice
#define gpuErrorNotInitialized cudaErrorInitializationError
#define gpuErrorNotPermitted cudaErrorNotPermitted
#define gpuErrorNotReady cudaErrorNotReady
#define gpuErrorNotSupported cudaErrorNotSupported
#define gpuErrorOperatingSystem cudaErrorOperatingSystem
#define gpuErrorOutOfMemory cudaErrorMemoryAllocation
#define gpuErrorPeerAccessNotEnabled cudaErrorPeerAccessNotEnabled
#define gpuErrorPeerAccessUnsupported cudaErrorPeerAccessUnsupported
#define gpuErrorStaleHandle cudaErrorInvalidResourceHandle
#define gpuErrorTimeout cudaErrorTimeout
#define gpuErrorUnknown cudaErrorUnknown
#define gpuErrorUnsupportedLimit cudaErrorUnsupportedLimit
#define gpuErrorInvalidContext cudaErrorDeviceUninitialized
#define gpuErrorContextIsDestroyed cudaErrorContextIsDestroyed
#define gpuErrorDeinitialized cudaErrorCudartUnloading
#define gpuErrorPrimaryActive cudaErrorSetOnActiveProcess
#define gpuErrorWrongProcess cudaErrorDeviceUninitialized
#define gpuSuccess cudaSuccess

/* Constants. */
#define gpuAddressModeBorder cudaAddressModeBorder
#define gpuArrayCubemap cudaArrayCubemap
#define gpuArrayLayered cudaArrayLayered
#define gpuArraySurfaceLoadStore cudaArraySurfaceLoadStore
#define gpuArrayTextureGather cudaArrayTextureGather
#define gpuChannelFormatKindFloat cudaChannelFormatKindFloat
#define gpuChannelFormatKindNone cudaChannelFormatKindNone
#define gpuChannelFormatKindSigned cudaChannelFormatKindSigned
#define gpuChannelFormatKindUnsigned cudaChannelFormatKindUnsigned
#define gpuCpuDeviceId cudaCpuDeviceId
#define gpuDeviceAttribute_t enum cudaDeviceAttr
#define gpuEventBlockingSync cudaEventBlockingSync
#define gpuEventDefault cudaEventDefault
#define gpuEventDisableTiming cudaEventDisableTiming
#define gpuEventInterprocess cudaEventInterprocess
#define gpuEventRecordDefault cudaEventRecordDefault
#define gpuEventRecordExternal cudaEventRecordExternal
#define gpuEventWaitDefault cudaEventWaitDefault
#define gpuEventWaitExternal cudaEventWaitExternal
#define gpuExternalMemoryDedicated cudaExternalMemoryDedicated
#define gpuExternalMemoryHandleTypeNvSciBuf cudaExternalMemoryHandleTypeNvSciBuf
#define gpuExternalMemoryHandleTypeOpaqueFd cudaExternalMemoryHandleTypeOpaqueFd
#define gpuExternalSemaphoreHandleTypeOpaqueFd cudaExternalSemaphoreHandleTypeOpaqueFd
#define gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd \
    cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd
#define gpuExternalSemaphoreHandleTypeTimelineSemaphoreWin32 \
    cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32
#define gpuFilterModeLinear cudaFilterModeLinear
#define gpuFuncAttributeMaxDynamicSharedMemorySize cudaFuncAttributeMaxDynamicSharedMemorySize
#define gpuFuncAttributePreferredSharedMemoryCarveout cudaFuncAttributePreferredSharedMemoryCarveout
#define gpuGraphInstantiateError cudaGraphInstantiateError
#define gpuGraphInstantiateFlagUpload cudaGraphInstantiateFlagUpload
#define gpuGraphInstantiateInvalidStructure cudaGraphInstantiateInvalidStructure
#define gpuGraphInstantiateNodeOperationNotSupported cudaGraphInstantiateNodeOperationNotSupported
#define gpuGraphInstantiateSuccess cudaGraphInstantiateSuccess
#define gpuGraphMemAttrReservedMemCurrent cudaGraphMemAttrReservedMemCurrent
#define gpuGraphMemAttrReservedMemHigh cudaGraphMemAttrReservedMemHigh
#define gpuGraphMemAttrUsedMemCurrent cudaGraphMemAttrUsedMemCurrent
#define gpuGraphMemAttrUsedMemHigh cudaGraphMemAttrUsedMemHigh
#define gpuGraphNodeTypeCount cudaGraphNodeTypeCount
#define gpuGraphNodeTypeEmpty cudaGraphNodeTypeEmpty
#define gpuGraphNodeTypeEventRecord cudaGraphNodeTypeEventRecord
#define gpuGraphNodeTypeExtSemaphoreSignal cudaGraphNodeTypeExtSemaphoreSignal
#define gpuGraphNodeTypeExtSemaphoreWait cudaGraphNodeTypeExtSemaphoreWait
#define gpuGraphNodeTypeGraph cudaGraphNodeTypeGraph
#define gpuGraphNodeTypeHost cudaGraphNodeTypeHost
#define gpuGraphNodeTypeKernel cudaGraphNodeTypeKernel
#define gpuGraphNodeTypeMemcpy cudaGraphNodeTypeMemcpy
#define gpuGraphNodeTypeMemset cudaGraphNodeTypeMemset
#define gpuGraphNodeTypeWaitEvent cudaGraphNodeTypeWaitEvent
#define gpuGraphUserObjectMove cudaGraphUserObjectMove
#define gpuHostAllocDefault cudaHostAllocDefault
#define gpuHostAllocMapped cudaHostAllocMapped
#define gpuHostAllocPortable cudaHostAllocPortable
#define gpuHostAllocWriteCombined cudaHostAllocWriteCombined
#define gpuHostRegisterIoMemory cudaHostRegisterIoMemory
#define gpuHostRegisterMapped cudaHostRegisterMapped
#define gpuHostRegisterPortable cudaHostRegisterPortable
#define gpuHostRegisterReadOnly cudaHostRegisterReadOnly
#define gpuInvalidDeviceId cudaInvalidDeviceId
#define gpuIpcMemLazyEnablePeerAccess cudaIpcMemLazyEnablePeerAccess
#define gpuJitErrorLogBuffer cudaJitErrorLogBuffer
#define gpuJitErrorLogBufferSizeBytes cudaJitErrorLogBufferSizeBytes
#define gpuJitInfoLogBuffer cudaJitInfoLogBuffer
#define gpuJitInfoLogBufferSizeBytes cudaJitInfoLogBufferSizeBytes
#define gpuLaunchAttributePriority cudaLaunchAttributePriority
#define gpuMemAttachGlobal cudaMemAttachGlobal
#define gpuMemAttachHost cudaMemAttachHost
#define gpuMemAttachSingle cudaMemAttachSingle
#define gpuMemHandleTypePosixFileDescriptor cudaMemHandleTypePosixFileDescriptor
#define gpuMemLocationTypeDevice cudaMemLocationTypeDevice
#define gpuMemPoolAttrReleaseThreshold cudaMemPoolAttrReleaseThreshold
#define gpuMemPoolAttrReservedMemCurrent cudaMemPoolAttrReservedMemCurrent
#define gpuMemPoolAttrReservedMemHigh cudaMemPoolAttrReservedMemHigh
#define gpuMemPoolAttrUsedMemCurrent cudaMemPoolAttrUsedMemCurrent
#define gpuMemPoolAttrUsedMemHigh cudaMemPoolAttrUsedMemHigh
#define gpuMemPoolReuseAllowInternalDependencies cudaMemPoolReuseAllowInternalDependencies
#define gpuMemPoolReuseAllowOpportunistic cudaMemPoolReuseAllowOpportunistic
#define gpuMemPoolReuseFollowEventDependencies cudaMemPoolReuseFollowEventDependencies
#define gpuMemRangeAttributeAccessedBy cudaMemRangeAttributeAccessedBy
#define gpuMemRangeAttributeReadMostly cudaMemRangeAttributeReadMostly
#define gpuMemcpyDefault cudaMemcpyDefault
#define gpuMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define gpuMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define gpuMemcpyHostToDevice cudaMemcpyHostToDevice
#define gpuMemcpyHostToHost cudaMemcpyHostToHost
#define gpuMemoryTypeDevice cudaMemoryTypeDevice
#define gpuMemoryTypeHost cudaMemoryTypeHost
#define gpuMemoryTypeManaged cudaMemoryTypeManaged
#define gpuMemoryTypeUnregistered cudaMemoryTypeUnregistered
#define gpuOccupancyDisableCachingOverride cudaOccupancyDisableCachingOverride
#define gpuReadModeNormalizedFloat cudaReadModeNormalizedFloat
#define gpuResViewFormatFloat4 cudaResViewFormatFloat4
#define gpuResViewFormatUnsignedBlockCompressed1 cudaResViewFormatUnsignedBlockCompressed1
#define gpuResViewFormatUnsignedBlockCompressed7 cudaResViewFormatUnsignedBlockCompressed7
#define gpuResViewFormatUnsignedChar1 cudaResViewFormatUnsignedChar1
#define gpuResourceTypeArray cudaResourceTypeArray
#define gpuResourceTypeLinear cudaResourceTypeLinear
#define gpuResourceTypeMipmappedArray cudaResourceTypeMipmappedArray
#define gpuResourceTypePitch2D cudaResourceTypePitch2D
#define gpuStreamCaptureStatus enum cudaStreamCaptureStatus
#define gpuStreamCaptureStatusNone cudaStreamCaptureStatusNone
#define gpuStreamDefault cudaStreamDefault
#define gpuStreamNonBlocking cudaStreamNonBlocking
#define gpuStreamPerThread cudaStreamPerThread
#define gpuUserObjectNoDestructorSync cudaUserObjectNoDestructorSync

/* Functions. */
#include "cuda_front_functions.h"

#endif
