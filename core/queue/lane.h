/** A lane: one queue of a driver, with the lock and the bookkeeping the core needs around it. */
#ifndef GI_LANE_H
#define GI_LANE_H

#include <pthread.h>
#include <stdatomic.h>

#include "contract/driver.h"

struct gi_lane {
    struct gi_queue *queue;
    struct gi_waiter *callers;       /* the device's, for threads that wait for the queue */
    pthread_mutex_t lock;            /* held around submit */
    _Atomic uint64_t last_value;     /* submitted so far; written behind lock */
    _Atomic uint64_t reached;        /* highest value seen to be reached */
    _Atomic(const void *) newest_user;           /* whose batch came last, and when */
    _Atomic int64_t newest_ns;
    /* The batches that wait ahead of their signals, or come behind one that does, as a run: the
     * first, 0 if there is none, and the last, behind lock. They are not sure to finish without
     * somebody's help, so a shared lane must not wait for one. */
    _Atomic uint64_t first_held;
    uint64_t last_held;
    struct gi_semaphore *awaited;    /* the lane waits for it at awaited_value, and does nothing
                                        else (lane_wait.h); referenced; behind lock */
    uint64_t awaited_value;
    bool exclusive;                  /* belongs to one stream at a time */
    uint32_t users;                  /* streams on it; behind the device's lane_lock */
};

/** Opens a queue of the device.
 *  Owner:  borrows callers, a waiter of kind GI_WAITER_CALLERS, until the lane is closed.
 *  Errors: GI_OUT_OF_MEMORY, and what the driver answers. */
GI_MUST_CHECK gi_status gi_lane_open(struct gi_lane *lane, struct gi_waiter *callers,
                                     uint32_t index, bool exclusive);
void gi_lane_close(struct gi_lane *lane);

/** Submits with the next value, which *out_value receives. held: a wait of the batch may be ahead
 *  of its signal.
 *  Threads: any.
 *  Errors:  as the driver's submit; nothing was submitted then and no value is used up. */
GI_MUST_CHECK gi_status gi_lane_submit(struct gi_lane *lane, struct gi_batch *batch, bool held,
                                       uint64_t *out_value);

/** Whether the queue has reached value.
 *  Threads: any.
 *  Errors:  GI_NOT_READY, GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_lane_reached(struct gi_lane *lane, uint64_t value);

/** Notes whose batch is the newest. user is compared, never followed.
 *  Threads: any. */
void gi_lane_note_user(struct gi_lane *lane, const void *user);

/** Whether the newest batch is of this user.
 *  Threads: any. */
static inline bool gi_lane_is_newest_user(const struct gi_lane *lane, const void *user)
{
    return atomic_load_explicit(&lane->newest_user, memory_order_relaxed) == user;
}

/** Whether a batch of this user had better wait and grow: another user submitted one a moment ago,
 *  or two batches are on their way. *out_value is then what the queue reaches when one is left.
 *  Threads: any. */
bool gi_lane_is_crowded(struct gi_lane *lane, const void *user, uint64_t *out_value);

/** Whether reaching value may need a signal that has not come. */
bool gi_lane_is_held(struct gi_lane *lane, uint64_t value);

/** Sleeps until the queue has reached value.
 *  Units:  abs_deadline_ns on the monotonic clock.
 *  Errors: GI_DEVICE_LOST; GI_TIMEOUT if there is a deadline. */
GI_MUST_CHECK gi_status gi_lane_wait(struct gi_lane *lane, uint64_t value, int64_t abs_deadline_ns);

#endif
