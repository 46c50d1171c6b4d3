/* Texture and surface objects of the core, on the fake driver. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "array.h"
#include "device.h"
#include "device_state.h"
#include "fake.h"
#include "memory.h"
#include "texture.h"
#include "texture_check.h"

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

static void test_array(void **state)
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

    (void)state;
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
    REFUSED(GI_INVALID_HANDLE, "array", gi_texture_create(&resource, &sampling, NULL, &number));
    OK(gi_texture_destroy(0));
}

/* As the vendor answers for each format, read mode and filter mode. */
static void test_read_modes(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int mode = 0; mode < 4; mode++) {
            struct gi_sampling sampling = { .read = mode / 2, .filter = mode % 2 }, read;
            enum gi_format as;

            assert_int_equal(gi_texture_read_as(rows[i].format, &sampling, &as, &read),
                             rows[i].answers[mode / 2][mode % 2]);
        }
    }
}

static void test_memory(void **state)
{
    struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    struct gi_resource resource = { .kind = GI_RESOURCE_LINEAR, .channels = words1,
                                    .size_bytes = 4 * 100 + 3 };
    uint64_t number;

    (void)state;
    OK(gi_memory_alloc(4096, &resource.pointer));
    OK(gi_texture_create(&resource, NULL, NULL, &number));
    assert_int_equal(slot_of(number).width, 100);
    assert_int_equal(slot_of(number).height, 0);
    OK(gi_texture_destroy(number));
    resource.size_bytes = 5000;
    REFUSED(GI_INVALID_VALUE, "texture memory", gi_texture_create(&resource, NULL, NULL, &number));
    resource.size_bytes = 3;
    REFUSED(GI_INVALID_VALUE, "size is 3", gi_texture_create(&resource, NULL, NULL, &number));
    resource.size_bytes = 16;
    resource.pointer += 4;
    REFUSED(GI_INVALID_VALUE, "multiple of 512",
            gi_texture_create(&resource, NULL, NULL, &number));
    resource.pointer -= 4;
    resource.kind = GI_RESOURCE_PITCH2D;
    resource.width = 10, resource.height = 4, resource.pitch_bytes = 64;
    REFUSED(GI_INVALID_VALUE, "how it is read",
            gi_texture_create(&resource, NULL, NULL, &number));
    OK(gi_texture_create(&resource, &sampling, NULL, &number));
    OK(gi_memory_free(resource.pointer));        /* it lives on in the texture */
    assert_int_equal(slot_of(number).pitch_bytes, 64);
    OK(gi_texture_destroy(number));
    REFUSED(GI_INVALID_VALUE, "no device reaches",
            gi_texture_create(&resource, &sampling, NULL, &number));
}

static void test_surface(void **state)
{
    gi_handle array = make_array(GI_ARRAY_SURFACE), other = make_array(0);
    struct gi_resource resource = of_array(array);
    struct gi_texture_info info;
    uint64_t surface, texture;
    struct gi_sampling sampling = { .filter = GI_FILTER_POINT };

    (void)state;
    OK(gi_surface_create(&resource, &surface));
    OK(gi_texture_create(&resource, &sampling, NULL, &texture));
    assert_true((uint32_t)surface != (uint32_t)texture);
    assert_true(slot_of(surface).is_surface);
    OK(gi_surface_query(surface, &info));
    assert_int_equal(info.resource.array, array);
    REFUSED(GI_INVALID_VALUE, "surface", gi_surface_destroy(texture));
    REFUSED(GI_INVALID_VALUE, "texture", gi_texture_destroy(surface));
    OK(gi_surface_destroy(surface));
    OK(gi_texture_destroy(texture));
    resource.array = other;
    REFUSED(GI_INVALID_VALUE, "0x2", gi_surface_create(&resource, &surface));
    resource.kind = GI_RESOURCE_LINEAR;
    REFUSED(GI_INVALID_CHANNELS, "arrays", gi_surface_create(&resource, &surface));
    resource.kind = 4;
    REFUSED(GI_INVALID_VALUE, "is 4", gi_surface_create(&resource, &surface));
    OK(gi_array_destroy(array));
    OK(gi_array_destroy(other));
}

/* ---- what is refused ------------------------------------------------------------------------ */

static void test_modes(void **state)
{
    gi_handle array = make_array(0);
    struct gi_resource resource = of_array(array);
    struct gi_sampling good = { .filter = GI_FILTER_POINT }, bad;
    uint64_t number;

    (void)state;
#define MODE(field, value, status, words) \
    do { \
        bad = good; \
        bad.field = (value); \
        REFUSED(status, words, gi_texture_create(&resource, &bad, NULL, &number)); \
        assert_int_equal(number, 0); \
    } while (0)
    MODE(address[0], 4, GI_INVALID_VALUE, "address mode 0 is 4");
    MODE(address[2], -1, GI_INVALID_VALUE, "address mode 2 is -1");
    MODE(filter, 2, GI_INVALID_VALUE, "filter mode is 2");
    MODE(mip_filter, 2, GI_INVALID_VALUE, "mip filter mode is 2");
    MODE(read, 2, GI_INVALID_VALUE, "read mode is 2");
    MODE(bias, NAN, GI_INVALID_VALUE, "level bias");
    MODE(min_level, NAN, GI_INVALID_VALUE, "least level");
    MODE(max_level, NAN, GI_INVALID_VALUE, "greatest level");
    MODE(border[3], NAN, GI_INVALID_VALUE, "border colour 3");
    MODE(filter, GI_FILTER_LINEAR, GI_INVALID_FILTER, "integers");
#undef MODE
    REFUSED(GI_INVALID_VALUE, "how it is read",
            gi_texture_create(&resource, NULL, NULL, &number));
    OK(gi_array_destroy(array));
}

static void test_views(void **state)
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

    (void)state;
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
    VIEW(last_level, 3, GI_INVALID_VALUE, "levels are 1 to 3");
    VIEW(first_level, 3, GI_INVALID_VALUE, "levels are 3 to 2");
    VIEW(last_layer, 5, GI_INVALID_VALUE, "layers are 1 to 5");
#undef VIEW
    sampling.normalized = false;
    REFUSED(GI_INVALID_VALUE, "not normalised",
            gi_texture_create(&resource, &sampling, NULL, &number));
    OK(gi_mipmapped_array_destroy(resource.array));
}

/* ---- slots ---------------------------------------------------------------------------------- */

static void test_slots(void **state)
{
    gi_handle array = make_array(0);
    struct gi_resource resource = of_array(array);
    struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    uint64_t numbers[GIFAKE_TEXTURES], more, stale;

    (void)state;
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

static void test_failing_driver(void **state)
{
    gi_handle array = make_array(0);
    struct gi_resource resource = of_array(array);
    struct gi_sampling sampling = { .filter = GI_FILTER_POINT };
    uint64_t number, again;

    (void)state;
    gifake_fail_call(1, GI_OUT_OF_MEMORY);
    REFUSED(GI_OUT_OF_MEMORY, NULL, gi_texture_create(&resource, &sampling, NULL, &number));
    assert_int_equal(gi_handle_live_count(GI_OBJECT_TEXTURE), 0);
    OK(gi_texture_create(&resource, &sampling, NULL, &again));
    OK(gi_texture_destroy(again));
    OK(gi_array_destroy(array));
}

static void test_limit(void **state)
{
    struct gi_channels wrong = { { 7, 0, 0, 0 }, GI_CHANNEL_UNSIGNED };
    uint64_t texels;

    (void)state;
    OK(gi_texture_linear_limit(&bytes4, 0, &texels));
    assert_true(texels >= UINT64_C(1) << 27);
    REFUSED(GI_INVALID_CHANNELS, NULL, gi_texture_linear_limit(&wrong, 0, &texels));
    REFUSED(GI_INVALID_DEVICE, NULL, gi_texture_linear_limit(&bytes4, 99, &texels));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_array), cmocka_unit_test(test_memory),
        cmocka_unit_test(test_read_modes),
        cmocka_unit_test(test_surface), cmocka_unit_test(test_modes), cmocka_unit_test(test_views),
        cmocka_unit_test(test_slots), cmocka_unit_test(test_failing_driver),
        cmocka_unit_test(test_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
