#include "memory.h"

#include "device.h"
#include "front.h"
#include "handles.h"

_Static_assert(hipHostAllocPortable == GI_HOST_PORTABLE && hipHostAllocMapped == GI_HOST_MAPPED
               && hipHostAllocWriteCombined == GI_HOST_WRITE_COMBINED
               && hipHostMallocNumaUser == GI_HOST_NUMA_OF_CALLER
               && hipHostMallocCoherent == GI_HOST_COHERENT
               && hipHostMallocNonCoherent == GI_HOST_NOT_COHERENT,
               "host memory flags are passed on");

#define KNOWN_FLAGS \
    ((unsigned int)(hipHostAllocPortable | hipHostAllocMapped | hipHostAllocWriteCombined | \
                    hipHostMallocNumaUser | hipHostMallocCoherent | hipHostMallocNonCoherent))

hipError_t hipMalloc(void **pointer, size_t size)
{
    uint64_t address;

    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_memory_alloc(size, &address));
    *pointer = gihip_to_pointer(address);
    return hipSuccess;
}

/** Frees memory of every kind, pinned host memory too. */
hipError_t hipFree(void *pointer)
{
    struct gi_pointer_info info;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_pointer_query(gihip_from_pointer(pointer), &info));
    if (info.kind == GI_POINTER_HOST)
        return gihip_error(gi_memory_host_free(gihip_from_pointer(pointer)));
    return gihip_error(gi_memory_free(gihip_from_pointer(pointer)));
}

static hipError_t host_alloc(const char *caller, void **pointer, size_t size, unsigned int flags)
{
    uint64_t address;

    GIHIP_REQUIRE(pointer != NULL, "%s: pointer is NULL", caller);
    GIHIP_TRY(gihip_begin());
    if (size == 0) {             /* whatever the flags are */
        *pointer = NULL;
        return hipSuccess;
    }
    GIHIP_REQUIRE((flags & ~KNOWN_FLAGS) == 0, "%s: flags is 0x%x, the bits 0x%x are known",
                  caller, flags, KNOWN_FLAGS);
    GIHIP_TRY(gi_memory_host_alloc(size, flags, &address));
    *pointer = gihip_to_pointer(address);
    return hipSuccess;
}

hipError_t hipHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    return host_alloc(__func__, pointer, size, flags);
}

hipError_t hipHostMalloc(void **pointer, size_t size, unsigned int flags)
{
    return host_alloc(__func__, pointer, size, flags);
}

hipError_t hipMallocHost(void **pointer, size_t size)
{
    return host_alloc(__func__, pointer, size, hipHostAllocDefault);
}

hipError_t hipMemAllocHost(void **pointer, size_t size)
{
    return host_alloc(__func__, pointer, size, hipHostAllocDefault);
}

/** All device memory here is what these wishes ask for, or nobody can tell the difference: copies
 *  are the only work. */
hipError_t hipExtMallocWithFlags(void **pointer, size_t size, unsigned int flags)
{
    GIHIP_NOT_NULL(pointer);
    GIHIP_REQUIRE(flags <= hipDeviceMallocContiguous, "%s: flags is 0x%x; 0 to 4 exist", __func__,
                  flags);
    GIHIP_REQUIRE(flags != hipMallocSignalMemory || size == 8,
                  "%s: size is %zu; memory for signals has 8 bytes", __func__, size);
    return hipMalloc(pointer, size);
}

static hipError_t host_free(void *pointer)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_memory_host_free(gihip_from_pointer(pointer)));
}

hipError_t hipFreeHost(void *pointer)
{
    return host_free(pointer);
}

hipError_t hipHostFree(void *pointer)
{
    return host_free(pointer);
}

/** What is known of a pointer that has to be host memory of the library.
 *  Errors: GI_INVALID_VALUE if it is not. */
static gi_status query_host(const char *caller, void *pointer, struct gi_pointer_info *out_info)
{
    gi_status st = gi_pointer_query(gihip_from_pointer(pointer), out_info);

    if (st == GI_OK && out_info->kind != GI_POINTER_HOST &&
        out_info->kind != GI_POINTER_REGISTERED)
        return gi_fail(GI_INVALID_VALUE, "%s: host_pointer is %p, not host memory of this library",
                       caller, pointer);
    return st;
}

hipError_t hipHostGetDevicePointer(void **device_pointer, void *host_pointer, unsigned int flags)
{
    struct gi_pointer_info info;

    GIHIP_NOT_NULL(device_pointer);
    GIHIP_NOT_NULL(host_pointer);
    GIHIP_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(query_host(__func__, host_pointer, &info));
    *device_pointer = gihip_to_pointer(info.device_pointer);
    return hipSuccess;
}

hipError_t hipHostGetFlags(unsigned int *flags, void *host_pointer)
{
    struct gi_pointer_info info;

    GIHIP_NOT_NULL(flags);
    GIHIP_NOT_NULL(host_pointer);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_pointer_query(gihip_from_pointer(host_pointer), &info));
    if (info.kind != GI_POINTER_MANAGED)
        GIHIP_TRY(query_host(__func__, host_pointer, &info));
    *flags = info.kind == GI_POINTER_MANAGED ? (unsigned int)GI_HOST_MAPPED : info.host_flags;
    return hipSuccess;
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t *attributes, const void *pointer)
{
    struct gi_pointer_info info;
    hipPointerAttribute_t answer = { .type = hipMemoryTypeHost };

    GIHIP_NOT_NULL(attributes);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_pointer_query(gihip_from_pointer(pointer), &info));
    switch (info.kind) {
    case GI_POINTER_UNKNOWN:
        return gihip_error(gi_fail(GI_INVALID_VALUE, "%s: pointer is %p, not memory of this "
                                   "library", __func__, pointer));
    case GI_POINTER_HOST:
    case GI_POINTER_REGISTERED:
        answer.device = gi_visible_from_core(&gihip_visible, info.device);
        answer.devicePointer = gihip_to_pointer(info.device_pointer);
        answer.hostPointer = gihip_to_pointer(info.host_pointer);
        answer.allocationFlags = info.host_flags;
        break;
    case GI_POINTER_MANAGED:
        answer.type = hipMemoryTypeManaged;
        answer.isManaged = 1;
        answer.device = gi_visible_from_core(&gihip_visible, info.device);
        answer.devicePointer = answer.hostPointer = gihip_to_pointer(info.device_pointer);
        answer.allocationFlags = info.host_flags;
        break;
    case GI_POINTER_DEVICE:      /* as the vendor has it, even where the host reaches it */
        answer.type = hipMemoryTypeDevice;
        answer.device = gi_visible_from_core(&gihip_visible, info.device);
        answer.devicePointer = gihip_to_pointer(info.device_pointer);
        break;
    }
    *attributes = answer;
    return hipSuccess;
}

hipError_t hipMemGetInfo(size_t *free_bytes, size_t *total_bytes)
{
    uint64_t available;
    uint64_t total;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_device_memory_info(&available, &total));
    if (free_bytes)
        *free_bytes = (size_t)available;
    if (total_bytes)
        *total_bytes = (size_t)total;
    return hipSuccess;
}
