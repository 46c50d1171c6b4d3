#include "model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t model_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

uint32_t model_at_level(uint32_t size, uint32_t level)
{
    return size >> level > 0 ? size >> level : 1;
}

/* ---- texels --------------------------------------------------------------------------------- */

static uint32_t slices_of(const struct model *model, uint32_t level)
{
    return model->shape == RIG_3D ? model_at_level(model->depth, level) : model->layers;
}

uint8_t *model_texel(const struct model *model, uint32_t level, uint32_t x, uint32_t y, uint32_t z)
{
    uint64_t width = model_at_level(model->width, level);
    uint64_t height = model_at_level(model->height, level);

    return model->texels[level] +
           ((z * height + y) * width + x) * gi_format_info(model->format)->block_bytes;
}

static void fill(uint8_t *bytes, size_t size, const struct gi_format_info *info, unsigned *state)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)model_random(state);
    if (info->texel_class != GI_TEXEL_FLOAT)
        return;
    if (info->channels.bits[0] == 32) {
        for (size_t i = 0; i + 4 <= size; i += 4) {
            float value = (float)(model_random(state) % 4096) / 4096;
            memcpy(bytes + i, &value, 4);
        }
        return;
    }
    for (size_t i = 0; i + 2 <= size; i += 2) {  /* halves from 0.0625 to 1 */
        uint16_t value = (uint16_t)(model_random(state) % 0x1000 + 0x2c00);
        memcpy(bytes + i, &value, 2);
    }
}

void model_create(struct model *out, enum gi_format format, uint32_t shape, const uint32_t size[4],
                  uint32_t levels, unsigned seed)
{
    const struct gi_format_info *info = gi_format_info(format);

    *out = (struct model){ .format = format, .shape = shape, .width = size[0], .height = size[1],
                           .depth = size[2], .layers = size[3], .levels = levels };
    for (uint32_t i = 0; i < levels; i++) {
        size_t bytes = (size_t)model_at_level(size[0], i) * model_at_level(size[1], i) *
                       slices_of(out, i) * info->block_bytes;
        out->texels[i] = malloc(bytes);
        fill(out->texels[i], bytes, info, &seed);
    }
}

void model_destroy(struct model *model)
{
    for (uint32_t i = 0; i < model->levels; i++)
        free(model->texels[i]);
}

/* ---- formats -------------------------------------------------------------------------------- */

static double half(uint32_t bits)
{
    int exponent = (int)(bits >> 10 & 31);
    double fraction = (double)(bits & 1023) / 1024;
    double value = exponent == 0 ? ldexp(fraction, -14) : ldexp(1 + fraction, exponent - 15);

    return bits >> 15 ? -value : value;
}

static double from_srgb(double stored)
{
    return stored <= 0.04045 ? stored / 12.92 : pow((stored + 0.055) / 1.055, 2.4);
}

static double channel(uint32_t raw, int bits, enum gi_texel_class texel_class)
{
    double most = ldexp(1, bits) - 1;
    double sign = raw >> (bits - 1) & 1 ? (double)raw - most - 1 : (double)raw;
    float value;

    switch (texel_class) {
    case GI_TEXEL_UINT: return raw;
    case GI_TEXEL_SINT: return sign;
    case GI_TEXEL_UNORM:
    case GI_TEXEL_SRGB: return raw / most;
    case GI_TEXEL_SNORM: return fmax(sign / ((most - 1) / 2), -1);
    case GI_TEXEL_FLOAT: break;
    }
    if (bits == 16)
        return half(raw);
    memcpy(&value, &raw, 4);
    return value;
}

void model_decode(const uint8_t *bytes, enum gi_format as, bool srgb, double out[4])
{
    const struct gi_format_info *info = gi_format_info(as);
    unsigned at = 0;

    for (int i = 0; i < 4; i++) {
        int bits = info->channels.bits[i];
        uint64_t raw = 0;

        out[i] = 0;
        if (bits == 0)
            continue;
        for (unsigned b = 0; b < 8 && at / 8 + b < info->block_bytes; b++)
            raw |= (uint64_t)bytes[at / 8 + b] << 8 * b;
        raw = raw >> at % 8 & ((UINT64_C(1) << bits) - 1);
        out[i] = channel((uint32_t)raw, bits, info->texel_class);
        if (srgb && i < 3)
            out[i] = from_srgb(out[i]);
        at += (unsigned)bits;
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

/* One read in the making. */
struct reading {
    const struct model *model;
    enum gi_format as;
    const struct gi_sampling *sampling;
    uint32_t layer;              /* or cube */
    const double *moved;         /* texels along each axis */
};

static bool is_cube(const struct model *model)
{
    return model->shape == RIG_CUBE || model->shape == RIG_CUBE_LAYERED;
}

static long wrapped(long at, long size, int mode)
{
    switch ((enum gi_address_mode)mode) {
    case GI_ADDRESS_WRAP:
        return at - (long)floor((double)at / (double)size) * size;
    case GI_ADDRESS_CLAMP:
        return at < 0 ? 0 : at >= size ? size - 1 : at;
    case GI_ADDRESS_MIRROR:
        at -= (long)floor((double)at / (2.0 * (double)size)) * 2 * size;
        return at < size ? at : 2 * size - 1 - at;
    case GI_ADDRESS_BORDER:
        break;
    }
    return at < 0 || at >= size ? -1 : at;
}

static bool reads_integers(enum gi_format as)
{
    enum gi_texel_class texel_class = gi_format_info(as)->texel_class;

    return texel_class == GI_TEXEL_UINT || texel_class == GI_TEXEL_SINT;
}

static double border_of(const struct reading *reading, int channel)
{
    double border = reading->sampling->border[channel];

    if (gi_format_info(reading->as)->channels.bits[channel] == 0)
        return 0;
    return reads_integers(reading->as) ? trunc(border) : border;
}

static void tap(const struct reading *reading, uint32_t level, const long at[3], double out[4])
{
    const struct model *model = reading->model;
    const uint32_t sizes[3] = { model_at_level(model->width, level),
                                model_at_level(model->height, level),
                                model->shape == RIG_3D ? model_at_level(model->depth, level) : 1 };
    long place[3];

    for (int i = 0; i < 3; i++) {
        place[i] = wrapped(at[i], sizes[i],
                           is_cube(model) ? GI_ADDRESS_CLAMP : reading->sampling->address[i]);
        if (place[i] < 0) {
            for (int c = 0; c < 4; c++)
                out[c] = border_of(reading, c);
            return;
        }
    }
    model_decode(model_texel(model, level, (uint32_t)place[0], (uint32_t)place[1],
                             model->shape == RIG_3D ? (uint32_t)place[2] : reading->layer),
                 reading->as, reading->sampling->srgb, out);
}

/* Of integers: the weights of four texels have 8 bits and are 1 together, and so is that of the
 * second of two slices. Numbers of 32 bits are rounded downwards. */
static void mix_integers(const struct reading *reading, uint32_t level, const double at[3],
                         double out[4])
{
    long first[3], past[3], whole = 256;
    double sum[4] = { 0 }, one[4];

    for (int k = 0; k < 3; k++) {
        first[k] = (long)floor(at[k] - 0.5);
        past[k] = (long)floor((at[k] - 0.5 - (double)first[k]) * 256 + 0.5);
    }
    for (int i = 0; i < 8; i++) {
        long both = (past[0] * past[1] + 128) / 256;
        long parts[4] = { whole - past[0] - past[1] + both, past[0] - both, past[1] - both, both };
        long second = (parts[i % 4] * past[2] + 128) / 256;
        long corner[3] = { first[0] + (i & 1), first[1] + (i >> 1 & 1), first[2] + (i >> 2) };
        long part = i >= 4 ? second : parts[i % 4] - second;

        if (part == 0)
            continue;
        tap(reading, level, corner, one);
        for (int c = 0; c < 4; c++)
            sum[c] += (double)part * one[c];
    }
    for (int c = 0; c < 4; c++)
        out[c] = floor(sum[c] / 256 +
                       (gi_format_info(reading->as)->channels.bits[0] == 32 ? 0 : 0.5));
}

static void read_level(const struct reading *reading, uint32_t level, const double at[3],
                       double out[4])
{
    bool linear = reading->sampling->filter == GI_FILTER_LINEAR;
    double shift = linear ? 0.5 : 0;
    long first[3] = { (long)floor(at[0] - shift), (long)floor(at[1] - shift),
                      (long)floor(at[2] - shift) };

    if (!linear) {
        tap(reading, level, first, out);
        return;
    }
    if (reads_integers(reading->as)) {
        mix_integers(reading, level, at, out);
        return;
    }
    memset(out, 0, 4 * sizeof *out);
    for (int i = 0; i < 8; i++) {
        double part = 1, one[4];
        long corner[3];

        for (int k = 0; k < 3; k++) {
            double past = at[k] - 0.5 - (double)first[k];

            corner[k] = first[k] + (i >> k & 1);
            part *= i >> k & 1 ? past : 1 - past;
        }
        if (part == 0)
            continue;
        tap(reading, level, corner, one);
        for (int c = 0; c < 4; c++)
            out[c] += part * one[c];
    }
}

void model_direction(uint32_t face, double s, double t, double out[3])
{
    const double a = 2 * s - 1, b = 2 * t - 1;
    const double rows[6][3] = { { 1, -b, -a }, { -1, -b, a }, { a, 1, b },
                                { a, -1, -b }, { a, -b, 1 }, { -a, -b, -1 } };

    memcpy(out, rows[face], sizeof rows[face]);
}

/* The face by trying all: the one that the direction meets within its sides. */
static uint32_t face_of(const double d[3], double *s, double *t)
{
    for (uint32_t face = 0; face < 6; face++) {
        double normal[3], right[3], down[3], far = 0, x = 0, y = 0;

        model_direction(face, 0.5, 0.5, normal);
        model_direction(face, 1, 0.5, right);
        model_direction(face, 0.5, 1, down);
        for (int i = 0; i < 3; i++) {
            far += d[i] * normal[i];
            x += d[i] * (right[i] - normal[i]);
            y += d[i] * (down[i] - normal[i]);
        }
        if (far <= 0 || fabs(x) > far || fabs(y) > far)
            continue;
        *s = 0.5 * (x / far + 1);
        *t = 0.5 * (y / far + 1);
        return face;
    }
    return 0;
}

static void read_at(struct reading *reading, const struct rig_place *place, uint32_t level,
                    double out[4])
{
    const struct model *model = reading->model;
    const double sizes[3] = { model_at_level(model->width, level),
                              model_at_level(model->height, level),
                              model->shape == RIG_3D ? model_at_level(model->depth, level) : 1 };
    double at[3] = { place->at[0], place->at[1], place->at[2] };
    uint32_t layer = (uint32_t)place->layer;

    reading->layer = layer;
    if (is_cube(model)) {
        double s = 0.5, t = 0.5;
        uint32_t face = face_of(at, &s, &t);

        reading->layer = layer * 6 + face;
        at[0] = s, at[1] = t;
    }
    for (int i = 0; i < 3; i++)
        at[i] = at[i] * (reading->sampling->normalized || is_cube(model) ? sizes[i] : 1) +
                reading->moved[i];
    if (model->shape == RIG_1D || model->shape == RIG_1D_LAYERED)
        at[1] = 0.5;
    if (model->shape != RIG_3D)
        at[2] = 0.5;
    read_level(reading, level, at, out);
}

static void read_moved(struct reading *reading, const struct rig_place *place, double level,
                       double out[4])
{
    const struct gi_sampling *sampling = reading->sampling;
    double top = reading->model->levels - 1, lower, next[4];

    level = fmin(fmax(level + sampling->bias, sampling->min_level),
                 fmax(sampling->max_level, sampling->min_level));
    level = fmin(fmax(level, 0), top);
    if (sampling->mip_filter == GI_FILTER_POINT) {
        read_at(reading, place, (uint32_t)fmin(floor(level + 0.5), top), out);
        return;
    }
    lower = floor(level);
    read_at(reading, place, (uint32_t)lower, out);
    if (level == lower)
        return;
    read_at(reading, place, (uint32_t)lower + 1, next);
    for (int c = 0; c < 4; c++)
        out[c] += (level - lower) * (next[c] - out[c]);
}

void model_read(const struct model *model, enum gi_format as, const struct gi_sampling *sampling,
                const struct rig_place *place, double level, double out[4])
{
    static const double nowhere[3];
    struct reading reading = { model, as, sampling, 0, nowhere };

    read_moved(&reading, place, level, out);
}

void model_read_around(const struct model *model, enum gi_format as,
                       const struct gi_sampling *sampling, const struct rig_place *place,
                       double level, double off, double least[4], double most[4])
{
    double moved[3], one[4];
    struct reading reading = { model, as, sampling, 0, moved };

    model_read(model, as, sampling, place, level, least);
    memcpy(most, least, 4 * sizeof *most);
    for (int i = 0; i < 3 * 3 * 3 * 3; i++) {
        moved[0] = (i % 3 - 1) * off;
        moved[1] = (i / 3 % 3 - 1) * off;
        moved[2] = (i / 9 % 3 - 1) * off;
        read_moved(&reading, place, level + (i / 27 - 1) * off, one);
        for (int c = 0; c < 4; c++) {
            least[c] = fmin(least[c], one[c]);
            most[c] = fmax(most[c], one[c]);
        }
    }
}
