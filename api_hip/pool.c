#include "pool.h"

#include <string.h>

#include "front.h"
#include "handles.h"
#include "pool_share.h"

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), "passed on as it is")
SAME(GI_POOL_FOLLOW_EVENTS, hipMemPoolReuseFollowEventDependencies);
SAME(GI_POOL_OPPORTUNISTIC, hipMemPoolReuseAllowOpportunistic);
SAME(GI_POOL_INTERNAL_DEPENDENCIES, hipMemPoolReuseAllowInternalDependencies);
SAME(GI_POOL_RELEASE_THRESHOLD, hipMemPoolAttrReleaseThreshold);
SAME(GI_POOL_RESERVED, hipMemPoolAttrReservedMemCurrent);
SAME(GI_POOL_RESERVED_HIGH, hipMemPoolAttrReservedMemHigh);
SAME(GI_POOL_USED, hipMemPoolAttrUsedMemCurrent);
SAME(GI_POOL_USED_HIGH, hipMemPoolAttrUsedMemHigh);

/* ---- memory in the order of a stream --------------------------------------------------------- */

static hipError_t alloc_async(const char *caller, void **pointer, size_t size, gi_handle pool,
                               hipStream_t stream)
{
    uint64_t address;

    GIHIP_REQUIRE(pointer != NULL, "%s: pointer is NULL", caller);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_memory_alloc_async(size, pool, gihip_from_stream(stream), &address));
    *pointer = gihip_to_pointer(address);
    return hipSuccess;
}

hipError_t hipMallocAsync(void **pointer, size_t size, hipStream_t stream)
{
    return alloc_async(__func__, pointer, size, 0, stream);
}

hipError_t hipMallocFromPoolAsync(void **pointer, size_t size, hipMemPool_t pool,
                                    hipStream_t stream)
{
    GIHIP_NOT_NULL(pointer);
    GIHIP_NOT_NULL(pool);
    return alloc_async(__func__, pointer, size, gihip_from_pool(pool), stream);
}

hipError_t hipFreeAsync(void *pointer, hipStream_t stream)
{
    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_memory_free_async(gihip_from_pointer(pointer),
                                             gihip_from_stream(stream)));
}

/* ---- pools ----------------------------------------------------------------------------------- */

hipError_t hipMemPoolCreate(hipMemPool_t *pool, const hipMemPoolProps *properties)
{
    struct gi_pool_request request;
    gi_handle handle;

    GIHIP_NOT_NULL(pool);
    GIHIP_NOT_NULL(properties);
    GIHIP_TRY(gihip_begin());
    request = (struct gi_pool_request){
        .allocation_type = (int)properties->allocType,
        .handle_type = (int)properties->handleTypes,
        .location_type = (int)properties->location.type,
        .max_bytes = properties->maxSize,
    };
    if (properties->location.type == hipMemLocationTypeDevice)
        GIHIP_TRY(gi_visible_location(&gihip_visible, properties->location.id, &request.device));
    GIHIP_TRY(gi_pool_create(&request, &handle));
    *pool = gihip_to_pool(handle);
    return hipSuccess;
}

hipError_t hipMemPoolDestroy(hipMemPool_t pool)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_pool_destroy(gihip_from_pool(pool)));
}

hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t keep_bytes)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_pool_trim(gihip_from_pool(pool), keep_bytes));
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

hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void *value)
{
    uint64_t wanted = 0;

    GIHIP_NOT_NULL(value);
    GIHIP_TRY(gihip_begin());
    if (is_int((int)attribute))
        wanted = *(unsigned int *)value;
    else if (is_wide((int)attribute))
        wanted = *(uint64_t *)value;
    return gihip_error(gi_pool_set_attribute(gihip_from_pool(pool), (int)attribute, wanted));
}

hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void *value)
{
    uint64_t answer;

    GIHIP_NOT_NULL(value);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_pool_get_attribute(gihip_from_pool(pool), (int)attribute, &answer));
    if (is_int((int)attribute))
        *(int *)value = (int)answer;
    else
        *(uint64_t *)value = answer;
    return hipSuccess;
}

static gi_status location_device(const char *caller, const hipMemLocation *location,
                                 int *out_ordinal)
{
    if (location->type != hipMemLocationTypeDevice)
        return gi_fail(GI_INVALID_VALUE, "%s: location is of type %d; 1 (a device) is what there "
                       "is", caller, (int)location->type);
    return gi_visible_location(&gihip_visible, location->id, out_ordinal);
}

hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc *accesses,
                                 size_t count)
{
    int ordinal;

    GIHIP_REQUIRE(accesses != NULL || count == 0, "%s: accesses is NULL", __func__);
    GIHIP_TRY(gihip_begin());
    for (size_t i = 0; i < count; i++) {
        GIHIP_TRY(location_device(__func__, &accesses[i].location, &ordinal));
        GIHIP_TRY(gi_pool_set_access(gihip_from_pool(pool), ordinal, (int)accesses[i].flags));
    }
    return hipSuccess;
}

hipError_t hipMemPoolGetAccess(hipMemAccessFlags *flags, hipMemPool_t pool,
                                 hipMemLocation *location)
{
    int ordinal;
    int access;

    GIHIP_NOT_NULL(flags);
    GIHIP_NOT_NULL(location);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(location_device(__func__, location, &ordinal));
    GIHIP_TRY(gi_pool_get_access(gihip_from_pool(pool), ordinal, &access));
    *flags = (hipMemAccessFlags)access;
    return hipSuccess;
}

/* ---- the pools of a device ------------------------------------------------------------------- */

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int device)
{
    gi_handle handle;
    int ordinal;

    GIHIP_NOT_NULL(pool);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    GIHIP_TRY(gi_pool_default(ordinal, &handle));
    *pool = gihip_to_pool(handle);
    return hipSuccess;
}

hipError_t hipDeviceGetMemPool(hipMemPool_t *pool, int device)
{
    gi_handle handle;
    int ordinal;

    GIHIP_NOT_NULL(pool);
    GIHIP_TRY(gi_visible_location(&gihip_visible, device, &ordinal));
    GIHIP_TRY(gi_pool_current(ordinal, &handle));
    *pool = gihip_to_pool(handle);
    return hipSuccess;
}

hipError_t hipDeviceSetMemPool(int device, hipMemPool_t pool)
{
    int ordinal;

    GIHIP_TRY(gi_visible_location(&gihip_visible, device, &ordinal));
    return gihip_error(gi_pool_set_current(ordinal, gihip_from_pool(pool)));
}

/* ---- pools of other processes ---------------------------------------------------------------- */

_Static_assert(sizeof(hipMemPoolPtrExportData) == sizeof(struct gi_ipc_handle),
               "passed on as it is");

hipError_t hipMemPoolExportToShareableHandle(
    void *handle, hipMemPool_t pool, hipMemAllocationHandleType type, unsigned int flags)
{
    int fd;

    GIHIP_NOT_NULL(handle);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_pool_export(gihip_from_pool(pool), (int)type, flags, &fd));
    memcpy(handle, &fd, sizeof fd);
    return hipSuccess;
}

hipError_t hipMemPoolImportFromShareableHandle(
    hipMemPool_t *pool, void *handle, hipMemAllocationHandleType type, unsigned int flags)
{
    gi_handle imported;

    GIHIP_NOT_NULL(pool);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_pool_import((int)(intptr_t)handle, (int)type, flags, &imported));
    *pool = gihip_to_pool(imported);
    return hipSuccess;
}

hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *data, void *pointer)
{
    struct gi_ipc_handle made;

    GIHIP_NOT_NULL(data);
    GIHIP_NOT_NULL(pointer);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_pool_export_pointer(gihip_from_pointer(pointer), &made));
    memcpy(data, &made, sizeof made);
    return hipSuccess;
}

hipError_t hipMemPoolImportPointer(void **pointer, hipMemPool_t pool,
                                    hipMemPoolPtrExportData *data)
{
    struct gi_ipc_handle sent;
    uint64_t address;

    GIHIP_NOT_NULL(pointer);
    GIHIP_NOT_NULL(data);
    GIHIP_TRY(gihip_begin());
    memcpy(&sent, data, sizeof sent);
    GIHIP_TRY(gi_pool_import_pointer(gihip_from_pool(pool), &sent, &address));
    *pointer = gihip_to_pointer(address);
    return hipSuccess;
}
