/** Waiting on the host: one call of the kernel sleeps for queues, semaphores and a wake alike. It
 *  sleeps for what is signalled or for what is submitted, not for some of each: hence two threads
 *  of the core, each with a waiter of its own. */
#ifndef GIAMD_WAIT_H
#define GIAMD_WAIT_H

#include <pthread.h>

#include "contract/driver.h"

/** One that nobody wakes has only its base. */
struct giamd_waiter {
    struct gi_waiter base;
    pthread_mutex_t mutex;       /* guards what follows */
    bool wake_pending;           /* a wake that the sleeper has not yet returned for */
    uint32_t wake;               /* a timeline at wake_value; a pending wake has raised it */
    uint64_t wake_value;
};

extern const struct gi_waiter_ops giamd_waiter_ops;

#endif
