/** Recording the copies and fills of a batch. */
#ifndef GIVK_TRANSFER_H
#define GIVK_TRANSFER_H

#include "contract/driver.h"
#include "vulkan/image/image_commands.h"
#include "vulkan/loader/loader.h"
#include "vulkan/sync/timestamps.h"

struct givk_device;

/** Records all commands with the barriers that the contract demands: behind earlier work of queue
 *  and host, between dependent commands, and before reads by the host. is_idle: all earlier work of
 *  the queue is known to be done.
 *  Threads: one at a time for a queue.
 *  Errors:  Vulkan's, without a sentence, if a pipeline cannot be created. Then the command buffer
 *           must not be submitted. */
VkResult givk_transfer_record(struct givk_device *dev, VkCommandBuffer commands,
                              const struct givk_timestamps *times,
                              const struct givk_image_work *images, const struct gi_batch *batch,
                              bool is_idle);

#endif
