#include "support.h"

#include <math.h>
#include <string.h>


/* ---- arrays --------------------------------------------------------------------------------- */

static struct gi_array_request request_for(const struct model *model, uint32_t flags)
{
    struct gi_array_request request = {
        .channels = gi_format_info(model->format)->channels,
        .width = model->width, .levels = model->levels, .flags = flags,
    };
    bool layered = model->shape == RIG_1D_LAYERED || model->shape == RIG_2D_LAYERED ||
                   model->shape == RIG_CUBE_LAYERED;

    if (model->shape != RIG_1D && model->shape != RIG_1D_LAYERED)
        request.height = model->height;
    if (model->shape == RIG_3D)
        request.depth = model->depth;
    if (layered || model->shape == RIG_CUBE)
        request.depth = model->layers;
    if (layered)
        request.flags |= GI_ARRAY_LAYERED;
    if (model->shape == RIG_CUBE || model->shape == RIG_CUBE_LAYERED)
        request.flags |= GI_ARRAY_CUBEMAP;
    return request;
}

/* The sizes that a shape has, of four numbers. */
static void shape_size(uint32_t shape, const uint32_t from[4], uint32_t out[4])
{
    bool flat = shape == RIG_1D || shape == RIG_1D_LAYERED;
    bool cube = shape == RIG_CUBE || shape == RIG_CUBE_LAYERED;

    out[0] = from[0];
    out[1] = flat ? 1 : cube ? from[0] : from[1];
    out[2] = shape == RIG_3D ? from[2] : 1;
    out[3] = cube ? 6 : 1;
    if (shape == RIG_1D_LAYERED || shape == RIG_2D_LAYERED)
        out[3] = from[3];
    if (shape == RIG_CUBE_LAYERED)
        out[3] = 6 * from[3];
}

static void copy_level(const struct holder *holder, uint32_t level, uint8_t *bytes, bool to_array)
{
    const struct model *model = &holder->model;
    uint64_t texel = gi_format_info(model->format)->block_bytes;
    struct gi_texel_box box = {
        model_at_level(model->width, level), model_at_level(model->height, level),
        model->shape == RIG_3D ? model_at_level(model->depth, level) : model->layers,
    };
    struct gi_array_operand array = { .array = holder->array };
    struct gi_array_operand memory = { .memory = {
        .pointer = (uint64_t)(uintptr_t)bytes,
        .pitch = box.width * texel,
        .slice_bytes = box.width * box.height * texel,
    } };

    if (holder->mipmapped != 0)
        OK(gi_mipmapped_array_level(holder->mipmapped, level, &array.array));
    if (to_array)
        OK(gi_array_copy(&array, &memory, &box, GI_COPY_HOST_TO_DEVICE));
    else
        OK(gi_array_copy(&memory, &array, &box, GI_COPY_DEVICE_TO_HOST));
}

void holder_write(const struct holder *holder, uint32_t level)
{
    copy_level(holder, level, holder->model.texels[level], true);
}

void holder_compare(const struct holder *holder, uint32_t level, const char *what)
{
    const struct model *model = &holder->model;
    size_t texel = gi_format_info(model->format)->block_bytes;
    size_t slices = model->shape == RIG_3D ? model_at_level(model->depth, level) : model->layers;
    size_t bytes = (size_t)model_at_level(model->width, level) *
                   model_at_level(model->height, level) * slices * texel;
    uint8_t *are = malloc(bytes);

    copy_level(holder, level, are, false);
    for (size_t i = 0; i < bytes; i++) {
        if (are[i] != model->texels[level][i]) {
            fprintf(stderr, "%s, %s of shape %u: byte %zu of texel %zu is 0x%02x instead of "
                    "0x%02x\n", what, gi_format_info(model->format)->name, model->shape,
                    i % texel, i / texel, are[i], model->texels[level][i]);
            exit(1);
        }
    }
    free(are);
}

void holder_create(struct holder *out, enum gi_format format, uint32_t shape,
                   const uint32_t size[4], uint32_t levels, uint32_t flags)
{
    struct gi_array_request request;
    uint32_t own[4];

    shape_size(shape, size, own);
    *out = (struct holder){ .array = 0 };
    model_create(&out->model, format, shape, own, levels, (unsigned)format * 131 + shape);
    request = request_for(&out->model, flags);
    if (levels > 1)
        OK(gi_mipmapped_array_create(&request, &out->mipmapped));
    else
        OK(gi_array_create(&request, &out->array));
    for (uint32_t i = 0; i < levels; i++)
        holder_write(out, i);
}

void holder_destroy(struct holder *holder)
{
    if (holder->mipmapped != 0)
        OK(gi_mipmapped_array_destroy(holder->mipmapped));
    else if (holder->array != 0)
        OK(gi_array_destroy(holder->array));
    model_destroy(&holder->model);
}

struct gi_resource holder_resource(const struct holder *holder)
{
    return (struct gi_resource){
        .kind = holder->mipmapped != 0 ? GI_RESOURCE_MIPMAPPED_ARRAY : GI_RESOURCE_ARRAY,
        .array = holder->mipmapped != 0 ? holder->mipmapped : holder->array,
    };
}

/* ---- reads ---------------------------------------------------------------------------------- */

struct gi_sampling plain_sampling(void)
{
    return (struct gi_sampling){
        .address = { GI_ADDRESS_CLAMP, GI_ADDRESS_CLAMP, GI_ADDRESS_CLAMP },
        .max_level = 32,
    };
}

struct gi_sampling plain_sampling_of(enum gi_format format)
{
    struct gi_sampling sampling = plain_sampling();
    enum gi_texel_class texel_class = gi_format_info(format)->texel_class;

    if ((texel_class == GI_TEXEL_UNORM || texel_class == GI_TEXEL_SNORM ||
         texel_class == GI_TEXEL_SRGB) && format != GI_FORMAT_RGB10A2_UNORM)
        sampling.read = GI_READ_NORMALIZED;
    return sampling;
}

enum rig_kernel kernel_of(enum gi_format as)
{
    switch (gi_format_info(as)->texel_class) {
    case GI_TEXEL_UINT: return RIG_UNSIGNED;
    case GI_TEXEL_SINT: return RIG_SIGNED;
    case GI_TEXEL_FLOAT:
    case GI_TEXEL_UNORM:
    case GI_TEXEL_SNORM:
    case GI_TEXEL_SRGB: break;
    }
    return RIG_FLOATS;
}

double texel_channel(enum rig_kernel kernel, const union rig_texel *texel, int channel)
{
    if (kernel == RIG_UNSIGNED)
        return texel->u[channel];
    return kernel == RIG_SIGNED ? texel->i[channel] : (double)texel->f[channel];
}

/* Samplers of devices have eight bits of a texel's width and of the way between levels. Shaders mix
 * integers by weights of eight bits, too, and may round a place to the next one. */
static bool is_near(const struct model *model, enum gi_format as,
                    const struct gi_sampling *sampling, const struct rig_place *place,
                    double level, int channel, double is, double tolerance)
{
    bool is_integer = kernel_of(as) != RIG_FLOATS;
    double least[4], most[4];

    if ((!rig_is_bindless() && !is_integer) ||
        (sampling->filter == GI_FILTER_POINT && sampling->mip_filter == GI_FILTER_POINT))
        return false;
    model_read_around(model, as, sampling, place, level,
                      is_integer ? 1.0 / 65536 : 1.0 / 256, least, most);
    return is >= least[channel] - tolerance && is <= most[channel] + tolerance;
}

void compare_reads(const struct model *model, enum gi_format as,
                   const struct gi_sampling *sampling, uint64_t texture, uint32_t what,
                   const struct rig_place *places, size_t count, double tolerance,
                   const char *name)
{
    static union rig_texel texels[RIG_MAX_PLACES];
    enum rig_kernel kernel = kernel_of(as);
    double level, right[4];

    memset(texels, 0xa5, count * sizeof texels[0]);
    rig_run(kernel, what, texture, places, count, texels);
    for (size_t i = 0; i < count; i++) {
        level = (what & RIG_LEVEL) != 0 ? places[i].at[3] : 0;
        model_read(model, as, sampling, &places[i], level, right);
        for (int c = 0; c < 4; c++) {
            double is = texel_channel(kernel, &texels[i], c);

            if (!(fabs(is - right[c]) <= tolerance) &&
                !is_near(model, as, sampling, &places[i], level, c, is, tolerance)) {
                fprintf(stderr, "%s: %s as %s, shape %u, at %.9g %.9g %.9g level %g layer %d: "
                        "channel %d is %.9g instead of %.9g\n", name,
                        gi_format_info(model->format)->name, gi_format_info(as)->name,
                        model->shape, (double)places[i].at[0], (double)places[i].at[1],
                        (double)places[i].at[2], level, places[i].layer, c, is, right[c]);
                exit(1);
            }
        }
    }
}

static bool is_cube(const struct model *model)
{
    return model->shape == RIG_CUBE || model->shape == RIG_CUBE_LAYERED;
}

/* A place by texels and parts of them, as the sampling counts. */
static struct rig_place place_at(const struct model *model, const struct gi_sampling *sampling,
                                 uint32_t level, const double at[3], uint32_t layer)
{
    const double sizes[3] = { model_at_level(model->width, level),
                              model_at_level(model->height, level),
                              model_at_level(model->depth, level) };
    struct rig_place place = { .layer = (int32_t)layer };
    double direction[3];

    place.at[3] = (float)level;
    if (is_cube(model)) {
        place.layer = (int32_t)(layer / 6);
        model_direction(layer % 6, at[0] / sizes[0], at[1] / sizes[1], direction);
        for (int i = 0; i < 3; i++)
            place.at[i] = (float)(direction[i] * 1.5);
        return place;
    }
    for (int i = 0; i < 3; i++)
        place.at[i] = (float)(sampling->normalized ? at[i] / sizes[i] : at[i]);
    return place;
}

size_t texels_of_level(const struct model *model, uint32_t level)
{
    return (size_t)model_at_level(model->width, level) * model_at_level(model->height, level) *
           (model->shape == RIG_3D ? model_at_level(model->depth, level) : model->layers);
}

size_t places_of_surface(const struct model *model, uint32_t level, struct rig_place *out)
{
    uint32_t bytes = gi_format_info(model->format)->block_bytes;
    uint32_t width = model_at_level(model->width, level);
    uint32_t height = model_at_level(model->height, level);
    size_t count = texels_of_level(model, level);

    for (size_t i = 0; i < count; i++)
        out[i] = (struct rig_place){
            .layer = (int32_t)(i / width / height),
            .x = (int32_t)(i % width * bytes),
            .y = (int32_t)(i / width % height),
        };
    return count;
}

size_t places_of_texels(const struct model *model, const struct gi_sampling *sampling,
                        uint32_t level, struct rig_place *out)
{
    uint32_t slices = model->shape == RIG_3D ? model_at_level(model->depth, level) : model->layers;
    size_t count = 0;

    for (uint32_t z = 0; z < slices; z++)
        for (uint32_t y = 0; y < model_at_level(model->height, level); y++)
            for (uint32_t x = 0; x < model_at_level(model->width, level); x++) {
                const double at[3] = { x + 0.5, y + 0.5, model->shape == RIG_3D ? z + 0.5 : 0 };

                out[count++] = place_at(model, sampling, level, at,
                                        model->shape == RIG_3D ? 0 : z);
            }
    return count;
}

size_t places_around(const struct model *model, const struct gi_sampling *sampling, uint32_t level,
                     size_t count, unsigned seed, struct rig_place *out)
{
    const uint32_t sizes[3] = { model_at_level(model->width, level),
                                model_at_level(model->height, level),
                                model_at_level(model->depth, level) };
    int32_t reach = is_cube(model) ? 0 : 2;      /* sizes beyond each edge */

    for (size_t i = 0; i < count; i++) {
        double at[3];

        for (int k = 0; k < 3; k++) {
            uint32_t span = sizes[k] * (2 * (uint32_t)reach + 1);
            double part = (5 + model_random(&seed) % 90) / 100.0;

            at[k] = (int32_t)(model_random(&seed) % span) - reach * (int32_t)sizes[k] + part;
        }
        out[i] = place_at(model, sampling, level, at, model_random(&seed) % model->layers);
    }
    return count;
}
