/** Waiting on the host: one call of the kernel sleeps for queues, semaphores and a wake alike. It
 *  sleeps for what is signalled or for what is submitted, not for some of each: hence two threads
 *  of the core, each with a waiter of its own. */
#ifndef GIAMD_WAIT_H
#define GIAMD_WAIT_H

#include <pthread.h>

#include "driver.h"

struct giamd_device;

/** One of a device's; under mutex. */
struct giamd_waiter {
    pthread_mutex_t mutex;
    bool wake_pending;           /* a wake that the sleeper has not yet returned for */
    uint32_t wake;               /* a timeline at wake_value; a pending wake has raised it */
    uint64_t wake_value;
};

GI_MUST_CHECK gi_status giamd_waiter_init(struct giamd_device *dev, struct giamd_waiter *waiter);
void giamd_waiter_finish(struct giamd_device *dev, struct giamd_waiter *waiter);

/** The slots wait_any, wake, wait_any_wakeable, wait_submitted and wake_submitted of the
 *  contract. */
gi_status giamd_wait_any(struct gi_device_base *base, const struct gi_wait *waits, size_t count,
                         int64_t abs_timeout_ns);
void giamd_wake(struct gi_device_base *base);
gi_status giamd_wait_any_wakeable(struct gi_device_base *base, const struct gi_wait *waits,
                                  size_t count, int64_t abs_timeout_ns);
gi_status giamd_wait_submitted(struct gi_device_base *base, const struct gi_wait *waits,
                               size_t count, int64_t abs_timeout_ns);
void giamd_wake_submitted(struct gi_device_base *base);

#endif
