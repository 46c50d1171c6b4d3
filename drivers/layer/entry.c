/* The loader's entry points: which commands the layer intercepts, and for which devices. */
#include "devices.h"
#include "entries.h"

#include <string.h>

#if defined(__GNUC__)
#define GILAYER_EXPORT __attribute__((visibility("default")))
#else
#define GILAYER_EXPORT
#endif

static PFN_vkVoidFunction VKAPI_CALL get_instance_proc(VkInstance instance, const char *name);
static PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice device, const char *name);

#define ENTRY(name) { "vk" #name, (PFN_vkVoidFunction)gilayer_##name, false }
#define ALIAS(name, as) { "vk" #as, (PFN_vkVoidFunction)gilayer_##name, false }
#define ADDED(name) { "vk" #name, (PFN_vkVoidFunction)gilayer_##name, true }

static const struct gilayer_entry instance_entries[] = {
    { "vkGetInstanceProcAddr", (PFN_vkVoidFunction)get_instance_proc, false },
    ENTRY(CreateInstance),
    ENTRY(DestroyInstance),
    ENTRY(CreateDevice),
    ENTRY(EnumerateDeviceExtensionProperties),
    ENTRY(GetPhysicalDeviceExternalSemaphoreProperties),
    ALIAS(GetPhysicalDeviceExternalSemaphoreProperties,
          GetPhysicalDeviceExternalSemaphorePropertiesKHR),
};

/* Intercepted for every device. The rest is only intercepted where the layer is active. */
static const struct gilayer_entry always_entries[] = {
    { "vkGetDeviceProcAddr", (PFN_vkVoidFunction)get_device_proc, false },
    ENTRY(DestroyDevice),
};

static const struct gilayer_entry device_entries[] = {
    ENTRY(CreateSemaphore),
    ENTRY(DestroySemaphore),
    ADDED(GetSemaphoreFdKHR),
    ADDED(ImportSemaphoreFdKHR),
    ENTRY(GetSemaphoreCounterValue),
    ALIAS(GetSemaphoreCounterValue, GetSemaphoreCounterValueKHR),
    ENTRY(SignalSemaphore),
    ALIAS(SignalSemaphore, SignalSemaphoreKHR),
    ENTRY(WaitSemaphores),
    ALIAS(WaitSemaphores, WaitSemaphoresKHR),
    ENTRY(GetFenceStatus),
    ENTRY(WaitForFences),
    ENTRY(QueueSubmit),
    ENTRY(QueueSubmit2),
    ALIAS(QueueSubmit2, QueueSubmit2KHR),
    ENTRY(QueueBindSparse),
    ENTRY(QueuePresentKHR),
    ENTRY(QueueWaitIdle),
    ENTRY(DeviceWaitIdle),
    ENTRY(QueueBeginDebugUtilsLabelEXT),
    ENTRY(QueueEndDebugUtilsLabelEXT),
    ENTRY(QueueInsertDebugUtilsLabelEXT),
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static PFN_vkVoidFunction VKAPI_CALL get_device_proc(VkDevice handle, const char *name)
{
    const struct gilayer_device *device = gilayer_device_of(handle);
    const struct gilayer_entry *entry =
        gilayer_entry_find(always_entries, COUNT(always_entries), name);

    if (entry != NULL)
        return entry->function;
    PFN_vkVoidFunction next = device->next_get_proc(handle, name);
    if (!device->active)
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
    const struct gilayer_instance *instance = gilayer_instance_of(handle);
    if (instance == NULL)
        return NULL;
    PFN_vkVoidFunction next = instance->next_get_proc(handle, name);
    entry = gilayer_entry_find(device_entries, COUNT(device_entries), name);
    return entry != NULL && (next != NULL || entry->added) ? entry->function : next;
}

GILAYER_EXPORT VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *negotiate)
{
    return gilayer_negotiate(negotiate, get_instance_proc, get_device_proc);
}
