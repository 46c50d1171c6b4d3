#include "timestamps.h"

#include "device.h"
#include "result.h"

enum { GIVK_FIRST_QUERIES = 16 };

static uint32_t givk_count_timestamps(const struct gi_batch *batch)
{
    uint32_t count = 0;

    for (size_t i = 0; i < batch->command_count; i++)
        count += batch->commands[i].kind == GI_COMMAND_TIMESTAMP;
    return count;
}

void givk_timestamps_finish(struct givk_device *dev, struct givk_timestamps *times)
{
    if (times->room != 0)
        dev->vk.DestroyQueryPool(dev->handle, times->pool, NULL);
    *times = (struct givk_timestamps){ 0 };
}

static VkResult givk_make_room(struct givk_device *dev, struct givk_timestamps *times,
                               uint32_t count)
{
    VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = VK_QUERY_TYPE_TIMESTAMP,
        .queryCount = GIVK_FIRST_QUERIES,
    };
    VkResult result;

    if (count <= times->room)
        return VK_SUCCESS;
    while (info.queryCount < count)
        info.queryCount *= 2;
    givk_timestamps_finish(dev, times);
    result = dev->vk.CreateQueryPool(dev->handle, &info, NULL, &times->pool);
    if (result == VK_SUCCESS)
        times->room = info.queryCount;
    return result;
}

VkResult givk_timestamps_begin(struct givk_device *dev, struct givk_timestamps *times,
                               VkCommandBuffer commands, const struct gi_batch *batch)
{
    uint32_t count = givk_count_timestamps(batch);
    VkResult result = givk_make_room(dev, times, count);

    if (result == VK_SUCCESS && count != 0)
        dev->vk.CmdResetQueryPool(commands, times->pool, 0, count);
    return result;
}

void givk_timestamps_write(struct givk_device *dev, const struct givk_timestamps *times,
                           VkCommandBuffer commands, uint32_t index)
{
    dev->vk.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, times->pool, index);
}

void givk_timestamps_end(struct givk_device *dev, const struct givk_timestamps *times,
                         VkCommandBuffer commands, const struct gi_batch *batch)
{
    uint32_t index = 0;

    for (size_t i = 0; i < batch->command_count; i++) {
        const struct gi_command *cmd = &batch->commands[i];
        uint64_t at = cmd->dst.offset_bytes;
        VkBuffer buffer;
        if (cmd->kind != GI_COMMAND_TIMESTAMP)
            continue;
        buffer = givk_memory_buffer(cmd->dst.memory, &at);
        dev->vk.CmdCopyQueryPoolResults(commands, times->pool, index++, 1,
                                        buffer, at, sizeof(uint64_t),
                                        VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    }
}

gi_status givk_calibrate(struct gi_device_base *base, uint64_t *out_ticks, int64_t *out_ns)
{
    struct givk_device *dev = givk_device_from(base);
    VkCalibratedTimestampInfoEXT infos[] = {
        { .sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT,
          .timeDomain = VK_TIME_DOMAIN_DEVICE_EXT },
        { .sType = VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT,
          .timeDomain = VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT },
    };
    uint64_t times[2] = { 0 }, deviation;
    VkResult result;

    *out_ticks = 0;
    *out_ns = 0;
    if (!base->info.timestamp_calibration || dev->vk.GetCalibratedTimestampsEXT == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "vulkan: %s cannot calibrate its clock with the host's",
                       base->info.name);
    result = dev->vk.GetCalibratedTimestampsEXT(dev->handle, 2, infos, times, &deviation);
    if (result != VK_SUCCESS)
        return givk_fail(result, "vkGetCalibratedTimestampsEXT");
    *out_ticks = times[0];
    *out_ns = (int64_t)times[1];
    return GI_OK;
}
