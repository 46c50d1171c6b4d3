/** Pools inside the core.
 *
 *  A pool takes blocks from the driver (heap.h) and keeps them until a synchronisation or a
 *  trim. A gi_pooled is a piece of a block; allocations use it one after the other. A piece that
 *  was freed in a stream stays in the pool's cache until the stream reaches the free. Until then
 *  only the same stream may use it again. Afterwards, once no command refers to it, it returns
 *  to the pool's blocks.
 *
 *  A synchronisation returns the memory above the pool's threshold, which is 0 by default. A
 *  program that allocates anew in each round would then need a block from the driver in each
 *  round. So the device keeps one spare block outside all pools. The next pool that grows takes
 *  it. A trim, a reset or a lack of memory frees it.
 *
 *  Locks: gi_pool.lock and gi_pool_set.lock are leaves; no memory is returned under them. */
#ifndef GI_POOL_STATE_H
#define GI_POOL_STATE_H

#include <pthread.h>

#include "memory/allocation.h"
#include "memory/heap.h"
#include "queue/device_state.h"
#include "ipc_words.h"
#include "pool.h"

#define GI_POOL_BUCKETS 64u

struct gi_graph_block;
struct gi_graph_chunk;
struct gi_graph_window;

struct gi_pooled {
    atomic_uint refs;                    /* of allocations on it, and of the cache */
    struct gi_pool *pool;                /* referenced */
    struct gi_heap_range *range;
    struct gi_memory *memory;

    /* While in the cache: */
    uint64_t stream_id, seq;             /* where it was freed */
    struct gi_stream *stream;            /* referenced */
    struct gi_pooled *next, *previous;   /* in its bucket */
    struct gi_pooled *younger, *older;
};

struct gi_pool {
    struct gi_object object;
    struct gi_device *device;
    bool is_default, is_shareable;
    bool is_imported;                    /* of another process: does not allocate */
    struct gi_ipc_words exporter;        /* of an imported pool: the process to ask */
    _Atomic uint64_t release_threshold;
    atomic_int reuse[3];                 /* set by the program, by attribute - 1; without effect */
    struct gi_heap heap;
    _Atomic uint64_t used_bytes, used_high_bytes;

    struct gi_pool_set *set;
    struct gi_pool *next, *previous;     /* in set */

    pthread_mutex_t lock;                /* guards the rest */
    bool is_destroyed;                   /* caches no more pieces */
    struct gi_pooled *buckets[GI_POOL_BUCKETS];
    struct gi_pooled *youngest, *oldest;
};

#define GI_GRAPH_BUCKETS 64u

/** A device's memory of graphs (graph_memory_state.h, which says what guards it). */
struct gi_graph_store {
    struct gi_heap heap;                 /* of blocks that are in no window */
    uint64_t used_bytes, used_high_bytes;        /* of these blocks */
    struct gi_graph_block *free[GI_GRAPH_BUCKETS];
    struct gi_device *device;
    uint64_t chunk_bytes;                /* of a chunk; 0: the device has no ranges */
    uint64_t most_bytes;                 /* of a block in a window */
    struct gi_graph_window *windows[GI_GRAPH_BUCKETS];
    struct gi_graph_window *spare_windows;
    struct gi_graph_chunk *chunks;
    size_t chunk_count;
    uint64_t chunk_high_bytes, chunk_reserved_high_bytes;    /* since each was set anew */
};

/** A device's pools. */
struct gi_pool_set {
    struct gi_keeper keeper;             /* first */
    pthread_mutex_t lock;                /* guards first and current */
    struct gi_pool *first;
    struct gi_pool *current;             /* referenced unless it is the default pool */
    struct gi_pool *standard;            /* the default pool; never ends */
    gi_handle standard_handle;
    atomic_bool has_garbage;             /* there may be memory to return */
    struct gi_graph_store graphs;
};

/** The pools of a device; makes them if necessary.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_set_of(struct gi_device *device, struct gi_pool_set **out_set);

/** The pool of a handle; 0 means the device's current pool.
 *  Owner:  one reference, the caller's.
 *  Errors: GI_INVALID_HANDLE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_acquire(gi_handle handle, struct gi_device *device,
                                        struct gi_pool **out_pool);

static inline void gi_pool_release(struct gi_pool *pool)
{
    gi_object_unref(&pool->object);
}

/** The pool of a handle; 0 is invalid.
 *  Owner:  one reference, the caller's.
 *  Errors: GI_INVALID_VALUE for 0; GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_pool_acquire_named(gi_handle handle, struct gi_pool **out_pool);

/** Makes the pool for a pool of another process.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_new_imported(struct gi_device *device,
                                             const struct gi_ipc_words *exporter,
                                             gi_handle *out_pool);

/** A pool's handle has ended: the pool is no longer current, and caches no more pieces.
 *  Threads: any that holds no lock. */
void gi_pool_end(struct gi_pool *pool);

#endif
