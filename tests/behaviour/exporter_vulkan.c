/* The exporter by way of Vulkan. The loader is opened at run time; without it nothing works. */
#include "exporter.h"

#include "exporter_device.h"

#include <dlfcn.h>
#include <stddef.h>

static struct {
    bool tried;
    bool ready;
    PFN_vkGetInstanceProcAddr instance_call;
    PFN_vkGetDeviceProcAddr device_call;
    VkInstance instance;
    VkPhysicalDevice gpu;
    VkDevice device;
    VkSemaphore newest_timeline;
} exporter;

PFN_vkVoidFunction exporter_instance_call(const char *name)
{
    return exporter.instance_call(exporter.instance, name);
}

PFN_vkVoidFunction exporter_device_call(const char *name)
{
    return exporter.device_call(exporter.device, name);
}

static bool make_instance(void)
{
    void *loader = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    if (loader == NULL)
        return false;
    *(void **)&exporter.instance_call = dlsym(loader, "vkGetInstanceProcAddr");
    if (exporter.instance_call == NULL)
        return false;
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)exporter_instance_call("vkCreateInstance");
    VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                             .apiVersion = VK_API_VERSION_1_2};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &app};
    if (create == NULL || create(&info, NULL, &exporter.instance) != VK_SUCCESS)
        return false;
    exporter.device_call = (PFN_vkGetDeviceProcAddr)exporter_instance_call("vkGetDeviceProcAddr");
    PFN_vkEnumeratePhysicalDevices list =
        (PFN_vkEnumeratePhysicalDevices)exporter_instance_call("vkEnumeratePhysicalDevices");
    uint32_t count = 1;
    VkResult result = list(exporter.instance, &count, &exporter.gpu);
    return (result == VK_SUCCESS || result == VK_INCOMPLETE) && count == 1;
}

static bool make_device(void)
{
    static const char *const names[] = {"VK_KHR_external_memory_fd",
                                        "VK_KHR_external_semaphore_fd"};
    float priority = 1.0f;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES,
        .timelineSemaphore = VK_TRUE};
    VkPhysicalDeviceFeatures has;
    VkPhysicalDeviceFeatures wanted = {0};
    PFN_vkGetPhysicalDeviceFeatures ask =
        (PFN_vkGetPhysicalDeviceFeatures)exporter_instance_call("vkGetPhysicalDeviceFeatures");
    ask(exporter.gpu, &has);
    wanted.textureCompressionBC = has.textureCompressionBC;
    wanted.imageCubeArray = has.imageCubeArray;
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = &timeline,
                               .pEnabledFeatures = &wanted,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledExtensionCount = 2,
                               .ppEnabledExtensionNames = names};
    PFN_vkCreateDevice create = (PFN_vkCreateDevice)exporter_instance_call("vkCreateDevice");
    if (create(exporter.gpu, &info, NULL, &exporter.device) == VK_SUCCESS)
        return true;
    info.enabledExtensionCount = 1;              /* without semaphores, then */
    return create(exporter.gpu, &info, NULL, &exporter.device) == VK_SUCCESS;
}

bool exporter_ready(void)
{
    if (!exporter.tried) {
        exporter.tried = true;
        exporter.ready = make_instance() && make_device();
    }
    return exporter.ready;
}

VkDevice exporter_device(void)
{
    return exporter.device;
}

VkPhysicalDevice exporter_gpu(void)
{
    return exporter.gpu;
}

uint32_t exporter_memory_type(uint32_t allowed, VkMemoryPropertyFlags wanted)
{
    PFN_vkGetPhysicalDeviceMemoryProperties get =
        (PFN_vkGetPhysicalDeviceMemoryProperties)exporter_instance_call(
            "vkGetPhysicalDeviceMemoryProperties");
    VkPhysicalDeviceMemoryProperties memory;
    get(exporter.gpu, &memory);
    for (uint32_t i = 0; i < memory.memoryTypeCount; i++) {
        if ((allowed & (1u << i)) != 0 &&
            (memory.memoryTypes[i].propertyFlags & wanted) == wanted)
            return i;
    }
    return 0;
}

static bool make_buffer(uint64_t size_bytes, VkMemoryRequirements *out_needs)
{
    VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .pNext = &external,
                               .size = size_bytes,
                               .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    PFN_vkCreateBuffer create = (PFN_vkCreateBuffer)exporter_device_call("vkCreateBuffer");
    PFN_vkGetBufferMemoryRequirements needs =
        (PFN_vkGetBufferMemoryRequirements)exporter_device_call("vkGetBufferMemoryRequirements");
    VkBuffer buffer;
    if (create(exporter.device, &info, NULL, &buffer) != VK_SUCCESS)
        return false;
    needs(exporter.device, buffer, out_needs);
    return true;
}

int exporter_memory(uint64_t size_bytes, uint64_t *out_allocated)
{
    VkMemoryRequirements needs;
    if (!exporter_ready() || !make_buffer(size_bytes, &needs))
        return -1;
    VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                 .pNext = &export,
                                 .allocationSize = needs.size,
                                 .memoryTypeIndex = exporter_memory_type(
                                     needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)};
    PFN_vkAllocateMemory allocate = (PFN_vkAllocateMemory)exporter_device_call("vkAllocateMemory");
    PFN_vkGetMemoryFdKHR get_fd = (PFN_vkGetMemoryFdKHR)exporter_device_call("vkGetMemoryFdKHR");
    VkDeviceMemory memory;
    if (allocate(exporter.device, &info, NULL, &memory) != VK_SUCCESS)
        return -1;
    VkMemoryGetFdInfoKHR wanted = {.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                   .memory = memory,
                                   .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    int fd = -1;
    if (get_fd == NULL || get_fd(exporter.device, &wanted, &fd) != VK_SUCCESS)
        return -1;
    if (out_allocated != NULL)
        *out_allocated = needs.size;
    return fd;
}

int exporter_semaphore(bool timeline)
{
    if (!exporter_ready())
        return -1;
    VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .pNext = &export,
        .semaphoreType = timeline ? VK_SEMAPHORE_TYPE_TIMELINE : VK_SEMAPHORE_TYPE_BINARY};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    PFN_vkCreateSemaphore create = (PFN_vkCreateSemaphore)exporter_device_call("vkCreateSemaphore");
    PFN_vkGetSemaphoreFdKHR get_fd =
        (PFN_vkGetSemaphoreFdKHR)exporter_device_call("vkGetSemaphoreFdKHR");
    VkSemaphore semaphore;
    if (get_fd == NULL || create(exporter.device, &info, NULL, &semaphore) != VK_SUCCESS)
        return -1;
    VkSemaphoreGetFdInfoKHR wanted = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = semaphore,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
    int fd = -1;
    if (get_fd(exporter.device, &wanted, &fd) != VK_SUCCESS)
        return -1;
    if (timeline)
        exporter.newest_timeline = semaphore;
    return fd;
}

uint64_t exporter_timeline_value(void)
{
    if (!exporter.ready || exporter.newest_timeline == VK_NULL_HANDLE)
        return UINT64_MAX;
    PFN_vkGetSemaphoreCounterValue get =
        (PFN_vkGetSemaphoreCounterValue)exporter_device_call("vkGetSemaphoreCounterValue");
    uint64_t value = UINT64_MAX;
    if (get(exporter.device, exporter.newest_timeline, &value) != VK_SUCCESS)
        return UINT64_MAX;
    return value;
}

VkSemaphore exporter_timeline(void)
{
    return exporter.newest_timeline;
}

bool exporter_signal(VkSemaphore timeline, uint64_t value)
{
    VkSemaphoreSignalInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
                                  .semaphore = timeline,
                                  .value = value};
    PFN_vkSignalSemaphore call = (PFN_vkSignalSemaphore)exporter_device_call("vkSignalSemaphore");
    return call != NULL && call(exporter.device, &info) == VK_SUCCESS;
}
