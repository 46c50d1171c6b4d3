/** Waiting on the host for queues and semaphores, with a wake for the thread that sleeps for all.
 *
 *  A short time the counters are polled, then the thread sleeps: in vkWaitSemaphores where that
 *  sleeps on several semaphores at once. Some drivers spin there instead; for them each queue
 *  that is waited on has a thread, its watcher, that sleeps on the one timeline and tells the
 *  device's waiters when it has moved. */
#ifndef GIVK_WAIT_H
#define GIVK_WAIT_H

#include <pthread.h>

#include "contract/driver.h"
#include "loader.h"

struct givk_device;
struct givk_queue;

/** Of a device; what follows the mutex is under it. */
struct givk_watchers {
    pthread_mutex_t mutex;
    pthread_cond_t moved;        /* watchers tell waiters: moves has grown; a wake does, too */
    pthread_cond_t wanted;       /* waiters tell watchers: interest has grown, or stop */
    uint64_t moves;
};

/** One that nobody wakes has only its base. The rest but wake_semaphore is under the device's
 *  mutex. */
struct givk_waiter {
    struct gi_waiter base;
    bool wake_pending;           /* a wake that wait has not yet returned for */
    VkSemaphore wake_semaphore;  /* stands at wake_value; a pending wake has raised it */
    uint64_t wake_value;
};

/** Of a queue; under the device's mutex. */
struct givk_watch {
    bool started, stop, failed;
    uint32_t interest;           /* waiters that look at this queue now */
    pthread_t thread;
};

extern const struct gi_waiter_ops givk_waiter_ops;

void givk_watchers_init(struct givk_device *dev);
void givk_watchers_finish(struct givk_device *dev);

/** Gives the value that the queue's timeline has reached. Calls Vulkan only if work may be left.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_queue_reached(struct givk_queue *queue, uint64_t *out_value);

/** Ends the queue's watcher, if it has one. All work of the queue is done. */
void givk_watch_finish(struct givk_queue *queue);

#endif
