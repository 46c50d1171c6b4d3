/** Memory and events of other processes; a part of hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_IPC_API_H
#define GPUINTEROP_HIP_IPC_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Creates a handle of device memory that another process can open.
 *  Parameter pointer: any address in memory from hipMalloc; the handle is of the whole
 *      allocation.
 *  An allocation of 2 MiB or more is shared alone. Smaller ones lie with others in objects of 2
 *  MiB. A process that opens one of them can access those others.
 *  Owner: the memory stays this process's and must live as long as another uses it.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or pointer is not in such memory;
 *      hipErrorNotSupported if the device cannot share the memory, or had no more memory to
 *      share at its allocation; hipErrorOutOfMemory; hipErrorOperatingSystem if the system
 *      refuses what sharing needs.
 *  Mirrors: hipIpcGetMemHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *pointer);

/** Opens memory of another process.
 *  Parameter flags: hipIpcMemLazyEnablePeerAccess.
 *  Owner: the caller, until hipIpcCloseMemHandle.
 *  Errors: hipErrorInvalidValue if pointer is NULL, flags is another value, or handle is not one
 *      of this library; hipErrorInvalidHandle if its process ended or freed the memory;
 *      hipErrorInvalidContext in the process that created the handle; hipErrorMapFailed if the
 *      memory is not the current device's; hipErrorOutOfMemory; hipErrorOperatingSystem if the
 *      system refuses what sharing needs.
 *  Mirrors: hipIpcOpenMemHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcOpenMemHandle(
    void **pointer, hipIpcMemHandle_t handle, unsigned int flags);

/** Closes memory of another process.
 *  The call waits for all work that was enqueued before on the memory's device, in any stream.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: hipErrorInvalidValue if pointer is not from hipIpcOpenMemHandle, or was closed
 *      before.
 *  Mirrors: hipIpcCloseMemHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcCloseMemHandle(void *pointer);

/** Creates a handle of an event that another process can open.
 *  The event must have hipEventInterprocess and hipEventDisableTiming.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; hipErrorContextIsDestroyed if event is
 *      stale or of another kind; hipErrorInvalidHandle if it lacks the flags, or is another
 *      process's; hipErrorOutOfMemory; hipErrorOperatingSystem if the system refuses what
 *      sharing needs.
 *  Mirrors: hipIpcGetEventHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *handle, hipEvent_t event);

/** Opens an event of another process.
 *  Owner: the caller, until hipEventDestroy.
 *  Errors: hipErrorInvalidValue if event is NULL, or handle is not one of this library;
 *      hipErrorInvalidHandle if its process ended or destroyed the event; hipErrorInvalidContext
 *      in the process that created the handle; hipErrorOutOfMemory; hipErrorOperatingSystem if
 *      the system refuses what sharing needs.
 *  Mirrors: hipIpcOpenEventHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcOpenEventHandle(hipEvent_t *event, hipIpcEventHandle_t handle);

#ifdef __cplusplus
}
#endif

#endif
