/* The list of instances, and their creation and destruction. */
#include "entries.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct gilayer_list instances = GILAYER_LIST;

struct gilayer_instance *gilayer_instance_of(const void *dispatchable)
{
    return (struct gilayer_instance *)gilayer_list_find(&instances, dispatchable);
}

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t gilayer_deadline(uint64_t timeout_ns)
{
    int64_t now = now_ns();
    return timeout_ns > (uint64_t)(INT64_MAX - now) ? INT64_MAX : now + (int64_t)timeout_ns;
}

uint64_t gilayer_time_left(int64_t deadline_ns)
{
    if (deadline_ns == INT64_MAX)
        return UINT64_MAX;
    int64_t now = now_ns();
    return deadline_ns > now ? (uint64_t)(deadline_ns - now) : 0;
}

/* Asked here only: later, the stored function may return this layer's own entries. */
static void load_calls(struct gilayer_instance *instance)
{
    PFN_vkGetInstanceProcAddr get = instance->next_get_proc;

#define LOAD(name) instance->next.name = (PFN_vk##name)get(instance->handle, "vk" #name);
    GILAYER_INSTANCE_CALLS(LOAD)
#undef LOAD
    if (instance->next.GetPhysicalDeviceExternalSemaphoreProperties == NULL)
        instance->next.GetPhysicalDeviceExternalSemaphoreProperties =
            (PFN_vkGetPhysicalDeviceExternalSemaphoreProperties)get(
                instance->handle, "vkGetPhysicalDeviceExternalSemaphorePropertiesKHR");
}

GILAYER_ENTRY gilayer_CreateInstance(const VkInstanceCreateInfo *info,
                                     const VkAllocationCallbacks *allocator, VkInstance *out)
{
    VkLayerInstanceCreateInfo *link = gilayer_instance_link(info);
    if (link == NULL)
        return VK_ERROR_INITIALIZATION_FAILED;
    PFN_vkGetInstanceProcAddr get = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)get(VK_NULL_HANDLE, "vkCreateInstance");
    if (create == NULL)
        return VK_ERROR_INITIALIZATION_FAILED;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;

    struct gilayer_instance *instance = calloc(1, sizeof(*instance));
    if (instance == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = create(info, allocator, out);
    if (result != VK_SUCCESS) {
        free(instance);
        return result;
    }
    instance->handle = *out;
    instance->next_get_proc = get;
    load_calls(instance);

    gilayer_list_add(&instances, &instance->listed, *out);
    return VK_SUCCESS;
}

GILAYER_VOID_ENTRY gilayer_DestroyInstance(VkInstance handle,
                                           const VkAllocationCallbacks *allocator)
{
    if (handle == VK_NULL_HANDLE)
        return;
    struct gilayer_instance *instance = gilayer_instance_of(handle);

    gilayer_list_remove(&instances, &instance->listed);
    instance->next.DestroyInstance(handle, allocator);
    free(instance);
}
