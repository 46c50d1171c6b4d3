/** Recording the copies and fills of a batch. */
#ifndef GIVK_TRANSFER_H
#define GIVK_TRANSFER_H

#include "contract/driver.h"
#include "image_commands.h"
#include "loader.h"
#include "timestamps.h"

struct givk_device;

/** Records all commands between the barriers that the contract asks for: behind earlier work of the
 *  queue and of the host, between commands that say so, and before the host's reads.
 *  is_idle: all earlier work of the queue was seen to be done.
 *  Errors:  Vulkan's, without a sentence, where a pipeline cannot be made; what was recorded is not
 *           to be submitted then. */
VkResult givk_transfer_record(struct givk_device *dev, VkCommandBuffer commands,
                              const struct givk_timestamps *times,
                              const struct givk_image_work *images, const struct gi_batch *batch,
                              bool is_idle);

#endif
