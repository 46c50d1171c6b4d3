#include "vulkan_peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

/** Bytes of the buffer through which the host reads and writes. */
#define STAGING_BYTES (1u << 20)
#define PATIENCE_NS UINT64_C(60000000000)

static struct {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    uint32_t family;
    VkCommandPool pool;
    VkFence fence;
    VkBuffer staging;
    VkDeviceMemory staging_memory;
    void *staging_bytes;
    VkPhysicalDeviceMemoryProperties types;
    uint8_t uuid[VK_UUID_SIZE];
    bool has_semaphores;
    PFN_vkGetMemoryFdKHR get_memory_fd;
    PFN_vkGetSemaphoreFdKHR get_semaphore_fd;
} peer;

static void need(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "vulkan peer: %s failed\n", what);
    abort();
}

static void need_result(VkResult result, const char *what)
{
    need(result == VK_SUCCESS, what);
}

static bool has_extension(VkPhysicalDevice physical, const char *name)
{
    VkExtensionProperties list[512];
    uint32_t count = 512;

    vkEnumerateDeviceExtensionProperties(physical, NULL, &count, list);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(list[i].extensionName, name) == 0)
            return true;
    return false;
}

static bool can_export_buffers(VkPhysicalDevice physical)
{
    VkPhysicalDeviceExternalBufferInfo info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkExternalBufferProperties answer = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES,
    };

    if (!has_extension(physical, VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME))
        return false;
    vkGetPhysicalDeviceExternalBufferProperties(physical, &info, &answer);
    return (answer.externalMemoryProperties.externalMemoryFeatures
            & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) != 0;
}

static bool can_export_semaphores(VkPhysicalDevice physical)
{
    VkPhysicalDeviceExternalSemaphoreInfo info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkExternalSemaphoreProperties answer = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES,
    };

    if (!has_extension(physical, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME))
        return false;
    vkGetPhysicalDeviceExternalSemaphoreProperties(physical, &info, &answer);
    return (answer.externalSemaphoreFeatures & VK_EXTERNAL_SEMAPHORE_FEATURE_EXPORTABLE_BIT) != 0;
}

static bool choose_device(void)
{
    VkPhysicalDevice list[16];
    const char *one = getenv("GPUINTEROP_TEST_PEER_DEVICE");
    uint32_t count = 16;

    if (vkEnumeratePhysicalDevices(peer.instance, &count, list) < 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (one != NULL && strtoul(one, NULL, 10) != i)
            continue;
        VkPhysicalDeviceIDProperties id = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES,
        };
        VkPhysicalDeviceProperties2 properties = {
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
            .pNext = &id,
        };

        if (!can_export_buffers(list[i]))
            continue;
        vkGetPhysicalDeviceProperties2(list[i], &properties);
        memcpy(peer.uuid, id.deviceUUID, sizeof peer.uuid);
        vkGetPhysicalDeviceMemoryProperties(list[i], &peer.types);
        peer.has_semaphores = can_export_semaphores(list[i]);
        peer.physical = list[i];
        return true;
    }
    return false;
}

/** GPUINTEROP_TEST_PEER=transfer: the peer works by a copy engine alone. On the emulated card that
 *  is all that RADV can copy images by; GPUINTEROP_CARD_ICD names one that does. */
static bool by_transfer_queue(void)
{
    const char *which = getenv("GPUINTEROP_TEST_PEER");

    return which != NULL && strcmp(which, "transfer") == 0;
}

static void choose_driver(void)
{
    const char *manifest = getenv("GPUINTEROP_CARD_ICD");

    if (!by_transfer_queue() || manifest == NULL)
        return;
    setenv("VK_DRIVER_FILES", manifest, 1);
    setenv("VK_ICD_FILENAMES", manifest, 1);
}

/** False if there is no such family. */
static bool choose_family(void)
{
    const VkQueueFlags shaders = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    VkQueueFamilyProperties list[16];
    uint32_t count = 16;

    vkGetPhysicalDeviceQueueFamilyProperties(peer.physical, &count, list);
    for (peer.family = 0; peer.family < count; peer.family++) {
        bool has_shaders = (list[peer.family].queueFlags & shaders) != 0;
        if (by_transfer_queue() ? !has_shaders && (list[peer.family].queueFlags &
                                                   VK_QUEUE_TRANSFER_BIT) != 0 : has_shaders)
            return true;
    }
    return false;
}

static void open_device(void)
{
    const float priority = 1.0f;
    VkPhysicalDeviceFeatures has, wanted = { 0 };
    const char *extensions[2] = { VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME,
                                  VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME };
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES,
        .timelineSemaphore = VK_TRUE,
    };
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = peer.family,
        .queueCount = 1,
        .pQueuePriorities = &priority,
    };
    VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &timeline,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = peer.has_semaphores ? 2 : 1,
        .ppEnabledExtensionNames = extensions,
        .pEnabledFeatures = &wanted,
    };

    vkGetPhysicalDeviceFeatures(peer.physical, &has);
    wanted.textureCompressionBC = has.textureCompressionBC;
    need_result(vkCreateDevice(peer.physical, &info, NULL, &peer.device), "vkCreateDevice");
    vkGetDeviceQueue(peer.device, peer.family, 0, &peer.queue);
    peer.get_memory_fd =
        (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(peer.device, "vkGetMemoryFdKHR");
    if (peer.has_semaphores)
        peer.get_semaphore_fd =
            (PFN_vkGetSemaphoreFdKHR)vkGetDeviceProcAddr(peer.device, "vkGetSemaphoreFdKHR");
}

uint32_t peer_memory_type(uint32_t allowed, VkMemoryPropertyFlags wanted)
{
    uint32_t first = UINT32_MAX;

    for (uint32_t i = 0; i < peer.types.memoryTypeCount; i++) {
        if ((allowed & (1u << i)) == 0)
            continue;
        if ((peer.types.memoryTypes[i].propertyFlags & wanted) == wanted)
            return i;
        if (first == UINT32_MAX)
            first = i;
    }
    need(first != UINT32_MAX, "choosing a memory type");
    return first;
}

static VkBuffer make_buffer(uint64_t size_bytes, const void *next)
{
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = next,
        .size = size_bytes,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    VkBuffer buffer;

    need_result(vkCreateBuffer(peer.device, &info, NULL, &buffer), "vkCreateBuffer");
    return buffer;
}

static VkDeviceMemory make_memory(VkBuffer buffer, VkMemoryPropertyFlags wanted, const void *next,
                                  uint64_t *out_bytes)
{
    VkMemoryRequirements needs;
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = next,
    };
    VkDeviceMemory memory;

    vkGetBufferMemoryRequirements(peer.device, buffer, &needs);
    info.allocationSize = needs.size;
    info.memoryTypeIndex = peer_memory_type(needs.memoryTypeBits, wanted);
    need_result(vkAllocateMemory(peer.device, &info, NULL, &memory), "vkAllocateMemory");
    need_result(vkBindBufferMemory(peer.device, buffer, memory, 0), "vkBindBufferMemory");
    *out_bytes = needs.size;
    return memory;
}

static void make_tools(void)
{
    VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .queueFamilyIndex = peer.family,
    };
    VkFenceCreateInfo fence = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    uint64_t bytes;

    need_result(vkCreateCommandPool(peer.device, &pool, NULL, &peer.pool), "vkCreateCommandPool");
    need_result(vkCreateFence(peer.device, &fence, NULL, &peer.fence), "vkCreateFence");
    peer.staging = make_buffer(STAGING_BYTES, NULL);
    peer.staging_memory = make_memory(peer.staging, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
                                      | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT, NULL, &bytes);
    need_result(vkMapMemory(peer.device, peer.staging_memory, 0, VK_WHOLE_SIZE, 0,
                            &peer.staging_bytes), "vkMapMemory");
}

bool peer_start(const char **out_why)
{
    VkApplicationInfo application = {
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .apiVersion = VK_API_VERSION_1_2,
    };
    VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
    };

    choose_driver();
    *out_why = "no Vulkan driver";
    if (vkCreateInstance(&info, NULL, &peer.instance) != VK_SUCCESS)
        return false;
    *out_why = "no Vulkan device exports buffers by opaque fd";
    if (!choose_device()) {
        vkDestroyInstance(peer.instance, NULL);
        return false;
    }
    *out_why = "no queue family of the sort that is asked for";
    if (!choose_family()) {
        vkDestroyInstance(peer.instance, NULL);
        return false;
    }
    open_device();
    make_tools();
    return true;
}

void peer_stop(void)
{
    if (peer.instance == VK_NULL_HANDLE)
        return;
    vkDeviceWaitIdle(peer.device);
    vkDestroyBuffer(peer.device, peer.staging, NULL);
    vkFreeMemory(peer.device, peer.staging_memory, NULL);
    vkDestroyFence(peer.device, peer.fence, NULL);
    vkDestroyCommandPool(peer.device, peer.pool, NULL);
    vkDestroyDevice(peer.device, NULL);
    vkDestroyInstance(peer.instance, NULL);
}

const uint8_t *peer_uuid(void)
{
    return peer.uuid;
}

bool peer_has_semaphores(void)
{
    return peer.has_semaphores;
}

struct peer_parts peer_parts(void)
{
    return (struct peer_parts){ peer.physical, peer.device, peer.pool, peer.family };
}

void peer_need(bool good, const char *what)
{
    need(good, what);
}

/* ---- buffers -------------------------------------------------------------------------------- */

void peer_buffer_create(struct peer_buffer *out, uint64_t size_bytes, bool dedicated)
{
    VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkMemoryDedicatedAllocateInfo owner = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
    };
    VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .pNext = dedicated ? &owner : NULL,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };

    out->size_bytes = size_bytes;
    out->buffer = make_buffer(size_bytes, &external);
    owner.buffer = out->buffer;
    out->memory = make_memory(out->buffer, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, &export,
                              &out->allocated_bytes);
}

bool peer_buffer_import(struct peer_buffer *out, uint64_t size_bytes, int fd)
{
    const VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    const VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
        .fd = fd,
    };
    VkMemoryAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .pNext = &import, .allocationSize = size_bytes };
    VkMemoryRequirements needs;

    out->size_bytes = out->allocated_bytes = size_bytes;
    out->buffer = make_buffer(size_bytes, &external);
    vkGetBufferMemoryRequirements(peer.device, out->buffer, &needs);
    info.memoryTypeIndex = peer_memory_type(needs.memoryTypeBits,
                                            VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    if (vkAllocateMemory(peer.device, &info, NULL, &out->memory) != VK_SUCCESS) {
        vkDestroyBuffer(peer.device, out->buffer, NULL);
        return false;
    }
    need_result(vkBindBufferMemory(peer.device, out->buffer, out->memory, 0),
                "vkBindBufferMemory");
    return true;
}

void peer_buffer_destroy(struct peer_buffer *buffer)
{
    vkDestroyBuffer(peer.device, buffer->buffer, NULL);
    vkFreeMemory(peer.device, buffer->memory, NULL);
}

int peer_buffer_export(const struct peer_buffer *buffer)
{
    VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .memory = buffer->memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int fd = -1;

    need_result(peer.get_memory_fd(peer.device, &info, &fd), "vkGetMemoryFdKHR");
    return fd;
}

static void submit(const VkSubmitInfo *info)
{
    need_result(vkResetFences(peer.device, 1, &peer.fence), "vkResetFences");
    need_result(vkQueueSubmit(peer.queue, 1, info, peer.fence), "vkQueueSubmit");
    need_result(vkWaitForFences(peer.device, 1, &peer.fence, VK_TRUE, PATIENCE_NS),
                "vkWaitForFences");
}

static void copy(VkBuffer from, VkBuffer to, const VkBufferCopy *region)
{
    VkCommandBufferAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = peer.pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
    VkCommandBuffer commands;
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
    };

    need_result(vkAllocateCommandBuffers(peer.device, &allocate, &commands),
                "vkAllocateCommandBuffers");
    need_result(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    vkCmdCopyBuffer(commands, from, to, 1, region);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &barrier, 0, NULL, 0, NULL);
    need_result(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    submit(&info);
    vkFreeCommandBuffers(peer.device, peer.pool, 1, &commands);
}

void peer_buffer_write(const struct peer_buffer *buffer, uint64_t offset_bytes, const void *data,
                       uint64_t size_bytes)
{
    VkBufferCopy region = { .dstOffset = offset_bytes, .size = size_bytes };

    need(size_bytes <= STAGING_BYTES, "writing so much at once");
    memcpy(peer.staging_bytes, data, size_bytes);
    copy(peer.staging, buffer->buffer, &region);
}

void peer_buffer_read(const struct peer_buffer *buffer, uint64_t offset_bytes, void *data,
                      uint64_t size_bytes)
{
    VkBufferCopy region = { .srcOffset = offset_bytes, .size = size_bytes };

    need(size_bytes <= STAGING_BYTES, "reading so much at once");
    copy(buffer->buffer, peer.staging, &region);
    memcpy(data, peer.staging_bytes, size_bytes);
}

/* ---- semaphores ----------------------------------------------------------------------------- */

static void create_vulkan(struct peer_semaphore *out)
{
    VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .semaphoreType = out->timeline ? VK_SEMAPHORE_TYPE_TIMELINE : VK_SEMAPHORE_TYPE_BINARY,
    };
    VkExportSemaphoreCreateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .pNext = &type,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &export,
    };

    need_result(vkCreateSemaphore(peer.device, &info, NULL, &out->vulkan), "vkCreateSemaphore");
}

void peer_semaphore_create(struct peer_semaphore *out, bool timeline)
{
    memset(out, 0, sizeof *out);
    out->timeline = timeline;
    if (peer.has_semaphores)
        create_vulkan(out);
    else
        need(gi_host_semaphore_create(&out->host, timeline, 0) == 0, "making a host semaphore");
}

void peer_semaphore_destroy(struct peer_semaphore *semaphore)
{
    if (peer.has_semaphores)
        vkDestroySemaphore(peer.device, semaphore->vulkan, NULL);
    else
        gi_host_semaphore_finish(&semaphore->host);
}

int peer_semaphore_export(const struct peer_semaphore *semaphore)
{
    VkSemaphoreGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = semaphore->vulkan,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int fd = -1;

    if (peer.has_semaphores)
        need_result(peer.get_semaphore_fd(peer.device, &info, &fd), "vkGetSemaphoreFdKHR");
    else
        need(gi_host_semaphore_export(&semaphore->host, &fd) == 0, "exporting a host semaphore");
    return fd;
}

void peer_semaphore_signal(struct peer_semaphore *semaphore, uint64_t value)
{
    VkSemaphoreSignalInfo signal = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
        .semaphore = semaphore->vulkan,
        .value = value,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .signalSemaphoreCount = 1,
        .pSignalSemaphores = &semaphore->vulkan,
    };

    if (!peer.has_semaphores)
        need(gi_host_semaphore_signal(&semaphore->host, value) == 0, "signalling");
    else if (semaphore->timeline)
        need_result(vkSignalSemaphore(peer.device, &signal), "vkSignalSemaphore");
    else
        submit(&info);
}

void peer_semaphore_wait(struct peer_semaphore *semaphore, uint64_t value)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSemaphoreWaitInfo wait = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = 1,
        .pSemaphores = &semaphore->vulkan,
        .pValues = &value,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .waitSemaphoreCount = 1,
        .pWaitSemaphores = &semaphore->vulkan,
        .pWaitDstStageMask = &stage,
    };

    if (!peer.has_semaphores)
        need(gi_host_semaphore_wait(&semaphore->host, value, gi_deadline_ns(PATIENCE_NS)) == 0,
             "waiting for a host semaphore");
    else if (semaphore->timeline)
        need_result(vkWaitSemaphores(peer.device, &wait, PATIENCE_NS), "vkWaitSemaphores");
    else
        submit(&info);
}

uint64_t peer_semaphore_value(const struct peer_semaphore *semaphore)
{
    uint64_t value = 0;

    if (!peer.has_semaphores)
        return gi_host_semaphore_value(&semaphore->host);
    need_result(vkGetSemaphoreCounterValue(peer.device, semaphore->vulkan, &value),
                "vkGetSemaphoreCounterValue");
    return value;
}

/* ---- commands that semaphores order --------------------------------------------------------- */

/* Host semaphores are the host's to wait for and to signal. */
static bool by_device(const struct peer_semaphore *semaphore)
{
    return semaphore != NULL && peer.has_semaphores;
}

void peer_run(VkCommandBuffer commands, const struct peer_order *order)
{
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = by_device(order->wait) ? 1 : 0,
        .pWaitSemaphoreValues = &order->wait_value,
        .signalSemaphoreValueCount = by_device(order->signal) ? 1 : 0,
        .pSignalSemaphoreValues = &order->signal_value,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .pNext = &values,
        .waitSemaphoreCount = values.waitSemaphoreValueCount,
        .pWaitSemaphores = by_device(order->wait) ? &order->wait->vulkan : NULL,
        .pWaitDstStageMask = &stage,
        .commandBufferCount = 1,
        .pCommandBuffers = &commands,
        .signalSemaphoreCount = values.signalSemaphoreValueCount,
        .pSignalSemaphores = by_device(order->signal) ? &order->signal->vulkan : NULL,
    };

    if (order->wait != NULL && !peer.has_semaphores)
        peer_semaphore_wait(order->wait, order->wait_value);
    submit(&info);
    if (order->signal != NULL && !peer.has_semaphores)
        peer_semaphore_signal(order->signal, order->signal_value);
}
