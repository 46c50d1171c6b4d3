#include "texture_check.h"

#include <math.h>

static gi_status check_mode(const char *field, int value, int last)
{
    if (value >= 0 && value <= last)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: %s is %d; 0 to %d exist", field, value, last);
}

static gi_status check_address(struct gi_sampling *sampling, int directions)
{
    static const char *const names[3] = { "address mode 0", "address mode 1", "address mode 2" };
    gi_status status = GI_OK;

    for (int i = 0; i < directions && status == GI_OK; i++)
        status = check_mode(names[i], sampling->address[i], GI_ADDRESS_BORDER);
    for (int i = directions; i < 3; i++) {
        if (sampling->address[i] < 0 || sampling->address[i] > GI_ADDRESS_BORDER)
            sampling->address[i] = GI_ADDRESS_CLAMP;
    }
    return status;
}

gi_status gi_sampling_check(struct gi_sampling *sampling, int directions, bool is_cube)
{
    gi_status status = check_mode("filter mode", sampling->filter, GI_FILTER_LINEAR);

    if (status == GI_OK)
        status = check_address(sampling, directions);
    if (status == GI_OK)
        status = check_mode("read mode", sampling->read, GI_READ_NORMALIZED);
    if (status == GI_OK)
        status = check_mode("mip filter mode", sampling->mip_filter, GI_FILTER_LINEAR);
    if (status == GI_OK && sampling->seamless && !is_cube)
        return gi_fail(GI_INVALID_VALUE, "texture: it is to be seamless, as cubemaps alone can be");
    return status;
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool is_integer(enum gi_format format)
{
    enum gi_texel_class texel_class = gi_format_info(format)->texel_class;

    return texel_class == GI_TEXEL_UINT || texel_class == GI_TEXEL_SINT;
}

/* Finds the normalized format for an integer format. */
static gi_status as_parts(enum gi_format format, enum gi_format *out_format)
{
    const struct gi_format_info *info = gi_format_info(format);

    *out_format = gi_format_as(format, info->texel_class == GI_TEXEL_UINT ? GI_TEXEL_UNORM
                                                                          : GI_TEXEL_SNORM);
    if (*out_format != GI_FORMAT_NONE)
        return GI_OK;
    return gi_fail(GI_INVALID_NORM, "texture: read mode is 1 (normalised float), and the %d bits "
                   "of %s have no normalised form; 8 and 16 have", info->channels.bits[0],
                   info->name);
}

/* As the vendor does: float formats require element reads, normalized formats require normalized
 * reads. RGB10A2 counts as a float format. */
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

static gi_status check_srgb(enum gi_format format, bool srgb)
{
    const struct gi_format_info *info = gi_format_info(format);

    if (info->texel_class != GI_TEXEL_SRGB || srgb)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: sRGB is 0, and the array's format is %s",
                   info->name);
}

/* Replaces values that have no effect by defaults. */
static void simplify(enum gi_format format, struct gi_sampling *sampling)
{
    float *const levels[3] = { &sampling->bias, &sampling->min_level, &sampling->max_level };

    if (is_integer(format))
        sampling->mip_filter = GI_FILTER_POINT;
    sampling->srgb = sampling->srgb && is_8_bit_parts(format);
    for (int i = 0; i < 3; i++) {
        if (!sampling->normalized && sampling->address[i] != GI_ADDRESS_BORDER)
            sampling->address[i] = GI_ADDRESS_CLAMP;
        if (isnan(*levels[i]))
            *levels[i] = 0;
    }
    if (sampling->max_anisotropy < 1)
        sampling->max_anisotropy = 1;
    if (sampling->max_anisotropy > GI_MAX_ANISOTROPY)
        sampling->max_anisotropy = GI_MAX_ANISOTROPY;
}

gi_status gi_texture_read_as(enum gi_format format, const struct gi_sampling *sampling,
                             enum gi_format *out_format, struct gi_sampling *out_sampling)
{
    gi_status status = GI_OK;

    *out_format = format;
    *out_sampling = *sampling;
    if (is_integer(format) && sampling->filter == GI_FILTER_LINEAR && !sampling->filters_integers &&
        (sampling->read != GI_READ_NORMALIZED || gi_format_info(format)->channels.bits[0] == 32))
        return no_filter(format);
    status = check_read(format, sampling->read);
    if (status == GI_OK)
        status = check_srgb(format, sampling->srgb);
    if (status == GI_OK && is_integer(format) && sampling->read == GI_READ_NORMALIZED)
        status = as_parts(format, out_format);
    if (status == GI_OK)
        simplify(*out_format, out_sampling);
    return status;
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
        return gi_fail(GI_INVALID_VALUE, "texture: the view's format is %d; 0 to %d exist",
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
    if (own->block_width != 1 && other->block_width == 1)
        return gi_fail(GI_NOT_SUPPORTED, "texture: the blocks of an array of %s cannot be read as "
                       "%s", own->name, other->name);
    if (other->block_width != own->block_width && array != GI_FORMAT_RG32_UINT &&
        array != GI_FORMAT_RGBA32_UINT)
        return gi_fail(GI_INVALID_VALUE, "texture: the view's format is %s, and the array's %s; "
                       "blocks are read from two or four unsigned integers of 32 bits",
                       other->name, own->name);
    return GI_OK;
}

static gi_status check_view_size(const char *field, uint64_t view, uint64_t array)
{
    if (view == array)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: the view's %s is %llu, and the array's is %llu",
                   field, (unsigned long long)view, (unsigned long long)array);
}

static gi_status check_view_sizes(const struct gi_resource_view *view,
                                  const struct gi_array_info *array, uint32_t block_width)
{
    gi_status status = check_view_size("width", view->width, array->width * block_width);

    if (status == GI_OK)
        status = check_view_size("height", view->height, array->height * block_width);
    if (status == GI_OK)
        status = check_view_size("depth", view->depth, array->depth);
    return status;
}

/* Counts the elements of a view from first to last, cut off at count. */
static gi_status check_view_range(const char *what, uint32_t first, uint32_t last, uint64_t count,
                                  uint32_t *out_count)
{
    if (first > last || first >= count)
        return gi_fail(GI_INVALID_VALUE, "texture: the view's %ss are %u to %u, and the array has "
                       "%llu", what, first, last, (unsigned long long)count);
    *out_count = (last < count ? last + 1 : (uint32_t)count) - first;
    return GI_OK;
}

/* Levels or layers that the array lacks must be 0 to 0. */
static gi_status check_view_none(const char *what, uint32_t first, uint32_t last)
{
    if (first == 0 && last == 0)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: the view's %ss are %u to %u, and the array has "
                   "none; then both are 0", what, first, last);
}

static gi_status check_view_levels(const struct gi_resource_view *view,
                                   const struct gi_array_info *array, bool is_mipmapped,
                                   struct gi_view_part *out)
{
    out->first_level = view->first_level;
    out->level_count = 1;
    if (!is_mipmapped)
        return check_view_none("level", view->first_level, view->last_level);
    return check_view_range("level", view->first_level, view->last_level, array->levels,
                            &out->level_count);
}

static gi_status check_view_layers(const struct gi_resource_view *view,
                                   const struct gi_array_info *array, struct gi_view_part *out)
{
    gi_status status;

    if ((array->flags & GI_ARRAY_LAYERED) == 0)
        return check_view_none("layer", view->first_layer, view->last_layer);
    status = check_view_range("layer", view->first_layer, view->last_layer, array->depth,
                              &out->layer_count);
    if (status == GI_OK && (array->flags & GI_ARRAY_CUBEMAP) != 0 &&
        (view->first_layer % 6 != 0 || out->layer_count % 6 != 0))
        return gi_fail(GI_INVALID_VALUE, "texture: the view's layers are %u to %u, which are not "
                       "the six faces of cubes", view->first_layer, view->last_layer);
    out->first_layer = view->first_layer;
    return status;
}

gi_status gi_view_check(const struct gi_resource_view *view, const struct gi_array_info *array,
                        bool is_mipmapped, struct gi_view_part *out_part)
{
    const struct gi_format_info *own = gi_format_info(array->format), *shown;
    gi_status status;

    *out_part = (struct gi_view_part){ .format = GI_FORMAT_NONE };
    status = check_view_format(view->format, array->format, &out_part->format);
    if (status != GI_OK)
        return status;
    shown = gi_format_info(out_part->format);
    status = check_view_sizes(view, array, shown->block_width / own->block_width);
    if (status == GI_OK)
        status = check_view_levels(view, array, is_mipmapped, out_part);
    if (status == GI_OK)
        status = check_view_layers(view, array, out_part);
    if (status == GI_OK && shown->block_width != own->block_width)
        return gi_fail(GI_NOT_SUPPORTED, "texture: an array of %s cannot be read as %s here; make "
                       "it with that format", own->name, shown->name);
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
    if (resource->pitch_bytes % GI_TEXTURE_PITCH_ALIGNMENT != 0 ||
        resource->pitch_bytes > INT32_MAX)
        return gi_fail(GI_INVALID_VALUE, "texture: pitch is %llu; it is a multiple of %u up to "
                       "2^31", (unsigned long long)resource->pitch_bytes,
                       GI_TEXTURE_PITCH_ALIGNMENT);
    *out_span_bytes = resource->pitch_bytes * (resource->height - 1) +
                      resource->width * texel_bytes;
    return GI_OK;
}

static gi_status check_row(const struct gi_resource *resource, uint32_t texel_bytes,
                           uint64_t *out_span_bytes)
{
    uint64_t texels = resource->size_bytes / texel_bytes;

    if (texels > INT32_MAX)
        return gi_fail(GI_INVALID_VALUE, "texture: size is %llu bytes, which are %llu texels; "
                       "their numbers end at 2^31", (unsigned long long)resource->size_bytes,
                       (unsigned long long)texels);
    *out_span_bytes = texels * texel_bytes;
    return GI_OK;
}

/* Memory has only integer and float formats, and RGB10A2. */
static gi_status check_memory_format(enum gi_format format)
{
    const struct gi_format_info *info = gi_format_info(format);

    if (is_integer(format) || format == GI_FORMAT_RGB10A2_UNORM ||
        (info->texel_class == GI_TEXEL_FLOAT && info->block_width == 1))
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "texture: memory cannot be read as %s; arrays can%s",
                   info->name, info->block_width == 1 ? ", and integers as normalised ones" : "");
}

gi_status gi_texture_memory_check(const struct gi_resource *resource, enum gi_format format,
                                  uint32_t max_2d, uint64_t *out_span_bytes)
{
    uint32_t texel_bytes = gi_format_info(format)->block_bytes;
    gi_status status = check_memory_format(format);

    *out_span_bytes = 0;
    if (status != GI_OK)
        return status;
    if (resource->pointer == 0)
        return gi_fail(GI_INVALID_VALUE, "texture: the pointer is NULL");
    if (resource->pointer % GI_TEXTURE_ALIGNMENT != 0)
        return gi_fail(GI_INVALID_VALUE, "texture: pointer 0x%llx is no multiple of %u",
                       (unsigned long long)resource->pointer, GI_TEXTURE_ALIGNMENT);
    if (resource->kind == GI_RESOURCE_LINEAR)
        return check_row(resource, texel_bytes, out_span_bytes);
    return check_rows(resource, texel_bytes, max_2d, out_span_bytes);
}
