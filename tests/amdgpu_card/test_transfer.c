/* RADV's transfer queue, which is SDMA: buffers of any size, images with levels and layers, linear
 * and tiled. RADV's encoder and the card's decoder come from different hands. Mesa 25 has the
 * queue, with RADV_PERFTEST=transfer_queue; without it the test is skipped. */
#include "test_vulkan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SKIPPED 77
#define BYTES (5u << 20)

static void open_transfer(struct radv *radv)
{
    assert_true(radv_find(radv));
    uint32_t family = radv_transfer_family(radv->physical);
    vkDestroyInstance(radv->instance, NULL);
    radv_open(radv, family);
}

static void run(struct radv *radv, VkCommandBuffer commands)
{
    works(vkEndCommandBuffer(commands));
    submit_radv(radv, commands, VK_NULL_HANDLE, 0, NULL, NULL, 0);
    works(vkQueueWaitIdle(radv->queue));
}

static void barrier(VkCommandBuffer commands)
{
    const VkMemoryBarrier all = { .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                  .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                  .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT
                                                   | VK_ACCESS_MEMORY_WRITE_BIT };

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &all, 0, NULL, 0, NULL);
}

static void buffers_of_odd_sizes(void **state)
{
    struct radv radv;
    struct shared from = { .size_bytes = BYTES }, to = { .size_bytes = BYTES };
    const VkBufferCopy region = { .srcOffset = 13, .dstOffset = 130, .size = BYTES - 1000 + 3 };
    (void)state;

    open_transfer(&radv);
    shared_create(&radv, &from, -1);
    shared_create(&radv, &to, -1);
    for (uint32_t i = 0; i < BYTES / 4; i++)
        from.cpu[i] = i * 2654435761u;
    VkCommandBuffer commands = radv_begin(&radv);
    vkCmdFillBuffer(commands, to.buffer, 0, VK_WHOLE_SIZE, 0x55555555);
    barrier(commands);
    vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &region);
    barrier(commands);
    vkCmdUpdateBuffer(commands, to.buffer, 0, 16, "fifteen letters");
    run(&radv, commands);
    const char *bytes = (const char *)to.cpu;
    assert_memory_equal(bytes + 130, (const char *)from.cpu + 13, region.size);
    assert_string_equal(bytes, "fifteen letters");
    assert_int_equal(bytes[129], 0x55);
    assert_int_equal(bytes[130 + region.size], 0x55);
    shared_destroy(&radv, &from);
    shared_destroy(&radv, &to);
    radv_close(&radv);
    expect_broken(0);
}

/* ---- images ------------------------------------------------------------------------------- */

struct picture {
    VkImageTiling tiling;
    VkImageType type;
    VkFormat format;
    uint32_t bytes, width, height, levels, layers;
};

static VkImage make_image(struct radv *radv, const struct picture *picture,
                          VkDeviceMemory *out_memory)
{
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = picture->type,
        .format = picture->format, .extent = { picture->width, picture->height, 1 },
        .mipLevels = picture->levels, .arrayLayers = picture->layers,
        .samples = VK_SAMPLE_COUNT_1_BIT, .tiling = picture->tiling,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT };
    VkMemoryRequirements needs;
    VkImage image;

    works(vkCreateImage(radv->device, &info, NULL, &image));
    vkGetImageMemoryRequirements(radv->device, image, &needs);
    uint32_t type = 0;
    while (!(needs.memoryTypeBits >> type & 1))
        type++;
    const VkMemoryAllocateInfo allocate = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                            .allocationSize = needs.size,
                                            .memoryTypeIndex = type };
    works(vkAllocateMemory(radv->device, &allocate, NULL, out_memory));
    works(vkBindImageMemory(radv->device, image, *out_memory, 0));
    return image;
}

static void to_layout(VkCommandBuffer commands, VkImage image, VkImageLayout from)
{
    const VkImageMemoryBarrier change = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .image = image,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT, .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT,
        .oldLayout = from, .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                              VK_REMAINING_ARRAY_LAYERS } };

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
}

/** Every texel of every level into the image and out again, to the second half of the buffer. */
static void there_and_back(const struct picture *picture)
{
    struct radv radv;
    struct shared texels = { .size_bytes = 2 << 20 };
    VkBufferImageCopy regions[16];
    VkDeviceMemory memory;
    uint64_t size = 0;

    open_transfer(&radv);
    shared_create(&radv, &texels, -1);
    for (uint32_t i = 0; i < 1 << 18; i++)
        texels.cpu[i] = i * 2654435761u + 1;
    memset(texels.cpu + (1 << 18), 0, 1 << 20);
    VkImage image = make_image(&radv, picture, &memory);
    for (uint32_t level = 0; level < picture->levels; level++) {
        uint32_t width = picture->width >> level, height = picture->height >> level;
        width = width != 0 ? width : 1;
        height = height != 0 ? height : 1;
        regions[level] = (VkBufferImageCopy){
            .bufferOffset = size,
            .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, level, 0, picture->layers },
            .imageExtent = { width, height, 1 } };
        size += (uint64_t)width * height * picture->layers * picture->bytes;
        size = (size + 255) & ~UINT64_C(255);
    }
    assert_true(size <= 1 << 20);
    VkCommandBuffer commands = radv_begin(&radv);
    to_layout(commands, image, VK_IMAGE_LAYOUT_UNDEFINED);
    vkCmdCopyBufferToImage(commands, texels.buffer, image, VK_IMAGE_LAYOUT_GENERAL,
                           picture->levels, regions);
    to_layout(commands, image, VK_IMAGE_LAYOUT_GENERAL);
    for (uint32_t level = 0; level < picture->levels; level++)
        regions[level].bufferOffset += 1 << 20;
    vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_GENERAL, texels.buffer,
                           picture->levels, regions);
    run(&radv, commands);
    for (uint32_t level = 0; level < picture->levels; level++) {
        const char *bytes = (const char *)texels.cpu + regions[level].bufferOffset;
        const VkExtent3D *extent = &regions[level].imageExtent;
        assert_memory_equal(bytes, bytes - (1 << 20), (uint64_t)extent->width * extent->height
                                                          * picture->layers * picture->bytes);
    }
    vkDestroyImage(radv.device, image, NULL);
    vkFreeMemory(radv.device, memory, NULL);
    shared_destroy(&radv, &texels);
    radv_close(&radv);
    expect_broken(0);
}

static void images(void **state)
{
    static const struct picture pictures[] = {
        { VK_IMAGE_TILING_LINEAR, VK_IMAGE_TYPE_2D, VK_FORMAT_R8G8B8A8_UNORM, 4, 100, 60, 1, 1 },
        { VK_IMAGE_TILING_LINEAR, VK_IMAGE_TYPE_2D, VK_FORMAT_R8_UNORM, 1, 99, 33, 1, 1 },
        { VK_IMAGE_TILING_LINEAR, VK_IMAGE_TYPE_2D, VK_FORMAT_R32G32B32A32_SFLOAT, 16, 40, 20, 1,
          1 },
        { VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_TYPE_2D, VK_FORMAT_R8G8B8A8_UNORM, 4, 100, 60, 3, 2 },
        { VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_TYPE_2D, VK_FORMAT_R16_SFLOAT, 2, 64, 64, 7, 1 },
        { VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_TYPE_2D, VK_FORMAT_R32G32_SFLOAT, 8, 33, 17, 1, 3 },
    };
    (void)state;

    for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++)
        there_and_back(&pictures[i]);
}

/* ---- the tests ---------------------------------------------------------------------------- */

static void ask_for_queue(int socket)
{
    struct radv radv;

    (void)socket;
    if (!radv_find(&radv) || radv_transfer_family(radv.physical) == UINT32_MAX)
        _exit(SKIPPED);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(buffers_of_odd_sizes),
                                        cmocka_unit_test(images) };
    int socket;

    int status = peer_end(peer_start(ask_for_queue, &socket));
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        printf("this RADV has no transfer queue or does not know the chip\n");
        return SKIPPED;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
