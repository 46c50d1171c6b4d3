#include "pool.h"

#include <string.h>

#include "front.h"
#include "handles.h"
#include "pool_share.h"

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), "passed on as it is")
SAME(GI_POOL_FOLLOW_EVENTS, cudaMemPoolReuseFollowEventDependencies);
SAME(GI_POOL_OPPORTUNISTIC, cudaMemPoolReuseAllowOpportunistic);
SAME(GI_POOL_INTERNAL_DEPENDENCIES, cudaMemPoolReuseAllowInternalDependencies);
SAME(GI_POOL_RELEASE_THRESHOLD, cudaMemPoolAttrReleaseThreshold);
SAME(GI_POOL_RESERVED, cudaMemPoolAttrReservedMemCurrent);
SAME(GI_POOL_RESERVED_HIGH, cudaMemPoolAttrReservedMemHigh);
SAME(GI_POOL_USED, cudaMemPoolAttrUsedMemCurrent);
SAME(GI_POOL_USED_HIGH, cudaMemPoolAttrUsedMemHigh);

/* ---- memory in the order of a stream --------------------------------------------------------- */

static cudaError_t alloc_async(const char *caller, void **pointer, size_t size, gi_handle pool,
                               cudaStream_t stream)
{
    uint64_t address;

    GICUDA_REQUIRE(pointer != NULL, "%s: pointer is NULL", caller);
    GICUDA_TRY(gicuda_begin());
    *pointer = NULL;
    GICUDA_TRY(gi_memory_alloc_async(size, pool, gicuda_from_stream(stream), &address));
    *pointer = gicuda_to_pointer(address);
    return cudaSuccess;
}

cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream)
{
    return alloc_async(__func__, pointer, size, 0, stream);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t size, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    GICUDA_NOT_NULL(pointer);
    GICUDA_TRY(gicuda_begin());
    *pointer = NULL;
    GICUDA_NOT_NULL(pool);
    return alloc_async(__func__, pointer, size, gicuda_from_pool(pool), stream);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_memory_free_async(gicuda_from_pointer(pointer),
                                             gicuda_from_stream(stream)));
}

/* ---- pools ----------------------------------------------------------------------------------- */

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties)
{
    struct gi_pool_request request;
    gi_handle handle;

    GICUDA_NOT_NULL(pool);
    GICUDA_NOT_NULL(properties);
    for (size_t i = 0; i < sizeof properties->reserved; i++)
        GICUDA_REQUIRE(properties->reserved[i] == 0, "%s: reserved[%zu] is not 0", __func__, i);
    GICUDA_TRY(gicuda_begin());
    request = (struct gi_pool_request){
        .allocation_type = (int)properties->allocType,
        .handle_type = (int)properties->handleTypes,
        .location_type = (int)properties->location.type,
        .max_bytes = properties->maxSize,
    };
    if (properties->location.type == cudaMemLocationTypeDevice)
        GICUDA_TRY(gi_visible_location(&gicuda_visible, properties->location.id, &request.device));
    GICUDA_TRY(gi_pool_create(&request, &handle));
    *pool = gicuda_to_pool(handle);
    return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_pool_destroy(gicuda_from_pool(pool)));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep_bytes)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_pool_trim(gicuda_from_pool(pool), keep_bytes));
}

/** Whether the attribute's value is an int, as those about reuse are. */
static bool is_int(int attribute)
{
    return attribute >= GI_POOL_FOLLOW_EVENTS && attribute <= GI_POOL_INTERNAL_DEPENDENCIES;
}

/** Whether it has 64 bits; the value of an attribute that does not exist is not touched. */
static bool is_wide(int attribute)
{
    return attribute >= GI_POOL_RELEASE_THRESHOLD && attribute <= GI_POOL_USED_HIGH;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    uint64_t wanted = 0;

    GICUDA_NOT_NULL(value);
    GICUDA_TRY(gicuda_begin());
    if (is_int((int)attribute))
        wanted = *(unsigned int *)value;
    else if (is_wide((int)attribute))
        wanted = *(uint64_t *)value;
    return gicuda_error(gi_pool_set_attribute(gicuda_from_pool(pool), (int)attribute, wanted));
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value)
{
    uint64_t answer;

    GICUDA_NOT_NULL(value);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_pool_get_attribute(gicuda_from_pool(pool), (int)attribute, &answer));
    if (is_int((int)attribute))
        *(int *)value = (int)answer;
    else
        *(uint64_t *)value = answer;
    return cudaSuccess;
}

static gi_status location_device(const char *caller, const struct cudaMemLocation *location,
                                 int *out_ordinal)
{
    if (location->type != cudaMemLocationTypeDevice)
        return gi_fail(GI_INVALID_VALUE, "%s: location is of type %d; 1 (a device) is what there "
                       "is", caller, (int)location->type);
    return gi_visible_location(&gicuda_visible, location->id, out_ordinal);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *accesses,
                                 size_t count)
{
    int ordinal;

    GICUDA_REQUIRE(accesses != NULL || count == 0, "%s: accesses is NULL", __func__);
    GICUDA_TRY(gicuda_begin());
    for (size_t i = 0; i < count; i++) {
        GICUDA_TRY(location_device(__func__, &accesses[i].location, &ordinal));
        GICUDA_TRY(gi_pool_set_access(gicuda_from_pool(pool), ordinal, (int)accesses[i].flags));
    }
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location)
{
    int ordinal;
    int access;

    GICUDA_NOT_NULL(flags);
    GICUDA_NOT_NULL(location);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(location_device(__func__, location, &ordinal));
    GICUDA_TRY(gi_pool_get_access(gicuda_from_pool(pool), ordinal, &access));
    *flags = (enum cudaMemAccessFlags)access;
    return cudaSuccess;
}

/* ---- the pools of a device ------------------------------------------------------------------- */

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    gi_handle handle;
    int ordinal;

    GICUDA_NOT_NULL(pool);
    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    GICUDA_TRY(gi_pool_default(ordinal, &handle));
    *pool = gicuda_to_pool(handle);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    gi_handle handle;
    int ordinal;

    GICUDA_NOT_NULL(pool);
    GICUDA_TRY(gi_visible_location(&gicuda_visible, device, &ordinal));
    GICUDA_TRY(gi_pool_current(ordinal, &handle));
    *pool = gicuda_to_pool(handle);
    return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    int ordinal;

    GICUDA_TRY(gi_visible_location(&gicuda_visible, device, &ordinal));
    return gicuda_error(gi_pool_set_current(ordinal, gicuda_from_pool(pool)));
}

/** The device that a place and a type of memory mean together.
 *  Errors: GI_NOT_SUPPORTED for places that have no pools here. */
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
    return location_device(caller, location, out_ordinal);
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                                     enum cudaMemAllocationType type)
{
    gi_handle handle;
    int ordinal;

    GICUDA_NOT_NULL(pool);
    GICUDA_NOT_NULL(location);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(place_device(__func__, location, type, &ordinal));
    GICUDA_TRY(gi_pool_default(ordinal, &handle));
    *pool = gicuda_to_pool(handle);
    return cudaSuccess;
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *pool, struct cudaMemLocation *location,
                              enum cudaMemAllocationType type)
{
    gi_handle handle;
    int ordinal;

    GICUDA_NOT_NULL(pool);
    GICUDA_NOT_NULL(location);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(place_device(__func__, location, type, &ordinal));
    GICUDA_TRY(gi_pool_current(ordinal, &handle));
    *pool = gicuda_to_pool(handle);
    return cudaSuccess;
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type,
                              cudaMemPool_t pool)
{
    int ordinal;

    GICUDA_NOT_NULL(location);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(place_device(__func__, location, type, &ordinal));
    return gicuda_error(gi_pool_set_current(ordinal, gicuda_from_pool(pool)));
}

/* ---- pools of other processes ---------------------------------------------------------------- */

_Static_assert(sizeof(struct cudaMemPoolPtrExportData) == sizeof(struct gi_ipc_handle),
               "passed on as it is");

cudaError_t cudaMemPoolExportToShareableHandle(
    void *handle, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned int flags)
{
    int fd;

    GICUDA_NOT_NULL(handle);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_pool_export(gicuda_from_pool(pool), (int)type, flags, &fd));
    memcpy(handle, &fd, sizeof fd);
    return cudaSuccess;
}

cudaError_t cudaMemPoolImportFromShareableHandle(
    cudaMemPool_t *pool, void *handle, enum cudaMemAllocationHandleType type, unsigned int flags)
{
    gi_handle imported;

    GICUDA_NOT_NULL(pool);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_pool_import((int)(intptr_t)handle, (int)type, flags, &imported));
    *pool = gicuda_to_pool(imported);
    return cudaSuccess;
}

cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *data, void *pointer)
{
    struct gi_ipc_handle made;

    GICUDA_NOT_NULL(data);
    GICUDA_NOT_NULL(pointer);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_pool_export_pointer(gicuda_from_pointer(pointer), &made));
    memcpy(data, &made, sizeof made);
    return cudaSuccess;
}

cudaError_t cudaMemPoolImportPointer(void **pointer, cudaMemPool_t pool,
                                    struct cudaMemPoolPtrExportData *data)
{
    struct gi_ipc_handle sent;
    uint64_t address;

    GICUDA_NOT_NULL(pointer);
    GICUDA_NOT_NULL(data);
    GICUDA_TRY(gicuda_begin());
    *pointer = NULL;
    memcpy(&sent, data, sizeof sent);
    GICUDA_TRY(gi_pool_import_pointer(gicuda_from_pool(pool), &sent, &address));
    *pointer = gicuda_to_pointer(address);
    return cudaSuccess;
}
