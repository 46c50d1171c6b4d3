/** An opened device inside the core. */
#ifndef GI_DEVICE_STATE_H
#define GI_DEVICE_STATE_H

#include <pthread.h>

#include "device/device.h"
#include "device_table.h"
#include "memory/heap.h"
#include "lane.h"
#include "progress.h"
#include "memory/shown_images.h"
#include "memory/timestamp_slot.h"
#include "memory/texture_table.h"

struct gi_allocation;
struct gi_stream;
struct gi_binary_waiter;

/* Pools take this much at once, unless they or the device are small. */
#define GI_POOL_BLOCK_BYTES (UINT64_C(32) << 20)

/* Pinned pieces that a device keeps for copies of pageable memory (staging.h). */
#define GI_STAGING_SLOTS 16

struct gi_staging_slot {
    struct gi_allocation *piece;         /* referenced; NULL: not made yet */
    bool taken;
};

/** Who keeps memory of a device beside its heaps. Neither call holds a lock. */
struct gi_keeper {
    /** The program has waited for the device or a part of it. Cheap where there is nothing. */
    void (*synchronised)(struct gi_keeper *keeper);
    /** There is no memory: gives the driver back all that it can. */
    void (*give_back)(struct gi_keeper *keeper);
};

struct gi_device {
    int ordinal;
    struct gi_device_base *base;
    struct gi_waiter *callers;           /* for threads that wait for what they enqueued */
    struct gi_waiter *for_progress, *for_submissions;    /* the second is NULL where no semaphore
                                                            tells */
    struct gi_lane *lanes;
    uint32_t lane_count, shared_count;   /* lanes 0 .. shared_count - 1 are shared */
    pthread_mutex_t lane_lock;           /* guards users of the lanes, the next three, and what is
                                            noted of binary semaphores; a leaf */
    bool releases_waits;                 /* at exit (lane_wait.h) */
    struct gi_binary_waiter *first_turn, *last_turn;      /* who waits for a lane (turns.h) */
    atomic_bool is_leaving;              /* they are being released */

    struct gi_heap export_heap;          /* device memory that other processes may be given; empty
                                            where there is none */
    struct gi_heap device_heap, host_heap, managed_heap, image_heap;
    struct gi_heap_spare pool_spare;     /* of the pools (pool_state.h) */
    struct gi_texture_table textures;
    struct gi_shown_images shown;
    struct gi_progress progress, submissions;    /* what is done, and what is submitted */
    struct gi_timestamp_slots stamps;

    pthread_mutex_t active_lock;         /* guards active; a leaf */
    _Atomic(struct gi_stream *) active;  /* streams with work, each referenced by the list; written
                                            behind active_lock */
    atomic_size_t active_blocking;       /* those among them that order with the legacy stream */

    _Atomic(struct gi_keeper *) pools;   /* made at first use; pool_state.h */
    atomic_size_t touching_anything;     /* segments, not done yet, whose work may touch anything */
    void (*outlive)(struct gi_device *device,    /* has that work keep what goes (outlive.h); */
                    struct gi_allocation *allocation);   /* no lock is held */
    void (*reclaim)(struct gi_device *device);   /* for who finds no memory (reclaim.h); no lock is
                                                    held */

    struct gi_stream *legacy;
    atomic_bool lost;
    struct gi_device *older;             /* lost ones that this one's predecessor replaced */

    pthread_mutex_t staging_lock;        /* guards staging; a leaf */
    struct gi_staging_slot staging[GI_STAGING_SLOTS];
};

/** Takes a lane for a stream: an exclusive one while there are any, else the shared one with the
 *  fewest users. A quarter of the exclusive ones is left for waits. */
struct gi_lane *gi_device_take_lane(struct gi_device *device);

/** Takes an exclusive lane for a wait (lane_wait.h) if one is free, else NULL; whether one is free;
 *  whether there are such lanes at all. For the first two the lane_lock is held. */
struct gi_lane *gi_device_take_wait_lane(struct gi_device *device);
bool gi_device_has_wait_lane(const struct gi_device *device);
bool gi_device_gives_wait_lanes(const struct gi_device *device);

/** Gives a lane back; who is the first to wait for one hears of it. */
void gi_device_give_lane(struct gi_device *device, struct gi_lane *lane);

static inline bool gi_device_is_lost(struct gi_device *device)
{
    return atomic_load_explicit(&device->lost, memory_order_relaxed);
}

/** The program has waited for the device or a part of it: whoever keeps memory of it hears of it.
 *  Threads: any; no lock is held. */
static inline void gi_device_synchronised(struct gi_device *device)
{
    struct gi_keeper *pools = atomic_load_explicit(&device->pools, memory_order_acquire);

    if (pools != NULL)
        pools->synchronised(pools);
}

#endif
