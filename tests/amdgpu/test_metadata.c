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
    enum gi_format format;               /* none: RGBA8 */
    uint32_t mode;
};

#define METADATA(tiling_, card, ...) \
    { .tiling = tiling_, .size_bytes = 40, .words = { 1, card, 0, __VA_ARGS__ } }

static const struct example flat[] = {
    { 4, 0, 0x687f, 100, 60, 1, 1, METADATA(0x8000080000000000, 0x1002687f, 0x00a00000,
        0x400ec063, 0x90000fac, 0x000fe000, 0, 0, 0), GI_FORMAT_NONE, 0 },
    { 5, 2, 0x73bf, 101, 61, 1, 1, METADATA(0x8000300000000000, 0x100273bf, 0x03800000,
        0x800f0019, 0x90000fac, 0, 0x00400000, 0, 0), GI_FORMAT_NONE, 0 },
    { 6, 0, 0x744c, 100, 60, 1, 1, METADATA(0x8000300000000000, 0x1002744c, 0xc2a00000,
        0x000ec018, 0x90000fac, 0, 0x00400000, 0, 0), GI_FORMAT_NONE, 0 },
    { 7, 0, 0x7550, 100, 60, 1, 1, METADATA(0xa00, 0x10027550, 0xc0540000, 0x000ec018,
        0x90000fac, 0x0000007f, 0x00400000, 0x00208000, 0), GI_FORMAT_NONE, 0 },
    { 7, 0, 0x7550, 16384, 2, 1, 1, METADATA(0xa00, 0x10027550, 0xc0540000, 0x00004fff,
        0x90000fac, 0x00003fff, 0x00400000, 0x00208000, 0), GI_FORMAT_NONE, 0 },
    { 4, 0, 0x687f, 301, 61, 4, 3, METADATA(0x8000080000000000, 0x1002687f, 0x00100000,
        0x400f012c, 0xd0030204, 0x200e6002, 0x30000000, 0, 0), GI_FORMAT_R8_UNORM, 0 },
    { 5, 2, 0x73bf, 301, 61, 4, 3, METADATA(0x8000300000000000, 0x100273bf, 0x00100000,
        0x800f004b, 0xd2030204, 0x00000002, 0x00400030, 0, 0), GI_FORMAT_R8_UNORM, 0 },
    { 7, 0, 0x7550, 301, 61, 4, 3, METADATA(0x100, 0x10027550, 0x00023000, 0x000f004b,
        0xd2018204, 0x00000002, 0x00400000, 0x00208000, 0), GI_FORMAT_R8_UNORM, 0 },
};

static const struct example tiled[] = {
    { 5, 0, 0x731f, 100, 60, 3, 2, METADATA(0x300000000016, 0x1002731f, 0xc3800000, 0x800ec018,
        0xd1620fac, 0x00000001, 0x00400020, 0, 0), GI_FORMAT_RGBA8_SRGB, 22 },
    { 5, 2, 0x73bf, 1000, 1000, 1, 1, METADATA(0x800030000000001b, 0x100273bf, 0xc3800000,
        0x80f9c0f9, 0x91b00fac, 0, 0x00400000, 0, 0), GI_FORMAT_R32_FLOAT, 27 },
    { 5, 2, 0x73bf, 301, 61, 9, 3, METADATA(0x300000000016, 0x100273bf, 0x0a900000, 0x800f004b,
        0xd1680fac, 0x00000002, 0x00400080, 0, 0), GI_FORMAT_BC1_UNORM, 22 },
    { 6, 0, 0x744c, 1000, 1000, 10, 4, METADATA(0x30000000001f, 0x1002744c, 0xc3f90000,
        0x00f9c0f9, 0xd1f90fac, 0x00000003, 0x00400000, 0, 0), GI_FORMAT_RGBA32_FLOAT, 31 },
    { 6, 1, 0x150e, 301, 61, 9, 3, METADATA(0x500000000016, 0x1002150e, 0x00180000, 0x000f004b,
        0xd3680204, 0x00000002, 0x00400000, 0, 0), GI_FORMAT_R8_UINT, 22 },
    { 7, 0, 0x7550, 1, 1, 1, 1, METADATA(0x101, 0x10027550, 0x00020000, 0, 0x92100204, 0,
        0x00400000, 0x00208000, 0), GI_FORMAT_R8_UNORM, 1 },
    { 7, 0, 0x7550, 100, 60, 3, 2, METADATA(0xa02, 0x10027550, 0xc0542000, 0x000ec018,
        0xd0210fac, 0x00000001, 0x00400000, 0x00208000, 0), GI_FORMAT_RGBA8_UNORM, 2 },
    { 7, 0, 0x7550, 1000, 1000, 10, 4, METADATA(0xe4, 0x10027550, 0xc0e29000, 0x00f9c0f9,
        0xd0448fac, 0x00000003, 0x00400000, 0x00208000, 0), GI_FORMAT_BC3_UNORM, 4 },
};

static struct gi_image_shape shape_of(const struct example *example)
{
    return (struct gi_image_shape){
        .format = example->format != GI_FORMAT_NONE ? example->format : GI_FORMAT_RGBA8_UNORM,
        .dims = GI_IMAGE_2D, .width = example->width,
        .height = example->height, .depth = 1, .layers = example->layers,
        .levels = example->levels, .flags = GI_IMAGE_EXTERNAL | GI_IMAGE_DEDICATED,
    };
}

/* What the last check found. */
static struct giamd_found found;

static gi_status check(const struct example *example, const struct gi_image_shape *shape)
{
    struct giamd_sdma sdma;

    assert_true(giamd_sdma_of(example->major, example->minor, &sdma));
    return giamd_metadata_check(&sdma, example->device_id, shape, &example->metadata, &found);
}

static void refused(const struct example *example, const struct gi_image_shape *shape,
                    gi_status expected, const char *because)
{
    assert_int_equal(check(example, shape), expected);
    if (strstr(gi_last_error_detail(), because) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", gi_last_error_detail(), because);
}

static void is_taken(const struct example *example)
{
    struct gi_image_shape shape = shape_of(example);

    if (check(example, &shape) != GI_OK)
        fail_msg("%s", gi_last_error_detail());
    assert_true(found.is_alone);
    assert_int_equal(found.swizzle_mode, example->mode);
    shape.flags &= ~(uint32_t)GI_IMAGE_DEDICATED;        /* the program need not say it */
    assert_int_equal(check(example, &shape), GI_OK);
}

static void what_is_right_is_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(flat) / sizeof(*flat); i++)
        is_taken(&flat[i]);
    for (size_t i = 0; i < sizeof(tiled) / sizeof(*tiled); i++)
        is_taken(&tiled[i]);
}

static void no_difference_is_taken(const struct example *example)
{
    struct gi_image_shape shape = shape_of(example);

    shape.width--;
    refused(example, &shape, GI_INVALID_VALUE, "width");
    shape = shape_of(example);
    shape.height += 4;
    refused(example, &shape, GI_INVALID_VALUE, "height");
    shape = shape_of(example);
    shape.levels++;
    refused(example, &shape, GI_INVALID_VALUE, "levels");
    shape = shape_of(example);
    shape.layers++;
    refused(example, &shape, GI_INVALID_VALUE, "layers");
    if (example->major == 4)             /* whose formats are not read */
        return;
    shape = shape_of(example);
    shape.format = GI_FORMAT_RG32_UINT;
    refused(example, &shape, GI_INVALID_VALUE, "8 bytes a texel");
    shape.format = GI_FORMAT_BC4_UNORM;
    if (gi_format_info(example->format)->block_bytes != 8)
        refused(example, &shape, GI_INVALID_VALUE, "8 bytes a block");
}

static void every_difference_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(flat) / sizeof(*flat); i++)
        no_difference_is_taken(&flat[i]);
    for (size_t i = 0; i < sizeof(tiled) / sizeof(*tiled); i++)
        no_difference_is_taken(&tiled[i]);
}

static void lines(void **state)
{
    static const struct example vega = { 4, 0, 0x687f, 301, 1, 3, 2,
        METADATA(0x8000080000000000, 0x1002687f, 0x00a00000, 0x4000012c, 0xd0020fac, 0x00004001,
                 0x20000000, 0, 0), GI_FORMAT_NONE, 0 };
    static const struct example navi = { 5, 2, 0x73bf, 301, 1, 3, 2,
        METADATA(0x8000300000000000, 0x100273bf, 0x03800000, 0x8000004b, 0xc0020fac, 0x00000001,
                 0x00400020, 0, 0), GI_FORMAT_NONE, 0 };
    struct gi_image_shape shape = shape_of(&vega);

    (void)state;
    shape.dims = GI_IMAGE_1D;
    assert_int_equal(check(&vega, &shape), GI_OK);
    assert_int_equal(check(&navi, &shape), GI_OK);
    shape.dims = GI_IMAGE_2D;
    refused(&navi, &shape, GI_INVALID_VALUE, "layered 1D");
}

/** An example with one word of its metadata changed; the kernel's word stays as it is. */
static struct example changed(const struct example *example, uint32_t word, uint32_t clear,
                              uint32_t set)
{
    struct example odd = *example;

    odd.metadata.words[2 + word] = (odd.metadata.words[2 + word] & ~clear) | set;
    return odd;
}

/** In a mode that nothing contradicts. */
static struct example in_mode(const struct example *example, uint32_t mode)
{
    struct example odd = changed(example, 3, 31 << 20, mode << 20);

    odd.metadata.tiling = (odd.metadata.tiling & ~UINT64_C(31)) | mode;
    return odd;
}

static void modes_that_are_not_known_are_refused(void **state)
{
    static const struct example vega = { 4, 0, 0x687f, 100, 60, 1, 1,
        METADATA(0x8000080000000016, 0x1002687f, 0x00a00000, 0x400ec063, 0x91600fac, 0x000fe000, 0,
                 0, 0), GI_FORMAT_NONE, 0 };
    struct gi_image_shape shape = shape_of(&vega);
    struct example odd;

    (void)state;
    refused(&vega, &shape, GI_NOT_SUPPORTED, "before GFX10");
    shape = shape_of(&tiled[1]);
    odd = in_mode(&tiled[1], 24);
    refused(&odd, &shape, GI_NOT_SUPPORTED, "depth or stencil (mode 24)");
    odd = in_mode(&tiled[1], 9);
    refused(&odd, &shape, GI_NOT_SUPPORTED, "mode 9");
    odd = in_mode(&tiled[1], 31);        /* whose block differs from card to card before GFX11 */
    refused(&odd, &shape, GI_NOT_SUPPORTED, "mode 31");
    odd = tiled[1];
    odd.metadata.tiling ^= 1;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "mode 26");
    shape = shape_of(&tiled[6]);
    odd = in_mode(&tiled[6], 6);         /* of 3D images */
    odd.metadata.tiling = 6;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "mode 6");
}

static void compressed_images_are_refused(void **state)
{
    struct gi_image_shape shape = shape_of(&tiled[1]);
    struct example odd = tiled[1];

    (void)state;
    odd.metadata.tiling |= 1 << 5;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "DCC");
    odd = changed(&tiled[1], 6, 0, 1 << 21);
    refused(&odd, &shape, GI_NOT_SUPPORTED, "DCC");
    odd = changed(&tiled[1], 7, 0, 1);
    refused(&odd, &shape, GI_NOT_SUPPORTED, "DCC");
    shape = shape_of(&flat[1]);
    odd = flat[1];
    odd.metadata.tiling |= 1 << 5;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "DCC");
    shape = shape_of(&tiled[6]);
    odd = tiled[6];
    odd.metadata.may_be_compressed = true;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "the card compresses");
}

/** Depth beside stencil, planes, and numbers that no card has. */
static void texels_that_are_no_colours_are_refused(void **state)
{
    struct gi_image_shape shape = shape_of(&tiled[1]);
    struct example odd = changed(&tiled[1], 1, 0x1ff << 20, 146 << 20);

    (void)state;
    refused(&odd, &shape, GI_NOT_SUPPORTED, "format 146");
    odd = changed(&tiled[1], 1, 0x1ff << 20, 0);
    refused(&odd, &shape, GI_NOT_SUPPORTED, "format 0");
    shape = shape_of(&tiled[3]);
    odd = changed(&tiled[3], 1, 0xff << 20, 81 << 20);
    refused(&odd, &shape, GI_NOT_SUPPORTED, "format 81");
    shape = shape_of(&tiled[6]);
    odd = changed(&tiled[6], 1, 0xff << 17, 81 << 17);
    refused(&odd, &shape, GI_NOT_SUPPORTED, "format 81");
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
    struct example silent = flat[1];

    (void)state;
    assert_int_equal(check(&flat[1], &shape), GI_OK);
    assert_int_equal(giamd_found_check_offset(&found, 0), GI_OK);
    assert_int_equal(giamd_found_check_offset(&found, 256), GI_INVALID_VALUE);
    memset(&silent.metadata, 0, sizeof(silent.metadata));
    shape.flags = GI_IMAGE_EXTERNAL;
    assert_int_equal(check(&silent, &shape), GI_OK);
    assert_int_equal(giamd_found_check_offset(&found, 256), GI_OK);
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
        cmocka_unit_test(modes_that_are_not_known_are_refused),
        cmocka_unit_test(compressed_images_are_refused),
        cmocka_unit_test(texels_that_are_no_colours_are_refused),
        cmocka_unit_test(strangers_are_refused),
        cmocka_unit_test(silence),
        cmocka_unit_test(it_is_at_the_beginning),
        cmocka_unit_test(shapes_that_are_not_known),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
