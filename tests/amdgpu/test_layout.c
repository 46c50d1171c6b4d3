/* Linear images: where their levels and layers lie. What Mesa's driver says of the same images
 * (vkGetImageSubresourceLayout, RADV 25.0.7 as each chip) stands here as numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "layout.h"

/* The copy engines of GFX8, 9, 10, 11 and 12. */
enum { GFX8 = 0x204, GFX9 = 0x400, GFX10 = 0x502, GFX11 = 0x600, GFX12 = 0x700 };

static struct giamd_sdma engine(uint32_t version)
{
    struct giamd_sdma sdma;

    if (!giamd_sdma_of(version >> 8, version & 0xff, &sdma))
        fail_msg("there is no engine %#x", (unsigned)version);
    return sdma;
}

static struct gi_image_shape shape_of(enum gi_format format, uint32_t width, uint32_t height,
                                      uint32_t levels, uint32_t layers)
{
    return (struct gi_image_shape){ .format = format, .dims = GI_IMAGE_2D, .width = width,
                                    .height = height, .depth = 1, .layers = layers,
                                    .levels = levels };
}

static struct giamd_layout layout_of(uint32_t version, struct gi_image_shape shape)
{
    struct giamd_sdma sdma = engine(version);
    struct giamd_layout layout;

    if (giamd_layout_make(&sdma, &shape, &layout) != GI_OK)
        fail_msg("%s", gi_last_error_detail());
    return layout;
}

/** offsets and rows have a number for each level. */
static void lies(uint32_t version, struct gi_image_shape shape, const uint64_t *offsets,
                 const uint64_t *rows, uint64_t slice_bytes)
{
    struct giamd_layout layout = layout_of(version, shape);
    uint32_t slices = shape.dims == GI_IMAGE_3D ? shape.depth : shape.layers;

    for (uint32_t i = 0; i < shape.levels && i < GIAMD_LEVELS; i++) {
        assert_int_equal(layout.levels[i].offset_bytes, offsets[i]);
        assert_int_equal(layout.levels[i].row_bytes, rows[i]);
    }
    assert_int_equal(layout.slice_bytes, slice_bytes);
    assert_int_equal(layout.size_bytes, slice_bytes * slices);
}

static void one_level(void **state)
{
    static const uint32_t all[] = { GFX8, GFX9, GFX10, GFX11, GFX12 };
    uint64_t at = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        uint64_t row = 512;
        lies(all[i], shape_of(GI_FORMAT_RGBA8_UNORM, 100, 60, 1, 1), &at, &row, 30720);
        lies(all[i], shape_of(GI_FORMAT_R8_UNORM, 301, 61, 1, 1), &at, &row, 31232);
        row = 256;
        lies(all[i], shape_of(GI_FORMAT_BC1_UNORM, 100, 61, 1, 1), &at, &row, 4096);
        lies(all[i], shape_of(GI_FORMAT_RGBA32_FLOAT, 9, 5, 1, 3), &at, &row, 1280);
        row = 65536;
        lies(all[i], shape_of(GI_FORMAT_RGBA8_UNORM, 16384, 2, 1, 1), &at, &row, 131072);
    }
}

/** Level 0 is first, and has the rows of all. */
static void levels_of_gfx9(void **state)
{
    static const uint64_t at[] = { 0, 31232, 47104, 55296 }, rows[] = { 512, 512, 512, 512 };
    static const uint64_t blocks_at[] = { 0, 4096, 6144, 7168 }, row[] = { 256, 256, 256, 256 };

    (void)state;
    lies(GFX9, shape_of(GI_FORMAT_R8_UNORM, 301, 61, 4, 3), at, rows, 59392);
    lies(GFX9, shape_of(GI_FORMAT_BC1_UNORM, 101, 61, 4, 2), blocks_at, row, 7680);
}

/** The last level is first. */
static void levels_of_gfx10(void **state)
{
    static const uint64_t at[] = { 14080, 6144, 2048, 0 }, rows[] = { 512, 256, 256, 256 };
    static const uint64_t line_at[] = { 1280, 512, 0 }, line_rows[] = { 1280, 768, 512 };
    struct gi_image_shape line = shape_of(GI_FORMAT_RGBA8_UNORM, 301, 1, 3, 2);

    (void)state;
    line.dims = GI_IMAGE_1D;
    lies(GFX10, shape_of(GI_FORMAT_R8_UNORM, 301, 61, 4, 3), at, rows, 45312);
    lies(GFX11, shape_of(GI_FORMAT_R8_UNORM, 301, 61, 4, 3), at, rows, 45312);
    lies(GFX10, line, line_at, line_rows, 2560);
}

/** Places as before, but rows nearer to each other where there are levels or layers. */
static void levels_of_gfx12(void **state)
{
    static const uint64_t at[] = { 14080, 6144, 2048, 0 }, rows[] = { 384, 256, 128, 128 };
    static const uint64_t two_at[] = { 7936, 0 }, narrow[] = { 128, 128 };
    static const uint64_t blocks_at[] = { 3584, 1536, 512, 0 };
    static const uint64_t blocks_rows[] = { 256, 128, 128, 128 };
    static const uint64_t long_at[] = { 1792, 1280, 1024, 768, 512, 256, 0 };
    static const uint64_t long_rows[] = { 128, 128, 128, 128, 128, 128, 128 };
    uint64_t zero = 0;

    (void)state;
    lies(GFX12, shape_of(GI_FORMAT_R8_UNORM, 301, 61, 4, 3), at, rows, 45312);
    lies(GFX12, shape_of(GI_FORMAT_R8_UNORM, 70, 61, 1, 2), &zero, narrow, 15616);
    lies(GFX12, shape_of(GI_FORMAT_R8_UNORM, 70, 61, 2, 2), two_at, narrow, 23552);
    lies(GFX12, shape_of(GI_FORMAT_BC1_UNORM, 101, 61, 4, 2), blocks_at, blocks_rows, 7680);
    lies(GFX12, shape_of(GI_FORMAT_R8_UNORM, 301, 61, 4, 1), at, rows, 37632);
    lies(GFX12, shape_of(GI_FORMAT_R8_UNORM, 70, 61, 2, 1), two_at, narrow, 15872);
    lies(GFX12, shape_of(GI_FORMAT_R8_UNORM, 70, 3, 7, 1), long_at, long_rows, 2304);
}

/** Whatever the shape, levels and slices do not meet, and hold what is seen of them. */
static void levels_are_apart(void **state)
{
    static const uint32_t all[] = { GFX8, GFX9, GFX10, GFX11, GFX12 };
    static const uint32_t sizes[] = { 1, 2, 3, 63, 64, 65, 129, 1000 };

    (void)state;
    for (size_t n = 0; n < 5 * 8 * 8; n++) {
        uint32_t width = sizes[n / 8 % 8], height = sizes[n % 8], levels = 1;
        while (levels < GIAMD_LEVELS && (width | height) >> levels != 0)
            levels++;
        struct giamd_layout layout = layout_of(all[n / 64], shape_of(GI_FORMAT_RG16_UINT, width,
                                                                     height, levels,
                                                                     1 + n % 2));
        for (uint32_t i = 0; i < levels && i < GIAMD_LEVELS; i++) {
            const struct giamd_level *level = &layout.levels[i];
            uint64_t rows = height >> i > 1 ? height >> i : 1;
            uint64_t end = level->offset_bytes + level->row_bytes * rows;
            assert_true(level->row_bytes >= 4 * (uint64_t)(width >> i));
            assert_true(end <= layout.slice_bytes);
            for (uint32_t k = 0; k < levels && k < GIAMD_LEVELS; k++)
                assert_true(k == i || layout.levels[k].offset_bytes >= end ||
                            layout.levels[k].offset_bytes < level->offset_bytes);
        }
    }
}

static void refused(uint32_t version, struct gi_image_shape shape, const char *because)
{
    struct giamd_sdma sdma = engine(version);
    struct giamd_layout layout;

    assert_int_equal(giamd_layout_make(&sdma, &shape, &layout), GI_NOT_SUPPORTED);
    if (strstr(gi_last_error_detail(), because) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", gi_last_error_detail(), because);
}

static void what_there_is_not(void **state)
{
    struct gi_image_shape shape = shape_of(GI_FORMAT_BC7_UNORM, 8, 8, 1, 1);

    (void)state;
    refused(GFX10, shape_of(GI_FORMAT_R8_UINT, 16385, 1, 1, 1), "width 16385");
    refused(GFX10, shape_of(GI_FORMAT_R8_UINT, 1, 16385, 1, 1), "height 16385");
    refused(GFX10, shape_of(GI_FORMAT_R8_UINT, 1, 1, 1, 8193), "layers: 8193");
    refused(GFX9, shape_of(GI_FORMAT_R8_UINT, 1, 1, 1, 2049), "1 to 2048");
    refused(GFX10, shape_of(GI_FORMAT_R8_UINT, 1, 1, 16, 1), "levels: 16");
    refused(GFX10, shape_of(GI_FORMAT_R8_UINT, 0, 1, 1, 1), "width 0");
    refused(GFX10, shape_of(GI_FORMAT_COUNT, 1, 1, 1, 1), "no format");
    shape.flags = GI_IMAGE_STORAGE;
    refused(GFX10, shape, "compressed");
    shape.flags = 0;
    shape.dims = GI_IMAGE_1D;
    refused(GFX10, shape, "compressed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_level),
        cmocka_unit_test(levels_of_gfx9),
        cmocka_unit_test(levels_of_gfx10),
        cmocka_unit_test(levels_of_gfx12),
        cmocka_unit_test(levels_are_apart),
        cmocka_unit_test(what_there_is_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
