/** Binary semaphores that the host cannot ask about: what this process has done with them, and the
 *  streams that wait for a turn to let a queue wait.
 *
 *  A queue that waits for one holds back all that is submitted to it later, be it the very work
 *  that comes before the signal. So such a wait goes to a lane of its own; where none is free, the
 *  host holds it until there is one, or until this process has submitted a signal. */
#ifndef GI_TURNS_H
#define GI_TURNS_H

#include "device_state.h"

/** A stream's place in the row; embedded in its alarm. */
struct gi_turn {
    struct gi_semaphore *semaphore;
    uint64_t signals_before;         /* enqueued by this process before the wait was */
    bool wants_lane;                 /* else waits for those signals */
    struct gi_want *want;            /* fires on the device's progress thread when the turn comes */
    struct gi_turn *next, *previous; /* the row's own from here on */
    bool listed;
};

/** How a wait goes on. */
enum gi_way {
    GI_WAY_LANE,                 /* on the lane that was taken for it */
    GI_WAY_OWN_LANE,             /* on the stream's own lane, now */
    GI_WAY_BEHIND,               /* likewise once another lane, which another wait holds back, has
                                    reached the value of the signal */
    GI_WAY_LATER                 /* not yet: the turn has to be waited for */
};

struct gi_way_out {
    enum gi_way way;
    struct gi_lane *lane;
    uint64_t value;
    bool wants_lane;             /* later: for the turn */
};

static inline bool gi_semaphore_is_for_queues(const struct gi_semaphore *semaphore)
{
    return (semaphore->caps & GI_SEMAPHORE_HOST_WAIT) == 0;
}

/** Finds the way for a wait of a stream on that lane. Whatever it is but GI_WAY_LATER, the wait
 *  counts as submitted.
 *  Threads: any. */
struct gi_way_out gi_turns_find_way(struct gi_device *device, struct gi_lane *lane,
                                    struct gi_semaphore *semaphore, uint64_t signals_before);

/** A wait that counts as submitted never will be. */
void gi_turns_take_back(struct gi_device *device, struct gi_semaphore *semaphore);

/** Puts turn at the end of the row unless it has come; returns whether it is in the row.
 *  Owner:  turn and what it names stay valid until its want has fired or it was left.
 *  Errors: GI_OS_ERROR if the progress thread cannot be started. */
GI_MUST_CHECK gi_status gi_turns_wait(struct gi_device *device, struct gi_turn *turn,
                                      bool *out_waits);

/** Leaves the row; false if the turn has come and its want fires, or is about to. */
bool gi_turns_leave(struct gi_device *device, struct gi_turn *turn);

/** A lane may be free: the first in the row who wants one is told. */
void gi_turns_lane_is_free(struct gi_device *device);

/** What this process does with a semaphore; the others are ignored. */
void gi_turns_signal_enqueued(struct gi_device *device, struct gi_semaphore *semaphore);
uint64_t gi_turns_signals_enqueued(struct gi_device *device, struct gi_semaphore *semaphore);

/** The signals were submitted with that value of the lane, or, where lane is NULL, never will
 *  be. */
void gi_turns_signals_settled(struct gi_device *device, const struct gi_signal *signals,
                              size_t count, struct gi_lane *lane, uint64_t value);

/** The host has signalled it itself. */
void gi_turns_host_has_signalled(struct gi_device *device, struct gi_semaphore *semaphore);

#endif
