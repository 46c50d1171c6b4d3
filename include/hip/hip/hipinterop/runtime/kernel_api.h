/** Launches of kernels; a part of hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_KERNEL_API_H
#define GPUINTEROP_HIP_KERNEL_API_H

#include <stddef.h>

#include "code_types.h"
#include "declare.h"
#include "../../../../gpuinterop_device/dim3.h"
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
 *      hipErrorInvalidConfiguration for a grid or block that is too large;
 *      hipErrorInvalidValue for one that is empty, too much shared memory or NULL arguments;
 *      hipErrorLaunchOutOfResources for a block above the kernel's bounds;
 *      hipErrorContextIsDestroyed if stream is stale or of another device;
 *      hipErrorNoBinaryForGpu if the device code has no PTX that runs here;
 *      hipErrorInvalidKernelFile; hipErrorInvalidImage; hipErrorOutOfMemory.
 *  Mirrors: hipLaunchKernel of HIP 6.4. */
GPUINTEROP_API hipError_t hipLaunchKernel(
    const void *function, dim3 grid, dim3 block, void **arguments,
    size_t shared_bytes GPUINTEROP_DEFAULT(0), hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Enqueues a launch of which all blocks run at once, so that they can wait for each other. How
 *  many do is found out at the first call.
 *  Threads: any.
 *  Errors: those of hipLaunchKernel; hipErrorCooperativeLaunchTooLarge.
 *  Mirrors: hipLaunchCooperativeKernel of HIP 6.4. */
GPUINTEROP_API hipError_t hipLaunchCooperativeKernel(
    const void *function, dim3 grid, dim3 block, void **arguments, unsigned int shared_bytes,
    hipStream_t stream);

/** Enqueues a launch of a kernel between two events.
 *  Parameter start: is recorded before the kernel; may be NULL.
 *  Parameter stop: is recorded behind the kernel; may be NULL.
 *  Parameter flags: 0 or hipExtAnyOrderLaunch, which has no effect.
 *  Units: shared_bytes is the size of dynamic shared memory.
 *  Errors: those of hipLaunchKernel; hipErrorInvalidValue for unknown flags; those of
 *      hipEventRecord.
 *  Mirrors: hipExtLaunchKernel of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtLaunchKernel(
    const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
    hipStream_t stream, hipEvent_t start, hipEvent_t stop, int flags);

/** Enqueues one launch for each of several devices; all blocks of a launch run at once. Blocks of
 *  two devices cannot wait for each other.
 *  Parameter flags: without hipCooperativeLaunchMultiDeviceNoPreSync (1) the streams are waited for
 *      before the launches, without hipCooperativeLaunchMultiDeviceNoPostSync (2) behind them.
 *  Errors: hipErrorInvalidValue if launches is NULL, count is not that of some devices, or flags
 *      are unknown; hipErrorInvalidHandle for the default stream; hipErrorInvalidDevice for two
 *      launches on one device; those of hipLaunchCooperativeKernel.
 *  Mirrors: hipLaunchCooperativeKernelMultiDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipLaunchCooperativeKernelMultiDevice(
    hipLaunchParams *launches, int count, unsigned int flags);

/** Enqueues one launch for each of several devices.
 *  Parameter flags: as of hipLaunchCooperativeKernelMultiDevice.
 *  Errors: as hipLaunchCooperativeKernelMultiDevice, but any number of blocks is taken.
 *  Mirrors: hipExtLaunchMultiKernelMultiDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtLaunchMultiKernelMultiDevice(
    hipLaunchParams *launches, int count, unsigned int flags);

/** Gets the name of a kernel of a module in its PTX.
 *  Owner: the library; the name is valid until the module ends.
 *  Returns: the name, or NULL if function is none.
 *  Errors: the last error becomes hipErrorInvalidHandle if function is none.
 *  Mirrors: *hipKernelNameRef of HIP 6.4. */
GPUINTEROP_API const char *hipKernelNameRef(const hipFunction_t function);

/** Gets the name of a kernel of the program in its PTX.
 *  Owner: the library; the name is valid until the code ends or the device is reset.
 *  Returns: the name, or NULL if function is none.
 *  Errors: the last error becomes one of hipFuncGetAttributes.
 *  Mirrors: *hipKernelNameRefByPtr of HIP 6.4. */
GPUINTEROP_API const char *hipKernelNameRefByPtr(const void *function, hipStream_t stream);

/** Pushes the configuration of the next launch of the calling thread.
 *  Units: shared_bytes is the size of dynamic shared memory.
 *  Errors: hipErrorOutOfMemory if too many are not launched yet.
 *  Mirrors: hipConfigureCall of HIP 6.4. */
GPUINTEROP_API hipError_t hipConfigureCall(
    dim3 grid, dim3 block, size_t shared_bytes GPUINTEROP_DEFAULT(0),
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Adds an argument to the configured launch of the calling thread.
 *  Units: size and offset are in bytes.
 *  Errors: hipErrorMissingConfiguration if none is configured; hipErrorInvalidValue if argument
 *      is NULL or the arguments would have more than 32,764 bytes; hipErrorOutOfMemory.
 *  Mirrors: hipSetupArgument of HIP 6.4. */
GPUINTEROP_API hipError_t hipSetupArgument(const void *argument, size_t size, size_t offset);

/** Launches a kernel as it was configured.
 *  Errors: hipErrorMissingConfiguration if no launch is configured; those of hipLaunchKernel.
 *  Mirrors: hipLaunchByPtr of HIP 6.4. */
GPUINTEROP_API hipError_t hipLaunchByPtr(const void *function);

#ifdef __cplusplus
}
#endif

#endif
