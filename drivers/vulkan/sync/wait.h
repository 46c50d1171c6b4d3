/** Waiting on the host for queues and semaphores, with a wake for the thread that waits for all.
 *
 *  A wait polls the counters for a short time and then sleeps. It sleeps in vkWaitSemaphores if
 *  that sleeps on several semaphores at once. Some drivers spin there. With them each queue that
 *  somebody waits for has a thread, the watcher. It sleeps on the queue's timeline alone and wakes
 *  the device's waiters when that moves. */
#ifndef GIVK_WAIT_H
#define GIVK_WAIT_H

#include <pthread.h>

#include "contract/driver.h"
#include "vulkan/loader/loader.h"

struct givk_device;
struct givk_queue;

/** Of a device. The mutex guards what follows it. */
struct givk_watchers {
    pthread_mutex_t mutex;
    pthread_cond_t moved;  /* watchers wake waiters: moves has grown; gi_waiter_ops.wake does too */
    pthread_cond_t wanted;       /* waiters wake watchers: interest has grown, or stop is set */
    uint64_t moves;
};

/** A waiter. One that nobody wakes uses only its base. The device's mutex guards the rest but
 *  wake_semaphore. */
struct givk_waiter {
    struct gi_waiter base;
    bool wake_pending;           /* a wake for which wait has not returned yet */
    VkSemaphore wake_semaphore;  /* it is at wake_value; each pending wake signals it */
    uint64_t wake_value;
};

/** Of a queue; guarded by the device's mutex. */
struct givk_watch {
    bool started, stop, failed;
    uint32_t interest;           /* waiters that wait for this queue now */
    pthread_t thread;
};

extern const struct gi_waiter_ops givk_waiter_ops;

/** Threads: one, as the device opens and closes. */
void givk_watchers_init(struct givk_device *dev);
void givk_watchers_finish(struct givk_device *dev);

/** Gives the value that the queue's timeline has reached. Calls Vulkan only if work may be left.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_queue_reached(struct givk_queue *queue, uint64_t *out_value);

/** Ends the queue's watcher, if it has one. All work of the queue must be done.
 *  Threads: one, as the queue closes. */
void givk_watch_finish(struct givk_queue *queue);

#endif
