/** How a stream waits for a semaphore or a point. Pure: facts go in, a way comes out. Every call
 *  that enqueues or opens a wait acts on that answer. tests/unit/test_wait_plan.c has every row.
 *
 *  Some facts cost a query. A plan that needs one returns it as its way: the caller queries,
 *  fills in the answer, and plans again.
 *
 *  Threads: any. */
#ifndef GI_WAIT_PLAN_H
#define GI_WAIT_PLAN_H

#include <stdbool.h>

#include "contract/driver.h"
#include "queue/points.h"

enum gi_answer { GI_NOT_ASKED, GI_ANSWER_NO, GI_ANSWER_YES };

enum gi_wait_moment {
    GI_WAIT_AT_CALL,             /* the program enqueues the wait */
    GI_WAIT_AT_GATE              /* all earlier work of the stream has been submitted */
};

/** This process's signals and waits of a semaphore that the host cannot query, and the lanes that
 *  could wait for it (binary_waits.h). */
struct gi_binary_wait_facts {
    bool is_known;               /* the other fields are filled in */
    bool is_due;                 /* every signal enqueued before the wait was submitted or
                                    dropped */
    bool is_signalled;           /* a signal was submitted that no submitted wait takes */
    bool signal_is_held;         /* that signal is behind another wait, on another lane */
    bool lane_is_free;           /* a lane without other work can be taken for the wait */
    bool has_wait_lanes;         /* the device has lanes for waits, free or not */
};

struct gi_wait_facts {
    enum gi_wait_moment moment;
    /* facts of the semaphore */
    enum gi_semaphore_kind kind;
    uint32_t caps;               /* GI_SEMAPHORE_ bits */
    bool can_capture;            /* the driver can notify one binary signal from the next */
    bool is_page;                /* a host semaphore: page waiters sleep on it */
    /* facts of the stream */
    bool lane_is_exclusive;
    bool is_behind_wait;         /* at the call: an earlier wait of the stream is not over */
    bool is_behind_work;         /* at the call: earlier work is not submitted */
    bool is_behind_taker;        /* at the call: an older wait takes the semaphore's next signal */
    bool has_commands;           /* at the waiter: the wait's batch has commands for the queue */
    /* answers of queries */
    enum gi_answer reached;
    enum gi_answer submitted;    /* the signal is submitted, whether done or not */
    struct gi_binary_wait_facts binary;
};

enum gi_wait_way {
    /* Queries. */
    GI_WAIT_ASK_REACHED,         /* for a binary semaphore, a yes takes the signal */
    GI_WAIT_ASK_SUBMITTED,       /* for a binary semaphore, a yes captures the signal */
    GI_WAIT_ASK_OWN_SIGNALS,     /* binary_waits.c fills in its facts, and acts on the resulting
                                    plan under the same lock */
    /* The wait is over, or is given to a queue now. */
    GI_WAIT_PASS,
    GI_WAIT_ON_OWN_LANE,         /* the stream's queue waits */
    GI_WAIT_ON_OWN_LANE_BEHIND,  /* as GI_WAIT_ON_OWN_LANE, after another lane has reached the
                                    signal */
    GI_WAIT_ON_FREE_LANE,        /* a lane taken for the wait waits, and the stream waits for
                                    that lane */
    /* The wait is not over. */
    GI_WAIT_IN_GATE,             /* at the call: it becomes a gate, which plans again */
    GI_WAIT_UNTIL_PAGE_CHANGES,  /* a page waiter's thread sleeps on the page */
    GI_WAIT_UNTIL_REACHED,       /* the progress thread sleeps until the value is reached */
    GI_WAIT_UNTIL_SUBMITTED,     /* the submission thread sleeps until the signal is submitted */
    GI_WAIT_UNTIL_LANE_IS_FREE,  /* in the list of binary_waits.h, as the next; a signal of this
                                    process ends both */
    GI_WAIT_UNTIL_DUE
};

/** Decides for these facts. */
enum gi_wait_way gi_wait_plan(const struct gi_wait_facts *facts);

/** A wait for a point of another stream. */
struct gi_point_facts {
    enum gi_point_state state;
    bool is_of_device;           /* both streams are on one device */
    bool is_of_lane;             /* and share its lane */
    bool lane_is_exclusive;      /* the waiting stream's */
    bool is_held;                /* submitted, but behind a wait whose signal may not have come */
};

enum gi_point_way {
    GI_POINT_PASS,
    GI_POINT_PASS_FAILURE,       /* it is over, and its work has failed */
    GI_POINT_BY_ORDER,           /* both use one lane, which runs its batches in order */
    GI_POINT_ON_OWN_LANE,        /* the stream's queue waits for the other queue */
    GI_POINT_UNTIL_SUBMITTED,    /* the other stream notifies when the point is submitted */
    GI_POINT_UNTIL_DONE          /* the other stream notifies when the point is done */
};

/** Decides the same for a point. */
enum gi_point_way gi_point_plan(const struct gi_point_facts *facts);

#endif
