/** Attributes of kernels, and how many blocks run at once; a part of hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_FUNCTION_API_H
#define GPUINTEROP_HIP_FUNCTION_API_H

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
 *  Errors: hipErrorInvalidValue if attributes is NULL; hipErrorInvalidDeviceFunction if
 *      function is no kernel of the program; hipErrorNoBinaryForGpu if its device code has no
 *      PTX that runs here; hipErrorInvalidKernelFile; hipErrorInvalidImage;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipFuncGetAttributes of HIP 6.4. */
GPUINTEROP_API hipError_t hipFuncGetAttributes(
    struct hipFuncAttributes *attributes, const void *function);

/** Sets an attribute of a kernel on the current device. Launches are checked against the maximum
 *  of dynamic shared memory. The preferred carveout has no effect.
 *  Parameter value: the new value.
 *  Units: value is in bytes, or a percentage.
 *  Errors: those of hipFuncGetAttributes; hipErrorInvalidValue for an attribute that cannot be
 *      set, and for a value that no launch on the device can have.
 *  Mirrors: hipFuncSetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipFuncSetAttribute(
    const void *function, hipFuncAttribute attribute, int value);

/** Sets the preferred split between cache and shared memory for a kernel. It is a hint, which has
 *  no effect.
 *  Errors: hipErrorInvalidValue if config is not one of the enum's;
 *      hipErrorInvalidDeviceFunction if function is no kernel of the program.
 *  Mirrors: hipFuncSetCacheConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipFuncSetCacheConfig(
    const void *function, hipFuncCache_t config);

/** Sets the preferred width of the banks of shared memory for a kernel. It is a hint, which has no
 *  effect.
 *  Errors: as hipFuncSetCacheConfig.
 *  Mirrors: hipFuncSetSharedMemConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipFuncSetSharedMemConfig(
    const void *function, hipSharedMemConfig config);

/** Gets the handle of a kernel on the current device. It ends when the device is reset.
 *  Errors: hipErrorInvalidValue if function is NULL; those of hipFuncGetAttributes.
 *  Mirrors: hipGetFuncBySymbol of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetFuncBySymbol(hipFunction_t *function, const void *symbol);

/** Computes how many blocks of a kernel run at once on one multiprocessor, from the device's
 *  properties. It is 0 if a block cannot be launched.
 *  Units: block_threads is the number of threads of a block, dynamic_bytes its dynamic shared
 *      memory.
 *  Errors: those of hipFuncGetAttributes; hipErrorInvalidValue if blocks is NULL or block_threads
 *      is not above 0.
 *  Mirrors: hipOccupancyMaxActiveBlocksPerMultiprocessor of HIP 6.4. */
GPUINTEROP_API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, const void *function, int block_threads, size_t dynamic_bytes);

/** Computes the same, with flags, which have no effect.
 *  Errors: as hipOccupancyMaxActiveBlocksPerMultiprocessor; hipErrorInvalidValue for unknown
 *      flags.
 *  Mirrors: hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block_threads, size_t dynamic_bytes,
    unsigned int flags GPUINTEROP_DEFAULT(0));

/** Computes the size of block with which most threads of a kernel run at once, and the smallest
 *  grid that then fills the device.
 *  Parameter limit: the most threads of the block; 0 means the kernel's own.
 *  Units: dynamic_bytes is the dynamic shared memory of a block.
 *  Errors: those of hipFuncGetAttributes; hipErrorInvalidValue if grid or block is NULL or limit is
 *      negative.
 *  Mirrors: hipOccupancyMaxPotentialBlockSize of HIP 6.4. */
GPUINTEROP_API hipError_t hipOccupancyMaxPotentialBlockSize(
    int *grid, int *block, const void *function, size_t dynamic_bytes, int limit);

#ifdef __cplusplus
}
#endif

#endif
