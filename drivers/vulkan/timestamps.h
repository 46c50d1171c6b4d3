/** Timestamps of the device: a query pool for each command buffer, and the device's clock. */
#ifndef GIVK_TIMESTAMPS_H
#define GIVK_TIMESTAMPS_H

#include "contract/driver.h"
#include "loader.h"

struct givk_device;

/** The queries of one command buffer. All zero: it has none. */
struct givk_timestamps {
    VkQueryPool pool;
    uint32_t room;
};

/** Makes room for the timestamps of a batch and records the reset of their queries. The device must
 *  have finished earlier work of the command buffer.
 *  Threads: one at a time for a queue.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_timestamps_begin(struct givk_device *dev, struct givk_timestamps *times,
                               VkCommandBuffer commands, const struct gi_batch *batch);

/** Records the batch's timestamp of that index.
 *  Threads: one at a time for a queue. */
void givk_timestamps_write(struct givk_device *dev, const struct givk_timestamps *times,
                           VkCommandBuffer commands, uint32_t index);

/** Records the copy of the results to their places, behind all commands.
 *  Threads: one at a time for a queue. */
void givk_timestamps_end(struct givk_device *dev, const struct givk_timestamps *times,
                         VkCommandBuffer commands, const struct gi_batch *batch);

/** Destroys the queries. The device must have finished all work of the command buffer.
 *  Threads: one at a time for a queue. */
void givk_timestamps_finish(struct givk_device *dev, struct givk_timestamps *times);

/** The contract's slot calibrate.
 *  Threads: any. */
gi_status givk_calibrate(struct gi_device_base *base, uint64_t *out_ticks, int64_t *out_ns);

#endif
