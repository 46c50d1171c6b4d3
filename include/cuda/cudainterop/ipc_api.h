/** Memory and events of other processes; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_IPC_API_H
#define GPUINTEROP_CUDA_IPC_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes a handle of device memory that another process can open.
 *  Parameter pointer: anywhere in memory from cudaMalloc; the handle is of all of it.
 *  An allocation of 2 MiB or more is shared alone. Smaller ones lie with others in objects of
 *  2 MiB, and who opens one of them can reach those others.
 *  Owner: the memory stays this process's and must live as long as another uses it.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or not in such memory;
 *      cudaErrorNotSupported where the device cannot share it, or had no more memory to share when
 *      it was allocated.
 *  Mirrors: cudaIpcGetMemHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer);

/** Opens memory of another process.
 *  Parameter flags: cudaIpcMemLazyEnablePeerAccess.
 *  Owner: the caller, until cudaIpcCloseMemHandle.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, flags is another or the handle is none;
 *      cudaErrorInvalidResourceHandle if its process ended or its memory is gone;
 *      cudaErrorDeviceUninitialized in the process that made the handle;
 *      cudaErrorMapBufferObjectFailed if it is not the current device's.
 *  Mirrors: cudaIpcOpenMemHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcOpenMemHandle(
    void **pointer, cudaIpcMemHandle_t handle, unsigned int flags);

/** Closes memory of another process.
 *  Errors: cudaErrorInvalidValue if pointer is not from cudaIpcOpenMemHandle, or was closed before.
 *  Mirrors: cudaIpcCloseMemHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcCloseMemHandle(void *pointer);

/** Makes a handle of an event that another process can open.
 *  The event was created with cudaEventInterprocess and cudaEventDisableTiming.
 *  Errors: cudaErrorInvalidValue if handle is NULL; cudaErrorInvalidResourceHandle if event is none
 *      or was created otherwise.
 *  Mirrors: cudaIpcGetEventHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);

/** Opens an event of another process.
 *  Owner: the caller, until cudaEventDestroy.
 *  Errors: cudaErrorInvalidValue if event is NULL or the handle is none;
 *      cudaErrorInvalidResourceHandle if its process ended.
 *  Mirrors: cudaIpcOpenEventHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle);

#ifdef __cplusplus
}
#endif

#endif
