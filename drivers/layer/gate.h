/* Held batches: those that must not be submitted yet. A queue with one holds all later batches
 * too, in order. A thread of the queue sleeps until the first batch's gates are passed, and
 * submits it. */
#ifndef GILAYER_GATE_H
#define GILAYER_GATE_H

#include "batch.h"

struct gilayer_queue;

/** The part of a queue that holds batches. */
struct gilayer_gatekeeper {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct gilayer_batch *first, *last;
    atomic_bool busy;           /* from the first held batch until the thread is idle */
    atomic_bool stop;
    uint32_t kick;              /* futex word; it changes with stop */
    VkFence fence;              /* of the batch that the thread submits now */
    pthread_mutex_t submitting; /* held by the thread while it uses the driver's queue */
    VkResult failure;           /* VK_ERROR_DEVICE_LOST after a held submit failed; permanent */
    bool started;
    pthread_t thread;
};

/** Passes the gates of a batch in order up to the first closed one, without sleeping; true if all
 *  are passed.
 *  Threads: one at a time for one batch. */
bool gilayer_gates_try(struct gilayer_device *device, struct gilayer_batch *batch);

/** Sleeps until all gates of a batch are passed; false if the keeper is to stop. keeper may be
 *  NULL; then it never stops.
 *  Threads: one at a time for one batch. */
bool gilayer_gates_pass(struct gilayer_device *device, struct gilayer_batch *batch,
                        struct gilayer_gatekeeper *keeper);

/** Initializes the keeper. Its thread starts with the first held batch.
 *  Threads: one; no other thread may use the keeper. */
void gilayer_gatekeeper_init(struct gilayer_gatekeeper *keeper);

/** Submits a batch at once if the queue holds none and its gates are open. Otherwise holds it.
 *  Never blocks for a gate.
 *  Owner:   takes batch, also on failure.
 *  Threads: as vkQueueSubmit.
 *  Errors:  VK_ERROR_OUT_OF_HOST_MEMORY, the driver's; VK_ERROR_DEVICE_LOST after a held submit
 *           failed. */
VkResult gilayer_gate_admit(struct gilayer_queue *queue, struct gilayer_batch *batch);

/** Blocks until the queue holds no batch.
 *  Threads: any.
 *  Errors:  VK_ERROR_DEVICE_LOST if a held submit has failed. */
VkResult gilayer_gate_drain(struct gilayer_queue *queue);

/** Tells whether a held batch has this fence, or one that is being submitted.
 *  Threads: any. */
bool gilayer_gate_holds_fence(struct gilayer_device *device, VkFence fence);

/** Ends the thread and drops all held batches.
 *  Threads: none other may use the queue. */
void gilayer_gatekeeper_finish(struct gilayer_queue *queue);

#endif
