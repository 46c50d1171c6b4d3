#include "prober.h"

#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"

void givk_prober_init(struct givk_device *dev)
{
    pthread_mutex_init(&dev->prober.lock, NULL);
}

void givk_prober_finish(struct givk_device *dev)
{
    if (dev->prober.handle != NULL)
        dev->prober.vk.DestroyDevice(dev->prober.handle, NULL);
    pthread_mutex_destroy(&dev->prober.lock);
}

/** Makes the device that tries, with as little as a device can have. */
static gi_status givk_make_prober(struct givk_device *dev)
{
    const char *extension = VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME;
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = dev->plan->families[0].family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = 1,
        .ppEnabledExtensionNames = &extension,
    };
    struct givk_prober *prober = &dev->prober;
    VkResult result;
    gi_status st;

    if (prober->handle != NULL)
        return GI_OK;
    result = dev->instance_calls.CreateDevice(dev->physical, &info, NULL, &prober->handle);
    if (result != VK_SUCCESS) {
        prober->handle = NULL;
        return givk_fail(result, "memory import: vkCreateDevice for trying it");
    }
    st = givk_loader_fill_device(&dev->instance_calls, prober->handle, &prober->vk);
    if (st != GI_OK) {
        if (prober->vk.DestroyDevice != NULL)
            prober->vk.DestroyDevice(prober->handle, NULL);
        prober->handle = NULL;
    }
    return st;
}

/* ---- trying ------------------------------------------------------------------------------- */

/** An import that is tried. */
struct givk_trial {
    struct givk_device *dev;
    uint32_t memory_type;
    uint64_t size_bytes;
};

static VkResult givk_take_trial(void *of, int owned_fd, bool *out_is_taken)
{
    const struct givk_trial *trial = of;
    struct givk_prober *prober = &trial->dev->prober;
    const VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
        .fd = owned_fd,
    };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &import,
        .allocationSize = trial->size_bytes,
        .memoryTypeIndex = trial->memory_type,
    };
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkResult result = prober->vk.AllocateMemory(prober->handle, &info, NULL, &memory);

    *out_is_taken = result == VK_SUCCESS ||
                    givk_handles_refusal_closed(&trial->dev->handles, result);
    if (result == VK_SUCCESS)
        prober->vk.FreeMemory(prober->handle, memory, NULL);
    else
        prober->has_refused = true;
    return result;
}

/** With the lock, and a device. */
static gi_status givk_try(struct givk_trial *trial, int fd, VkResult *out_result)
{
    return givk_memory_file_give(fd, false, givk_take_trial, trial, "memory import", out_result);
}

/** Tries with a device that has refused nothing yet, if one that has takes nothing. */
static gi_status givk_try_again(struct givk_trial *trial, int fd, VkResult *out_result)
{
    struct givk_prober *prober = &trial->dev->prober;
    gi_status st;

    prober->vk.DestroyDevice(prober->handle, NULL);
    prober->handle = NULL;
    prober->has_refused = false;
    st = givk_make_prober(trial->dev);
    return st == GI_OK ? givk_try(trial, fd, out_result) : st;
}

gi_status givk_prober_try(struct givk_device *dev, int fd, uint64_t size_bytes,
                          VkResult *out_result)
{
    struct givk_trial trial = { .dev = dev, .size_bytes = size_bytes };
    bool had_refused;
    gi_status st;

    *out_result = VK_ERROR_FEATURE_NOT_PRESENT;
    if (!givk_plan_memory_type(dev->facts, dev->plan, GIVK_USE_IMPORT, dev->sparse.types,
                               &trial.memory_type))
        return GI_OK;
    pthread_mutex_lock(&dev->prober.lock);
    had_refused = dev->prober.has_refused;
    st = givk_make_prober(dev);
    if (st == GI_OK)
        st = givk_try(&trial, fd, out_result);
    if (st == GI_OK && *out_result != VK_SUCCESS && had_refused)
        st = givk_try_again(&trial, fd, out_result);
    pthread_mutex_unlock(&dev->prober.lock);
    return st;
}
