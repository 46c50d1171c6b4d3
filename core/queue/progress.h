/** The progress threads of a device: one sleeps until the device or a driver's semaphore has
 *  reached what a stream wants, and says so; another one until a semaphore's signal is submitted.
 *  Each starts with its first want. */
#ifndef GI_PROGRESS_H
#define GI_PROGRESS_H

#include <pthread.h>

#include "contract/driver.h"
#include "lane.h"

/** Something to be told of, once; embedded in whoever wants it. Exactly one of lane and
 *  semaphore; for who tells what is submitted, a semaphore. */
struct gi_progress_waiter {
    struct gi_lane *lane;
    struct gi_semaphore *semaphore;  /* has GI_SEMAPHORE_HOST_WAIT, or GI_SEMAPHORE_TELLS_SUBMITTED;
                                        a binary one is not consumed */
    uint64_t value;
    void (*fire)(struct gi_progress_waiter *want);      /* on the progress thread, no lock held */
    bool listed;                     /* the progress thread's own from here on */
    struct gi_progress_waiter *next, *previous;
};

struct gi_progress {
    struct gi_waiter *waiter;        /* borrowed; of a kind that can be woken */
    void (*lost)(void *argument);    /* called once the device is found lost */
    void *argument;
    pthread_mutex_t lock;            /* a leaf; guards what follows */
    pthread_cond_t changed, left_driver;
    pthread_t thread;
    bool started, stopping, is_lost;
    bool in_driver;                  /* asleep in the driver, not on changed */
    uint64_t sleeps;                 /* in the driver, so far */
    bool is_stale;                   /* wants has grown since the sleep began */
    struct gi_progress_waiter *wants;
};

/** Owner: borrows waiter for good; NULL if nothing will be wanted. */
void gi_progress_init(struct gi_progress *progress, struct gi_waiter *waiter,
                      void (*lost)(void *argument), void *argument);

/** Starts the thread if it has not begun: gi_progress_add cannot fail from then on.
 *  Threads: any.
 *  Errors:  GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_progress_start(struct gi_progress *progress);

/** Lists a want; it fires also when the device is lost.
 *  Owner:   want and what it names stay valid until it has fired or was cancelled.
 *  Threads: any.
 *  Errors:  GI_OS_ERROR if the thread cannot be started. */
GI_MUST_CHECK gi_status gi_progress_add(struct gi_progress *progress,
                                        struct gi_progress_waiter *want);

/** Takes a want back; false if it has fired or is about to. On return the driver does not look at
 *  what it names any more.
 *  Threads: any. */
bool gi_progress_cancel(struct gi_progress *progress, struct gi_progress_waiter *want);

#endif
