#include "vulkan_setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES_MAX = 16, FAMILIES_MAX = 32, EXTENSIONS_MAX = 1024 };

static const char *const extensions[] = {
    VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME,
    VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME,
};

void vulkan_check(VkResult result, const char *what)
{
    if (result == VK_SUCCESS)
        return;
    if (result == VK_TIMEOUT)
        fprintf(stderr, "vulkan renderer: %s: nothing happened for too long\n", what);
    else
        fprintf(stderr, "vulkan renderer: %s: VkResult %d\n", what, (int)result);
    exit(1);
}

/** The first of the wanted extensions that a device lacks, or NULL. */
static const char *missing_extension(VkPhysicalDevice physical)
{
    static VkExtensionProperties list[EXTENSIONS_MAX];
    uint32_t count = EXTENSIONS_MAX;

    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, list);
    for (size_t wanted = 0; wanted < sizeof extensions / sizeof extensions[0]; wanted++) {
        bool found = false;

        for (uint32_t i = 0; i < count; i++)
            found = found || strcmp(list[i].extensionName, extensions[wanted]) == 0;
        if (!found)
            return extensions[wanted];
    }
    return NULL;
}

static bool shares_semaphores(VkPhysicalDevice physical, VkSemaphoreType type)
{
    VkSemaphoreTypeCreateInfo kind = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = type,
    };
    VkPhysicalDeviceExternalSemaphoreInfo info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO, .pNext = &kind,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkExternalSemaphoreProperties answer = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES,
    };

    vkGetPhysicalDeviceExternalSemaphoreProperties(physical, &info, &answer);
    return (answer.externalSemaphoreFeatures & VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT) != 0;
}

static bool shares_buffers(VkPhysicalDevice physical)
{
    VkPhysicalDeviceExternalBufferInfo info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
        .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT
                 | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkExternalBufferProperties answer = { .sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES };

    vkGetPhysicalDeviceExternalBufferProperties(physical, &info, &answer);
    return (answer.externalMemoryProperties.externalMemoryFeatures
            & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) != 0;
}

/** Why a device does not do for the demo, or NULL if it does. */
static const char *unfit(VkPhysicalDevice physical, const VkPhysicalDeviceProperties *properties)
{
    if (properties->apiVersion < VK_API_VERSION_1_2)
        return "Vulkan 1.2";
    const char *missing = missing_extension(physical);
    if (missing != NULL)
        return missing;
    if (!shares_buffers(physical))
        return "buffers that can be exported as opaque fds";
    if (!shares_semaphores(physical, VK_SEMAPHORE_TYPE_BINARY)
        || !shares_semaphores(physical, VK_SEMAPHORE_TYPE_TIMELINE))
        return "semaphores that can be exported as opaque fds";
    return NULL;
}

static void choose_device(struct gpu *gpu)
{
    VkPhysicalDevice list[DEVICES_MAX];
    uint32_t count = DEVICES_MAX;

    if (vkEnumeratePhysicalDevices(gpu->instance, &count, list) < 0)
        count = 0;
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceIDProperties id = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES,
        };
        VkPhysicalDeviceProperties2 all = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &id,
        };

        vkGetPhysicalDeviceProperties2(list[i], &all);
        const char *lacks = unfit(list[i], &all.properties);
        if (lacks == NULL) {
            gpu->physical = list[i];
            gpu->properties = all.properties;
            memcpy(gpu->uuid, id.deviceUUID, VK_UUID_SIZE);
            return;
        }
        fprintf(stderr, "vulkan renderer: %s lacks %s\n", all.properties.deviceName, lacks);
    }
    fprintf(stderr, "vulkan renderer: no Vulkan device can share memory and semaphores; a driver "
            "without semaphores to share needs "
            "VK_INSTANCE_LAYERS=VK_LAYER_GPUINTEROP_external_semaphore\n");
    exit(1);
}

static void choose_family(struct gpu *gpu)
{
    VkQueueFamilyProperties list[FAMILIES_MAX];
    uint32_t count = FAMILIES_MAX;

    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical, &count, list);
    for (gpu->family = 0; gpu->family < count; gpu->family++)
        if ((list[gpu->family].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0)
            return;
    vulkan_check(VK_ERROR_FEATURE_NOT_PRESENT, "looking for a queue that computes");
}

static void open_device(struct gpu *gpu)
{
    const float priority = 1.0f;
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES,
        .timelineSemaphore = VK_TRUE,
    };
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = gpu->family, .queueCount = 1, .pQueuePriorities = &priority,
    };
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &timeline,
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue,
        .enabledExtensionCount = sizeof extensions / sizeof extensions[0],
        .ppEnabledExtensionNames = extensions,
    };

    vulkan_check(vkCreateDevice(gpu->physical, &info, NULL, &gpu->device), "creating a device");
    vkGetDeviceQueue(gpu->device, gpu->family, 0, &gpu->queue);
    gpu->get_memory_fd =
        (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(gpu->device, "vkGetMemoryFdKHR");
    gpu->get_semaphore_fd =
        (PFN_vkGetSemaphoreFdKHR)vkGetDeviceProcAddr(gpu->device, "vkGetSemaphoreFdKHR");
}

void gpu_open(struct gpu *gpu)
{
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pApplicationName = "demo",
        .apiVersion = VK_API_VERSION_1_2,
    };
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application,
    };

    vulkan_check(vkCreateInstance(&info, NULL, &gpu->instance), "creating an instance");
    choose_device(gpu);
    choose_family(gpu);
    open_device(gpu);
}

void gpu_close(struct gpu *gpu)
{
    vkDestroyDevice(gpu->device, NULL);
    vkDestroyInstance(gpu->instance, NULL);
}

/* ---- buffers -------------------------------------------------------------------------------- */

/** The first of the allowed memory types that has the properties; -1 if none has. */
static int memory_type(const struct gpu *gpu, uint32_t allowed, VkMemoryPropertyFlags wanted)
{
    VkPhysicalDeviceMemoryProperties types;

    vkGetPhysicalDeviceMemoryProperties(gpu->physical, &types);
    for (uint32_t i = 0; i < types.memoryTypeCount; i++)
        if ((allowed & 1u << i) != 0
            && (types.memoryTypes[i].propertyFlags & wanted) == wanted)
            return (int)i;
    return -1;
}

uint32_t gpu_memory_type(const struct gpu *gpu, uint32_t allowed, VkMemoryPropertyFlags wanted,
                         VkMemoryPropertyFlags second)
{
    int type = memory_type(gpu, allowed, wanted);

    if (type < 0)
        type = memory_type(gpu, allowed, second);
    if (type < 0)
        vulkan_check(VK_ERROR_FEATURE_NOT_PRESENT, "looking for a memory type");
    return (uint32_t)type;
}

static void make_buffer(const struct gpu *gpu, uint64_t size_bytes, VkBufferUsageFlags usage,
                        const void *next, struct buffer *out_buffer)
{
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = next,
        .size = size_bytes, .usage = usage,
    };

    *out_buffer = (struct buffer){ .mapped = NULL };
    vulkan_check(vkCreateBuffer(gpu->device, &info, NULL, &out_buffer->buffer),
                 "creating a buffer");
}

/** Gives a buffer memory with the wanted properties, or else with the second choice. */
static void make_memory(const struct gpu *gpu, VkMemoryPropertyFlags wanted,
                        VkMemoryPropertyFlags second, const void *next, struct buffer *buffer)
{
    VkMemoryRequirements needs;

    vkGetBufferMemoryRequirements(gpu->device, buffer->buffer, &needs);
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = next,
        .allocationSize = needs.size,
        .memoryTypeIndex = gpu_memory_type(gpu, needs.memoryTypeBits, wanted, second),
    };
    vulkan_check(vkAllocateMemory(gpu->device, &info, NULL, &buffer->memory),
                 "allocating memory");
    vulkan_check(vkBindBufferMemory(gpu->device, buffer->buffer, buffer->memory, 0),
                 "binding memory");
    buffer->memory_bytes = needs.size;
}

void buffer_create_shared(const struct gpu *gpu, uint64_t size_bytes, struct buffer *out_buffer)
{
    VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };

    make_buffer(gpu, size_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
                | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, &external,
                out_buffer);
    make_memory(gpu, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0, &export, out_buffer);
}

void buffer_create_mapped(const struct gpu *gpu, uint64_t size_bytes, struct buffer *out_buffer)
{
    const VkMemoryPropertyFlags coherent =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

    make_buffer(gpu, size_bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT
                | VK_BUFFER_USAGE_TRANSFER_DST_BIT, NULL, out_buffer);
    make_memory(gpu, coherent | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, coherent, NULL, out_buffer);
    vulkan_check(vkMapMemory(gpu->device, out_buffer->memory, 0, VK_WHOLE_SIZE, 0,
                             &out_buffer->mapped), "mapping memory");
}

void buffer_destroy(const struct gpu *gpu, struct buffer *buffer)
{
    vkDestroyBuffer(gpu->device, buffer->buffer, NULL);
    vkFreeMemory(gpu->device, buffer->memory, NULL);
}

int buffer_export(const struct gpu *gpu, const struct buffer *buffer)
{
    VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = buffer->memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int fd;

    vulkan_check(gpu->get_memory_fd(gpu->device, &info, &fd), "exporting memory");
    return fd;
}

/* ---- semaphores ----------------------------------------------------------------------------- */

VkSemaphore semaphore_create_shared(const struct gpu *gpu, VkSemaphoreType type)
{
    VkSemaphoreTypeCreateInfo kind = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = type,
    };
    VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO, .pNext = &kind,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &export,
    };
    VkSemaphore semaphore;

    vulkan_check(vkCreateSemaphore(gpu->device, &info, NULL, &semaphore), "creating a semaphore");
    return semaphore;
}

int semaphore_export(const struct gpu *gpu, VkSemaphore semaphore)
{
    VkSemaphoreGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR, .semaphore = semaphore,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int fd;

    vulkan_check(gpu->get_semaphore_fd(gpu->device, &info, &fd), "exporting a semaphore");
    return fd;
}

/* ---- commands ------------------------------------------------------------------------------- */

VkCommandPool commands_create(const struct gpu *gpu, uint32_t count,
                              VkCommandBuffer *out_commands, VkFence *out_finished)
{
    VkCommandPool pool;
    VkCommandPoolCreateInfo pool_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT, .queueFamilyIndex = gpu->family,
    };
    VkCommandBufferAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY, .commandBufferCount = count,
    };
    VkFenceCreateInfo fence = {
        .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .flags = VK_FENCE_CREATE_SIGNALED_BIT,
    };

    vulkan_check(vkCreateCommandPool(gpu->device, &pool_info, NULL, &pool),
                 "creating a command pool");
    allocate.commandPool = pool;
    vulkan_check(vkAllocateCommandBuffers(gpu->device, &allocate, out_commands),
                 "allocating command buffers");
    for (uint32_t i = 0; i < count; i++)
        vulkan_check(vkCreateFence(gpu->device, &fence, NULL, &out_finished[i]),
                     "creating a fence");
    return pool;
}
