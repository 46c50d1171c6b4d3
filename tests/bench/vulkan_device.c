/* The devices of the hand-written side. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "vulkan.h"

static VkInstance instance;
static VkPhysicalDevice physical;
static VkPhysicalDeviceType physical_type;
static VkPhysicalDeviceMemoryProperties memory_properties;
static bool exports_semaphores;
static struct bench_vulkan_device exporter, importer;

void bench_check_vulkan(VkResult result, const char *call, const char *file, int line)
{
    if (result == VK_SUCCESS)
        return;
    fprintf(stderr, "bench: %s:%d: %s: VkResult %d\n", file, line, call, (int)result);
    exit(1);
}

static bool has_uuid(VkPhysicalDevice candidate, const uint8_t uuid[16])
{
    VkPhysicalDeviceIDProperties id = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES,
    };
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
        .pNext = &id,
    };
    vkGetPhysicalDeviceProperties2(candidate, &properties);
    physical_type = properties.properties.deviceType;
    return memcmp(id.deviceUUID, uuid, VK_UUID_SIZE) == 0;
}

static void choose_physical_device(const uint8_t uuid[16])
{
    VkPhysicalDevice candidates[32];
    uint32_t count = 32;
    VkResult result = vkEnumeratePhysicalDevices(instance, &count, candidates);
    BENCH_REQUIRE(result == VK_SUCCESS || result == VK_INCOMPLETE);
    for (uint32_t i = 0; i < count; i++) {
        if (has_uuid(candidates[i], uuid)) {
            physical = candidates[i];
            vkGetPhysicalDeviceMemoryProperties(physical, &memory_properties);
            return;
        }
    }
    fprintf(stderr, "bench: Vulkan has no device with the UUID of the front end's device 0\n");
    exit(1);
}

static bool has_extension(const char *name)
{
    uint32_t count = 0;
    BENCH_VK(vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL));
    VkExtensionProperties *all = calloc(count + 1, sizeof(*all));
    BENCH_REQUIRE(all);
    BENCH_VK(vkEnumerateDeviceExtensionProperties(physical, NULL, &count, all));
    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++)
        found = strcmp(all[i].extensionName, name) == 0;
    free(all);
    return found;
}

/* Asks for a timeline that can leave and come back as an opaque fd. */
static bool can_export_timelines(void)
{
    if (!has_extension(VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME))
        return false;
    VkSemaphoreTypeCreateInfo timeline = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
    };
    VkPhysicalDeviceExternalSemaphoreInfo question = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
        .pNext = &timeline,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkExternalSemaphoreProperties answer = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES,
    };
    vkGetPhysicalDeviceExternalSemaphoreProperties(physical, &question, &answer);
    VkExternalSemaphoreFeatureFlags wanted = VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT
                                             | VK_EXTERNAL_SEMAPHORE_FEATURE_IMPORTABLE_BIT;
    return (answer.externalSemaphoreFeatures & wanted) == wanted;
}

/* A family for compute alone takes a submit in less time than one for graphics, on some drivers. */
static uint32_t choose_family(void)
{
    VkQueueFamilyProperties families[32];
    uint32_t count = 32, found = 32;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    for (uint32_t i = 0; i < count; i++) {
        VkQueueFlags flags = families[i].queueFlags;
        if (!(flags & VK_QUEUE_COMPUTE_BIT))
            continue;
        if (!(flags & VK_QUEUE_GRAPHICS_BIT))
            return i;
        found = found == 32 ? i : found;
    }
    if (found < 32)
        return found;
    fprintf(stderr, "bench: the Vulkan device has no compute queue\n");
    exit(1);
}

static void create_device(struct bench_vulkan_device *out, uint32_t family)
{
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    VkPhysicalDeviceVulkan12Features features = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .hostQueryReset = VK_TRUE,
        .timelineSemaphore = VK_TRUE,
        .bufferDeviceAddress = VK_TRUE,
    };
    const char *extensions[] = {
        VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME,
        VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME,
    };
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &features,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = exports_semaphores ? 2 : 1,
        .ppEnabledExtensionNames = extensions,
    };
    BENCH_VK(vkCreateDevice(physical, &info, NULL, &out->device));
    vkGetDeviceQueue(out->device, family, 0, &out->queue);
    out->get_memory_fd = (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(out->device,
                                                                   "vkGetMemoryFdKHR");
    BENCH_REQUIRE(out->get_memory_fd);
    if (exports_semaphores) {
        out->get_semaphore_fd = (PFN_vkGetSemaphoreFdKHR)vkGetDeviceProcAddr(
            out->device, "vkGetSemaphoreFdKHR");
        BENCH_REQUIRE(out->get_semaphore_fd);
    }
}

static void create_work_objects(struct bench_vulkan_device *out, uint32_t family)
{
    VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
        .queueFamilyIndex = family,
    };
    BENCH_VK(vkCreateCommandPool(out->device, &pool, NULL, &out->pool));
    VkCommandBufferAllocateInfo commands = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = out->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    BENCH_VK(vkAllocateCommandBuffers(out->device, &commands, &out->commands));
    VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
    };
    VkSemaphoreCreateInfo semaphore = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &type,
    };
    BENCH_VK(vkCreateSemaphore(out->device, &semaphore, NULL, &out->timeline));
}

static uint32_t start_instance(const uint8_t uuid[16])
{
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pApplicationName = "bench_interop",
        .apiVersion = VK_API_VERSION_1_2,
    };
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
    };
    BENCH_VK(vkCreateInstance(&info, NULL, &instance));
    choose_physical_device(uuid);
    exports_semaphores = can_export_timelines();
    return choose_family();
}

void bench_vulkan_start(const uint8_t uuid[16])
{
    uint32_t family = start_instance(uuid);
    create_device(&exporter, family);
    create_device(&importer, family);
    create_work_objects(&exporter, family);
    create_work_objects(&importer, family);
}

void bench_vulkan_start_one(const uint8_t uuid[16])
{
    uint32_t family = start_instance(uuid);
    create_device(&importer, family);
    create_work_objects(&importer, family);
}

static void close_device(struct bench_vulkan_device *device)
{
    BENCH_VK(vkDeviceWaitIdle(device->device));
    vkDestroySemaphore(device->device, device->timeline, NULL);
    vkDestroyCommandPool(device->device, device->pool, NULL);
    vkDestroyDevice(device->device, NULL);
}

void bench_vulkan_stop(void)
{
    close_device(&exporter);
    bench_vulkan_stop_one();
}

void bench_vulkan_stop_one(void)
{
    close_device(&importer);
    vkDestroyInstance(instance, NULL);
}

bool bench_vulkan_is_cpu(void)
{
    return physical_type == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

bool bench_vulkan_has_semaphores(void)
{
    return exports_semaphores;
}

uint64_t bench_vulkan_heap_bytes(void)
{
    uint64_t largest = 0;
    for (uint32_t i = 0; i < memory_properties.memoryHeapCount; i++) {
        const VkMemoryHeap *heap = &memory_properties.memoryHeaps[i];
        if (heap->flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT && heap->size > largest)
            largest = heap->size;
    }
    return largest;
}

struct bench_vulkan_device *bench_vulkan_exporter(void)
{
    return &exporter;
}

struct bench_vulkan_device *bench_vulkan_importer(void)
{
    return &importer;
}

uint32_t bench_vulkan_memory_type(uint32_t allowed, VkMemoryPropertyFlags wanted)
{
    for (uint32_t i = 0; i < memory_properties.memoryTypeCount; i++) {
        VkMemoryPropertyFlags flags = memory_properties.memoryTypes[i].propertyFlags;
        if (allowed >> i & 1 && (flags & wanted) == wanted)
            return i;
    }
    fprintf(stderr, "bench: no memory with properties 0x%x among types 0x%x\n", wanted, allowed);
    exit(1);
}

void bench_vulkan_buffer_create(struct bench_vulkan_device *on, struct bench_vulkan_buffer *out,
                                uint64_t size_bytes, bool exportable)
{
    VkExternalMemoryBufferCreateInfo external_buffer = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkBufferCreateInfo buffer = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = exportable ? &external_buffer : NULL,
        .size = size_bytes,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT
                 | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
    };
    BENCH_VK(vkCreateBuffer(on->device, &buffer, NULL, &out->buffer));
    VkMemoryRequirements wanted;
    vkGetBufferMemoryRequirements(on->device, out->buffer, &wanted);
    out->allocated_bytes = wanted.size;
    out->memory_type = bench_vulkan_memory_type(wanted.memoryTypeBits,
                                                VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    VkExportMemoryAllocateInfo external_memory = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkMemoryAllocateInfo memory = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = exportable ? &external_memory : NULL,
        .allocationSize = wanted.size,
        .memoryTypeIndex = out->memory_type,
    };
    BENCH_VK(vkAllocateMemory(on->device, &memory, NULL, &out->memory));
    BENCH_VK(vkBindBufferMemory(on->device, out->buffer, out->memory, 0));
}

void bench_vulkan_buffer_destroy(struct bench_vulkan_device *on,
                                 struct bench_vulkan_buffer *buffer)
{
    vkDestroyBuffer(on->device, buffer->buffer, NULL);
    vkFreeMemory(on->device, buffer->memory, NULL);
}

int bench_vulkan_buffer_export(struct bench_vulkan_device *on,
                               const struct bench_vulkan_buffer *buffer)
{
    VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .memory = buffer->memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int fd = -1;
    BENCH_VK(on->get_memory_fd(on->device, &info, &fd));
    return fd;
}
