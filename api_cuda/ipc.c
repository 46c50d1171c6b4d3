#include "ipc_event.h"

#include <string.h>

#include "front.h"
#include "handles.h"

_Static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(struct gi_ipc_handle)
               && sizeof(cudaIpcEventHandle_t) == sizeof(struct gi_ipc_handle)
               && cudaIpcMemLazyEnablePeerAccess == 1, "handles and flags are passed on");

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *pointer)
{
    struct gi_ipc_handle made;

    GICUDA_NOT_NULL(handle);
    GICUDA_NOT_NULL(pointer);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_ipc_memory_export(gicuda_from_pointer(pointer), &made));
    memcpy(handle, &made, sizeof made);
    return cudaSuccess;
}

cudaError_t cudaIpcOpenMemHandle(void **pointer, cudaIpcMemHandle_t handle, unsigned int flags)
{
    struct gi_ipc_handle sent;
    uint64_t address;

    GICUDA_NOT_NULL(pointer);
    GICUDA_TRY(gicuda_begin());
    memcpy(&sent, &handle, sizeof sent);
    GICUDA_TRY(gi_ipc_memory_open(&sent, flags, &address));
    *pointer = gicuda_to_pointer(address);
    return cudaSuccess;
}

cudaError_t cudaIpcCloseMemHandle(void *pointer)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_ipc_memory_close(gicuda_from_pointer(pointer)));
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    struct gi_ipc_handle made;

    GICUDA_NOT_NULL(handle);
    GICUDA_NOT_NULL(event);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_ipc_event_export(gicuda_from_event(event), &made));
    memcpy(handle, &made, sizeof made);
    return cudaSuccess;
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    struct gi_ipc_handle sent;
    gi_handle opened;

    GICUDA_NOT_NULL(event);
    GICUDA_TRY(gicuda_begin());
    memcpy(&sent, &handle, sizeof sent);
    GICUDA_TRY(gi_ipc_event_open(&sent, &opened));
    *event = gicuda_to_event(opened);
    return cudaSuccess;
}
