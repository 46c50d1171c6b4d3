#include "metadata.h"

#include <inttypes.h>

/* Words of the metadata, and the bits of them that mean something here. Word 0 is the version of
 * Mesa's form, 1 the card's vendor and device, and from 2 on there is the image's descriptor. */
enum {
    GIAMD_META_VERSION = 0, GIAMD_META_CARD = 1, GIAMD_META_DESCRIPTOR = 2,
    GIAMD_META_WORDS = 10,
    GIAMD_META_MESA = 1, GIAMD_META_VENDOR = 0x1002
};

/* Types of images in descriptors. */
enum {
    GIAMD_TYPE_1D = 8, GIAMD_TYPE_2D = 9, GIAMD_TYPE_3D = 10, GIAMD_TYPE_CUBE = 11,
    GIAMD_TYPE_1D_ARRAY = 12, GIAMD_TYPE_2D_ARRAY = 13, GIAMD_TYPE_2D_MSAA = 14,
    GIAMD_TYPE_2D_MSAA_ARRAY = 15
};

static uint32_t giamd_bits(uint32_t word, uint32_t low, uint32_t count)
{
    return word >> low & ((1u << count) - 1);
}

/* An image as its exporter describes it. */
struct giamd_described {
    uint32_t type;
    uint32_t width, height;      /* texels */
    uint32_t levels;
    uint32_t layers;             /* of the types that are arrays, else 0 */
    uint32_t swizzle_mode;       /* 0: linear */
};

static struct giamd_described giamd_describe(enum giamd_linear generation,
                                             const struct giamd_metadata *metadata)
{
    const uint32_t *words = &metadata->words[GIAMD_META_DESCRIPTOR];
    struct giamd_described image = {
        .type = giamd_bits(words[3], 28, 4),
        .height = giamd_bits(words[2], 14, 14) + 1,
        .swizzle_mode = giamd_bits(words[3], 20, 5),
    };

    if (generation == GIAMD_LINEAR_9)
        image.width = giamd_bits(words[2], 0, 14) + 1;
    else
        image.width = (giamd_bits(words[1], 30, 2) | giamd_bits(words[2], 0, 12) << 2) + 1;
    if (generation == GIAMD_LINEAR_12)
        image.levels = giamd_bits(words[3], 15, 5) + 1;
    else
        image.levels = giamd_bits(words[3], 16, 4) + 1;
    if (image.type == GIAMD_TYPE_1D_ARRAY || image.type == GIAMD_TYPE_2D_ARRAY)
        image.layers = giamd_bits(words[4], 0, 13) + 1;
    return image;
}

/* ---- whose it is --------------------------------------------------------------------------- */

static gi_status giamd_check_author(uint32_t device_id, const struct giamd_metadata *metadata)
{
    uint32_t card = metadata->words[GIAMD_META_CARD];

    if (metadata->size_bytes < GIAMD_META_WORDS * sizeof(uint32_t) ||
        metadata->words[GIAMD_META_VERSION] != GIAMD_META_MESA)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the memory was made for an image by a "
                       "driver that describes it in another form than Mesa's (%" PRIu32 " bytes "
                       "that begin with %" PRIu32 "); that form is not known", metadata->size_bytes,
                       metadata->words[GIAMD_META_VERSION]);
    if (card != (GIAMD_META_VENDOR << 16 | device_id))
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image was laid out for device %04"
                       PRIx32 ":%04" PRIx32 ", this one is 1002:%04" PRIx32, card >> 16,
                       card & 0xffff, device_id);
    return GI_OK;
}

/* ---- what it is ---------------------------------------------------------------------------- */

/** The kernel's word and the descriptor have to say the same. */
static gi_status giamd_check_linear(enum giamd_linear generation,
                                    const struct giamd_metadata *metadata,
                                    const struct giamd_described *image)
{
    uint32_t tiling_bits = generation == GIAMD_LINEAR_12 ? 3 : 5;
    uint32_t mode = giamd_bits((uint32_t)metadata->tiling, 0, tiling_bits);

    if (mode != image->swizzle_mode)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the kernel says that the memory is tiled "
                       "by mode %" PRIu32 ", its image says %" PRIu32, mode, image->swizzle_mode);
    if (mode != 0)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image is tiled (mode %" PRIu32 "); "
                       "this driver copies linear ones, the Vulkan driver copies both",
                       mode);
    /* Where compression's keys are, in units of 256 bytes; later cards keep them out of sight. */
    if (generation != GIAMD_LINEAR_12 && (metadata->tiling >> 5 & 0xffffff) != 0)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image is compressed (DCC)");
    return GI_OK;
}

static bool giamd_is_type(enum giamd_linear generation, const struct gi_image_shape *shape,
                          uint32_t type)
{
    bool is_array = shape->layers > 1;

    /* GFX9 has 1D images as 2D ones of one row. */
    if (shape->dims == GI_IMAGE_1D && generation != GIAMD_LINEAR_9)
        return type == (is_array ? GIAMD_TYPE_1D_ARRAY : GIAMD_TYPE_1D);
    if (type == GIAMD_TYPE_CUBE)
        return (shape->flags & GI_IMAGE_CUBE) != 0 && shape->layers == 6;
    return type == (is_array ? GIAMD_TYPE_2D_ARRAY : GIAMD_TYPE_2D);
}

static gi_status giamd_check_type(enum giamd_linear generation, const struct gi_image_shape *shape,
                                  const struct giamd_described *image)
{
    static const char *const names[8] = { "1D", "2D", "3D", "a cube", "layered 1D", "layered 2D",
                                          "multisampled", "multisampled and layered" };

    if (image->type < GIAMD_TYPE_1D)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the memory holds no image but something of "
                       "type %" PRIu32, image->type);
    if (image->type == GIAMD_TYPE_2D_MSAA || image->type == GIAMD_TYPE_2D_MSAA_ARRAY)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image is %s",
                       names[image->type - GIAMD_TYPE_1D]);
    if (!giamd_is_type(generation, shape, image->type))
        return gi_fail(GI_INVALID_VALUE, "mapped array: it is described as %s with %" PRIu32
                       " layers, the image in the memory is %s",
                       shape->dims == GI_IMAGE_1D ? "1D" : "2D", shape->layers,
                       names[image->type - GIAMD_TYPE_1D]);
    return GI_OK;
}

static gi_status giamd_check_same(const char *what, uint32_t asked, uint32_t described)
{
    if (asked == described)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "mapped array: %s %" PRIu32 ", the image in the memory has %"
                   PRIu32, what, asked, described);
}

static gi_status giamd_check_image(enum giamd_linear generation,
                                   const struct gi_image_shape *shape,
                                   const struct giamd_metadata *metadata)
{
    struct giamd_described image = giamd_describe(generation, metadata);
    gi_status st = giamd_check_type(generation, shape, &image);

    if (st == GI_OK)
        st = giamd_check_linear(generation, metadata, &image);
    if (st == GI_OK)
        st = giamd_check_same("width", shape->width, image.width);
    if (st == GI_OK)
        st = giamd_check_same("height", shape->height, image.height);
    if (st == GI_OK)
        st = giamd_check_same("levels:", shape->levels, image.levels);
    if (st == GI_OK && image.layers != 0)
        st = giamd_check_same("layers:", shape->layers, image.layers);
    return st;
}

/* ---- whether it can be known --------------------------------------------------------------- */

gi_status giamd_metadata_known(const struct giamd_sdma *sdma, const struct gi_image_shape *shape)
{
    if (giamd_linear_of(sdma) == GIAMD_LINEAR_8)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: how cards of GFX8 lay out images is not "
                       "known to this driver; the Vulkan driver can");
    if (shape->dims == GI_IMAGE_3D)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: how 3D images of other programs are laid "
                       "out is not known to this driver; the Vulkan driver can");
    return GI_OK;
}

/** Of memory that says nothing. */
static gi_status giamd_check_silent(const struct gi_image_shape *shape)
{
    if ((shape->flags & GI_IMAGE_DEDICATED) == 0)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "mapped array: the memory is said to be made for one image "
                   "alone (dedicated), but its exporter has not said which; Mesa's drivers do, "
                   "to programs on the same card");
}

gi_status giamd_metadata_check(const struct giamd_sdma *sdma, uint32_t device_id,
                               const struct gi_image_shape *shape, uint64_t offset_bytes,
                               const struct giamd_metadata *metadata)
{
    gi_status st;

    if (metadata->size_bytes == 0 && metadata->tiling == 0)
        return giamd_check_silent(shape);
    st = giamd_check_author(device_id, metadata);
    if (st == GI_OK)
        st = giamd_check_image(giamd_linear_of(sdma), shape, metadata);
    if (st == GI_OK && offset_bytes != 0)
        return gi_fail(GI_INVALID_VALUE, "mapped array: offset %" PRIu64 ", the memory was made "
                       "for one image alone, which is at 0", offset_bytes);
    return st;
}
