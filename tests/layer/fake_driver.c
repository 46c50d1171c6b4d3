#include "fake_driver.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 64 };

static void *instance_key, *device_key;
static struct { void **key; } fake_instance = { &instance_key }, fake_physical = { &instance_key },
    fake_device = { &device_key }, fake_queues[2] = { { &device_key }, { &device_key } };

bool fake_has_opaque_fd;
uint32_t fake_enabled_extensions;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct fake_record records[RECORDS];
static int record_count;
static uint64_t last_handle;
static PFN_vkGetInstanceProcAddr layer_instance_proc;
static PFN_vkGetDeviceProcAddr layer_device_proc;

VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *negotiate);

static void add_record(const struct fake_record *record)
{
    pthread_mutex_lock(&lock);
    if (record_count < RECORDS)
        records[record_count++] = *record;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

struct fake_record fake_wait_record(int number)
{
    pthread_mutex_lock(&lock);
    while (record_count < number)
        pthread_cond_wait(&changed, &lock);
    struct fake_record record = records[number - 1];
    pthread_mutex_unlock(&lock);
    return record;
}

int fake_record_count(void)
{
    pthread_mutex_lock(&lock);
    int count = record_count;
    pthread_mutex_unlock(&lock);
    return count;
}

/* ---- the driver's commands ---- */

static VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                           const VkAllocationCallbacks *allocator, VkInstance *out)
{
    (void)info, (void)allocator;
    *out = (VkInstance)&fake_instance;
    return VK_SUCCESS;
}

static void VKAPI_CALL destroy_instance(VkInstance instance,
                                        const VkAllocationCallbacks *allocator)
{
    (void)instance, (void)allocator;
}

static VkResult VKAPI_CALL extensions(VkPhysicalDevice physical, const char *layer,
                                      uint32_t *count, VkExtensionProperties *out)
{
    (void)physical, (void)layer;
    if (out != NULL && fake_has_opaque_fd)
        strcpy(out[0].extensionName, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME);
    *count = fake_has_opaque_fd;
    return VK_SUCCESS;
}

static void VKAPI_CALL semaphore_properties(VkPhysicalDevice physical,
                                            const VkPhysicalDeviceExternalSemaphoreInfo *info,
                                            VkExternalSemaphoreProperties *out)
{
    (void)physical, (void)info;
    out->externalSemaphoreFeatures = fake_has_opaque_fd ? 3 : 0;
}

static VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                         const VkAllocationCallbacks *allocator, VkDevice *out)
{
    (void)physical, (void)allocator;
    fake_enabled_extensions = info->enabledExtensionCount;
    *out = (VkDevice)&fake_device;
    return VK_SUCCESS;
}

static void VKAPI_CALL destroy_device(VkDevice device, const VkAllocationCallbacks *allocator)
{
    (void)device, (void)allocator;
}

static uint64_t new_handle(void)
{
    return __atomic_add_fetch(&last_handle, 1, __ATOMIC_SEQ_CST);
}

static VkResult VKAPI_CALL create_semaphore(VkDevice device, const VkSemaphoreCreateInfo *info,
                                            const VkAllocationCallbacks *allocator,
                                            VkSemaphore *out)
{
    (void)device, (void)info, (void)allocator;
    *out = (VkSemaphore)(uintptr_t)new_handle();
    return VK_SUCCESS;
}

static void VKAPI_CALL destroy_semaphore(VkDevice device, VkSemaphore semaphore,
                                         const VkAllocationCallbacks *allocator)
{
    (void)device, (void)semaphore, (void)allocator;
}

static VkResult VKAPI_CALL create_fence(VkDevice device, const VkFenceCreateInfo *info,
                                        const VkAllocationCallbacks *allocator, VkFence *out)
{
    (void)device, (void)info, (void)allocator;
    *out = (VkFence)(uintptr_t)new_handle();
    return VK_SUCCESS;
}

static void VKAPI_CALL destroy_fence(VkDevice device, VkFence fence,
                                     const VkAllocationCallbacks *allocator)
{
    (void)device, (void)fence, (void)allocator;
}

static VkResult VKAPI_CALL reset_fences(VkDevice device, uint32_t count, const VkFence *fences)
{
    (void)device, (void)count, (void)fences;
    return VK_SUCCESS;
}

static VkResult VKAPI_CALL fence_status(VkDevice device, VkFence fence)
{
    (void)device, (void)fence;
    return VK_SUCCESS;
}

static VkResult VKAPI_CALL wait_for_fences(VkDevice device, uint32_t count, const VkFence *fences,
                                           VkBool32 all, uint64_t timeout_ns)
{
    (void)device, (void)count, (void)fences, (void)all, (void)timeout_ns;
    return VK_SUCCESS;
}

static void note_handles(uint32_t count, const VkSemaphore *from, uint32_t *out_count,
                         VkSemaphore *out)
{
    *out_count = count;
    for (uint32_t i = 0; i < count && i < 4; i++)
        out[i] = from[i];
}

static void note_chain(const void *chain, struct fake_record *record)
{
    for (const VkBaseInStructure *at = chain; at != NULL; at = at->pNext) {
        const VkTimelineSemaphoreSubmitInfo *values = (const void *)at;
        const VkDeviceGroupSubmitInfo *group = (const void *)at;
        if (at->sType == VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO) {
            record->value_count = values->waitSemaphoreValueCount;
            for (uint32_t i = 0; i < record->value_count && i < 4; i++)
                record->wait_values[i] = values->pWaitSemaphoreValues[i];
        } else if (at->sType == VK_STRUCTURE_TYPE_DEVICE_GROUP_SUBMIT_INFO) {
            record->group_count = group->waitSemaphoreCount;
            for (uint32_t i = 0; i < record->group_count && i < 4; i++)
                record->wait_devices[i] = group->pWaitSemaphoreDeviceIndices[i];
        } else if (at->sType == VK_STRUCTURE_TYPE_PROTECTED_SUBMIT_INFO) {
            record->protected_submit = true;
        } else {
            record->unknown_struct = true;
        }
    }
}

static VkResult VKAPI_CALL queue_submit(VkQueue queue, uint32_t count, const VkSubmitInfo *infos,
                                        VkFence fence)
{
    (void)fence;
    for (uint32_t i = 0; i < count; i++) {
        struct fake_record record = { .kind = FAKE_SUBMIT, .queue = queue };
        record.command_count = infos[i].commandBufferCount;
        note_handles(infos[i].waitSemaphoreCount, infos[i].pWaitSemaphores, &record.wait_count,
                     record.waits);
        note_handles(infos[i].signalSemaphoreCount, infos[i].pSignalSemaphores,
                     &record.signal_count, record.signals);
        for (uint32_t j = 0; j < record.wait_count && j < 4; j++)
            record.stages[j] = infos[i].pWaitDstStageMask[j];
        note_chain(infos[i].pNext, &record);
        add_record(&record);
    }
    return VK_SUCCESS;
}

static VkResult VKAPI_CALL queue_bind(VkQueue queue, uint32_t count, const VkBindSparseInfo *infos,
                                      VkFence fence)
{
    (void)fence;
    for (uint32_t i = 0; i < count; i++) {
        struct fake_record record = { .kind = FAKE_BIND, .queue = queue };
        note_handles(infos[i].waitSemaphoreCount, infos[i].pWaitSemaphores, &record.wait_count,
                     record.waits);
        note_handles(infos[i].signalSemaphoreCount, infos[i].pSignalSemaphores,
                     &record.signal_count, record.signals);
        if (infos[i].bufferBindCount != 0)
            record.bind_offset = infos[i].pBufferBinds[0].pBinds[0].resourceOffset;
        note_chain(infos[i].pNext, &record);
        add_record(&record);
    }
    return VK_SUCCESS;
}

static VkResult VKAPI_CALL queue_present(VkQueue queue, const VkPresentInfoKHR *info)
{
    struct fake_record record = { .kind = FAKE_PRESENT, .queue = queue };

    note_handles(info->waitSemaphoreCount, info->pWaitSemaphores, &record.wait_count,
                 record.waits);
    add_record(&record);
    return VK_SUBOPTIMAL_KHR;
}

static VkResult VKAPI_CALL queue_idle(VkQueue queue)
{
    (void)queue;
    return VK_SUCCESS;
}

static VkResult VKAPI_CALL device_idle(VkDevice device)
{
    (void)device;
    return VK_SUCCESS;
}

/* ---- the chain ---- */

static const struct { const char *name; PFN_vkVoidFunction function; } commands[] = {
    { "vkCreateInstance", (PFN_vkVoidFunction)create_instance },
    { "vkDestroyInstance", (PFN_vkVoidFunction)destroy_instance },
    { "vkEnumerateDeviceExtensionProperties", (PFN_vkVoidFunction)extensions },
    { "vkGetPhysicalDeviceExternalSemaphoreProperties", (PFN_vkVoidFunction)semaphore_properties },
    { "vkCreateDevice", (PFN_vkVoidFunction)create_device },
    { "vkDestroyDevice", (PFN_vkVoidFunction)destroy_device },
    { "vkCreateSemaphore", (PFN_vkVoidFunction)create_semaphore },
    { "vkDestroySemaphore", (PFN_vkVoidFunction)destroy_semaphore },
    { "vkCreateFence", (PFN_vkVoidFunction)create_fence },
    { "vkDestroyFence", (PFN_vkVoidFunction)destroy_fence },
    { "vkResetFences", (PFN_vkVoidFunction)reset_fences },
    { "vkGetFenceStatus", (PFN_vkVoidFunction)fence_status },
    { "vkWaitForFences", (PFN_vkVoidFunction)wait_for_fences },
    { "vkQueueSubmit", (PFN_vkVoidFunction)queue_submit },
    { "vkQueueBindSparse", (PFN_vkVoidFunction)queue_bind },
    { "vkQueuePresentKHR", (PFN_vkVoidFunction)queue_present },
    { "vkQueueWaitIdle", (PFN_vkVoidFunction)queue_idle },
    { "vkDeviceWaitIdle", (PFN_vkVoidFunction)device_idle },
};

static PFN_vkVoidFunction VKAPI_CALL instance_proc(VkInstance instance, const char *name)
{
    (void)instance;
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].function;
    }
    return NULL;
}

static PFN_vkVoidFunction VKAPI_CALL device_proc(VkDevice device, const char *name)
{
    (void)device;
    return instance_proc(VK_NULL_HANDLE, name);
}

PFN_vkVoidFunction fake_driver_submit(void)
{
    return (PFN_vkVoidFunction)queue_submit;
}

void fake_open(VkInstance *out_instance, VkPhysicalDevice *out_physical)
{
    VkNegotiateLayerInterface negotiate = {
        .sType = LAYER_NEGOTIATE_INTERFACE_STRUCT,
        .loaderLayerInterfaceVersion = 2,
    };
    VkLayerInstanceLink link = { .pfnNextGetInstanceProcAddr = instance_proc };
    VkLayerInstanceCreateInfo chain = {
        .sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO,
        .function = VK_LAYER_LINK_INFO,
        .u.pLayerInfo = &link,
    };
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = &chain,
    };

    record_count = 0;
    if (vkNegotiateLoaderLayerInterfaceVersion(&negotiate) != VK_SUCCESS)
        abort();
    layer_instance_proc = negotiate.pfnGetInstanceProcAddr;
    layer_device_proc = negotiate.pfnGetDeviceProcAddr;
    PFN_vkCreateInstance create =
        (PFN_vkCreateInstance)layer_instance_proc(VK_NULL_HANDLE, "vkCreateInstance");
    if (create(&info, NULL, out_instance) != VK_SUCCESS)
        abort();
    *out_physical = (VkPhysicalDevice)&fake_physical;
}

VkResult fake_open_device(VkPhysicalDevice physical, VkDevice *out_device, VkQueue out_queues[2])
{
    const char *extension = VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME;
    VkLayerDeviceLink link = {
        .pfnNextGetInstanceProcAddr = instance_proc,
        .pfnNextGetDeviceProcAddr = device_proc,
    };
    VkLayerDeviceCreateInfo chain = {
        .sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO,
        .function = VK_LAYER_LINK_INFO,
        .u.pLayerInfo = &link,
    };
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &chain,
        .enabledExtensionCount = 1,
        .ppEnabledExtensionNames = &extension,
    };
    PFN_vkCreateDevice create =
        (PFN_vkCreateDevice)layer_instance_proc((VkInstance)&fake_instance, "vkCreateDevice");

    out_queues[0] = (VkQueue)&fake_queues[0];
    out_queues[1] = (VkQueue)&fake_queues[1];
    return create(physical, &info, NULL, out_device);
}

PFN_vkVoidFunction fake_get(VkDevice device, const char *name)
{
    return layer_device_proc(device, name);
}

void fake_close(VkInstance instance, VkDevice device)
{
    ((PFN_vkDestroyDevice)fake_get(device, "vkDestroyDevice"))(device, NULL);
    ((PFN_vkDestroyInstance)layer_instance_proc(instance, "vkDestroyInstance"))(instance, NULL);
}
