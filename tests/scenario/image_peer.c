#include "image_peer.h"

#include <string.h>

/** Levels and more than any test has. */
#define LEVELS_MAX 16
/** Bytes through which texels come and go. */
#define STAGING_BYTES ((uint64_t)16 << 20)

static struct {
    VkBuffer buffer;
    VkDeviceMemory memory;
    void *bytes;
    PFN_vkGetMemoryFdKHR get_memory_fd;
} staging;

static void need_result(VkResult result, const char *what)
{
    peer_need(result == VK_SUCCESS, what);
}

/* ---- shapes --------------------------------------------------------------------------------- */

static uint32_t halved(uint32_t size, uint32_t level)
{
    return size >> level > 0 ? size >> level : 1;
}

struct peer_level peer_image_level(const struct peer_image_shape *shape, uint32_t level)
{
    struct peer_level of = { 0 };
    uint64_t bytes = 0;

    for (uint32_t i = 0; i <= level; i++) {
        of.offset_bytes += bytes;
        of.width = (halved(shape->width, i) + shape->block_width - 1) / shape->block_width;
        of.height = (halved(shape->height, i) + shape->block_height - 1) / shape->block_height;
        of.depth = shape->type == VK_IMAGE_TYPE_3D ? halved(shape->depth, i) : shape->layers;
        bytes = (uint64_t)of.width * of.height * of.depth * shape->block_bytes;
    }
    return of;
}

static uint64_t packed_bytes(const struct peer_image_shape *shape)
{
    return peer_image_level(shape, shape->levels).offset_bytes;
}

bool peer_format_stores(VkFormat format)
{
    VkFormatProperties properties;

    vkGetPhysicalDeviceFormatProperties(peer_parts().physical, format, &properties);
    return (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0;
}

bool peer_image_can(const struct peer_image_shape *shape, enum peer_image_home home)
{
    VkPhysicalDeviceExternalImageFormatInfo outside = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkPhysicalDeviceImageFormatInfo2 info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
        .pNext = &outside,
        .format = shape->format,
        .type = shape->type,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = shape->usage,
        .flags = shape->flags,
    };
    VkExternalImageFormatProperties shared = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES,
    };
    VkImageFormatProperties2 answer = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2,
        .pNext = &shared,
    };
    const VkImageFormatProperties *limits = &answer.imageFormatProperties;
    VkExternalMemoryFeatureFlags can;

    if (vkGetPhysicalDeviceImageFormatProperties2(peer_parts().physical, &info, &answer)
        != VK_SUCCESS)
        return false;
    can = shared.externalMemoryProperties.externalMemoryFeatures;
    if (home != PEER_IMAGE_DEDICATED && (can & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT) != 0)
        return false;
    return (can & VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT) != 0
        && shape->width <= limits->maxExtent.width && shape->height <= limits->maxExtent.height
        && shape->depth <= limits->maxExtent.depth && shape->levels <= limits->maxMipLevels
        && shape->layers <= limits->maxArrayLayers;
}

/* ---- making them ---------------------------------------------------------------------------- */

static void make_image(struct peer_image *out)
{
    const struct peer_image_shape *shape = &out->shape;
    VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .pNext = &external,
        .flags = shape->flags,
        .imageType = shape->type,
        .format = shape->format,
        .extent = { shape->width, shape->height, shape->depth },
        .mipLevels = shape->levels,
        .arrayLayers = shape->layers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = shape->usage,
    };

    need_result(vkCreateImage(peer_parts().device, &info, NULL, &out->image), "vkCreateImage");
}

static void give_memory(struct peer_image *out, enum peer_image_home home)
{
    VkDevice device = peer_parts().device;
    VkMemoryDedicatedAllocateInfo owner = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .image = out->image,
    };
    VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .pNext = home == PEER_IMAGE_DEDICATED ? &owner : NULL,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &export,
    };
    VkMemoryRequirements needs;

    vkGetImageMemoryRequirements(device, out->image, &needs);
    if (home == PEER_IMAGE_BEHIND_OTHERS)        /* an odd multiple: no larger one would do */
        out->offset_bytes = (needs.size / needs.alignment | 1) * needs.alignment;
    out->allocated_bytes = out->offset_bytes + needs.size;
    info.allocationSize = out->allocated_bytes;
    info.memoryTypeIndex =
        peer_memory_type(needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    need_result(vkAllocateMemory(device, &info, NULL, &out->memory), "vkAllocateMemory");
    need_result(vkBindImageMemory(device, out->image, out->memory, out->offset_bytes),
                "vkBindImageMemory");
}

void peer_image_create(struct peer_image *out, const struct peer_image_shape *shape,
                       enum peer_image_home home)
{
    memset(out, 0, sizeof *out);
    out->shape = *shape;
    out->texel_bytes = packed_bytes(shape);
    peer_need(shape->levels <= LEVELS_MAX, "an image of so many levels");
    make_image(out);
    give_memory(out, home);
}

void peer_image_destroy(struct peer_image *image)
{
    vkDestroyImage(peer_parts().device, image->image, NULL);
    vkFreeMemory(peer_parts().device, image->memory, NULL);
}

int peer_image_export(const struct peer_image *image)
{
    VkDevice device = peer_parts().device;
    VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .memory = image->memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int fd = -1;

    if (staging.get_memory_fd == NULL)
        staging.get_memory_fd =
            (PFN_vkGetMemoryFdKHR)vkGetDeviceProcAddr(device, "vkGetMemoryFdKHR");
    need_result(staging.get_memory_fd(device, &info, &fd), "vkGetMemoryFdKHR");
    return fd;
}

/* ---- texels --------------------------------------------------------------------------------- */

static void need_staging(uint64_t size_bytes)
{
    VkDevice device = peer_parts().device;
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = STAGING_BYTES,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    VkMemoryAllocateInfo allocate = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO };
    VkMemoryRequirements needs;

    peer_need(size_bytes <= STAGING_BYTES, "an image of so many texels");
    if (staging.buffer != VK_NULL_HANDLE)
        return;
    need_result(vkCreateBuffer(device, &info, NULL, &staging.buffer), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(device, staging.buffer, &needs);
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = peer_memory_type(needs.memoryTypeBits,
                                                VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
                                                | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT
                                                | VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
    need_result(vkAllocateMemory(device, &allocate, NULL, &staging.memory), "vkAllocateMemory");
    need_result(vkBindBufferMemory(device, staging.buffer, staging.memory, 0),
                "vkBindBufferMemory");
    need_result(vkMapMemory(device, staging.memory, 0, VK_WHOLE_SIZE, 0, &staging.bytes),
                "vkMapMemory");
}

void peer_image_stop(void)
{
    if (staging.buffer == VK_NULL_HANDLE)
        return;
    vkDestroyBuffer(peer_parts().device, staging.buffer, NULL);
    vkFreeMemory(peer_parts().device, staging.memory, NULL);
    memset(&staging, 0, sizeof staging);
}

static VkImageAspectFlags aspect(VkFormat format)
{
    return format == VK_FORMAT_D32_SFLOAT ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

/* One region for each level, with all its layers. Rows and slices are said to have whole blocks,
 * which they have anyway: the transfer queue of Mesa 25.0's RADV counts them wrongly if not. */
static void describe_levels(const struct peer_image_shape *shape, VkBufferImageCopy *regions)
{
    for (uint32_t level = 0; level < shape->levels; level++) {
        struct peer_level of = peer_image_level(shape, level);
        regions[level] = (VkBufferImageCopy){
            .bufferOffset = of.offset_bytes,
            .bufferRowLength = of.width * shape->block_width,
            .bufferImageHeight = of.height * shape->block_height,
            .imageSubresource = { aspect(shape->format), level, 0, shape->layers },
            .imageExtent = { halved(shape->width, level), halved(shape->height, level),
                             halved(shape->depth, level) },
        };
    }
}

struct change {
    VkImageLayout from, to;
    uint32_t from_family, to_family;
    VkAccessFlags from_access, to_access;
};

static void change_image(VkCommandBuffer commands, const struct peer_image *image,
                         const struct change *change)
{
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = change->from_access,
        .dstAccessMask = change->to_access,
        .oldLayout = change->from,
        .newLayout = change->to,
        .srcQueueFamilyIndex = change->from_family,
        .dstQueueFamilyIndex = change->to_family,
        .image = image->image,
        .subresourceRange = { aspect(image->shape.format), 0, image->shape.levels, 0,
                              image->shape.layers },
    };

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

/* Takes the image from outside, if it was there, and into a layout for copies. */
static void take_over(VkCommandBuffer commands, const struct peer_image *image,
                      VkImageLayout layout, VkAccessFlags access)
{
    uint32_t family = peer_parts().family;
    struct change change = {
        .from = image->begun ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_UNDEFINED,
        .to = image->begun ? VK_IMAGE_LAYOUT_GENERAL : layout,
        .from_family = image->begun ? VK_QUEUE_FAMILY_EXTERNAL : VK_QUEUE_FAMILY_IGNORED,
        .to_family = image->begun ? family : VK_QUEUE_FAMILY_IGNORED,
        .to_access = access,
    };

    change_image(commands, image, &change);
    if (!image->begun)
        return;
    change = (struct change){ VK_IMAGE_LAYOUT_GENERAL, layout, VK_QUEUE_FAMILY_IGNORED,
                              VK_QUEUE_FAMILY_IGNORED, VK_ACCESS_MEMORY_WRITE_BIT, access };
    change_image(commands, image, &change);
}

/* Back to the layout that others find it in, then out. */
static void hand_over(VkCommandBuffer commands, struct peer_image *image, VkImageLayout layout,
                      VkAccessFlags access)
{
    struct change change = { layout, VK_IMAGE_LAYOUT_GENERAL, VK_QUEUE_FAMILY_IGNORED,
                             VK_QUEUE_FAMILY_IGNORED, access, VK_ACCESS_MEMORY_READ_BIT };

    change_image(commands, image, &change);
    change = (struct change){ VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL,
                              peer_parts().family, VK_QUEUE_FAMILY_EXTERNAL,
                              VK_ACCESS_MEMORY_WRITE_BIT, 0 };
    change_image(commands, image, &change);
    image->begun = true;
}

static VkCommandBuffer begin(void)
{
    VkCommandBufferAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = peer_parts().pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    VkCommandBufferBeginInfo info = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    VkCommandBuffer commands;

    need_result(vkAllocateCommandBuffers(peer_parts().device, &allocate, &commands),
                "vkAllocateCommandBuffers");
    need_result(vkBeginCommandBuffer(commands, &info), "vkBeginCommandBuffer");
    return commands;
}

static void run(VkCommandBuffer commands, const struct peer_order *order)
{
    need_result(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    peer_run(commands, order);
    vkFreeCommandBuffers(peer_parts().device, peer_parts().pool, 1, &commands);
}

void peer_image_write(struct peer_image *image, const void *texels, const struct peer_order *order)
{
    VkBufferImageCopy regions[LEVELS_MAX];
    VkCommandBuffer commands;

    need_staging(image->texel_bytes);
    memcpy(staging.bytes, texels, image->texel_bytes);
    describe_levels(&image->shape, regions);
    commands = begin();
    take_over(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkCmdCopyBufferToImage(commands, staging.buffer, image->image,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, image->shape.levels, regions);
    hand_over(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_ACCESS_TRANSFER_WRITE_BIT);
    run(commands, order);
}

void peer_image_read(struct peer_image *image, void *texels, const struct peer_order *order)
{
    VkMemoryBarrier to_host = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
    VkBufferImageCopy regions[LEVELS_MAX];
    VkCommandBuffer commands;

    need_staging(image->texel_bytes);
    describe_levels(&image->shape, regions);
    commands = begin();
    take_over(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdCopyImageToBuffer(commands, image->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                           staging.buffer, image->shape.levels, regions);
    hand_over(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_ACCESS_TRANSFER_READ_BIT);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0,
                         1, &to_host, 0, NULL, 0, NULL);
    run(commands, order);
    memcpy(texels, staging.bytes, image->texel_bytes);
}

/* ---- decoding ------------------------------------------------------------------------------- */

static bool turns_into_floats(VkFormat format)
{
    VkFormatProperties properties;

    vkGetPhysicalDeviceFormatProperties(peer_parts().physical, format, &properties);
    return (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_BLIT_SRC_BIT) != 0;
}

static void blit_levels(VkCommandBuffer commands, const struct peer_image *from,
                        const struct peer_image *to)
{
    for (uint32_t level = 0; level < from->shape.levels; level++) {
        const VkOffset3D end = { (int32_t)halved(from->shape.width, level),
                                 (int32_t)halved(from->shape.height, level),
                                 (int32_t)halved(from->shape.depth, level) };
        VkImageBlit region = {
            .srcSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, level, 0, from->shape.layers },
            .srcOffsets = { { 0, 0, 0 }, end },
            .dstSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, level, 0, from->shape.layers },
            .dstOffsets = { { 0, 0, 0 }, end },
        };

        vkCmdBlitImage(commands, from->image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to->image,
                       VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region, VK_FILTER_NEAREST);
    }
}

bool peer_image_decode(const struct peer_image_shape *shape, const void *texels, float *out_floats)
{
    const struct peer_order at_once = { .wait = NULL };
    struct peer_image_shape as_floats = *shape;
    struct peer_image from, to;
    VkCommandBuffer commands;

    if (!turns_into_floats(shape->format))
        return false;
    as_floats.format = VK_FORMAT_R32G32B32A32_SFLOAT;
    as_floats.block_bytes = 4 * sizeof(float);
    as_floats.block_width = as_floats.block_height = 1;
    as_floats.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    peer_image_create(&from, shape, PEER_IMAGE_DEDICATED);
    peer_image_create(&to, &as_floats, PEER_IMAGE_DEDICATED);
    peer_image_write(&from, texels, &at_once);
    commands = begin();
    take_over(commands, &from, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_ACCESS_TRANSFER_READ_BIT);
    take_over(commands, &to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_ACCESS_TRANSFER_WRITE_BIT);
    blit_levels(commands, &from, &to);
    hand_over(commands, &to, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_ACCESS_TRANSFER_WRITE_BIT);
    run(commands, &at_once);
    peer_image_read(&to, out_floats, &at_once);
    peer_image_destroy(&from);
    peer_image_destroy(&to);
    return true;
}
