/** An open device. */
#ifndef GI_DEVICE_STATE_H
#define GI_DEVICE_STATE_H

#include <pthread.h>

#include "base/print_queue.h"
#include "cards/device_list.h"
#include "device_memory.h"
#include "device_table.h"
#include "lane.h"
#include "progress.h"

struct gi_allocation;
struct gi_stream;
struct gi_binary_waiter;

/* The size of a block of a pool, unless the pool or the device is small. */
#define GI_POOL_BLOCK_BYTES (UINT64_C(32) << 20)

/* The number of pinned buffers that a device keeps for copies of pageable memory (staging.h). */
#define GI_STAGING_SLOTS 16

struct gi_staging_slot {
    struct gi_allocation *piece;         /* referenced; NULL until it is made */
    bool taken;
};

/* How many pieces of memory a device keeps for launches (launch_memory.h). */
#define GI_LAUNCH_MEMORIES 4

struct gi_launch_memory {
    struct gi_allocation *memory;        /* referenced; NULL: none */
    uint64_t stream;                     /* the id of the stream that used it last */
};

/* The newest cooperative launch of several blocks, until it is done (residency.h). */
struct gi_resident_launch {
    struct gi_stream *stream;            /* referenced; NULL: none */
    uint64_t seq;
    const void *owner;                   /* the launch's report, whose release ends it */
};

/** A keeper of a device's memory beside its heaps. The caller of both functions holds no lock. */
struct gi_keeper {
    /** The program has waited for the device or for a part of its work. Cheap if there is nothing
     *  to do. */
    void (*synchronised)(struct gi_keeper *keeper);
    /** Memory is short: gives the driver back all that it can. */
    void (*give_back)(struct gi_keeper *keeper);
};

struct gi_check_table;
struct gi_kernel_heap;

struct gi_device {
    int ordinal;
    struct gi_device_base *base;
    struct gi_waiter *callers;           /* for threads that wait for their own work */
    struct gi_waiter *for_progress, *for_submissions;    /* the second is NULL if no semaphore has
                                                            GI_SEMAPHORE_TELLS_SUBMITTED */
    struct gi_lane *lanes;
    uint32_t lane_count, shared_count;   /* lanes 0 .. shared_count - 1 are shared */
    pthread_mutex_t lane_lock;           /* guards the lanes' users, the next three fields, and the
                                            notes about binary semaphores; a leaf */
    bool releases_waits;                 /* at exit (lane_wait.h) */
    struct gi_binary_waiter *first_waiting, *last_waiting;      /* for a lane (binary_waits.h) */
    atomic_bool is_leaving;              /* the waiters are being released */

    struct gi_heap export_heap;          /* device memory that can be exported to other processes;
                                            empty if the driver cannot export */
    struct gi_heap device_heap, host_heap, managed_heap, image_heap;
    struct gi_heap_spare pool_spare;     /* shared by the device's pools (pool_state.h) */
    struct gi_texture_table textures;
    atomic_uint full_textures;           /* how many live ones need the full prelude */
    struct gi_shown_images shown;
    struct gi_progress progress, submissions;    /* wake on work that is done, and on signals that
                                                    are submitted */
    struct gi_timestamp_slots timestamps;

    pthread_mutex_t active_lock;         /* guards active; a leaf */
    _Atomic(struct gi_stream *) active;  /* streams with work, each referenced by the list; written
                                            under active_lock */

    _Atomic(struct gi_keeper *) pools;   /* made at the first use; pool_state.h */
    atomic_size_t touching_anything;     /* unfinished segments whose work may touch anything */
    /* Lets that work keep what is freed (outlive.h). The caller holds no lock. */
    void (*outlive)(struct gi_device *device, struct gi_allocation *allocation);
    void (*reclaim)(struct gi_device *device);   /* frees memory when an allocation fails
                                                    (reclaim.h); the caller holds no lock */

    struct gi_stream *legacy;            /* of the primary context */
    atomic_bool lost;
    struct gi_loss loss;                 /* why; written before lost is set */
    pthread_mutex_t loss_lock;           /* held while that is found out; taken before streams'
                                            locks */
    struct gi_device *older;             /* lost devices that had this ordinal before */

    pthread_mutex_t staging_lock;        /* guards staging; a leaf */
    struct gi_staging_slot staging[GI_STAGING_SLOTS];

    pthread_mutex_t launch_memory_lock;  /* guards the next two fields; a leaf */
    struct gi_launch_memory launch_memory[GI_LAUNCH_MEMORIES];
    uint64_t launch_memory_most;         /* bytes of a piece, since there was no larger one; 0: no
                                            bound */

    pthread_mutex_t resident_lock;       /* held while a cooperative launch is enqueued, and during
                                            the test of residency.h */
    pthread_mutex_t resident_launch_lock;        /* guards resident_launch; a leaf */
    _Atomic uint32_t resident_blocks;    /* 0: not known yet */
    struct gi_resident_launch resident_launch;

    pthread_mutex_t test_lock;           /* held during those of matrix_units.h, barrier_warps.h */
    _Atomic uint32_t matrix_units;       /* 0: not known yet; else that and its result */
    atomic_int barrier_warps;            /* the same */

    pthread_mutex_t kernel_heap_making;  /* held while one is made */
    pthread_mutex_t kernel_heap_lock;    /* guards kernel_heaps; a leaf, as a wait that finds the
                                            device lost looks at them */
    struct gi_kernel_heap *kernel_heaps; /* owned; kernel_heap.h */

    pthread_mutex_t check_lock;          /* guards check_table, and is held while one is made */
    struct gi_check_table *check_table;  /* the newest one of the memory check, owned; NULL: none
                                            was made yet */
};

/** Takes a lane for a stream: an exclusive one if there are any left, else the shared one with the
 *  fewest users. A quarter of the exclusive lanes is kept for waits.
 *  Threads: any. */
struct gi_lane *gi_device_take_lane(struct gi_device *device);

/** Takes an exclusive lane for a wait (lane_wait.h), or NULL if none is free. The second function
 *  tells whether one is free, the third whether the device has exclusive lanes. The lane_lock is
 *  held for the first two. */
struct gi_lane *gi_device_take_wait_lane(struct gi_device *device);
bool gi_device_has_wait_lane(const struct gi_device *device);
bool gi_device_gives_wait_lanes(const struct gi_device *device);

/** Gives a lane back, and wakes the first waiter for one.
 *  Threads: any. */
void gi_device_give_lane(struct gi_device *device, struct gi_lane *lane);

static inline bool gi_device_is_lost(const struct gi_device *device)
{
    return atomic_load_explicit(&device->lost, memory_order_acquire);
}

/** Tells the keepers of memory that the program has waited for the device or for a part of its
 *  work, and writes what kernels have printed.
 *  Threads: any; no lock is held. */
static inline void gi_device_synchronised(struct gi_device *device)
{
    struct gi_keeper *pools = atomic_load_explicit(&device->pools, memory_order_acquire);

    gi_print_queue_flush();
    if (pools != NULL)
        pools->synchronised(pools);
}

#endif
