/** Memory and events of other processes; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_IPC_API_H
#define GPUINTEROP_HIP_IPC_API_H

#include "../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes a handle of device memory that another process can open.
 *  Parameter pointer: anywhere in memory from hipMalloc; the handle is of all of it.
 *  An allocation of 2 MiB or more is shared alone. Smaller ones lie with others in objects of
 *  2 MiB, and who opens one of them can reach those others.
 *  Owner: the memory stays this process's and must live as long as another uses it.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or not in such memory;
 *      hipErrorNotSupported where the device cannot share it, or had no more memory to share when
 *      it was allocated.
 *  Mirrors: hipIpcGetMemHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *pointer);

/** Opens memory of another process.
 *  Parameter flags: hipIpcMemLazyEnablePeerAccess.
 *  Owner: the caller, until hipIpcCloseMemHandle.
 *  Errors: hipErrorInvalidValue if pointer is NULL, flags is another or the handle is none;
 *      hipErrorInvalidHandle if its process ended or its memory is gone;
 *      hipErrorInvalidContext in the process that made the handle;
 *      hipErrorMapFailed if it is not the current device's.
 *  Mirrors: hipIpcOpenMemHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcOpenMemHandle(
    void **pointer, hipIpcMemHandle_t handle, unsigned int flags);

/** Closes memory of another process.
 *  Errors: hipErrorInvalidValue if pointer is not from hipIpcOpenMemHandle, or was closed before.
 *  Mirrors: hipIpcCloseMemHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcCloseMemHandle(void *pointer);

/** Makes a handle of an event that another process can open.
 *  The event was created with hipEventInterprocess and hipEventDisableTiming.
 *  Errors: hipErrorInvalidValue if handle is NULL; hipErrorInvalidHandle if event is none or was
 *      created otherwise.
 *  Mirrors: hipIpcGetEventHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *handle, hipEvent_t event);

/** Opens an event of another process.
 *  Owner: the caller, until hipEventDestroy.
 *  Errors: hipErrorInvalidValue if event is NULL or the handle is none; hipErrorInvalidHandle if
 *      its process ended.
 *  Mirrors: hipIpcOpenEventHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipIpcOpenEventHandle(hipEvent_t *event, hipIpcEventHandle_t handle);

#ifdef __cplusplus
}
#endif

#endif
