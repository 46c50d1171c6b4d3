#include "recording.h"

#include "transfer.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"

static struct givk_kept *givk_kept_from(struct gi_recording *base)
{
    return (struct givk_kept *)base;
}

/* ---- pools: the lock is held --------------------------------------------------------------- */

static VkCommandPool *givk_pool_of(struct givk_device *dev, uint32_t at, bool is_passing)
{
    return is_passing ? &dev->keeping.passing[at] : &dev->keeping.pools[at];
}

static VkResult givk_need_pool(struct givk_device *dev, uint32_t at, bool is_passing)
{
    VkCommandPool *pool = givk_pool_of(dev, at, is_passing);
    VkCommandPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = is_passing ? VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT |
                                  VK_COMMAND_POOL_CREATE_TRANSIENT_BIT
                            : 0,
        .queueFamilyIndex = dev->plan->families[at].family,
    };

    if (*pool != VK_NULL_HANDLE)
        return VK_SUCCESS;
    return dev->vk.CreateCommandPool(dev->handle, &info, NULL, pool);
}

/* Keeps a buffer for a later recording, or frees it. */
static void givk_give_back(struct givk_device *dev, uint32_t at, struct givk_kept *kept,
                           bool may_keep)
{
    uint32_t *count = &dev->keeping.spare_counts[at];
    VkCommandBuffer *buffer = &kept->buffers[at];

    if (*buffer == VK_NULL_HANDLE)
        return;
    if (kept->is_passing && may_keep && *count < GIVK_SPARE_BUFFERS)
        dev->keeping.spares[at][(*count)++] = *buffer;
    else
        dev->vk.FreeCommandBuffers(dev->handle, *givk_pool_of(dev, at, kept->is_passing), 1,
                                   buffer);
    *buffer = VK_NULL_HANDLE;
}

/* A buffer for a recording; the beginning of the recording resets one that was used before. */
static VkResult givk_take_buffer(struct givk_device *dev, uint32_t at, struct givk_kept *kept)
{
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = *givk_pool_of(dev, at, kept->is_passing),
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    uint32_t *count = &dev->keeping.spare_counts[at];
    VkResult result = VK_SUCCESS;

    if (kept->is_passing && *count > 0)
        kept->buffers[at] = dev->keeping.spares[at][--*count];
    else
        result = dev->vk.AllocateCommandBuffers(dev->handle, &info, &kept->buffers[at]);
    if (result != VK_SUCCESS)
        kept->buffers[at] = VK_NULL_HANDLE;
    return result;
}

static void givk_drop_buffers(struct givk_device *dev, struct givk_kept *kept, bool may_keep)
{
    for (uint32_t i = 0; i < dev->plan->family_count; i++)
        givk_give_back(dev, i, kept, may_keep);
}

/* Records for one family. A batch may be submitted while an earlier one with the recording runs. */
static VkResult givk_record_for(struct givk_device *dev, struct givk_kept *kept, uint32_t at,
                                const struct gi_recorded *recorded)
{
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
    };
    VkResult result = givk_need_pool(dev, at, kept->is_passing), ended;

    if (result == VK_SUCCESS)
        result = givk_take_buffer(dev, at, kept);
    if (result != VK_SUCCESS)
        return result;
    result = dev->vk.BeginCommandBuffer(kept->buffers[at], &begin);
    if (result != VK_SUCCESS)
        return result;
    result = givk_transfer_record_kept(dev, kept->buffers[at], recorded);
    ended = dev->vk.EndCommandBuffer(kept->buffers[at]);
    return result == VK_SUCCESS ? ended : result;
}

/* ---- the slots ----------------------------------------------------------------------------- */

static gi_status givk_recording_init(struct gi_recording *base, const struct gi_recorded *recorded)
{
    struct givk_device *dev = givk_device_from(base->device);
    struct givk_kept *kept = givk_kept_from(base);
    VkResult result = VK_SUCCESS;

    kept->is_passing = recorded->is_passing && recorded->command_count <= GIVK_SPARE_COMMANDS;
    pthread_mutex_lock(&dev->keeping.lock);
    for (uint32_t i = 0; i < dev->plan->family_count && result == VK_SUCCESS; i++)
        result = givk_record_for(dev, kept, i, recorded);
    if (result != VK_SUCCESS)
        givk_drop_buffers(dev, kept, false);
    pthread_mutex_unlock(&dev->keeping.lock);
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "recording commands");
}

static void givk_recording_finish(struct gi_recording *base)
{
    struct givk_device *dev = givk_device_from(base->device);

    pthread_mutex_lock(&dev->keeping.lock);
    givk_drop_buffers(dev, givk_kept_from(base), true);
    pthread_mutex_unlock(&dev->keeping.lock);
}

const struct gi_recording_ops givk_recording_ops = {
    .size = sizeof(struct givk_kept),
    .init = givk_recording_init,
    .finish = givk_recording_finish,
};

/* ---- for queues and devices ---------------------------------------------------------------- */

VkCommandBuffer givk_recorded_buffer(struct gi_recording *base, uint32_t family)
{
    const struct givk_plan *plan = givk_device_from(base->device)->plan;
    uint32_t at = 0;

    while (at + 1 < plan->family_count && plan->families[at].family != family)
        at++;
    return givk_kept_from(base)->buffers[at];
}

void givk_keeping_init(struct givk_device *dev)
{
    pthread_mutex_init(&dev->keeping.lock, NULL);
}

void givk_keeping_finish(struct givk_device *dev)
{
    for (uint32_t i = 0; i < dev->plan->family_count; i++) {
        if (dev->keeping.pools[i] != VK_NULL_HANDLE)
            dev->vk.DestroyCommandPool(dev->handle, dev->keeping.pools[i], NULL);
        if (dev->keeping.passing[i] != VK_NULL_HANDLE)
            dev->vk.DestroyCommandPool(dev->handle, dev->keeping.passing[i], NULL);
    }
    pthread_mutex_destroy(&dev->keeping.lock);
}
