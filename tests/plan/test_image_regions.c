/* The regions that boxes of images are copied by. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "test_cases.h"
#include "vulkan/plan/image_regions.h"

enum { MAX_REGIONS = 64 };

static struct gi_image image_of(enum gi_format format, enum gi_image_dims dims, uint32_t width,
                                uint32_t height, uint32_t deep)
{
    return (struct gi_image){ .shape = {
        .format = format, .dims = dims, .width = width, .height = height,
        .depth = dims == GI_IMAGE_3D ? deep : 1, .layers = dims == GI_IMAGE_3D ? 1 : deep,
        .levels = 1,
    } };
}

static size_t split(const struct gi_image_place *place, struct gi_strides strides,
                    struct gi_box box, VkBufferImageCopy out[static MAX_REGIONS])
{
    struct gi_place memory = { .offset_bytes = 4096, .strides = strides };
    uint64_t done = 0;
    size_t count = 0;

    while (givk_next_buffer_region(place, &memory, &box, &done, &out[count]))
        assert_true(++count < MAX_REGIONS);
    return count;
}

static void assert_region(const VkBufferImageCopy *region, uint64_t offset, uint32_t row,
                          uint32_t rows, int32_t z, uint32_t layer, uint32_t layers)
{
    assert_int_equal(region->bufferOffset, offset);
    assert_int_equal(region->bufferRowLength, row);
    assert_int_equal(region->bufferImageHeight, rows);
    assert_int_equal(region->imageOffset.z, z);
    assert_int_equal(region->imageSubresource.baseArrayLayer, layer);
    assert_int_equal(region->imageSubresource.layerCount, layers);
}

/* One region says a box whose slices are whole rows apart. */
TEST_CASE(test_one_region)
{
    struct gi_image image = image_of(GI_FORMAT_RGBA8_UINT, GI_IMAGE_2D, 100, 80, 9);
    struct gi_image_place place = { &image, 0, 5, 6, 2 };
    VkBufferImageCopy regions[MAX_REGIONS];

    assert_int_equal(split(&place, (struct gi_strides){ 400, 400 * 70 },
                           (struct gi_box){ 200, 60, 4 }, regions), 1);
    assert_region(&regions[0], 4096, 100, 70, 0, 2, 4);
    assert_int_equal(regions[0].imageOffset.x, 5);
    assert_int_equal(regions[0].imageOffset.y, 6);
    assert_int_equal(regions[0].imageExtent.width, 50);
    assert_int_equal(regions[0].imageExtent.height, 60);
    assert_int_equal(regions[0].imageExtent.depth, 1);
    image = image_of(GI_FORMAT_RGBA8_UINT, GI_IMAGE_3D, 100, 80, 9);
    assert_int_equal(split(&place, (struct gi_strides){ 400, 400 * 70 },
                           (struct gi_box){ 200, 60, 4 }, regions), 1);
    assert_region(&regions[0], 4096, 100, 70, 2, 0, 1);
    assert_int_equal(regions[0].imageExtent.depth, 4);
}

/* A slice that is no multiple of the row, or too large a step, is a region of its own. */
TEST_CASE(test_slices_apart)
{
    static const uint64_t slices[] = { 400 * 60 + 4, UINT64_C(400) << 24 };
    struct gi_image image = image_of(GI_FORMAT_RGBA8_UINT, GI_IMAGE_2D, 100, 80, 9);
    struct gi_image_place place = { &image, 0, 5, 6, 2 };
    VkBufferImageCopy regions[MAX_REGIONS];

    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(split(&place, (struct gi_strides){ 400, slices[i] },
                               (struct gi_box){ 200, 60, 3 }, regions), 3);
        for (uint32_t z = 0; z < 3; z++) {
            assert_region(&regions[z], 4096 + z * slices[i], 100, 0, 0, 2 + z, 1);
            assert_int_equal(regions[z].imageExtent.height, 60);
        }
    }
}

/* A step between rows that no region can say makes each row one. */
TEST_CASE(test_rows_apart)
{
    const uint64_t row = UINT64_C(1) << 31, slice = row * 7 + 16;
    struct gi_image image = image_of(GI_FORMAT_RGBA8_UINT, GI_IMAGE_3D, 100, 80, 9);
    struct gi_image_place place = { &image, 0, 5, 6, 2 };
    VkBufferImageCopy regions[MAX_REGIONS];

    assert_int_equal(split(&place, (struct gi_strides){ row, slice },
                           (struct gi_box){ 200, 5, 2 }, regions), 10);
    for (uint32_t i = 0; i < 10; i++) {
        assert_region(&regions[i], 4096 + i / 5 * slice + i % 5 * row, 0, 0,
                      2 + (int32_t)i / 5, 0, 1);
        assert_int_equal(regions[i].imageOffset.y, 6 + i % 5);
        assert_int_equal(regions[i].imageExtent.height, 1);
        assert_int_equal(regions[i].imageExtent.depth, 1);
    }
}

/* Slices of one row, as layers of 1D images have them: the step between slices is the row's. */
TEST_CASE(test_slices_of_one_row)
{
    struct gi_image image = image_of(GI_FORMAT_R16_UINT, GI_IMAGE_1D, 100, 1, 9);
    struct gi_image_place place = { &image, 0, 5, 0, 2 };
    VkBufferImageCopy regions[MAX_REGIONS];

    assert_int_equal(split(&place, (struct gi_strides){ 0, 222 }, (struct gi_box){ 100, 1, 4 },
                           regions), 1);
    assert_region(&regions[0], 4096, 111, 1, 0, 2, 4);
    assert_int_equal(split(&place, (struct gi_strides){ 0, UINT64_C(1) << 33 },
                           (struct gi_box){ 100, 1, 4 }, regions), 4);
    assert_region(&regions[3], 4096 + (UINT64_C(3) << 33), 0, 0, 0, 5, 1);
    assert_int_equal(split(&place, (struct gi_strides){ 0, 0 }, (struct gi_box){ 100, 1, 1 },
                           regions), 1);
    assert_region(&regions[0], 4096, 0, 0, 0, 2, 1);
}

/* Blocks: places count them, regions count texels, up to the edge of the level. */
TEST_CASE(test_blocks)
{
    struct gi_image image = image_of(GI_FORMAT_BC1_UNORM, GI_IMAGE_2D, 38, 22, 2);
    struct gi_image_place place = { &image, 0, 2, 1, 0 };
    VkBufferImageCopy regions[MAX_REGIONS];

    assert_int_equal(split(&place, (struct gi_strides){ 80, 80 * 8 }, (struct gi_box){ 64, 5, 2 },
                           regions), 1);
    assert_region(&regions[0], 4096, 40, 32, 0, 0, 2);
    assert_int_equal(regions[0].imageOffset.x, 8);
    assert_int_equal(regions[0].imageOffset.y, 4);
    assert_int_equal(regions[0].imageExtent.width, 30);
    assert_int_equal(regions[0].imageExtent.height, 18);
    place = (struct gi_image_place){ &image, 5, 0, 0, 0 };       /* 1 by 1 texel of one block */
    assert_int_equal(split(&place, (struct gi_strides){ 0, 0 }, (struct gi_box){ 8, 1, 1 },
                           regions), 1);
    assert_int_equal(regions[0].imageSubresource.mipLevel, 5);
    assert_int_equal(regions[0].imageExtent.width, 1);
    assert_int_equal(regions[0].imageExtent.height, 1);
}

/* ---- between images -------------------------------------------------------------------------- */

TEST_CASE(test_between)
{
    struct gi_image layers = image_of(GI_FORMAT_RG32_UINT, GI_IMAGE_2D, 100, 80, 9);
    struct gi_image solid = image_of(GI_FORMAT_RGBA16_UINT, GI_IMAGE_3D, 100, 80, 9);
    struct gi_image_place a = { &layers, 0, 1, 2, 3 }, b = { &solid, 0, 4, 5, 1 };
    struct gi_box box = { 80, 7, 4 };
    VkImageCopy region = givk_image_region(&a, &b, &box);

    assert_int_equal(region.srcSubresource.layerCount, 1);
    assert_int_equal(region.srcOffset.z, 1);
    assert_int_equal(region.dstSubresource.baseArrayLayer, 3);
    assert_int_equal(region.dstSubresource.layerCount, 4);
    assert_int_equal(region.dstOffset.z, 0);
    assert_int_equal(region.extent.width, 10);
    assert_int_equal(region.extent.depth, 4);
    region = givk_image_region(&b, &a, &box);
    assert_int_equal(region.srcSubresource.layerCount, 4);
    assert_int_equal(region.dstSubresource.layerCount, 1);
    assert_int_equal(region.extent.depth, 4);
    region = givk_image_region(&a, &a, &box);
    assert_int_equal(region.srcSubresource.layerCount, 4);
    assert_int_equal(region.extent.depth, 1);
    region = givk_image_region(&b, &b, &box);
    assert_int_equal(region.extent.depth, 4);
}

/* Which boxes Vulkan's command copies. */
TEST_CASE(test_what_a_command_copies)
{
    struct gi_image line = image_of(GI_FORMAT_RG32_UINT, GI_IMAGE_1D, 40, 1, 1);
    struct gi_image plain = image_of(GI_FORMAT_RG32_UINT, GI_IMAGE_2D, 40, 40, 1);
    struct gi_image solid = image_of(GI_FORMAT_RG32_UINT, GI_IMAGE_3D, 40, 40, 4);
    struct gi_image blocks = image_of(GI_FORMAT_BC1_UNORM, GI_IMAGE_2D, 38, 38, 1);
    struct gi_image_place on_line = { .image = &line }, on_plain = { .image = &plain };
    struct gi_image_place in_solid = { .image = &solid }, first = { .image = &blocks };
    struct gi_image_place last = { .image = &blocks, .x = 8 };
    struct gi_box two = { 16, 1, 1 };            /* elements */

    assert_true(givk_images_copy(&on_line, &on_line, &two));
    assert_false(givk_images_copy(&on_line, &on_plain, &two));
    assert_false(givk_images_copy(&in_solid, &on_line, &two));
    assert_true(givk_images_copy(&in_solid, &on_plain, &two));
    assert_true(givk_images_copy(&on_plain, &in_solid, &two));
    assert_true(givk_images_copy(&on_plain, &first, &two));
    assert_true(givk_images_copy(&on_plain, &last, &two));       /* up to the edge is enough */
    assert_true(givk_images_copy(&first, &on_plain, &two));
    assert_false(givk_images_copy(&last, &on_plain, &two));      /* whole texels into a cut block */
    assert_true(givk_images_copy(&last, &last, &two));
    assert_false(givk_images_copy(&first, &last, &two));
    assert_false(givk_images_copy(&last, &first, &two));
}
