/* This driver's packets against those that RADV makes on its transfer queue, which is the copy
 * engine: the emulated card writes down what RADV submits. The test is skipped where RADV has no
 * such queue, which comes with Mesa 25 and RADV_PERFTEST=transfer_queue.
 *
 *     test-amdgpu-radv DUMP [RECORDS]     DUMP: the card's setting of that name
 *
 * With RECORDS what was asked and answered is appended there: golden_radv.txt is made so. */
#include "../amdgpu_card/test_vulkan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "radv_record.h"

enum { SKIPPED = 77, LINE_BYTES = 16384 };

#define ROOM (12u << 20)                 /* of each buffer */

static const char *dump_path, *records_path;
static struct radv radv;
static struct shared from, to;
static uint64_t from_address, to_address;
static uint32_t engine_major;

/* ---- what RADV submitted ------------------------------------------------------------------- */

static const struct {
    const char *chip;
    uint32_t major, minor;
} versions[] = {
    { "vega10", 4, 0 }, { "navi10", 5, 0 }, { "navi21", 5, 2 }, { "navi31", 6, 0 },
    { "gfx1150", 6, 1 }, { "gfx1201", 7, 0 },
};

static void set_version(struct record *record, const char *chip)
{
    for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++)
        if (strcmp(chip, versions[i].chip) == 0) {
            record->major = versions[i].major;
            record->minor = versions[i].minor;
            return;
        }
    fail_msg("the version of %s is not known here", chip);
}

/** Runs the commands and takes their packets, the only ones of the dump. */
static void run(VkCommandBuffer commands, struct record *record)
{
    static char line[LINE_BYTES];
    char chip[16];
    int used = 0;

    assert_int_equal(truncate(dump_path, 0), 0);
    works(vkEndCommandBuffer(commands));
    submit_radv(&radv, commands, VK_NULL_HANDLE, 0, NULL, NULL, 0);
    vkQueueWaitIdle(radv.queue);
    vkFreeCommandBuffers(radv.device, radv.pool, 1, &commands);
    FILE *file = fopen(dump_path, "r");
    assert_non_null(file);
    record->count = 0;
    while (fgets(line, sizeof(line), file) != NULL) {
        assert_non_null(strchr(line, '\n'));
        if (sscanf(line, "ib process %*d chip %15s ip 2 ring %*u seq %*u dwords %*u:%n", chip,
                   &used) != 1)
            fail_msg("not from the copy engine: %s", line);
        set_version(record, chip);
        for (char *at = line + used; *at == ' '; record->count++) {
            assert_true(record->count < RECORD_DWORDS);
            record->dwords[record->count] = (uint32_t)strtoul(at, &at, 16);
        }
    }
    fclose(file);
    record_trim(record);
}

/** The same with this driver's encoder. */
static void compare(const struct record *record)
{
    record_check(record);
    if (records_path == NULL)
        return;
    FILE *file = fopen(records_path, "a");
    assert_non_null(file);
    record_write(record, file);
    fclose(file);
}

/** Where a buffer is for the device: a fill names it. */
static uint64_t address_of(VkBuffer buffer)
{
    struct record record;
    VkCommandBuffer commands = radv_begin(&radv);

    vkCmdFillBuffer(commands, buffer, 0, 4, 0);
    run(commands, &record);
    assert_int_equal(record.count, 5);
    engine_major = record.major;
    return record.dwords[1] | (uint64_t)record.dwords[2] << 32;
}

/* ---- buffers ------------------------------------------------------------------------------- */

/* Not asked is what RADV 25.0 does wrong: of a copy between multiples of 4 whose last packet would
 * hold the one to three bytes that are over, it sends one packet more, of no bytes, which the
 * engine takes for 4 GiB. 0x3fff03 bytes on version 4 are such a copy. */
static void copies(void **state)
{
    static const uint32_t regions[][3] = {
        { 0, 0, 1 }, { 0, 0, 3 }, { 0, 0, 4 }, { 0, 0, 7 }, { 2, 0, 7 }, { 4, 8, 4096 },
        { 4, 8, 4099 }, { 1, 0, 4096 }, { 3, 5, 1000001 }, { 256, 0, 0x3fff00 },
        { 0, 4, 0x3fff04 }, { 64, 0, 0x3fff07 }, { 2, 2, 0x3fff05 }, { 0, 64, (10 << 20) + 1 },
    };
    struct record record;
    (void)state;

    for (size_t i = 0; i < sizeof(regions) / sizeof(regions[0]); i++) {
        const VkBufferCopy region = { .dstOffset = regions[i][0], .srcOffset = regions[i][1],
                                      .size = regions[i][2] };
        VkCommandBuffer commands = radv_begin(&radv);
        vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &region);
        memset(&record, 0, sizeof(record));
        record.kind = RECORD_COPY;
        record.numbers[0] = to_address + region.dstOffset;
        record.numbers[1] = from_address + region.srcOffset;
        record.numbers[2] = region.size;
        run(commands, &record);
        compare(&record);
    }
}

static void fills(void **state)
{
    static const uint32_t ranges[][2] = {
        { 0, 4 }, { 4, 4096 }, { 0, 0x3ffffc }, { 8, 0x400000 }, { 4, (10 << 20) + 4 },
    };
    struct record record;
    (void)state;

    for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++) {
        VkCommandBuffer commands = radv_begin(&radv);
        vkCmdFillBuffer(commands, to.buffer, ranges[i][0], ranges[i][1], 0xdeadbeef);
        memset(&record, 0, sizeof(record));
        record.kind = RECORD_FILL;
        record.numbers[0] = to_address + ranges[i][0];
        record.numbers[1] = 0xdeadbeef;
        record.numbers[2] = ranges[i][1];
        run(commands, &record);
        compare(&record);
    }
}


/* ---- images -------------------------------------------------------------------------------- */

struct picture {
    VkImageTiling tiling;
    VkImageType type;
    VkFormat format;
    uint32_t bytes, width, height, depth, levels, layers;
    uint32_t row_length;                 /* of level 0 in the buffer */
};

struct image {
    const struct picture *picture;
    VkImage image;
    VkDeviceMemory memory;
    uint64_t address;
};

/** Its memory, and where it is for the device: a buffer in the same place tells. */
static void place_image(struct image *image)
{
    const VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 4,
                                      .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT };
    VkMemoryRequirements needs, also;
    VkBuffer buffer;
    uint32_t type = 0;

    works(vkCreateBuffer(radv.device, &info, NULL, &buffer));
    vkGetBufferMemoryRequirements(radv.device, buffer, &also);
    vkGetImageMemoryRequirements(radv.device, image->image, &needs);
    while (!(needs.memoryTypeBits & also.memoryTypeBits & 1u << type))
        assert_true(++type < 32);
    const VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .image = image->image };
    const VkExportMemoryAllocateInfo export = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO, .pNext = &dedicated,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkMemoryAllocateInfo allocate = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                            .pNext = &export, .allocationSize = needs.size,
                                            .memoryTypeIndex = type };
    works(vkAllocateMemory(radv.device, &allocate, NULL, &image->memory));
    works(vkBindImageMemory(radv.device, image->image, image->memory, 0));
    works(vkBindBufferMemory(radv.device, buffer, image->memory, 0));
    image->address = address_of(buffer);
    vkDestroyBuffer(radv.device, buffer, NULL);
}

static void make_general(VkImage image)
{
    const VkImageMemoryBarrier change = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .image = image,
        .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED, .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0,
                              VK_REMAINING_ARRAY_LAYERS } };
    struct record record;
    VkCommandBuffer commands = radv_begin(&radv);

    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &change);
    run(commands, &record);
}

/** Such as are shared with other programs; others begin at an address of RADV's choice (a swizzle
 *  of banks). False where this RADV has no such images. */
static bool image_open(struct image *image, const struct picture *picture)
{
    const VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT };
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .pNext = &external,
        .imageType = picture->type, .format = picture->format,
        .extent = { picture->width, picture->height, picture->depth },
        .mipLevels = picture->levels, .arrayLayers = picture->layers,
        .samples = VK_SAMPLE_COUNT_1_BIT, .tiling = picture->tiling,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT };
    VkImageFormatProperties limit;

    if (vkGetPhysicalDeviceImageFormatProperties(radv.physical, info.format, info.imageType,
                                                 info.tiling, info.usage, 0, &limit) != VK_SUCCESS
        || limit.maxMipLevels < info.mipLevels || limit.maxArrayLayers < info.arrayLayers)
        return false;
    image->picture = picture;
    works(vkCreateImage(radv.device, &info, NULL, &image->image));
    place_image(image);
    make_general(image->image);
    return true;
}

static void image_close(struct image *image)
{
    vkDestroyImage(radv.device, image->image, NULL);
    vkFreeMemory(radv.device, image->memory, NULL);
}

/** A copy between a place in the buffer and a box of the image, either way. */
static void run_image_copy(const struct image *image, const VkBufferImageCopy *region,
                           bool to_buffer, struct record *record)
{
    VkCommandBuffer commands = radv_begin(&radv);

    if (to_buffer)
        vkCmdCopyImageToBuffer(commands, image->image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1,
                               region);
    else
        vkCmdCopyBufferToImage(commands, to.buffer, image->image, VK_IMAGE_LAYOUT_GENERAL, 1,
                               region);
    run(commands, record);
    compare(record);
}

/** The pitch to ask for: version 4 has windows of multiples of 4 alone. */
static uint32_t pitch_for(uint32_t elements)
{
    return engine_major == 4 ? (elements + 3) & ~3u : elements;
}

/** The whole of a linear image as a box of bytes. */
static void compare_box(const struct image *image, bool to_buffer)
{
    const struct picture *p = image->picture;
    const VkImageSubresource first = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0 };
    uint32_t between = p->depth * p->layers > 1 ? 2 : 0;     /* or slices would be one */
    const VkBufferImageCopy region = {
        .bufferOffset = 256, .bufferRowLength = pitch_for(p->row_length),
        .bufferImageHeight = p->height + between,
        .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, p->layers },
        .imageExtent = { p->width, p->height, p->depth } };
    struct record record = { .kind = RECORD_BOX };
    VkSubresourceLayout layout;

    vkGetImageSubresourceLayout(radv.device, image->image, &first, &layout);
    uint64_t row = (uint64_t)region.bufferRowLength * p->bytes;
    uint64_t slice = p->depth > 1 ? layout.depthPitch : layout.arrayPitch;
    const uint64_t buffer_place[3] = { to_address + region.bufferOffset, row,
                                       row * (p->height + between) };
    const uint64_t image_place[3] = { image->address + layout.offset, layout.rowPitch, slice };
    memcpy(&record.numbers[0], to_buffer ? buffer_place : image_place, sizeof(image_place));
    memcpy(&record.numbers[3], to_buffer ? image_place : buffer_place, sizeof(image_place));
    record.numbers[6] = (uint64_t)p->width * p->bytes;
    record.numbers[7] = p->height;
    record.numbers[8] = (uint64_t)p->depth * p->layers;
    run_image_copy(image, &region, to_buffer, &record);
}

/** A part of a linear image as a window with a place in it. */
static void compare_window(const struct image *image, bool to_buffer)
{
    const struct picture *p = image->picture;
    const VkImageSubresource first = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0 };
    const VkBufferImageCopy region = {
        .bufferRowLength = pitch_for(p->row_length),
        .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 },
        .imageOffset = { 4, 2, 0 }, .imageExtent = { p->width / 2, p->height / 2, 1 } };
    struct record record = { .kind = RECORD_WINDOW, .numbers = { p->bytes } };
    VkSubresourceLayout layout;

    vkGetImageSubresourceLayout(radv.device, image->image, &first, &layout);
    uint64_t pitch = layout.rowPitch / p->bytes;
    const uint64_t buffer_side[5] = { to_address, 0, 0, region.bufferRowLength,
                                      (uint64_t)region.bufferRowLength
                                          * region.imageExtent.height };
    const uint64_t image_side[5] = { image->address + layout.offset, 4, 2, pitch,
                                     pitch * p->height };
    memcpy(&record.numbers[1], to_buffer ? buffer_side : image_side, sizeof(image_side));
    memcpy(&record.numbers[6], to_buffer ? image_side : buffer_side, sizeof(image_side));
    record.numbers[11] = region.imageExtent.width;
    record.numbers[12] = region.imageExtent.height;
    record.numbers[13] = 1;
    run_image_copy(image, &region, to_buffer, &record);
}

/* Not asked are rows whose pitch is no whole words: RADV copies them one by one into memory of its
 * own, where they have such a pitch, and that by a window. This driver has no texels whose layout
 * only a window knows, and copies the rows to where they belong. */
static void linear_images(void **state)
{
    static const struct picture pictures[] = {
#define LINEAR_2D(format, bytes, width, height, row_length)                                      \
    { VK_IMAGE_TILING_LINEAR, VK_IMAGE_TYPE_2D, format, bytes, width, height, 1, 1, 1, row_length }
        LINEAR_2D(VK_FORMAT_R8_UNORM, 1, 99, 33, 100),
        LINEAR_2D(VK_FORMAT_R16_SFLOAT, 2, 99, 40, 102),
        LINEAR_2D(VK_FORMAT_R8G8B8A8_UNORM, 4, 99, 60, 101),
        LINEAR_2D(VK_FORMAT_R32G32_SFLOAT, 8, 33, 17, 35),
        LINEAR_2D(VK_FORMAT_R32G32B32A32_SFLOAT, 16, 40, 20, 41),
        { VK_IMAGE_TILING_LINEAR, VK_IMAGE_TYPE_2D, VK_FORMAT_R32_UINT, 4, 37, 21, 1, 1, 3, 39 },
        { VK_IMAGE_TILING_LINEAR, VK_IMAGE_TYPE_3D, VK_FORMAT_R32_UINT, 4, 37, 20, 5, 1, 1, 39 },
    };
    struct image image;
    (void)state;

    for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++) {
        if (!image_open(&image, &pictures[i])) {
            print_message("no linear image %zu\n", i);
            continue;
        }
        for (int to_buffer = 0; to_buffer < 2; to_buffer++) {
            compare_box(&image, to_buffer);
            compare_window(&image, to_buffer);
        }
        image_close(&image);
    }
}

static uint32_t at_level(uint32_t extent, uint32_t level)
{
    return extent >> level != 0 ? extent >> level : 1;
}

/** One level of a tiled image, all its layers. The swizzle mode and the epitch are RADV's:
 *  they come from a library that computes layouts, and here from the memory's owner. */
static void compare_level(const struct image *image, uint32_t level, bool to_buffer)
{
    const struct picture *p = image->picture;
    uint32_t width = at_level(p->width, level), height = at_level(p->height, level);
    const VkBufferImageCopy region = {
        .bufferOffset = 512, .bufferRowLength = pitch_for(width),
        .bufferImageHeight = p->layers > 1 ? (height + 3) & ~3u : 0,
        .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, level, 0, p->layers },
        .imageExtent = { width, height, 1 } };
    struct record record = { .kind = RECORD_TILED };
    VkCommandBuffer commands = radv_begin(&radv);

    if (to_buffer)
        vkCmdCopyImageToBuffer(commands, image->image, VK_IMAGE_LAYOUT_GENERAL, to.buffer, 1,
                               &region);
    else
        vkCmdCopyBufferToImage(commands, to.buffer, image->image, VK_IMAGE_LAYOUT_GENERAL, 1,
                               &region);
    run(commands, &record);
    assert_int_equal(record.count, 14);
    uint32_t info = record.dwords[6];
    const uint64_t numbers[] = {
        to_buffer, p->bytes, image->address, p->width, p->height, p->layers, p->levels, level,
        record.major == 7 ? info >> 3 & 7 : info >> 3 & 31, record.major == 4 ? info >> 16 : 0,
        0, 0, 0, to_address + region.bufferOffset, region.bufferRowLength,
        (uint64_t)region.bufferRowLength * (p->layers > 1 ? region.bufferImageHeight : height),
        width, height, p->layers };
    memcpy(record.numbers, numbers, sizeof(numbers));
    compare(&record);
}

static void tiled_images(void **state)
{
    static const struct picture pictures[] = {
#define TILED_2D(format, bytes, width, height, levels, layers)                                   \
    { VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_TYPE_2D, format, bytes, width, height, 1, levels, layers,  \
      0 }
        TILED_2D(VK_FORMAT_R8G8B8A8_UNORM, 4, 100, 60, 3, 2),
        TILED_2D(VK_FORMAT_R16_SFLOAT, 2, 64, 64, 5, 1),
        TILED_2D(VK_FORMAT_R8_UNORM, 1, 64, 48, 1, 1),
        TILED_2D(VK_FORMAT_R32G32_SFLOAT, 8, 33, 17, 1, 3),
        TILED_2D(VK_FORMAT_R32G32B32A32_SFLOAT, 16, 20, 300, 2, 1),
    };
    struct image image;
    (void)state;

    for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++) {
        assert_true(image_open(&image, &pictures[i]));
        for (uint32_t level = 0; level < pictures[i].levels; level++)
            for (int to_buffer = 0; to_buffer < 2; to_buffer++)
                compare_level(&image, level, to_buffer);
        image_close(&image);
    }
}

static uint32_t mode_of(uint32_t info)
{
    return engine_major == 7 ? info >> 3 & 7 : info >> 3 & 31;
}

/** Layers of a level to layers of another image's. */
static void compare_between(const struct image *dst, const struct image *src,
                            const VkImageCopy *region)
{
    const struct picture *d = dst->picture, *s = src->picture;
    struct record record = { .kind = RECORD_BETWEEN };
    VkCommandBuffer commands = radv_begin(&radv);

    vkCmdCopyImage(commands, src->image, VK_IMAGE_LAYOUT_GENERAL, dst->image,
                   VK_IMAGE_LAYOUT_GENERAL, 1, region);
    run(commands, &record);
    assert_int_equal(record.count, 15);
    const uint64_t numbers[] = {
        s->bytes, dst->address, d->width, d->height, d->layers, d->levels,
        region->dstSubresource.mipLevel, mode_of(record.dwords[12]),
        (uint64_t)region->dstOffset.x, (uint64_t)region->dstOffset.y,
        region->dstSubresource.baseArrayLayer,
        src->address, s->width, s->height, s->layers, s->levels, region->srcSubresource.mipLevel,
        mode_of(record.dwords[6]), (uint64_t)region->srcOffset.x, (uint64_t)region->srcOffset.y,
        region->srcSubresource.baseArrayLayer, region->extent.width, region->extent.height,
        region->srcSubresource.layerCount };
    memcpy(record.numbers, numbers, sizeof(numbers));
    compare(&record);
}

/** Whole tiles; for anything else RADV copies rows through memory of its own, as this driver does
 *  with as many rows as its memory holds. Version 4 knows no levels in this packet, and this driver
 *  no tiled images of that. */
static void between_tiled_images(void **state)
{
    static const struct picture pictures[][2] = {
        { TILED_2D(VK_FORMAT_R8_UNORM, 1, 128, 96, 1, 1),
          TILED_2D(VK_FORMAT_R8_UNORM, 1, 130, 70, 3, 2) },
        { TILED_2D(VK_FORMAT_R8G8B8A8_UNORM, 4, 128, 64, 3, 2),
          TILED_2D(VK_FORMAT_R8G8B8A8_UNORM, 4, 100, 60, 1, 4) },
        { TILED_2D(VK_FORMAT_R32G32B32A32_SFLOAT, 16, 64, 64, 2, 3),
          TILED_2D(VK_FORMAT_R32G32B32A32_SFLOAT, 16, 64, 64, 2, 3) },
    };
    struct image dst, src;
    (void)state;

    if (engine_major == 4)
        return;
    for (size_t i = 0; i < sizeof(pictures) / sizeof(pictures[0]); i++) {
        assert_true(image_open(&dst, &pictures[i][0]));
        assert_true(image_open(&src, &pictures[i][1]));
        const struct picture *d = dst.picture, *s = src.picture;
        const VkImageCopy region = {
            .srcSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, s->levels - 1, s->layers - 1, 1 },
            .srcOffset = { 0, 0, 0 },
            .dstSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, d->levels - 1, d->layers - 1, 1 },
            .dstOffset = { 16, 0, 0 }, .extent = { 16, 16, 1 } };
        compare_between(&dst, &src, &region);
        image_close(&dst);
        image_close(&src);
    }
}

/* ---- the tests ---------------------------------------------------------------------------- */

/** Asked in a process of its own, as a driver that has met a chip it does not know may stay so. */
static void ask_for_queue(int socket)
{
    (void)socket;
    if (!radv_find(&radv) || radv_transfer_family(radv.physical) == UINT32_MAX)
        _exit(SKIPPED);
}

static int open_all(void **state)
{
    (void)state;
    assert_true(radv_find(&radv));
    uint32_t family = radv_transfer_family(radv.physical);
    vkDestroyInstance(radv.instance, NULL);
    radv_open(&radv, family);
    from.size_bytes = to.size_bytes = ROOM;
    shared_create(&radv, &from, -1);
    shared_create(&radv, &to, -1);
    from_address = address_of(from.buffer);
    to_address = address_of(to.buffer);
    return 0;
}

/** The last case: what fails behind a group fails no test. */
static void all_ends(void **state)
{
    (void)state;
    shared_destroy(&radv, &from);
    shared_destroy(&radv, &to);
    radv_close(&radv);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies), cmocka_unit_test(fills), cmocka_unit_test(linear_images),
        cmocka_unit_test(tiled_images), cmocka_unit_test(between_tiled_images),
        cmocka_unit_test(all_ends),
    };
    int socket;

    if (argc != 2 && argc != 3) {
        fprintf(stderr, "usage: %s DUMP [RECORDS]\n", argv[0]);
        return 2;
    }
    dump_path = argv[1];
    records_path = argc == 3 ? argv[2] : NULL;
    int status = peer_end(peer_start(ask_for_queue, &socket));
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        printf("this RADV has no transfer queue or does not know the chip\n");
        return SKIPPED;
    }
    FILE *empty = fopen(dump_path, "w");
    if (empty == NULL || fclose(empty) != 0) {
        fprintf(stderr, "%s cannot be written\n", dump_path);
        return 2;
    }
    return cmocka_run_group_tests(tests, open_all, NULL);
}
