#include "texture_plan.h"

#include <math.h>
#include <string.h>

#include "contract/levels.h"

_Static_assert(sizeof(struct givk_record) == 112, "shaders/texture.glsl has the same layout");

/* ---- what is in the slot --------------------------------------------------------------------- */

static uint32_t givk_kind_of(const struct gi_texture *texture)
{
    bool layered = texture->is_layered;

    if (texture->kind == GI_TEXTURE_OF_MEMORY)
        return texture->height == 0 ? GIVK_RECORD_LINEAR : GIVK_RECORD_2D;
    if (texture->is_cube)
        return layered ? GIVK_RECORD_CUBE_LAYERED : GIVK_RECORD_CUBE;
    switch (texture->image->shape.dims) {
    case GI_IMAGE_1D: return layered ? GIVK_RECORD_1D_LAYERED : GIVK_RECORD_1D;
    case GI_IMAGE_2D: return layered ? GIVK_RECORD_2D_LAYERED : GIVK_RECORD_2D;
    case GI_IMAGE_3D: break;
    }
    return GIVK_RECORD_3D;
}

static VkImageViewType givk_view_type(uint32_t kind)
{
    switch (kind) {
    case GIVK_RECORD_1D: return VK_IMAGE_VIEW_TYPE_1D;
    case GIVK_RECORD_3D: return VK_IMAGE_VIEW_TYPE_3D;
    case GIVK_RECORD_1D_LAYERED: return VK_IMAGE_VIEW_TYPE_1D_ARRAY;
    case GIVK_RECORD_2D_LAYERED: return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    case GIVK_RECORD_CUBE: return VK_IMAGE_VIEW_TYPE_CUBE;
    case GIVK_RECORD_CUBE_LAYERED: return VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    default: return VK_IMAGE_VIEW_TYPE_2D;
    }
}

static uint32_t givk_format_word(enum gi_format format)
{
    const struct gi_format_info *info = gi_format_info(format);
    uint32_t channels = 0;

    while (channels < 4 && info->channels.bits[channels] != 0)
        channels++;
    return (uint32_t)info->texel_class | channels << 4 | (info->block_width != 1 ? 128u : 0) |
           (uint32_t)info->channels.bits[0] << 8;
}

static void givk_describe(const struct gi_texture *texture, struct givk_record *record)
{
    const struct gi_image *image = texture->image;

    record->kind = givk_kind_of(texture);
    record->format = givk_format_word(texture->format);
    record->texel_bytes = gi_format_info(texture->format)->block_bytes;
    record->levels = texture->level_count;
    record->layers = texture->is_cube ? texture->layer_count / 6 : texture->layer_count;
    record->width = texture->width;
    record->height = texture->height > 0 ? texture->height : 1;
    record->depth = 1;
    if (texture->kind == GI_TEXTURE_OF_MEMORY)
        return;
    record->width = gi_level_size(image->shape.width, texture->first_level);
    record->height = gi_level_size(image->shape.height, texture->first_level);
    record->depth = gi_level_size(image->shape.depth, texture->first_level);
}

/* ---- surfaces -------------------------------------------------------------------------------- */

enum gi_format givk_surface_format(enum gi_format format)
{
    const struct gi_format_info *info = gi_format_info(format);

    if (info->block_width != 1)
        return GI_FORMAT_NONE;
    switch (info->block_bytes) {
    case 1: return GI_FORMAT_R8_UINT;
    case 2: return GI_FORMAT_R16_UINT;
    case 4: return GI_FORMAT_R32_UINT;
    case 8: return GI_FORMAT_RG32_UINT;
    case 16: return GI_FORMAT_RGBA32_UINT;
    default: return GI_FORMAT_NONE;
    }
}

static gi_status givk_plan_surface(const struct givk_facts *facts, const struct givk_plan *plan,
                                   const struct gi_texture *texture,
                                   const struct givk_texture_formats *formats,
                                   struct givk_texture_plan *out)
{
    out->format = givk_surface_format(texture->format);
    out->usage = VK_IMAGE_USAGE_STORAGE_BIT;
    out->record.kind |= GIVK_RECORD_SURFACE;
    if (out->format == GI_FORMAT_NONE)
        return gi_fail(GI_NOT_SUPPORTED, "surface: %s is compressed, so nothing can store to it",
                       gi_format_info(texture->format)->name);
    if (plan->textures == GIVK_TEXTURES_IN_MEMORY) {
        out->record.flags = GIVK_RECORD_MEMORY;
        return GI_OK;
    }
    if (!facts->textures.formatless_storage)
        return gi_fail(GI_NOT_SUPPORTED, "surface: shaders of %s cannot load and store texels "
                       "whose format they do not know", facts->info.name);
    if ((formats->plain & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) == 0)
        return gi_fail(GI_NOT_SUPPORTED, "surface: %s does not store to %s", facts->info.name,
                       gi_format_info(out->format)->name);
    if ((formats->usage & VK_IMAGE_USAGE_STORAGE_BIT) == 0)
        return gi_fail(GI_NOT_SUPPORTED, "surface: %s does not store to images of %s and of this "
                       "shape", facts->info.name, gi_format_info(texture->format)->name);
    return GI_OK;
}

/* ---- samplers -------------------------------------------------------------------------------- */

static bool givk_is_integer(enum gi_format format)
{
    enum gi_texel_class texel_class = gi_format_info(format)->texel_class;

    return texel_class == GI_TEXEL_UINT || texel_class == GI_TEXEL_SINT;
}

static bool givk_uses_border(const struct gi_texture *texture)
{
    const int *address = texture->sampling.address;

    return !texture->is_cube && (address[0] == GI_ADDRESS_BORDER ||
                                 address[1] == GI_ADDRESS_BORDER ||
                                 address[2] == GI_ADDRESS_BORDER);
}

/** Finds a border colour that every sampler supports; false if it is another one. */
static bool givk_plain_border(const struct gi_texture *texture, VkBorderColor *out)
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

    *out = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const float *is = texture->sampling.border, *row = rows[i].color;
        if (is[0] == row[0] && is[1] == row[1] && is[2] == row[2] && is[3] == row[3]) {
            *out = givk_is_integer(texture->format) ? rows[i].integers : rows[i].floats;
            return true;
        }
    }
    return false;
}

static VkSamplerAddressMode givk_address_mode(int mode)
{
    switch ((enum gi_address_mode)mode) {
    case GI_ADDRESS_WRAP: return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    case GI_ADDRESS_CLAMP: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case GI_ADDRESS_MIRROR: return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case GI_ADDRESS_BORDER: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    }
    return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
}

static float givk_between(float value, float least, float most)
{
    return fminf(fmaxf(value, least), most);
}

static void givk_plan_sampler(const struct givk_facts *facts, const struct gi_texture *texture,
                              VkBorderColor border, struct givk_sampler_key *out)
{
    const struct gi_sampling *sampling = &texture->sampling;
    float most = facts->textures.max_bias, wanted = (float)sampling->max_anisotropy;

    out->filter = sampling->filter == GI_FILTER_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    out->mip_filter = sampling->mip_filter == GI_FILTER_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR :
                                                                 VK_SAMPLER_MIPMAP_MODE_NEAREST;
    for (int i = 0; i < 3; i++)
        out->address[i] = givk_address_mode(sampling->address[i]);
    out->border = border;
    out->max_anisotropy = 1;
    if (sampling->filter == GI_FILTER_LINEAR && facts->textures.anisotropy)
        out->max_anisotropy = givk_between(wanted, 1, facts->textures.max_anisotropy);
    if (texture->level_count == 1)
        return;
    out->bias = givk_between(sampling->bias, -most, most);
    out->min_level = givk_between(sampling->min_level, 0, 32);
    out->max_level = givk_between(sampling->max_level, out->min_level, 32);
}

/** Tells whether the shader must filter, because no sampler of the device reads texels this way.
 *
 *  For a point filter, coordinates in texels are not normalized first: rounding could move a number
 *  at an edge to either side. */
static bool givk_by_shader(const struct gi_texture *texture,
                           const struct givk_texture_formats *formats, bool srgb_by_shader,
                           VkBorderColor *out_border)
{
    const struct gi_sampling *sampling = &texture->sampling;
    bool linear = sampling->filter == GI_FILTER_LINEAR ||
                  sampling->mip_filter == GI_FILTER_LINEAR;
    bool plain = givk_plain_border(texture, out_border);

    if (givk_uses_border(texture) && !plain)
        return true;
    if (!sampling->normalized && sampling->filter == GI_FILTER_POINT)
        return true;
    if (linear && (formats->plain & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) == 0)
        return true;
    if (texture->is_cube && sampling->filter == GI_FILTER_LINEAR && !sampling->seamless)
        return true;             /* samplers always filter cubes across edges */
    return srgb_by_shader;
}

static void givk_describe_sampling(const struct gi_texture *texture, struct givk_record *record)
{
    const struct gi_sampling *sampling = &texture->sampling;

    if (sampling->normalized)
        record->flags |= GIVK_RECORD_NORMALIZED;
    if (sampling->filter == GI_FILTER_LINEAR)
        record->flags |= GIVK_RECORD_FILTER;
    if (sampling->mip_filter == GI_FILTER_LINEAR)
        record->flags |= GIVK_RECORD_MIP_FILTER;
    if (sampling->seamless)
        record->flags |= GIVK_RECORD_SEAMLESS;
    record->address_modes = (uint32_t)sampling->address[0] | (uint32_t)sampling->address[1] << 2 |
                            (uint32_t)sampling->address[2] << 4;
    memcpy(record->border, sampling->border, sizeof(record->border));
    if (texture->level_count == 1)
        return;
    record->bias = sampling->bias;
    record->min_level = sampling->min_level;
    record->max_level = sampling->max_level;
}

static gi_status givk_plan_sampled(const struct givk_facts *facts, const struct givk_plan *plan,
                                   const struct gi_texture *texture,
                                   const struct givk_texture_formats *formats,
                                   struct givk_texture_plan *out)
{
    const struct gi_format_info *info = gi_format_info(texture->format);
    enum gi_format decoded = gi_format_as(texture->format, GI_TEXEL_SRGB);
    bool srgb_by_device = texture->sampling.srgb && decoded != GI_FORMAT_NONE &&
                          (formats->srgb & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) != 0;
    bool in_memory = texture->kind == GI_TEXTURE_OF_MEMORY ||
                     plan->textures == GIVK_TEXTURES_IN_MEMORY;
    VkBorderColor border;

    givk_describe_sampling(texture, &out->record);
    out->format = texture->format;
    out->usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    if (in_memory && info->block_width != 1)
        return gi_fail(GI_NOT_SUPPORTED, "texture: shaders of %s read texels from memory and "
                       "cannot decode blocks of %s", facts->info.name, info->name);
    if (in_memory) {
        out->record.flags |= GIVK_RECORD_MEMORY | GIVK_RECORD_BY_SHADER |
                             (texture->sampling.srgb ? GIVK_RECORD_SRGB : 0u);
        return GI_OK;
    }
    if ((formats->plain & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) == 0)
        return gi_fail(GI_NOT_SUPPORTED, "texture: %s does not sample %s", facts->info.name,
                       info->name);
    if (givk_by_shader(texture, formats, texture->sampling.srgb && !srgb_by_device, &border)) {
        out->record.flags |= GIVK_RECORD_BY_SHADER |
                             (texture->sampling.srgb ? GIVK_RECORD_SRGB : 0u);
        if (texture->is_cube)    /* shaders address single texels by face */
            out->view_type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
        return GI_OK;
    }
    if (srgb_by_device)
        out->format = decoded;
    out->has_sampler = true;
    givk_plan_sampler(facts, texture, border, &out->sampler);
    return GI_OK;
}

gi_status givk_texture_plan_make(const struct givk_facts *facts, const struct givk_plan *plan,
                                 const struct gi_texture *texture,
                                 const struct givk_texture_formats *formats,
                                 struct givk_texture_plan *out_plan)
{
    memset(out_plan, 0, sizeof(*out_plan));
    givk_describe(texture, &out_plan->record);
    out_plan->view_type = givk_view_type(out_plan->record.kind);
    if (plan->textures == GIVK_TEXTURES_NONE)
        return gi_fail(GI_NOT_SUPPORTED, "texture: %s has no descriptor indexing",
                       facts->info.name);
    if (out_plan->record.kind == GIVK_RECORD_CUBE_LAYERED && !facts->cube_arrays &&
        plan->textures == GIVK_TEXTURES_BINDLESS)
        return gi_fail(GI_NOT_SUPPORTED, "texture: %s has no views of several cubes",
                       facts->info.name);
    return texture->kind == GI_TEXTURE_SURFACE
               ? givk_plan_surface(facts, plan, texture, formats, out_plan)
               : givk_plan_sampled(facts, plan, texture, formats, out_plan);
}
