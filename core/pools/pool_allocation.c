#include "pool_allocation.h"

#include "pool_cache.h"

static void note_alloc(struct gi_pool *pool, uint64_t size_bytes)
{
    uint64_t now = atomic_fetch_add(&pool->used_bytes, size_bytes) + size_bytes;
    uint64_t high = atomic_load(&pool->used_high_bytes);

    while (high < now && !atomic_compare_exchange_weak(&pool->used_high_bytes, &high, now))
        ;
}

static void note_free(struct gi_pool *pool, uint64_t size_bytes)
{
    atomic_fetch_sub(&pool->used_bytes, size_bytes);
    atomic_store(&pool->set->has_garbage, true);
}

struct pool_memory {
    struct gi_allocation_rest rest;      /* first */
    struct gi_pooled *pooled;            /* referenced */
};

struct gi_pooled *gi_pooled_of(const struct gi_allocation *allocation)
{
    return ((struct pool_memory *)allocation->rest)->pooled;
}

static void release_pooled(struct gi_allocation *allocation)
{
    gi_pooled_unref(gi_pooled_of(allocation));
}

static void unpublished(struct gi_allocation *allocation)
{
    note_free(gi_pooled_of(allocation)->pool, allocation->size_bytes);
}

/* A call that frees in stream order has already waited for the memory's users. */
static void describe_pooled(const struct gi_allocation *allocation, uint64_t offset_bytes,
                            struct gi_pointer_info *out_info)
{
    (void)offset_bytes;
    out_info->pool = gi_handle_of(&gi_pooled_of(allocation)->pool->object);
}

static const struct gi_allocation_type pool_type = {
    .size = sizeof(struct pool_memory),
    .describe = describe_pooled,
    .kind = GI_POINTER_DEVICE,
    .words = "device memory, which the device's free frees",
    .freed_by = GI_FREED_BY_DEVICE_FREE,
    .free_waits = GI_FREE_WAITS_FOR_NONE,
    .shared_by = GI_SHARED_BY_POOL,
    .outlives_context = true,
    .release = release_pooled,
    .unpublished = unpublished,
};

struct gi_pool *gi_pool_of(const struct gi_allocation *allocation)
{
    return allocation->rest->type == &pool_type ? gi_pooled_of(allocation)->pool : NULL;
}

gi_status gi_pooled_publish(struct gi_pooled *pooled, uint64_t size_bytes, uint64_t *out_pointer)
{
    struct gi_allocation *allocation;
    gi_status status = gi_allocation_make(&pool_type, pooled->pool->device, &allocation);

    if (status != GI_OK) {
        gi_pooled_unref(pooled);
        return status;
    }
    ((struct pool_memory *)allocation->rest)->pooled = pooled;
    gi_allocation_place(allocation, pooled->memory, pooled->range->offset_bytes, size_bytes);
    note_alloc(pooled->pool, size_bytes);        /* before another thread can free it */
    *out_pointer = allocation->device_address;
    status = gi_allocation_publish(allocation);
    if (status != GI_OK) {
        *out_pointer = 0;
        note_free(pooled->pool, size_bytes);
        gi_allocation_unref(allocation);
    }
    return status;
}

bool gi_pooled_unpublish(struct gi_allocation *allocation)
{
    if (!gi_allocation_unpublish(allocation))
        return false;
    unpublished(allocation);
    return true;
}
