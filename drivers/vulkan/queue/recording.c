#include "recording.h"

#include "transfer.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"

static struct givk_kept *givk_kept_from(struct gi_recording *base)
{
    return (struct givk_kept *)base;
}

/* ---- pools: the lock is held --------------------------------------------------------------- */

static VkResult givk_need_pool(struct givk_device *dev, uint32_t at)
{
    VkCommandPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .queueFamilyIndex = dev->plan->families[at].family,
    };

    if (dev->keeping.pools[at] != VK_NULL_HANDLE)
        return VK_SUCCESS;
    return dev->vk.CreateCommandPool(dev->handle, &info, NULL, &dev->keeping.pools[at]);
}

static void givk_free_buffers(struct givk_device *dev, struct givk_kept *kept)
{
    for (uint32_t i = 0; i < dev->plan->family_count; i++) {
        if (kept->buffers[i] != VK_NULL_HANDLE)
            dev->vk.FreeCommandBuffers(dev->handle, dev->keeping.pools[i], 1, &kept->buffers[i]);
        kept->buffers[i] = VK_NULL_HANDLE;
    }
}

/* Records for one family. A batch may be submitted while an earlier one with the recording runs. */
static VkResult givk_record_for(struct givk_device *dev, struct givk_kept *kept, uint32_t at,
                                const struct gi_recorded *recorded)
{
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
    };
    VkResult result = givk_need_pool(dev, at), ended;

    if (result != VK_SUCCESS)
        return result;
    info.commandPool = dev->keeping.pools[at];
    result = dev->vk.AllocateCommandBuffers(dev->handle, &info, &kept->buffers[at]);
    if (result != VK_SUCCESS) {
        kept->buffers[at] = VK_NULL_HANDLE;
        return result;
    }
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

    pthread_mutex_lock(&dev->keeping.lock);
    for (uint32_t i = 0; i < dev->plan->family_count && result == VK_SUCCESS; i++)
        result = givk_record_for(dev, kept, i, recorded);
    if (result != VK_SUCCESS)
        givk_free_buffers(dev, kept);
    pthread_mutex_unlock(&dev->keeping.lock);
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "recording commands");
}

static void givk_recording_finish(struct gi_recording *base)
{
    struct givk_device *dev = givk_device_from(base->device);

    pthread_mutex_lock(&dev->keeping.lock);
    givk_free_buffers(dev, givk_kept_from(base));
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
    }
    pthread_mutex_destroy(&dev->keeping.lock);
}
