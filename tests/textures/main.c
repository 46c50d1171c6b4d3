/* Every format, shape and mode of textures and surfaces, each texel compared with the model. */
#include <math.h>
#include <string.h>

#include "support.h"

static struct rig_place places[RIG_MAX_PLACES];
static const uint32_t sizes[4] = { 7, 5, 3, 4 };
static const uint32_t shapes[] = { RIG_1D, RIG_2D, RIG_3D, RIG_1D_LAYERED, RIG_2D_LAYERED,
                                   RIG_CUBE, RIG_CUBE_LAYERED };

static int share;                /* 1 or 2 of two; 0: all */

#define EACH(item, list) (size_t item = 0; item < sizeof(list) / sizeof((list)[0]); item++)

static bool is_plain(enum gi_format format)
{
    const struct gi_format_info *info = gi_format_info(format);

    return info->block_width == 1 && info->channels.kind != GI_CHANNEL_NONE;
}

/** What memory can be read as: the rest are integers with another read mode. */
static bool is_of_memory(enum gi_format format)
{
    enum gi_texel_class texel_class = gi_format_info(format)->texel_class;

    return is_plain(format) && (format == GI_FORMAT_RGB10A2_UNORM ||
           (texel_class != GI_TEXEL_UNORM && texel_class != GI_TEXEL_SNORM));
}

static uint64_t make_texture(const struct gi_resource *resource,
                             const struct gi_sampling *sampling,
                             const struct gi_resource_view *view)
{
    uint64_t texture;

    OK(gi_texture_create(resource, sampling, view, &texture));
    return texture;
}

/* Floats of a texel are read to the last bit but one. */
#define EXACT 2e-7

/** What is mixed is read to so much: some samplers mix bytes as bytes, and weigh by 8 bits; an H100
 *  was found to be 0.003 off with R16_SNORM and 0.0006 with floats. Besides they may take a place
 *  close by, which compare_reads knows. */
static double filter_tolerance(const struct gi_sampling *sampling, enum gi_format as)
{
    int bits = gi_format_info(as)->channels.bits[0];

    if (sampling->filter == GI_FILTER_POINT && sampling->mip_filter == GI_FILTER_POINT)
        return 1e-6;
    if (!rig_is_bindless())
        return 1e-4;
    return bits == 8 ? 2.0 / 255 : 3.0 / 512;
}

static void expect_zeros(enum rig_kernel kernel, uint32_t what, uint64_t object, const char *name)
{
    union rig_texel texel;

    memset(&texel, 0xff, sizeof texel);
    places[0] = (struct rig_place){ .at = { 0.5f, 0.5f, 0.5f, 0 } };
    rig_run(kernel, what, object, places, 1, &texel);
    if (texel.u[0] != 0 || texel.u[1] != 0 || texel.u[2] != 0 || texel.u[3] != 0) {
        fprintf(stderr, "%s: a texel that is not there is 0x%x\n", name, texel.u[0]);
        exit(1);
    }
}

/* ---- formats -------------------------------------------------------------------------------- */

static void check_format(enum gi_format format, uint32_t shape)
{
    struct gi_sampling sampling = plain_sampling_of(format);
    enum gi_texel_class texel_class = gi_format_info(format)->texel_class;
    enum gi_format as = texel_class == GI_TEXEL_UINT ? gi_format_as(format, GI_TEXEL_UNORM) :
                        texel_class == GI_TEXEL_SINT ? gi_format_as(format, GI_TEXEL_SNORM) :
                        GI_FORMAT_NONE;
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture;
    size_t count;

    holder_create(&holder, format, shape, sizes, 1, 0);
    resource = holder_resource(&holder);
    for (int normalized = 0; normalized < 2; normalized++) {
        sampling.normalized = normalized;
        count = places_of_texels(&holder.model, &sampling, 0, places);
        texture = make_texture(&resource, &sampling, NULL);
        compare_reads(&holder.model, format, &sampling, texture, shape, places, count, EXACT,
                      "element type");
        OK(gi_texture_destroy(texture));
    }
    if (as != GI_FORMAT_NONE) {
        sampling.read = GI_READ_NORMALIZED;
        texture = make_texture(&resource, &sampling, NULL);
        compare_reads(&holder.model, as, &sampling, texture, shape, places, count, EXACT,
                      "normalised float");
        OK(gi_texture_destroy(texture));
    }
    holder_destroy(&holder);
}

/** Every other pair is in a share, so each has all formats and all shapes. */
static bool has_pair(int format, size_t shape)
{
    return is_plain((enum gi_format)format) &&
           (share == 0 || ((size_t)format + shape) % 2 == (size_t)share - 1);
}

static void test_formats(void)
{
    for (int format = GI_FORMAT_NONE + 1; format < GI_FORMAT_COUNT; format++)
        for EACH(i, shapes)
            if (has_pair(format, i))
                check_format((enum gi_format)format, shapes[i]);
}

/* ---- modes ---------------------------------------------------------------------------------- */

static void check_modes(const struct holder *holder, struct gi_sampling sampling,
                        enum gi_format as)
{
    struct gi_resource resource = holder_resource(holder);
    struct gi_sampling effective = sampling;
    uint64_t texture;
    size_t count;

    for (int i = 0; i < 3 && !sampling.normalized; i++)
        if (sampling.address[i] != GI_ADDRESS_BORDER)
            effective.address[i] = GI_ADDRESS_CLAMP;
    count = places_around(&holder->model, &effective, 0, 600, 1, places);
    texture = make_texture(&resource, &sampling, NULL);
    compare_reads(&holder->model, as, &effective, texture, holder->model.shape, places, count,
                  filter_tolerance(&sampling, as), "modes");
    OK(gi_texture_destroy(texture));
}

static void test_modes(void)
{
    static const struct {
        enum gi_format format, as;
    } formats[] = {
        { GI_FORMAT_RGBA8_UINT, GI_FORMAT_RGBA8_UNORM },
        { GI_FORMAT_R16_SINT, GI_FORMAT_R16_SNORM },
        { GI_FORMAT_RG32_FLOAT, GI_FORMAT_RG32_FLOAT },
        { GI_FORMAT_RGBA16_FLOAT, GI_FORMAT_RGBA16_FLOAT },
        { GI_FORMAT_RG8_UINT, GI_FORMAT_RG8_UINT },
        { GI_FORMAT_R16_SINT, GI_FORMAT_R16_SINT },
        { GI_FORMAT_RGBA32_SINT, GI_FORMAT_RGBA32_SINT },
        { GI_FORMAT_R32_UINT, GI_FORMAT_R32_UINT },
    };
    static const float borders[][4] = { { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 0.25f, 0.5f, 0.75f, 1 } };

    for EACH(f, formats) {
        for EACH(s, shapes) {
            struct holder holder;
            bool cube = shapes[s] == RIG_CUBE || shapes[s] == RIG_CUBE_LAYERED;

            holder_create(&holder, formats[f].format, shapes[s], sizes, 1, 0);
            for (int i = 0; i < 4 * 2 * 2 * 3; i++) {
                struct gi_sampling sampling = plain_sampling();

                sampling.filters_integers = true;
                sampling.read = formats[f].as == formats[f].format ? GI_READ_ELEMENT
                                                                   : GI_READ_NORMALIZED;
                sampling.address[0] = i % 4;
                sampling.address[1] = (i + f) % 4;
                sampling.address[2] = (i / 4 + 1) % 4;
                sampling.filter = i / 4 % 2;
                sampling.normalized = cube || i / 8 % 2 != 0;
                memcpy(sampling.border, borders[i / 16], sizeof sampling.border);
                check_modes(&holder, sampling, formats[f].as);
            }
            holder_destroy(&holder);
        }
    }
}

/** Whole coordinates, which many programs use, name texels exactly. */
static void test_edges(void)
{
    struct gi_sampling sampling = plain_sampling();
    const uint32_t size[4] = { 777, 3, 1, 1 };
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture;
    size_t count = 0;

    holder_create(&holder, GI_FORMAT_R32_FLOAT, RIG_2D, size, 1, 0);
    resource = holder_resource(&holder);
    for (uint32_t y = 0; y < 3; y++)
        for (uint32_t x = 0; x < 777; x++)
            places[count++] = (struct rig_place){ .at = { (float)x, (float)y, 0, 0 } };
    texture = make_texture(&resource, &sampling, NULL);
    compare_reads(&holder.model, GI_FORMAT_R32_FLOAT, &sampling, texture, RIG_2D, places, count,
                  EXACT, "whole coordinates");
    OK(gi_texture_destroy(texture));
    holder_destroy(&holder);
}

/* ---- levels --------------------------------------------------------------------------------- */

static void check_levels(uint32_t shape, struct gi_sampling sampling,
                         const struct holder *holder)
{
    struct gi_resource resource = holder_resource(holder);
    enum gi_format as = gi_format_as(holder->model.format, GI_TEXEL_UNORM);
    uint64_t texture = make_texture(&resource, &sampling, NULL);
    unsigned seed = shape;

    for (int i = 0; i < 3 && !sampling.normalized; i++)
        sampling.address[i] = GI_ADDRESS_CLAMP;
    sampling.normalized = true;                  /* levels are read so whatever was asked for */
    for (uint32_t level = 0; level < holder->model.levels; level++) {
        size_t count = places_of_texels(&holder->model, &sampling, level, places);

        /* Between levels, but not near the middle, where devices may choose either. */
        for (size_t i = 0; i < count && sampling.mip_filter == GI_FILTER_LINEAR; i++)
            places[i].at[3] = (float)(model_random(&seed) % 500) / 100;
        compare_reads(&holder->model, as, &sampling, texture, shape | RIG_LEVEL, places, count,
                      filter_tolerance(&sampling, as), "levels");
    }
    OK(gi_texture_destroy(texture));
}

static void test_levels(void)
{
    static const uint32_t size[4] = { 16, 16, 8, 3 };

    for EACH(s, shapes) {
        struct gi_sampling sampling = plain_sampling();
        struct holder holder;

        holder_create(&holder, GI_FORMAT_RGBA8_UINT, shapes[s], size, 4, 0);
        sampling.normalized = true;
        sampling.read = GI_READ_NORMALIZED;
        check_levels(shapes[s], sampling, &holder);
        sampling.min_level = 1;
        sampling.max_level = 2;
        check_levels(shapes[s], sampling, &holder);
        sampling.bias = 1;
        sampling.max_level = 32;
        check_levels(shapes[s], sampling, &holder);
        sampling.bias = 0;
        sampling.min_level = 0;
        sampling.mip_filter = GI_FILTER_LINEAR;
        check_levels(shapes[s], sampling, &holder);
        sampling.normalized = false;
        sampling.address[0] = sampling.address[1] = sampling.address[2] = GI_ADDRESS_WRAP;
        check_levels(shapes[s], sampling, &holder);
        sampling.filter = GI_FILTER_LINEAR;
        check_levels(shapes[s], sampling, &holder);
        sampling.filter = sampling.mip_filter = GI_FILTER_POINT;
        check_levels(shapes[s], sampling, &holder);
        holder_destroy(&holder);
    }
}

/** Derivatives that span two texels of level 0 along each axis are level 1. */
static void test_derivatives(void)
{
    static const uint32_t size[4] = { 16, 16, 16, 2 };

    for EACH(s, shapes) {
        bool cube = shapes[s] == RIG_CUBE || shapes[s] == RIG_CUBE_LAYERED;
        struct gi_sampling sampling = plain_sampling();
        struct gi_resource resource;
        struct holder holder;
        struct model lower;
        uint64_t texture;
        size_t count;

        holder_create(&holder, GI_FORMAT_R32_FLOAT, shapes[s], size, 4, 0);
        resource = holder_resource(&holder);
        sampling.normalized = true;
        texture = make_texture(&resource, &sampling, NULL);
        count = places_of_texels(&holder.model, &sampling, 1, places);
        for (size_t i = 0; i < count && !cube; i++) {
            places[i].dx[0] = 2.0f / 16;
            places[i].dy[1] = shapes[s] == RIG_1D || shapes[s] == RIG_1D_LAYERED ? 0 : 2.0f / 16;
            places[i].dy[0] = shapes[s] == RIG_1D || shapes[s] == RIG_1D_LAYERED ? 2.0f / 16 : 0;
        }
        for (size_t i = 0; i < count && cube; i++) {     /* across the face, not along its normal */
            int far = fabsf(places[i].at[0]) > 1.49f ? 0 : fabsf(places[i].at[1]) > 1.49f ? 1 : 2;
            places[i].dx[(far + 1) % 3] = 1.5f * 4 / 16;
            places[i].dy[(far + 2) % 3] = 1.5f * 4 / 16;
        }
        lower = holder.model;
        sampling.bias = 1;       /* of the model, which knows nothing of derivatives */
        compare_reads(&lower, GI_FORMAT_R32_FLOAT, &sampling, texture, shapes[s] | RIG_DERIVATIVES,
                      places, count, EXACT, "derivatives");
        OK(gi_texture_destroy(texture));
        holder_destroy(&holder);
    }
}

/* ---- views ---------------------------------------------------------------------------------- */

/** A view from level 1 and layer 2 on, as one channel of 32 bits. */
static void check_view(const struct holder *holder, uint32_t last_level, uint32_t last_layer,
                       uint32_t levels, uint32_t layers)
{
    const struct gi_resource_view view = { .format = 13, .width = 16, .height = 8, .depth = 5,
                                           .first_level = 1, .last_level = last_level,
                                           .first_layer = 2, .last_layer = last_layer };
    struct model part = { .format = GI_FORMAT_R32_UINT, .shape = RIG_2D_LAYERED, .width = 8,
                          .height = 4, .depth = 1, .layers = layers, .levels = levels };
    struct gi_resource resource = holder_resource(holder);
    struct gi_sampling sampling = plain_sampling();
    uint64_t texture;
    size_t count;

    sampling.normalized = true;
    texture = make_texture(&resource, &sampling, &view);
    for (uint32_t i = 0; i < levels; i++)
        part.texels[i] = model_texel(&holder->model, 1 + i, 0, 0, 2);
    for (uint32_t i = 0; i < levels; i++) {
        count = places_of_texels(&part, &sampling, i, places);
        compare_reads(&part, GI_FORMAT_R32_UINT, &sampling, texture, RIG_2D_LAYERED | RIG_LEVEL,
                      places, count, 0, "views");
    }
    OK(gi_texture_destroy(texture));
}

static void check_level_as_array(const struct holder *holder)
{
    struct model part = { .format = GI_FORMAT_RGBA8_UINT, .shape = RIG_2D_LAYERED, .width = 4,
                          .height = 2, .depth = 1, .layers = 5, .levels = 1,
                          .texels = { holder->model.texels[2] } };
    struct gi_resource resource = { .kind = GI_RESOURCE_ARRAY };
    struct gi_sampling sampling = plain_sampling();
    uint64_t texture;
    size_t count;

    OK(gi_mipmapped_array_level(holder->mipmapped, 2, &resource.array));
    texture = make_texture(&resource, &sampling, NULL);
    count = places_of_texels(&part, &sampling, 0, places);
    compare_reads(&part, GI_FORMAT_RGBA8_UINT, &sampling, texture, RIG_2D_LAYERED, places, count, 0,
                  "a level as an array");
    OK(gi_texture_destroy(texture));
}

static void test_views(void)
{
    static const uint32_t size[4] = { 16, 8, 1, 5 };
    struct holder holder;

    holder_create(&holder, GI_FORMAT_RGBA8_UINT, RIG_2D_LAYERED, size, 4, 0);
    check_view(&holder, 2, 3, 2, 2);
    check_view(&holder, 99, UINT32_MAX, 3, 3);   /* to the last of each */
    check_level_as_array(&holder);
    holder_destroy(&holder);
}

/* ---- memory --------------------------------------------------------------------------------- */

static void check_linear(enum gi_format format)
{
    const uint32_t size[4] = { 301, 1, 1, 1 };
    const struct gi_format_info *info = gi_format_info(format);
    struct gi_sampling sampling = plain_sampling_of(format);
    struct gi_resource resource = { .kind = GI_RESOURCE_LINEAR, .channels = info->channels,
                                    .size_bytes = 301 * info->block_bytes };
    static union rig_texel beyond[2];
    struct model model;
    uint64_t texture;

    model_create(&model, format, RIG_1D, size, 1, 5);
    OK(gi_memory_alloc(resource.size_bytes, &resource.pointer));
    OK(gi_copy_now(resource.pointer, (uint64_t)(uintptr_t)model.texels[0], resource.size_bytes,
                   GI_COPY_HOST_TO_DEVICE));
    for (int i = 0; i < 301; i++)
        places[i] = (struct rig_place){ .at = { (float)i + 0.5f, 0, 0, 0 }, .x = i };
    texture = make_texture(&resource, &sampling, NULL);
    compare_reads(&model, format, &sampling, texture, RIG_FETCH, places, 301, EXACT, "linear");
    places[0].x = -1;
    places[1].x = 301;
    memset(beyond, 0xff, sizeof beyond);
    rig_run(kernel_of(format), RIG_FETCH, texture, places, 2, beyond);
    for (int i = 0; i < 8; i++)
        if (beyond[i / 4].u[i % 4] != 0) {
            fprintf(stderr, "linear: %s beyond its ends is 0x%x\n", info->name,
                    beyond[i / 4].u[i % 4]);
            exit(1);
        }
    OK(gi_memory_free(resource.pointer));        /* the texture keeps it */
    places[0].x = 0;
    places[1].x = 1;
    compare_reads(&model, format, &sampling, texture, RIG_FETCH, places, 301, EXACT, "freed");
    OK(gi_texture_destroy(texture));
    model_destroy(&model);
}

static void check_pitched(enum gi_format format, enum gi_format as)
{
    const uint32_t size[4] = { 13, 9, 1, 1 };
    const struct gi_format_info *info = gi_format_info(format);
    struct gi_resource resource = { .kind = GI_RESOURCE_PITCH2D, .channels = info->channels,
                                    .width = 13, .height = 9, .pitch_bytes = 512 };
    struct model model;

    model_create(&model, format, RIG_2D, size, 1, 6);
    OK(gi_memory_alloc(512 * 9, &resource.pointer));
    for (uint32_t y = 0; y < 9; y++)
        OK(gi_copy_now(resource.pointer + 512 * y,
                       (uint64_t)(uintptr_t)model_texel(&model, 0, 0, y, 0),
                       13 * info->block_bytes, GI_COPY_HOST_TO_DEVICE));
    for (int i = 0; i < 16; i++) {
        struct gi_sampling sampling = plain_sampling();
        uint64_t texture;
        size_t count;

        sampling.read = as == format ? GI_READ_ELEMENT : GI_READ_NORMALIZED;
        sampling.normalized = i / 4 % 2 != 0;
        sampling.address[0] = sampling.normalized || i % 4 == 3 ? i % 4 : GI_ADDRESS_CLAMP;
        sampling.address[1] = sampling.address[0];
        sampling.filter = i / 8;
        sampling.border[0] = 0.5f;
        texture = make_texture(&resource, &sampling, NULL);
        count = places_around(&model, &sampling, 0, 500, (unsigned)i, places);
        compare_reads(&model, as, &sampling, texture, RIG_2D, places, count,
                      sampling.filter == GI_FILTER_LINEAR ? 1e-5 : EXACT, "pitched");
        OK(gi_texture_destroy(texture));
    }
    OK(gi_memory_free(resource.pointer));
    model_destroy(&model);
}

/** Rows that begin before the one above them ends, or all at the same place. */
static void check_overlapping(uint64_t pitch_bytes)
{
    const uint32_t size[4] = { 13, 9, 1, 1 };
    struct gi_resource resource = { .kind = GI_RESOURCE_PITCH2D, .width = 13, .height = 9,
        .channels = gi_format_info(GI_FORMAT_RGBA8_UINT)->channels, .pitch_bytes = pitch_bytes };
    struct gi_sampling sampling = plain_sampling();
    uint8_t bytes[32 * 8 + 13 * 4];
    struct model model;
    unsigned seed = 77;
    uint64_t texture;
    size_t count;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)model_random(&seed);
    model_create(&model, GI_FORMAT_RGBA8_UINT, RIG_2D, size, 1, 0);
    for (uint32_t y = 0; y < 9; y++)
        memcpy(model_texel(&model, 0, 0, y, 0), bytes + pitch_bytes * y, 13 * 4);
    OK(gi_memory_alloc(sizeof bytes, &resource.pointer));
    OK(gi_copy_now(resource.pointer, (uint64_t)(uintptr_t)bytes, sizeof bytes,
                   GI_COPY_HOST_TO_DEVICE));
    texture = make_texture(&resource, &sampling, NULL);
    count = places_around(&model, &sampling, 0, 500, 4, places);
    compare_reads(&model, GI_FORMAT_RGBA8_UINT, &sampling, texture, RIG_2D, places, count, 0,
                  "rows that overlap");
    OK(gi_texture_destroy(texture));
    OK(gi_memory_free(resource.pointer));
    model_destroy(&model);
}

/** A list without a texel. */
static void check_empty(void)
{
    struct gi_resource resource = { .kind = GI_RESOURCE_LINEAR, .size_bytes = 3,
        .channels = gi_format_info(GI_FORMAT_R32_UINT)->channels };
    struct gi_sampling sampling = plain_sampling();
    uint64_t texture;

    OK(gi_memory_alloc(512, &resource.pointer));
    OK(gi_fill_now(resource.pointer, 0xff, 1, 512));
    texture = make_texture(&resource, &sampling, NULL);
    expect_zeros(RIG_UNSIGNED, RIG_FETCH, texture, "a list without a texel");
    OK(gi_texture_destroy(texture));
    OK(gi_memory_free(resource.pointer));
}

static void test_memory(void)
{
    check_overlapping(32);
    check_overlapping(0);
    check_empty();
    for (int format = GI_FORMAT_NONE + 1; format < GI_FORMAT_COUNT; format++)
        if (is_of_memory((enum gi_format)format))
            check_linear((enum gi_format)format);
    check_pitched(GI_FORMAT_RGBA8_UINT, GI_FORMAT_RGBA8_UNORM);
    check_pitched(GI_FORMAT_R8_SINT, GI_FORMAT_R8_SNORM);
    check_pitched(GI_FORMAT_RG16_UINT, GI_FORMAT_RG16_UNORM);
    check_pitched(GI_FORMAT_RGBA32_FLOAT, GI_FORMAT_RGBA32_FLOAT);
    check_pitched(GI_FORMAT_R16_FLOAT, GI_FORMAT_R16_FLOAT);
}

/* ---- the rest of sampling ------------------------------------------------------------------- */

static void test_gather(void)
{
    struct gi_sampling sampling = plain_sampling(), point;
    static union rig_texel texels[RIG_MAX_PLACES];
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture;
    size_t count;

    holder_create(&holder, GI_FORMAT_RGBA32_FLOAT, RIG_2D, sizes, 1, GI_ARRAY_GATHER);
    resource = holder_resource(&holder);
    texture = make_texture(&resource, &sampling, NULL);
    count = places_around(&holder.model, &sampling, 0, 200, 9, places);
    for (size_t i = 0; i < count; i++)
        places[i].channel = (int32_t)(i % 4);
    rig_run(RIG_FLOATS, RIG_GATHER, texture, places, count, texels);
    point = sampling;
    for (size_t i = 0; i < count * 4; i++) {
        static const float moved[4][2] = { { -0.5f, 0.5f }, { 0.5f, 0.5f }, { 0.5f, -0.5f },
                                           { -0.5f, -0.5f } };
        struct rig_place place = places[i / 4];
        double right[4];

        place.at[0] += moved[i % 4][0];
        place.at[1] += moved[i % 4][1];
        model_read(&holder.model, GI_FORMAT_RGBA32_FLOAT, &point, &place, 0, right);
        if (fabs(texels[i / 4].f[i % 4] - right[place.channel]) > EXACT) {
            fprintf(stderr, "gather: place %zu, texel %zu is %g instead of %g\n", i / 4, i % 4,
                    (double)texels[i / 4].f[i % 4], right[place.channel]);
            exit(1);
        }
    }
    OK(gi_texture_destroy(texture));
    holder_destroy(&holder);
}

static void test_srgb(void)
{
    static const enum gi_format formats[] = { GI_FORMAT_R8_UINT, GI_FORMAT_RG8_UINT,
                                              GI_FORMAT_RGBA8_UINT };

    for EACH(i, formats) {
        struct gi_sampling sampling = plain_sampling();
        struct gi_resource resource;
        struct holder holder;
        uint64_t texture;
        size_t count;

        holder_create(&holder, formats[i], RIG_2D, sizes, 1, 0);
        resource = holder_resource(&holder);
        sampling.read = GI_READ_NORMALIZED;
        sampling.srgb = true;
        sampling.normalized = true;
        count = places_of_texels(&holder.model, &sampling, 0, places);
        texture = make_texture(&resource, &sampling, NULL);
        compare_reads(&holder.model, gi_format_as(formats[i], GI_TEXEL_UNORM), &sampling, texture,
                      RIG_2D, places, count, 0.003, "sRGB");
        OK(gi_texture_destroy(texture));
        holder_destroy(&holder);
    }
}

/* ---- surfaces ------------------------------------------------------------------------------- */

static void check_surface(enum gi_format format, uint32_t shape, uint32_t flags)
{
    static union rig_texel texels[RIG_MAX_PLACES];
    uint32_t bytes = gi_format_info(format)->block_bytes, count;
    struct gi_resource resource;
    struct holder holder;
    uint64_t surface;
    unsigned seed = 3;

    holder_create(&holder, format, shape, sizes, 1, flags);
    resource = holder_resource(&holder);
    OK(gi_surface_create(&resource, &surface));
    count = (uint32_t)places_of_surface(&holder.model, 0, places);
    rig_run(RIG_SURFACES, shape, surface, places, count, texels);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t wide[16] = { 0 };

        memcpy(wide, holder.model.texels[0] + i * bytes, bytes);
        if (memcmp(&texels[i], wide, 16) != 0) {
            fprintf(stderr, "surface: %s, shape %u: texel %u is read as 0x%x\n",
                    gi_format_info(format)->name, shape, i, texels[i].u[0]);
            exit(1);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        for (int c = 0; c < 4; c++)
            texels[i].u[c] = model_random(&seed) * 2654435761u;
        memcpy(holder.model.texels[0] + i * bytes, &texels[i], bytes);
    }
    rig_run(RIG_SURFACES, shape | RIG_WRITE, surface, places, count, texels);
    holder_compare(&holder, 0, "surface");
    OK(gi_surface_destroy(surface));
    holder_destroy(&holder);
}

/** Beyond the edges nothing is written and zeros are read; clamped the edge is. */
static void check_boundaries(void)
{
    union rig_texel texels[4];
    struct gi_resource resource;
    struct holder holder;
    uint64_t surface;

    holder_create(&holder, GI_FORMAT_R32_UINT, RIG_2D, sizes, 1, GI_ARRAY_SURFACE);
    resource = holder_resource(&holder);
    OK(gi_surface_create(&resource, &surface));
    memset(texels, 0xff, sizeof texels);
    places[0] = (struct rig_place){ .x = -1, .y = 0 };
    places[1] = (struct rig_place){ .x = 28, .y = 0 };
    places[2] = (struct rig_place){ .x = 0, .y = 5 };
    places[3] = (struct rig_place){ .x = 0, .y = -1 };
    rig_run(RIG_SURFACES, RIG_2D | RIG_WRITE, surface, places, 4, texels);
    holder_compare(&holder, 0, "beyond a surface");
    rig_run(RIG_SURFACES, RIG_2D, surface, places, 4, texels);
    for (int i = 0; i < 4; i++)
        if (texels[i].u[0] != 0) {
            fprintf(stderr, "surface: 0x%x beyond its edges\n", texels[i].u[0]);
            exit(1);
        }
    for (int i = 0; i < 4; i++)
        places[i].channel = 1;
    rig_run(RIG_SURFACES, RIG_2D, surface, places, 4, texels);
    if (memcmp(&texels[1], model_texel(&holder.model, 0, 6, 0, 0), 4) != 0 ||
        memcmp(&texels[2], model_texel(&holder.model, 0, 0, 4, 0), 4) != 0) {
        fprintf(stderr, "surface: what is clamped is not the edge\n");
        exit(1);
    }
    OK(gi_surface_destroy(surface));
    holder_destroy(&holder);
}

/** A level of a chain that nobody made for surfaces. */
static void check_level_surface(void)
{
    static const uint32_t size[4] = { 16, 8, 1, 1 };
    struct gi_resource resource = { .kind = GI_RESOURCE_ARRAY };
    static union rig_texel texels[8 * 4];
    struct holder holder;
    uint64_t surface;

    holder_create(&holder, GI_FORMAT_RGBA8_UINT, RIG_2D, size, 3, 0);
    OK(gi_mipmapped_array_level(holder.mipmapped, 1, &resource.array));
    OK(gi_surface_create(&resource, &surface));
    for (int i = 0; i < 8 * 4; i++) {
        places[i] = (struct rig_place){ .x = i % 8 * 4, .y = i / 8 };
        texels[i].u[0] = (uint32_t)i * 2654435761u;
        memcpy(holder.model.texels[1] + i * 4, &texels[i], 4);
    }
    rig_run(RIG_SURFACES, RIG_2D | RIG_WRITE, surface, places, 8 * 4, texels);
    for (uint32_t level = 0; level < 3; level++)
        holder_compare(&holder, level, "a level as a surface");
    OK(gi_surface_destroy(surface));
    holder_destroy(&holder);
}

static void test_surfaces(void)
{
    for (int format = GI_FORMAT_NONE + 1; format < GI_FORMAT_COUNT; format++)
        for EACH(i, shapes)
            if (is_plain((enum gi_format)format))        /* made for surfaces, every other one */
                check_surface((enum gi_format)format, shapes[i],
                              ((size_t)format + i) % 2 != 0 ? GI_ARRAY_SURFACE : 0);
    check_level_surface();
    check_boundaries();
}

/* ---- life ----------------------------------------------------------------------------------- */

static void test_life(void)
{
    struct gi_sampling sampling = plain_sampling();
    struct gi_resource resource;
    struct holder holder;
    uint64_t texture, other;
    size_t count;

    holder_create(&holder, GI_FORMAT_R32_UINT, RIG_2D, sizes, 1, 0);
    resource = holder_resource(&holder);
    texture = make_texture(&resource, &sampling, NULL);
    OK(gi_array_destroy(holder.array));
    holder.array = 0;
    count = places_of_texels(&holder.model, &sampling, 0, places);
    compare_reads(&holder.model, GI_FORMAT_R32_UINT, &sampling, texture, RIG_2D, places, count, 0,
                  "a freed array");
    expect_zeros(RIG_UNSIGNED, RIG_3D, texture, "another shape");
    expect_zeros(RIG_FLOATS, RIG_2D, texture, "another type");
    expect_zeros(RIG_SURFACES, RIG_2D, texture, "a texture as a surface");
    expect_zeros(RIG_UNSIGNED, RIG_2D, texture + 1000, "a slot that is empty");
    expect_zeros(RIG_UNSIGNED, RIG_2D, UINT32_MAX, "a slot that is none");
    STATUS(GI_STALE_HANDLE, gi_texture_create(&resource, &sampling, NULL, &other));
    OK(gi_texture_destroy(texture));
    expect_zeros(RIG_UNSIGNED, RIG_2D, texture, "a destroyed texture");
    STATUS(GI_INVALID_VALUE, gi_texture_destroy(texture));
    holder_destroy(&holder);
}

/** A reset ends objects; the slots can be used again. */
static void test_reset(void)
{
    struct gi_sampling sampling = plain_sampling();
    struct gi_resource resource;
    struct gi_texture_info info;
    struct holder holder;
    uint64_t texture;

    holder_create(&holder, GI_FORMAT_R32_UINT, RIG_2D, sizes, 1, 0);
    resource = holder_resource(&holder);
    texture = make_texture(&resource, &sampling, NULL);
    rig_close();
    OK(gi_device_reset());
    STATUS(GI_INVALID_VALUE, gi_texture_query(texture, &info));
    STATUS(GI_INVALID_VALUE, gi_texture_destroy(texture));
    model_destroy(&holder.model);
}

static const struct rig_language *const languages[] = { &rig_glsl, &rig_ptx, &rig_program };

/* Each share has a test in one of two languages. GLSL is in neither. */
static bool is_in_share(const struct rig_language *language, size_t test)
{
    return share == 0 ||
           (language != &rig_glsl && (language == &rig_ptx) == (test % 2 == (size_t)share - 1));
}

/* All tests with kernels of one language, or the one of a name. The last one resets the device, and
 * what the driver has compiled is lost with it: only the last language has it, also in a share. */
static int run_all(const struct rig_language *language, bool is_last, const char *name)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {
        { "formats", test_formats }, { "modes", test_modes }, { "edges", test_edges },
        { "levels", test_levels }, { "derivatives", test_derivatives }, { "views", test_views },
        { "memory", test_memory }, { "gather", test_gather }, { "srgb", test_srgb },
        { "surfaces", test_surfaces }, { "life", test_life }, { "reset", test_reset },
    };
    const size_t reset = sizeof tests / sizeof tests[0] - 1;
    size_t count = reset + is_last;
    bool is_known = name == NULL;
    const char *why;

    if (!rig_open(language, &why)) {
        printf("skipped: %s\n", why);
        return 77;
    }
    for (size_t i = 0; i < count; i++) {
        if ((name != NULL && strcmp(name, tests[i].name) != 0) ||
            (i != reset && !is_in_share(language, i)))
            continue;
        is_known = true;
        printf("%s\n", tests[i].name);
        fflush(stdout);
        tests[i].run();
    }
    if (!is_last)
        rig_close();
    return is_known ? 0 : 2;
}

/** Arguments: nothing, or GLSL, PTX or SPIR-V, and then the name of one test. With arguments
 *  nothing is left out. */
int main(int argument_count, char **arguments)
{
    const char *only = argument_count > 1 ? arguments[1] : NULL;
    const char *name = argument_count > 2 ? arguments[2] : NULL;
    const char *of_all = only == NULL ? getenv("GPUINTEROP_TEST_SHARE") : NULL;
    int status = 2;                      /* no such language */

    share = of_all != NULL ? atoi(of_all) : 0;
    for (size_t i = 0; i < 3; i++) {
        bool is_last = only != NULL || i == 2;

        if (only != NULL && strcmp(only, rig_name(languages[i])) != 0)
            continue;
        status = run_all(languages[i], is_last, name);
        if (status != 0)
            return status;
    }
    return status;
}
