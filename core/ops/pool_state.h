/** Pools inside the core.
 *
 *  A pool takes blocks from the driver (heap.h) and keeps them until a synchronisation or a trim. A
 *  piece of one is a *pooled*: allocations refer to it, one after the other. What was freed in a
 *  stream waits in the pool's cache for that stream to come to the place where it was freed; until
 *  then the same stream alone may have it again, at once. Afterwards, and when no command refers to
 *  an allocation on it, it goes back to the pool's blocks and is anybody's.
 *
 *  A synchronisation takes from a pool what is over its threshold, which is all of it unless the
 *  program says otherwise: programs that allocate anew in each round would ask the driver for a
 *  block in each. So the device keeps one such block, no pool's, for whichever pool grows next,
 *  until a trim, a reset, or a shortage.
 *
 *  Locks: gi_pool.lock and gi_pool_set.lock are leaves; nothing is given back under them. */
#ifndef GI_POOL_STATE_H
#define GI_POOL_STATE_H

#include <pthread.h>

#include "memory/allocation.h"
#include "queue/device_state.h"
#include "share/ipc_server.h"
#include "pool.h"

#define GI_POOL_BUCKETS 64u

struct gi_pooled {
    atomic_uint refs;                    /* of allocations on it, and the cache's */
    struct gi_pool *pool;                /* referenced */
    struct gi_heap_range *range;
    struct gi_memory *memory;

    /* In the cache: */
    uint64_t stream_id, seq;             /* where it was freed */
    struct gi_stream *stream;            /* referenced */
    struct gi_pooled *next, *previous;   /* in its bucket */
    struct gi_pooled *younger, *older;
};

struct gi_pool {
    struct gi_object object;
    struct gi_device *device;
    bool is_default, is_shareable;
    bool is_imported;                    /* of another process: nothing is allocated from it */
    struct gi_ipc_words exporter;        /* of an imported one: whom to ask */
    _Atomic uint64_t release_threshold;
    atomic_int reuse[3];                 /* the program's wishes, by attribute - 1 */
    struct gi_heap heap;
    _Atomic uint64_t used_bytes, used_high_bytes;

    struct gi_pool_set *set;
    struct gi_pool *next, *previous;     /* in set */

    pthread_mutex_t lock;                /* guards the rest */
    bool is_destroyed;                   /* keeps nothing any more */
    struct gi_pooled *buckets[GI_POOL_BUCKETS];
    struct gi_pooled *youngest, *oldest;
};

/** A device's pools. */
struct gi_pool_set {
    struct gi_keeper keeper;             /* first */
    pthread_mutex_t lock;                /* guards first and current */
    struct gi_pool *first;
    struct gi_pool *current;             /* referenced unless it is the default one */
    struct gi_pool *standard;            /* the default one; never ends */
    gi_handle standard_handle;
    atomic_bool has_garbage;             /* something may be there to give back */
};

/** A device's pools, made if there are none.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_set_of(struct gi_device *device, struct gi_pool_set **out_set);

/** The pool a handle means, 0 the current one of a device; referenced.
 *  Errors: GI_INVALID_HANDLE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_acquire(gi_handle handle, struct gi_device *device,
                                        struct gi_pool **out_pool);

static inline void gi_pool_release(struct gi_pool *pool)
{
    gi_object_unref(&pool->object);
}

/** A pool that a call has to name: 0 is none.
 *  Errors: GI_INVALID_VALUE for 0; GI_INVALID_HANDLE. */
GI_MUST_CHECK gi_status gi_pool_acquire_named(gi_handle handle, struct gi_pool **out_pool);

/** A pool of another process.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_new_imported(struct gi_device *device,
                                             const struct gi_ipc_words *exporter,
                                             gi_handle *out_pool);

/** A pool's handle has ended: it is nobody's current pool and keeps nothing any more. No lock. */
void gi_pool_end(struct gi_pool *pool);

#endif
