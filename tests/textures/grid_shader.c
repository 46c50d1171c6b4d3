#include "grid_shader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model.h"
#include "rig.h"
#include "support.h"

enum { LEVELS = MODEL_LEVELS };

struct shader_counts shader_counts;

/* The objects of one image. */
struct objects {
    bool sampled;                        /* there are textures */
    gpuTextureObject_t levels[LEVELS];
    gpuTextureObject_t chain;            /* of all levels; of a single array none, as the next */
    gpuTextureObject_t view;             /* of the chain from level 1 on; 0: none */
    gpuSurfaceObject_t surfaces[LEVELS]; /* 0: none */
};

/* One run of a kernel, and the level whose texels it has read. */
struct reading {
    const char *through;
    uint32_t level;
    const union rig_texel *seen;
};

struct shading {
    struct trip *trip;
    const struct trip_array *array;
    struct model model;                  /* of the sizes alone */
    enum gi_format format;
    gi_handle handle;                    /* of level 0 */
    struct objects objects;
    struct reading readings[4 * LEVELS];
    unsigned reading_count;
    size_t places_used;
};

static struct rig_place places[RIG_MAX_PLACES];
static float decoded[GRID_BYTES / sizeof(float)];

/* ---- objects -------------------------------------------------------------------------------- */

static gpuResourceDesc resource_of_level(gpuArray_t array)
{
    gpuResourceDesc resource;

    memset(&resource, 0, sizeof resource);
    resource.resType = gpuResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static gpuResourceDesc resource_of_chain(gpuMipmappedArray_t mipmapped)
{
    gpuResourceDesc resource;

    memset(&resource, 0, sizeof resource);
    resource.resType = gpuResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmapped;
    return resource;
}

/* Single texels, as they are. */
static gpuTextureDesc description(const struct shading *shading, bool normalized)
{
    gpuTextureDesc texture;

    memset(&texture, 0, sizeof texture);
    for (int i = 0; i < 3; i++)
        texture.addressMode[i] = gpuAddressModeClamp;
    texture.maxMipmapLevelClamp = LEVELS;
    texture.normalizedCoords = normalized;
    if (plain_sampling_of(shading->format).read == GI_READ_NORMALIZED)
        texture.readMode = gpuReadModeNormalizedFloat;
    texture.sRGB = gi_format_info(shading->format)->texel_class == GI_TEXEL_SRGB;
    return texture;
}

/* Every level but the first. */
static gpuResourceViewDesc view_of_rest(const struct shading *shading)
{
    const struct peer_image_shape *shape = shading->trip->shape;
    gpuArrayDesc like;
    gpuResourceViewDesc view;

    grid_describe(shading->trip->cell, &(struct peer_image){ .shape = *shape }, &like);
    memset(&view, 0, sizeof view);
    view.width = like.extent.width;
    view.height = like.extent.height;
    view.depth = like.extent.depth;
    view.firstMipmapLevel = 1;
    view.lastMipmapLevel = shape->levels - 1;
    if (shading->model.shape != RIG_CUBE)        /* the faces of a single cube are no layers */
        view.lastLayer = shape->layers - 1;
    return view;
}

static bool make_chain(struct shading *shading)
{
    gpuResourceDesc resource = resource_of_chain(shading->array->mipmapped);
    gpuTextureDesc texture = description(shading, true);
    struct grid_answer *answer = shading->trip->answer;
    gpuResourceViewDesc view;

    if (shading->array->mipmapped == NULL)
        return true;
    TRY(answer, gpuCreateTextureObject(&shading->objects.chain, &resource, &texture, NULL));
    if (shading->trip->shape->levels == 1 || shading->trip->cell->kind == GRID_CUBEMAP)
        return true;             /* the faces of one cube are layers to some and not to others */
    view = view_of_rest(shading);
    TRY(answer, gpuCreateTextureObject(&shading->objects.view, &resource, &texture, &view));
    return true;
}

/* A device that reads texels from memory knows no blocks, and says so. */
static bool is_refused(struct shading *shading, gpuError_t code)
{
    if (shading->trip->shape->block_width == 1 || rig_is_bindless()
        || code != gpuErrorNotSupported)
        return false;
    (void)gpuGetLastError();
    shading->objects.sampled = false;
    shader_counts.refused++;
    return true;
}

static bool make_objects(struct shading *shading)
{
    struct trip *trip = shading->trip;
    gpuTextureDesc texture = description(shading, false);

    shading->objects.sampled = true;
    for (uint32_t level = 0; level < trip->shape->levels; level++) {
        gpuResourceDesc resource;
        gpuError_t code;

        if (!trip_go_to_level(trip, shading->array, level))
            return false;
        if (level == 0)
            shading->handle = (gi_handle)(uintptr_t)trip->level;
        resource = resource_of_level(trip->level);
        if (trip->cell->surface)
            TRY(trip->answer, gpuCreateSurfaceObject(&shading->objects.surfaces[level],
                                                     &resource));
        if (!shading->objects.sampled)
            continue;
        code = gpuCreateTextureObject(&shading->objects.levels[level], &resource, &texture, NULL);
        if (code != gpuSuccess && !is_refused(shading, code))
            return grid_refuse(trip->answer, code, "CreateTextureObject");
    }
    return !shading->objects.sampled || make_chain(shading);
}

static bool drop_objects(struct shading *shading)
{
    const struct objects *objects = &shading->objects;
    struct grid_answer *answer = shading->trip->answer;

    TRY(answer, gpuDestroyTextureObject(objects->chain));
    TRY(answer, gpuDestroyTextureObject(objects->view));
    for (int level = 0; level < LEVELS; level++) {
        TRY(answer, gpuDestroyTextureObject(objects->levels[level]));
        TRY(answer, gpuDestroySurfaceObject(objects->surfaces[level]));
    }
    return true;
}

/* ---- what is expected ----------------------------------------------------------------------- */

/* The floats of blocks, by the exporter's device. */
static bool decode(const struct shading *shading)
{
    const struct trip *trip = shading->trip;

    if (trip->shape->block_width == 1 || !shading->objects.sampled)
        return true;
    if (peer_image_decode(trip->shape, trip->expected, decoded))
        return true;
    trip->answer->result = GRID_REFUSED;
    snprintf(trip->answer->what, sizeof trip->answer->what, "the exporter cannot decode blocks");
    return false;
}

/* Where texel 0 of a level is in the decoded floats. */
static const float *decoded_level(const struct shading *shading, uint32_t level)
{
    struct peer_image_shape texels = *shading->trip->shape;

    texels.block_bytes = 4 * sizeof(float);
    texels.block_width = texels.block_height = 1;
    return decoded + peer_image_level(&texels, level).offset_bytes / sizeof(float);
}

static bool texel_is_right(const struct shading *shading, uint32_t level, size_t number,
                           const union rig_texel *seen, double out_right[4])
{
    const struct peer_image_shape *shape = shading->trip->shape;
    enum rig_kernel kernel = kernel_of(shading->format);
    double tolerance = shape->block_width == 1 ? 2e-7 : 2e-3;

    if (shape->block_width == 1)
        model_decode(shading->model.texels[level] + number * shape->block_bytes, shading->format,
                     false, out_right);
    for (int c = 0; c < 4; c++) {
        if (shape->block_width != 1)
            out_right[c] = (double)decoded_level(shading, level)[4 * number + (size_t)c];
        if (!(fabs(texel_channel(kernel, seen, c) - out_right[c])
              <= tolerance * fmax(1, fabs(out_right[c]))))
            return false;
    }
    return true;
}

static bool surface_is_right(const struct shading *shading, uint32_t level, size_t number,
                             const union rig_texel *seen)
{
    size_t bytes = shading->trip->shape->block_bytes;
    uint8_t wide[sizeof *seen] = { 0 };

    memcpy(wide, shading->model.texels[level] + number * bytes, bytes);
    return memcmp(wide, seen, sizeof wide) == 0;
}

static bool readings_are_right(const struct shading *shading)
{
    for (unsigned i = 0; i < shading->reading_count; i++) {
        const struct reading *reading = &shading->readings[i];
        bool surface = strcmp(reading->through, "a surface") == 0;
        size_t count = texels_of_level(&shading->model, reading->level);

        for (size_t k = 0; k < count; k++) {
            const union rig_texel *seen = &reading->seen[k];
            double right[4] = { 0 };

            if (surface ? surface_is_right(shading, reading->level, k, seen)
                        : texel_is_right(shading, reading->level, k, seen, right))
                continue;
            shading->trip->answer->result = GRID_WRONG;
            snprintf(shading->trip->answer->what, sizeof shading->trip->answer->what,
                     "through %s: texel %zu of level %u is %08x %08x %08x %08x (%g %g %g %g)",
                     reading->through, k, reading->level, seen->u[0], seen->u[1], seen->u[2],
                     seen->u[3], right[0], right[1], right[2], right[3]);
            return false;
        }
        if (surface)
            shader_counts.surfaces++;
        else
            shader_counts.textures++;
    }
    return true;
}

/* ---- kernels -------------------------------------------------------------------------------- */

static void add_reading(struct shading *shading, const char *through, uint32_t level,
                        const union rig_texel *seen)
{
    shading->readings[shading->reading_count++] = (struct reading){ through, level, seen };
}

static void add_samples(struct shading *shading, const char *through, gpuTextureObject_t object,
                        uint32_t level, size_t count)
{
    add_reading(shading, through, level,
                rig_add(kernel_of(shading->format), shading->model.shape | RIG_LEVEL,
                        (uint64_t)(uintptr_t)object, places, count));
}

/* Texels of a level by their middles, as parts of it; at is the level as the texture counts. */
static void sample_chain(struct shading *shading, const char *through, gpuTextureObject_t object,
                         uint32_t level, uint32_t at)
{
    struct gi_sampling sampling = plain_sampling_of(shading->format);
    size_t count;

    sampling.normalized = true;
    count = places_of_texels(&shading->model, &sampling, level, places);
    for (size_t i = 0; i < count; i++)
        places[i].at[3] = (float)at;
    add_samples(shading, through, object, level, count);
}

/* Texels of a level that is a texture by itself, by their middles in texels. */
static void sample_level(struct shading *shading, uint32_t level)
{
    struct gi_sampling sampling = plain_sampling_of(shading->format);
    struct model alone = {
        .format = shading->format,
        .shape = shading->model.shape,
        .width = model_at_level(shading->model.width, level),
        .height = model_at_level(shading->model.height, level),
        .depth = model_at_level(shading->model.depth, level),
        .layers = shading->model.layers,
        .levels = 1,
    };

    add_samples(shading, "a texture of a level", shading->objects.levels[level], level,
                places_of_texels(&alone, &sampling, 0, places));
}

static void sample_all(struct shading *shading)
{
    const struct objects *objects = &shading->objects;

    for (uint32_t level = 0; level < shading->model.levels && objects->sampled; level++) {
        sample_level(shading, level);
        if (shading->array->mipmapped == NULL)
            continue;
        sample_chain(shading, "a texture of all levels", objects->chain, level, level);
        if (level > 0 && objects->view != 0)
            sample_chain(shading, "a view", objects->view, level, level - 1);
    }
}

static union rig_texel *run_surface(struct shading *shading, uint32_t level, uint32_t what)
{
    size_t count = places_of_surface(&shading->model, level, places);

    return rig_add(RIG_SURFACES, shading->model.shape | what,
                   (uint64_t)(uintptr_t)shading->objects.surfaces[level], places, count);
}

static void store_all(struct shading *shading)
{
    size_t bytes = shading->trip->shape->block_bytes;

    for (uint32_t level = 0; level < shading->model.levels; level++) {
        union rig_texel *texels = run_surface(shading, level, RIG_WRITE);
        size_t count = texels_of_level(&shading->model, level);

        for (size_t i = 0; i < count; i++) {
            memset(&texels[i], 0x5a, sizeof texels[i]);  /* more than the texel has */
            memcpy(&texels[i], shading->model.texels[level] + i * bytes, bytes);
        }
        shader_counts.surfaces++;
    }
    rig_barrier();
}

static bool end_batch(struct shading *shading)
{
    bool good;

    rig_end();
    good = decode(shading) && readings_are_right(shading);
    shading->reading_count = 0;
    return good;
}

static bool read_all(struct shading *shading)
{
    rig_begin(shading->handle);
    sample_all(shading);
    for (uint32_t level = 0; level < shading->model.levels; level++)
        if (shading->trip->cell->surface)
            add_reading(shading, "a surface", level, run_surface(shading, level, 0));
    return end_batch(shading);
}

static bool store_and_read_all(struct shading *shading)
{
    struct trip *trip = shading->trip;

    if (trip->cell->surface)
        trip_texels(trip, trip->expected,
                    peer_image_level(trip->shape, trip->shape->levels).offset_bytes);
    else if (!trip_each_level(trip, shading->array, trip_write_level) || !trip_settle(trip))
        return false;
    rig_begin(shading->handle);
    if (trip->cell->surface)
        store_all(shading);
    sample_all(shading);
    return end_batch(shading) && trip_each_level(trip, shading->array, trip_read_level)
        && trip_settle(trip);
}

/* ---- an image ------------------------------------------------------------------------------- */

static enum gi_format format_of(const struct grid_format *format)
{
    struct gi_channels channels = { .kind = format->kind };
    enum gi_format is = GI_FORMAT_NONE;

    memcpy(channels.bits, format->bits, sizeof channels.bits);
    peer_need(gi_format_from_channels(&channels, &is) == GI_OK, "a format of the grid");
    return is;
}

bool shader_shade(struct trip *trip, const struct trip_array *array)
{
    static const uint32_t shapes[GRID_KINDS] = {
        RIG_1D, RIG_2D, RIG_3D, RIG_1D_LAYERED, RIG_2D_LAYERED, RIG_CUBE, RIG_CUBE_LAYERED,
    };
    const struct peer_image_shape *shape = trip->shape;
    struct shading shading = {
        .trip = trip,
        .array = array,
        .format = format_of(trip->cell->format),
        .model = { .shape = shapes[trip->cell->kind], .width = shape->width,
                   .height = shape->height, .depth = shape->depth, .layers = shape->layers,
                   .levels = shape->levels },
    };
    bool good;

    shading.model.format = shading.format;
    peer_need(shape->levels <= LEVELS, "so many levels");
    for (uint32_t level = 0; level < shape->levels; level++)
        shading.model.texels[level] = trip->expected + peer_image_level(shape, level).offset_bytes;
    good = trip_settle(trip) && make_objects(&shading) && read_all(&shading)
        && store_and_read_all(&shading);
    return drop_objects(&shading) && good;
}
