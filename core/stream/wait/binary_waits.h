/** Binary semaphores that the host cannot ask about: what this process has done with them, and the
 *  streams that wait for a turn to let a queue wait.
 *
 *  A queue that waits for one holds back all that is submitted to it later, be it the very work
 *  that comes before the signal. So such a wait goes to a lane of its own; where none is free, the
 *  host holds it until there is one, or until this process has submitted a signal. */
#ifndef GI_BINARY_WAITS_H
#define GI_BINARY_WAITS_H

#include "queue/device_state.h"
#include "semaphore_object.h"
#include "wait_plan.h"

/** A wait, and its place in the row; embedded in the stream's alarm while it is there. */
struct gi_binary_waiter {
    struct gi_semaphore *semaphore;
    uint64_t signals_before;         /* enqueued by this process before the wait was */
    struct gi_lane *lane;            /* the stream's own */
    struct gi_wait_facts facts;      /* with what the row knows, as it was last planned */
    struct gi_progress_waiter *want; /* fires on the device's progress thread when the plan for it
                                        changes */
    struct gi_binary_waiter *next, *previous; /* the row's own from here on */
    bool listed;
};

/** A lane of the plan, and its value. GI_WAIT_ON_FREE_LANE: the one taken; the value is not set.
 *  GI_WAIT_ON_OWN_LANE_BEHIND: the one that reaches the signal. */
struct gi_binary_wait_lane {
    struct gi_lane *lane;
    uint64_t value;
};

/** Fills in turn->facts what is known now, and acts on what gi_wait_plan makes of them before that
 *  can change: a wait that goes to a lane counts as submitted, and a free lane is taken for it.
 *  Threads: any. */
void gi_binary_waits_take(struct gi_device *device, struct gi_binary_waiter *turn,
                          struct gi_binary_wait_lane *out_lane);

/** A wait that counts as submitted never will be. */
void gi_binary_waits_take_back(struct gi_device *device, struct gi_semaphore *semaphore);

/** Puts turn at the end of the row unless its plan has changed; *out_waits: it is in the row.
 *  Owner:  turn and what it names stay valid until its want has fired or it was left.
 *  Errors: GI_OS_ERROR if the progress thread cannot be started. */
GI_MUST_CHECK gi_status gi_binary_waits_wait(struct gi_device *device,
                                             struct gi_binary_waiter *turn,
                                             bool *out_waits);

/** Leaves the row; false if its want fires, or is about to. */
bool gi_binary_waits_leave(struct gi_device *device, struct gi_binary_waiter *turn);

/** A lane may be free: the first in the row who wants one is told. */
void gi_binary_waits_lane_is_free(struct gi_device *device);

/** What this process does with a semaphore; the others are ignored. */
void gi_binary_waits_signal_enqueued(struct gi_device *device, struct gi_semaphore *semaphore);
uint64_t gi_binary_waits_signals_enqueued(struct gi_device *device, struct gi_semaphore *semaphore);

/** The signals were submitted with that value of the lane, or, where lane is NULL, never will
 *  be. */
void gi_binary_waits_signals_settled(struct gi_device *device, const struct gi_signal *signals,
                                     size_t count, struct gi_lane *lane, uint64_t value);

/** The host has signalled it itself. */
void gi_binary_waits_host_has_signalled(struct gi_device *device, struct gi_semaphore *semaphore);

#endif
