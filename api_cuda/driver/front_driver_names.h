/** The driver interface's names for the neutral names of core/front/driver/. */
#ifndef GICU_FRONT_DRIVER_NAMES_H
#define GICU_FRONT_DRIVER_NAMES_H

#include "front_names.h"

/* ---- how this interface differs -------------------------------------------------------------- */

/** The members of the enumeration of memory types, in a switch. */
#define FRONT_CASES_OF_HOST case CU_MEMORYTYPE_HOST
#define FRONT_CASES_OF_DEVICE case CU_MEMORYTYPE_DEVICE

/** Copies of volumes have no level of detail. */
#define FRONT_CHECKS_LEVELS 1

/** How many attributes functions have; the last ones are of clusters. */
#define FRONT_FUNCTION_ATTRIBUTES CU_FUNC_ATTRIBUTE_MAX

#define front_find_function gicu_find_function
#define front_function_attribute gicu_function_attribute
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define front_launch_module gicu_launch_module_per_thread
#else
#define front_launch_module gicu_launch_module
#endif

/* ---- the names ------------------------------------------------------------------------------- */

/* Types. */
#define GPU_MEMCPY2D CUDA_MEMCPY2D
#define GPU_MEMCPY3D CUDA_MEMCPY3D
#define gpuDeviceptr_t CUdeviceptr
#define gpuFillWord_t unsigned int
#define gpuFunction_attribute CUfunction_attribute
#define gpuHostSource_t const void *
#define gpuJitInputType CUjitInputType
#define gpuLinkState_t CUlinkState
#define gpuMemoryType CUmemorytype
#define gpuModule_t CUmodule

/* Constants. */
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
#define gpuMemoryTypeArray CU_MEMORYTYPE_ARRAY
#define gpuMemoryTypeUnified CU_MEMORYTYPE_UNIFIED

/* Functions. */
#define gpuDrvMemcpy2DUnaligned cuMemcpy2DUnaligned
#define gpuDrvMemcpy3D cuMemcpy3D
#define gpuDrvMemcpy3DAsync cuMemcpy3DAsync
#define gpuFuncGetAttribute cuFuncGetAttribute
#define gpuLinkAddData cuLinkAddData
#define gpuLinkAddFile cuLinkAddFile
#define gpuLinkComplete cuLinkComplete
#define gpuLinkCreate cuLinkCreate
#define gpuLinkDestroy cuLinkDestroy
#define gpuMemcpyDtoD cuMemcpyDtoD
#define gpuMemcpyDtoDAsync cuMemcpyDtoDAsync
#define gpuMemcpyDtoH cuMemcpyDtoH
#define gpuMemcpyDtoHAsync cuMemcpyDtoHAsync
#define gpuMemcpyHtoD cuMemcpyHtoD
#define gpuMemcpyHtoDAsync cuMemcpyHtoDAsync
#define gpuMemcpyParam2D cuMemcpy2D
#define gpuMemcpyParam2DAsync cuMemcpy2DAsync
#define gpuMemsetD16 cuMemsetD16
#define gpuMemsetD16Async cuMemsetD16Async
#define gpuMemsetD32 cuMemsetD32
#define gpuMemsetD32Async cuMemsetD32Async
#define gpuMemsetD8 cuMemsetD8
#define gpuMemsetD8Async cuMemsetD8Async
#define gpuModuleGetFunction cuModuleGetFunction
#define gpuModuleGetGlobal cuModuleGetGlobal
#define gpuModuleLaunchCooperativeKernel cuLaunchCooperativeKernel
#define gpuModuleLaunchKernel cuLaunchKernel
#define gpuModuleLoad cuModuleLoad
#define gpuModuleLoadData cuModuleLoadData
#define gpuModuleLoadDataEx cuModuleLoadDataEx
#define gpuModuleOccupancyMaxActiveBlocksPerMultiprocessor \
    cuOccupancyMaxActiveBlocksPerMultiprocessor
#define gpuModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags \
    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags
#define gpuModuleUnload cuModuleUnload

#endif
