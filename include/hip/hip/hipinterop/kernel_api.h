/** Launches of kernels, for hip_runtime_api.h.
 *
 *  Threads and errors of every function here: any thread may call them, and all return the errors
 *  of a device call, which hip_runtime_api.h lists. */
#ifndef GPUINTEROP_HIP_KERNEL_API_H
#define GPUINTEROP_HIP_KERNEL_API_H

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
 *  Errors: hipErrorInvalidDeviceFunction if function is no kernel of the program;
 *      hipErrorInvalidConfiguration for a grid or block that is empty or too large;
 *      hipErrorInvalidValue for too much shared memory or NULL arguments;
 *      hipErrorLaunchOutOfResources for a block above the kernel's bounds;
 *      hipErrorContextIsDestroyed if stream is stale or of another device;
 *      hipErrorNoBinaryForGpu if the device code has no PTX that runs here;
 *      hipErrorInvalidKernelFile, hipErrorInvalidImage; hipErrorOutOfMemory.
 *  Mirrors: hipLaunchKernel of HIP 6.4. */
GPUINTEROP_API hipError_t hipLaunchKernel(
    const void *function, dim3 grid, dim3 block, void **arguments,
    size_t shared_bytes GPUINTEROP_DEFAULT(0), hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Enqueues a launch of which all blocks run at once.
 *  Threads: any.
 *  Errors: those of hipLaunchKernel; hipErrorNotSupported, as no device here takes such launches.
 *  Mirrors: hipLaunchCooperativeKernel of HIP 6.4. */
GPUINTEROP_API hipError_t hipLaunchCooperativeKernel(
    const void *function, dim3 grid, dim3 block, void **arguments, unsigned int shared_bytes,
    hipStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
