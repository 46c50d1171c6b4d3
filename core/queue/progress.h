/** The progress threads of a device. One sleeps until queues or drivers' semaphores reach the
 *  values that waiters name, and notifies those waiters. Another one does the same for submitted
 *  signals. Each thread starts with its first waiter. */
#ifndef GI_PROGRESS_H
#define GI_PROGRESS_H

#include <pthread.h>

#include "contract/driver.h"
#include "lane.h"

/** A waiter that is notified once; embedded in its owner's struct. Exactly one of lane and
 *  semaphore is set. The thread for submitted signals takes only semaphores. */
struct gi_progress_waiter {
    struct gi_lane *lane;
    struct gi_semaphore *semaphore;  /* has GI_SEMAPHORE_HOST_WAIT, or GI_SEMAPHORE_TELLS_SUBMITTED;
                                        the notification does not consume a binary one */
    uint64_t value;
    void (*notify)(struct gi_progress_waiter *waiter);      /* on the progress thread, with no lock
                                                               held */
    bool listed;                     /* this and the next fields are the progress thread's */
    struct gi_progress_waiter *next, *previous;
};

struct gi_progress {
    struct gi_waiter *waiter;        /* borrowed; of a kind that can be woken */
    void (*lost)(void *argument);    /* called once, when the device is found lost */
    void *argument;
    pthread_mutex_t lock;            /* a leaf; guards the fields below */
    pthread_cond_t changed, left_driver;
    pthread_t thread;
    bool started, stopping, is_lost;
    bool in_driver;                  /* the thread sleeps in the driver, not on changed */
    uint64_t sleeps;                 /* how often it has slept in the driver */
    bool is_stale;                   /* a waiter was added since the sleep began */
    struct gi_progress_waiter *waiters;
};

/** Prepares a progress thread, which is not started yet. lost is called with argument if the device
 *  is lost.
 *  Owner: borrows waiter for good; NULL if no waiter will ever be added. */
void gi_progress_init(struct gi_progress *progress, struct gi_waiter *waiter,
                      void (*lost)(void *argument), void *argument);

/** Starts the thread if it does not run. After success gi_progress_add cannot fail.
 *  Threads: any.
 *  Errors:  GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_progress_start(struct gi_progress *progress);

/** Adds a waiter. It is also notified when the device is lost.
 *  Owner:   the waiter and what it names stay valid until it was notified or cancelled.
 *  Threads: any.
 *  Errors:  GI_OS_ERROR if the thread cannot be started. */
GI_MUST_CHECK gi_status gi_progress_add(struct gi_progress *progress,
                                        struct gi_progress_waiter *waiter);

/** Lets the thread look at its waiters, because a device was given up.
 *  Threads: any. */
void gi_progress_look(struct gi_progress *progress);

/** Cancels a waiter. False if it was notified or is about to be. On return the driver no longer
 *  uses what the waiter names.
 *  Threads: any. */
bool gi_progress_cancel(struct gi_progress *progress, struct gi_progress_waiter *waiter);

#endif
