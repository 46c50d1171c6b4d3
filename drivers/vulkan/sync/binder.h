/** Work that the driver itself gives to queues for ranges: it binds pages to sparse buffers, and
 *  clears new pages. A call returns when the device has done it.
 *
 *  Queues cost some drivers long to open, so this uses the plan's queues beside the core, and each
 *  of these has a lock. It prefers a queue that has no work, the last one first: the first may be
 *  busy with long kernels. A bind that waits behind them would hold up its caller. */
#ifndef GIVK_BINDER_H
#define GIVK_BINDER_H

#include <pthread.h>

#include "vulkan/plan/plan.h"

struct givk_device;
struct givk_queue;

/** A queue of the plan. */
struct givk_queue_site {
    pthread_mutex_t lock;        /* guards the Vulkan queue, and what follows it */
    struct givk_queue *open;     /* what the core has opened; NULL: nothing */
};

struct givk_binder {
    pthread_mutex_t lock;        /* guards what follows it; taken before the lock of a site */
    VkFence fence;
    VkCommandPool pool;
    VkCommandBuffer commands;
    struct givk_queue_site sites[GIVK_MAX_QUEUES];
};

/** Threads: one, as the device opens and closes. */
void givk_binder_init(struct givk_device *dev);
void givk_binder_finish(struct givk_device *dev);

/** Says that the core has opened or closed a queue. queue NULL: closed.
 *  Threads: any. */
void givk_binder_note(struct givk_device *dev, uint32_t index, struct givk_queue *queue);

/** Around each submit of the core to a queue.
 *  Threads: any. */
void givk_binder_begin_submit(struct givk_device *dev, uint32_t index);
void givk_binder_end_submit(struct givk_device *dev, uint32_t index);

/** Binds memory to parts of a sparse buffer, or takes it away.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_binder_bind(struct givk_device *dev, VkBuffer buffer, const VkSparseMemoryBind *binds,
                          uint32_t count);

/** Fills a buffer with zeros. size_bytes is a multiple of 4.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_binder_clear(struct givk_device *dev, VkBuffer buffer, uint64_t size_bytes);

#endif
