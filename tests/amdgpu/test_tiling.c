/* How much memory tiled images take, as RADV 25.0.7 said of its own as each chip; and which modes
 * are known. The tests on the card ask RADV of more. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tiling.h"

struct row {
    uint32_t major, minor, mode;
    enum gi_format format;
    uint32_t width, height, levels, layers;
    uint64_t size_bytes;
};

static const struct row rows[] = {
    { 5, 0, 22, GI_FORMAT_R8_UNORM, 301, 61, 9, 3, 147456 },
    { 5, 0, 22, GI_FORMAT_R16_UNORM, 64, 64, 7, 1, 12288 },
    { 5, 0, 22, GI_FORMAT_R8_UNORM, 100, 60, 3, 2, 32768 },
    { 5, 0, 22, GI_FORMAT_RG32_FLOAT, 100, 60, 3, 2, 172032 },
    { 5, 0, 22, GI_FORMAT_RG32_FLOAT, 301, 61, 9, 3, 700416 },
    { 5, 0, 26, GI_FORMAT_BC1_UNORM, 4096, 2048, 13, 1, 5636096 },
    { 5, 0, 26, GI_FORMAT_BC3_UNORM, 1000, 1000, 10, 4, 5767168 },
    { 5, 0, 26, GI_FORMAT_BC1_UNORM, 1000, 1000, 10, 4, 2883584 },
    { 5, 0, 26, GI_FORMAT_BC3_UNORM, 4096, 2048, 13, 1, 11272192 },
    { 5, 0, 26, GI_FORMAT_BC1_UNORM, 256, 256, 9, 1, 65536 },
    { 5, 0, 27, GI_FORMAT_RGBA16_FLOAT, 4096, 2048, 13, 1, 89522176 },
    { 5, 0, 27, GI_FORMAT_RG32_FLOAT, 1000, 1000, 10, 4, 44826624 },
    { 5, 0, 27, GI_FORMAT_RGBA8_UNORM, 4096, 2048, 13, 1, 44826624 },
    { 5, 0, 27, GI_FORMAT_RG32_FLOAT, 64, 64, 7, 1, 65536 },
    { 5, 0, 27, GI_FORMAT_R8_UNORM, 1000, 1000, 10, 4, 5767168 },
    { 5, 2, 22, GI_FORMAT_R16_UNORM, 16, 4096, 13, 2, 2088960 },
    { 5, 2, 22, GI_FORMAT_BC3_UNORM, 64, 64, 7, 1, 8192 },
    { 5, 2, 22, GI_FORMAT_BC1_UNORM, 16, 4096, 13, 2, 1040384 },
    { 5, 2, 22, GI_FORMAT_RGBA32_FLOAT, 301, 61, 9, 3, 1327104 },
    { 5, 2, 22, GI_FORMAT_RGBA16_FLOAT, 100, 60, 3, 2, 172032 },
    { 5, 2, 26, GI_FORMAT_BC3_UNORM, 1000, 1000, 10, 4, 5767168 },
    { 5, 2, 26, GI_FORMAT_BC1_UNORM, 4096, 2048, 13, 1, 5636096 },
    { 5, 2, 26, GI_FORMAT_BC1_UNORM, 256, 256, 9, 1, 65536 },
    { 5, 2, 26, GI_FORMAT_BC3_UNORM, 4096, 2048, 13, 1, 11272192 },
    { 5, 2, 26, GI_FORMAT_BC1_UNORM, 1000, 1000, 10, 4, 2883584 },
    { 5, 2, 27, GI_FORMAT_RGBA16_FLOAT, 256, 256, 9, 1, 720896 },
    { 5, 2, 27, GI_FORMAT_RGBA32_FLOAT, 4096, 2048, 13, 1, 179044352 },
    { 5, 2, 27, GI_FORMAT_RGBA8_UNORM, 256, 256, 9, 1, 393216 },
    { 5, 2, 27, GI_FORMAT_RGBA32_FLOAT, 1000, 1000, 10, 4, 89653248 },
    { 5, 2, 27, GI_FORMAT_RGBA8_UNORM, 4096, 2048, 13, 1, 44826624 },
    { 6, 0, 22, GI_FORMAT_RGBA32_FLOAT, 17, 33, 6, 2, 73728 },
    { 6, 0, 22, GI_FORMAT_RGBA8_UNORM, 16, 4096, 13, 2, 2088960 },
    { 6, 0, 22, GI_FORMAT_R8_UNORM, 64, 64, 7, 1, 8192 },
    { 6, 0, 22, GI_FORMAT_RG32_FLOAT, 17, 33, 6, 2, 49152 },
    { 6, 0, 22, GI_FORMAT_RGBA32_FLOAT, 100, 60, 3, 2, 311296 },
    { 6, 0, 26, GI_FORMAT_BC3_UNORM, 256, 256, 9, 1, 131072 },
    { 6, 0, 26, GI_FORMAT_BC1_UNORM, 256, 256, 9, 1, 65536 },
    { 6, 0, 27, GI_FORMAT_R8_UNORM, 256, 256, 9, 1, 131072 },
    { 6, 0, 27, GI_FORMAT_RGBA16_FLOAT, 64, 64, 7, 1, 65536 },
    { 6, 0, 27, GI_FORMAT_RGBA32_FLOAT, 64, 64, 7, 1, 131072 },
    { 6, 0, 27, GI_FORMAT_RG32_FLOAT, 64, 64, 7, 1, 65536 },
    { 6, 0, 27, GI_FORMAT_RGBA16_FLOAT, 100, 60, 1, 1, 65536 },
    { 6, 0, 30, GI_FORMAT_BC1_UNORM, 4096, 2048, 13, 1, 5767168 },
    { 6, 0, 30, GI_FORMAT_BC3_UNORM, 4096, 2048, 13, 1, 11534336 },
    { 6, 0, 30, GI_FORMAT_BC1_UNORM, 1000, 1000, 10, 4, 3145728 },
    { 6, 0, 30, GI_FORMAT_BC3_UNORM, 1000, 1000, 10, 4, 6291456 },
    { 6, 0, 30, GI_FORMAT_BC3_UNORM, 1000, 1000, 1, 1, 1048576 },
    { 6, 0, 31, GI_FORMAT_RGBA8_UNORM, 1000, 1000, 10, 4, 23068672 },
    { 6, 0, 31, GI_FORMAT_RG32_FLOAT, 256, 256, 9, 1, 786432 },
    { 6, 0, 31, GI_FORMAT_R8_UNORM, 4096, 2048, 13, 1, 11534336 },
    { 6, 0, 31, GI_FORMAT_RGBA16_FLOAT, 1000, 1000, 10, 4, 45088768 },
    { 6, 0, 31, GI_FORMAT_R16_UNORM, 4096, 2048, 13, 1, 22544384 },
    { 6, 1, 22, GI_FORMAT_R8_UNORM, 17, 33, 6, 2, 8192 },
    { 6, 1, 22, GI_FORMAT_RGBA8_UNORM, 16, 4096, 13, 2, 2088960 },
    { 6, 1, 22, GI_FORMAT_R16_UNORM, 16, 4096, 13, 2, 2088960 },
    { 6, 1, 22, GI_FORMAT_R8_UNORM, 100, 60, 3, 2, 32768 },
    { 6, 1, 22, GI_FORMAT_R8_UNORM, 301, 61, 9, 3, 147456 },
    { 6, 1, 26, GI_FORMAT_BC1_UNORM, 256, 256, 9, 1, 65536 },
    { 6, 1, 26, GI_FORMAT_BC1_UNORM, 4096, 2048, 13, 1, 5636096 },
    { 6, 1, 26, GI_FORMAT_BC3_UNORM, 1000, 1000, 10, 4, 5767168 },
    { 6, 1, 26, GI_FORMAT_BC1_UNORM, 1000, 1000, 10, 4, 2883584 },
    { 6, 1, 26, GI_FORMAT_BC3_UNORM, 256, 256, 9, 1, 131072 },
    { 6, 1, 27, GI_FORMAT_RGBA16_FLOAT, 64, 64, 7, 1, 65536 },
    { 6, 1, 27, GI_FORMAT_R16_UNORM, 256, 256, 9, 1, 196608 },
    { 6, 1, 27, GI_FORMAT_RGBA8_UNORM, 256, 256, 9, 1, 393216 },
    { 6, 1, 27, GI_FORMAT_RGBA32_FLOAT, 1000, 1000, 10, 4, 89653248 },
    { 6, 1, 27, GI_FORMAT_R8_UNORM, 4096, 2048, 13, 1, 11272192 },
    { 7, 0, 1, GI_FORMAT_RGBA16_FLOAT, 17, 33, 6, 2, 22528 },
    { 7, 0, 1, GI_FORMAT_BC3_UNORM, 16, 4096, 13, 2, 263680 },
    { 7, 0, 1, GI_FORMAT_R8_UNORM, 17, 33, 6, 2, 6144 },
    { 7, 0, 1, GI_FORMAT_R16_UNORM, 17, 33, 6, 2, 9216 },
    { 7, 0, 1, GI_FORMAT_BC1_UNORM, 17, 33, 6, 2, 4608 },
    { 7, 0, 2, GI_FORMAT_BC1_UNORM, 301, 61, 9, 3, 86016 },
    { 7, 0, 2, GI_FORMAT_R16_UNORM, 301, 61, 9, 3, 208896 },
    { 7, 0, 2, GI_FORMAT_RG32_FLOAT, 301, 61, 9, 3, 700416 },
    { 7, 0, 2, GI_FORMAT_RGBA32_FLOAT, 16, 4096, 13, 2, 4186112 },
    { 7, 0, 2, GI_FORMAT_BC1_UNORM, 256, 256, 9, 1, 45056 },
    { 7, 0, 3, GI_FORMAT_R16_UNORM, 256, 256, 9, 1, 196608 },
    { 7, 0, 3, GI_FORMAT_R8_UNORM, 256, 256, 9, 1, 131072 },
    { 7, 0, 3, GI_FORMAT_RGBA32_FLOAT, 64, 64, 7, 1, 131072 },
    { 7, 0, 3, GI_FORMAT_BC3_UNORM, 256, 256, 9, 1, 131072 },
    { 7, 0, 4, GI_FORMAT_RGBA16_FLOAT, 4096, 2048, 13, 1, 89653248 },
    { 7, 0, 4, GI_FORMAT_RG32_FLOAT, 256, 256, 9, 1, 786432 },
    { 7, 0, 4, GI_FORMAT_BC1_UNORM, 4096, 2048, 13, 1, 5767168 },
    { 7, 0, 4, GI_FORMAT_RG32_FLOAT, 4096, 2048, 13, 1, 89653248 },
    { 7, 0, 4, GI_FORMAT_RGBA32_FLOAT, 256, 256, 9, 1, 1572864 },
};

static struct gi_image_shape shape_of(const struct row *row)
{
    return (struct gi_image_shape){ .format = row->format, .dims = GI_IMAGE_2D,
                                    .width = row->width, .height = row->height, .depth = 1,
                                    .levels = row->levels, .layers = row->layers };
}

static void sizes_are_radvs(void **state)
{
    struct giamd_surface surface;
    struct giamd_sdma sdma;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct gi_image_shape shape = shape_of(&rows[i]);
        assert_true(giamd_sdma_of(rows[i].major, rows[i].minor, &sdma));
        assert_int_equal(giamd_surface_make(&sdma, &shape, rows[i].mode, &surface), GI_OK);
        if (surface.size_bytes != rows[i].size_bytes)
            fail_msg("row %zu: %llu bytes instead of %llu", i,
                     (unsigned long long)surface.size_bytes,
                     (unsigned long long)rows[i].size_bytes);
        assert_int_equal(surface.size_bytes % surface.alignment_bytes, 0);
        assert_true(surface.alignment_bytes <= GIAMD_SURFACE_ALIGNMENT);
    }
}

/** Each texel has a place of its own, so there is never less memory than texels. */
static void there_is_room_for_every_texel(void **state)
{
    static const uint32_t extents[] = { 1, 2, 3, 16, 33, 64, 100, 255, 1000, 16384 };
    static const enum gi_format formats[] = { GI_FORMAT_R8_UINT, GI_FORMAT_RG8_UINT,
                                              GI_FORMAT_RGBA8_UINT, GI_FORMAT_RG32_UINT,
                                              GI_FORMAT_RGBA32_UINT };
    const size_t count = sizeof(extents) / sizeof(*extents);
    struct giamd_surface surface;
    struct giamd_sdma sdma;

    (void)state;
    assert_true(giamd_sdma_of(7, 0, &sdma));
    for (size_t i = 0; i < count * count * 5 * 4; i++) {
        struct gi_image_shape shape = {
            .format = formats[i % 5], .dims = GI_IMAGE_2D, .width = extents[i / 5 % count],
            .height = extents[i / 5 / count % count], .depth = 1, .layers = 3 };
        uint64_t texels = 0;
        for (shape.levels = 1; shape.levels <= GIAMD_LEVELS; shape.levels++) {
            uint32_t last = shape.levels - 1;
            texels += ((uint64_t)(shape.width - 1) / (1u << last) + 1) *
                      ((shape.height - 1) / (1u << last) + 1);
            assert_int_equal(giamd_surface_make(&sdma, &shape, (uint32_t)(i % 4) + 1, &surface),
                             GI_OK);
            assert_true(surface.size_bytes >= 3 * texels * surface.element_bytes);
            if (shape.width >> last <= 1 && shape.height >> last <= 1)
                break;
        }
    }
}

static void unknown_modes_have_a_reason(void **state)
{
    static const uint32_t tens[] = { 21, 22, 23, 25, 26, 27 }, twelves[] = { 1, 2, 3, 4 };
    const struct row row = { 5, 2, 0, GI_FORMAT_RGBA8_UINT, 100, 60, 1, 1, 0 };
    struct gi_image_shape shape = shape_of(&row);
    struct giamd_surface surface;
    struct giamd_sdma sdma;
    uint32_t known[3] = { 0, 0, 0 };

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_true(giamd_sdma_of((uint32_t)i + 5, i == 0 ? 2 : 0, &sdma));
        for (uint32_t mode = 0; mode < 32; mode++) {
            bool is_known = giamd_surface_make(&sdma, &shape, mode, &surface) == GI_OK;
            known[i] |= (uint32_t)is_known << mode;
            if (mode != 0)
                assert_int_equal(giamd_tiling_known(&sdma, mode),
                                 is_known ? GI_OK : GI_NOT_SUPPORTED);
        }
    }
    for (size_t i = 0; i < sizeof(tens) / sizeof(*tens); i++)
        known[0] ^= 1u << tens[i];
    for (size_t i = 0; i < sizeof(twelves) / sizeof(*twelves); i++)
        known[2] ^= 1u << twelves[i];
    assert_int_equal(known[0], 0);
    assert_int_equal(known[1], 0xeee00000);      /* as before, and 256 KiB */
    assert_int_equal(known[2], 0);
    shape.dims = GI_IMAGE_1D;
    assert_int_equal(giamd_surface_make(&sdma, &shape, 2, &surface), GI_NOT_SUPPORTED);
    assert_true(giamd_sdma_of(4, 0, &sdma));
    assert_int_equal(giamd_tiling_known(&sdma, 22), GI_NOT_SUPPORTED);
}

/** The word has other bits too, of which GFX12 has more. */
static void the_kernel_says_the_mode(void **state)
{
    struct giamd_sdma sdma;

    (void)state;
    assert_true(giamd_sdma_of(5, 2, &sdma));
    assert_int_equal(giamd_tiling_mode(&sdma, 0x800030000000001b), 27);
    assert_true(giamd_sdma_of(7, 0, &sdma));
    assert_int_equal(giamd_tiling_mode(&sdma, 0xa04), 4);
    assert_int_equal(giamd_tiling_mode(&sdma, 0xee0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_radvs),
        cmocka_unit_test(there_is_room_for_every_texel),
        cmocka_unit_test(unknown_modes_have_a_reason),
        cmocka_unit_test(the_kernel_says_the_mode),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
