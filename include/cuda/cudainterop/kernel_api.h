/** Launches of kernels, for cuda_runtime_api.h.
 *
 *  Threads and errors of every function here: any thread may call them, and all return the errors
 *  of a device call, which cuda_runtime_api.h lists. */
#ifndef GPUINTEROP_CUDA_KERNEL_API_H
#define GPUINTEROP_CUDA_KERNEL_API_H

#include <stddef.h>

#include "declare.h"
#include "dim3.h"
#include "errors.h"
#include "handles.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Enqueues a launch of a kernel. It is translated and compiled at its first launch with a size of
 *  block, which may take long.
 *  Parameter function: a kernel of the program's device code.
 *  Parameter arguments: a pointer to each argument, in the kernel's order. The arguments are copied
 *      before the call returns.
 *  Units: shared_bytes is the size of dynamic shared memory.
 *  Threads: any.
 *  Errors: cudaErrorInvalidDeviceFunction if function is no kernel of the program;
 *      cudaErrorInvalidConfiguration for a grid or block that is empty or too large;
 *      cudaErrorInvalidValue for too much shared memory or NULL arguments;
 *      cudaErrorLaunchOutOfResources for a block above the kernel's bounds;
 *      cudaErrorInvalidResourceHandle if stream is stale or of another device;
 *      cudaErrorNoKernelImageForDevice if the device code has no PTX that runs here;
 *      cudaErrorInvalidPtx, cudaErrorInvalidKernelImage; cudaErrorMemoryAllocation.
 *  Mirrors: cudaLaunchKernel of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLaunchKernel(
    const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
    cudaStream_t stream);

/** Enqueues a launch of which all blocks run at once.
 *  Threads: any.
 *  Errors: those of cudaLaunchKernel; cudaErrorNotSupported, as no device here takes such launches.
 *  Mirrors: cudaLaunchCooperativeKernel of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLaunchCooperativeKernel(
    const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
    cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
