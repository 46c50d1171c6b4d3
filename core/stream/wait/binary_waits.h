/** Binary semaphores that the host cannot query: this process's signals and waits of them, and the
 *  streams that wait until a lane can wait for one.
 *
 *  A queue that waits for a semaphore holds back all later work on it, perhaps even the work
 *  that comes before the signal. So the wait goes to a lane of its own. If none is free, the
 *  host holds the wait until a lane is free, or until this process has submitted a signal.
 *
 *  Threads: any. */
#ifndef GI_BINARY_WAITS_H
#define GI_BINARY_WAITS_H

#include "queue/device_state.h"
#include "semaphore_object.h"
#include "wait_plan.h"

/** A wait, as an entry in the device's list of waiters; embedded in the stream's gate waiter. */
struct gi_binary_waiter {
    struct gi_semaphore *semaphore;
    uint64_t signals_before;         /* enqueued by this process before the wait */
    struct gi_lane *lane;            /* the stream's own */
    struct gi_wait_facts facts;      /* as last planned, with what the list knows */
    struct gi_progress_waiter *progress;     /* notified on the device's progress thread when the
                                                plan for this wait changes */
    struct gi_binary_waiter *next, *previous;    /* from here on private to binary_waits.c */
    bool listed;
};

/** A lane of the plan, and its value. GI_WAIT_ON_FREE_LANE: the lane taken; value is not set.
 *  GI_WAIT_ON_OWN_LANE_BEHIND: the lane and value that reach the signal. */
struct gi_binary_wait_lane {
    struct gi_lane *lane;
    uint64_t value;
};

/** Fills in the waiter's facts and acts on gi_wait_plan's answer, under one lock. A wait that
 *  goes to a lane counts as submitted, and a free lane is taken for it. */
void gi_binary_waits_take(struct gi_device *device, struct gi_binary_waiter *waiter,
                          struct gi_binary_wait_lane *out_lane);

/** A wait that counts as submitted will never be submitted. */
void gi_binary_waits_take_back(struct gi_device *device, struct gi_semaphore *semaphore);

/** Appends the waiter to the list unless its plan has changed; *out_waits: it is in the list.
 *  Owner:  the waiter and what it names stay valid until it was notified or has left.
 *  Errors: GI_OS_ERROR if the progress thread cannot be started. */
GI_MUST_CHECK gi_status gi_binary_waits_wait(struct gi_device *device,
                                             struct gi_binary_waiter *waiter,
                                             bool *out_waits);

/** Takes the waiter out of the list; false if it was notified, or is about to be. */
bool gi_binary_waits_leave(struct gi_device *device, struct gi_binary_waiter *waiter);

/** A lane may be free: notifies the first waiter that needs one. */
void gi_binary_waits_lane_is_free(struct gi_device *device);

/** Notes a signal that this process enqueues. Semaphores that the host can query are ignored,
 *  here and below. */
void gi_binary_waits_signal_enqueued(struct gi_device *device, struct gi_semaphore *semaphore);
uint64_t gi_binary_waits_signals_enqueued(struct gi_device *device, struct gi_semaphore *semaphore);

/** The signals were submitted with that value of the lane. lane NULL: they will never be
 *  submitted. */
void gi_binary_waits_signals_settled(struct gi_device *device, const struct gi_signal *signals,
                                     size_t count, struct gi_lane *lane, uint64_t value);

/** The host has made the signal itself. */
void gi_binary_waits_host_has_signalled(struct gi_device *device, struct gi_semaphore *semaphore);

#endif
