#include "share/ipc_event.h"

#include <string.h>

#include "front.h"
#include "handles.h"

_Static_assert(sizeof(gpuIpcMemHandle_t) == sizeof(struct gi_ipc_handle)
               && sizeof(gpuIpcEventHandle_t) == sizeof(struct gi_ipc_handle)
               && gpuIpcMemLazyEnablePeerAccess == 1, "handles and flags are passed on");

gpuError_t gpuIpcGetMemHandle(gpuIpcMemHandle_t *handle, gpuAddress_t pointer)
{
    struct gi_ipc_handle made;

    FRONT_NOT_NULL(handle);
    FRONT_REQUIRE(pointer != 0, "%s: pointer is NULL", __func__);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ipc_memory_export(front_from_address(pointer), &made));
    memcpy(handle, &made, sizeof made);
    return gpuSuccess;
}

gpuError_t gpuIpcOpenMemHandle(gpuAddress_t *pointer, gpuIpcMemHandle_t handle, unsigned int flags)
{
    struct gi_ipc_handle sent;
    uint64_t address;

    FRONT_NOT_NULL(pointer);
    FRONT_TRY(front_begin());
    memcpy(&sent, &handle, sizeof sent);
    FRONT_TRY(gi_ipc_memory_open(&sent, flags, &address));
    *pointer = front_to_address(address);
    return gpuSuccess;
}

gpuError_t gpuIpcCloseMemHandle(gpuAddress_t pointer)
{
    FRONT_TRY(front_begin());
    return front_error(gi_ipc_memory_close(front_from_address(pointer)));
}

gpuError_t gpuIpcGetEventHandle(gpuIpcEventHandle_t *handle, gpuEvent_t event)
{
    struct gi_ipc_handle made;

    FRONT_NOT_NULL(handle);
    FRONT_NOT_NULL(event);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_ipc_event_export(front_from_event(event), &made));
    memcpy(handle, &made, sizeof made);
    return gpuSuccess;
}

gpuError_t gpuIpcOpenEventHandle(gpuEvent_t *event, gpuIpcEventHandle_t handle)
{
    struct gi_ipc_handle sent;
    gi_handle opened;

    FRONT_NOT_NULL(event);
    FRONT_TRY(front_begin());
    memcpy(&sent, &handle, sizeof sent);
    FRONT_TRY(gi_ipc_event_open(&sent, &opened));
    *event = front_to_event(opened);
    return gpuSuccess;
}
