#include "image_plan.h"

#include <inttypes.h>
#include <stdio.h>

#include "formats.h"

/* ---- words for sentences --------------------------------------------------------------------- */

#define GIVK_NAME(name) #name,
static const char *const givk_format_names[GI_FORMAT_COUNT] = { "NONE", GI_FORMATS(GIVK_NAME) };
#undef GIVK_NAME

enum { GIVK_IMAGE_WORDS = 64 };

/** Writes words, as in "2D images of RGBA8_UNORM". */
static const char *givk_images_in_words(const struct gi_image_shape *shape,
                                        char words[static GIVK_IMAGE_WORDS])
{
    static const char *const dims[] = { "1D", "2D", "3D" };

    snprintf(words, GIVK_IMAGE_WORDS, "%s images of %s",
             (shape->flags & GI_IMAGE_CUBE) != 0 ? "cube" : dims[shape->dims],
             givk_format_names[shape->format]);
    return words;
}

/* ---- what it is made as ---------------------------------------------------------------------- */

/** Returns the format features that a shape's uses need. */
static VkFormatFeatureFlags givk_features_for(const struct gi_image_shape *shape)
{
    VkFormatFeatureFlags wanted = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT |
                                  VK_FORMAT_FEATURE_TRANSFER_SRC_BIT |
                                  VK_FORMAT_FEATURE_TRANSFER_DST_BIT;

    if ((shape->flags & GI_IMAGE_STORAGE) != 0)
        wanted |= VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
    if ((shape->flags & GI_IMAGE_ATTACHMENT) != 0)
        wanted |= VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
    return wanted;
}

static gi_status givk_check_features(const struct givk_facts *facts,
                                     const struct gi_image_shape *shape,
                                     VkFormatFeatureFlags missing)
{
    const char *format = givk_format_names[shape->format];
    const char *device = facts->info.name;

    if (missing == 0)
        return GI_OK;
    if ((missing & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) != 0)
        return gi_fail(GI_NOT_SUPPORTED, "image: %s has no images of format %s", device, format);
    if ((missing & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0)
        return gi_fail(GI_NOT_SUPPORTED, "image: shaders of %s cannot store to format %s, which "
                       "surfaces need", device, format);
    if ((missing & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT) != 0)
        return gi_fail(GI_NOT_SUPPORTED, "image: %s cannot render to format %s, which a colour "
                       "attachment needs", device, format);
    return gi_fail(GI_NOT_SUPPORTED, "image: %s cannot copy to or from format %s", device, format);
}

/** Refuses a shape that no device supports. The core has checked the rest. */
static gi_status givk_check_shape(const struct gi_image_shape *shape)
{
    bool cube = (shape->flags & GI_IMAGE_CUBE) != 0;

    if (shape->format <= GI_FORMAT_NONE || shape->format >= GI_FORMAT_COUNT)
        return gi_fail(GI_INVALID_VALUE, "image: there is no format %d", (int)shape->format);
    if (shape->width == 0 || shape->height == 0 || shape->depth == 0 || shape->layers == 0 ||
        shape->levels == 0)
        return gi_fail(GI_INVALID_VALUE, "image: %u x %u x %u texels, %u layers, %u levels: none "
                       "of them can be 0", shape->width, shape->height, shape->depth,
                       shape->layers, shape->levels);
    if (cube && (shape->dims != GI_IMAGE_2D || shape->width != shape->height ||
                 shape->layers % 6 != 0))
        return gi_fail(GI_INVALID_VALUE, "image: a cube of %u x %u texels and %u faces; its faces "
                       "are square and six times its layers", shape->width, shape->height,
                       shape->layers);
    return GI_OK;
}

static VkImageType givk_image_type(enum gi_image_dims dims)
{
    switch (dims) {
    case GI_IMAGE_1D:
        return VK_IMAGE_TYPE_1D;
    case GI_IMAGE_2D:
        return VK_IMAGE_TYPE_2D;
    case GI_IMAGE_3D:
        return VK_IMAGE_TYPE_3D;
    }
    return VK_IMAGE_TYPE_2D;
}

/** Views read integers as normalized values and back, so the format is mutable. Other images may
 *  alias the memory of an external one. */
static VkImageCreateFlags givk_image_flags(const struct gi_image_shape *shape)
{
    VkImageCreateFlags flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;

    if ((shape->flags & GI_IMAGE_CUBE) != 0)
        flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    if ((shape->flags & GI_IMAGE_ATTACHMENT) != 0 && shape->dims == GI_IMAGE_3D)
        flags |= VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
    if ((shape->flags & GI_IMAGE_EXTERNAL) != 0)
        flags |= VK_IMAGE_CREATE_ALIAS_BIT;
    return flags;
}

/** Usage follows the shape's flags, except storage. Every image whose format supports storage has
 *  it: programs create surfaces of any array, and nearly all images of other programs have it. */
static VkImageUsageFlags givk_image_usage(const struct gi_image_shape *shape,
                                          VkFormatFeatureFlags features)
{
    VkImageUsageFlags usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                              VK_IMAGE_USAGE_SAMPLED_BIT;

    if ((features & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0)
        usage |= VK_IMAGE_USAGE_STORAGE_BIT;
    if ((shape->flags & GI_IMAGE_ATTACHMENT) != 0)
        usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    return usage;
}

gi_status givk_image_plan_make(const struct givk_facts *facts, const struct gi_image_shape *shape,
                               VkExternalMemoryHandleTypeFlagBits handle_type,
                               const struct givk_image_features *features,
                               struct givk_image_plan *out_plan)
{
    bool external = (shape->flags & GI_IMAGE_EXTERNAL) != 0;
    VkFormatFeatureFlags wanted = givk_features_for(shape), has = features->own;
    gi_status st = givk_check_shape(shape);

    *out_plan = (struct givk_image_plan){ 0 };
    if (st == GI_OK)
        st = givk_check_features(facts, shape, wanted & ~features->own);
    if (st != GI_OK)
        return st;
    out_plan->format = givk_format(shape->format);
    if (external && (wanted & ~features->external) == 0) {
        out_plan->format = givk_format_of_external(shape->format);
        has = features->external;
    }
    out_plan->type = givk_image_type(shape->dims);
    out_plan->flags = givk_image_flags(shape);
    out_plan->usage = givk_image_usage(shape, has);
    out_plan->extent = (VkExtent3D){ shape->width, shape->height, shape->depth };
    out_plan->levels = shape->levels;
    out_plan->layers = shape->layers;
    out_plan->handle_types = external ? handle_type : 0;
    return GI_OK;
}

/* ---- what the driver answers ----------------------------------------------------------------- */

static bool givk_has_room(const struct givk_image_plan *plan, const VkImageFormatProperties *most)
{
    return plan->extent.width <= most->maxExtent.width &&
           plan->extent.height <= most->maxExtent.height &&
           plan->extent.depth <= most->maxExtent.depth &&
           plan->layers <= most->maxArrayLayers && plan->levels <= most->maxMipLevels;
}

bool givk_image_plan_relax(const struct gi_image_shape *shape,
                           const struct givk_image_limits *limits, struct givk_image_plan *plan)
{
    bool asked_for = (shape->flags & GI_IMAGE_STORAGE) != 0;

    if (asked_for || (plan->usage & VK_IMAGE_USAGE_STORAGE_BIT) == 0 ||
        (limits->exist && givk_has_room(plan, &limits->most)))
        return false;
    plan->usage &= ~(VkImageUsageFlags)VK_IMAGE_USAGE_STORAGE_BIT;
    return true;
}

/** Returns the size of level 0 without padding. The image needs at least this. */
static uint64_t givk_least_bytes(const struct gi_image_shape *shape)
{
    const struct gi_format_info *format = gi_format_info(shape->format);
    uint64_t columns = (shape->width + format->block_width - 1) / format->block_width;
    uint64_t rows = (shape->height + format->block_height - 1) / format->block_height;

    return columns * rows * shape->depth * shape->layers * format->block_bytes;
}

gi_status givk_image_plan_check(const struct givk_facts *facts, const struct gi_image_shape *shape,
                                const struct givk_image_plan *plan,
                                const struct givk_image_limits *limits)
{
    const VkImageFormatProperties *most = &limits->most;
    const struct {
        const char *what;
        uint32_t is, most;
    } rows[] = {
        { "texels wide", plan->extent.width, most->maxExtent.width },
        { "texels high", plan->extent.height, most->maxExtent.height },
        { "slices deep", plan->extent.depth, most->maxExtent.depth },
        { "layers", plan->layers, most->maxArrayLayers },
        { "levels", plan->levels, most->maxMipLevels },
    };
    char words[GIVK_IMAGE_WORDS];

    givk_images_in_words(shape, words);
    if (!limits->exist)
        return gi_fail(GI_NOT_SUPPORTED, "image: %s has no %s%s%s", facts->info.name, words,
                       (shape->flags & GI_IMAGE_STORAGE) != 0 ? " that shaders store to" : "",
                       plan->handle_types != 0 ? " that are shared with other programs" : "");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].is > rows[i].most)
            return gi_fail(GI_NOT_SUPPORTED, "image: %u %s; %s has %s of at most %u", rows[i].is,
                           rows[i].what, facts->info.name, words, rows[i].most);
    }
    if (givk_least_bytes(shape) > most->maxResourceSize)
        return gi_fail(GI_OUT_OF_MEMORY, "image: it would take at least %" PRIu64 " bytes; %s has "
                       "images of at most %" PRIu64, givk_least_bytes(shape), facts->info.name,
                       (uint64_t)most->maxResourceSize);
    if (plan->handle_types != 0 &&
        (limits->external & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT) == 0)
        return gi_fail(GI_NOT_SUPPORTED, "image: %s does not import memory of this kind for %s",
                       facts->info.name, words);
    return GI_OK;
}

/* ---- where it goes --------------------------------------------------------------------------- */

static bool givk_wants_alone(const struct givk_plan *plan, const struct gi_image_shape *shape,
                             const struct givk_image_needs *needs)
{
    bool external = (shape->flags & GI_IMAGE_EXTERNAL) != 0;
    bool dedicated = (shape->flags & GI_IMAGE_DEDICATED) != 0;

    return external && (needs->dedicated_only || (dedicated && plan->dedicated_imports));
}

gi_status givk_image_plan_place(const struct givk_facts *facts, const struct givk_plan *plan,
                                const struct gi_image_shape *shape,
                                const struct givk_image_needs *needs,
                                const struct givk_image_home *home, uint64_t offset_bytes,
                                bool *out_import_again)
{
    bool alone = givk_wants_alone(plan, shape, needs);
    char words[GIVK_IMAGE_WORDS];

    *out_import_again = false;
    givk_images_in_words(shape, words);
    if (offset_bytes > home->memory_bytes || needs->size_bytes > home->memory_bytes - offset_bytes)
        return gi_fail(GI_INVALID_VALUE, "image: it takes %" PRIu64 " bytes at offset %" PRIu64
                       ", the memory %s %" PRIu64, needs->size_bytes, offset_bytes,
                       home->size_is_known ? "has" : "was said to have", home->memory_bytes);
    if ((offset_bytes & (needs->alignment_bytes - 1)) != 0)
        return gi_fail(GI_INVALID_VALUE, "image: offset %" PRIu64 " is not a multiple of %" PRIu64
                       ", as %s asks for", offset_bytes, needs->alignment_bytes,
                       facts->info.name);
    if (alone && home->can_import_again && offset_bytes == 0) {
        *out_import_again = true;
        return GI_OK;
    }
    if (alone && needs->dedicated_only)
        return gi_fail(GI_NOT_SUPPORTED, "image: %s shares %s only alone in their memory, at "
                       "offset 0 and not %" PRIu64, facts->info.name, words, offset_bytes);
    if (home->can_import_again && (needs->memory_types >> home->memory_type & 1) == 0 &&
        offset_bytes == 0) {
        *out_import_again = true;
        return GI_OK;
    }
    if ((needs->memory_types >> home->memory_type & 1) == 0)
        return gi_fail(GI_NOT_SUPPORTED, "image: %s cannot put %s into memory of type %u; the mask "
                       "0x%x says which do", facts->info.name, words, home->memory_type,
                       needs->memory_types);
    return GI_OK;
}
