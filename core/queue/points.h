/** Places in a stream that others wait for: how far the stream is, and who waits for what.
 *
 *  A stream numbers its segments 1, 2, 3, ...; a point is one of those numbers. Everything here is
 *  behind one small lock that no other lock is ever taken under, so streams can ask about each
 *  other while they hold their own. */
#ifndef GI_POINTS_H
#define GI_POINTS_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/status.h"

enum gi_point_state {
    GI_POINT_PENDING,            /* not given to a queue yet */
    GI_POINT_SUBMITTED,          /* the stream's queue will reach it by itself */
    GI_POINT_DONE,
    GI_POINT_FAILED              /* done with, but the work was given up or never ended */
};

/* So many failures of a stream are remembered, each a run of points; what failed before them counts
 * as done. */
#define GI_POINT_FAILURES 4u

struct gi_point_failure {
    uint64_t first, last;
    gi_status status;
};

/** One who waits for a point; embedded in the waiter, in at most one list at a time. */
struct gi_point_waiter {
    struct gi_point_waiter *next;
    uint64_t seq;
    bool until_done;             /* else until submitted */
    bool listed;
};

struct gi_flight {               /* a submitted segment that is not done */
    uint64_t seq, queue_value;
};

struct gi_points {
    pthread_mutex_t lock;
    _Atomic uint64_t done;
    _Atomic uint64_t failed;     /* the newest that failed; 0: none */
    uint64_t submitted;
    struct gi_flight *flights;   /* ring, oldest first */
    size_t first, count, capacity;
    struct gi_point_waiter *waiters;
    atomic_size_t done_waiters;  /* waiters that need points to be done */
    struct gi_point_failure failures[GI_POINT_FAILURES];     /* newest first */
    char failure_detail[200];    /* of the newest failure */
};

void gi_points_init(struct gi_points *points);
void gi_points_finish(struct gi_points *points);

/** Whether all up to seq is done and seq is none that failed; cheap, and false where a look at the
 *  failures has to tell.
 *  Threads: any. */
static inline bool gi_points_are_done(const struct gi_points *points, uint64_t seq)
{
    return seq <= atomic_load_explicit(&points->done, memory_order_acquire) &&
           (seq == 0 || seq > atomic_load_explicit(&points->failed, memory_order_relaxed));
}

/** Where seq stands; for GI_POINT_SUBMITTED, *out_queue_value is what the stream's queue reaches.
 *  Threads: any. */
enum gi_point_state gi_points_state(struct gi_points *points, uint64_t seq,
                                    uint64_t *out_queue_value);

/** GI_OK unless seq is done with and has failed; then with what. Nobody calls it failed later than
 *  done. detail, which has room for that many characters, receives why, "" if that is forgotten;
 *  it may be NULL.
 *  Threads: any. */
GI_MUST_CHECK gi_status gi_points_failure(struct gi_points *points, uint64_t seq, char *detail,
                                          size_t room);

/** Lists waiter unless what it waits for has come; returns whether it was listed.
 *  Threads: any. */
bool gi_points_wait(struct gi_points *points, struct gi_point_waiter *waiter);

/** Takes waiter out if it is still listed; returns whether it was. */
bool gi_points_cancel(struct gi_points *points, struct gi_point_waiter *waiter);

/** Makes room for one more submitted segment.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_points_reserve(struct gi_points *points);

/** The segment seq was submitted (after gi_points_reserve), or is done, or done with although its
 *  work has failed: returns the waiters that this releases, linked by next and no longer listed. */
struct gi_point_waiter *gi_points_submitted(struct gi_points *points, uint64_t seq,
                                            uint64_t queue_value);
struct gi_point_waiter *gi_points_done(struct gi_points *points, uint64_t seq);
struct gi_point_waiter *gi_points_failed(struct gi_points *points, uint64_t seq, gi_status status,
                                         const char *detail);

#endif
