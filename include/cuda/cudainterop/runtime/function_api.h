/** Attributes of kernels, and how many blocks run at once; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_FUNCTION_API_H
#define GPUINTEROP_CUDA_FUNCTION_API_H

#include <stddef.h>

#include "declare.h"
#include "device_types.h"
#include "errors.h"
#include "handles.h"
#include "kernel_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Describes a kernel. It is translated if it was not.
 *  Errors: cudaErrorInvalidValue if attributes is NULL; cudaErrorInvalidDeviceFunction if
 *      function is no kernel of the program; cudaErrorNoKernelImageForDevice if its device code
 *      has no PTX that runs here; cudaErrorInvalidPtx; cudaErrorInvalidKernelImage;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaFuncGetAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFuncGetAttributes(
    struct cudaFuncAttributes *attributes, const void *function);

/** Sets an attribute of a kernel on the current device. Launches are checked against the maximum
 *  of dynamic shared memory. The preferred carveout has no effect.
 *  Parameter value: the new value.
 *  Units: value is in bytes, or a percentage.
 *  Errors: those of cudaFuncGetAttributes; cudaErrorInvalidValue for an attribute that cannot be
 *      set, and for a value that no launch on the device can have.
 *  Mirrors: cudaFuncSetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFuncSetAttribute(
    const void *function, enum cudaFuncAttribute attribute, int value);

/** Sets the preferred split between cache and shared memory for a kernel. It is a hint, which has
 *  no effect.
 *  Errors: cudaErrorInvalidValue if config is not one of the enum's;
 *      cudaErrorInvalidDeviceFunction if function is no kernel of the program.
 *  Mirrors: cudaFuncSetCacheConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFuncSetCacheConfig(
    const void *function, enum cudaFuncCache config);

/** Sets the preferred width of the banks of shared memory for a kernel. It is a hint, which has no
 *  effect.
 *  Errors: as cudaFuncSetCacheConfig.
 *  Mirrors: cudaFuncSetSharedMemConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFuncSetSharedMemConfig(
    const void *function, enum cudaSharedMemConfig config);

/** Gets the handle of a kernel on the current device. It ends when the device is reset.
 *  Errors: cudaErrorInvalidValue if function is NULL; those of cudaFuncGetAttributes.
 *  Mirrors: cudaGetFuncBySymbol of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol);

/** Gets the name of a kernel in its PTX.
 *  Owner: the library; the name is valid until the kernel's code is unloaded or the device is
 *      reset.
 *  Errors: cudaErrorInvalidValue if name is NULL; those of cudaFuncGetAttributes.
 *  Mirrors: cudaFuncGetName of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFuncGetName(const char **name, const void *function);

/** Gets where a parameter lies among the arguments of a kernel, and its size.
 *  Parameter size: may be NULL.
 *  Units: offset and size are in bytes.
 *  Errors: cudaErrorInvalidValue if offset is NULL or the kernel has no parameter of the index;
 *      those of cudaFuncGetAttributes.
 *  Mirrors: cudaFuncGetParamInfo of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFuncGetParamInfo(
    const void *function, size_t index, size_t *offset, size_t *size);

/** Computes how many blocks of a kernel run at once on one multiprocessor, from the device's
 *  properties. It is 0 if a block cannot be launched.
 *  Units: block_threads is the number of threads of a block, dynamic_bytes its dynamic shared
 *      memory.
 *  Errors: those of cudaFuncGetAttributes; cudaErrorInvalidValue if blocks is NULL or block_threads
 *      is not above 0.
 *  Mirrors: cudaOccupancyMaxActiveBlocksPerMultiprocessor of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, const void *function, int block_threads, size_t dynamic_bytes);

/** Computes the same, with flags, which have no effect.
 *  Errors: as cudaOccupancyMaxActiveBlocksPerMultiprocessor; cudaErrorInvalidValue for unknown
 *      flags.
 *  Mirrors: cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block_threads, size_t dynamic_bytes,
    unsigned int flags);

/** Computes the dynamic shared memory that each block can have if so many run at once on one
 *  multiprocessor.
 *  Units: size is in bytes.
 *  Errors: those of cudaFuncGetAttributes; cudaErrorInvalidValue if size is NULL, or if so many
 *      blocks do not run at once.
 *  Mirrors: cudaOccupancyAvailableDynamicSMemPerBlock of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(
    size_t *size, const void *function, int blocks, int block_threads);

/** Would compute the largest cluster of a launch. Devices have no clusters.
 *  Errors: cudaErrorInvalidValue if size or config is NULL; those of cudaFuncGetAttributes;
 *      else cudaErrorNotSupported.
 *  Mirrors: cudaOccupancyMaxPotentialClusterSize of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaOccupancyMaxPotentialClusterSize(
    int *size, const void *function, const cudaLaunchConfig_t *config);

/** Would compute how many clusters of a launch run at once. Devices have no clusters.
 *  Errors: as cudaOccupancyMaxPotentialClusterSize.
 *  Mirrors: cudaOccupancyMaxActiveClusters of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaOccupancyMaxActiveClusters(
    int *clusters, const void *function, const cudaLaunchConfig_t *config);

#ifdef __cplusplus
}
#endif

#endif
