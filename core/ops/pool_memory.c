#include "pool_memory.h"

#include "stream/append.h"
#include "memory.h"
#include "pool_cache.h"
#include "stream/scheduler.h"
#include "stream/stream_state.h"

/* ---- allocations on pieces of a pool --------------------------------------------------------- */

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

static struct gi_pooled *pooled_of(const struct gi_allocation *allocation)
{
    return ((struct pool_memory *)allocation->rest)->pooled;
}

static void release(struct gi_allocation *allocation)
{
    gi_pooled_unref(pooled_of(allocation));
}

static void unpublished(struct gi_allocation *allocation)
{
    note_free(pooled_of(allocation)->pool, allocation->size_bytes);
}

/* A call that frees in stream order has already waited for the memory's users. */
static void describe(const struct gi_allocation *allocation, uint64_t offset_bytes,
                     struct gi_pointer_info *out_info)
{
    (void)offset_bytes;
    out_info->pool = gi_handle_of(&pooled_of(allocation)->pool->object);
}

static const struct gi_allocation_type pool_type = {
    .size = sizeof(struct pool_memory),
    .describe = describe,
    .kind = GI_POINTER_DEVICE,
    .words = "device memory, which the device's free frees",
    .freed_by = GI_FREED_BY_DEVICE_FREE,
    .free_waits = GI_FREE_WAITS_FOR_NONE,
    .shared_by = GI_SHARED_BY_POOL,
    .outlives_context = true,
    .release = release,
    .unpublished = unpublished,
};

struct gi_pool *gi_pool_of(const struct gi_allocation *allocation)
{
    return allocation->rest->type == &pool_type ? pooled_of(allocation)->pool : NULL;
}

/* ---- allocating ------------------------------------------------------------------------------ */

/* The allocation takes the piece, or the piece is returned. */
static gi_status publish(struct gi_pooled *pooled, uint64_t size_bytes, uint64_t *out_pointer)
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

gi_status gi_pool_alloc_in_order(struct gi_stream *stream, struct gi_operation_pool_alloc *alloc)
{
    struct gi_pooled *pooled;
    gi_status status = gi_pooled_take(alloc->pool, stream, alloc->size_bytes, &pooled);

    alloc->pointer = 0;
    return status == GI_OK ? publish(pooled, alloc->size_bytes, &alloc->pointer) : status;
}

/* ---- freeing --------------------------------------------------------------------------------- */

static gi_status free_pooled(struct gi_allocation *allocation, struct gi_stream *stream)
{
    /* The order behind other streams is appended first, so that the point comes after their
     * work, too. */
    gi_status status = gi_append_order(stream);

    if (status != GI_OK)
        return status;
    if (!gi_allocation_unpublish(allocation))
        return gi_fail(GI_INVALID_VALUE, "free in stream order: 0x%llx was freed by another thread",
                       (unsigned long long)allocation->device_address);
    unpublished(allocation);
    gi_pooled_keep_for(pooled_of(allocation), stream, gi_stream_newest(stream));
    gi_allocation_unref(allocation);             /* the map's reference */
    return GI_OK;
}

gi_status gi_pool_free_in_order(struct gi_stream *stream,
                                const struct gi_operation_pool_free *free)
{
    return gi_pool_of(free->allocation) != NULL ? free_pooled(free->allocation, stream)
                                                : gi_memory_free_unsettled(free->pointer);
}
