#include "pools/memory.h"

#include "allocate.h"
#include "device/device.h"
#include "front.h"
#include "handles.h"

_Static_assert(gpuHostAllocPortable == GI_HOST_PORTABLE && gpuHostAllocMapped == GI_HOST_MAPPED
               && gpuHostAllocWriteCombined == GI_HOST_WRITE_COMBINED,
               "host memory flags are passed on");

gpuError_t gpuMalloc(void **pointer, size_t size)
{
    uint64_t address;

    FRONT_NOT_NULL(pointer);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    FRONT_CLEAR(pointer);
    FRONT_TRY(gi_memory_alloc(size, &address));
    *pointer = front_to_pointer(address);
    return gpuSuccess;
}

gpuError_t front_host_alloc(const char *caller, void **pointer, size_t size, unsigned int flags)
{
    uint64_t address;

    FRONT_REQUIRE(pointer != NULL, "%s: pointer is NULL", caller);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_capture_forbids(caller));
    FRONT_CLEAR(pointer);
    if (size == 0) {             /* with any flags */
        *pointer = NULL;
        return gpuSuccess;
    }
    FRONT_REQUIRE((flags & ~FRONT_HOST_FLAGS) == 0, "%s: flags is 0x%x, the bits 0x%x are known",
                  caller, flags, FRONT_HOST_FLAGS);
    FRONT_REQUIRE((flags & FRONT_HOST_ONE_OF) != FRONT_HOST_ONE_OF || FRONT_HOST_ONE_OF == 0,
                  "%s: flags is 0x%x; of 0x%x at most one bit may be set", caller, flags,
                  FRONT_HOST_ONE_OF);
    FRONT_TRY(gi_memory_host_alloc(size, flags, &address));
    *pointer = front_to_pointer(address);
    return gpuSuccess;
}

gpuError_t gpuHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    return front_host_alloc(__func__, pointer, size, flags);
}

gpuError_t gpuMallocHost(void **pointer, size_t size)
{
    return front_host_alloc(__func__, pointer, size, gpuHostAllocDefault);
}

gpuError_t gpuFreeHost(void *pointer)
{
    FRONT_TRY(front_begin_object());
    FRONT_UNSAFE();
    return front_error(gi_memory_host_free(front_from_pointer(pointer)));
}

/** Describes a pointer, which must be the library's host memory.
 *  Errors: GI_INVALID_VALUE if it is not. */
static gi_status query_host(const char *caller, void *pointer, struct gi_pointer_info *out_info)
{
    gi_status st = gi_pointer_query(front_from_pointer(pointer), out_info);

    if (st == GI_OK && out_info->kind != GI_POINTER_HOST &&
        out_info->kind != GI_POINTER_REGISTERED)
        return gi_fail(GI_INVALID_VALUE, "%s: host_pointer is %p, not host memory of this library",
                       caller, pointer);
    return st;
}

gpuError_t gpuHostGetDevicePointer(void **device_pointer, void *host_pointer, unsigned int flags)
{
    struct gi_pointer_info info;

    FRONT_NOT_NULL(device_pointer);
    FRONT_NOT_NULL(host_pointer);
    FRONT_TRY(front_begin());
    FRONT_CLEAR(device_pointer);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    FRONT_TRY(query_host(__func__, host_pointer, &info));
    *device_pointer = front_to_pointer(info.device_pointer);
    return gpuSuccess;
}

gpuError_t gpuHostGetFlags(unsigned int *flags, void *host_pointer)
{
    struct gi_pointer_info info;

    FRONT_NOT_NULL(flags);
    FRONT_NOT_NULL(host_pointer);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_pointer_query(front_from_pointer(host_pointer), &info));
    if (info.kind != GI_POINTER_MANAGED)
        FRONT_TRY(query_host(__func__, host_pointer, &info));
    *flags = front_host_flags(&info);
    return gpuSuccess;
}

gpuError_t gpuPointerGetAttributes(gpuPointerAttributes *attributes, const void *pointer)
{
    struct gi_pointer_info info;
    gpuPointerAttributes answer;

    FRONT_NOT_NULL(attributes);
    FRONT_TRY(front_begin_look());
    FRONT_TRY(gi_pointer_query(front_from_pointer(pointer), &info));
    FRONT_REQUIRE(info.kind != GI_POINTER_UNKNOWN || FRONT_TELLS_ANY_POINTER,
                  "%s: pointer is %p, not memory of this library", __func__, pointer);
    answer = (gpuPointerAttributes){
        .device = info.kind == GI_POINTER_UNKNOWN
                      ? gpuInvalidDeviceId : gi_visible_from_core(&front_interface, info.device),
        FRONT_POINTER_MORE(&info)
    };
    switch (info.kind) {
    case GI_POINTER_UNKNOWN:
        answer.type = gpuMemoryTypeUnregistered;
        answer.hostPointer = front_to_pointer(front_from_pointer(pointer));
        break;
    case GI_POINTER_HOST:
    case GI_POINTER_REGISTERED:
        answer.type = gpuMemoryTypeHost;
        answer.devicePointer = front_to_pointer(info.device_pointer);
        answer.hostPointer = front_to_pointer(info.host_pointer);
        break;
    case GI_POINTER_MANAGED:
        answer.type = gpuMemoryTypeManaged;
        answer.devicePointer = answer.hostPointer = front_to_pointer(info.device_pointer);
        break;
    case GI_POINTER_DEVICE:      /* as for the vendor, even if the host can access it */
        answer.type = gpuMemoryTypeDevice;
        answer.devicePointer = front_to_pointer(info.device_pointer);
        break;
    }
    *attributes = answer;
    return gpuSuccess;
}

gpuError_t gpuMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    uint64_t available;
    uint64_t total;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_device_memory_info(&available, &total));
    if (free_bytes)
        *free_bytes = (size_t)available;
    if (total_bytes)
        *total_bytes = (size_t)total;
    return gpuSuccess;
}
