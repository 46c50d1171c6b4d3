/** Pools by location, which CUDA 13 has besides those by device. */
#include "pools/pool.h"

#include "front.h"
#include "handles.h"

/** The device for a location and a type of memory.
 *  Errors: GI_NOT_SUPPORTED for locations without pools here. */
static gi_status place_device(const char *caller, const struct cudaMemLocation *location,
                              enum cudaMemAllocationType type, int *out_ordinal)
{
    if (location->type == cudaMemLocationTypeHostNumaCurrent)
        return gi_fail(GI_NOT_SUPPORTED, "%s: location is the thread's node, whose pools are named "
                       "by its number", caller);
    if (type != cudaMemAllocationTypePinned && type != cudaMemAllocationTypeManaged)
        return gi_fail(GI_INVALID_VALUE, "%s: type is %d; 1 (pinned) is what there is", caller,
                       (int)type);
    if (type == cudaMemAllocationTypeManaged || location->type == cudaMemLocationTypeHost
        || location->type == cudaMemLocationTypeHostNuma)
        return gi_fail(GI_NOT_SUPPORTED, "%s: location type %d with memory type %d; only devices "
                       "(1) have pools here, of pinned memory (1)", caller, (int)location->type,
                       (int)type);
    return front_location_device(caller, location, out_ordinal);
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                                     enum cudaMemAllocationType type)
{
    gi_handle handle;
    int ordinal;

    FRONT_NOT_NULL(pool);
    FRONT_NOT_NULL(location);
    FRONT_TRY(front_begin());
    FRONT_TRY(place_device(__func__, location, type, &ordinal));
    FRONT_TRY(gi_pool_default(ordinal, &handle));
    *pool = front_to_pool(handle);
    return cudaSuccess;
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                              enum cudaMemAllocationType type)
{
    gi_handle handle;
    int ordinal;

    FRONT_NOT_NULL(pool);
    FRONT_NOT_NULL(location);
    FRONT_TRY(front_begin());
    FRONT_TRY(place_device(__func__, location, type, &ordinal));
    FRONT_TRY(gi_pool_current(ordinal, &handle));
    *pool = front_to_pool(handle);
    return cudaSuccess;
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type,
                              cudaMemPool_t pool)
{
    int ordinal;

    FRONT_NOT_NULL(location);
    FRONT_TRY(front_begin());
    FRONT_TRY(place_device(__func__, location, type, &ordinal));
    return front_error(gi_pool_set_current(ordinal, front_from_pool(pool)));
}
