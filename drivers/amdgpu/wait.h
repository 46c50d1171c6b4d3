/** Waiting on the host: one call of the kernel sleeps for queues, semaphores and a wake alike. */
#ifndef GIAMD_WAIT_H
#define GIAMD_WAIT_H

#include <pthread.h>

#include "driver.h"

struct giamd_device;

/** Of a device; under mutex. */
struct giamd_waiter {
    pthread_mutex_t mutex;
    bool wake_pending;           /* a wake that wait_any_wakeable has not yet returned for */
    uint32_t wake;               /* a timeline at wake_value; a pending wake has raised it */
    uint64_t wake_value;
};

GI_MUST_CHECK gi_status giamd_waiter_init(struct giamd_device *dev);
void giamd_waiter_finish(struct giamd_device *dev);

/** The slots wait_any, wake and wait_any_wakeable of the contract. */
gi_status giamd_wait_any(struct gi_device_base *base, const struct gi_wait *waits, size_t count,
                         int64_t abs_timeout_ns);
void giamd_wake(struct gi_device_base *base);
gi_status giamd_wait_any_wakeable(struct gi_device_base *base, const struct gi_wait *waits,
                                  size_t count, int64_t abs_timeout_ns);

#endif
