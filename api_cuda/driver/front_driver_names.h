/** The driver interface's names for the neutral names of core/front/driver/. */
#ifndef GICU_FRONT_DRIVER_NAMES_H
#define GICU_FRONT_DRIVER_NAMES_H

#include "front_names.h"
#include "versions.h"

/* ---- how this interface differs -------------------------------------------------------------- */

/** The members of the enumeration of memory types, in a switch. */
#define FRONT_CASES_OF_HOST case CU_MEMORYTYPE_HOST
#define FRONT_CASES_OF_DEVICE case CU_MEMORYTYPE_DEVICE

/** Copies of volumes have no level of detail. */
#define FRONT_CHECKS_LEVELS 1

/** The rows of a copy fit into a slice, also of one slice. */
#define FRONT_CHECKS_ROWS 1

/** How many attributes functions have; the last ones are of clusters. */
#define FRONT_FUNCTION_ATTRIBUTES CU_FUNC_ATTRIBUTE_MAX

/** Formats whose number of channels is their own, for a macro with a format and the core's. */
#define FRONT_WHOLE_FORMATS(ROW) \
    ROW(CU_AD_FORMAT_UNORM_INT8X1, R8_UNORM) ROW(CU_AD_FORMAT_UNORM_INT8X2, RG8_UNORM) \
    ROW(CU_AD_FORMAT_UNORM_INT8X4, RGBA8_UNORM) ROW(CU_AD_FORMAT_UNORM_INT16X1, R16_UNORM) \
    ROW(CU_AD_FORMAT_UNORM_INT16X2, RG16_UNORM) ROW(CU_AD_FORMAT_UNORM_INT16X4, RGBA16_UNORM) \
    ROW(CU_AD_FORMAT_SNORM_INT8X1, R8_SNORM) ROW(CU_AD_FORMAT_SNORM_INT8X2, RG8_SNORM) \
    ROW(CU_AD_FORMAT_SNORM_INT8X4, RGBA8_SNORM) ROW(CU_AD_FORMAT_SNORM_INT16X1, R16_SNORM) \
    ROW(CU_AD_FORMAT_SNORM_INT16X2, RG16_SNORM) ROW(CU_AD_FORMAT_SNORM_INT16X4, RGBA16_SNORM) \
    ROW(CU_AD_FORMAT_UNORM_INT_101010_2, RGB10A2_UNORM) \
    ROW(CU_AD_FORMAT_BC1_UNORM, BC1_UNORM) ROW(CU_AD_FORMAT_BC1_UNORM_SRGB, BC1_SRGB) \
    ROW(CU_AD_FORMAT_BC2_UNORM, BC2_UNORM) ROW(CU_AD_FORMAT_BC2_UNORM_SRGB, BC2_SRGB) \
    ROW(CU_AD_FORMAT_BC3_UNORM, BC3_UNORM) ROW(CU_AD_FORMAT_BC3_UNORM_SRGB, BC3_SRGB) \
    ROW(CU_AD_FORMAT_BC4_UNORM, BC4_UNORM) ROW(CU_AD_FORMAT_BC4_SNORM, BC4_SNORM) \
    ROW(CU_AD_FORMAT_BC5_UNORM, BC5_UNORM) ROW(CU_AD_FORMAT_BC5_SNORM, BC5_SNORM) \
    ROW(CU_AD_FORMAT_BC6H_UF16, BC6H_UFLOAT) ROW(CU_AD_FORMAT_BC6H_SF16, BC6H_SFLOAT) \
    ROW(CU_AD_FORMAT_BC7_UNORM, BC7_UNORM) ROW(CU_AD_FORMAT_BC7_UNORM_SRGB, BC7_SRGB)

/** Types of memory that the interface tells for managed and unknown pointers, and whether sizes and
 *  numbers of memory have 8 bytes. */
#define FRONT_TYPE_OF_MANAGED CU_MEMORYTYPE_DEVICE
#define FRONT_TYPE_OF_UNKNOWN 0
#define FRONT_WIDE_ATTRIBUTES 1

/** The range of a pointer to mapped pages is the whole reservation, not the mapping. */
#define FRONT_RANGE_IS_RESERVED 1

/** Device memory has no host pointer. Calls about a pointer need no context. */
#define FRONT_HOST_POINTER_IS_THERE 1
#define front_begin_of_pointers front_ready

/** Objects that a failed context leaves as they are: pages, reserved addresses, and links, which
 *  can be ended. */
#define front_begin_lasting gicu_begin_lasting

/** Copies between the host and an array's row take arrays of one row; and what a
 *  device that is not there in a question for access is. */
#define FRONT_ROW_OF_ANY_ARRAY 0
#define FRONT_NO_DEVICE_OF_ACCESS GI_INVALID_DEVICE

/** Whether properties of pages have a value that does not exist. */
#define front_has_reserved(prop) \
    ((prop)->win32HandleMetaData != NULL || (prop)->allocFlags.compressionType > 1 || \
     (prop)->allocFlags.reserved[0] != 0 || (prop)->allocFlags.reserved[1] != 0 || \
     (prop)->allocFlags.reserved[2] != 0 || (prop)->allocFlags.reserved[3] != 0)

/** The argument of an import of pages: the fd itself. */
#define front_fd_of_pages(shareable) ((int)(intptr_t)(shareable))

/** Flags of writes of words. Each write comes with its barrier. */
#define FRONT_WRITE_FLAGS ((unsigned int)CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER)

/** The status of a call that destroys a NULL array. */
#define FRONT_NO_ARRAY GI_INVALID_HANDLE

/** Whether the flags of a resource must be 0. */
#define FRONT_CHECKS_RESOURCE_FLAGS 1

/** Whether a linear filter reads integers. */
#define FRONT_FILTERS_INTEGERS true

/** Whether a node of words names its context, which else is the current one. */
#define FRONT_WORDS_NEED_CONTEXT 1

/** Whether a batch may have no operations. */
#define FRONT_BATCH_OF_NONE 1

/** A wait for a word that is not less compares cyclically, so the word may wrap around. */
#define FRONT_CONDITION_GTE GI_VALUE_NOT_BEHIND

/** Flags of textures that only this interface has. */
#define FRONT_FLAG_NOT_TRILINEAR ((unsigned int)CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION)
#define FRONT_FLAG_SEAMLESS ((unsigned int)CU_TRSF_SEAMLESS_CUBEMAP)

/** Flags of contexts. */
#define FRONT_DEVICE_FLAGS GICU_CONTEXT_FLAGS

/** Flags of primary contexts, and how they are told; and the flags that a created context gets:
 *  dumps that the program asks for become plain ones. */
#define FRONT_PRIMARY_FLAGS (GICU_CONTEXT_FLAGS & ~(unsigned int)CU_CTX_MAP_HOST)
#define front_primary_flags_of gi_device_flags_as_set
#define front_created_flags(flags) \
    (((flags) & CU_CTX_USER_COREDUMP_ENABLE) == 0 ? (flags) \
     : ((flags) & ~(unsigned int)CU_CTX_USER_COREDUMP_ENABLE) | CU_CTX_COREDUMP_ENABLE)

/** No context is current until a program makes one so. NULL is a wrong value, as a peer's a wrong
 *  context. */
#define FRONT_HAS_DEFAULT_CONTEXT 0
#define FRONT_NULL_IS_CONTEXT 0
#define FRONT_NULL_CONTEXT GI_INVALID_CONTEXT
#define FRONT_CONTEXT_VERSION GI_CONTEXT_VERSION

/** The struct of a mipmapped array is not changed. */
#define FRONT_CONST const

#define front_array_request gicu_array_request
#define front_from_element gicu_from_element
#define front_from_struct gicu_from_struct
#define front_ask_struct_copy gicu_ask_struct_copy
#define front_ask_struct_fill gicu_ask_struct_fill
#define front_ask_words gicu_ask_words
#define front_take_wait gicu_take_wait
#define front_take_word gicu_take_word
#define front_take_write gicu_take_write
#define front_take_struct gicu_take_struct
#define front_to_element gicu_to_element
#define front_own_pointer_attribute gicu_own_pointer_attribute
#define front_pointer_context gicu_pointer_context
#define front_pointer_is_array gicu_pointer_is_array
#define front_to_struct gicu_to_struct
#define front_find_function gicu_find_function
#define front_function_attribute gicu_function_attribute
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define front_launch_module gicu_launch_module_per_thread
#else
#define front_launch_module gicu_launch_module
#endif

/* ---- the names ------------------------------------------------------------------------------- */

/* Types. */
#define GPU_ARRAY3D_DESCRIPTOR CUDA_ARRAY3D_DESCRIPTOR
#define GPU_ARRAY_DESCRIPTOR CUDA_ARRAY_DESCRIPTOR
#define GPU_MEMCPY2D CUDA_MEMCPY2D
#define GPU_MEMCPY3D CUDA_MEMCPY3D
#define GPU_BATCH_MEM_OP_NODE_PARAMS CUDA_BATCH_MEM_OP_NODE_PARAMS
#define GPU_MEMSET_NODE_PARAMS CUDA_MEMSET_NODE_PARAMS
#define GPU_SET_BATCH_MEM_OP_NODE_PARAMS const CUDA_BATCH_MEM_OP_NODE_PARAMS
#define GPU_RESOURCE_DESC CUDA_RESOURCE_DESC
#define GPU_RESOURCE_VIEW_DESC CUDA_RESOURCE_VIEW_DESC
#define GPU_TEXTURE_DESC CUDA_TEXTURE_DESC
#define GPUaddress_mode CUaddress_mode
#define GPUfilter_mode CUfilter_mode
#define GPUresourceViewFormat CUresourceViewFormat
#define GPUresourcetype CUresourcetype
#define gpuArray_Format CUarray_format
#define gpuCtxVersion_t unsigned int
#define gpuCtx_t CUcontext
#define gpuDeviceptr_t CUdeviceptr
#define gpuFillWord_t unsigned int
#define gpuFunction_attribute CUfunction_attribute
#define gpuHostSource_t const void *
#define gpuJitInputType CUjitInputType
#define gpuLinkState_t CUlinkState
#define gpuMemAllocationGranularity_flags CUmemAllocationGranularity_flags
#define gpuMemAllocationProp CUmemAllocationProp
#define gpuMemGenericAllocationHandle_t CUmemGenericAllocationHandle
#define gpuMemoryType CUmemorytype
#define gpuModule_t CUmodule
#define gpuPointer_attribute CUpointer_attribute
#define gpuRequestedHandleType requestedHandleTypes
#define gpuStreamBatchMemOpParams CUstreamBatchMemOpParams
#define gpuStreamMemOpWaitValueParams_t struct CUstreamMemOpWaitValueParams_st
#define gpuStreamMemOpWriteValueParams_t struct CUstreamMemOpWriteValueParams_st
#define gpuUUID CUuuid
#define gpuVirtualAddress_t CUdeviceptr

/* Sparse arrays. */
#define gpuArrayMapInfo CUarrayMapInfo

/* Constants. */
#define GPU_POINTER_ATTRIBUTE_ACCESS_FLAGS CU_POINTER_ATTRIBUTE_ACCESS_FLAGS
#define GPU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES
#define GPU_POINTER_ATTRIBUTE_BUFFER_ID CU_POINTER_ATTRIBUTE_BUFFER_ID
#define GPU_POINTER_ATTRIBUTE_CONTEXT CU_POINTER_ATTRIBUTE_CONTEXT
#define GPU_POINTER_ATTRIBUTE_DEVICE_ORDINAL CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
#define GPU_POINTER_ATTRIBUTE_DEVICE_POINTER CU_POINTER_ATTRIBUTE_DEVICE_POINTER
#define GPU_POINTER_ATTRIBUTE_HOST_POINTER CU_POINTER_ATTRIBUTE_HOST_POINTER
#define GPU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE \
    CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE
#define GPU_POINTER_ATTRIBUTE_IS_LEGACY_IPC_CAPABLE CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE
#define GPU_POINTER_ATTRIBUTE_IS_MANAGED CU_POINTER_ATTRIBUTE_IS_MANAGED
#define GPU_POINTER_ATTRIBUTE_MAPPED CU_POINTER_ATTRIBUTE_MAPPED
#define GPU_POINTER_ATTRIBUTE_MEMORY_TYPE CU_POINTER_ATTRIBUTE_MEMORY_TYPE
#define GPU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE
#define GPU_POINTER_ATTRIBUTE_P2P_TOKENS CU_POINTER_ATTRIBUTE_P2P_TOKENS
#define GPU_POINTER_ATTRIBUTE_RANGE_SIZE CU_POINTER_ATTRIBUTE_RANGE_SIZE
#define GPU_POINTER_ATTRIBUTE_RANGE_START_ADDR CU_POINTER_ATTRIBUTE_RANGE_START_ADDR
#define GPU_POINTER_ATTRIBUTE_SYNC_MEMOPS CU_POINTER_ATTRIBUTE_SYNC_MEMOPS
#define gpuStreamMemOpBarrier CU_STREAM_MEM_OP_BARRIER
#define gpuStreamMemOpFlushRemoteWrites CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES
#define gpuStreamMemOpWaitValue32 CU_STREAM_MEM_OP_WAIT_VALUE_32
#define gpuStreamMemOpWaitValue64 CU_STREAM_MEM_OP_WAIT_VALUE_64
#define gpuStreamMemOpWriteValue32 CU_STREAM_MEM_OP_WRITE_VALUE_32
#define gpuStreamMemOpWriteValue64 CU_STREAM_MEM_OP_WRITE_VALUE_64
#define gpuStreamWaitValueAnd CU_STREAM_WAIT_VALUE_AND
#define gpuStreamWaitValueEq CU_STREAM_WAIT_VALUE_EQ
#define gpuStreamWaitValueGte CU_STREAM_WAIT_VALUE_GEQ
#define gpuStreamWaitValueNor CU_STREAM_WAIT_VALUE_NOR
#define GPU_AD_FORMAT_FLOAT CU_AD_FORMAT_FLOAT
#define GPU_AD_FORMAT_HALF CU_AD_FORMAT_HALF
#define GPU_AD_FORMAT_SIGNED_INT16 CU_AD_FORMAT_SIGNED_INT16
#define GPU_AD_FORMAT_SIGNED_INT32 CU_AD_FORMAT_SIGNED_INT32
#define GPU_AD_FORMAT_SIGNED_INT8 CU_AD_FORMAT_SIGNED_INT8
#define GPU_AD_FORMAT_UNSIGNED_INT16 CU_AD_FORMAT_UNSIGNED_INT16
#define GPU_AD_FORMAT_UNSIGNED_INT32 CU_AD_FORMAT_UNSIGNED_INT32
#define GPU_AD_FORMAT_UNSIGNED_INT8 CU_AD_FORMAT_UNSIGNED_INT8
#define GPU_RESOURCE_TYPE_ARRAY CU_RESOURCE_TYPE_ARRAY
#define GPU_RESOURCE_TYPE_LINEAR CU_RESOURCE_TYPE_LINEAR
#define GPU_RESOURCE_TYPE_MIPMAPPED_ARRAY CU_RESOURCE_TYPE_MIPMAPPED_ARRAY
#define GPU_RESOURCE_TYPE_PITCH2D CU_RESOURCE_TYPE_PITCH2D
#define GPU_RES_VIEW_FORMAT_UINT_1X8 CU_RES_VIEW_FORMAT_UINT_1X8
#define GPU_RES_VIEW_FORMAT_UNSIGNED_BC7 CU_RES_VIEW_FORMAT_UNSIGNED_BC7
#define GPU_TRSF_NORMALIZED_COORDINATES CU_TRSF_NORMALIZED_COORDINATES
#define GPU_TRSF_READ_AS_INTEGER CU_TRSF_READ_AS_INTEGER
#define GPU_TRSF_SRGB CU_TRSF_SRGB
#define GPU_TR_ADDRESS_MODE_BORDER CU_TR_ADDRESS_MODE_BORDER
#define GPU_TR_FILTER_MODE_LINEAR CU_TR_FILTER_MODE_LINEAR
#define GPU_FUNC_ATTRIBUTE_BINARY_VERSION CU_FUNC_ATTRIBUTE_BINARY_VERSION
#define GPU_FUNC_ATTRIBUTE_CACHE_MODE_CA CU_FUNC_ATTRIBUTE_CACHE_MODE_CA
#define GPU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES
#define GPU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES
#define GPU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES \
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
#define GPU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK
#define GPU_FUNC_ATTRIBUTE_NUM_REGS CU_FUNC_ATTRIBUTE_NUM_REGS
#define GPU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT \
    CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
#define GPU_FUNC_ATTRIBUTE_PTX_VERSION CU_FUNC_ATTRIBUTE_PTX_VERSION
#define GPU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES
#define GPU_LAUNCH_PARAM_BUFFER_POINTER CU_LAUNCH_PARAM_BUFFER_POINTER
#define GPU_LAUNCH_PARAM_BUFFER_SIZE CU_LAUNCH_PARAM_BUFFER_SIZE
#define GPU_LAUNCH_PARAM_END CU_LAUNCH_PARAM_END
#define gpuJitInputCubin CU_JIT_INPUT_CUBIN
#define gpuJitInputFatBinary CU_JIT_INPUT_FATBINARY
#define gpuJitInputLibrary CU_JIT_INPUT_LIBRARY
#define gpuJitInputObject CU_JIT_INPUT_OBJECT
#define gpuJitInputPtx CU_JIT_INPUT_PTX
#define gpuMemAccessFlagsProtRead CU_MEM_ACCESS_FLAGS_PROT_READ
#define gpuMemAccessFlagsProtReadWrite CU_MEM_ACCESS_FLAGS_PROT_READWRITE
#define gpuMemAllocationGranularityMinimum CU_MEM_ALLOC_GRANULARITY_MINIMUM
#define gpuMemAllocationGranularityRecommended CU_MEM_ALLOC_GRANULARITY_RECOMMENDED
#define gpuMemAllocationTypePinned CU_MEM_ALLOCATION_TYPE_PINNED
#define gpuMemoryTypeArray CU_MEMORYTYPE_ARRAY
#define gpuMemoryTypeUnified CU_MEMORYTYPE_UNIFIED

/* Functions. */
/* Created contexts are of the version whose arguments both interfaces have. */
#define gpuCtxCreate cuCtxCreate_v2
#include "cu_driver_functions.h"

#endif
