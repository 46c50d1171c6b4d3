/** Recording commands: of a batch, and those that are kept. */
#ifndef GIVK_TRANSFER_H
#define GIVK_TRANSFER_H

#include "contract/driver.h"
#include "vulkan/image/image_commands.h"
#include "vulkan/loader/loader.h"
#include "vulkan/sync/timestamps.h"

struct givk_device;

/** Commands of a batch that are recorded into one command buffer: all of them; or those before its
 *  recordings, which may be none, and those behind. */
struct givk_part {
    size_t first, end;
    bool is_first, is_last;      /* it stands at the batch's beginning, and at its end, and is
                                    recorded with the commands that belong there */
};

/** Records commands with the barriers that the contract demands: behind earlier work of queue and
 *  host, between dependent commands, and before reads by the host. is_idle: all earlier work of the
 *  queue is known to be done.
 *  Threads: one at a time for a queue.
 *  Errors:  Vulkan's, without a sentence, if a pipeline cannot be created. Then the command buffer
 *           must not be submitted. */
VkResult givk_transfer_record(struct givk_device *dev, VkCommandBuffer commands,
                              const struct givk_timestamps *times,
                              const struct givk_image_work *images, const struct gi_batch *batch,
                              const struct givk_part *part, bool is_idle);

/** Records the commands of a recording, with barriers as givk_transfer_record.
 *  Threads: one at a time for a command pool. */
VkResult givk_transfer_record_kept(struct givk_device *dev, VkCommandBuffer commands,
                                   const struct gi_recorded *recorded);

#endif
