/** An opened device inside the core. */
#ifndef GI_DEVICE_STATE_H
#define GI_DEVICE_STATE_H

#include <pthread.h>

#include "device.h"
#include "heap.h"
#include "lane.h"
#include "progress.h"
#include "stamp.h"
#include "texture_table.h"

struct gi_allocation;
struct gi_pool_set;
struct gi_stream;
struct gi_turn;

/* Pinned pieces that a device keeps for copies of pageable memory (staging.h). */
#define GI_STAGING_SLOTS 16

struct gi_staging_slot {
    struct gi_allocation *piece;         /* referenced; NULL: not made yet */
    bool taken;
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
    struct gi_turn *first_turn, *last_turn;      /* who waits for a lane (turns.h) */
    atomic_bool is_leaving;              /* they are being released */

    struct gi_heap export_heap;          /* device memory that other processes may be given; empty
                                            where there is none */
    struct gi_heap device_heap, host_heap, managed_heap, image_heap;
    struct gi_heap_spare pool_spare;     /* of the pools (pool_state.h) */
    struct gi_texture_table textures;
    struct gi_progress progress, submissions;    /* what is done, and what is submitted */
    struct gi_stamps stamps;

    pthread_mutex_t active_lock;         /* guards active; a leaf */
    _Atomic(struct gi_stream *) active;  /* streams with work, each referenced by the list; written
                                            behind active_lock */
    atomic_size_t active_blocking;       /* those among them that order with the legacy stream */

    _Atomic(struct gi_pool_set *) pools; /* made at first use; pool_state.h */

    struct gi_stream *legacy;
    atomic_bool lost;
    struct gi_device *older;             /* lost ones that this one's predecessor replaced */

    pthread_mutex_t staging_lock;        /* guards staging; a leaf */
    struct gi_staging_slot staging[GI_STAGING_SLOTS];
};

/** The calling thread's current device, opened if it is not yet; the library never closes it.
 *  Errors: those of gi_device_count, and what opening can answer. */
GI_MUST_CHECK gi_status gi_device_current(struct gi_device **out_device);

/** A device by its ordinal, opened likewise.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_current. */
GI_MUST_CHECK gi_status gi_device_at(int ordinal, struct gi_device **out_device);

/** A device of the list if it is open, else NULL.
 *  Threads: any. */
struct gi_device *gi_device_if_open(int ordinal);

/** Puts a lost device aside; the next use of its ordinal opens it anew. Threads that are in a call
 *  with it may go on.
 *  Threads: any. */
void gi_device_retire(struct gi_device *device);

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

/** Gives the driver back what the heaps keep for the next allocations.
 *  Threads: any; no lock is held. */
void gi_device_trim_heaps(struct gi_device *device);

/** GI_DEVICE_LOST with a sentence. */
gi_status gi_device_lost_failure(const struct gi_device *device);

/** Calls visit for every opened device.
 *  Threads: any. */
void gi_device_for_each_open(void (*visit)(struct gi_device *device, void *argument),
                             void *argument);

#endif
