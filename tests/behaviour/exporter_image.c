/* The exporter's images: made, filled and read by a queue of the exporter's own. */
#include "exporter_image.h"

#include "exporter_device.h"

#include <stdlib.h>
#include <string.h>

#define STAGING_BYTES (2u << 20)
#define MAX_LEVELS 16

#define DEVICE_CALL(name) PFN_##name name = (PFN_##name)exporter_device_call(#name)

static struct {
    bool ready;
    VkQueue queue;
    VkCommandBuffer commands;
    VkBuffer staging;
    unsigned char *bytes;
} worker;

unsigned char exporter_byte(const struct exporter_image_wish *wish, size_t index, unsigned int seed)
{
    if (wish->depth_float) {
        float value = (float)((index / 4 + seed) % 251) / 256.0f;
        unsigned char bytes[4];
        memcpy(bytes, &value, 4);
        return bytes[index % 4];
    }
    return (unsigned char)(index % 251 + index / 251 + seed * 37u);
}

static uint32_t at_level(uint32_t size, uint32_t level)
{
    return size >> level > 0 ? size >> level : 1;
}

size_t exporter_level_bytes(const struct exporter_image_wish *wish, uint32_t level)
{
    uint32_t across = (at_level(wish->width, level) + wish->block - 1) / wish->block;
    uint32_t down = (at_level(wish->height, level) + wish->block - 1) / wish->block;
    uint32_t deep = wish->dimensions == 3 ? at_level(wish->depth, level) : wish->layers;
    return (size_t)across * down * deep * wish->block_bytes;
}

static bool make_staging(void)
{
    DEVICE_CALL(vkCreateBuffer);
    DEVICE_CALL(vkGetBufferMemoryRequirements);
    DEVICE_CALL(vkAllocateMemory);
    DEVICE_CALL(vkBindBufferMemory);
    DEVICE_CALL(vkMapMemory);
    VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                               .size = STAGING_BYTES,
                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                        VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements needs;
    VkDeviceMemory memory;
    void *mapped;
    if (vkCreateBuffer(exporter_device(), &info, NULL, &worker.staging) != VK_SUCCESS)
        return false;
    vkGetBufferMemoryRequirements(exporter_device(), worker.staging, &needs);
    VkMemoryAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = needs.size,
        .memoryTypeIndex = exporter_memory_type(needs.memoryTypeBits,
                                                VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)};
    if (vkAllocateMemory(exporter_device(), &allocate, NULL, &memory) != VK_SUCCESS ||
        vkBindBufferMemory(exporter_device(), worker.staging, memory, 0) != VK_SUCCESS ||
        vkMapMemory(exporter_device(), memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS)
        return false;
    worker.bytes = mapped;
    return true;
}

static bool worker_ready(void)
{
    if (worker.ready)
        return true;
    if (!exporter_ready())
        return false;
    DEVICE_CALL(vkGetDeviceQueue);
    DEVICE_CALL(vkCreateCommandPool);
    DEVICE_CALL(vkAllocateCommandBuffers);
    VkCommandPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    VkCommandPool pool;
    vkGetDeviceQueue(exporter_device(), 0, 0, &worker.queue);
    if (vkCreateCommandPool(exporter_device(), &info, NULL, &pool) != VK_SUCCESS)
        return false;
    VkCommandBufferAllocateInfo wanted = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1};
    worker.ready = vkAllocateCommandBuffers(exporter_device(), &wanted, &worker.commands) ==
                   VK_SUCCESS && make_staging();
    return worker.ready;
}

static VkImageAspectFlags aspect_of(const struct exporter_image *image)
{
    return image->wish.format == VK_FORMAT_D16_UNORM || image->wish.format == VK_FORMAT_D32_SFLOAT
               ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

static void barrier(const struct exporter_image *image, VkImageLayout from, VkImageLayout to,
                    uint32_t family_from, uint32_t family_to)
{
    DEVICE_CALL(vkCmdPipelineBarrier);
    VkImageMemoryBarrier change = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = family_from,
        .dstQueueFamilyIndex = family_to,
        .image = (VkImage)(uintptr_t)image->handle,
        .subresourceRange = {aspect_of(image), 0, VK_REMAINING_MIP_LEVELS, 0,
                             VK_REMAINING_ARRAY_LAYERS}};
    vkCmdPipelineBarrier(worker.commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
}

/* Where each level lies in the staging buffer. */
static uint32_t regions_of(const struct exporter_image *image, VkBufferImageCopy *regions)
{
    const struct exporter_image_wish *wish = &image->wish;
    uint64_t offset = 0;
    for (uint32_t level = 0; level < wish->levels; level++) {
        VkBufferImageCopy region = {
            .bufferOffset = offset,
            .imageSubresource = {aspect_of(image), level, 0, wish->layers},
            .imageExtent = {at_level(wish->width, level), at_level(wish->height, level),
                            at_level(wish->depth, level)}};
        regions[level] = region;
        offset += (exporter_level_bytes(wish, level) + 15) / 16 * 16;
    }
    return wish->levels;
}

static void begin(void)
{
    DEVICE_CALL(vkBeginCommandBuffer);
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    (void)vkBeginCommandBuffer(worker.commands, &info);
}

static bool submit(void)
{
    DEVICE_CALL(vkEndCommandBuffer);
    DEVICE_CALL(vkQueueSubmit);
    DEVICE_CALL(vkQueueWaitIdle);
    VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                         .commandBufferCount = 1,
                         .pCommandBuffers = &worker.commands};
    return vkEndCommandBuffer(worker.commands) == VK_SUCCESS &&
           vkQueueSubmit(worker.queue, 1, &info, VK_NULL_HANDLE) == VK_SUCCESS &&
           vkQueueWaitIdle(worker.queue) == VK_SUCCESS;
}

static bool fill(const struct exporter_image *image)
{
    DEVICE_CALL(vkCmdCopyBufferToImage);
    VkBufferImageCopy regions[MAX_LEVELS];
    uint32_t count = regions_of(image, regions);
    for (uint32_t level = 0; level < count; level++) {
        for (size_t i = 0; i < exporter_level_bytes(&image->wish, level); i++)
            worker.bytes[regions[level].bufferOffset + i] =
                exporter_byte(&image->wish, i, level + 1);
    }
    begin();
    barrier(image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
            VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED);
    vkCmdCopyBufferToImage(worker.commands, worker.staging, (VkImage)(uintptr_t)image->handle,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, count, regions);
    barrier(image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL, 0,
            VK_QUEUE_FAMILY_EXTERNAL);
    return submit();
}

bool exporter_image_holds(const struct exporter_image *image, unsigned int seed)
{
    DEVICE_CALL(vkCmdCopyImageToBuffer);
    VkBufferImageCopy regions[MAX_LEVELS];
    uint32_t count = regions_of(image, regions);
    bool same = true;
    memset(worker.bytes, 0xee, STAGING_BYTES);
    begin();
    barrier(image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
            VK_QUEUE_FAMILY_EXTERNAL, 0);
    vkCmdCopyImageToBuffer(worker.commands, (VkImage)(uintptr_t)image->handle,
                           VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, worker.staging, count, regions);
    barrier(image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_GENERAL, 0,
            VK_QUEUE_FAMILY_EXTERNAL);
    if (!submit())
        return false;
    for (uint32_t level = 0; level < count; level++) {
        for (size_t i = 0; same && i < exporter_level_bytes(&image->wish, level); i++)
            same = worker.bytes[regions[level].bufferOffset + i] ==
                   exporter_byte(&image->wish, i, level + seed);
    }
    return same;
}

static VkImageCreateInfo image_info(const struct exporter_image_wish *wish, const void *next)
{
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .pNext = next,
        .flags = wish->cube ? VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT : 0,
        .imageType = wish->dimensions == 1 ? VK_IMAGE_TYPE_1D
                   : wish->dimensions == 2 ? VK_IMAGE_TYPE_2D : VK_IMAGE_TYPE_3D,
        .format = (VkFormat)wish->format,
        .extent = {wish->width, wish->height, wish->depth},
        .mipLevels = wish->levels,
        .arrayLayers = wish->layers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = wish->usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    return info;
}

/* Whether such an image can be exported at all. */
static bool can_export(const struct exporter_image_wish *wish, bool *out_dedicated_only)
{
    PFN_vkGetPhysicalDeviceImageFormatProperties2 ask =
        (PFN_vkGetPhysicalDeviceImageFormatProperties2)exporter_instance_call(
            "vkGetPhysicalDeviceImageFormatProperties2");
    VkImageCreateInfo image = image_info(wish, NULL);
    VkPhysicalDeviceExternalImageFormatInfo external = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkPhysicalDeviceImageFormatInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
        .pNext = &external,
        .format = image.format,
        .type = image.imageType,
        .tiling = image.tiling,
        .usage = image.usage,
        .flags = image.flags};
    VkExternalImageFormatProperties out_external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES};
    VkImageFormatProperties2 out = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2,
                                    .pNext = &out_external};
    if (ask == NULL || ask(exporter_gpu(), &info, &out) != VK_SUCCESS)
        return false;
    VkExternalMemoryFeatureFlags features =
        out_external.externalMemoryProperties.externalMemoryFeatures;
    *out_dedicated_only = (features & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT) != 0;
    return (features & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) != 0 &&
           out.imageFormatProperties.maxMipLevels >= wish->levels &&
           out.imageFormatProperties.maxArrayLayers >= wish->layers;
}

static void ask_needs(struct exporter_image *image, bool dedicated_only, uint32_t *out_types)
{
    DEVICE_CALL(vkGetImageMemoryRequirements2);
    VkImageMemoryRequirementsInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2,
        .image = (VkImage)(uintptr_t)image->handle};
    VkMemoryDedicatedRequirements dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
    VkMemoryRequirements2 needs = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
                                   .pNext = &dedicated};
    vkGetImageMemoryRequirements2(exporter_device(), &info, &needs);
    *out_types = needs.memoryRequirements.memoryTypeBits;
    image->alignment = needs.memoryRequirements.alignment;
    image->offset = image->wish.offset_units * image->alignment;
    image->size = needs.memoryRequirements.size + image->offset;
    image->dedicated = image->offset == 0 &&
        (image->wish.dedicated > 0 || dedicated_only || dedicated.requiresDedicatedAllocation ||
         (image->wish.dedicated < 0 && dedicated.prefersDedicatedAllocation));
}

static bool bind_memory(struct exporter_image *image, uint32_t types)
{
    DEVICE_CALL(vkAllocateMemory);
    DEVICE_CALL(vkBindImageMemory);
    DEVICE_CALL(vkGetMemoryFdKHR);
    VkImage handle = (VkImage)(uintptr_t)image->handle;
    VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .image = handle};
    VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .pNext = image->dedicated ? &dedicated : NULL,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &export,
        .allocationSize = image->size,
        .memoryTypeIndex = exporter_memory_type(types, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    if (vkGetMemoryFdKHR == NULL ||
        vkAllocateMemory(exporter_device(), &info, NULL, &memory) != VK_SUCCESS)
        return false;
    image->memory = (uint64_t)(uintptr_t)memory;
    VkMemoryGetFdInfoKHR wanted = {.sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
                                   .memory = memory,
                                   .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    return vkBindImageMemory(exporter_device(), handle, memory, image->offset) == VK_SUCCESS &&
           vkGetMemoryFdKHR(exporter_device(), &wanted, &image->fd) == VK_SUCCESS;
}

const char *exporter_image_make(const struct exporter_image_wish *wish, struct exporter_image *out)
{
    bool dedicated_only = false;
    uint32_t types = 0;
    VkImage handle;
    VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    memset(out, 0, sizeof(*out));
    out->wish = *wish;
    out->fd = -1;
    if (!worker_ready())
        return "no exporter";
    if (wish->levels > MAX_LEVELS || !can_export(wish, &dedicated_only))
        return "cannot be exported";
    DEVICE_CALL(vkCreateImage);
    VkImageCreateInfo info = image_info(wish, &external);
    if (vkCreateImage(exporter_device(), &info, NULL, &handle) != VK_SUCCESS)
        return "cannot be made";
    out->handle = (uint64_t)(uintptr_t)handle;
    ask_needs(out, dedicated_only, &types);
    if (!bind_memory(out, types))
        return "has no memory";
    return fill(out) ? NULL : "cannot be filled";
}

void exporter_image_end(struct exporter_image *image)
{
    DEVICE_CALL(vkDestroyImage);
    DEVICE_CALL(vkFreeMemory);
    if (image->handle != 0)
        vkDestroyImage(exporter_device(), (VkImage)(uintptr_t)image->handle, NULL);
    if (image->memory != 0)
        vkFreeMemory(exporter_device(), (VkDeviceMemory)(uintptr_t)image->memory, NULL);
    image->handle = image->memory = 0;
}
