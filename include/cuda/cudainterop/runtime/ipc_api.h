/** Memory and events of other processes; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_IPC_API_H
#define GPUINTEROP_CUDA_IPC_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Creates a handle of device memory that another process can open.
 *  Parameter pointer: any address in memory from cudaMalloc; the handle is of the whole
 *      allocation.
 *  An allocation of 2 MiB or more is shared alone. Smaller ones lie with others in objects of 2
 *  MiB. A process that opens one of them can access those others.
 *  Owner: the memory stays this process's and must live as long as another uses it.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, or pointer is not in such memory;
 *      cudaErrorNotSupported if the device cannot share the memory, or had no more memory to
 *      share at its allocation; cudaErrorMemoryAllocation; cudaErrorOperatingSystem if the
 *      system refuses what sharing needs.
 *  Mirrors: cudaIpcGetMemHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);

/** Opens memory of another process.
 *  Parameter flags: cudaIpcMemLazyEnablePeerAccess.
 *  Owner: the caller, until cudaIpcCloseMemHandle.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, flags is another value, or handle is not
 *      one of this library; cudaErrorInvalidResourceHandle if its process ended or freed the
 *      memory; cudaErrorDeviceUninitialized in the process that created the handle;
 *      cudaErrorMapBufferObjectFailed if the memory is not the current device's;
 *      cudaErrorMemoryAllocation; cudaErrorOperatingSystem if the system refuses what sharing
 *      needs.
 *  Mirrors: cudaIpcOpenMemHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcOpenMemHandle(
    void **pointer, cudaIpcMemHandle_t handle, unsigned int flags);

/** Closes memory of another process.
 *  The call waits for all work that was enqueued before on the memory's device, in any stream.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: cudaErrorInvalidValue if pointer is not from cudaIpcOpenMemHandle, or was closed
 *      before.
 *  Mirrors: cudaIpcCloseMemHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcCloseMemHandle(void *pointer);

/** Creates a handle of an event that another process can open.
 *  The event must have cudaEventInterprocess and cudaEventDisableTiming.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL; cudaErrorInvalidResourceHandle if event
 *      is stale, of another kind, lacks the flags, or is another process's;
 *      cudaErrorMemoryAllocation; cudaErrorOperatingSystem if the system refuses what sharing
 *      needs.
 *  Mirrors: cudaIpcGetEventHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);

/** Opens an event of another process.
 *  Owner: the caller, until cudaEventDestroy.
 *  Errors: cudaErrorInvalidValue if event is NULL, or handle is not one of this library;
 *      cudaErrorInvalidResourceHandle if its process ended or destroyed the event;
 *      cudaErrorDeviceUninitialized in the process that created the handle;
 *      cudaErrorMemoryAllocation; cudaErrorOperatingSystem if the system refuses what sharing
 *      needs.
 *  Mirrors: cudaIpcOpenEventHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

#ifdef __cplusplus
}
#endif

#endif
