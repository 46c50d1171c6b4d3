/** Times that a device takes: a pool of queries for each command buffer, and the device's clock. */
#ifndef GIVK_TIMESTAMPS_H
#define GIVK_TIMESTAMPS_H

#include "contract/driver.h"
#include "loader.h"

struct givk_device;

/** The queries of one command buffer; zeroed it has none. */
struct givk_timestamps {
    VkQueryPool pool;
    uint32_t room;
};

/** Makes room for the timestamps of a batch, if it has any, and records that they begin anew. The
 *  device does not use the command buffer's earlier ones any more. */
VkResult givk_timestamps_begin(struct givk_device *dev, struct givk_timestamps *times,
                               VkCommandBuffer commands, const struct gi_batch *batch);

/** Records the batch's timestamp number index. */
void givk_timestamps_write(struct givk_device *dev, const struct givk_timestamps *times,
                           VkCommandBuffer commands, uint32_t index);

/** Records, behind all commands, that the times go to their places. */
void givk_timestamps_end(struct givk_device *dev, const struct givk_timestamps *times,
                         VkCommandBuffer commands, const struct gi_batch *batch);

void givk_timestamps_finish(struct givk_device *dev, struct givk_timestamps *times);

/** The contract's calibrate. */
gi_status givk_calibrate(struct gi_device_base *base, uint64_t *out_ticks, int64_t *out_ns);

#endif
