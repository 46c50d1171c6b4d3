#include "ipc_event.h"

#include <string.h>

#include "front.h"
#include "handles.h"

_Static_assert(sizeof(hipIpcMemHandle_t) == sizeof(struct gi_ipc_handle)
               && sizeof(hipIpcEventHandle_t) == sizeof(struct gi_ipc_handle)
               && hipIpcMemLazyEnablePeerAccess == 1, "handles and flags are passed on");

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *pointer)
{
    struct gi_ipc_handle made;

    GIHIP_NOT_NULL(handle);
    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_ipc_memory_export(gihip_from_pointer(pointer), &made));
    memcpy(handle, &made, sizeof made);
    return hipSuccess;
}

hipError_t hipIpcOpenMemHandle(void **pointer, hipIpcMemHandle_t handle, unsigned int flags)
{
    struct gi_ipc_handle sent;
    uint64_t address;

    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(gihip_begin());
    memcpy(&sent, &handle, sizeof sent);
    GIHIP_TRY(gi_ipc_memory_open(&sent, flags, &address));
    *pointer = gihip_to_pointer(address);
    return hipSuccess;
}

hipError_t hipIpcCloseMemHandle(void *pointer)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_ipc_memory_close(gihip_from_pointer(pointer)));
}

hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *handle, hipEvent_t event)
{
    struct gi_ipc_handle made;

    GIHIP_NOT_NULL(handle);
    GIHIP_NOT_NULL(event);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_ipc_event_export(gihip_from_event(event), &made));
    memcpy(handle, &made, sizeof made);
    return hipSuccess;
}

hipError_t hipIpcOpenEventHandle(hipEvent_t *event, hipIpcEventHandle_t handle)
{
    struct gi_ipc_handle sent;
    gi_handle opened;

    GIHIP_NOT_NULL(event);
    GIHIP_TRY(gihip_begin());
    memcpy(&sent, &handle, sizeof sent);
    GIHIP_TRY(gi_ipc_event_open(&sent, &opened));
    *event = gihip_to_event(opened);
    return hipSuccess;
}
