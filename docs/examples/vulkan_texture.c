#include "vulkan_texture.h"

static void make_image(const struct gpu *gpu, struct texture *texture)
{
    VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .pNext = &external,
        .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8G8B8A8_UNORM,
        .extent = { texture->size, texture->size, 1 },
        .mipLevels = texture->levels, .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT, .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT
                 | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT,
    };

    vulkan_check(vkCreateImage(gpu->device, &info, NULL, &texture->image), "creating an image");
}

static void make_memory(const struct gpu *gpu, struct texture *texture)
{
    VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .image = texture->image,
    };
    VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO, .pNext = &dedicated,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &export,
    };
    VkMemoryRequirements needs;

    vkGetImageMemoryRequirements(gpu->device, texture->image, &needs);
    info.allocationSize = needs.size;
    info.memoryTypeIndex =
        gpu_memory_type(gpu, needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0);
    vulkan_check(vkAllocateMemory(gpu->device, &info, NULL, &texture->memory),
                 "allocating memory of an image");
    vulkan_check(vkBindImageMemory(gpu->device, texture->image, texture->memory, 0),
                 "binding memory of an image");
    texture->memory_bytes = needs.size;
}

void texture_create_shared(const struct gpu *gpu, uint32_t size, uint32_t levels,
                           struct texture *out_texture)
{
    *out_texture = (struct texture){
        .size = size, .levels = levels, .layout = VK_IMAGE_LAYOUT_UNDEFINED,
    };
    make_image(gpu, out_texture);
    make_memory(gpu, out_texture);
}

void texture_destroy(const struct gpu *gpu, struct texture *texture)
{
    vkDestroyImage(gpu->device, texture->image, NULL);
    vkFreeMemory(gpu->device, texture->memory, NULL);
}

int texture_export(const struct gpu *gpu, const struct texture *texture)
{
    VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR, .memory = texture->memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int fd;

    vulkan_check(gpu->get_memory_fd(gpu->device, &info, &fd), "exporting memory of an image");
    return fd;
}

/** A new layout for all levels, and a new owner where the two differ. */
static void change(VkCommandBuffer buffer, struct texture *texture, VkImageLayout layout,
                   uint32_t from, uint32_t to)
{
    const VkAccessFlags any = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = from == VK_QUEUE_FAMILY_EXTERNAL ? 0 : any,
        .dstAccessMask = to == VK_QUEUE_FAMILY_EXTERNAL ? 0 : any,
        .oldLayout = texture->layout, .newLayout = layout,
        .srcQueueFamilyIndex = from, .dstQueueFamilyIndex = to,
        .image = texture->image,
        .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, texture->levels, 0, 1 },
    };

    vkCmdPipelineBarrier(buffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    texture->layout = layout;
}

void texture_use(VkCommandBuffer buffer, struct texture *texture, VkImageLayout layout)
{
    change(buffer, texture, layout, VK_QUEUE_FAMILY_IGNORED, VK_QUEUE_FAMILY_IGNORED);
}

void texture_hand_over(const struct gpu *gpu, VkCommandBuffer buffer, struct texture *texture)
{
    texture_use(buffer, texture, VK_IMAGE_LAYOUT_GENERAL);
    change(buffer, texture, VK_IMAGE_LAYOUT_GENERAL, gpu->family, VK_QUEUE_FAMILY_EXTERNAL);
}

void texture_take_back(const struct gpu *gpu, VkCommandBuffer buffer, struct texture *texture)
{
    change(buffer, texture, VK_IMAGE_LAYOUT_GENERAL, VK_QUEUE_FAMILY_EXTERNAL, gpu->family);
}
