#include "memory.h"

#include "allocate.h"
#include "front.h"
#include "handles.h"

cudaError_t cudaFree(void *pointer)
{
    FRONT_TRY(front_begin());
    return front_error(gi_memory_free(front_from_pointer(pointer)));
}

/** What the vendor tells of host memory: all of it is mapped, whether asked or not. */
unsigned int front_host_flags(const struct gi_pointer_info *info)
{
    switch (info->kind) {
    case GI_POINTER_HOST:
        return (info->host_flags & FRONT_HOST_FLAGS) | cudaHostAllocMapped;
    case GI_POINTER_REGISTERED:
        return (info->host_flags & cudaHostRegisterPortable) | cudaHostRegisterMapped;
    case GI_POINTER_MANAGED:
    case GI_POINTER_DEVICE:
    case GI_POINTER_UNKNOWN:
        break;
    }
    return cudaHostAllocMapped;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    struct gi_pointer_info info;
    struct cudaPointerAttributes answer = { .device = cudaInvalidDeviceId };

    FRONT_NOT_NULL(attributes);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_pointer_query(front_from_pointer(pointer), &info));
    switch (info.kind) {
    case GI_POINTER_UNKNOWN:
        answer.type = cudaMemoryTypeUnregistered;
        answer.hostPointer = front_to_pointer(front_from_pointer(pointer));
        break;
    case GI_POINTER_HOST:
    case GI_POINTER_REGISTERED:
        answer.type = cudaMemoryTypeHost;
        answer.device = gi_visible_from_core(&front_interface, info.device);
        answer.devicePointer = front_to_pointer(info.device_pointer);
        answer.hostPointer = front_to_pointer(info.host_pointer);
        break;
    case GI_POINTER_MANAGED:
        answer.type = cudaMemoryTypeManaged;
        answer.device = gi_visible_from_core(&front_interface, info.device);
        answer.devicePointer = answer.hostPointer = front_to_pointer(info.device_pointer);
        break;
    case GI_POINTER_DEVICE:      /* as the vendor has it, even where the host reaches it */
        answer.type = cudaMemoryTypeDevice;
        answer.device = gi_visible_from_core(&front_interface, info.device);
        answer.devicePointer = front_to_pointer(info.device_pointer);
        break;
    }
    *attributes = answer;
    return cudaSuccess;
}
