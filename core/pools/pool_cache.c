#include "pool_cache.h"

#include <stdlib.h>

#include "base/check.h"
#include "graph_pages.h"
#include "stream/append.h"
#include "stream/scheduler.h"

/* The number of streams that are looked at before a pool grows. */
#define LOOK_AT_STREAMS 32u

/* How many times too large a reused piece may be. */
#define WASTE 4u

/* ---- pieces of a pool ------------------------------------------------------------------------ */

void gi_pooled_unref(struct gi_pooled *pooled)
{
    struct gi_pool *pool = pooled->pool;

    if (atomic_fetch_sub_explicit(&pooled->refs, 1, memory_order_acq_rel) != 1)
        return;
    gi_heap_give(&pool->heap, pooled->range);
    atomic_store(&pool->set->has_garbage, true);
    free(pooled);
    gi_pool_release(pool);
}

static uint64_t rounded(uint64_t size_bytes)
{
    return (size_bytes + GI_HEAP_ALIGNMENT - 1) & ~(uint64_t)(GI_HEAP_ALIGNMENT - 1);
}

/* ---- the cache ------------------------------------------------------------------------------- */

static struct gi_pooled **bucket_of(struct gi_pool *pool, uint64_t stream_id, uint64_t size_bytes)
{
    uint64_t mixed = (stream_id * 31 + size_bytes / GI_HEAP_ALIGNMENT) *
                     UINT64_C(0x9e3779b97f4a7c15);

    return &pool->buckets[mixed >> 58];
}

_Static_assert(GI_POOL_BUCKETS == 64, "six bits choose a bucket");

/* Adds a piece with its references; the pool's lock is held. */
static void cache_add(struct gi_pool *pool, struct gi_pooled *pooled)
{
    struct gi_pooled **bucket = bucket_of(pool, pooled->stream_id, pooled->range->size_bytes);

    pooled->previous = NULL;
    pooled->next = *bucket;
    if (pooled->next != NULL)
        pooled->next->previous = pooled;
    *bucket = pooled;
    pooled->younger = NULL;
    pooled->older = pool->youngest;
    if (pool->youngest != NULL)
        pool->youngest->younger = pooled;
    else
        pool->oldest = pooled;
    pool->youngest = pooled;
}

static void cache_remove(struct gi_pool *pool, struct gi_pooled *pooled)
{
    if (pooled->previous != NULL)
        pooled->previous->next = pooled->next;
    else
        *bucket_of(pool, pooled->stream_id, pooled->range->size_bytes) = pooled->next;
    if (pooled->next != NULL)
        pooled->next->previous = pooled->previous;
    if (pooled->younger != NULL)
        pooled->younger->older = pooled->older;
    else
        pool->youngest = pooled->older;
    if (pooled->older != NULL)
        pooled->older->younger = pooled->younger;
    else
        pool->oldest = pooled->younger;
}

static bool has_come(struct gi_stream *stream, uint64_t seq)
{
    return seq <= atomic_load_explicit(&stream->points.done, memory_order_acquire);
}

bool gi_pool_collect(struct gi_pool *pool, bool all)
{
    bool is_left;
    struct gi_pooled *taken = NULL, *pooled, *younger;

    pthread_mutex_lock(&pool->lock);
    for (pooled = pool->oldest; pooled != NULL; pooled = younger) {
        younger = pooled->younger;
        if (!all && !has_come(pooled->stream, pooled->seq))
            continue;
        cache_remove(pool, pooled);
        pooled->next = taken;
        taken = pooled;
    }
    is_left = pool->oldest != NULL;
    pthread_mutex_unlock(&pool->lock);
    while (taken != NULL) {
        pooled = taken;
        taken = pooled->next;
        gi_stream_release(pooled->stream);
        gi_pooled_unref(pooled);
    }
    return is_left;
}

/* Looks at the streams that the cache waits for, so that they release what finished work holds. */
static void look_at_streams(struct gi_pool *pool)
{
    struct gi_stream *streams[LOOK_AT_STREAMS];
    size_t count = 0;

    pthread_mutex_lock(&pool->lock);
    for (struct gi_pooled *pooled = pool->oldest; pooled != NULL && count < LOOK_AT_STREAMS;
         pooled = pooled->younger) {
        bool known = has_come(pooled->stream, pooled->seq);

        for (size_t i = 0; i < count && !known; i++)
            known = streams[i] == pooled->stream;
        if (known)
            continue;
        gi_object_ref(&pooled->stream->object);
        streams[count++] = pooled->stream;
    }
    pthread_mutex_unlock(&pool->lock);
    while (count > 0) {
        gi_stream_wake(streams[--count]);
        gi_stream_release(streams[count]);
    }
}

/* Takes a piece that was freed in the same stream: one of exactly that size or, if any, a larger
 * one within the limit of WASTE. */
static struct gi_pooled *take_own(struct gi_pool *pool, const struct gi_stream *stream,
                                  uint64_t size_bytes, bool any)
{
    struct gi_pooled *pooled;

    pthread_mutex_lock(&pool->lock);
    pooled = any ? pool->youngest : *bucket_of(pool, stream->id, size_bytes);
    for (; pooled != NULL; pooled = any ? pooled->older : pooled->next) {
        uint64_t has = pooled->range->size_bytes;

        bool fits = any ? has >= size_bytes && has / WASTE <= size_bytes : has == size_bytes;

        if (fits && pooled->stream_id == stream->id)
            break;
    }
    if (pooled != NULL)
        cache_remove(pool, pooled);
    pthread_mutex_unlock(&pool->lock);
    if (pooled != NULL)
        gi_stream_release(pooled->stream);   /* never the last one: the caller has one, too */
    return pooled;
}

/* ---- finding room ---------------------------------------------------------------------------- */

static gi_status new_pooled(struct gi_pool *pool, uint64_t size_bytes, bool may_grow,
                            struct gi_pooled **out_pooled)
{
    struct gi_pooled *pooled = malloc(sizeof *pooled);   /* not calloc: see allocation.c */
    gi_status status;

    *out_pooled = NULL;
    if (pooled == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an allocation");
    *pooled = (struct gi_pooled){ .refs = 1, .pool = pool };
    status = may_grow
                 ? gi_heap_take(&pool->heap, size_bytes, &pooled->range, &pooled->memory)
                 : gi_heap_take_present(&pool->heap, size_bytes, &pooled->range, &pooled->memory);
    if (status != GI_OK) {
        free(pooled);
        return status;
    }
    gi_object_ref(&pool->object);
    *out_pooled = pooled;
    return GI_OK;
}

/* Finds memory without the driver. */
static gi_status find_present(struct gi_pool *pool, struct gi_stream *stream, uint64_t size_bytes,
                              struct gi_pooled **out_pooled)
{
    gi_status status;

    *out_pooled = take_own(pool, stream, rounded(size_bytes), false);
    if (*out_pooled != NULL)
        return GI_OK;
    status = new_pooled(pool, size_bytes, false, out_pooled);
    if (status != GI_NOT_READY)
        return status;
    look_at_streams(pool);
    gi_pool_collect(pool, false);
    status = new_pooled(pool, size_bytes, false, out_pooled);
    if (status != GI_NOT_READY)
        return status;
    *out_pooled = take_own(pool, stream, rounded(size_bytes), true);
    return *out_pooled != NULL ? GI_OK : GI_NOT_READY;
}

gi_status gi_pooled_take(struct gi_pool *pool, struct gi_stream *stream, uint64_t size_bytes,
                         struct gi_pooled **out_pooled)
{
    gi_status status = GI_NOT_READY;

    *out_pooled = NULL;
    if (gi_check_memory() && size_bytes <= UINT64_MAX / 2)
        size_bytes += GI_HEAP_ALIGNMENT;         /* no two allocations touch */
    if (size_bytes <= UINT64_MAX / 2)            /* else the heap reports it */
        status = find_present(pool, stream, size_bytes, out_pooled);
    if (status == GI_NOT_READY)
        status = new_pooled(pool, size_bytes, true, out_pooled);
    if (status != GI_OUT_OF_MEMORY)
        return status;
    pool->device->reclaim(pool->device);
    return new_pooled(pool, size_bytes, true, out_pooled);
}

void gi_pooled_keep_for(struct gi_pooled *pooled, struct gi_stream *stream, uint64_t seq)
{
    struct gi_pool *pool = pooled->pool;

    if (has_come(stream, seq))
        return;
    pthread_mutex_lock(&pool->lock);
    if (!pool->is_destroyed) {
        atomic_fetch_add_explicit(&pooled->refs, 1, memory_order_relaxed);
        gi_object_ref(&stream->object);
        pooled->stream = stream;
        pooled->stream_id = stream->id;
        pooled->seq = seq;
        cache_add(pool, pooled);
    }
    pthread_mutex_unlock(&pool->lock);
}

/* ---- giving back ----------------------------------------------------------------------------- */

/* Trims every pool of the device, to its threshold or completely. */
static void trim_pools(struct gi_pool_set *set, bool to_threshold)
{
    struct gi_pool *pools[16], *pool;
    size_t count = 0, skip = 0;

    do {
        count = 0;
        pthread_mutex_lock(&set->lock);
        pool = set->first;
        for (size_t i = 0; i < skip && pool != NULL; i++)
            pool = pool->next;
        for (; pool != NULL && count < sizeof pools / sizeof pools[0]; pool = pool->next) {
            gi_object_ref(&pool->object);
            pools[count++] = pool;
        }
        pthread_mutex_unlock(&set->lock);
        skip += count;
        for (size_t i = 0; i < count; i++) {
            if (gi_pool_collect(pools[i], false))
                atomic_store(&set->has_garbage, true);
            gi_heap_trim(&pools[i]->heap,
                         to_threshold ? atomic_load(&pools[i]->release_threshold) : 0);
            gi_pool_release(pools[i]);
        }
    } while (count == sizeof pools / sizeof pools[0]);
}

static void synchronised(struct gi_keeper *keeper)
{
    struct gi_pool_set *set = (struct gi_pool_set *)keeper;

    if (atomic_load_explicit(&set->has_garbage, memory_order_relaxed) &&
        atomic_exchange(&set->has_garbage, false))
        trim_pools(set, true);
}

static void give_back(struct gi_keeper *keeper)
{
    struct gi_pool_set *set = (struct gi_pool_set *)keeper;

    trim_pools(set, false);
    gi_heap_trim(&set->graphs.heap, 0);
    gi_graph_pages_give_back(&set->graphs);
}

const struct gi_keeper gi_pool_keeper = { .synchronised = synchronised, .give_back = give_back };
