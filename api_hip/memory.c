#include "ops/memory.h"

#include "allocate.h"
#include "front.h"
#include "handles.h"

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
