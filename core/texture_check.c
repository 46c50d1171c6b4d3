#include "texture_check.h"

#include <math.h>

static gi_status check_mode(const char *field, int value, int last)
{
    if (value >= 0 && value <= last)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: %s is %d, none of 0 to %d", field, value, last);
}

static gi_status check_number(const char *field, float value)
{
    if (!isnan(value))
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: %s is not a number", field);
}

gi_status gi_sampling_check(const struct gi_sampling *sampling)
{
    static const char *const addresses[3] = { "address mode 0", "address mode 1",
                                              "address mode 2" };
    static const char *const borders[4] = { "border colour 0", "border colour 1",
                                            "border colour 2", "border colour 3" };
    gi_status status = check_mode("filter mode", sampling->filter, GI_FILTER_LINEAR);

    for (int i = 0; i < 3 && status == GI_OK; i++)
        status = check_mode(addresses[i], sampling->address[i], GI_ADDRESS_BORDER);
    if (status == GI_OK)
        status = check_mode("read mode", sampling->read, GI_READ_NORMALIZED);
    if (status == GI_OK)
        status = check_mode("mip filter mode", sampling->mip_filter, GI_FILTER_LINEAR);
    for (int i = 0; i < 4 && status == GI_OK; i++)
        status = check_number(borders[i], sampling->border[i]);
    if (status == GI_OK)
        status = check_number("level bias", sampling->bias);
    if (status == GI_OK)
        status = check_number("least level", sampling->min_level);
    if (status == GI_OK)
        status = check_number("greatest level", sampling->max_level);
    return status;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool is_integer(enum gi_format format)
{
    enum gi_texel_class texel_class = gi_format_info(format)->texel_class;

    return texel_class == GI_TEXEL_UINT || texel_class == GI_TEXEL_SINT;
}

/* An integer format, read as parts of 1. */
static gi_status as_parts(enum gi_format format, enum gi_format *out_format)
{
    const struct gi_format_info *info = gi_format_info(format);

    *out_format = gi_format_as(format, info->texel_class == GI_TEXEL_UINT ? GI_TEXEL_UNORM
                                                                          : GI_TEXEL_SNORM);
    if (*out_format != GI_FORMAT_NONE)
        return GI_OK;
    return gi_fail(GI_INVALID_NORM, "texture: read mode is 1 (normalised float), and the %d bits "
                   "of %s are no parts of 1; only 8 and 16 are", info->channels.bits[0],
                   info->name);
}

/* What is floats already is read as elements, what is parts of 1 as such: so the vendor has it,
 * with 10 bits among the floats. */
static gi_status check_read(enum gi_format format, int read)
{
    const struct gi_format_info *info = gi_format_info(format);
    bool is_float = info->texel_class == GI_TEXEL_FLOAT || format == GI_FORMAT_RGB10A2_UNORM;

    if (is_integer(format) || (read == GI_READ_NORMALIZED) != is_float)
        return GI_OK;
    return gi_fail(GI_INVALID_NORM, "texture: read mode is %d, and %s is read with %d (%s)", read,
                   info->name, !read, is_float ? "element type" : "normalised float");
}

static gi_status no_filter(enum gi_format format)
{
    return gi_fail(GI_INVALID_FILTER, "texture: filter mode is 1 (linear), and %s is read as "
                   "integers; read mode 1 makes floats of 8 and 16 bits",
                   gi_format_info(format)->name);
}

static bool is_8_bit_parts(enum gi_format format)
{
    const struct gi_format_info *info = gi_format_info(format);

    return info->texel_class == GI_TEXEL_UNORM && info->block_width == 1 &&
           info->channels.bits[0] == 8;
}

gi_status gi_texture_read_as(enum gi_format format, const struct gi_sampling *sampling,
                             enum gi_format *out_format, struct gi_sampling *out_sampling)
{
    gi_status status = GI_OK;

    *out_format = format;
    *out_sampling = *sampling;
    if (is_integer(format) && sampling->filter == GI_FILTER_LINEAR &&
        (sampling->read != GI_READ_NORMALIZED || gi_format_info(format)->channels.bits[0] == 32))
        return no_filter(format);
    status = check_read(format, sampling->read);
    if (status == GI_OK && is_integer(format) && sampling->read == GI_READ_NORMALIZED)
        status = as_parts(format, out_format);
    if (status != GI_OK)
        return status;
    if (is_integer(*out_format))
        out_sampling->mip_filter = GI_FILTER_POINT;
    out_sampling->srgb = sampling->srgb && is_8_bit_parts(*out_format);
    for (int i = 0; i < 3 && !sampling->normalized; i++) {
        if (sampling->address[i] != GI_ADDRESS_BORDER)
            out_sampling->address[i] = GI_ADDRESS_CLAMP;
    }
    if (out_sampling->max_anisotropy < 1)
        out_sampling->max_anisotropy = 1;
    if (out_sampling->max_anisotropy > GI_MAX_ANISOTROPY)
        out_sampling->max_anisotropy = GI_MAX_ANISOTROPY;
    return GI_OK;
}

/* ---- views ---------------------------------------------------------------------------------- */

static gi_status plain_view_format(int number, enum gi_format *out_format)
{
    static const struct {
        int kind, bits;
    } rows[8] = {
        { GI_CHANNEL_UNSIGNED, 8 }, { GI_CHANNEL_SIGNED, 8 }, { GI_CHANNEL_UNSIGNED, 16 },
        { GI_CHANNEL_SIGNED, 16 }, { GI_CHANNEL_UNSIGNED, 32 }, { GI_CHANNEL_SIGNED, 32 },
        { GI_CHANNEL_FLOAT, 16 }, { GI_CHANNEL_FLOAT, 32 },
    };
    static const int counts[3] = { 1, 2, 4 };
    int row = (number - GI_VIEW_UINT8X1) / 3, count = counts[(number - GI_VIEW_UINT8X1) % 3];
    struct gi_channels channels = { .kind = rows[row].kind };

    for (int i = 0; i < count; i++)
        channels.bits[i] = rows[row].bits;
    return gi_format_from_channels(&channels, out_format);
}

static enum gi_format block_view_format(int number)
{
    static const enum gi_format formats[GI_VIEW_BC7 - GI_VIEW_BC1 + 1] = {
        GI_FORMAT_BC1_UNORM, GI_FORMAT_BC2_UNORM, GI_FORMAT_BC3_UNORM, GI_FORMAT_BC4_UNORM,
        GI_FORMAT_BC4_SNORM, GI_FORMAT_BC5_UNORM, GI_FORMAT_BC5_SNORM, GI_FORMAT_BC6H_UFLOAT,
        GI_FORMAT_BC6H_SFLOAT, GI_FORMAT_BC7_UNORM,
    };

    return formats[number - GI_VIEW_BC1];
}

static gi_status check_view_format(int number, enum gi_format array, enum gi_format *out_format)
{
    const struct gi_format_info *own = gi_format_info(array), *other;
    gi_status status = GI_OK;

    *out_format = array;
    if (number == GI_VIEW_NONE)
        return GI_OK;
    if (number < 0 || number > GI_VIEW_BC7)
        return gi_fail(GI_INVALID_VALUE, "texture: the view's format is %d, none of 0 to %d",
                       number, GI_VIEW_BC7);
    if (number >= GI_VIEW_BC1)
        *out_format = block_view_format(number);
    else
        status = plain_view_format(number, out_format);
    if (status != GI_OK)
        return status;
    other = gi_format_info(*out_format);
    if (other->block_bytes != own->block_bytes)
        return gi_fail(GI_INVALID_VALUE, "texture: the view's format %s takes %u bytes, and the "
                       "array's %s takes %u", other->name, other->block_bytes, own->name,
                       own->block_bytes);
    if (other->block_width != own->block_width)
        return gi_fail(GI_NOT_SUPPORTED, "texture: an array of %s cannot be read as %s here; make "
                       "it with that format", own->name, other->name);
    return GI_OK;
}

static gi_status check_view_size(const char *field, uint64_t view, uint64_t array)
{
    if (view == array)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: the view's %s is %llu, and the array's is %llu",
                   field, (unsigned long long)view, (unsigned long long)array);
}

static gi_status check_view_range(const char *what, uint32_t first, uint32_t last, uint64_t count)
{
    if (first <= last && last < count)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: the view's %ss are %u to %u, and the array has "
                   "%llu", what, first, last, (unsigned long long)count);
}

gi_status gi_view_check(const struct gi_resource_view *view, const struct gi_array_info *array,
                        enum gi_format *out_format)
{
    bool layered = (array->flags & (GI_ARRAY_LAYERED | GI_ARRAY_CUBEMAP)) != 0;
    gi_status status = check_view_format(view->format, array->format, out_format);

    if (status == GI_OK)
        status = check_view_size("width", view->width, array->width);
    if (status == GI_OK)
        status = check_view_size("height", view->height, array->height);
    if (status == GI_OK)
        status = check_view_size("depth", view->depth, array->depth);
    if (status == GI_OK)
        status = check_view_range("level", view->first_level, view->last_level, array->levels);
    if (status == GI_OK)
        status = check_view_range("layer", view->first_layer, view->last_layer,
                                  layered ? array->depth : 1);
    if (status == GI_OK && (array->flags & GI_ARRAY_CUBEMAP) != 0 &&
        (view->first_layer % 6 != 0 || view->last_layer % 6 != 5))
        return gi_fail(GI_INVALID_VALUE, "texture: the view's layers are %u to %u, which are not "
                       "the six faces of cubes", view->first_layer, view->last_layer);
    return status;
}

/* ---- memory --------------------------------------------------------------------------------- */

static gi_status check_rows(const struct gi_resource *resource, uint32_t texel_bytes,
                            uint32_t max_2d, uint64_t *out_span_bytes)
{
    if (resource->width == 0 || resource->width > max_2d)
        return gi_fail(GI_INVALID_VALUE, "texture: width is %llu, not 1 to %u texels",
                       (unsigned long long)resource->width, max_2d);
    if (resource->height == 0 || resource->height > max_2d)
        return gi_fail(GI_INVALID_VALUE, "texture: height is %llu, not 1 to %u rows",
                       (unsigned long long)resource->height, max_2d);
    if (resource->pitch_bytes < resource->width * texel_bytes ||
        resource->pitch_bytes % GI_TEXTURE_PITCH_ALIGNMENT != 0 ||
        resource->pitch_bytes > INT32_MAX)
        return gi_fail(GI_INVALID_VALUE, "texture: pitch is %llu; rows take %llu bytes, and it is "
                       "a multiple of %u up to 2^31", (unsigned long long)resource->pitch_bytes,
                       (unsigned long long)(resource->width * texel_bytes),
                       GI_TEXTURE_PITCH_ALIGNMENT);
    *out_span_bytes = resource->pitch_bytes * (resource->height - 1) +
                      resource->width * texel_bytes;
    return GI_OK;
}

static gi_status check_row(const struct gi_resource *resource, uint32_t texel_bytes,
                           uint64_t *out_span_bytes)
{
    uint64_t texels = resource->size_bytes / texel_bytes;

    if (texels == 0 || texels > GI_TEXTURE_LINEAR_TEXELS)
        return gi_fail(GI_INVALID_VALUE, "texture: size is %llu bytes, which are %llu texels; 1 "
                       "to %llu can be read", (unsigned long long)resource->size_bytes,
                       (unsigned long long)texels, (unsigned long long)GI_TEXTURE_LINEAR_TEXELS);
    *out_span_bytes = texels * texel_bytes;
    return GI_OK;
}

gi_status gi_texture_memory_check(const struct gi_resource *resource, uint32_t max_2d,
                                  enum gi_format *out_format, uint64_t *out_span_bytes)
{
    const struct gi_format_info *info;
    gi_status status = gi_format_from_channels(&resource->channels, out_format);

    *out_span_bytes = 0;
    if (status != GI_OK)
        return status;
    info = gi_format_info(*out_format);
    if (info->block_width != 1)
        return gi_fail(GI_INVALID_CHANNELS, "texture: memory cannot be read as blocks of %s",
                       info->name);
    if (resource->pointer == 0)
        return gi_fail(GI_INVALID_VALUE, "texture: the pointer is NULL");
    if (resource->pointer % GI_TEXTURE_ALIGNMENT != 0)
        return gi_fail(GI_INVALID_VALUE, "texture: pointer 0x%llx is no multiple of %u",
                       (unsigned long long)resource->pointer, GI_TEXTURE_ALIGNMENT);
    if (resource->kind == GI_RESOURCE_LINEAR)
        return check_row(resource, info->block_bytes, out_span_bytes);
    return check_rows(resource, info->block_bytes, max_2d, out_span_bytes);
}
