#include "metadata.h"

#include <inttypes.h>

#include "tiling.h"

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
    uint32_t format;             /* a number of the generation's; not read on GFX9 */
    bool is_compressed;
};

static struct giamd_described giamd_describe(const struct giamd_sdma *sdma,
                                             const struct giamd_metadata *metadata)
{
    enum giamd_linear generation = giamd_linear_of(sdma);
    bool is_10 = sdma->major < 6;
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
    if (generation == GIAMD_LINEAR_12) {
        image.levels = giamd_bits(words[3], 15, 5) + 1;
        image.format = giamd_bits(words[1], 17, 8);
    } else {
        image.levels = giamd_bits(words[3], 16, 4) + 1;
        image.format = giamd_bits(words[1], 20, is_10 ? 9 : 8);
    }
    /* Where keys of compression are; GFX12 has them nowhere. */
    if (generation == GIAMD_LINEAR_10)
        image.is_compressed = giamd_bits(words[6], 21, 1) != 0 ||
                              giamd_bits(words[6], 24, 8) != 0 || words[7] != 0;
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

/* ---- texels -------------------------------------------------------------------------------- */

/* Numbers of formats whose texels, or blocks, are as large. */
struct giamd_format_range {
    uint32_t first, last, block_bytes;
    bool is_block;               /* of 4 x 4 texels */
};

static const struct giamd_format_range giamd_formats_10[] = {
    { 1, 6, 1, false }, { 7, 19, 2, false }, { 20, 61, 4, false }, { 62, 71, 8, false },
    { 75, 77, 16, false }, { 128, 128, 1, false }, { 129, 129, 2, false }, { 130, 130, 4, false },
    { 132, 132, 4, false }, { 133, 136, 2, false }, { 169, 170, 8, true }, { 171, 174, 16, true },
    { 175, 176, 8, true }, { 177, 182, 16, true }, { 0, 0, 0, false },
};

static const struct giamd_format_range giamd_formats_11[] = {
    { 1, 6, 1, false }, { 7, 19, 2, false }, { 20, 47, 4, false }, { 48, 57, 8, false },
    { 61, 63, 16, false }, { 64, 64, 1, false }, { 65, 65, 2, false }, { 66, 67, 4, false },
    { 68, 71, 2, false }, { 109, 110, 8, true }, { 111, 114, 16, true }, { 115, 116, 8, true },
    { 117, 122, 16, true }, { 0, 0, 0, false },
};

/** Other texels would lie elsewhere: their size has to be right, how they are read is the
 *  program's business. */
static gi_status giamd_check_texels(const struct giamd_sdma *sdma,
                                    const struct gi_image_shape *shape,
                                    const struct giamd_described *image)
{
    const struct gi_format_info *asked = gi_format_info(shape->format);
    const struct giamd_format_range *range = sdma->major < 6 ? giamd_formats_10 :
                                                               giamd_formats_11;

    if (giamd_linear_of(sdma) == GIAMD_LINEAR_9)
        return GI_OK;
    while (range->block_bytes != 0 && (image->format < range->first || image->format > range->last))
        range++;
    if (range->block_bytes == 0)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image in the memory has format %" PRIu32
                       " of the card's, which is none of a colour that this driver knows",
                       image->format);
    if (range->block_bytes != asked->block_bytes || range->is_block != (asked->block_width != 1))
        return gi_fail(GI_INVALID_VALUE, "mapped array: %s, %" PRIu32 " bytes a %s; the image in "
                       "the memory has %" PRIu32 " bytes a %s", asked->name, asked->block_bytes,
                       asked->block_width != 1 ? "block" : "texel", range->block_bytes,
                       range->is_block ? "block" : "texel");
    return GI_OK;
}

/* ---- how it is tiled ----------------------------------------------------------------------- */

/** The kernel's word and the descriptor have to say the same. */
static gi_status giamd_check_tiling(const struct giamd_sdma *sdma,
                                    const struct giamd_metadata *metadata,
                                    const struct giamd_described *image)
{
    enum giamd_linear generation = giamd_linear_of(sdma);
    uint32_t mode = giamd_tiling_mode(sdma, metadata->tiling);
    gi_status st = GI_OK;

    if (mode != image->swizzle_mode)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the kernel says that the memory is tiled "
                       "by mode %" PRIu32 ", its image says %" PRIu32, mode, image->swizzle_mode);
    /* Where compression's keys are, in units of 256 bytes; later cards keep them out of sight. */
    if (image->is_compressed ||
        (generation != GIAMD_LINEAR_12 && (metadata->tiling >> 5 & 0xffffff) != 0))
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image is compressed (DCC)");
    if (mode != 0)
        st = giamd_tiling_known(sdma, mode);
    if (st == GI_OK && mode != 0 && metadata->may_be_compressed)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image is tiled (mode %" PRIu32 "), and "
                       "the card compresses what is in this memory (DCC); it does not in memory "
                       "that the host may map", mode);
    return st;
}

/* ---- what it is ---------------------------------------------------------------------------- */

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

static gi_status giamd_check_image(const struct giamd_sdma *sdma,
                                   const struct gi_image_shape *shape,
                                   const struct giamd_metadata *metadata,
                                   const struct giamd_described *image)
{
    gi_status st = giamd_check_type(giamd_linear_of(sdma), shape, image);

    if (st == GI_OK)
        st = giamd_check_tiling(sdma, metadata, image);
    if (st == GI_OK)
        st = giamd_check_same("width", shape->width, image->width);
    if (st == GI_OK)
        st = giamd_check_same("height", shape->height, image->height);
    if (st == GI_OK)
        st = giamd_check_same("levels:", shape->levels, image->levels);
    if (st == GI_OK && image->layers != 0)
        st = giamd_check_same("layers:", shape->layers, image->layers);
    if (st == GI_OK)
        st = giamd_check_texels(sdma, shape, image);
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
                               const struct gi_image_shape *shape,
                               const struct giamd_metadata *metadata,
                               struct giamd_found *out_found)
{
    struct giamd_described image;
    gi_status st;

    *out_found = (struct giamd_found){ .is_alone = false };
    if (metadata->size_bytes == 0 && metadata->tiling == 0)
        return giamd_check_silent(shape);
    st = giamd_check_author(device_id, metadata);
    if (st != GI_OK)
        return st;
    image = giamd_describe(sdma, metadata);
    st = giamd_check_image(sdma, shape, metadata, &image);
    if (st == GI_OK)
        *out_found = (struct giamd_found){ true, image.swizzle_mode };
    return st;
}

gi_status giamd_found_check_offset(const struct giamd_found *found, uint64_t offset_bytes)
{
    if (!found->is_alone || offset_bytes == 0)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "mapped array: offset %" PRIu64 ", the memory was made for "
                   "one image alone, which is at 0", offset_bytes);
}
