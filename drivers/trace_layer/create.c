/* Creation and destruction of instances and devices, and which of them are recorded. */
#include "entries.h"
#include "queue.h"
#include "semaphore.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

static struct gilayer_list instances = GILAYER_LIST;
static struct gilayer_list devices = GILAYER_LIST;

/* The numbers that devices have now. Later devices get them again, and so their tracks. */
static _Atomic uint64_t numbers;

struct gitrace_instance *gitrace_instance_of(const void *dispatchable)
{
    return (struct gitrace_instance *)gilayer_list_find(&instances, dispatchable);
}

struct gitrace_device *gitrace_device_of(const void *dispatchable)
{
    return (struct gitrace_device *)gilayer_list_find(&devices, dispatchable);
}

/* ---- instances ---- */

/* The library's own work is on the tracks of its streams. A program with another user's rights
 * writes no files for those who start it. */
static bool is_silent(const VkInstanceCreateInfo *info)
{
    const VkApplicationInfo *application = info->pApplicationInfo;
    const char *engine = application != NULL ? application->pEngineName : NULL;

    return getauxval(AT_SECURE) != 0 || (engine != NULL && strcmp(engine, "gpuinterop") == 0);
}

GITRACE_ENTRY gitrace_CreateInstance(const VkInstanceCreateInfo *info,
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

    struct gitrace_instance *instance = calloc(1, sizeof(*instance));
    if (instance == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    VkResult result = create(info, allocator, out);
    if (result != VK_SUCCESS) {
        free(instance);
        return result;
    }
    instance->is_silent = is_silent(info);
    instance->next_get_proc = get;
    /* Asked here only: later, the stored function may return this layer's own entries. */
    instance->destroy = (PFN_vkDestroyInstance)get(*out, "vkDestroyInstance");
    instance->create_device = (PFN_vkCreateDevice)get(*out, "vkCreateDevice");
    gilayer_list_add(&instances, &instance->listed, *out);
    if (!instance->is_silent)
        gi_trace_begin_by_environment();
    return VK_SUCCESS;
}

GITRACE_VOID_ENTRY gitrace_DestroyInstance(VkInstance handle,
                                           const VkAllocationCallbacks *allocator)
{
    if (handle == VK_NULL_HANDLE)
        return;
    struct gitrace_instance *instance = gitrace_instance_of(handle);

    gilayer_list_remove(&instances, &instance->listed);
    instance->destroy(handle, allocator);
    free(instance);
}

/* ---- devices ---- */

static unsigned take_number(void)
{
    uint64_t taken = atomic_load(&numbers);
    unsigned number;

    do {
        for (number = 0; number < 63 && (taken & (UINT64_C(1) << number)) != 0; number++)
            ;
    } while (!atomic_compare_exchange_weak(&numbers, &taken, taken | (UINT64_C(1) << number)));
    return number;
}

static void load_next_calls(struct gitrace_device *device)
{
#define LOAD(name) \
    device->next.name = (PFN_vk##name)gilayer_next_function( \
        device->next_get_proc, device->handle, "vk" #name, "vk" #name "KHR");
    GITRACE_DEVICE_CALLS(LOAD)
#undef LOAD
}

GITRACE_ENTRY gitrace_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                   const VkAllocationCallbacks *allocator, VkDevice *out)
{
    const struct gitrace_instance *instance = gitrace_instance_of(physical);
    VkLayerDeviceCreateInfo *link = gilayer_device_link(info);

    if (link == NULL || instance->create_device == NULL)
        return VK_ERROR_INITIALIZATION_FAILED;
    struct gitrace_device *device = calloc(1, sizeof(*device));
    if (device == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    device->next_get_proc = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    VkResult result = instance->create_device(physical, info, allocator, out);
    if (result != VK_SUCCESS) {
        free(device);
        return result;
    }
    device->handle = *out;
    device->is_silent = instance->is_silent;
    device->number = take_number();
    pthread_mutex_init(&device->lock, NULL);
    pthread_cond_init(&device->is_left, NULL);
    load_next_calls(device);
    gilayer_list_add(&devices, &device->listed, *out);
    return VK_SUCCESS;
}

GITRACE_VOID_ENTRY gitrace_DestroyDevice(VkDevice handle, const VkAllocationCallbacks *allocator)
{
    if (handle == VK_NULL_HANDLE)
        return;
    struct gitrace_device *device = gitrace_device_of(handle);

    gitrace_queues_finish(device);
    gitrace_semaphores_finish(device);
    gilayer_list_remove(&devices, &device->listed);
    atomic_fetch_and(&numbers, ~(UINT64_C(1) << device->number));
    device->next.DestroyDevice(handle, allocator);
    pthread_cond_destroy(&device->is_left);
    pthread_mutex_destroy(&device->lock);
    free(device);
}
