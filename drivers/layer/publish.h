/* Signals of shared semaphores in submits. The driver signals a fence of the layer with the batch.
 * A thread of the queue waits for the fence and then signals the shared payloads. */
#ifndef GILAYER_PUBLISH_H
#define GILAYER_PUBLISH_H

#include "batch.h"

struct gilayer_queue;

enum { GILAYER_SPARE_FENCES = 32 };

/** The part of a queue that publishes signals. */
struct gilayer_publisher {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct gilayer_batch *first, *last;     /* submitted, in order */
    VkFence spare[GILAYER_SPARE_FENCES];
    uint32_t spare_count;
    bool started;
    atomic_bool stop;
    pthread_t thread;
};

/** Initializes the publisher. Its thread starts with the first publication.
 *  Threads: one; no other thread may use the publisher. */
void gilayer_publisher_init(struct gilayer_publisher *publisher);

/** Submits a batch to the driver's queue. Its shared payloads are signalled when it is done.
 *  Owner:   takes batch, also on failure.
 *  Threads: one at a time for one queue.
 *  Errors:  the driver's; VK_ERROR_OUT_OF_HOST_MEMORY if the thread cannot start. */
VkResult gilayer_publisher_submit(struct gilayer_queue *queue, struct gilayer_batch *batch);

/** Publishes the signals of all batches that are done. Every command that tells the program of
 *  finished work calls this, so that no payload lags behind.
 *  Threads: any. */
void gilayer_publish_done(struct gilayer_device *device);

/** Publishes the remaining signals and ends the thread.
 *  Threads: none other may use the queue. */
void gilayer_publisher_finish(struct gilayer_queue *queue);

#endif
