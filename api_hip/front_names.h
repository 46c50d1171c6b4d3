/** HIP's names for the neutral names of core/front/, and how HIP differs. The names of
 *  functions are made of functions.txt. */
#ifndef GIHIP_FRONT_NAMES_H
#define GIHIP_FRONT_NAMES_H

#include "hip/hip_deprecated.h"
#include "hip/hip_gl_interop.h"
#include "hip/hip_runtime_api.h"

/* ---- how this interface differs -------------------------------------------------------------- */

/** Its number in the core (interface.h). */
#define FRONT_INTERFACE 1u
#define FRONT_VISIBLE_VARIABLE "HIP_VISIBLE_DEVICES"
#define FRONT_VERSION HIP_VERSION
#define FRONT_UNKNOWN_ERROR_NAME "hipErrorUnknown"
#define FRONT_UNKNOWN_ERROR_TEXT "unknown error"

#define FRONT_PRIORITY_LEAST 1
#define FRONT_PRIORITY_GREATEST (-1)

/** The reported capability: the oldest that HIP 6 supports. So checks such as "at least 8" pass
 *  in programs that copy and synchronise. It promises no instruction set: compiled device code
 *  is not loaded. */
#define FRONT_CAPABILITY_MAJOR 9
#define FRONT_CAPABILITY_MINOR 0

/** Calls that make an object write the pointer or handle on success only. */
#define FRONT_CLEARS_OUT 0

/** Calls that free in stream order, or free an array, refuse NULL. */
#define FRONT_FREES_NULL 0

/** The number of devices is 0 after a failure. */
#define FRONT_COUNTS_0_ON_FAILURE 1

/** Managed memory has at least one byte. */
#define FRONT_ALLOWS_MANAGED_0 0

/** Reserved bytes of a pool's properties are not checked. */
#define FRONT_CHECKS_POOL_RESERVED 0

/** Pointers to the program's own memory have no attributes. */
#define FRONT_TELLS_ANY_POINTER 0

/** A handle that is no semaphore or stream is an invalid argument in calls of semaphores. */
#define FRONT_SEMAPHORE_IS_VALUE 1

/** Flags of devices, of host memory, and of events, besides those that the core stores. Of the
 *  two flags for cache release at most one is valid. The other flags request properties that
 *  every event of this library has. */
#define FRONT_DEVICE_FLAGS (hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax)
#define FRONT_HOST_FLAGS \
    ((unsigned int)(hipHostAllocPortable | hipHostAllocMapped | hipHostAllocWriteCombined | \
                    hipHostMallocNumaUser | hipHostMallocCoherent | hipHostMallocNonCoherent))
#define FRONT_HOST_ONE_OF ((unsigned int)(hipHostMallocCoherent | hipHostMallocNonCoherent))
#define FRONT_EVENT_RELEASES (hipEventReleaseToDevice | hipEventReleaseToSystem)
#define FRONT_EVENT_WISHES hipEventDisableSystemFence

/** The default stream is that of the calling thread's device; the second symbols pass another. */
#define FRONT_STREAM(stream) (stream)
#define front_in_default gi_in_legacy

/** Flags of shared pools have the core's width. */
#define front_share_flags(flags) (flags)

/** Whether a device that is not there, in an access of a pool, is a wrong device, or a wrong
 *  value. */
#define FRONT_ACCESS_NAMES_DEVICE 1

/** Whether the flags of the default stream can be asked for. */
#define FRONT_NULL_STREAM_HAS_FLAGS 0

/** The last type of external memory. */
#define FRONT_LAST_EXTERNAL_MEMORY ((int)hipExternalMemoryHandleTypeNvSciBuf)

/** The pointer to a mapped resource can be left out; the error for a negative number of them. */
#define FRONT_MAPPED_POINTER_IS_OPTIONAL 0
#define FRONT_NEGATIVE_RESOURCES GI_INVALID_VALUE

/** The status of a launch without threads. */
#define FRONT_EMPTY_LAUNCH GI_INVALID_VALUE

/** How a call begins on what belongs to the device: pools, pages and reserved addresses. */
#define front_begin_of_device front_begin

/** One past the last limit that is passed to the core; 0 if all are. */
#define FRONT_LIMIT_END ((int)hipLimitRange)

/** The highest attribute of the link between two devices. */
#define FRONT_PEER_ATTRIBUTES hipDevP2PAttrHipArrayAccessSupported

/** The unit of positions in the memory of a volume's copy. */
#define FRONT_VOLUME_MEASURE GI_COPY_TEXELS

/** The core's number for a copy's kind; "without compute units" is a hint without effect. */
static inline int front_from_kind(hipMemcpyKind kind)
{
    return (int)(kind == hipMemcpyDeviceToDeviceNoCU ? hipMemcpyDeviceToDevice : kind);
}

/** Members of a texture's description that this interface alone has, in both directions. */
#define FRONT_SAMPLING_MORE(texture)
#define FRONT_TEXTURE_MORE(sampling)

/** Members of a pointer's attributes that this interface alone has. */
#define FRONT_POINTER_MORE(info) \
    .allocationFlags = (info)->kind != GI_POINTER_DEVICE ? (info)->host_flags : 0, \
    .isManaged = (info)->kind == GI_POINTER_MANAGED,

/** Fields of a device's struct that programs can request besides the common ones. */
#define FRONT_MORE_WISHES \
    FRONT_WISH_TEXT(gpuDeviceProp, gcnArchName), \
    FRONT_WISH_INT(gpuDeviceProp, isLargeBar),

/** How a call on a graph begins, and one that ends something of it. */
#define front_begin_graph front_begin
#define front_begin_graph_end front_begin_any

/** Members of the parameters of an instantiation. */
#define FRONT_UPLOAD_STREAM(parameters) (parameters)->uploadStream
#define FRONT_ERROR_NODE(parameters) (parameters)->errNode_out

/** The bytes of a batch of words in the struct of nodes of any type; SIZE_MAX: it has none. */
#define FRONT_ANY_WORDS_BYTES(params) SIZE_MAX

/** The interface's type of a node. */
#define FRONT_NODE_TYPE(type) \
    ((type) == GI_NODE_WORDS ? hipGraphNodeTypeBatchMemOp : (hipGraphNodeType)(type))

/** Whether a child node takes the graph over instead of a clone. */
#define FRONT_MOVES_CHILD(child) false

/** Values that attributes of kernel nodes have before a program sets them, besides zeros; and which
 *  node of a call the attributes are copied from. */
#define FRONT_ATTRIBUTE_DEFAULT(attribute, value)
#define FRONT_COPIES_FROM_FIRST 1

/** The words of packed arguments: the end, the buffer, and its size. */
#define FRONT_PACKED_WORDS \
    { HIP_LAUNCH_PARAM_END, HIP_LAUNCH_PARAM_BUFFER_POINTER, HIP_LAUNCH_PARAM_BUFFER_SIZE }

/* ---- functions of the front end that are no entry points ------------------------------------- */

#define front_active_blocks gihip_active_blocks
#define front_add_alloc gihip_add_alloc
#define front_add_any gihip_add_any
#define front_add_node_with gihip_add_node_with
#define front_alloc_rows gihip_alloc_rows
#define front_apply_attribute gihip_apply_attribute
#define front_ask_any gihip_ask_any
#define front_ask_copy gihip_ask_copy
#define front_ask_fill gihip_ask_fill
#define front_ask_host gihip_ask_host
#define front_ask_kernel gihip_ask_kernel
#define front_ask_alloc gihip_ask_alloc
#define front_ask_signals gihip_ask_signals
#define front_ask_waits gihip_ask_waits
#define front_attribute_row_count gihip_attribute_row_count
#define front_attribute_rows gihip_attribute_rows
#define front_change_edges gihip_change_edges
#define front_copy_in_bytes gihip_copy_in_bytes
#define front_copy_in_texels gihip_copy_in_texels
#define front_check_reserved gihip_check_reserved
#define front_choose gihip_choose
#define front_describe gihip_describe
#define front_device_attribute gihip_device_attribute
#define front_device_properties gihip_device_properties
#define front_device_properties_old gihip_device_properties_old
#define front_error gihip_error
#define front_error_is_known gihip_error_is_known
#define front_error_name gihip_error_name
#define front_error_of gihip_error_of
#define front_error_row_count gihip_error_row_count
#define front_error_rows gihip_error_rows
#define front_error_text gihip_error_text
#define front_exec_update gihip_exec_update
#define front_external_items gihip_external_items
#define front_fill_own_properties gihip_fill_own_properties
#define front_from_resource gihip_from_resource
#define front_give_list gihip_give_list
#define front_host_alloc gihip_host_alloc
#define front_host_flags gihip_host_flags
#define front_instantiate gihip_instantiate
#define front_instantiate_logged gihip_instantiate_logged
#define front_interface gihip_interface
#define front_is_node_attribute gihip_is_node_attribute
#define front_jit_read gihip_jit_read
#define front_jit_tell gihip_jit_tell
#define front_jit_use_file gihip_jit_use_file
#define front_jit_user gihip_jit_user
#define front_launch gihip_launch
#define front_location_device gihip_location_device
#define front_location_number gihip_location_number
#define front_nodes_take gihip_nodes_take

#define front_update_capture gihip_update_capture
#define front_outside_capture gihip_outside_capture
#define front_own_range_attribute gihip_own_range_attribute
#define front_pop_configuration gihip_pop_configuration
#define front_potential_block gihip_potential_block
#define front_push_configuration gihip_push_configuration
#define front_record gihip_record
#define front_symbol_part gihip_symbol_part
#define front_take_volume gihip_take_volume
#define front_to_resource gihip_to_resource

/* ---- the names ------------------------------------------------------------------------------- */

/* Types. */
#define gpuAddress_t void *
#define gpuAddressOut_t void *
#define gpuConstAddress_t const void *
#define gpuExecMemcpy3DParms hipMemcpy3DParms
#define gpuExternalSemaphoreSignalNodeParams hipExternalSemaphoreSignalNodeParams
#define gpuExternalSemaphoreWaitNodeParams hipExternalSemaphoreWaitNodeParams
#define gpuGraphDebugDotFlagsEventNodeParams hipGraphDebugDotFlagsEventNodeParams
#define gpuGraphDebugDotFlagsExtSemasSignalNodeParams hipGraphDebugDotFlagsExtSemasSignalNodeParams
#define gpuGraphDebugDotFlagsExtSemasWaitNodeParams hipGraphDebugDotFlagsExtSemasWaitNodeParams
#define gpuGraphDebugDotFlagsHandles hipGraphDebugDotFlagsHandles
#define gpuGraphDebugDotFlagsHostNodeParams hipGraphDebugDotFlagsHostNodeParams
#define gpuGraphDebugDotFlagsKernelNodeAttributes hipGraphDebugDotFlagsKernelNodeAttributes
#define gpuGraphDebugDotFlagsKernelNodeParams hipGraphDebugDotFlagsKernelNodeParams
#define gpuGraphDebugDotFlagsMemcpyNodeParams hipGraphDebugDotFlagsMemcpyNodeParams
#define gpuGraphDebugDotFlagsMemsetNodeParams hipGraphDebugDotFlagsMemsetNodeParams
#define gpuGraphDebugDotFlagsVerbose hipGraphDebugDotFlagsVerbose
#define gpuGraphEdgeData hipGraphEdgeData
#define gpuGraphExec_t hipGraphExec_t
#define gpuGraphFlags_t unsigned long long
#define gpuGraphInstantiateParams hipGraphInstantiateParams
#define gpuGraphInstantiateResult hipGraphInstantiateResult
#define gpuGraphMemAttributeType hipGraphMemAttributeType
#define gpuGraphNodeParams hipGraphNodeParams
#define gpuGraphNodeType hipGraphNodeType
#define gpuGraphNode_t hipGraphNode_t
#define gpuGraph_t hipGraph_t
#define gpuHostNodeParams hipHostNodeParams
#define gpuKernelNodeParams hipKernelNodeParams
#define gpuLaunchAttributeID hipLaunchAttributeID
#define gpuLaunchAttributeValue hipLaunchAttributeValue
#define gpuMemsetParams hipMemsetParams
#define gpuShareFlags_t unsigned int
#define gpuArray_const_t hipArray_const_t
#define gpuArray_t hipArray_t
#define gpuChannelFormatDesc hipChannelFormatDesc
#define gpuChannelFormatKind hipChannelFormatKind
#define gpuDeviceP2PAttr hipDeviceP2PAttr
#define gpuDeviceProp struct hipDeviceProp_tR0600
#define gpuDevice_t hipDevice_t
#define gpuError_t hipError_t
#define gpuEvent_t hipEvent_t
#define gpuExtent hipExtent
#define gpuExternalMemoryBufferDesc hipExternalMemoryBufferDesc
#define gpuExternalMemoryHandleDesc hipExternalMemoryHandleDesc
#define gpuExternalMemoryMipmappedArrayDesc hipExternalMemoryMipmappedArrayDesc
#define gpuExternalMemory_t hipExternalMemory_t
#define gpuExternalSemaphoreHandleDesc hipExternalSemaphoreHandleDesc
#define gpuExternalSemaphoreSignalParams hipExternalSemaphoreSignalParams
#define gpuExternalSemaphoreWaitParams hipExternalSemaphoreWaitParams
#define gpuExternalSemaphore_t hipExternalSemaphore_t
#define gpuFuncCache_t hipFuncCache_t
#define gpuGraphicsResource_t hipGraphicsResource_t
#define gpuHostFn_t hipHostFn_t
#define gpuIpcEventHandle_t hipIpcEventHandle_t
#define gpuIpcMemHandle_t hipIpcMemHandle_t
#define gpuLimit enum hipLimit_t
#define gpuMemAccessDesc hipMemAccessDesc
#define gpuMemAllocNodeParams hipMemAllocNodeParams
#define gpuMemAccessFlags hipMemAccessFlags
#define gpuMemAllocationHandleType hipMemAllocationHandleType
#define gpuMemLocation hipMemLocation
#define gpuMemPoolAttr hipMemPoolAttr
#define gpuMemPoolProps hipMemPoolProps
#define gpuMemPoolPtrExportData hipMemPoolPtrExportData
#define gpuMemPool_t hipMemPool_t
#define gpuMemRangeAttribute hipMemRangeAttribute
#define gpuMemRangeAttributeLastPrefetchLocation hipMemRangeAttributeLastPrefetchLocation
#define gpuMemRangeAttributePreferredLocation hipMemRangeAttributePreferredLocation
#define gpuMemcpy3DParms hipMemcpy3DParms
#define gpuMemcpyKind hipMemcpyKind
#define gpuMipmappedArray_const_t hipMipmappedArray_const_t
#define gpuMipmappedArray_t hipMipmappedArray_t
#define gpuPitchedPtr hipPitchedPtr
#define gpuPointerAttributes hipPointerAttribute_t
#define gpuPos hipPos
#define gpuResourceDesc hipResourceDesc
#define gpuCooperativeBytes_t unsigned int
#define gpuFuncAttribute hipFuncAttribute
#define gpuFuncAttributes struct hipFuncAttributes
#define gpuFunction_t hipFunction_t
#define gpuResourceCount_t int
#define gpuJitOption hipJitOption
#define gpuResourceType hipResourceType
#define gpuResourceViewDesc struct hipResourceViewDesc
#define gpuResourceViewFormat hipResourceViewFormat
#define gpuSharedMemConfig hipSharedMemConfig
#define gpuStreamCallback_t hipStreamCallback_t
#define gpuStreamCaptureMode hipStreamCaptureMode
#define gpuStream_t hipStream_t
#define gpuSurfaceObject_t hipSurfaceObject_t
#define gpuTextureAddressMode enum hipTextureAddressMode
#define gpuTextureDesc hipTextureDesc
#define gpuTextureFilterMode enum hipTextureFilterMode
#define gpuTextureObject_t hipTextureObject_t
#define gpuTextureReadMode enum hipTextureReadMode
#define gpuUserObject_t hipUserObject_t

/* Results. */
#define gpuErrorGraphExecUpdateFailure hipErrorGraphExecUpdateFailure
#define gpuErrorHostMemoryAlreadyRegistered hipErrorHostMemoryAlreadyRegistered
#define gpuErrorHostMemoryNotRegistered hipErrorHostMemoryNotRegistered
#define gpuErrorIllegalState hipErrorIllegalState
#define gpuErrorStreamCaptureUnsupported hipErrorStreamCaptureUnsupported
#define gpuErrorStreamCaptureInvalidated hipErrorStreamCaptureInvalidated
#define gpuErrorStreamCaptureMerge hipErrorStreamCaptureMerge
#define gpuErrorStreamCaptureUnmatched hipErrorStreamCaptureUnmatched
#define gpuErrorStreamCaptureUnjoined hipErrorStreamCaptureUnjoined
#define gpuErrorStreamCaptureIsolation hipErrorStreamCaptureIsolation
#define gpuErrorStreamCaptureImplicit hipErrorStreamCaptureImplicit
#define gpuErrorCapturedEvent hipErrorCapturedEvent
#define gpuErrorStreamCaptureWrongThread hipErrorStreamCaptureWrongThread
#define gpuErrorLossyQuery hipErrorUnknown
#define gpuErrorInvalidGraphicsContext hipErrorInvalidValue
#define gpuErrorAlreadyMapped hipErrorAlreadyMapped
#define gpuErrorNotMapped hipErrorNotMapped
#define gpuErrorNotMappedAsArray hipErrorNotMappedAsArray
#define gpuErrorNotMappedAsPointer hipErrorNotMappedAsPointer
#define gpuErrorInsufficientDriver hipErrorInsufficientDriver
#define gpuErrorInvalidChannels hipErrorInvalidValue
#define gpuErrorInvalidDevice hipErrorInvalidDevice
#define gpuErrorInvalidFilter hipErrorInvalidValue
#define gpuErrorInvalidHandle hipErrorInvalidHandle
#define gpuErrorInvalidConfiguration hipErrorInvalidConfiguration
#define gpuErrorInvalidDeviceFunction hipErrorInvalidDeviceFunction
#define gpuErrorInvalidSymbol hipErrorInvalidSymbol
#define gpuErrorFileNotFound hipErrorFileNotFound
#define gpuErrorNotFound hipErrorNotFound
#define gpuErrorLaunchOutOfResources hipErrorLaunchOutOfResources
#define gpuErrorCooperativeLaunchTooLarge hipErrorCooperativeLaunchTooLarge
#define gpuErrorInvalidPtx hipErrorInvalidKernelFile
#define gpuErrorInvalidSource hipErrorInvalidSource
#define gpuErrorAssert hipErrorAssert
#define gpuErrorIllegalAddress hipErrorIllegalAddress
#define gpuErrorInvalidImage hipErrorInvalidImage
#define gpuErrorNoBinaryForGpu hipErrorNoBinaryForGpu
#define gpuErrorInvalidMemcpyDirection hipErrorInvalidMemcpyDirection
#define gpuErrorInvalidNorm hipErrorInvalidValue
#define gpuErrorInvalidPitchValue hipErrorInvalidPitchValue
#define gpuErrorInvalidValue hipErrorInvalidValue
#define gpuErrorLaunchFailure hipErrorLaunchFailure
#define gpuErrorLaunchTimeout hipErrorLaunchTimeOut
#define gpuErrorMapFailed hipErrorMapFailed
#define gpuErrorMissingConfiguration hipErrorMissingConfiguration
#define gpuErrorNoDevice hipErrorNoDevice
#define gpuErrorNotInitialized hipErrorNotInitialized
#define gpuErrorNotPermitted hipErrorIllegalState
#define gpuErrorNotReady hipErrorNotReady
#define gpuErrorNotSupported hipErrorNotSupported
#define gpuErrorOperatingSystem hipErrorOperatingSystem
#define gpuErrorOutOfMemory hipErrorOutOfMemory
#define gpuErrorPeerAccessNotEnabled hipErrorPeerAccessNotEnabled
#define gpuErrorPeerAccessUnsupported hipErrorPeerAccessUnsupported
#define gpuErrorStaleHandle hipErrorContextIsDestroyed
#define gpuErrorTimeout hipErrorUnknown
#define gpuErrorUnknown hipErrorUnknown
#define gpuErrorUnsupportedLimit hipErrorUnsupportedLimit
#define gpuErrorInvalidContext hipErrorInvalidContext
#define gpuErrorContextIsDestroyed hipErrorContextIsDestroyed
#define gpuErrorDeinitialized hipErrorDeinitialized
#define gpuErrorPrimaryActive hipErrorSetOnActiveProcess
#define gpuErrorWrongProcess hipErrorInvalidContext
#define gpuSuccess hipSuccess

/* Constants. */
#define gpuAddressModeBorder hipAddressModeBorder
#define gpuArrayCubemap hipArrayCubemap
#define gpuArrayLayered hipArrayLayered
#define gpuArraySurfaceLoadStore hipArraySurfaceLoadStore
#define gpuArrayTextureGather hipArrayTextureGather
#define gpuChannelFormatKindFloat hipChannelFormatKindFloat
#define gpuChannelFormatKindNone hipChannelFormatKindNone
#define gpuChannelFormatKindSigned hipChannelFormatKindSigned
#define gpuChannelFormatKindUnsigned hipChannelFormatKindUnsigned
#define gpuCpuDeviceId hipCpuDeviceId
#define gpuDeviceAttribute_t hipDeviceAttribute_t
#define gpuEventBlockingSync hipEventBlockingSync
#define gpuEventDefault hipEventDefault
#define gpuEventDisableTiming hipEventDisableTiming
#define gpuEventInterprocess hipEventInterprocess
#define gpuEventRecordDefault hipEventRecordDefault
#define gpuEventRecordExternal hipEventRecordExternal
#define gpuEventWaitDefault hipEventWaitDefault
#define gpuEventWaitExternal hipEventWaitExternal
#define gpuExternalMemoryDedicated hipExternalMemoryDedicated
#define gpuExternalMemoryHandleTypeNvSciBuf hipExternalMemoryHandleTypeNvSciBuf
#define gpuExternalMemoryHandleTypeOpaqueFd hipExternalMemoryHandleTypeOpaqueFd
#define gpuExternalSemaphoreHandleTypeOpaqueFd hipExternalSemaphoreHandleTypeOpaqueFd
#define gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd \
    hipExternalSemaphoreHandleTypeTimelineSemaphoreFd
#define gpuExternalSemaphoreHandleTypeTimelineSemaphoreWin32 \
    hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32
#define gpuFilterModeLinear hipFilterModeLinear
#define gpuFuncAttributeMaxDynamicSharedMemorySize hipFuncAttributeMaxDynamicSharedMemorySize
#define gpuFuncAttributePreferredSharedMemoryCarveout hipFuncAttributePreferredSharedMemoryCarveout
#define gpuGraphInstantiateError hipGraphInstantiateError
#define gpuGraphInstantiateFlagUpload hipGraphInstantiateFlagUpload
#define gpuGraphInstantiateInvalidStructure hipGraphInstantiateInvalidStructure
#define gpuGraphInstantiateNodeOperationNotSupported hipGraphInstantiateNodeOperationNotSupported
#define gpuGraphInstantiateSuccess hipGraphInstantiateSuccess
#define gpuGraphMemAttrReservedMemCurrent hipGraphMemAttrReservedMemCurrent
#define gpuGraphMemAttrReservedMemHigh hipGraphMemAttrReservedMemHigh
#define gpuGraphMemAttrUsedMemCurrent hipGraphMemAttrUsedMemCurrent
#define gpuGraphMemAttrUsedMemHigh hipGraphMemAttrUsedMemHigh
#define gpuGraphNodeTypeCount hipGraphNodeTypeCount
#define gpuGraphNodeTypeEmpty hipGraphNodeTypeEmpty
#define gpuGraphNodeTypeEventRecord hipGraphNodeTypeEventRecord
#define gpuGraphNodeTypeExtSemaphoreSignal hipGraphNodeTypeExtSemaphoreSignal
#define gpuGraphNodeTypeExtSemaphoreWait hipGraphNodeTypeExtSemaphoreWait
#define gpuGraphNodeTypeGraph hipGraphNodeTypeGraph
#define gpuGraphNodeTypeHost hipGraphNodeTypeHost
#define gpuGraphNodeTypeKernel hipGraphNodeTypeKernel
#define gpuGraphNodeTypeMemcpy hipGraphNodeTypeMemcpy
#define gpuGraphNodeTypeMemset hipGraphNodeTypeMemset
#define gpuGraphNodeTypeWaitEvent hipGraphNodeTypeWaitEvent
#define gpuGraphUserObjectMove hipGraphUserObjectMove
#define gpuHostAllocDefault hipHostAllocDefault
#define gpuHostAllocMapped hipHostAllocMapped
#define gpuHostAllocPortable hipHostAllocPortable
#define gpuHostAllocWriteCombined hipHostAllocWriteCombined
#define gpuHostRegisterIoMemory hipHostRegisterIoMemory
#define gpuHostRegisterMapped hipHostRegisterMapped
#define gpuHostRegisterPortable hipHostRegisterPortable
#define gpuHostRegisterReadOnly hipHostRegisterReadOnly
#define gpuInvalidDeviceId hipInvalidDeviceId
#define gpuIpcMemLazyEnablePeerAccess hipIpcMemLazyEnablePeerAccess
#define gpuJitErrorLogBuffer hipJitOptionErrorLogBuffer
#define gpuJitErrorLogBufferSizeBytes hipJitOptionErrorLogBufferSizeBytes
#define gpuJitInfoLogBuffer hipJitOptionInfoLogBuffer
#define gpuJitInfoLogBufferSizeBytes hipJitOptionInfoLogBufferSizeBytes
#define gpuLaunchAttributePriority hipLaunchAttributePriority
#define gpuMemAttachGlobal hipMemAttachGlobal
#define gpuMemAttachHost hipMemAttachHost
#define gpuMemAttachSingle hipMemAttachSingle
#define gpuMemHandleTypePosixFileDescriptor hipMemHandleTypePosixFileDescriptor
#define gpuMemLocationTypeDevice hipMemLocationTypeDevice
#define gpuMemPoolAttrReleaseThreshold hipMemPoolAttrReleaseThreshold
#define gpuMemPoolAttrReservedMemCurrent hipMemPoolAttrReservedMemCurrent
#define gpuMemPoolAttrReservedMemHigh hipMemPoolAttrReservedMemHigh
#define gpuMemPoolAttrUsedMemCurrent hipMemPoolAttrUsedMemCurrent
#define gpuMemPoolAttrUsedMemHigh hipMemPoolAttrUsedMemHigh
#define gpuMemPoolReuseAllowInternalDependencies hipMemPoolReuseAllowInternalDependencies
#define gpuMemPoolReuseAllowOpportunistic hipMemPoolReuseAllowOpportunistic
#define gpuMemPoolReuseFollowEventDependencies hipMemPoolReuseFollowEventDependencies
#define gpuMemRangeAttributeAccessedBy hipMemRangeAttributeAccessedBy
#define gpuMemRangeAttributeReadMostly hipMemRangeAttributeReadMostly
#define gpuMemcpyDefault hipMemcpyDefault
#define gpuMemcpyDeviceToDevice hipMemcpyDeviceToDevice
#define gpuMemcpyDeviceToHost hipMemcpyDeviceToHost
#define gpuMemcpyHostToDevice hipMemcpyHostToDevice
#define gpuMemcpyHostToHost hipMemcpyHostToHost
#define gpuMemoryTypeDevice hipMemoryTypeDevice
#define gpuMemoryTypeHost hipMemoryTypeHost
#define gpuMemoryTypeManaged hipMemoryTypeManaged
#define gpuMemoryTypeUnregistered hipMemoryTypeUnregistered
#define gpuOccupancyDisableCachingOverride hipOccupancyDisableCachingOverride
#define gpuReadModeNormalizedFloat hipReadModeNormalizedFloat
#define gpuResViewFormatFloat4 hipResViewFormatFloat4
#define gpuResViewFormatUnsignedBlockCompressed1 hipResViewFormatUnsignedBlockCompressed1
#define gpuResViewFormatUnsignedBlockCompressed7 hipResViewFormatUnsignedBlockCompressed7
#define gpuResViewFormatUnsignedChar1 hipResViewFormatUnsignedChar1
#define gpuResourceTypeArray hipResourceTypeArray
#define gpuResourceTypeLinear hipResourceTypeLinear
#define gpuResourceTypeMipmappedArray hipResourceTypeMipmappedArray
#define gpuResourceTypePitch2D hipResourceTypePitch2D
#define gpuStreamCaptureStatus hipStreamCaptureStatus
#define gpuStreamCaptureStatusNone hipStreamCaptureStatusNone
#define gpuStreamDefault hipStreamDefault
#define gpuStreamNonBlocking hipStreamNonBlocking
#define gpuStreamPerThread hipStreamPerThread
#define gpuUserObjectNoDestructorSync hipUserObjectNoDestructorSync

/* Functions. */
#include "hip_front_functions.h"

#endif
