/* Creation and destruction of devices. */
#include "devices.h"
#include "entries.h"
#include "queue.h"
#include "semaphore.h"

#include <stdlib.h>
#include <string.h>

static void load_calls(struct gilayer_device *device)
{
#define LOAD(name) \
    device->next.name = (PFN_vk##name)gilayer_next_function( \
        device->next_get_proc, device->handle, "vk" #name, "vk" #name "KHR");
    GILAYER_DEVICE_CALLS(LOAD)
#undef LOAD
}

static bool wants_extension(const VkDeviceCreateInfo *info, const char *name)
{
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        if (strcmp(info->ppEnabledExtensionNames[i], name) == 0)
            return true;
    }
    return false;
}

/* Removes the extensions that the driver lacks from the program's list. The caller frees the new
 * array; NULL if memory is short. */
static const char **strip_extensions(const struct gilayer_instance *instance,
                                     VkPhysicalDevice physical, VkDeviceCreateInfo *info)
{
    static const char *const ours[] = {
        VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME,
        VK_KHR_EXTERNAL_SEMAPHORE_EXTENSION_NAME,
    };
    const char **kept = calloc(info->enabledExtensionCount + 1, sizeof(*kept));
    uint32_t count = 0;

    if (kept == NULL)
        return NULL;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const char *name = info->ppEnabledExtensionNames[i];
        bool may_strip = strcmp(name, ours[0]) == 0 || strcmp(name, ours[1]) == 0;
        if (!may_strip || gilayer_driver_lists(instance, physical, name))
            kept[count++] = name;
    }
    info->ppEnabledExtensionNames = kept;
    info->enabledExtensionCount = count;
    return kept;
}

GILAYER_ENTRY gilayer_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                   const VkAllocationCallbacks *allocator, VkDevice *out)
{
    const struct gilayer_instance *instance = gilayer_instance_of(physical);
    VkLayerDeviceCreateInfo *link = gilayer_device_link(info);
    VkDeviceCreateInfo stripped = *info;
    const char **kept = NULL;
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;

    if (link == NULL || instance->next.CreateDevice == NULL)
        return VK_ERROR_INITIALIZATION_FAILED;
    struct gilayer_device *device = calloc(1, sizeof(*device));
    if (device == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    device->next_get_proc = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;

    if (gilayer_driver_lacks(instance, physical)) {
        device->active = wants_extension(info, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME);
        kept = strip_extensions(instance, physical, &stripped);
        if (kept == NULL)
            goto free_device;
    }
    result = instance->next.CreateDevice(physical, &stripped, allocator, out);
    if (result != VK_SUCCESS)
        goto free_kept;
    device->handle = *out;
    pthread_mutex_init(&device->lock, NULL);
    load_calls(device);
    gilayer_devices_add(device);
    free(kept);
    return VK_SUCCESS;

free_kept:
    free(kept);
free_device:
    free(device);
    return result;
}

GILAYER_VOID_ENTRY gilayer_DestroyDevice(VkDevice handle, const VkAllocationCallbacks *allocator)
{
    if (handle == VK_NULL_HANDLE)
        return;
    struct gilayer_device *device = gilayer_device_of(handle);

    gilayer_queues_finish(device);
    gilayer_semaphores_finish(device);
    gilayer_devices_remove(device);
    device->next.DestroyDevice(handle, allocator);
    pthread_mutex_destroy(&device->lock);
    free(device);
}
