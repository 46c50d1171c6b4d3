/* Texture and surface objects of the core, on the fake driver. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "arrays/array.h"
#include "device/device.h"
#include "queue/device_state.h"
#include "fake.h"
#include "pools/memory.h"
#include "arrays/texture.h"
#include "arrays/texture_check.h"

static void expect(gi_status expected, gi_status got, const char *words, int line)
{
    if (got != expected || (words != NULL && strstr(gi_last_error_detail(), words) == NULL))
        fail_msg("line %d: %s (%s) instead of %s with \"%s\"", line, gi_status_name(got),
                 gi_last_error_detail(), gi_status_name(expected), words != NULL ? words : "");
}

#define OK(call) expect(GI_OK, (call), NULL, __LINE__)
#define REFUSED(status, words, call) expect((status), (call), (words), __LINE__)

static const struct gi_channels bytes4 = { { 8, 8, 8, 8 }, GI_CHANNEL_UNSIGNED };
static const struct gi_channels words1 = { { 32, 0, 0, 0 }, GI_CHANNEL_UNSIGNED };

static gi_handle make_array(uint32_t flags)
{
    struct gi_array_request request = { .channels = bytes4, .width = 8, .height = 8, .levels = 1,
                                        .flags = flags };
    gi_handle array;

    OK(gi_array_create(&request, &array));
    return array;
}

static struct gi_resource of_array(gi_handle array)
{
    return (struct gi_resource){ .kind = GI_RESOURCE_ARRAY, .array = array };
}

static struct gi_texture slot_of(uint64_t number)
{
    struct gi_texture texture;

    assert_true(gifake_texture(0, (uint32_t)number, &texture));
    return texture;
}

/* ---- what is made --------------------------------------------------------------------------- */

TEST_CASE(test_array)
{
    struct gi_sampling sampling = { .address = { GI_ADDRESS_WRAP, GI_ADDRESS_BORDER,
                                                 GI_ADDRESS_MIRROR },
                                    .filter = GI_FILTER_LINEAR, .read = GI_READ_NORMALIZED,
                                    .max_anisotropy = 99, .srgb = true };
    gi_handle array = make_array(0);
    struct gi_resource resource = of_array(array);
    struct gi_texture_info info;
    struct gi_texture texture;
    uint64_t number;

    OK(gi_texture_create(&resource, &sampling, NULL, &number));
    assert_true(number >> 63 == 1);
    texture = slot_of(number);
    assert_int_equal(texture.format, GI_FORMAT_RGBA8_UNORM);
    assert_int_equal(texture.sampling.address[0], GI_ADDRESS_CLAMP);     /* texel coordinates */
    assert_int_equal(texture.sampling.address[1], GI_ADDRESS_BORDER);
    assert_int_equal(texture.sampling.max_anisotropy, 16);
    assert_true(texture.sampling.srgb);
    OK(gi_texture_query(number, &info));
    assert_int_equal(info.resource.array, array);
    assert_int_equal(info.sampling.address[0], GI_ADDRESS_WRAP);         /* as it was said */
    assert_int_equal(info.sampling.max_anisotropy, 99);
    assert_false(info.has_view);
    OK(gi_array_destroy(array));
    (void)slot_of(number);                       /* the texture keeps the image */
    OK(gi_texture_destroy(number));
    assert_false(gifake_texture(0, (uint32_t)number, &texture));
    REFUSED(GI_INVALID_VALUE, "texture", gi_texture_destroy(number));
    REFUSED(GI_INVALID_VALUE, "texture", gi_texture_query(number, &info));
    REFUSED(GI_STALE_HANDLE, "array", gi_texture_create(&resource, &sampling, NULL, &number));
    OK(gi_texture_destroy(0));
}

/* As the vendor answers for each format, read mode and filter mode. */
TEST_CASE(test_read_modes)
{
    static const struct {
        enum gi_format format;
        gi_status answers[2][2];     /* by read mode, then filter mode */
    } rows[] = {
        { GI_FORMAT_R8_UINT, { { GI_OK, GI_INVALID_FILTER }, { GI_OK, GI_OK } } },
        { GI_FORMAT_RGBA16_SINT, { { GI_OK, GI_INVALID_FILTER }, { GI_OK, GI_OK } } },
        { GI_FORMAT_RG32_UINT,
          { { GI_OK, GI_INVALID_FILTER }, { GI_INVALID_NORM, GI_INVALID_FILTER } } },
        { GI_FORMAT_RGBA16_FLOAT,
          { { GI_OK, GI_OK }, { GI_INVALID_NORM, GI_INVALID_NORM } } },
        { GI_FORMAT_BC6H_UFLOAT, { { GI_OK, GI_OK }, { GI_INVALID_NORM, GI_INVALID_NORM } } },
        { GI_FORMAT_RGB10A2_UNORM, { { GI_OK, GI_OK }, { GI_INVALID_NORM, GI_INVALID_NORM } } },
        { GI_FORMAT_RG8_UNORM, { { GI_INVALID_NORM, GI_INVALID_NORM }, { GI_OK, GI_OK } } },
        { GI_FORMAT_R16_SNORM, { { GI_INVALID_NORM, GI_INVALID_NORM }, { GI_OK, GI_OK } } },
        { GI_FORMAT_BC4_SNORM, { { GI_INVALID_NORM, GI_INVALID_NORM }, { GI_OK, GI_OK } } },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int mode = 0; mode < 4; mode++) {
            struct gi_sampling sampling = { .read = mode / 2, .filter = mode % 2 }, read;
            enum gi_format as;

            gi_status answer = rows[i].answers[mode / 2][mode % 2];

            assert_int_equal(gi_texture_read_as(rows[i].format, &sampling, &as, &read), answer);
            sampling.filters_integers = true;    /* that alone changes */
            if (answer == GI_INVALID_FILTER)
                answer = mode / 2 == GI_READ_ELEMENT ? GI_OK : GI_INVALID_NORM;
            assert_int_equal(gi_texture_read_as(rows[i].format, &sampling, &as, &read), answer);
        }
    }
}

TEST_CASE(test_memory)
{
    struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    struct gi_resource resource = { .kind = GI_RESOURCE_LINEAR, .channels = words1,
                                    .size_bytes = 4 * 100 + 3 };
    uint64_t number;

    OK(gi_memory_alloc(4096, &resource.pointer));
    OK(gi_texture_create(&resource, &sampling, NULL, &number));
    assert_int_equal(slot_of(number).width, 100);
    assert_int_equal(slot_of(number).height, 0);
    OK(gi_texture_destroy(number));
    resource.size_bytes = 5000;
    REFUSED(GI_INVALID_VALUE, "texture memory",
            gi_texture_create(&resource, &sampling, NULL, &number));
    resource.size_bytes = UINT64_MAX - 3;
    REFUSED(GI_INVALID_VALUE, "2^31", gi_texture_create(&resource, &sampling, NULL, &number));
    resource.size_bytes = 3;                     /* no texel, as of an empty list */
    OK(gi_texture_create(&resource, &sampling, NULL, &number));
    assert_int_equal(slot_of(number).width, 0);
    OK(gi_texture_destroy(number));
    resource.size_bytes = 16;
    REFUSED(GI_INVALID_VALUE, "how it is read",
            gi_texture_create(&resource, NULL, NULL, &number));
    resource.pointer += 4;
    REFUSED(GI_INVALID_VALUE, "multiple of 512",
            gi_texture_create(&resource, &sampling, NULL, &number));
    resource.pointer -= 4;
    OK(gi_memory_free(resource.pointer));
    REFUSED(GI_INVALID_VALUE, "freed",
            gi_texture_create(&resource, &sampling, NULL, &number));
}

/* Memory has the formats that integers with a read mode express, and no others. A linear filter is
 * refused where arrays have none, though texels that are found by number are never filtered. */
TEST_CASE(test_memory_formats)
{
    static const struct {
        enum gi_format format;
        gi_status answers[4];            /* by read mode, without and with a linear filter */
    } rows[] = {
        { GI_FORMAT_RGBA8_UINT, { GI_OK, GI_OK, GI_INVALID_FILTER, GI_OK } },
        { GI_FORMAT_R16_SINT, { GI_OK, GI_OK, GI_INVALID_FILTER, GI_OK } },
        { GI_FORMAT_R32_UINT, { GI_OK, GI_INVALID_NORM, GI_INVALID_FILTER, GI_INVALID_FILTER } },
        { GI_FORMAT_RG16_FLOAT, { GI_OK, GI_INVALID_NORM, GI_OK, GI_INVALID_NORM } },
        { GI_FORMAT_RGB10A2_UNORM, { GI_OK, GI_INVALID_NORM, GI_OK, GI_INVALID_NORM } },
        { GI_FORMAT_R8_UNORM, { GI_INVALID_NORM, GI_INVALID_VALUE, GI_INVALID_NORM,
                                GI_INVALID_VALUE } },
        { GI_FORMAT_RGBA16_SNORM, { GI_INVALID_NORM, GI_INVALID_VALUE, GI_INVALID_NORM,
                                    GI_INVALID_VALUE } },
        { GI_FORMAT_BC1_UNORM, { GI_INVALID_NORM, GI_INVALID_VALUE, GI_INVALID_NORM,
                                 GI_INVALID_VALUE } },
        { GI_FORMAT_BC6H_SFLOAT, { GI_INVALID_VALUE, GI_INVALID_NORM, GI_INVALID_VALUE,
                                   GI_INVALID_NORM } },
    };
    struct gi_resource resource = { .kind = GI_RESOURCE_LINEAR, .size_bytes = 64 };
    uint64_t number;

    OK(gi_memory_alloc(4096, &resource.pointer));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] * 4; i++) {
        struct gi_sampling sampling = { .read = (int)i % 2, .filter = (int)i / 2 % 2 };

        resource.channels = gi_format_info(rows[i / 4].format)->channels;
        REFUSED(rows[i / 4].answers[i % 4], NULL,
                gi_texture_create(&resource, &sampling, NULL, &number));
        if (number != 0)
            assert_int_equal(slot_of(number).sampling.filter, GI_FILTER_POINT);
        OK(gi_texture_destroy(number));
    }
    OK(gi_memory_free(resource.pointer));
}

TEST_CASE(test_pitched_memory)
{
    struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    struct gi_resource_view view = { .format = 99, .first_level = 3 };
    struct gi_resource resource = { .kind = GI_RESOURCE_PITCH2D, .channels = words1, .width = 10,
                                    .height = 4, .pitch_bytes = 64 };
    struct gi_texture_info info;
    uint64_t number;

    OK(gi_memory_alloc(4096, &resource.pointer));
    REFUSED(GI_INVALID_VALUE, "how it is read",
            gi_texture_create(&resource, NULL, NULL, &number));
    resource.pitch_bytes = 48;
    REFUSED(GI_INVALID_VALUE, "pitch is 48",
            gi_texture_create(&resource, &sampling, NULL, &number));
    resource.pitch_bytes = 32;                   /* rows may overlap, */
    OK(gi_texture_create(&resource, &sampling, &view, &number));
    assert_int_equal(slot_of(number).width, 10);
    OK(gi_texture_query(number, &info));         /* and a view changes nothing */
    assert_true(info.has_view && info.view.format == 99);
    OK(gi_texture_destroy(number));
    resource.pitch_bytes = 0;
    OK(gi_texture_create(&resource, &sampling, NULL, &number));
    OK(gi_texture_destroy(number));
    resource.width = 0;
    REFUSED(GI_INVALID_VALUE, "width is 0",
            gi_texture_create(&resource, &sampling, NULL, &number));
    resource.width = 10, resource.pitch_bytes = 64;
    OK(gi_texture_create(&resource, &sampling, NULL, &number));
    OK(gi_memory_free(resource.pointer));        /* it lives on in the texture */
    assert_int_equal(slot_of(number).pitch_bytes, 64);
    OK(gi_texture_destroy(number));
    REFUSED(GI_INVALID_VALUE, "freed",
            gi_texture_create(&resource, &sampling, NULL, &number));
}

TEST_CASE(test_surface)
{
    struct gi_array_request compressed = { .width = 8, .height = 8, .levels = 1,
        .channels = gi_format_info(GI_FORMAT_BC1_UNORM)->channels };
    gi_handle array = make_array(GI_ARRAY_SURFACE), other = make_array(0), blocks;
    struct gi_resource resource = of_array(array);
    struct gi_texture_info info;
    uint64_t surface, texture;
    struct gi_sampling sampling = { .filter = GI_FILTER_POINT };

    OK(gi_array_create(&compressed, &blocks));
    OK(gi_surface_create(&resource, &surface));
    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    assert_true((uint32_t)surface != (uint32_t)texture);
    assert_int_equal(slot_of(surface).kind, GI_TEXTURE_SURFACE);
    OK(gi_surface_query(surface, &info));
    assert_int_equal(info.resource.array, array);
    REFUSED(GI_INVALID_VALUE, "surface", gi_surface_destroy(texture));
    REFUSED(GI_INVALID_VALUE, "texture", gi_texture_destroy(surface));
    OK(gi_surface_destroy(surface));
    OK(gi_texture_destroy(texture));
    resource.array = other;                      /* which was not made for surfaces */
    OK(gi_surface_create(&resource, &surface));
    OK(gi_surface_destroy(surface));
    resource.array = blocks;
    REFUSED(GI_INVALID_VALUE, "BC1_UNORM", gi_surface_create(&resource, &surface));
    resource.kind = GI_RESOURCE_LINEAR;
    REFUSED(GI_INVALID_VALUE, "arrays", gi_surface_create(&resource, &surface));
    resource.kind = 4;
    REFUSED(GI_INVALID_VALUE, "is 4", gi_surface_create(&resource, &surface));
    OK(gi_array_destroy(array));
    OK(gi_array_destroy(other));
    OK(gi_array_destroy(blocks));
}

/* ---- what is refused ------------------------------------------------------------------------ */

TEST_CASE(test_modes)
{
    gi_handle array = make_array(0);
    struct gi_resource resource = of_array(array);
    struct gi_sampling good = { .filter = GI_FILTER_POINT }, bad;
    uint64_t number;

#define MODE(field, value, status, words) \
    do { \
        bad = good; \
        bad.field = (value); \
        REFUSED(status, words, gi_texture_create(&resource, &bad, NULL, &number)); \
        assert_int_equal(number, 0); \
    } while (0)
    MODE(address[0], 4, GI_INVALID_VALUE, "address mode 0 is 4");
    MODE(address[1], -1, GI_INVALID_VALUE, "address mode 1 is -1");
    MODE(filter, 2, GI_INVALID_VALUE, "filter mode is 2");
    MODE(mip_filter, 2, GI_INVALID_VALUE, "mip filter mode is 2");
    MODE(read, 2, GI_INVALID_VALUE, "read mode is 2");
    MODE(seamless, true, GI_INVALID_VALUE, "cubemaps alone");
    MODE(filter, GI_FILTER_LINEAR, GI_INVALID_FILTER, "integers");
#undef MODE
    REFUSED(GI_INVALID_VALUE, "how it is read",
            gi_texture_create(&resource, NULL, NULL, &number));
    OK(gi_array_destroy(array));
}

/* Fields that nothing reads may hold anything; and what is no number counts as 0. */
TEST_CASE(test_odd_fields)
{
    gi_handle array = make_array(0);
    struct gi_resource resource = of_array(array);
    struct gi_sampling odd = { .address = { 0, 0, 12345 }, .bias = NAN, .min_level = NAN,
                               .max_level = NAN, .border = { NAN, 0, 0, 0 } };
    struct gi_texture_info info;
    uint64_t number;

    OK(gi_texture_create(&resource, &odd, NULL, &number));
    assert_int_equal(slot_of(number).sampling.address[2], GI_ADDRESS_CLAMP);
    assert_true(slot_of(number).sampling.bias == 0);
    assert_true(slot_of(number).sampling.min_level == 0);
    assert_true(slot_of(number).sampling.max_level == 0);
    OK(gi_texture_query(number, &info));
    assert_int_equal(info.sampling.address[2], GI_ADDRESS_CLAMP);        /* as the vendor tells */
    assert_true(isnan(info.sampling.bias));
    OK(gi_texture_destroy(number));
    OK(gi_array_destroy(array));
}

/* How many directions there are says which address modes count; cubes alone are seamless. */
TEST_CASE(test_directions)
{
    static const struct {
        uint64_t width, height, depth;
        uint32_t flags;
        int directions;
    } rows[] = {
        { 8, 0, 0, 0, 1 }, { 8, 8, 0, 0, 2 }, { 8, 8, 8, 0, 3 },
        { 8, 0, 3, GI_ARRAY_LAYERED, 1 }, { 8, 8, 3, GI_ARRAY_LAYERED, 2 },
        { 8, 8, 6, GI_ARRAY_CUBEMAP, 2 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gi_array_request request = { .channels = bytes4, .width = rows[i].width,
            .height = rows[i].height, .depth = rows[i].depth, .levels = 1,
            .flags = rows[i].flags };
        gi_status seamless = rows[i].flags == GI_ARRAY_CUBEMAP ? GI_OK : GI_INVALID_VALUE;
        struct gi_resource resource = { .kind = GI_RESOURCE_ARRAY };
        struct gi_sampling sampling = { .seamless = true };
        uint64_t number;

        OK(gi_array_create(&request, &resource.array));
        REFUSED(seamless, NULL, gi_texture_create(&resource, &sampling, NULL, &number));
        OK(gi_texture_destroy(number));
        sampling.seamless = false;
        for (int k = 0; k < 3; k++) {
            sampling.address[k] = 4;
            REFUSED(k < rows[i].directions ? GI_INVALID_VALUE : GI_OK, NULL,
                    gi_texture_create(&resource, &sampling, NULL, &number));
            OK(gi_texture_destroy(number));
            sampling.address[k] = 0;
        }
        OK(gi_array_destroy(resource.array));
    }
}

/* What is stored as sRGB is read as such. */
TEST_CASE(test_srgb_formats)
{
    struct gi_sampling sampling = { .read = GI_READ_NORMALIZED }, read;
    enum gi_format as;

    REFUSED(GI_INVALID_VALUE, "sRGB is 0",
            gi_texture_read_as(GI_FORMAT_BC7_SRGB, &sampling, &as, &read));
    sampling.srgb = true;
    OK(gi_texture_read_as(GI_FORMAT_BC7_SRGB, &sampling, &as, &read));
    assert_int_equal(as, GI_FORMAT_BC7_SRGB);
    assert_false(read.srgb);                     /* the format does it */
    sampling.read = GI_READ_ELEMENT;
    REFUSED(GI_INVALID_NORM, NULL,
            gi_texture_read_as(GI_FORMAT_BC7_SRGB, &sampling, &as, &read));
}

TEST_CASE(test_views)
{
    struct gi_array_request request = { .channels = bytes4, .width = 16, .height = 8, .depth = 5,
                                        .levels = 3, .flags = GI_ARRAY_LAYERED };
    struct gi_resource resource = { .kind = GI_RESOURCE_MIPMAPPED_ARRAY };
    struct gi_sampling sampling = { .normalized = true };
    struct gi_resource_view good = { .format = 13, .width = 16, .height = 8, .depth = 5,
                                     .first_level = 1, .last_level = 2, .first_layer = 1,
                                     .last_layer = 4 }, bad;
    struct gi_texture_info info;
    uint64_t number;

    OK(gi_mipmapped_array_create(&request, &resource.array));
    OK(gi_texture_create(&resource, &sampling, &good, &number));
    assert_int_equal(slot_of(number).format, GI_FORMAT_R32_UINT);
    assert_int_equal(slot_of(number).first_level, 1);
    assert_int_equal(slot_of(number).level_count, 2);
    assert_int_equal(slot_of(number).layer_count, 4);
    OK(gi_texture_query(number, &info));
    assert_true(info.has_view);
    assert_int_equal(info.view.last_layer, 4);
    OK(gi_texture_destroy(number));
#define VIEW(field, value, status, words) \
    do { \
        bad = good; \
        bad.field = (value); \
        REFUSED(status, words, gi_texture_create(&resource, &sampling, &bad, &number)); \
    } while (0)
    VIEW(format, 35, GI_INVALID_VALUE, "format is 35");
    VIEW(format, 1, GI_INVALID_VALUE, "takes 1 bytes");
    VIEW(width, 15, GI_INVALID_VALUE, "width is 15");
    VIEW(height, 9, GI_INVALID_VALUE, "height is 9");
    VIEW(depth, 0, GI_INVALID_VALUE, "depth is 0");
    VIEW(first_level, 3, GI_INVALID_VALUE, "levels are 3 to 2");
    VIEW(last_layer, 0, GI_INVALID_VALUE, "layers are 1 to 0");
#undef VIEW
    bad = good;                                  /* past the last there is nothing more to show */
    bad.last_level = 99;
    bad.last_layer = UINT32_MAX;
    OK(gi_texture_create(&resource, &sampling, &bad, &number));
    assert_int_equal(slot_of(number).level_count, 2);
    assert_int_equal(slot_of(number).layer_count, 4);
    OK(gi_texture_query(number, &info));
    assert_int_equal(info.view.last_level, 99);
    OK(gi_texture_destroy(number));
    sampling.normalized = false;                 /* accepted and told, and not done */
    sampling.address[0] = GI_ADDRESS_WRAP;       /* but without wraps */
    OK(gi_texture_create(&resource, &sampling, NULL, &number));
    assert_int_equal(slot_of(number).level_count, 3);
    assert_true(slot_of(number).sampling.normalized);
    assert_int_equal(slot_of(number).sampling.address[0], GI_ADDRESS_CLAMP);
    OK(gi_texture_query(number, &info));
    assert_false(info.sampling.normalized);
    OK(gi_texture_destroy(number));
    OK(gi_mipmapped_array_destroy(resource.array));
}

static gi_status view_of(const struct gi_array_info *array, struct gi_resource_view view,
                         struct gi_view_part *out)
{
    view.width = view.width != 0 ? view.width : array->width;
    view.height = view.height != 0 ? view.height : array->height;
    view.depth = array->depth;
    return gi_view_check(&view, array, false, out);
}

#define VIEW(...) (struct gi_resource_view){ __VA_ARGS__ }

TEST_CASE(test_views_of_cubes)
{
    struct gi_array_info cube = { .format = GI_FORMAT_RGBA8_UINT, .width = 8, .height = 8,
                                  .depth = 6, .levels = 1, .flags = GI_ARRAY_CUBEMAP };
    struct gi_view_part part;

    OK(view_of(&cube, VIEW(.format = 3), &part));
    assert_int_equal(part.layer_count, 0);       /* all of it */
    REFUSED(GI_INVALID_VALUE, "levels are 0 to 1",
            view_of(&cube, VIEW(.format = 3, .last_level = 1), &part));
    REFUSED(GI_INVALID_VALUE, "layers are 0 to 5",
            view_of(&cube, VIEW(.format = 3, .last_layer = 5), &part));
    cube.depth = 12, cube.flags |= GI_ARRAY_LAYERED;
    OK(view_of(&cube, VIEW(.format = 3, .first_layer = 6, .last_layer = 11), &part));
    assert_int_equal(part.first_layer, 6);
    assert_int_equal(part.layer_count, 6);
    REFUSED(GI_INVALID_VALUE, "six faces",
            view_of(&cube, VIEW(.format = 3, .last_layer = 4), &part));
    REFUSED(GI_INVALID_VALUE, "six faces",
            view_of(&cube, VIEW(.format = 3, .first_layer = 1, .last_layer = 6), &part));
}

/* Blocks are seen in two or four unsigned integers, of which no device here makes them. */
TEST_CASE(test_views_of_blocks)
{
    struct gi_array_info array = { .format = GI_FORMAT_RG32_UINT, .width = 8, .height = 8,
                                   .levels = 1 };
    struct gi_resource_view bc1 = { .format = GI_VIEW_BC1, .width = 32, .height = 32 };
    struct gi_resource_view bc7 = { .format = GI_VIEW_BC7, .width = 32, .height = 32 };
    struct gi_view_part part;

    REFUSED(GI_NOT_SUPPORTED, "make it with that format", view_of(&array, bc1, &part));
    REFUSED(GI_INVALID_VALUE, "takes 16 bytes", view_of(&array, bc7, &part));
    bc1.width = 8;
    REFUSED(GI_INVALID_VALUE, "width is 8", view_of(&array, bc1, &part));
    array.format = GI_FORMAT_RG32_FLOAT;
    REFUSED(GI_INVALID_VALUE, "unsigned integers", view_of(&array, bc1, &part));
    array.format = GI_FORMAT_RGBA32_UINT;
    REFUSED(GI_NOT_SUPPORTED, "make it with that format", view_of(&array, bc7, &part));
    array.format = GI_FORMAT_BC1_UNORM;
    OK(view_of(&array, VIEW(.format = GI_VIEW_BC1), &part));
    assert_int_equal(part.format, GI_FORMAT_BC1_UNORM);
    REFUSED(GI_NOT_SUPPORTED, "blocks", view_of(&array, VIEW(.format = 14), &part));
}

/* ---- slots ---------------------------------------------------------------------------------- */

TEST_CASE(test_slots)
{
    gi_handle array = make_array(0);
    struct gi_resource resource = of_array(array);
    struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    uint64_t numbers[GIFAKE_TEXTURES], more, stale;

    for (int i = 0; i < GIFAKE_TEXTURES; i++)
        OK(gi_texture_create(&resource, &sampling, NULL, &numbers[i]));
    REFUSED(GI_OUT_OF_MEMORY, "slots", gi_texture_create(&resource, &sampling, NULL, &more));
    stale = numbers[3];
    OK(gi_texture_destroy(stale));
    OK(gi_texture_create(&resource, &sampling, NULL, &numbers[3]));
    assert_int_equal((uint32_t)numbers[3], (uint32_t)stale);
    assert_true(numbers[3] != stale);
    REFUSED(GI_INVALID_VALUE, "texture", gi_texture_destroy(stale));
    OK(gi_device_reset());
    for (int i = 0; i < GIFAKE_TEXTURES; i++)
        REFUSED(GI_INVALID_VALUE, "texture", gi_texture_destroy(numbers[i]));
    assert_int_equal(gi_handle_live_count(GI_OBJECT_TEXTURE), 0);
}

TEST_CASE(test_failing_driver)
{
    gi_handle array = make_array(0);
    struct gi_resource resource = of_array(array);
    struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    uint64_t number, again;

    gifake_fail_call(1, GI_OUT_OF_MEMORY);
    REFUSED(GI_OUT_OF_MEMORY, NULL, gi_texture_create(&resource, &sampling, NULL, &number));
    assert_int_equal(gi_handle_live_count(GI_OBJECT_TEXTURE), 0);
    OK(gi_texture_create(&resource, &sampling, NULL, &again));
    OK(gi_texture_destroy(again));
    OK(gi_array_destroy(array));
}

TEST_CASE(test_limit)
{
    struct gi_channels wrong = { { 7, 0, 0, 0 }, GI_CHANNEL_UNSIGNED };
    uint64_t texels;

    OK(gi_texture_linear_limit(&bytes4, 0, &texels));
    assert_true(texels == UINT64_C(1) << 30);
    OK(gi_texture_linear_limit(&(struct gi_channels){ { 32, 32, 32, 32 }, GI_CHANNEL_FLOAT }, 0,
                               &texels));
    assert_true(texels == UINT64_C(1) << 28);
    REFUSED(GI_INVALID_CHANNELS, NULL, gi_texture_linear_limit(&wrong, 0, &texels));
    REFUSED(GI_INVALID_DEVICE, NULL, gi_texture_linear_limit(&bytes4, 99, &texels));
}
