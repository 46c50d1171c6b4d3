/* What memory says of the image in it: words as RADV 25.0.7 leaves them, as each chip, held against
 * right and wrong shapes; and words that nobody should take for an image. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "metadata.h"

/* An image that RADV made, and where. */
struct example {
    uint32_t major, minor, device_id;
    uint32_t width, height, levels, layers;
    struct giamd_metadata metadata;
};

#define METADATA(tiling_, card, ...) \
    { .tiling = tiling_, .size_bytes = 40, .words = { 1, card, 0, __VA_ARGS__ } }

static const struct example flat[] = {
    { 4, 0, 0x687f, 100, 60, 1, 1, METADATA(0x8000080000000000, 0x1002687f, 0x00a00000,
        0x400ec063, 0x90000fac, 0x000fe000, 0, 0, 0) },
    { 5, 2, 0x73bf, 101, 61, 1, 1, METADATA(0x8000300000000000, 0x100273bf, 0x03800000,
        0x800f0019, 0x90000fac, 0, 0x00400000, 0, 0) },
    { 6, 0, 0x744c, 100, 60, 1, 1, METADATA(0x8000300000000000, 0x1002744c, 0xc2a00000,
        0x000ec018, 0x90000fac, 0, 0x00400000, 0, 0) },
    { 7, 0, 0x7550, 100, 60, 1, 1, METADATA(0xa00, 0x10027550, 0xc0540000, 0x000ec018,
        0x90000fac, 0x0000007f, 0x00400000, 0x00208000, 0) },
    { 7, 0, 0x7550, 16384, 2, 1, 1, METADATA(0xa00, 0x10027550, 0xc0540000, 0x00004fff,
        0x90000fac, 0x00003fff, 0x00400000, 0x00208000, 0) },
    { 4, 0, 0x687f, 301, 61, 4, 3, METADATA(0x8000080000000000, 0x1002687f, 0x00100000,
        0x400f012c, 0xd0030204, 0x200e6002, 0x30000000, 0, 0) },
    { 5, 2, 0x73bf, 301, 61, 4, 3, METADATA(0x8000300000000000, 0x100273bf, 0x00100000,
        0x800f004b, 0xd2030204, 0x00000002, 0x00400030, 0, 0) },
    { 7, 0, 0x7550, 301, 61, 4, 3, METADATA(0x100, 0x10027550, 0x00023000, 0x000f004b,
        0xd2018204, 0x00000002, 0x00400000, 0x00208000, 0) },
};

static struct gi_image_shape shape_of(const struct example *example)
{
    return (struct gi_image_shape){
        .format = GI_FORMAT_RGBA8_UNORM, .dims = GI_IMAGE_2D, .width = example->width,
        .height = example->height, .depth = 1, .layers = example->layers,
        .levels = example->levels, .flags = GI_IMAGE_EXTERNAL | GI_IMAGE_DEDICATED,
    };
}

static gi_status check(const struct example *example, const struct gi_image_shape *shape)
{
    struct giamd_sdma sdma;

    assert_true(giamd_sdma_of(example->major, example->minor, &sdma));
    return giamd_metadata_check(&sdma, example->device_id, shape, 0, &example->metadata);
}

static void refused(const struct example *example, const struct gi_image_shape *shape,
                    gi_status expected, const char *because)
{
    assert_int_equal(check(example, shape), expected);
    if (strstr(gi_last_error_detail(), because) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", gi_last_error_detail(), because);
}

static void what_is_right_is_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(flat) / sizeof(*flat); i++) {
        struct gi_image_shape shape = shape_of(&flat[i]);
        if (check(&flat[i], &shape) != GI_OK)
            fail_msg("example %zu: %s", i, gi_last_error_detail());
        shape.flags &= ~(uint32_t)GI_IMAGE_DEDICATED;    /* the program need not say it */
        assert_int_equal(check(&flat[i], &shape), GI_OK);
    }
}

static void every_difference_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(flat) / sizeof(*flat); i++) {
        struct gi_image_shape shape = shape_of(&flat[i]);
        shape.width--;
        refused(&flat[i], &shape, GI_INVALID_VALUE, "width");
        shape = shape_of(&flat[i]);
        shape.height += 4;
        refused(&flat[i], &shape, GI_INVALID_VALUE, "height");
        shape = shape_of(&flat[i]);
        shape.levels++;
        refused(&flat[i], &shape, GI_INVALID_VALUE, "levels");
        shape = shape_of(&flat[i]);
        shape.layers++;
        refused(&flat[i], &shape, GI_INVALID_VALUE, "layers");
    }
}

static void lines(void **state)
{
    static const struct example vega = { 4, 0, 0x687f, 301, 1, 3, 2,
        METADATA(0x8000080000000000, 0x1002687f, 0x00a00000, 0x4000012c, 0xd0020fac, 0x00004001,
                 0x20000000, 0, 0) };
    static const struct example navi = { 5, 2, 0x73bf, 301, 1, 3, 2,
        METADATA(0x8000300000000000, 0x100273bf, 0x03800000, 0x8000004b, 0xc0020fac, 0x00000001,
                 0x00400020, 0, 0) };
    struct gi_image_shape shape = shape_of(&vega);

    (void)state;
    shape.dims = GI_IMAGE_1D;
    assert_int_equal(check(&vega, &shape), GI_OK);
    assert_int_equal(check(&navi, &shape), GI_OK);
    shape.dims = GI_IMAGE_2D;
    refused(&navi, &shape, GI_INVALID_VALUE, "layered 1D");
}

static void tiled_images_are_refused(void **state)
{
    static const struct example navi = { 5, 2, 0x73bf, 100, 60, 3, 2,
        METADATA(0x300000000016, 0x100273bf, 0xc3800000, 0x800ec018, 0xd1620fac, 1, 0x00400020,
                 0, 0) };
    static const struct example gfx12 = { 7, 0, 0x7550, 100, 60, 1, 1,
        METADATA(0xa02, 0x10027550, 0xc0540000, 0x000ec018, 0x90200fac, 0, 0x00400000, 0x00208000,
                 0) };
    struct gi_image_shape shape = shape_of(&navi);
    struct example odd = flat[1];

    (void)state;
    refused(&navi, &shape, GI_NOT_SUPPORTED, "tiled (mode 22)");
    shape = shape_of(&gfx12);
    refused(&gfx12, &shape, GI_NOT_SUPPORTED, "tiled (mode 2)");
    shape = shape_of(&odd);
    odd.metadata.tiling |= 22;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "mode 22");
    odd = flat[1];
    odd.metadata.tiling |= 1 << 5;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "DCC");
}

static void strangers_are_refused(void **state)
{
    struct gi_image_shape shape = shape_of(&flat[1]);
    struct example odd = flat[1];

    (void)state;
    odd.metadata.words[0] = 0;           /* as AMD's own driver leaves it */
    odd.metadata.size_bytes = 256;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "Mesa");
    odd = flat[1];
    odd.metadata.size_bytes = 36;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "Mesa");
    odd.metadata.size_bytes = 0;         /* only the kernel's word */
    refused(&odd, &shape, GI_NOT_SUPPORTED, "Mesa");
    odd = flat[1];
    odd.device_id = 0x731f;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "1002:73bf");
    odd = flat[1];
    odd.metadata.words[5] = 0xe0000fac;  /* its type */
    refused(&odd, &shape, GI_NOT_SUPPORTED, "multisampled");
    odd.metadata.words[5] = 0x70000fac;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "type 7");
    odd.metadata.words[5] = 0xa0000fac;
    refused(&odd, &shape, GI_INVALID_VALUE, "3D");
}

/** Nothing is said of memory that holds more than one image, or a linear one that could. */
static void silence(void **state)
{
    struct gi_image_shape shape = shape_of(&flat[1]);
    struct example silent = flat[1];

    (void)state;
    memset(&silent.metadata, 0, sizeof(silent.metadata));
    refused(&silent, &shape, GI_NOT_SUPPORTED, "dedicated");
    shape.flags = GI_IMAGE_EXTERNAL;
    assert_int_equal(check(&silent, &shape), GI_OK);
}

static void it_is_at_the_beginning(void **state)
{
    struct gi_image_shape shape = shape_of(&flat[1]);
    struct giamd_metadata silent = { .size_bytes = 0 };
    struct giamd_sdma sdma;

    (void)state;
    assert_true(giamd_sdma_of(5, 2, &sdma));
    assert_int_equal(giamd_metadata_check(&sdma, 0x73bf, &shape, 256, &flat[1].metadata),
                     GI_INVALID_VALUE);
    shape.flags = GI_IMAGE_EXTERNAL;
    assert_int_equal(giamd_metadata_check(&sdma, 0x73bf, &shape, 256, &silent), GI_OK);
}

static void shapes_that_are_not_known(void **state)
{
    struct gi_image_shape shape = shape_of(&flat[1]);
    struct giamd_sdma sdma;

    (void)state;
    assert_true(giamd_sdma_of(3, 0, &sdma));
    assert_int_equal(giamd_metadata_known(&sdma, &shape), GI_NOT_SUPPORTED);
    assert_true(giamd_sdma_of(5, 2, &sdma));
    assert_int_equal(giamd_metadata_known(&sdma, &shape), GI_OK);
    shape.dims = GI_IMAGE_3D;
    assert_int_equal(giamd_metadata_known(&sdma, &shape), GI_NOT_SUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_right_is_taken),
        cmocka_unit_test(every_difference_is_refused),
        cmocka_unit_test(lines),
        cmocka_unit_test(tiled_images_are_refused),
        cmocka_unit_test(strangers_are_refused),
        cmocka_unit_test(silence),
        cmocka_unit_test(it_is_at_the_beginning),
        cmocka_unit_test(shapes_that_are_not_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
