#include "prober.h"

#include "device.h"
#include "result.h"

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

/** Makes the device that searches, with as little as a device can have. */
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
        return givk_fail(result, "memory import: vkCreateDevice for finding its size");
    }
    st = givk_loader_fill_device(&dev->instance_calls, prober->handle, &prober->vk);
    if (st != GI_OK) {
        if (prober->vk.DestroyDevice != NULL)
            prober->vk.DestroyDevice(prober->handle, NULL);
        prober->handle = NULL;
    }
    return st;
}

/* ---- the search ---------------------------------------------------------------------------- */

/** A search for the size of an fd. */
struct givk_search {
    struct givk_device *dev;
    uint32_t memory_type;
    int fd;                      /* borrowed */
    uint64_t size_bytes;         /* of the import that is tried */
};

static VkResult givk_take_probe(void *of, int owned_fd, bool *out_is_taken)
{
    const struct givk_search *search = of;
    struct givk_prober *prober = &search->dev->prober;
    const VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
        .fd = owned_fd,
    };
    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &import,
        .allocationSize = search->size_bytes,
        .memoryTypeIndex = search->memory_type,
    };
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkResult result = prober->vk.AllocateMemory(prober->handle, &info, NULL, &memory);

    *out_is_taken = result == VK_SUCCESS ||
                    givk_handles_refusal_closed(&search->dev->handles, result);
    if (result == VK_SUCCESS)
        prober->vk.FreeMemory(prober->handle, memory, NULL);
    return result;
}

/** The next size to try, in steps. It is at most double of what works, because a driver can take
 *  seconds to refuse a huge size. Sizes are often powers of two: then one step more fails. */
static uint64_t givk_next_size(uint64_t works, uint64_t fails, bool has_failed)
{
    uint64_t middle = works + (fails - works) / 2;

    if (has_failed && (works & (works - 1)) == 0)
        return works + 1;
    return middle < 2 * works ? middle : 2 * works;
}

/** The first attempt, of one step, tells a bad fd from a large size. */
static gi_status givk_search_size(struct givk_search *search, uint64_t step, uint64_t most_steps,
                                  uint64_t *out_steps, VkResult *out_result)
{
    uint64_t works = 0, fails = most_steps + 1, next = 1;
    bool has_failed = false;

    while (works + 1 < fails) {
        gi_status st;

        search->size_bytes = next * step;
        st = givk_memory_file_give(search->fd, false, givk_take_probe, search, "memory import",
                                   out_result);
        if (st != GI_OK)
            return st;
        if (*out_result == VK_SUCCESS) {
            works = next;
        } else {
            fails = next;
            has_failed = true;
            search->dev->prober.has_refused = true;
        }
        if (works != 0)
            next = givk_next_size(works, fails, has_failed);
    }
    *out_steps = works;
    if (works != 0)
        *out_result = VK_SUCCESS;
    return GI_OK;
}

/** Searches with a device that has refused nothing yet, if one that has takes nothing. */
static gi_status givk_search_again(struct givk_search *search, uint64_t step, uint64_t most_steps,
                                   uint64_t *out_steps, VkResult *out_result)
{
    struct givk_prober *prober = &search->dev->prober;
    gi_status st;

    prober->vk.DestroyDevice(prober->handle, NULL);
    prober->handle = NULL;
    prober->has_refused = false;
    st = givk_make_prober(search->dev);
    return st == GI_OK ? givk_search_size(search, step, most_steps, out_steps, out_result) : st;
}

gi_status givk_prober_find(struct givk_device *dev, int fd, uint64_t step_bytes,
                           uint64_t most_bytes, uint64_t *out_size_bytes, VkResult *out_result)
{
    struct givk_search search = { .dev = dev, .fd = fd };
    uint64_t steps = 0, most_steps = most_bytes / step_bytes;
    bool had_refused;
    gi_status st;

    *out_size_bytes = 0;
    *out_result = VK_ERROR_FEATURE_NOT_PRESENT;
    if (!givk_plan_memory_type(dev->facts, dev->plan, GIVK_USE_IMPORT, dev->sparse.types,
                               &search.memory_type))
        return GI_OK;
    pthread_mutex_lock(&dev->prober.lock);
    had_refused = dev->prober.has_refused;
    st = givk_make_prober(dev);
    if (st == GI_OK)
        st = givk_search_size(&search, step_bytes, most_steps, &steps, out_result);
    if (st == GI_OK && steps == 0 && had_refused)
        st = givk_search_again(&search, step_bytes, most_steps, &steps, out_result);
    pthread_mutex_unlock(&dev->prober.lock);
    *out_size_bytes = steps * step_bytes;
    return st;
}
