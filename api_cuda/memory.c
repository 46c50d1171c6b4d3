#include "pools/memory.h"

#include "runtime/allocate.h"
#include "front.h"
#include "handles.h"

cudaError_t cudaFree(void *pointer)
{
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(gi_memory_free(front_from_pointer(pointer)));
}

/** The vendor reports all host memory as mapped, with or without the flag. */
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
