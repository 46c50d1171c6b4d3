/* The binary semaphores of the driver whose signals are in held batches. Vulkan allows no wait for
 * one before its signal is submitted, so batches that wait for one are held too. */
#ifndef GILAYER_HELD_H
#define GILAYER_HELD_H

#include "batch.h"

/** Adds a batch's binary signals to the device's list, as its queue holds the batch.
 *  Owner:   the list borrows entries of the batch.
 *  Threads: any. */
void gilayer_held_add(struct gilayer_queue *queue, struct gilayer_batch *batch);

/** Removes a batch's signals from the list: the batch is submitted or dropped.
 *  Threads: any. */
void gilayer_held_remove(struct gilayer_queue *queue, struct gilayer_batch *batch);

/** Tells whether the list has a signal of a batch.
 *  Threads: any. */
bool gilayer_held_has(struct gilayer_device *device, uint64_t batch_id);

/** Tells whether the list has a signal of a semaphore.
 *  Threads: any; the caller holds the device's lock. */
bool gilayer_held_names(const struct gilayer_device *device, VkSemaphore semaphore);

/** Finds the held batch of another queue that signals a semaphore. Batches of the same queue need
 *  no gate: they are submitted in order.
 *  Returns: the batch's id; 0 if there is none.
 *  Threads: any; the caller holds the device's lock. */
uint64_t gilayer_held_elsewhere(const struct gilayer_device *device,
                                const struct gilayer_queue *queue, VkSemaphore semaphore);

#endif
