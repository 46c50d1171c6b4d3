/* What the hand-written side does with images. */
#include "bench.h"
#include "vulkan.h"

static VkImage make_image(struct bench_vulkan_device *on, uint32_t size, uint32_t levels)
{
    VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .pNext = &external,
        .flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_ALIAS_BIT,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .extent = {size, size, 1},
        .mipLevels = levels,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT
                 | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT,
    };
    VkImage image;
    BENCH_VK(vkCreateImage(on->device, &info, NULL, &image));
    return image;
}

static VkDeviceMemory make_memory(struct bench_vulkan_device *on, VkImage image,
                                  uint64_t size_bytes, uint32_t type, const void *origin)
{
    VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO,
        .pNext = origin,
        .image = image,
    };
    VkMemoryAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &dedicated,
        .allocationSize = size_bytes,
        .memoryTypeIndex = type,
    };
    VkDeviceMemory memory;
    BENCH_VK(vkAllocateMemory(on->device, &allocation, NULL, &memory));
    BENCH_VK(vkBindImageMemory(on->device, image, memory, 0));
    return memory;
}

void bench_vulkan_image_create(struct bench_vulkan_device *on, struct bench_vulkan_image *out,
                               uint32_t size, uint32_t levels)
{
    VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkMemoryRequirements wanted;
    out->size = size;
    out->levels = levels;
    out->image = make_image(on, size, levels);
    vkGetImageMemoryRequirements(on->device, out->image, &wanted);
    out->allocated_bytes = wanted.size;
    out->memory_type =
        bench_vulkan_memory_type(wanted.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    out->memory = make_memory(on, out->image, wanted.size, out->memory_type, &export);
}

void bench_vulkan_image_destroy(struct bench_vulkan_device *on, struct bench_vulkan_image *image)
{
    vkDestroyImage(on->device, image->image, NULL);
    vkFreeMemory(on->device, image->memory, NULL);
}

int bench_vulkan_image_export(struct bench_vulkan_device *on,
                              const struct bench_vulkan_image *image)
{
    VkMemoryGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR,
        .memory = image->memory,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int fd = -1;
    BENCH_VK(on->get_memory_fd(on->device, &info, &fd));
    return fd;
}

void bench_vulkan_import_image_once(struct bench_vulkan_device *on, int fd,
                                    const struct bench_vulkan_image *exported)
{
    VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
        .fd = fd,
    };
    VkMemoryRequirements wanted;
    VkImage image = make_image(on, exported->size, exported->levels);
    vkGetImageMemoryRequirements(on->device, image, &wanted);
    BENCH_REQUIRE(wanted.size <= exported->allocated_bytes);
    VkDeviceMemory memory = make_memory(on, image, exported->allocated_bytes,
                                        exported->memory_type, &import);
    vkDestroyImage(on->device, image, NULL);
    vkFreeMemory(on->device, memory, NULL);
}

void bench_vulkan_host_buffer_create(struct bench_vulkan_device *on,
                                     struct bench_vulkan_buffer *out, uint64_t size_bytes)
{
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size_bytes,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
    };
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    VkMemoryRequirements wanted;
    BENCH_VK(vkCreateBuffer(on->device, &info, NULL, &out->buffer));
    vkGetBufferMemoryRequirements(on->device, out->buffer, &wanted);
    out->allocated_bytes = wanted.size;
    out->memory_type = bench_vulkan_memory_type(
        wanted.memoryTypeBits, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT
        | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
    allocation.allocationSize = wanted.size;
    allocation.memoryTypeIndex = out->memory_type;
    BENCH_VK(vkAllocateMemory(on->device, &allocation, NULL, &out->memory));
    BENCH_VK(vkBindBufferMemory(on->device, out->buffer, out->memory, 0));
}

void bench_vulkan_image_begin(struct bench_vulkan_device *on,
                              const struct bench_vulkan_image *image)
{
    VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, image->levels, 0, 1},
    };
    bench_vulkan_begin(on);
    vkCmdPipelineBarrier(on->commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                         VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    bench_vulkan_end(on);
    bench_vulkan_submit(on);
    bench_vulkan_finish(on);
}

void bench_vulkan_record_level(struct bench_vulkan_device *on,
                               const struct bench_vulkan_image *image,
                               const struct bench_vulkan_buffer *buffer, bool to_image)
{
    VkBufferImageCopy region = {
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .imageExtent = {image->size, image->size, 1},
    };
    VkMemoryBarrier to_host = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
    bench_vulkan_begin(on);
    if (to_image)
        vkCmdCopyBufferToImage(on->commands, buffer->buffer, image->image,
                               VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    else
        vkCmdCopyImageToBuffer(on->commands, image->image, VK_IMAGE_LAYOUT_GENERAL,
                               buffer->buffer, 1, &region);
    vkCmdPipelineBarrier(on->commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                         0, 1, &to_host, 0, NULL, 0, NULL);
    bench_vulkan_end(on);
}
