#include "timestamps.h"

#include <stdlib.h>

#include "base/uncancelled.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"

enum { GIVK_FIRST_QUERIES = 16 };

/* ---- recording ----------------------------------------------------------------------------- */

/** The words of batch->times that are written. A query that no command writes would never end. */
static uint32_t givk_count_own_times(const struct gi_batch *batch)
{
    if (batch->times == NULL)
        return 0;
    return (uint32_t)batch->command_count + (batch->recording_count != 0 ? 2 : 1);
}

static uint32_t givk_count_timestamps(const struct gi_batch *batch)
{
    uint32_t count = 0;

    for (size_t i = 0; i < batch->command_count; i++)
        count += batch->commands[i].kind == GI_COMMAND_TIMESTAMP;
    return count + givk_count_own_times(batch);
}

static void givk_free_room(struct givk_device *dev, struct givk_timestamps *times)
{
    if (times->room != 0)
        dev->vk.DestroyQueryPool(dev->handle, times->pool, NULL);
    free(times->places);
    free(times->ticks);
    *times = (struct givk_timestamps){ 0 };
}

void givk_timestamps_finish(struct givk_device *dev, struct givk_timestamps *times)
{
    if (times == NULL)
        return;
    givk_free_room(dev, times);
    free(times);
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
    givk_free_room(dev, times);
    times->places = calloc(info.queryCount, sizeof(*times->places));
    times->ticks = calloc(info.queryCount, sizeof(*times->ticks));
    if (times->places == NULL || times->ticks == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    result = dev->vk.CreateQueryPool(dev->handle, &info, NULL, &times->pool);
    if (result == VK_SUCCESS)
        times->room = info.queryCount;
    return result;
}

/** Notes where the host writes the batch's timestamps. */
static void givk_note_places(struct givk_timestamps *times, const struct gi_batch *batch)
{
    times->count = 0;
    for (size_t i = 0; i < batch->command_count; i++) {
        const struct gi_place *dst = &batch->commands[i].dst;
        if (batch->commands[i].kind != GI_COMMAND_TIMESTAMP)
            continue;
        times->places[times->count++] = dst->memory->host_address != NULL ?
                                        (char *)dst->memory->host_address + dst->offset_bytes :
                                        NULL;
    }
    times->own = times->count;
    for (uint32_t i = 0; i < givk_count_own_times(batch); i++)
        times->places[times->count++] = &batch->times[i];
}

VkResult givk_timestamps_begin(struct givk_device *dev, struct givk_timestamps **times,
                               VkCommandBuffer commands, const struct gi_batch *batch)
{
    uint32_t count = givk_count_timestamps(batch);
    VkResult result;

    if (*times == NULL && count != 0)
        *times = calloc(1, sizeof(**times));
    if (*times == NULL)
        return count == 0 ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
    result = givk_make_room(dev, *times, count);
    if (result != VK_SUCCESS)
        return result;
    givk_note_places(*times, batch);
    if (count != 0 && dev->facts->host_resets_queries)
        dev->vk.ResetQueryPool(dev->handle, (*times)->pool, 0, count);
    else if (count != 0)
        dev->vk.CmdResetQueryPool(commands, (*times)->pool, 0, count);
    return VK_SUCCESS;
}

void givk_timestamps_write(struct givk_device *dev, const struct givk_timestamps *times,
                           VkCommandBuffer commands, uint32_t index)
{
    dev->vk.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, times->pool, index);
}

void givk_times_begin(struct givk_device *dev, const struct givk_timestamps *times,
                      VkCommandBuffer commands)
{
    dev->vk.CmdWriteTimestamp(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, times->pool,
                              times->own);
}

void givk_times_write(struct givk_device *dev, const struct givk_timestamps *times,
                      VkCommandBuffer commands, size_t index)
{
    givk_timestamps_write(dev, times, commands, times->own + (uint32_t)index);
}

bool givk_timestamps_need_copy(const struct givk_timestamps *times, uint32_t index)
{
    return times->places[index] == NULL;
}

void givk_timestamps_copy(struct givk_device *dev, const struct givk_timestamps *times,
                          VkCommandBuffer commands, uint32_t index, VkBuffer to, uint64_t at)
{
    dev->vk.CmdCopyQueryPoolResults(commands, times->pool, index, 1, to, at, sizeof(uint64_t),
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
}

/* ---- reading ------------------------------------------------------------------------------- */

void givk_times_line_init(struct givk_times_line *line)
{
    pthread_mutex_init(&line->lock, NULL);
    line->first = NULL;
    line->last = &line->first;
    atomic_store(&line->oldest, UINT64_MAX);
}

void givk_times_line_finish(struct givk_times_line *line)
{
    pthread_mutex_destroy(&line->lock);
}

static bool givk_has_places(const struct givk_timestamps *times)
{
    for (uint32_t i = 0; i < times->count; i++) {
        if (times->places[i] != NULL)
            return true;
    }
    return false;
}

/** The lock is held. */
static void givk_note_oldest(struct givk_times_line *line)
{
    if (line->first == NULL)
        line->last = &line->first;
    atomic_store(&line->oldest, line->first != NULL ? line->first->value : UINT64_MAX);
}

void givk_timestamps_enqueue(struct givk_times_line *line, struct givk_timestamps *times,
                             uint64_t value)
{
    if (times == NULL || !givk_has_places(times))
        return;
    times->value = value;
    times->next = NULL;
    pthread_mutex_lock(&line->lock);
    *line->last = times;
    line->last = &times->next;
    givk_note_oldest(line);
    pthread_mutex_unlock(&line->lock);
}

void givk_timestamps_drop(struct givk_times_line *line, struct givk_timestamps *times)
{
    struct givk_timestamps **at = &line->first;

    pthread_mutex_lock(&line->lock);
    while (*at != NULL && *at != times)
        at = &(*at)->next;
    *at = NULL;                  /* it is the newest, or is not there */
    line->last = at;
    givk_note_oldest(line);
    pthread_mutex_unlock(&line->lock);
}

/** A device that is lost has no results: the places stay as they are. */
static void givk_read_one(struct givk_device *dev, struct givk_timestamps *times)
{
    VkResult result = dev->vk.GetQueryPoolResults(dev->handle, times->pool, 0, times->count,
                                                  times->count * sizeof(uint64_t), times->ticks,
                                                  sizeof(uint64_t),
                                                  VK_QUERY_RESULT_64_BIT |
                                                  VK_QUERY_RESULT_WAIT_BIT);

    for (uint32_t i = 0; i < times->count && result == VK_SUCCESS; i++) {
        if (times->places[i] != NULL)
            __atomic_store_n((uint64_t *)times->places[i], times->ticks[i], __ATOMIC_RELEASE);
    }
}

/** A thread that is cancelled in the driver would keep the lock. */
static void givk_read_up_to(struct givk_device *dev, struct givk_times_line *line, uint64_t value)
{
    GI_UNCANCELLED;

    pthread_mutex_lock(&line->lock);
    while (line->first != NULL && line->first->value <= value) {
        givk_read_one(dev, line->first);
        line->first = line->first->next;
    }
    givk_note_oldest(line);
    pthread_mutex_unlock(&line->lock);
}

void givk_timestamps_read(struct givk_device *dev, struct givk_times_line *line, uint64_t value)
{
    if (atomic_load(&line->oldest) <= value)
        givk_read_up_to(dev, line, value);
}

/* ---- the device's clock -------------------------------------------------------------------- */

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
