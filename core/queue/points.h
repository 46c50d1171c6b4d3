/** Points in a stream, for which others wait.
 *
 *  A stream numbers its segments 1, 2, 3, ...; a point is one of those numbers. One small lock
 *  guards the points of a stream, and no other lock is taken under it. So a stream can query
 *  another one while it holds its own lock.
 *  Threads: any. */
#ifndef GI_POINTS_H
#define GI_POINTS_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/status.h"

enum gi_point_state {
    GI_POINT_PENDING,            /* not submitted to a queue yet */
    GI_POINT_SUBMITTED,          /* the stream's queue will reach it without further help */
    GI_POINT_DONE,
    GI_POINT_FAILED              /* finished, but the work was given up or never ended */
};

/* How many failures of a stream are remembered, each a range of points. Points of older failures
 * count as done. */
#define GI_POINT_FAILURES 4u

/* How much is kept of a failure's sentence. */
#define GI_POINT_DETAIL_BYTES 400u

struct gi_point_failure {
    uint64_t first, last;
    gi_status status;
};

/** A waiter for a point. It is embedded in its owner's struct, and in at most one list at a
 *  time. */
struct gi_point_waiter {
    struct gi_point_waiter *next;
    uint64_t seq;
    bool until_done;             /* else until it is submitted */
    bool listed;
};

struct gi_flight {               /* a submitted segment that is not done */
    uint64_t seq, queue_value;
};

struct gi_points {
    pthread_mutex_t lock;
    _Atomic uint64_t done;
    _Atomic uint64_t failed;     /* the newest failed point; 0: none */
    uint64_t submitted;
    struct gi_flight *flights;   /* ring, oldest first */
    size_t first, count, capacity;
    struct gi_point_waiter *waiters;
    atomic_size_t waiter_count;  /* waiters in the list */
    uint64_t dropped_first, dropped_last;        /* segments that are never submitted, and not done
                                                    yet; 0: none */
    struct gi_point_failure failures[GI_POINT_FAILURES];     /* newest first */
    char failure_detail[GI_POINT_DETAIL_BYTES];      /* the sentence of the newest failure */
};

void gi_points_init(struct gi_points *points);
void gi_points_finish(struct gi_points *points);

/** Whether all up to seq is done and seq has not failed. Cheap; false also if the list of failures
 *  must be checked. */
static inline bool gi_points_are_done(const struct gi_points *points, uint64_t seq)
{
    return seq <= atomic_load_explicit(&points->done, memory_order_acquire) &&
           (seq == 0 || seq > atomic_load_explicit(&points->failed, memory_order_relaxed));
}

/** The state of seq. For GI_POINT_SUBMITTED, *out_queue_value is the value that the stream's queue
 *  reaches. */
enum gi_point_state gi_points_state(struct gi_points *points, uint64_t seq,
                                    uint64_t *out_queue_value);

/** Returns the status with which seq has failed, else GI_OK. A point is marked failed before it is
 *  marked done. detail receives the reason, or "" if that was forgotten; it may be NULL.
 *  Units: room is the size of detail in bytes. */
GI_MUST_CHECK gi_status gi_points_failure(struct gi_points *points, uint64_t seq, char *detail,
                                          size_t room);

/** Lists a waiter unless its point has been reached already. Returns whether it was listed. */
bool gi_points_wait(struct gi_points *points, struct gi_point_waiter *waiter);

/** Removes a waiter if it is still listed. Returns whether it was. */
bool gi_points_cancel(struct gi_points *points, struct gi_point_waiter *waiter);

/** Makes room for one more submitted segment.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_points_reserve(struct gi_points *points);

/** Marks segment seq as submitted (after gi_points_reserve), done, or failed. Returns the waiters
 *  that this releases, linked by next and no longer listed. */
struct gi_point_waiter *gi_points_submitted(struct gi_points *points, uint64_t seq,
                                            uint64_t queue_value);
struct gi_point_waiter *gi_points_done(struct gi_points *points, uint64_t seq);
struct gi_point_waiter *gi_points_failed(struct gi_points *points, uint64_t seq, gi_status status,
                                         const char *detail);

/** Marks segments that are never submitted. They count as pending, also when later ones are
 *  submitted, until they are marked failed. */
void gi_points_dropped(struct gi_points *points, uint64_t first, uint64_t last);

#endif
