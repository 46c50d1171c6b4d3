/* The loader's entry points: which commands the layer intercepts. */
#include "entries.h"

#include <string.h>

#if defined(__GNUC__)
#define GITRACE_EXPORT __attribute__((visibility("default")))
#else
#define GITRACE_EXPORT
#endif

static PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance instance, const char *name);
static PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice device, const char *name);

#define ENTRY(name) { "vk" #name, (PFN_vkVoidFunction)gitrace_##name, false }
#define ALIAS(name, as) { "vk" #as, (PFN_vkVoidFunction)gitrace_##name, false }
#define ADDED(name) { "vk" #name, (PFN_vkVoidFunction)gitrace_##name, true }

static const struct gilayer_entry instance_entries[] = {
    { "vkGetInstanceProcAddr", (PFN_vkVoidFunction)get_instance_proc, true },
    ADDED(CreateInstance),
    ADDED(DestroyInstance),
    ADDED(CreateDevice),
};

/* Intercepted also where nothing is recorded. */
static const struct gilayer_entry always_entries[] = {
    { "vkGetDeviceProcAddr", (PFN_vkVoidFunction)get_device_proc, true },
    ADDED(DestroyDevice),
};

static const struct gilayer_entry device_entries[] = {
    ENTRY(CreateSemaphore),
    ENTRY(DestroySemaphore),
    ENTRY(GetSemaphoreFdKHR),
    ENTRY(ImportSemaphoreFdKHR),
    ADDED(SetDebugUtilsObjectNameEXT),
    ENTRY(GetDeviceQueue),
    ENTRY(GetDeviceQueue2),
    ENTRY(QueueSubmit),
    ENTRY(QueueSubmit2),
    ALIAS(QueueSubmit2, QueueSubmit2KHR),
    ENTRY(QueueBindSparse),
    ENTRY(QueuePresentKHR),
    ENTRY(SignalSemaphore),
    ALIAS(SignalSemaphore, SignalSemaphoreKHR),
    ENTRY(WaitSemaphores),
    ALIAS(WaitSemaphores, WaitSemaphoresKHR),
    ENTRY(WaitForFences),
    ENTRY(QueueWaitIdle),
    ENTRY(DeviceWaitIdle),
    ENTRY(AcquireNextImageKHR),
    ENTRY(AcquireNextImage2KHR),
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice handle, const char *name)
{
    const struct gitrace_device *device = gitrace_device_of(handle);
    const struct gilayer_entry *entry =
        gilayer_entry_find(always_entries, COUNT(always_entries), name);

    if (entry != NULL)
        return entry->function;
    PFN_vkVoidFunction next = device->next_get_proc(handle, name);
    if (device->is_silent)
        return next;
    entry = gilayer_entry_find(device_entries, COUNT(device_entries), name);
    return entry != NULL && (next != NULL || entry->added) ? entry->function : next;
}

/* Also answers for device commands, because a layer above may ask for them here. */
static PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance handle, const char *name)
{
    const struct gilayer_entry *entry =
        gilayer_entry_find(instance_entries, COUNT(instance_entries), name);

    if (entry == NULL)
        entry = gilayer_entry_find(always_entries, COUNT(always_entries), name);
    if (entry != NULL)
        return entry->function;
    if (handle == VK_NULL_HANDLE)
        return NULL;
    const struct gitrace_instance *instance = gitrace_instance_of(handle);
    if (instance == NULL)
        return NULL;
    PFN_vkVoidFunction next = instance->next_get_proc(handle, name);
    if (instance->is_silent)
        return next;
    entry = gilayer_entry_find(device_entries, COUNT(device_entries), name);
    return entry != NULL && (next != NULL || entry->added) ? entry->function : next;
}

GITRACE_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *negotiate)
{
    return gilayer_negotiate(negotiate, get_instance_proc, get_device_proc);
}
