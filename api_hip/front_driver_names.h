/** HIP's names for the neutral names of core/front/driver/. HIP took these functions and structs
 *  from CUDA's driver interface, whose header is api_cuda/driver/front_driver_names.h. */
#ifndef GIHIP_FRONT_DRIVER_NAMES_H
#define GIHIP_FRONT_DRIVER_NAMES_H

#include "front_names.h"

/* ---- how this interface differs -------------------------------------------------------------- */

/** The members of the enumeration of memory types, in a switch. */
#define FRONT_CASES_OF_HOST \
    case hipMemoryTypeHost: \
    case hipMemoryTypeUnregistered
#define FRONT_CASES_OF_DEVICE \
    case hipMemoryTypeDevice: \
    case hipMemoryTypeManaged

/** Copies of volumes pass over the level of detail. */
#define FRONT_CHECKS_LEVELS 0

/** Whether the rows of a copy fit into a slice is checked for volumes of several slices only. */
#define FRONT_CHECKS_ROWS 0

/** How many attributes functions have. */
#define FRONT_FUNCTION_ATTRIBUTES HIP_FUNC_ATTRIBUTE_MAX

/** Formats whose number of channels is their own, for a macro with a format and the core's. */
#define FRONT_WHOLE_FORMATS(ROW)

/** Types of memory that the interface tells for managed and unknown pointers, and whether sizes and
 *  numbers of memory have 8 bytes. */
#define FRONT_TYPE_OF_MANAGED hipMemoryTypeManaged
#define FRONT_TYPE_OF_UNKNOWN hipMemoryTypeUnregistered
#define FRONT_WIDE_ATTRIBUTES 0

/** The range of a pointer to mapped pages is the mapping. */
#define FRONT_RANGE_IS_RESERVED 0

/** Device memory has a host pointer, NULL; and how a call about a pointer begins. */
#define FRONT_HOST_POINTER_IS_THERE 0
#define front_begin_of_pointers front_begin_any

/** How a call begins on objects that the other interface serves in a failed context. */
#define front_begin_lasting front_begin_object

/** Copies between the host and an array's row take the first row of any array; and what a device
 *  that is not there in a question for access is. */
#define FRONT_ROW_OF_ANY_ARRAY 1
#define FRONT_NO_DEVICE_OF_ACCESS GI_INVALID_VALUE

/** Properties of pages have no reserved members that are looked at. */
#define front_has_reserved(prop) ((void)(prop), false)

/** The argument of an import of pages: a pointer to the fd. A number that no pointer has, because
 *  nothing is mapped below this address, is the fd itself, as the other vendor has it. */
enum { GIHIP_FIRST_ADDRESS = 65536 };
static inline int front_fd_of_pages(const void *shareable)
{
    if ((uintptr_t)shareable + GIHIP_FIRST_ADDRESS < 2 * GIHIP_FIRST_ADDRESS)    /* also -1 */
        return shareable == NULL ? -1 : (int)(intptr_t)shareable;
    return *(const int *)shareable;
}

/** Flags of writes of words. */
#define FRONT_WRITE_FLAGS 0u

/** The status of a call that destroys a NULL array. */
#define FRONT_NO_ARRAY GI_INVALID_VALUE

/** Whether the flags of a resource must be 0. */
#define FRONT_CHECKS_RESOURCE_FLAGS 0

/** Whether a linear filter reads integers. */
#define FRONT_FILTERS_INTEGERS false

/** Whether a node of words names its context, which else is the current one. */
#define FRONT_WORDS_NEED_CONTEXT 0

/** Whether a batch may have no operations. */
#define FRONT_BATCH_OF_NONE 0

/** A wait for a word that is not less compares numbers without a sign. */
#define FRONT_CONDITION_GTE GI_VALUE_REACHED

/** Flags of textures that only the other interface has. */
#define FRONT_FLAG_NOT_TRILINEAR 0u
#define FRONT_FLAG_SEAMLESS 0u

/** The struct of a mipmapped array may be changed, as the vendor declares it. */
#define FRONT_CONST

#define front_array_request gihip_array_request
#define front_find_function gihip_find_function
#define front_from_element gihip_from_element
#define front_from_struct gihip_from_struct
#define front_function_attribute gihip_function_attribute
#define front_launch_module gihip_launch_module
#define front_ask_struct_copy gihip_ask_struct_copy
#define front_ask_struct_fill gihip_ask_struct_fill
#define front_ask_words gihip_ask_words
#define front_take_wait gihip_take_wait
#define front_take_word gihip_take_word
#define front_take_write gihip_take_write
#define front_take_struct gihip_take_struct
#define front_own_pointer_attribute gihip_own_pointer_attribute
#define front_pointer_context gihip_pointer_context
#define front_pointer_is_array gihip_pointer_is_array
#define front_to_struct gihip_to_struct
#define front_to_element gihip_to_element
#define front_wait_value gihip_wait_value

/** Threads without a context get the primary one of the first device. */
#define FRONT_HAS_DEFAULT_CONTEXT 1

/** The status of a context that is NULL: a wrong context, or as a peer's a wrong value. */
#define FRONT_NULL_IS_CONTEXT 1
#define FRONT_NULL_CONTEXT GI_INVALID_VALUE

/** Flags of primary contexts, and how they are told; and the flags that a created context gets. */
#define FRONT_PRIMARY_FLAGS FRONT_DEVICE_FLAGS
#define front_primary_flags_of gi_device_get_flags
#define front_created_flags(flags) (flags)

/** The version of the interface that every context has. */
#define FRONT_CONTEXT_VERSION 4

/* Types. */
#define GPU_ARRAY3D_DESCRIPTOR HIP_ARRAY3D_DESCRIPTOR
#define GPU_ARRAY_DESCRIPTOR HIP_ARRAY_DESCRIPTOR
#define GPU_MEMCPY2D hip_Memcpy2D
#define GPU_MEMCPY3D HIP_MEMCPY3D
#define GPU_BATCH_MEM_OP_NODE_PARAMS hipBatchMemOpNodeParams
#define GPU_MEMSET_NODE_PARAMS HIP_MEMSET_NODE_PARAMS
#define GPU_SET_BATCH_MEM_OP_NODE_PARAMS hipBatchMemOpNodeParams
#define GPU_RESOURCE_DESC HIP_RESOURCE_DESC
#define GPU_RESOURCE_VIEW_DESC HIP_RESOURCE_VIEW_DESC
#define GPU_TEXTURE_DESC HIP_TEXTURE_DESC
#define GPUaddress_mode HIPaddress_mode
#define GPUfilter_mode HIPfilter_mode
#define GPUresourceViewFormat HIPresourceViewFormat
#define GPUresourcetype HIPresourcetype
#define gpuArray_Format hipArray_Format
#define gpuDirectRDMACapable gpuDirectRDMACapable
#define gpuCtxVersion_t int
#define gpuCtx_t hipCtx_t
#define gpuDeviceptr_t hipDeviceptr_t
#define gpuFillWord_t int
#define gpuFunction_attribute hipFunction_attribute
#define gpuHostSource_t void *
#define gpuJitInputType hipJitInputType
#define gpuLinkState_t hipLinkState_t
#define gpuArrayMapInfo hipArrayMapInfo
#define gpuMemAllocationGranularity_flags hipMemAllocationGranularity_flags
#define gpuMemAllocationProp hipMemAllocationProp
#define gpuMemGenericAllocationHandle_t hipMemGenericAllocationHandle_t
#define gpuRequestedHandleType requestedHandleType
#define gpuVirtualAddress_t void *
#define gpuMemoryType hipMemoryType
#define gpuModule_t hipModule_t
#define gpuPointer_attribute hipPointer_attribute
#define gpuStreamBatchMemOpParams hipStreamBatchMemOpParams
#define gpuStreamMemOpWaitValueParams_t struct hipStreamMemOpWaitValueParams_t
#define gpuStreamMemOpWriteValueParams_t struct hipStreamMemOpWriteValueParams_t

/* Constants. */
#define GPU_AD_FORMAT_FLOAT HIP_AD_FORMAT_FLOAT
#define GPU_AD_FORMAT_HALF HIP_AD_FORMAT_HALF
#define GPU_AD_FORMAT_SIGNED_INT16 HIP_AD_FORMAT_SIGNED_INT16
#define GPU_AD_FORMAT_SIGNED_INT32 HIP_AD_FORMAT_SIGNED_INT32
#define GPU_AD_FORMAT_SIGNED_INT8 HIP_AD_FORMAT_SIGNED_INT8
#define GPU_AD_FORMAT_UNSIGNED_INT16 HIP_AD_FORMAT_UNSIGNED_INT16
#define GPU_AD_FORMAT_UNSIGNED_INT32 HIP_AD_FORMAT_UNSIGNED_INT32
#define GPU_AD_FORMAT_UNSIGNED_INT8 HIP_AD_FORMAT_UNSIGNED_INT8
#define GPU_FUNC_ATTRIBUTE_BINARY_VERSION HIP_FUNC_ATTRIBUTE_BINARY_VERSION
#define GPU_FUNC_ATTRIBUTE_CACHE_MODE_CA HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA
#define GPU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES
#define GPU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES
#define GPU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES \
    HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
#define GPU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
#define GPU_FUNC_ATTRIBUTE_NUM_REGS HIP_FUNC_ATTRIBUTE_NUM_REGS
#define GPU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT \
    HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
#define GPU_FUNC_ATTRIBUTE_PTX_VERSION HIP_FUNC_ATTRIBUTE_PTX_VERSION
#define GPU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES
#define GPU_LAUNCH_PARAM_BUFFER_POINTER HIP_LAUNCH_PARAM_BUFFER_POINTER
#define GPU_LAUNCH_PARAM_BUFFER_SIZE HIP_LAUNCH_PARAM_BUFFER_SIZE
#define GPU_LAUNCH_PARAM_END HIP_LAUNCH_PARAM_END
#define GPU_POINTER_ATTRIBUTE_ACCESS_FLAGS HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS
#define GPU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES
#define GPU_POINTER_ATTRIBUTE_BUFFER_ID HIP_POINTER_ATTRIBUTE_BUFFER_ID
#define GPU_POINTER_ATTRIBUTE_CONTEXT HIP_POINTER_ATTRIBUTE_CONTEXT
#define GPU_POINTER_ATTRIBUTE_DEVICE_ORDINAL HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL
#define GPU_POINTER_ATTRIBUTE_DEVICE_POINTER HIP_POINTER_ATTRIBUTE_DEVICE_POINTER
#define GPU_POINTER_ATTRIBUTE_HOST_POINTER HIP_POINTER_ATTRIBUTE_HOST_POINTER
#define GPU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE \
    HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE
#define GPU_POINTER_ATTRIBUTE_IS_LEGACY_IPC_CAPABLE HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE
#define GPU_POINTER_ATTRIBUTE_IS_MANAGED HIP_POINTER_ATTRIBUTE_IS_MANAGED
#define GPU_POINTER_ATTRIBUTE_MAPPED HIP_POINTER_ATTRIBUTE_MAPPED
#define GPU_POINTER_ATTRIBUTE_MEMORY_TYPE HIP_POINTER_ATTRIBUTE_MEMORY_TYPE
#define GPU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE
#define GPU_POINTER_ATTRIBUTE_P2P_TOKENS HIP_POINTER_ATTRIBUTE_P2P_TOKENS
#define GPU_POINTER_ATTRIBUTE_RANGE_SIZE HIP_POINTER_ATTRIBUTE_RANGE_SIZE
#define GPU_POINTER_ATTRIBUTE_RANGE_START_ADDR HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR
#define GPU_POINTER_ATTRIBUTE_SYNC_MEMOPS HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS
#define GPU_RESOURCE_TYPE_ARRAY HIP_RESOURCE_TYPE_ARRAY
#define GPU_RESOURCE_TYPE_LINEAR HIP_RESOURCE_TYPE_LINEAR
#define GPU_RESOURCE_TYPE_MIPMAPPED_ARRAY HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY
#define GPU_RESOURCE_TYPE_PITCH2D HIP_RESOURCE_TYPE_PITCH2D
#define GPU_RES_VIEW_FORMAT_UINT_1X8 HIP_RES_VIEW_FORMAT_UINT_1X8
#define GPU_RES_VIEW_FORMAT_UNSIGNED_BC7 HIP_RES_VIEW_FORMAT_UNSIGNED_BC7
#define GPU_TRSF_NORMALIZED_COORDINATES HIP_TRSF_NORMALIZED_COORDINATES
#define GPU_TRSF_READ_AS_INTEGER HIP_TRSF_READ_AS_INTEGER
#define GPU_TRSF_SRGB HIP_TRSF_SRGB
#define GPU_TR_ADDRESS_MODE_BORDER HIP_TR_ADDRESS_MODE_BORDER
#define GPU_TR_FILTER_MODE_LINEAR HIP_TR_FILTER_MODE_LINEAR
#define gpuJitInputCubin hipJitInputCubin
#define gpuJitInputFatBinary hipJitInputFatBinary
#define gpuJitInputLibrary hipJitInputLibrary
#define gpuJitInputObject hipJitInputObject
#define gpuJitInputPtx hipJitInputPtx
#define gpuMemAccessFlagsProtRead hipMemAccessFlagsProtRead
#define gpuMemAccessFlagsProtReadWrite hipMemAccessFlagsProtReadWrite
#define gpuMemAllocationGranularityMinimum hipMemAllocationGranularityMinimum
#define gpuMemAllocationGranularityRecommended hipMemAllocationGranularityRecommended
#define gpuMemAllocationTypePinned hipMemAllocationTypePinned
#define gpuMemoryTypeArray hipMemoryTypeArray
#define gpuMemoryTypeUnified hipMemoryTypeUnified
#define gpuStreamMemOpBarrier hipStreamMemOpBarrier
#define gpuStreamMemOpFlushRemoteWrites hipStreamMemOpFlushRemoteWrites
#define gpuStreamMemOpWaitValue32 hipStreamMemOpWaitValue32
#define gpuStreamMemOpWaitValue64 hipStreamMemOpWaitValue64
#define gpuStreamMemOpWriteValue32 hipStreamMemOpWriteValue32
#define gpuStreamMemOpWriteValue64 hipStreamMemOpWriteValue64
#define gpuStreamWaitValueAnd hipStreamWaitValueAnd
#define gpuStreamWaitValueEq hipStreamWaitValueEq
#define gpuStreamWaitValueGte hipStreamWaitValueGte
#define gpuStreamWaitValueNor hipStreamWaitValueNor
#define gpuUUID hipUUID

/* Functions. */
#include "hip_driver_functions.h"

#endif
