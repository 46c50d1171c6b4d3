#include "pools/pool.h"

#include <string.h>

#include "front.h"
#include "handles.h"
#include "share/pool_share.h"

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), "passed on as it is")
SAME(GI_POOL_FOLLOW_EVENTS, gpuMemPoolReuseFollowEventDependencies);
SAME(GI_POOL_OPPORTUNISTIC, gpuMemPoolReuseAllowOpportunistic);
SAME(GI_POOL_INTERNAL_DEPENDENCIES, gpuMemPoolReuseAllowInternalDependencies);
SAME(GI_POOL_RELEASE_THRESHOLD, gpuMemPoolAttrReleaseThreshold);
SAME(GI_POOL_RESERVED, gpuMemPoolAttrReservedMemCurrent);
SAME(GI_POOL_RESERVED_HIGH, gpuMemPoolAttrReservedMemHigh);
SAME(GI_POOL_USED, gpuMemPoolAttrUsedMemCurrent);
SAME(GI_POOL_USED_HIGH, gpuMemPoolAttrUsedMemHigh);

/* ---- pools ----------------------------------------------------------------------------------- */

gpuError_t gpuMemPoolCreate(gpuMemPool_t *pool, const gpuMemPoolProps *properties)
{
    struct gi_pool_request request;
    gi_handle handle;

    FRONT_NOT_NULL(pool);
    FRONT_NOT_NULL(properties);
    for (size_t i = 0; FRONT_CHECKS_POOL_RESERVED && i < sizeof properties->reserved; i++)
        FRONT_REQUIRE(properties->reserved[i] == 0, "%s: reserved[%zu] is not 0", __func__, i);
    FRONT_TRY(front_begin_of_device());
    FRONT_UNSAFE();
    request = (struct gi_pool_request){
        .allocation_type = (int)properties->allocType,
        .handle_type = (int)properties->handleTypes,
        .location_type = (int)properties->location.type,
        .max_bytes = properties->maxSize,
    };
    if (properties->location.type == gpuMemLocationTypeDevice)
        FRONT_TRY(gi_visible_location(&front_interface, properties->location.id, &request.device));
    FRONT_TRY(gi_pool_create(&request, &handle));
    *pool = front_to_pool(handle);
    return gpuSuccess;
}

gpuError_t gpuMemPoolDestroy(gpuMemPool_t pool)
{
    FRONT_TRY(front_begin_of_device());
    FRONT_UNSAFE();
    return front_error(gi_pool_destroy(front_from_pool(pool)));
}

gpuError_t gpuMemPoolTrimTo(gpuMemPool_t pool, size_t keep_bytes)
{
    FRONT_TRY(front_begin_of_device());
    FRONT_UNSAFE();
    return front_error(gi_pool_trim(front_from_pool(pool), keep_bytes));
}

gpuError_t gpuMemPoolSetAttribute(gpuMemPool_t pool, gpuMemPoolAttr attribute, void *value)
{
    size_t bytes = gi_pool_attribute_bytes((int)attribute);
    uint64_t wanted = 0;         /* a value of unknown size is not accessed */

    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin_of_device());
    FRONT_UNSAFE();
    if (bytes == sizeof(uint32_t))
        wanted = *(const uint32_t *)value;
    else if (bytes == sizeof(uint64_t))
        wanted = *(const uint64_t *)value;
    return front_error(gi_pool_set_attribute(front_from_pool(pool), (int)attribute, wanted));
}

gpuError_t gpuMemPoolGetAttribute(gpuMemPool_t pool, gpuMemPoolAttr attribute, void *value)
{
    uint64_t answer;

    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin_of_device());
    FRONT_UNSAFE();
    FRONT_TRY(gi_pool_get_attribute(front_from_pool(pool), (int)attribute, &answer));
    if (gi_pool_attribute_bytes((int)attribute) == sizeof(int32_t))
        *(int32_t *)value = (int32_t)answer;
    else
        *(uint64_t *)value = answer;
    return gpuSuccess;
}

gi_status front_location_device(const char *caller, const gpuMemLocation *location,
                                int *out_ordinal)
{
    if (location->type != gpuMemLocationTypeDevice)
        return gi_fail(GI_INVALID_VALUE, "%s: location is of type %d; 1 (a device) is what there "
                       "is", caller, (int)location->type);
    return gi_visible_location(&front_interface, location->id, out_ordinal);
}

/* One vendor has the code of a device for one that is not there, the other that of a value. */
static gi_status device_of_access(const char *caller, const gpuMemLocation *location,
                                  int *out_ordinal)
{
    if (FRONT_ACCESS_NAMES_DEVICE && location->type == gpuMemLocationTypeDevice)
        return gi_visible_to_core(&front_interface, location->id, out_ordinal);
    return front_location_device(caller, location, out_ordinal);
}

gpuError_t gpuMemPoolSetAccess(gpuMemPool_t pool, const gpuMemAccessDesc *accesses,
                               size_t count)
{
    int ordinal;

    FRONT_REQUIRE(accesses != NULL || count == 0, "%s: accesses is NULL", __func__);
    FRONT_TRY(front_begin_of_device());
    FRONT_UNSAFE();
    for (size_t i = 0; i < count; i++) {
        FRONT_TRY(device_of_access(__func__, &accesses[i].location, &ordinal));
        FRONT_TRY(gi_pool_set_access(front_from_pool(pool), ordinal, (int)accesses[i].flags));
    }
    return gpuSuccess;
}

gpuError_t gpuMemPoolGetAccess(gpuMemAccessFlags *flags, gpuMemPool_t pool,
                               gpuMemLocation *location)
{
    int ordinal;
    int access;

    FRONT_NOT_NULL(flags);
    FRONT_NOT_NULL(location);
    FRONT_TRY(front_begin_of_device());
    FRONT_UNSAFE();
    FRONT_TRY(front_location_device(__func__, location, &ordinal));
    FRONT_TRY(gi_pool_get_access(front_from_pool(pool), ordinal, &access));
    *flags = (gpuMemAccessFlags)access;
    return gpuSuccess;
}

/* ---- the pools of a device ------------------------------------------------------------------- */

gpuError_t gpuDeviceGetDefaultMemPool(gpuMemPool_t *pool, int device)
{
    gi_handle handle;
    int ordinal;

    FRONT_NOT_NULL(pool);
    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    FRONT_TRY(gi_pool_default(ordinal, &handle));
    *pool = front_to_pool(handle);
    return gpuSuccess;
}

gpuError_t gpuDeviceGetMemPool(gpuMemPool_t *pool, int device)
{
    gi_handle handle;
    int ordinal;

    FRONT_NOT_NULL(pool);
    FRONT_TRY(gi_visible_location(&front_interface, device, &ordinal));
    FRONT_TRY(gi_pool_current(ordinal, &handle));
    *pool = front_to_pool(handle);
    return gpuSuccess;
}

gpuError_t gpuDeviceSetMemPool(int device, gpuMemPool_t pool)
{
    int ordinal;

    FRONT_TRY(gi_visible_location(&front_interface, device, &ordinal));
    FRONT_UNSAFE();
    return front_error(gi_pool_set_current(ordinal, front_from_pool(pool)));
}

/* ---- pools of other processes ---------------------------------------------------------------- */

_Static_assert(sizeof(gpuMemPoolPtrExportData) == sizeof(struct gi_ipc_handle),
               "passed on as it is");

gpuError_t gpuMemPoolExportToShareableHandle(
    void *handle, gpuMemPool_t pool, gpuMemAllocationHandleType type, gpuShareFlags_t flags)
{
    int fd;

    FRONT_NOT_NULL(handle);
    FRONT_TRY(front_begin_of_device());
    FRONT_TRY(gi_pool_export(front_from_pool(pool), (int)type, front_share_flags(flags), &fd));
    memcpy(handle, &fd, sizeof fd);
    return gpuSuccess;
}

gpuError_t gpuMemPoolImportFromShareableHandle(
    gpuMemPool_t *pool, void *handle, gpuMemAllocationHandleType type, gpuShareFlags_t flags)
{
    gi_handle imported;

    FRONT_NOT_NULL(pool);
    FRONT_TRY(front_begin_of_device());
    FRONT_TRY(gi_pool_import((int)(intptr_t)handle, (int)type, front_share_flags(flags),
                             &imported));
    *pool = front_to_pool(imported);
    return gpuSuccess;
}

gpuError_t gpuMemPoolExportPointer(gpuMemPoolPtrExportData *data, gpuAddress_t pointer)
{
    struct gi_ipc_handle made;

    FRONT_NOT_NULL(data);
    FRONT_REQUIRE(pointer != 0, "%s: pointer is NULL", __func__);
    FRONT_TRY(front_begin_of_device());
    FRONT_TRY(gi_pool_export_pointer(front_from_address(pointer), &made));
    memcpy(data, &made, sizeof made);
    return gpuSuccess;
}

gpuError_t gpuMemPoolImportPointer(gpuAddress_t *pointer, gpuMemPool_t pool,
                                   gpuMemPoolPtrExportData *data)
{
    struct gi_ipc_handle sent;
    uint64_t address;

    FRONT_NOT_NULL(pointer);
    FRONT_NOT_NULL(data);
    FRONT_TRY(front_begin_of_device());
    FRONT_CLEAR(pointer);
    memcpy(&sent, data, sizeof sent);
    FRONT_TRY(gi_pool_import_pointer(front_from_pool(pool), &sent, &address));
    *pointer = front_to_address(address);
    return gpuSuccess;
}
