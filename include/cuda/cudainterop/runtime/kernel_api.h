/** Launches of kernels; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_KERNEL_API_H
#define GPUINTEROP_CUDA_KERNEL_API_H

#include <stddef.h>

#include "declare.h"
#include "../../../gpuinterop_device/dim3.h"
#include "errors.h"
#include "handles.h"
#include "kernel_types.h"

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
 *      cudaErrorInvalidValue for a grid or block that is empty or too large, for too much shared
 *      memory and for NULL arguments;
 *      cudaErrorLaunchOutOfResources for a block above the kernel's bounds;
 *      cudaErrorInvalidResourceHandle if stream is stale or of another device;
 *      cudaErrorNoKernelImageForDevice if the device code has no PTX that runs here;
 *      cudaErrorInvalidPtx; cudaErrorInvalidKernelImage; cudaErrorMemoryAllocation.
 *  Mirrors: cudaLaunchKernel of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLaunchKernel(
    const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
    cudaStream_t stream);

/** Enqueues a launch of which all blocks run at once, so that they can wait for each other. How
 *  many do is found out at the first call.
 *  Threads: any.
 *  Errors: those of cudaLaunchKernel; cudaErrorCooperativeLaunchTooLarge.
 *  Mirrors: cudaLaunchCooperativeKernel of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLaunchCooperativeKernel(
    const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
    cudaStream_t stream);

/** Enqueues a launch with attributes. Clusters are refused. The events of
 *  a launch are recorded when the kernel has run. Other attributes have no effect.
 *  Parameter function: a kernel of the program's device code, or a cudaKernel_t.
 *  Errors: those of cudaLaunchKernel; cudaErrorInvalidValue if config is NULL or an attribute is
 *      not one of the enum's; cudaErrorNotSupported for clusters.
 *  Mirrors: cudaLaunchKernelExC of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLaunchKernelExC(
    const cudaLaunchConfig_t *config, const void *function, void **arguments);

/** Gets the handle of a kernel, which is the same on every device.
 *  Errors: cudaErrorInvalidValue if kernel is NULL; cudaErrorInvalidDeviceFunction if function is
 *      no kernel of the program.
 *  Mirrors: cudaGetKernel of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetKernel(cudaKernel_t *kernel, const void *function);

/** Sets an attribute of a kernel on one device.
 *  Parameter value: the new value.
 *  Errors: as cudaFuncSetAttribute; cudaErrorInvalidDevice.
 *  Mirrors: cudaKernelSetAttributeForDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaKernelSetAttributeForDevice(
    cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value, int device);

#ifdef __cplusplus
}
#endif

#endif
