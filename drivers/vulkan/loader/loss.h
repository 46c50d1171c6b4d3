/** Finds out that a device is lost, where a driver tells it at a submit (submits_tell_loss). */
#ifndef GIVK_LOSS_H
#define GIVK_LOSS_H

#include "vulkan/queue/queue.h"

/** Notes that the queue has a submit, which would have told.
 *  Threads: any. */
void givk_loss_note_submit(struct givk_queue *queue);

/** Tells whether the device is lost, for a queue that has not reached all submits. It submits
 *  nothing, a few times a second.
 *  Threads: any.
 *  Errors:  VK_ERROR_DEVICE_LOST. */
VkResult givk_loss_ask(struct givk_queue *queue);

#endif
