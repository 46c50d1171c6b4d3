/* Batches that must not be submitted yet. A queue that has one holds everything behind it, in
 * order; a thread of the queue sleeps until the first one's gates are passed, and submits it. */
#ifndef GILAYER_GATE_H
#define GILAYER_GATE_H

#include "batch.h"

struct gilayer_queue;

/** The part of a queue that holds batches. */
struct gilayer_gatekeeper {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct gilayer_batch *first, *last;
    atomic_bool busy;           /* from the first held batch until the thread has nothing left */
    atomic_bool stop;
    uint32_t kick;              /* futex word, changed together with stop */
    VkFence fence;              /* of the batch that the thread is submitting */
    pthread_mutex_t submitting; /* held by the thread while it uses the driver's queue */
    VkResult failure;           /* what a held submit ended with; it stays */
    bool started;
    pthread_t thread;
};

/** Passes all gates of a batch without sleeping, as far as they are open.
 *  Threads: one at a time for one batch. */
bool gilayer_gates_try(struct gilayer_device *device, struct gilayer_batch *batch);

/** Sleeps until all gates of a batch are passed; false if keeper was told to stop. A keeper of
 *  NULL never stops.
 *  Threads: one at a time for one batch. */
bool gilayer_gates_pass(struct gilayer_device *device, struct gilayer_batch *batch,
                        struct gilayer_gatekeeper *keeper);

/** Makes the keeper; its thread starts with the first held batch. */
void gilayer_gatekeeper_init(struct gilayer_gatekeeper *keeper);

/** Submits a batch at once if nothing is in its way, or holds it; never blocks for a gate.
 *  Owner:   takes batch, also on failure.
 *  Threads: as vkQueueSubmit. */
VkResult gilayer_gate_admit(struct gilayer_queue *queue, struct gilayer_batch *batch);

/** Blocks until nothing is held any more.
 *  Errors:  VK_ERROR_DEVICE_LOST if a held submit has failed. */
VkResult gilayer_gate_drain(struct gilayer_queue *queue);

/** Tells whether a fence waits to be handed to the driver with a held batch.
 *  Threads: any. */
bool gilayer_gate_holds_fence(struct gilayer_device *device, VkFence fence);

/** Ends the thread and drops what is still held. */
void gilayer_gatekeeper_finish(struct gilayer_queue *queue);

#endif
