#include "pools/memory.h"

#include "driver/device_pointer.h"
#include "front.h"
#include "handles.h"
#include "runtime/allocate.h"

_Static_assert(hipHostMallocNumaUser == GI_HOST_NUMA_OF_CALLER
               && hipHostMallocCoherent == GI_HOST_COHERENT
               && hipHostMallocNonCoherent == GI_HOST_NOT_COHERENT,
               "host memory flags are passed on");

unsigned int front_host_flags(const struct gi_pointer_info *info)
{
    return info->kind == GI_POINTER_MANAGED ? (unsigned int)GI_HOST_MAPPED : info->host_flags;
}

/** Frees memory of every kind, including pinned host memory. */
hipError_t hipFree(void *pointer)
{
    struct gi_pointer_info info;

    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    FRONT_TRY(gi_pointer_query(front_from_pointer(pointer), &info));
    if (info.kind == GI_POINTER_HOST)
        return front_error(gi_memory_host_free(front_from_pointer(pointer)));
    return front_error(gi_memory_free(front_from_pointer(pointer)));
}

hipError_t hipHostMalloc(void **pointer, size_t size, unsigned int flags)
{
    return front_host_alloc(__func__, pointer, size, flags);
}

/** The flags need no action: device memory here has these properties, or no work can show the
 *  difference, since only copies run. */
hipError_t hipExtMallocWithFlags(void **pointer, size_t size, unsigned int flags)
{
    FRONT_NOT_NULL(pointer);
    FRONT_REQUIRE(flags <= hipDeviceMallocContiguous, "%s: flags is 0x%x; 0 to 4 exist", __func__,
                  flags);
    FRONT_REQUIRE(flags != hipMallocSignalMemory || size == 8,
                  "%s: size is %zu; memory for signals has 8 bytes", __func__, size);
    return hipMalloc(pointer, size);
}

hipError_t hipHostFree(void *pointer)
{
    return hipFreeHost(pointer);
}

hipError_t hipMemPtrGetInfo(void *pointer, size_t *size)
{
    struct gi_pointer_info info;

    FRONT_NOT_NULL(size);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_pointer_query(front_from_pointer(pointer), &info));
    FRONT_REQUIRE(info.kind != GI_POINTER_UNKNOWN, "%s: pointer is %p, not memory of this library",
                  __func__, pointer);
    *size = (size_t)info.range_bytes;
    return hipSuccess;
}

hipError_t hipMemAllocHost(void **pointer, size_t size)
{
    return front_host_alloc(__func__, pointer, size, hipHostAllocDefault);
}

hipError_t hipMemAllocPitch(hipDeviceptr_t *pointer, size_t *pitch, size_t width, size_t height,
                            unsigned int element_size)
{
    void *rows;
    gi_status st;

    FRONT_NOT_NULL(pointer);
    FRONT_NOT_NULL(pitch);
    FRONT_REQUIRE(element_size == 4 || element_size == 8 || element_size == 16,
                  "%s: element_size is %u; 4, 8 and 16 exist", __func__, element_size);
    FRONT_REQUIRE(width != 0 && height != 0, "%s: width is %zu and height is %zu; neither may be 0",
                  __func__, width, height);
    st = front_alloc_rows(__func__, &rows, pitch, width, height, 1);
    if (st == GI_OK)
        *pointer = front_to_device(rows);
    return front_error(st);
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t *base, size_t *size, hipDeviceptr_t pointer)
{
    struct gi_pointer_info info;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_pointer_query(front_from_device(pointer), &info));
    if (info.kind == GI_POINTER_UNKNOWN)
        FRONT_TRY(gi_fail(GI_NOT_FOUND, "%s: pointer is 0x%llx, not memory of this "
                          "library", __func__, (unsigned long long)front_from_device(pointer)));
    if (base)
        *base = front_to_device(info.range_base);
    if (size)
        *size = (size_t)info.range_bytes;
    return hipSuccess;
}
