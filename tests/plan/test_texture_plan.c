/* What of a texture the device's samplers do and what the shaders, on made-up facts. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "test_cases.h"
#include "made_up.h"
#include "vulkan/plan/texture_plan.h"

#define SAMPLED VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT
#define FILTERED VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT
#define STORED VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT

/** All that a plan is made of; to begin with, a 2D image of 16 by 8 texels that are parts of 1, on
 *  a device that can all. */
struct wanted {
    struct givk_facts facts;
    struct givk_plan plan;
    struct gi_image image;
    struct gi_texture texture;
    struct givk_texture_formats formats;
};

static void begin(struct wanted *out, void (*device)(struct givk_facts *))
{
    memset(out, 0, sizeof *out);
    device(&out->facts);
    givk_plan_make(&out->facts, NULL, &out->plan);
    out->image.shape = (struct gi_image_shape){ .format = GI_FORMAT_RGBA8_UINT,
        .dims = GI_IMAGE_2D, .width = 16, .height = 8, .depth = 1, .layers = 1, .levels = 1 };
    out->texture = (struct gi_texture){ .format = GI_FORMAT_RGBA8_UNORM, .image = &out->image,
        .level_count = 1, .layer_count = 1,
        .sampling = { .normalized = true, .max_anisotropy = 1 } };
    out->formats = (struct givk_texture_formats){ .plain = SAMPLED | FILTERED | STORED,
        .srgb = SAMPLED | FILTERED, .usage = VK_IMAGE_USAGE_STORAGE_BIT };
}

static gi_status make(const struct wanted *wanted, struct givk_texture_plan *out)
{
    return givk_texture_plan_make(&wanted->facts, &wanted->plan, &wanted->texture,
                                  &wanted->formats, out);
}

static struct givk_texture_plan made(const struct wanted *wanted)
{
    struct givk_texture_plan plan;

    if (make(wanted, &plan) != GI_OK)
        fail_msg("refused: %s", gi_last_error_detail());
    return plan;
}

static void refused(const struct wanted *wanted, const char *words)
{
    struct givk_texture_plan plan;

    assert_int_equal(make(wanted, &plan), GI_NOT_SUPPORTED);
    if (strstr(gi_last_error_detail(), words) == NULL)
        fail_msg("\"%s\" without \"%s\"", gi_last_error_detail(), words);
}

/* ---- what is in the slot --------------------------------------------------------------------- */

static const struct {
    enum gi_image_dims dims;
    uint32_t width, height, depth, layers;
    bool is_layered, is_cube;
    uint32_t kind;
    VkImageViewType view_type;
} shapes[] = {
    { GI_IMAGE_1D, 16, 1, 1, 1, false, false, GIVK_RECORD_1D, VK_IMAGE_VIEW_TYPE_1D },
    { GI_IMAGE_2D, 16, 8, 1, 1, false, false, GIVK_RECORD_2D, VK_IMAGE_VIEW_TYPE_2D },
    { GI_IMAGE_3D, 16, 8, 4, 1, false, false, GIVK_RECORD_3D, VK_IMAGE_VIEW_TYPE_3D },
    { GI_IMAGE_1D, 16, 1, 1, 5, true, false, GIVK_RECORD_1D_LAYERED,
      VK_IMAGE_VIEW_TYPE_1D_ARRAY },
    { GI_IMAGE_2D, 16, 8, 1, 5, true, false, GIVK_RECORD_2D_LAYERED,
      VK_IMAGE_VIEW_TYPE_2D_ARRAY },
    { GI_IMAGE_2D, 16, 8, 1, 1, true, false, GIVK_RECORD_2D_LAYERED,    /* one is a layer too */
      VK_IMAGE_VIEW_TYPE_2D_ARRAY },
    { GI_IMAGE_2D, 16, 16, 1, 6, false, true, GIVK_RECORD_CUBE, VK_IMAGE_VIEW_TYPE_CUBE },
    { GI_IMAGE_2D, 16, 16, 1, 12, true, true, GIVK_RECORD_CUBE_LAYERED,
      VK_IMAGE_VIEW_TYPE_CUBE_ARRAY },
};

enum { SHAPE_COUNT = sizeof shapes / sizeof shapes[0] };

static void set_shape(struct wanted *wanted, int i)
{
    wanted->image.shape = (struct gi_image_shape){ .format = GI_FORMAT_RGBA8_UINT,
        .dims = shapes[i].dims, .width = shapes[i].width, .height = shapes[i].height,
        .depth = shapes[i].depth, .layers = shapes[i].layers, .levels = 5 };
    wanted->texture.is_layered = shapes[i].is_layered;
    wanted->texture.is_cube = shapes[i].is_cube;
    wanted->texture.layer_count = shapes[i].layers;
}

TEST_CASE(test_shapes)
{
    struct wanted wanted;

    begin(&wanted, made_up_h200);
    for (int i = 0; i < SHAPE_COUNT; i++) {
        struct givk_texture_plan plan;

        set_shape(&wanted, i);
        wanted.texture.first_level = 2, wanted.texture.level_count = 3;
        plan = made(&wanted);
        assert_int_equal(plan.record.kind, shapes[i].kind);
        assert_int_equal(plan.view_type, shapes[i].view_type);
        assert_int_equal(plan.record.width, 4);
        assert_int_equal(plan.record.height, shapes[i].height > 4 ? shapes[i].height / 4 : 1);
        assert_int_equal(plan.record.depth, 1);
        assert_int_equal(plan.record.layers, shapes[i].layers / (shapes[i].is_cube ? 6 : 1));
        assert_int_equal(plan.record.levels, 3);
        assert_int_equal(plan.usage, VK_IMAGE_USAGE_SAMPLED_BIT);
    }
}

TEST_CASE(test_formats)
{
    static const struct {
        enum gi_format format;
        uint32_t word, texel_bytes;      /* the class, channels << 4, bits << 8 */
    } rows[] = {
        { GI_FORMAT_R8_UINT, GI_TEXEL_UINT | 1 << 4 | 8 << 8, 1 },
        { GI_FORMAT_RG16_SINT, GI_TEXEL_SINT | 2 << 4 | 16 << 8, 4 },
        { GI_FORMAT_RGBA32_FLOAT, GI_TEXEL_FLOAT | 4 << 4 | 32 << 8, 16 },
        { GI_FORMAT_RGBA16_SNORM, GI_TEXEL_SNORM | 4 << 4 | 16 << 8, 8 },
        { GI_FORMAT_RGB10A2_UNORM, GI_TEXEL_UNORM | 4 << 4 | 10 << 8, 4 },
    };
    struct wanted wanted;

    begin(&wanted, made_up_intel);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct givk_texture_plan plan;

        wanted.texture.format = rows[i].format;
        plan = made(&wanted);
        assert_int_equal(plan.record.format, rows[i].word);
        assert_int_equal(plan.record.texel_bytes, rows[i].texel_bytes);
        assert_int_equal(plan.format, rows[i].format);
    }
}

/* ---- samplers -------------------------------------------------------------------------------- */

TEST_CASE(test_modes)
{
    static const VkSamplerAddressMode modes[4] = {
        VK_SAMPLER_ADDRESS_MODE_REPEAT, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
        VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
    };
    struct wanted wanted;

    begin(&wanted, made_up_radeon);
    for (int i = 0; i < 4 * 4 * 4 * 4; i++) {
        struct gi_sampling *sampling = &wanted.texture.sampling;
        struct givk_texture_plan plan;

        for (int k = 0; k < 3; k++)
            sampling->address[k] = i >> 2 * k & 3;
        sampling->filter = i >> 6 & 1;
        sampling->mip_filter = i >> 7 & 1;
        plan = made(&wanted);
        assert_true(plan.has_sampler);
        assert_int_equal(plan.record.flags & GIVK_RECORD_BY_SHADER, 0);
        for (int k = 0; k < 3; k++)
            assert_int_equal(plan.sampler.address[k], modes[sampling->address[k]]);
        assert_int_equal(plan.sampler.filter, sampling->filter ? VK_FILTER_LINEAR
                                                               : VK_FILTER_NEAREST);
        assert_int_equal(plan.sampler.mip_filter,
                         sampling->mip_filter ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                              : VK_SAMPLER_MIPMAP_MODE_NEAREST);
        assert_int_equal(plan.record.address_modes, i & 63);
        assert_int_equal((plan.record.flags & GIVK_RECORD_FILTER) != 0, sampling->filter);
        assert_int_equal((plan.record.flags & GIVK_RECORD_MIP_FILTER) != 0, sampling->mip_filter);
        assert_true((plan.record.flags & GIVK_RECORD_NORMALIZED) != 0);
    }
}

/* The numbers of one level mean nothing, so that samplers are shared; a device's limits hold. */
TEST_CASE(test_levels)
{
    struct wanted wanted;
    struct gi_sampling *sampling = &wanted.texture.sampling;
    struct givk_texture_plan plan;

    begin(&wanted, made_up_h200);
    sampling->bias = 20, sampling->min_level = 1.5f, sampling->max_level = 0.5f;
    plan = made(&wanted);
    assert_true(plan.sampler.bias == 0 && plan.sampler.min_level == 0 &&
                plan.sampler.max_level == 0 && plan.record.bias == 0);
    wanted.image.shape.levels = wanted.texture.level_count = 5;
    plan = made(&wanted);
    assert_true(plan.sampler.bias == 15);
    assert_true(plan.sampler.min_level == 1.5f && plan.sampler.max_level == 1.5f);
    assert_true(plan.record.bias == 20 && plan.record.max_level == 0.5f);
    sampling->bias = -INFINITY, sampling->min_level = -3, sampling->max_level = INFINITY;
    plan = made(&wanted);
    assert_true(plan.sampler.bias == -15);
    assert_true(plan.sampler.min_level == 0 && plan.sampler.max_level == 32);
}

TEST_CASE(test_anisotropy)
{
    struct wanted wanted;

    begin(&wanted, made_up_h200);
    wanted.texture.sampling.max_anisotropy = 16;
    assert_true(made(&wanted).sampler.max_anisotropy == 1);      /* points have none */
    wanted.texture.sampling.filter = GI_FILTER_LINEAR;
    assert_true(made(&wanted).sampler.max_anisotropy == 16);
    wanted.facts.textures.max_anisotropy = 4;
    assert_true(made(&wanted).sampler.max_anisotropy == 4);
    wanted.facts.textures.anisotropy = false;
    assert_true(made(&wanted).sampler.max_anisotropy == 1);
}

TEST_CASE(test_borders)
{
    static const struct {
        float color[4];
        VkBorderColor floats, integers;
    } rows[] = {
        { { 0, 0, 0, 0 }, VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK,
          VK_BORDER_COLOR_INT_TRANSPARENT_BLACK },
        { { 0, 0, 0, 1 }, VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK, VK_BORDER_COLOR_INT_OPAQUE_BLACK },
        { { 1, 1, 1, 1 }, VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE, VK_BORDER_COLOR_INT_OPAQUE_WHITE },
    };
    struct wanted wanted;

    begin(&wanted, made_up_h200);
    wanted.texture.sampling.address[1] = GI_ADDRESS_BORDER;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memcpy(wanted.texture.sampling.border, rows[i].color, sizeof rows[i].color);
        wanted.texture.format = GI_FORMAT_RGBA8_UNORM;
        assert_int_equal(made(&wanted).sampler.border, rows[i].floats);
        wanted.texture.format = GI_FORMAT_RGBA8_SINT;
        assert_int_equal(made(&wanted).sampler.border, rows[i].integers);
    }
}

/* ---- what the shader does -------------------------------------------------------------------- */

enum { CUBE = 6 };               /* of shapes */

/** Ways of reading, and who does it. */
static const struct {
    const char *what;
    struct gi_sampling sampling;
    bool is_cube, is_unfiltered, has_no_srgb;    /* the format of the device */
    bool by_shader;
} ways[] = {
    { .what = "points", .sampling = { .normalized = true } },
    { .what = "points by texels", .sampling = { .normalized = false }, .by_shader = true },
    { .what = "filtered by texels", .sampling = { .filter = GI_FILTER_LINEAR } },
    { .what = "a border that samplers have",
      .sampling = { .normalized = true, .address = { 1, GI_ADDRESS_BORDER, 1 },
                    .border = { 1, 1, 1, 1 } } },
    { .what = "another border",
      .sampling = { .normalized = true, .address = { 1, GI_ADDRESS_BORDER, 1 },
                    .border = { 1, 1, 1, 0.5f } }, .by_shader = true },
    { .what = "another border that nobody meets",
      .sampling = { .normalized = true, .border = { 1, 1, 1, 0.5f } } },
    { .what = "a border that is no number",
      .sampling = { .normalized = true, .address = { GI_ADDRESS_BORDER, 0, 0 },
                    .border = { NAN, 0, 0, 0 } }, .by_shader = true },
    { .what = "filtered, and the device does not",
      .sampling = { .normalized = true, .filter = GI_FILTER_LINEAR }, .is_unfiltered = true,
      .by_shader = true },
    { .what = "between levels, and the device does not",
      .sampling = { .normalized = true, .mip_filter = GI_FILTER_LINEAR }, .is_unfiltered = true,
      .by_shader = true },
    { .what = "points, and the device does not filter", .sampling = { .normalized = true },
      .is_unfiltered = true },
    { .what = "sRGB", .sampling = { .normalized = true, .srgb = true } },
    { .what = "sRGB, and the device has none", .sampling = { .normalized = true, .srgb = true },
      .has_no_srgb = true, .by_shader = true },
    { .what = "points of a cube", .sampling = { .normalized = true }, .is_cube = true },
    { .what = "a cube with an edge that shows",
      .sampling = { .normalized = true, .filter = GI_FILTER_LINEAR }, .is_cube = true,
      .by_shader = true },
    { .what = "a cube without",
      .sampling = { .normalized = true, .filter = GI_FILTER_LINEAR, .seamless = true },
      .is_cube = true },
    { .what = "a cube, which has no border",
      .sampling = { .normalized = true, .address = { GI_ADDRESS_BORDER, 3, 3 },
                    .border = { 0.5f, 0, 0, 0 } }, .is_cube = true },
};

TEST_CASE(test_who_reads)
{
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        struct givk_texture_plan plan;
        struct wanted wanted;

        begin(&wanted, made_up_h200);
        wanted.texture.sampling = ways[i].sampling;
        if (ways[i].is_cube)
            set_shape(&wanted, CUBE);
        if (ways[i].is_unfiltered)
            wanted.formats.plain = SAMPLED;
        if (ways[i].has_no_srgb)
            wanted.formats.srgb = 0;
        plan = made(&wanted);
        if (plan.has_sampler == ways[i].by_shader ||
            ((plan.record.flags & GIVK_RECORD_BY_SHADER) != 0) != ways[i].by_shader)
            fail_msg("%s: sampler %d, flags 0x%x", ways[i].what, plan.has_sampler,
                     plan.record.flags);
        if (ways[i].is_cube)     /* the shader takes single texels of faces */
            assert_int_equal(plan.view_type, ways[i].by_shader ? VK_IMAGE_VIEW_TYPE_2D_ARRAY
                                                               : VK_IMAGE_VIEW_TYPE_CUBE);
        if (ways[i].sampling.srgb) {
            assert_int_equal(plan.format, ways[i].by_shader ? GI_FORMAT_RGBA8_UNORM
                                                            : GI_FORMAT_RGBA8_SRGB);
            assert_int_equal((plan.record.flags & GIVK_RECORD_SRGB) != 0, ways[i].by_shader);
        }
        assert_memory_equal(plan.record.border, ways[i].sampling.border, sizeof plan.record.border);
    }
}

/* ---- texels in memory ------------------------------------------------------------------------ */

/* Memory is read by shaders on every device; images where there are no tables of descriptors. */
TEST_CASE(test_memory)
{
    const uint32_t flags = GIVK_RECORD_MEMORY | GIVK_RECORD_BY_SHADER;
    struct givk_texture_plan plan;
    struct wanted wanted;

    begin(&wanted, made_up_h200);
    wanted.texture.image = NULL;
    wanted.texture.kind = GI_TEXTURE_OF_MEMORY;
    wanted.texture.width = 100;
    plan = made(&wanted);
    assert_int_equal(plan.record.kind, GIVK_RECORD_LINEAR);
    assert_int_equal(plan.record.flags & flags, flags);
    assert_int_equal(plan.record.width, 100);
    assert_false(plan.has_sampler);
    wanted.texture.height = 7;
    plan = made(&wanted);
    assert_int_equal(plan.record.kind, GIVK_RECORD_2D);
    assert_int_equal(plan.record.height, 7);
    wanted.texture.height = 0, wanted.texture.width = 0;         /* an empty list */
    plan = made(&wanted);
    assert_int_equal(plan.record.kind, GIVK_RECORD_LINEAR);
    assert_int_equal(plan.record.width, 0);
    begin(&wanted, made_up_llvmpipe);
    assert_int_equal(wanted.plan.textures, GIVK_TEXTURES_IN_MEMORY);
    wanted.texture.sampling.srgb = true;
    plan = made(&wanted);
    assert_int_equal(plan.record.flags & flags, flags);
    assert_true((plan.record.flags & GIVK_RECORD_SRGB) != 0);
    assert_false(plan.has_sampler);
    wanted.texture.format = GI_FORMAT_BC1_UNORM;
    refused(&wanted, "blocks of BC1_UNORM");
}

/* ---- surfaces -------------------------------------------------------------------------------- */

TEST_CASE(test_surfaces)
{
    static const struct {
        enum gi_format format, as;
    } rows[] = {
        { GI_FORMAT_R8_SNORM, GI_FORMAT_R8_UINT }, { GI_FORMAT_RG8_UINT, GI_FORMAT_R16_UINT },
        { GI_FORMAT_RGB10A2_UNORM, GI_FORMAT_R32_UINT },
        { GI_FORMAT_RGBA16_FLOAT, GI_FORMAT_RG32_UINT },
        { GI_FORMAT_RGBA32_SINT, GI_FORMAT_RGBA32_UINT },
    };
    struct wanted wanted;

    begin(&wanted, made_up_h200);
    wanted.texture.kind = GI_TEXTURE_SURFACE;
    for (int i = 0; i < SHAPE_COUNT - 2; i++) {
        set_shape(&wanted, i);
        assert_int_equal(made(&wanted).record.kind, shapes[i].kind + GIVK_RECORD_SURFACE);
        assert_int_equal(made(&wanted).view_type, shapes[i].view_type);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct givk_texture_plan plan;

        wanted.texture.format = rows[i].format;
        plan = made(&wanted);
        assert_int_equal(plan.format, rows[i].as);
        assert_int_equal(plan.usage, VK_IMAGE_USAGE_STORAGE_BIT);
        assert_false(plan.has_sampler);
    }
}

TEST_CASE(test_surfaces_that_cannot_be)
{
    struct wanted wanted;

    begin(&wanted, made_up_intel);
    wanted.texture.kind = GI_TEXTURE_SURFACE;
    (void)made(&wanted);
    wanted.formats.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    refused(&wanted, "images of RGBA8_UNORM");
    wanted.formats.plain = SAMPLED | FILTERED;
    refused(&wanted, "does not store to R32_UINT");
    wanted.facts.textures.formatless_storage = false;
    refused(&wanted, "whose format they do not know");
    wanted.texture.format = GI_FORMAT_BC7_UNORM;
    refused(&wanted, "compressed");
    begin(&wanted, made_up_llvmpipe);            /* there shaders store to memory */
    wanted.texture.kind = GI_TEXTURE_SURFACE;
    wanted.formats = (struct givk_texture_formats){ .plain = 0 };
    assert_int_equal(made(&wanted).record.flags, GIVK_RECORD_MEMORY);
}

TEST_CASE(test_what_devices_lack)
{
    struct wanted wanted;

    begin(&wanted, made_up_h200);
    wanted.formats.plain = 0;
    refused(&wanted, "does not sample RGBA8_UNORM");
    begin(&wanted, made_up_h200);
    set_shape(&wanted, SHAPE_COUNT - 1);
    wanted.facts.cube_arrays = false;
    refused(&wanted, "several cubes");
    begin(&wanted, made_up_radeon);
    wanted.plan.textures = GIVK_TEXTURES_NONE;
    refused(&wanted, "descriptor indexing");
}
