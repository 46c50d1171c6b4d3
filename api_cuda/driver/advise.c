#include "every/advised.h"
#include "front.h"
#include "handles.h"
#include "pools/pool.h"
#include "runtime_parts.h"

CUresult cuMemAdvise(CUdeviceptr pointer, size_t size, CUmem_advise advice, CUmemLocation location)
{
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(gicuda_advise(__func__, pointer, size, (int)advice, (int)location.type,
                                     location.id));
}

bool front_own_range_attribute(CUmem_range_attribute attribute, const struct gi_advised *advised,
                               int *out_value)
{
    return gicuda_range_attribute((int)attribute, advised, out_value);
}

/* Writes of other devices on the bus are seen in their order. */
CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target,
                                    CUflushGPUDirectRDMAWritesScope scope)
{
    (void)scope;
    FRONT_TRY(front_begin());
    FRONT_REQUIRE((int)target == CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
                  "%s: target is %d, it must be 0", __func__, (int)target);
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: no device has such writes", __func__));
}

/* ---- pools by location ----------------------------------------------------------------------- */

/** The device for a location and a type of memory.
 *  Errors: GI_NOT_SUPPORTED for locations without pools here. */
static gi_status place_device(const char *caller, const CUmemLocation *location,
                              CUmemAllocationType type, int *out_ordinal)
{
    if (type != CU_MEM_ALLOCATION_TYPE_PINNED && type != CU_MEM_ALLOCATION_TYPE_MANAGED)
        return gi_fail(GI_INVALID_VALUE, "%s: type is %d; 1 (pinned) is what there is", caller,
                       (int)type);
    if (type == CU_MEM_ALLOCATION_TYPE_MANAGED ||
        location->type == CU_MEM_LOCATION_TYPE_HOST ||
        location->type == CU_MEM_LOCATION_TYPE_HOST_NUMA ||
        location->type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
        return gi_fail(GI_NOT_SUPPORTED, "%s: location type %d with memory type %d; only devices "
                       "(1) have pools here, of pinned memory (1)", caller, (int)location->type,
                       (int)type);
    return front_location_device(caller, location, out_ordinal);
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool, CUmemLocation *location,
                                CUmemAllocationType type)
{
    gi_handle handle;
    int ordinal;

    FRONT_NOT_NULL(pool);
    FRONT_NOT_NULL(location);
    FRONT_TRY(place_device(__func__, location, type, &ordinal));
    FRONT_TRY(gi_pool_default(ordinal, &handle));
    *pool = front_to_pool(handle);
    return CUDA_SUCCESS;
}

CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    gi_handle handle;
    int ordinal;

    FRONT_NOT_NULL(pool);
    FRONT_NOT_NULL(location);
    FRONT_TRY(place_device(__func__, location, type, &ordinal));
    FRONT_TRY(gi_pool_current(ordinal, &handle));
    *pool = front_to_pool(handle);
    return CUDA_SUCCESS;
}

CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)
{
    int ordinal;

    FRONT_NOT_NULL(location);
    FRONT_TRY(place_device(__func__, location, type, &ordinal));
    return front_error(gi_pool_set_current(ordinal, front_from_pool(pool)));
}
