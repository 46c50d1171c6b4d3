/** How a stream's wait for a semaphore or a point is done. Pure: facts go in, a way comes out. All
 *  who enqueue or open a wait act on the answer; tests/unit/test_wait_plan.c has every row.
 *
 *  Some facts cost a question. A plan that needs one says so: the caller asks, fills the answer in
 *  and plans again. */
#ifndef GI_WAIT_PLAN_H
#define GI_WAIT_PLAN_H

#include <stdbool.h>

#include "contract/driver.h"
#include "queue/points.h"

enum gi_answer { GI_NOT_ASKED, GI_ANSWER_NO, GI_ANSWER_YES };

enum gi_wait_moment {
    GI_WAIT_AT_CALL,             /* the program enqueues the wait */
    GI_WAIT_AT_TURN              /* nothing that was enqueued before holds the stream back */
};

/** What this process has done with a semaphore that the host cannot ask about, and which lanes
 *  could wait for it (turns.h). */
struct gi_binary_wait_facts {
    bool is_known;               /* the rest is filled */
    bool is_due;                 /* each signal enqueued before the wait is submitted or dropped */
    bool is_signalled;           /* a signal is submitted that no submitted wait takes */
    bool signal_is_held;         /* that signal stands behind another wait, on another lane */
    bool lane_is_free;           /* a lane that does nothing else can be taken for the wait */
    bool has_wait_lanes;         /* the device has lanes for waits, free or not */
};

struct gi_wait_facts {
    enum gi_wait_moment moment;
    /* of the semaphore */
    enum gi_semaphore_kind kind;
    uint32_t caps;               /* GI_SEMAPHORE_ bits */
    bool can_capture;            /* the driver can tell one binary signal from the next */
    bool is_page;                /* a host semaphore: the watcher threads sleep on it */
    /* of the stream */
    bool lane_is_exclusive;
    bool is_behind_wait;         /* at the call: an earlier wait of the stream is not over */
    bool is_behind_work;         /* at the call: something enqueued before is not submitted */
    bool is_behind_taker;        /* at the call: an older wait takes the semaphore's next signal */
    bool has_commands;           /* at the turn: the wait's batch has commands for the queue */
    /* answers */
    enum gi_answer reached;
    enum gi_answer submitted;    /* the signal is, whether done or not */
    struct gi_binary_wait_facts turns;
};

enum gi_wait_way {
    /* Questions. */
    GI_WAIT_ASK_REACHED,         /* of a binary semaphore, a yes takes the signal */
    GI_WAIT_ASK_SUBMITTED,       /* of a binary semaphore, a yes captures the signal */
    GI_WAIT_ASK_TURNS,           /* turns.c fills in its facts, and holds its lock until it has
                                    acted on the plan that they give */
    /* It is over, or can be done now. */
    GI_WAIT_PASS,
    GI_WAIT_ON_OWN_LANE,         /* the stream's queue waits */
    GI_WAIT_ON_OWN_LANE_BEHIND,  /* the same, once another lane has reached the signal */
    GI_WAIT_ON_FREE_LANE,        /* a lane that was taken for it waits, and the stream for that */
    /* It is not over. */
    GI_WAIT_IN_GATE,             /* at the call: it becomes a gate, which plans at its turn */
    GI_WAIT_UNTIL_PAGE_CHANGES,  /* a watcher thread sleeps on the page */
    GI_WAIT_UNTIL_REACHED,       /* the progress thread sleeps until it is reached */
    GI_WAIT_UNTIL_SUBMITTED,     /* the other one sleeps until its signal is submitted */
    GI_WAIT_UNTIL_LANE_IS_FREE,  /* in the row of turns.h, likewise the next; a signal of this
                                    process ends both */
    GI_WAIT_UNTIL_DUE
};

/** Decides for these facts.
 *  Threads: any. */
enum gi_wait_way gi_wait_plan(const struct gi_wait_facts *facts);

/** A wait for a point of another stream. */
struct gi_point_facts {
    enum gi_point_state state;
    bool is_of_device;           /* both streams are of one device */
    bool is_of_lane;             /* and share its lane */
    bool lane_is_exclusive;      /* of the stream that waits */
    bool is_held;                /* submitted: behind a wait whose signal may not have come */
};

enum gi_point_way {
    GI_POINT_PASS,
    GI_POINT_PASS_FAILURE,       /* it is over, and its work was not done */
    GI_POINT_BY_ORDER,           /* the lane that both use does one batch after the other */
    GI_POINT_ON_OWN_LANE,        /* the stream's queue waits for the other queue */
    GI_POINT_UNTIL_SUBMITTED,    /* the other stream tells when it has submitted it, */
    GI_POINT_UNTIL_DONE          /* or when it is done */
};

/** The same for a point.
 *  Threads: any. */
enum gi_point_way gi_point_plan(const struct gi_point_facts *facts);

#endif
