#include "pool.h"

#include <stdlib.h>

#include "graph_windows.h"
#include "pool_cache.h"

enum { PINNED = 1, LOCATED_ON_DEVICE = 1, READ_WRITE = 3 };
enum { HANDLE_NONE = 0, HANDLE_FD = 1, HANDLE_FABRIC = 8 };

/* ---- making and ending ---------------------------------------------------------------------- */

static struct gi_pool *pool_from(struct gi_object *object)
{
    return (struct gi_pool *)object;
}

static void list_pool(struct gi_pool_set *set, struct gi_pool *pool)
{
    pthread_mutex_lock(&set->lock);
    pool->set = set;
    pool->next = set->first;
    if (pool->next != NULL)
        pool->next->previous = pool;
    set->first = pool;
    pthread_mutex_unlock(&set->lock);
}

static void unlist_pool(struct gi_pool *pool)
{
    struct gi_pool_set *set = pool->set;

    pthread_mutex_lock(&set->lock);
    if (pool->previous != NULL)
        pool->previous->next = pool->next;
    else if (set->first == pool)
        set->first = pool->next;
    if (pool->next != NULL)
        pool->next->previous = pool->previous;
    pool->next = pool->previous = NULL;
    pthread_mutex_unlock(&set->lock);
}

/* Ends a pool with its last reference. Its handle and all its allocations are gone. */
static void finish_pool(struct gi_object *object)
{
    struct gi_pool *pool = pool_from(object);

    gi_heap_finish(&pool->heap);
    gi_heap_spare_drop(&pool->device->pool_spare);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

/* The size of a pool's blocks: the spare block's, so that the next pool can use that. A pool
 * with a lower limit has smaller blocks. */
static uint64_t block_bytes_for(const struct gi_device *device, uint64_t max_bytes)
{
    uint64_t bytes = device->pool_spare.size_bytes;

    if (max_bytes != 0 && max_bytes < bytes)
        bytes = (max_bytes + GI_HEAP_ALIGNMENT - 1) / GI_HEAP_ALIGNMENT * GI_HEAP_ALIGNMENT;
    return bytes;
}

static gi_status new_pool(struct gi_device *device, bool shareable, uint64_t max_bytes,
                          struct gi_pool **out_pool, gi_handle *out_handle)
{
    struct gi_pool *pool = calloc(1, sizeof *pool);
    gi_status status;

    *out_pool = NULL;
    *out_handle = 0;
    if (pool == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a memory pool");
    pool->device = device;
    pool->is_shareable = shareable;
    gi_heap_init(&pool->heap, device->base, GI_MEMORY_DEVICE, block_bytes_for(device, max_bytes));
    pool->heap.retains = true;
    pool->heap.exportable = shareable;
    pool->heap.spare = &device->pool_spare;
    pool->heap.max_bytes = max_bytes != 0 && max_bytes < pool->heap.block_bytes
                               ? pool->heap.block_bytes : max_bytes;
    for (size_t i = 0; i < 3; i++)
        atomic_init(&pool->reuse[i], 1);
    pthread_mutex_init(&pool->lock, NULL);
    status = gi_handle_create(&pool->object, GI_OBJECT_POOL, finish_pool, out_handle);
    if (status != GI_OK) {
        finish_pool(&pool->object);
        return status;
    }
    *out_pool = pool;
    return GI_OK;
}

/* ---- a device's pools ----------------------------------------------------------------------- */

static pthread_mutex_t making_lock = PTHREAD_MUTEX_INITIALIZER;

static gi_status make_set(struct gi_device *device, struct gi_pool_set **out_set)
{
    struct gi_pool_set *set = calloc(1, sizeof *set);
    gi_status status;

    *out_set = NULL;
    if (set == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a device's memory pools");
    status = new_pool(device, false, 0, &set->standard, &set->standard_handle);
    if (status != GI_OK) {
        free(set);
        return status;
    }
    pthread_mutex_init(&set->lock, NULL);
    set->keeper = gi_pool_keeper;
    gi_heap_init(&set->graphs.heap, device->base, GI_MEMORY_DEVICE, block_bytes_for(device, 0));
    set->graphs.heap.retains = true;
    set->graphs.heap.spare = &device->pool_spare;
    gi_graph_windows_init(&set->graphs, device);
    set->standard->is_default = true;
    set->current = set->standard;
    list_pool(set, set->standard);
    *out_set = set;
    return GI_OK;
}

static struct gi_pool_set *set_from(struct gi_keeper *keeper)
{
    return (struct gi_pool_set *)keeper;         /* its first member */
}

gi_status gi_pool_set_of(struct gi_device *device, struct gi_pool_set **out_set)
{
    gi_status status = GI_OK;

    *out_set = set_from(atomic_load_explicit(&device->pools, memory_order_acquire));
    if (*out_set != NULL)
        return GI_OK;
    pthread_mutex_lock(&making_lock);
    *out_set = set_from(atomic_load_explicit(&device->pools, memory_order_relaxed));
    if (*out_set == NULL) {
        status = make_set(device, out_set);
        if (status == GI_OK)
            atomic_store_explicit(&device->pools, &(*out_set)->keeper, memory_order_release);
    }
    pthread_mutex_unlock(&making_lock);
    return status;
}

static gi_status set_at(int ordinal, struct gi_pool_set **out_set)
{
    struct gi_device *device;
    gi_status status = gi_device_at(ordinal, &device);

    *out_set = NULL;
    return status == GI_OK ? gi_pool_set_of(device, out_set) : status;
}

/* The vendors report this by another code than for other handles. */
static gi_status no_pool(gi_handle handle)
{
    return gi_fail(GI_INVALID_VALUE, "memory pool: 0x%llx is no pool, or one that was destroyed",
                   (unsigned long long)handle);
}

gi_status gi_pool_acquire(gi_handle handle, struct gi_device *device, struct gi_pool **out_pool)
{
    struct gi_pool_set *set;
    struct gi_object *object;
    gi_status status;

    *out_pool = NULL;
    if (handle != 0) {
        status = gi_handle_acquire(handle, GI_OBJECT_POOL, &object);
        if (status == GI_INVALID_HANDLE)
            return no_pool(handle);
        *out_pool = status == GI_OK ? pool_from(object) : NULL;
        return status;
    }
    status = gi_pool_set_of(device, &set);
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&set->lock);
    *out_pool = set->current;
    gi_object_ref(&set->current->object);
    pthread_mutex_unlock(&set->lock);
    return GI_OK;
}

gi_status gi_pool_acquire_named(gi_handle handle, struct gi_pool **out_pool)
{
    *out_pool = NULL;
    if (handle == 0)
        return gi_fail(GI_INVALID_VALUE, "memory pool: the handle is NULL");
    return gi_pool_acquire(handle, NULL, out_pool);
}

/* Makes the default pool current if this one is current. */
static void drop_current(struct gi_pool_set *set, struct gi_pool *pool)
{
    bool was_current;

    pthread_mutex_lock(&set->lock);
    was_current = set->current == pool;
    if (was_current)
        set->current = set->standard;
    pthread_mutex_unlock(&set->lock);
    if (was_current)
        gi_pool_release(pool);
}

static bool is_destroyed(struct gi_pool *pool)
{
    bool is;

    pthread_mutex_lock(&pool->lock);
    is = pool->is_destroyed;
    pthread_mutex_unlock(&pool->lock);
    return is;
}

/* Makes pool the current one. Takes over the caller's reference. Another thread may end the pool
 * meanwhile. gi_pool_end marks it before it calls drop_current, so either that call finds the pool
 * current, or the mark is seen here. */
static gi_status set_current(struct gi_pool_set *set, struct gi_pool *pool, gi_handle handle)
{
    struct gi_pool *before;
    gi_status status = GI_OK;

    gi_object_ref(&pool->object);        /* the set's */
    pthread_mutex_lock(&set->lock);
    before = set->current;
    set->current = pool;
    pthread_mutex_unlock(&set->lock);
    if (!before->is_default)
        gi_pool_release(before);
    if (pool->is_default)
        gi_pool_release(pool);           /* the set holds its own for ever */
    if (is_destroyed(pool)) {
        drop_current(set, pool);
        status = no_pool(handle);
    }
    gi_pool_release(pool);
    return status;
}

/* ---- calls of the front ends ---------------------------------------------------------------- */

static gi_status check_request(const struct gi_pool_request *request)
{
    if (request->allocation_type != PINNED)
        return gi_fail(request->allocation_type == 2 ? GI_NOT_SUPPORTED : GI_INVALID_VALUE,
                       "memory pool: allocation type is %d; 1 (pinned) is what there is",
                       request->allocation_type);
    if (request->location_type != LOCATED_ON_DEVICE)
        return gi_fail(request->location_type == 2 || request->location_type == 3
                           ? GI_NOT_SUPPORTED : GI_INVALID_VALUE,
                       "memory pool: location type is %d; 1 (a device) is what there is",
                       request->location_type);
    if (request->handle_type != HANDLE_NONE && request->handle_type != HANDLE_FD)
        return gi_fail((request->handle_type & ~HANDLE_FD) == HANDLE_FABRIC
                           ? GI_NOT_SUPPORTED : GI_INVALID_VALUE,
                       "memory pool: handle type is %d; 0 (none) and 1 (a file descriptor) exist "
                       "on this system", request->handle_type);
    if (request->max_bytes > UINT64_MAX - GI_POOL_BLOCK_BYTES)
        return gi_fail(GI_OUT_OF_MEMORY, "memory pool: max_bytes is %llu, more than any device "
                       "has", (unsigned long long)request->max_bytes);
    return GI_OK;
}

gi_status gi_pool_create(const struct gi_pool_request *request, gi_handle *out_pool)
{
    struct gi_device *device;
    struct gi_pool_set *set;
    struct gi_pool *pool;
    bool shareable = request->handle_type == HANDLE_FD;
    gi_status status = check_request(request);

    *out_pool = 0;
    if (status == GI_OK)
        status = gi_device_at(request->device, &device);
    if (status == GI_OK)
        status = gi_pool_set_of(device, &set);
    if (status != GI_OK)
        return status;
    if (shareable && (device->base->driver->memory->export == NULL ||
                      device->base->driver->memory->allocate_exportable == NULL))
        return gi_fail(GI_NOT_SUPPORTED, "memory pool: handle type 1, but driver %s cannot share "
                       "memory with other processes", device->base->info.driver_name);
    status = new_pool(device, shareable, request->max_bytes, &pool, out_pool);
    if (status == GI_OK) {
        list_pool(set, pool);
        pool->object.device = device;    /* a reset may end it only once it is listed */
    }
    return status;
}

gi_status gi_pool_new_imported(struct gi_device *device, const struct gi_ipc_words *exporter,
                               gi_handle *out_pool)
{
    struct gi_pool_set *set;
    struct gi_pool *pool;
    gi_status status = gi_pool_set_of(device, &set);

    *out_pool = 0;
    if (status == GI_OK)
        status = new_pool(device, false, 0, &pool, out_pool);
    if (status != GI_OK)
        return status;
    pool->is_imported = true;
    pool->exporter = *exporter;
    list_pool(set, pool);
    pool->object.device = device;        /* as above */
    return GI_OK;
}

void gi_pool_end(struct gi_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->is_destroyed = true;
    pthread_mutex_unlock(&pool->lock);
    drop_current(pool->set, pool);
    unlist_pool(pool);
    gi_pool_collect(pool, true);
    gi_heap_trim(&pool->heap, 0);
}

gi_status gi_pool_destroy(gi_handle handle)
{
    struct gi_pool *pool;
    struct gi_object *object;
    gi_status status = gi_pool_acquire_named(handle, &pool);

    if (status != GI_OK)
        return status;
    if (pool->is_default) {
        gi_pool_release(pool);
        return gi_fail(GI_INVALID_VALUE, "memory pool: a device's default pool cannot be "
                       "destroyed");
    }
    gi_pool_release(pool);
    status = gi_handle_retire(handle, GI_OBJECT_POOL, &object);
    if (status != GI_OK)         /* another thread was first */
        return status == GI_INVALID_HANDLE ? no_pool(handle) : status;
    pool = pool_from(object);
    gi_pool_end(pool);
    gi_pool_release(pool);
    return GI_OK;
}

gi_status gi_pool_default(int device, gi_handle *out_pool)
{
    struct gi_pool_set *set;
    gi_status status = set_at(device, &set);

    *out_pool = status == GI_OK ? set->standard_handle : 0;
    return status;
}

gi_status gi_pool_current(int device, gi_handle *out_pool)
{
    struct gi_pool_set *set;
    gi_status status = set_at(device, &set);

    *out_pool = 0;
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&set->lock);
    *out_pool = gi_handle_of(&set->current->object);
    pthread_mutex_unlock(&set->lock);
    return GI_OK;
}

gi_status gi_pool_set_current(int device, gi_handle handle)
{
    struct gi_pool_set *set;
    struct gi_pool *pool;
    gi_status status = set_at(device, &set);

    if (status != GI_OK)
        return status;
    status = gi_pool_acquire_named(handle, &pool);
    if (status != GI_OK)
        return status;
    if (pool->is_imported) {
        gi_pool_release(pool);
        return gi_fail(GI_INVALID_VALUE, "memory pool: nothing can be allocated from another "
                       "process's");
    }
    if (pool->device->ordinal != device) {
        int other = pool->device->ordinal;

        gi_pool_release(pool);
        return gi_fail(GI_INVALID_VALUE, "memory pool: it is of device %d, not of %d", other,
                       device);
    }
    return set_current(set, pool, handle);
}

gi_status gi_pool_trim(gi_handle handle, uint64_t keep_bytes)
{
    struct gi_pool *pool;
    gi_status status = gi_pool_acquire_named(handle, &pool);

    if (status != GI_OK)
        return status;
    gi_pool_collect(pool, false);
    gi_heap_trim(&pool->heap, keep_bytes);
    gi_heap_spare_drop(&pool->device->pool_spare);
    gi_pool_release(pool);
    return GI_OK;
}

/* ---- attributes ----------------------------------------------------------------------------- */

static gi_status no_attribute(int attribute)
{
    return gi_fail(GI_INVALID_VALUE, "memory pool: attribute %d does not exist; 1 to 8 do",
                   attribute);
}

static gi_status get_attribute(struct gi_pool *pool, int attribute, uint64_t *out_value)
{
    switch ((enum gi_pool_attribute)attribute) {
    case GI_POOL_FOLLOW_EVENTS:
    case GI_POOL_OPPORTUNISTIC:
    case GI_POOL_INTERNAL_DEPENDENCIES:
        *out_value = (uint64_t)atomic_load(&pool->reuse[attribute - 1]);
        return GI_OK;
    case GI_POOL_RELEASE_THRESHOLD:
        *out_value = atomic_load(&pool->release_threshold);
        return GI_OK;
    case GI_POOL_RESERVED: *out_value = atomic_load(&pool->heap.reserved_bytes); return GI_OK;
    case GI_POOL_RESERVED_HIGH:
        *out_value = atomic_load(&pool->heap.reserved_high_bytes);
        return GI_OK;
    case GI_POOL_USED: *out_value = atomic_load(&pool->used_bytes); return GI_OK;
    case GI_POOL_USED_HIGH: *out_value = atomic_load(&pool->used_high_bytes); return GI_OK;
    }
    return no_attribute(attribute);
}

static gi_status reset_high(_Atomic uint64_t *high, _Atomic uint64_t *now, int attribute,
                            uint64_t value)
{
    if (value != 0)
        return gi_fail(GI_INVALID_VALUE, "memory pool: attribute %d is %llu; it can be set to 0, "
                       "which begins it anew", attribute, (unsigned long long)value);
    atomic_store(high, atomic_load(now));
    return GI_OK;
}

static gi_status set_attribute(struct gi_pool *pool, int attribute, uint64_t value)
{
    switch ((enum gi_pool_attribute)attribute) {
    case GI_POOL_FOLLOW_EVENTS:
    case GI_POOL_OPPORTUNISTIC:
    case GI_POOL_INTERNAL_DEPENDENCIES:
        atomic_store(&pool->reuse[attribute - 1], value != 0);
        return GI_OK;
    case GI_POOL_RELEASE_THRESHOLD:
        atomic_store(&pool->release_threshold, value);
        atomic_store(&pool->set->has_garbage, true);
        return GI_OK;
    case GI_POOL_RESERVED:
    case GI_POOL_USED:
        return gi_fail(GI_INVALID_VALUE, "memory pool: attribute %d can only be read", attribute);
    case GI_POOL_RESERVED_HIGH:
        return reset_high(&pool->heap.reserved_high_bytes, &pool->heap.reserved_bytes, attribute,
                          value);
    case GI_POOL_USED_HIGH:
        return reset_high(&pool->used_high_bytes, &pool->used_bytes, attribute, value);
    }
    return no_attribute(attribute);
}

gi_status gi_pool_get_attribute(gi_handle handle, int attribute, uint64_t *out_value)
{
    struct gi_pool *pool;
    gi_status status = gi_pool_acquire_named(handle, &pool);

    *out_value = 0;
    if (status != GI_OK)
        return status;
    status = get_attribute(pool, attribute, out_value);
    gi_pool_release(pool);
    return status;
}

gi_status gi_pool_set_attribute(gi_handle handle, int attribute, uint64_t value)
{
    struct gi_pool *pool;
    gi_status status = gi_pool_acquire_named(handle, &pool);

    if (status != GI_OK)
        return status;
    status = set_attribute(pool, attribute, value);
    gi_pool_release(pool);
    return status;
}

/* ---- access --------------------------------------------------------------------------------- */

gi_status gi_pool_get_access(gi_handle handle, int device, int *out_access)
{
    struct gi_device *asked;
    struct gi_pool *pool;
    gi_status status = gi_pool_acquire_named(handle, &pool);

    *out_access = 0;
    if (status != GI_OK)
        return status;
    status = gi_device_at(device, &asked);
    if (status == GI_OK)
        *out_access = asked == pool->device ? READ_WRITE : 0;
    gi_pool_release(pool);
    return status;
}

gi_status gi_pool_set_access(gi_handle handle, int device, int access)
{
    struct gi_device *asked;
    struct gi_pool *pool;
    gi_status status = gi_pool_acquire_named(handle, &pool);

    if (status != GI_OK)
        return status;
    status = gi_device_at(device, &asked);
    if (status != GI_OK)
        goto release;
    if (access != 0 && access != 1 && access != READ_WRITE)
        status = gi_fail(GI_INVALID_VALUE, "memory pool: access is %d; 0, 1 and 3 exist", access);
    else if (asked == pool->device && access != READ_WRITE)
        status = gi_fail(GI_INVALID_VALUE, "memory pool: access is %d; its own device keeps 3 "
                         "(read and write)", access);
    else if (asked != pool->device && access != 0)
        status = gi_fail(GI_INVALID_DEVICE, "memory pool: device %d does not reach memory of "
                         "device %d", device, pool->device->ordinal);
release:
    gi_pool_release(pool);
    return status;
}
