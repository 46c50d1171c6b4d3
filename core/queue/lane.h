/** A lane: one queue of a driver, with the core's lock and bookkeeping. */
#ifndef GI_LANE_H
#define GI_LANE_H

#include <pthread.h>
#include <stdatomic.h>

#include "contract/driver.h"

struct gi_lane {
    struct gi_queue *queue;
    struct gi_waiter *callers;       /* the device's waiter for threads that wait for the queue */
    pthread_mutex_t lock;            /* held around submit */
    _Atomic uint64_t last_value;     /* the last submitted value; written under lock */
    _Atomic uint64_t reached;        /* the highest value that was seen to be reached */
    _Atomic(const void *) newest_user;           /* the owner of the newest batch, and when it
                                                    came */
    _Atomic int64_t newest_ns;
    /* A held batch has a wait whose signal may not be submitted yet, or stands behind one that has.
     * first_held is the value of the first one, 0 if there is none. last_held is that of the last
     * one, under lock. Held batches may depend on a signal that never comes, so a shared lane must
     * not wait for one. */
    _Atomic uint64_t first_held;
    uint64_t last_held;
    struct gi_semaphore *awaited;    /* the semaphore that the lane waits for, at awaited_value; the
                                        lane then does nothing else (lane_wait.h). Referenced; under
                                        lock */
    uint64_t awaited_value;
    bool exclusive;                  /* belongs to one stream at a time */
    uint32_t users;                  /* streams that use it; under the device's lane_lock */
};

/** Opens a queue of the device.
 *  Owner:  borrows callers, a waiter of kind GI_WAITER_CALLERS, until the lane is closed.
 *  Errors: GI_OUT_OF_MEMORY, and what the driver answers. */
GI_MUST_CHECK gi_status gi_lane_open(struct gi_lane *lane, struct gi_waiter *callers,
                                     uint32_t index, bool exclusive);
void gi_lane_close(struct gi_lane *lane);

/** Submits a batch with the next value, which *out_value receives. held: a wait of the batch may
 *  come before the submission of its signal.
 *  Threads: any.
 *  Errors:  as the driver's submit; then nothing was submitted and no value is used up. */
GI_MUST_CHECK gi_status gi_lane_submit(struct gi_lane *lane, struct gi_batch *batch, bool held,
                                       uint64_t *out_value);

/** Whether the queue has reached value.
 *  Threads: any.
 *  Errors:  GI_NOT_READY; of a lost device a status of which gi_status_is_lost. */
GI_MUST_CHECK gi_status gi_lane_reached(struct gi_lane *lane, uint64_t value);

/** Notes the owner of the newest batch. user is compared, never dereferenced.
 *  Threads: any. */
void gi_lane_note_user(struct gi_lane *lane, const void *user);

/** Whether the newest batch belongs to this user.
 *  Threads: any. */
static inline bool gi_lane_is_newest_user(const struct gi_lane *lane, const void *user)
{
    return atomic_load_explicit(&lane->newest_user, memory_order_relaxed) == user;
}

/** Whether a batch of this user should wait and grow. That is so if another user submitted one a
 *  moment ago, or if two batches are unfinished. *out_value is then the queue's value when one
 *  batch is left.
 *  Threads: any. */
bool gi_lane_is_crowded(struct gi_lane *lane, const void *user, uint64_t *out_value);

/** Whether value may depend on a signal that is not submitted yet.
 *  Threads: any. */
bool gi_lane_is_held(struct gi_lane *lane, uint64_t value);

/** Sleeps until the queue has reached value.
 *  Units:   abs_deadline_ns on the monotonic clock.
 *  Threads: any.
 *  Errors:  as gi_lane_reached; GI_TIMEOUT if there is a deadline. */
GI_MUST_CHECK gi_status gi_lane_wait(struct gi_lane *lane, uint64_t value, int64_t abs_deadline_ns);

#endif
