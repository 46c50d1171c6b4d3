/** The driver interface's names for the neutral names of core/front/, as far as it uses them. The
 *  files that enqueue are compiled twice: a second time for programs whose default stream is the
 *  calling thread's own. For these cuda.h gives each function its second symbol. */
#ifndef GICU_FRONT_NAMES_H
#define GICU_FRONT_NAMES_H

#include "cuda.h"
#include "cudainterop/driver/external_api.h"
#include "cudainterop/driver/egl_api.h"
#include "cudainterop/driver/gl_api.h"
#include "cudainterop/driver/graph_types.h"
#include "cudainterop/driver/other_types.h"
#include "cudainterop/driver/pool_api.h"

/* ---- how this interface differs -------------------------------------------------------------- */

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define FRONT_STREAM(stream) ((stream) == NULL ? CU_STREAM_PER_THREAD : (stream))
#define front_in_default gi_in_thread
#define front_wait_value gicu_wait_value_per_thread
#define front_external_items gicu_external_items_per_thread
#define front_update_capture gicu_update_capture_per_thread
#else
#define FRONT_STREAM(stream) (stream)
#define front_in_default gi_in_legacy
#define front_wait_value gicu_wait_value
#define front_external_items gicu_external_items
#define front_update_capture gicu_update_capture
#endif

/** A handle that is no semaphore or stream has its own error code. */
#define FRONT_SEMAPHORE_IS_VALUE 0

/** The core's number for a copy's kind, which is the number itself. */
#define front_from_kind(kind) (kind)

/** Calls that make memory write 0 before they begin; those that free an object
 *  accept NULL; reserved bytes of a pool's properties must be 0. */
#define FRONT_CLEARS_OUT 2
#define FRONT_FREES_NULL 1
#define FRONT_CHECKS_POOL_RESERVED 1

/** Flags of shared pools have 8 bytes, and none exists. */
#define front_share_flags(flags) ((unsigned int)((flags) | (flags) >> 32))

/** Whether a device that is not there, in an access of a pool, is a wrong device, or a wrong
 *  value. */
#define FRONT_ACCESS_NAMES_DEVICE 0

/** Whether the flags of the default stream can be asked for. */
#define FRONT_NULL_STREAM_HAS_FLAGS 1

/** The last type of external memory. */
#define FRONT_LAST_EXTERNAL_MEMORY ((int)GI_EXTERNAL_MEMORY_DMA_BUF_FD)

/** The pointer to a mapped resource can be left out; the error for a negative number of them. */
#define FRONT_MAPPED_POINTER_IS_OPTIONAL 1
#define FRONT_NEGATIVE_RESOURCES GI_INVALID_HANDLE

/** The status of a launch without threads. */
#define FRONT_EMPTY_LAUNCH GI_INVALID_CONFIGURATION

/** Calls on what belongs to the device also work in a failed context: pools, pages and reserved
 *  addresses. */
#define front_begin_of_device front_begin_any

/** The highest attribute of the link between two devices. */
#define FRONT_PEER_ATTRIBUTES CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED

#define FRONT_PRIORITY_LEAST 0
#define FRONT_PRIORITY_GREATEST (-5)

/** How a call on a graph begins, and one that ends something of it. */
#define front_begin_graph front_ready
#define front_begin_graph_end front_ready

/** Members of the parameters of an instantiation. */
#define FRONT_UPLOAD_STREAM(parameters) (parameters)->hUploadStream
#define FRONT_ERROR_NODE(parameters) (parameters)->hErrNode_out

/** The bytes of a batch of words in the struct of nodes of any type; SIZE_MAX: it has none. */
#define FRONT_ANY_WORDS_BYTES(params) sizeof (params)->memOp

/** The interface's type of a node. */
#define FRONT_NODE_TYPE(type) ((gpuGraphNodeType)(type))

/** Whether a child node takes the graph over instead of a clone. */
#define FRONT_MOVES_CHILD(child) ((child)->ownership == CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE)

/** Values that attributes of kernel nodes have before a program sets them, besides zeros; and which
 *  node of a call the attributes are copied from. */
#define FRONT_ATTRIBUTE_DEFAULT(attribute, value) \
    do { \
        if ((attribute) == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP) \
            (value)->memSyncDomainMap.remote = 1; \
    } while (0)
#define FRONT_COPIES_FROM_FIRST 0

/* ---- functions of the front end that are no entry points ------------------------------------- */

#define front_active_blocks gicuda_active_blocks
#define front_apply_attribute gicuda_apply_attribute
#define front_is_node_attribute gicuda_is_node_attribute
/** A call that cannot begin says so first. Most calls need a context for it. */
#ifdef FRONT_WITHOUT_CONTEXT
#define front_error gicu_ready_error
#else
#define front_error gicu_shared_error
#endif
#define front_add_alloc gicu_add_alloc
#define front_add_any gicu_add_any
#define front_add_node_with gicu_add_node_with
#define front_ask_fill gicu_ask_fill
#define front_ask_host gicu_ask_host
#define front_ask_alloc gicu_ask_alloc
#define front_ask_signals gicu_ask_signals
#define front_ask_waits gicu_ask_waits
#define front_change_edges gicu_change_edges
#define front_check_reserved gicu_check_reserved
#define front_copy_in_bytes gicu_copy_in_bytes
#define front_copy_in_texels gicu_copy_in_texels
#define front_ask_any gicu_ask_any
#define front_error_of gicu_error_of
#define front_exec_update gicu_exec_update
#define front_give_list gicu_give_list
#define front_instantiate gicu_instantiate
#define front_instantiate_logged gicu_instantiate_logged
#define front_interface gicu_interface
#define front_jit_read gicu_jit_read
#define front_jit_tell gicu_jit_tell
#define front_jit_use_file gicu_jit_use_file
#define front_jit_user gicu_jit_user
#define front_location_device gicu_location_device
#define front_location_number gicu_location_number
#define front_nodes_take gicu_nodes_take
#define front_outside_capture gicu_outside_capture
#define front_record gicu_record
#define front_own_range_attribute gicu_own_range_attribute
#define front_potential_block gicuda_potential_block

/* ---- the names ------------------------------------------------------------------------------- */

/* Types. */
#define gpuAddress_t CUdeviceptr
#define gpuAddressOut_t CUdeviceptr *
#define gpuConstAddress_t CUdeviceptr
#define gpuDevice_t CUdevice
#define gpuDeviceP2PAttr CUdevice_P2PAttribute
#define gpuArray_const_t CUarray
#define gpuArray_t CUarray
#define gpuError_t CUresult
#define gpuEvent_t CUevent
#define gpuExternalMemoryBufferDesc CUDA_EXTERNAL_MEMORY_BUFFER_DESC
#define gpuExternalMemoryHandleDesc CUDA_EXTERNAL_MEMORY_HANDLE_DESC
#define gpuExternalMemory_t CUexternalMemory
#define gpuExternalSemaphoreHandleDesc CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC
#define gpuExternalSemaphoreSignalNodeParams CUDA_EXT_SEM_SIGNAL_NODE_PARAMS
#define gpuExternalSemaphoreSignalParams CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS
#define gpuExternalSemaphoreWaitNodeParams CUDA_EXT_SEM_WAIT_NODE_PARAMS
#define gpuExternalSemaphoreWaitParams CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS
#define gpuExternalSemaphore_t CUexternalSemaphore
#define gpuFunction_t CUfunction
#define gpuFuncCache_t CUfunc_cache
#define gpuGraphDebugDotFlagsEventNodeParams CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS
#define gpuGraphDebugDotFlagsExtSemasSignalNodeParams \
    CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS
#define gpuGraphDebugDotFlagsExtSemasWaitNodeParams \
    CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS
#define gpuGraphDebugDotFlagsHandles CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES
#define gpuGraphDebugDotFlagsHostNodeParams CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS
#define gpuGraphDebugDotFlagsKernelNodeAttributes CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES
#define gpuGraphDebugDotFlagsKernelNodeParams CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS
#define gpuGraphDebugDotFlagsMemcpyNodeParams CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS
#define gpuGraphDebugDotFlagsMemsetNodeParams CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS
#define gpuGraphDebugDotFlagsVerbose CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE
#define gpuGraphExec_t CUgraphExec
#define gpuGraphFlags_t cuuint64_t
#define gpuGraphInstantiateParams CUDA_GRAPH_INSTANTIATE_PARAMS
#define gpuGraphInstantiateResult CUgraphInstantiateResult
#define gpuGraphMemAttributeType CUgraphMem_attribute
#define gpuGraphNodeParams CUgraphNodeParams
#define gpuGraphNodeType CUgraphNodeType
#define gpuGraphNode_t CUgraphNode
#define gpuGraphEdgeData CUgraphEdgeData
#define gpuGraph_t CUgraph
#define gpuStreamCaptureMode CUstreamCaptureMode
#define gpuGraphicsResource_t CUgraphicsResource
#define gpuHostFn_t CUhostFn
#define gpuHostNodeParams CUDA_HOST_NODE_PARAMS
#define gpuIpcEventHandle_t CUipcEventHandle
#define gpuIpcMemHandle_t CUipcMemHandle
#define gpuJitOption CUjit_option
#define gpuLaunchAttributeID CUkernelNodeAttrID
#define gpuLaunchAttributeValue CUkernelNodeAttrValue
#define gpuMemAccessDesc CUmemAccessDesc
#define gpuMemAllocNodeParams CUDA_MEM_ALLOC_NODE_PARAMS
#define gpuMemAccessFlags CUmemAccess_flags
#define gpuMemAllocationHandleType CUmemAllocationHandleType
#define gpuMemLocation CUmemLocation
#define gpuMemPoolAttr CUmemPool_attribute
#define gpuMemPoolProps CUmemPoolProps
#define gpuMemPoolPtrExportData CUmemPoolPtrExportData
#define gpuMemPool_t CUmemoryPool
#define gpuMemRangeAttribute CUmem_range_attribute
#define gpuMemcpyKind int
#define gpuMemsetParams CUDA_MEMSET_NODE_PARAMS
#define gpuMipmappedArray_const_t CUmipmappedArray
#define gpuMipmappedArray_t CUmipmappedArray
#define gpuResourceCount_t unsigned int
#define gpuShareFlags_t unsigned long long
#define gpuSharedMemConfig CUsharedconfig
#define gpuStreamCallback_t CUstreamCallback
#define gpuStreamCaptureStatus CUstreamCaptureStatus
#define gpuStream_t CUstream
#define gpuTextureObject_t CUtexObject
#define gpuUserObject_t CUuserObject

/* Constants. */
#define gpuCpuDeviceId CU_DEVICE_CPU
#define gpuErrorGraphExecUpdateFailure CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE
#define gpuErrorLossyQuery CUDA_ERROR_LOSSY_QUERY
#define gpuEventRecordDefault CU_EVENT_RECORD_DEFAULT
#define gpuEventRecordExternal CU_EVENT_RECORD_EXTERNAL
#define gpuEventWaitDefault CU_EVENT_WAIT_DEFAULT
#define gpuEventWaitExternal CU_EVENT_WAIT_EXTERNAL
#define gpuExternalMemoryDedicated CUDA_EXTERNAL_MEMORY_DEDICATED
#define gpuExternalMemoryHandleTypeNvSciBuf CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF
#define gpuExternalMemoryHandleTypeOpaqueFd CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD
#define gpuExternalSemaphoreHandleTypeOpaqueFd CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD
#define gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd \
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD
#define gpuExternalSemaphoreHandleTypeTimelineSemaphoreWin32 \
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32
#define gpuGraphInstantiateError CUDA_GRAPH_INSTANTIATE_ERROR
#define gpuGraphInstantiateFlagUpload CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD
#define gpuGraphInstantiateInvalidStructure CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE
#define gpuGraphInstantiateNodeOperationNotSupported \
    CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED
#define gpuGraphInstantiateSuccess CUDA_GRAPH_INSTANTIATE_SUCCESS
#define gpuGraphMemAttrReservedMemCurrent CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT
#define gpuGraphMemAttrReservedMemHigh CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH
#define gpuGraphMemAttrUsedMemCurrent CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT
#define gpuGraphMemAttrUsedMemHigh CU_GRAPH_MEM_ATTR_USED_MEM_HIGH
#define gpuGraphNodeTypeCount (CU_GRAPH_NODE_TYPE_CONDITIONAL + 1)
#define gpuGraphNodeTypeEmpty CU_GRAPH_NODE_TYPE_EMPTY
#define gpuGraphNodeTypeEventRecord CU_GRAPH_NODE_TYPE_EVENT_RECORD
#define gpuGraphNodeTypeExtSemaphoreSignal CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL
#define gpuGraphNodeTypeExtSemaphoreWait CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT
#define gpuGraphNodeTypeGraph CU_GRAPH_NODE_TYPE_GRAPH
#define gpuGraphNodeTypeHost CU_GRAPH_NODE_TYPE_HOST
#define gpuGraphNodeTypeKernel CU_GRAPH_NODE_TYPE_KERNEL
#define gpuGraphNodeTypeMemcpy CU_GRAPH_NODE_TYPE_MEMCPY
#define gpuGraphNodeTypeMemset CU_GRAPH_NODE_TYPE_MEMSET
#define gpuGraphNodeTypeWaitEvent CU_GRAPH_NODE_TYPE_WAIT_EVENT
#define gpuGraphUserObjectMove CU_GRAPH_USER_OBJECT_MOVE
#define gpuInvalidDeviceId CU_DEVICE_INVALID
#define gpuIpcMemLazyEnablePeerAccess CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS
#define gpuJitErrorLogBuffer CU_JIT_ERROR_LOG_BUFFER
#define gpuJitErrorLogBufferSizeBytes CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
#define gpuJitInfoLogBuffer CU_JIT_INFO_LOG_BUFFER
#define gpuJitInfoLogBufferSizeBytes CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES
#define gpuLaunchAttributePriority CU_LAUNCH_ATTRIBUTE_PRIORITY
#define gpuMemHandleTypePosixFileDescriptor CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
#define gpuMemLocationTypeDevice CU_MEM_LOCATION_TYPE_DEVICE
#define gpuMemPoolAttrReleaseThreshold CU_MEMPOOL_ATTR_RELEASE_THRESHOLD
#define gpuMemPoolAttrReservedMemCurrent CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT
#define gpuMemPoolAttrReservedMemHigh CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH
#define gpuMemPoolAttrUsedMemCurrent CU_MEMPOOL_ATTR_USED_MEM_CURRENT
#define gpuMemPoolAttrUsedMemHigh CU_MEMPOOL_ATTR_USED_MEM_HIGH
#define gpuMemPoolReuseAllowInternalDependencies CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES
#define gpuMemPoolReuseAllowOpportunistic CU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC
#define gpuMemPoolReuseFollowEventDependencies CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES
#define gpuMemRangeAttributeAccessedBy CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY
#define gpuMemRangeAttributeLastPrefetchLocation CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION
#define gpuMemRangeAttributePreferredLocation CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION
#define gpuMemRangeAttributeReadMostly CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY
#define gpuMemoryTypeDevice CU_MEMORYTYPE_DEVICE
#define gpuMemoryTypeHost CU_MEMORYTYPE_HOST
#define gpuMemcpyDeviceToDevice GI_COPY_DEVICE_TO_DEVICE
#define gpuMemcpyDeviceToHost GI_COPY_DEVICE_TO_HOST
#define gpuMemcpyHostToDevice GI_COPY_HOST_TO_DEVICE
#define gpuStreamCaptureStatusNone CU_STREAM_CAPTURE_STATUS_NONE
#define gpuSuccess CUDA_SUCCESS
#define gpuUserObjectNoDestructorSync CU_USER_OBJECT_NO_DESTRUCTOR_SYNC

/* Functions. */
#include "cu_front_functions.h"

#endif
