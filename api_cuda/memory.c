#include "memory.h"

#include "device.h"
#include "front.h"
#include "handles.h"

_Static_assert(cudaHostAllocPortable == GI_HOST_PORTABLE && cudaHostAllocMapped == GI_HOST_MAPPED
               && cudaHostAllocWriteCombined == GI_HOST_WRITE_COMBINED,
               "host memory flags are passed on");

#define KNOWN_FLAGS \
    ((unsigned int)(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    uint64_t address;

    GICUDA_NOT_NULL(pointer);
    GICUDA_TRY(gicuda_begin());
    *pointer = NULL;
    GICUDA_TRY(gi_memory_alloc(size, &address));
    *pointer = gicuda_to_pointer(address);
    return cudaSuccess;
}

cudaError_t cudaFree(void *pointer)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_memory_free(gicuda_from_pointer(pointer)));
}

static cudaError_t host_alloc(const char *caller, void **pointer, size_t size, unsigned int flags)
{
    uint64_t address;

    GICUDA_REQUIRE(pointer != NULL, "%s: pointer is NULL", caller);
    GICUDA_TRY(gicuda_begin());
    *pointer = NULL;
    if (size == 0)               /* whatever the flags are */
        return cudaSuccess;
    GICUDA_REQUIRE((flags & ~KNOWN_FLAGS) == 0, "%s: flags is 0x%x, the bits 0x%x are known",
                   caller, flags, KNOWN_FLAGS);
    GICUDA_TRY(gi_memory_host_alloc(size, flags, &address));
    *pointer = gicuda_to_pointer(address);
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    return host_alloc(__func__, pointer, size, flags);
}

cudaError_t cudaMallocHost(void **pointer, size_t size)
{
    return host_alloc(__func__, pointer, size, cudaHostAllocDefault);
}

cudaError_t cudaFreeHost(void *pointer)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_memory_host_free(gicuda_from_pointer(pointer)));
}

/** What is known of a pointer that has to be host memory of the library.
 *  Errors: GI_INVALID_VALUE if it is not. */
static gi_status query_host(const char *caller, void *pointer, struct gi_pointer_info *out_info)
{
    gi_status st = gi_pointer_query(gicuda_from_pointer(pointer), out_info);

    if (st == GI_OK && out_info->kind != GI_POINTER_HOST &&
        out_info->kind != GI_POINTER_REGISTERED)
        return gi_fail(GI_INVALID_VALUE, "%s: host_pointer is %p, not host memory of this library",
                       caller, pointer);
    return st;
}

cudaError_t cudaHostGetDevicePointer(void **device_pointer, void *host_pointer, unsigned int flags)
{
    struct gi_pointer_info info;

    GICUDA_NOT_NULL(device_pointer);
    GICUDA_NOT_NULL(host_pointer);
    GICUDA_TRY(gicuda_begin());
    *device_pointer = NULL;
    GICUDA_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    GICUDA_TRY(query_host(__func__, host_pointer, &info));
    *device_pointer = gicuda_to_pointer(info.device_pointer);
    return cudaSuccess;
}

/** What the vendor tells of host memory: all of it is mapped, whether asked or not. */
static unsigned int host_flags(const struct gi_pointer_info *info)
{
    switch (info->kind) {
    case GI_POINTER_HOST:
        return (info->host_flags & KNOWN_FLAGS) | cudaHostAllocMapped;
    case GI_POINTER_REGISTERED:
        return (info->host_flags & cudaHostRegisterPortable) | cudaHostRegisterMapped;
    case GI_POINTER_MANAGED:
    case GI_POINTER_DEVICE:
    case GI_POINTER_UNKNOWN:
        break;
    }
    return cudaHostAllocMapped;
}

cudaError_t cudaHostGetFlags(unsigned int *flags, void *host_pointer)
{
    struct gi_pointer_info info;

    GICUDA_NOT_NULL(flags);
    GICUDA_NOT_NULL(host_pointer);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_pointer_query(gicuda_from_pointer(host_pointer), &info));
    if (info.kind != GI_POINTER_MANAGED)
        GICUDA_TRY(query_host(__func__, host_pointer, &info));
    *flags = host_flags(&info);
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer)
{
    struct gi_pointer_info info;
    struct cudaPointerAttributes answer = { .device = cudaInvalidDeviceId };

    GICUDA_NOT_NULL(attributes);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_pointer_query(gicuda_from_pointer(pointer), &info));
    switch (info.kind) {
    case GI_POINTER_UNKNOWN:
        answer.type = cudaMemoryTypeUnregistered;
        answer.hostPointer = gicuda_to_pointer(gicuda_from_pointer(pointer));
        break;
    case GI_POINTER_HOST:
    case GI_POINTER_REGISTERED:
        answer.type = cudaMemoryTypeHost;
        answer.device = gi_visible_from_core(&gicuda_visible, info.device);
        answer.devicePointer = gicuda_to_pointer(info.device_pointer);
        answer.hostPointer = gicuda_to_pointer(info.host_pointer);
        break;
    case GI_POINTER_MANAGED:
        answer.type = cudaMemoryTypeManaged;
        answer.device = gi_visible_from_core(&gicuda_visible, info.device);
        answer.devicePointer = answer.hostPointer = gicuda_to_pointer(info.device_pointer);
        break;
    case GI_POINTER_DEVICE:      /* as the vendor has it, even where the host reaches it */
        answer.type = cudaMemoryTypeDevice;
        answer.device = gi_visible_from_core(&gicuda_visible, info.device);
        answer.devicePointer = gicuda_to_pointer(info.device_pointer);
        break;
    }
    *attributes = answer;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    uint64_t available;
    uint64_t total;

    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_device_memory_info(&available, &total));
    if (free_bytes)
        *free_bytes = (size_t)available;
    if (total_bytes)
        *total_bytes = (size_t)total;
    return cudaSuccess;
}
