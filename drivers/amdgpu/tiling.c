#include "tiling.h"

#include <inttypes.h>
#include <string.h>

/* Modes up to GFX11 have their block in the higher bits and in the lower two the order of texels in
 * it: for depth, standard, for display, for rendering. Mesa's drivers make images of colours in all
 * but the first, by the three blocks that also spread over the card's channels. */
enum {
    GIAMD_ORDER_DEPTH = 0, GIAMD_ORDERS = 4,
    GIAMD_BLOCK_4K = 5, GIAMD_BLOCK_64K = 6, GIAMD_BLOCK_256K = 7        /* this from GFX11 on */
};

/* GFX12 has one order, and blocks alone. */
enum { GIAMD_12_256 = 1, GIAMD_12_4K = 2, GIAMD_12_64K = 3, GIAMD_12_256K = 4 };

uint32_t giamd_tiling_mode(const struct giamd_sdma *sdma, uint64_t tiling)
{
    return (uint32_t)tiling & (giamd_linear_of(sdma) == GIAMD_LINEAR_12 ? 7 : 31);
}

/** The bits of an offset in a block; 0: a mode that is not known. */
static uint32_t giamd_block_bits(const struct giamd_sdma *sdma, uint32_t mode)
{
    if (giamd_linear_of(sdma) == GIAMD_LINEAR_12) {
        switch (mode) {
        case GIAMD_12_256: return 8;
        case GIAMD_12_4K: return 12;
        case GIAMD_12_64K: return 16;
        case GIAMD_12_256K: return 18;
        default: return 0;
        }
    }
    if (giamd_linear_of(sdma) != GIAMD_LINEAR_10 || mode % GIAMD_ORDERS == GIAMD_ORDER_DEPTH)
        return 0;
    switch (mode / GIAMD_ORDERS) {
    case GIAMD_BLOCK_4K: return 12;
    case GIAMD_BLOCK_64K: return 16;
    case GIAMD_BLOCK_256K: return sdma->major >= 6 ? 18 : 0;
    default: return 0;
    }
}

gi_status giamd_tiling_known(const struct giamd_sdma *sdma, uint32_t mode)
{
    if (sdma->major <= 4)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image is tiled (mode %" PRIu32 "), and "
                       "how cards before GFX10 do that is not known to this driver; linear ones "
                       "can be mapped, and the Vulkan driver maps both", mode);
    if (giamd_linear_of(sdma) == GIAMD_LINEAR_10 && mode % GIAMD_ORDERS == GIAMD_ORDER_DEPTH)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image is tiled for depth or stencil "
                       "(mode %" PRIu32 "); this driver copies images of colours", mode);
    if (giamd_block_bits(sdma, mode) == 0)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image is tiled in mode %" PRIu32 ", "
                       "which this driver does not know of images that are shared", mode);
    return GI_OK;
}

bool giamd_tiling_is_alike(const struct giamd_sdma *sdma, uint32_t mode, uint32_t other)
{
    return giamd_linear_of(sdma) == GIAMD_LINEAR_12 ||
           mode % GIAMD_ORDERS == other % GIAMD_ORDERS;
}

/* ---- sizes --------------------------------------------------------------------------------- */

static uint64_t giamd_blocks(uint32_t extent, uint32_t block)
{
    return (extent + block - 1) / block;
}

/** A level, halved upwards as the memory has it. */
static uint32_t giamd_level_of(uint32_t extent, uint32_t level)
{
    return ((extent - 1) >> level) + 1;
}

/** Bytes of one layer, with all levels. */
static uint64_t giamd_surface_slice(const struct giamd_surface *surface, uint32_t block_bits)
{
    uint32_t texel_bits = block_bits - (uint32_t)__builtin_ctz(surface->element_bytes);
    uint32_t width = 1u << (texel_bits + 1) / 2, height = 1u << texel_bits / 2;
    /* Blocks of 256 bytes are too small to share. */
    uint32_t shared_levels = block_bits > 8 && surface->levels > 1 ? block_bits - 4 : 0;
    uint64_t blocks = 0;

    for (uint32_t i = 0; i < surface->levels; i++) {
        uint32_t columns = giamd_level_of(surface->width, i);
        uint32_t rows = giamd_level_of(surface->height, i);
        if (columns <= width / 2 && rows <= height && surface->levels - i <= shared_levels)
            return (blocks + 1) << block_bits;
        blocks += giamd_blocks(columns, width) * giamd_blocks(rows, height);
    }
    return blocks << block_bits;
}

gi_status giamd_surface_make(const struct giamd_sdma *sdma, const struct gi_image_shape *shape,
                             uint32_t mode, struct giamd_surface *out_surface)
{
    const struct gi_format_info *format = gi_format_info(shape->format);
    uint32_t block_bits = giamd_block_bits(sdma, mode);

    memset(out_surface, 0, sizeof(*out_surface));
    if (block_bits == 0)
        return giamd_tiling_known(sdma, mode);
    if (shape->dims != GI_IMAGE_2D)
        return gi_fail(GI_NOT_SUPPORTED, "mapped array: the image is tiled (mode %" PRIu32 "); how "
                       "%s images are tiled is not known to this driver", mode,
                       shape->dims == GI_IMAGE_1D ? "1D" : "3D");
    *out_surface = (struct giamd_surface){
        .swizzle_mode = mode,
        .element_bytes = format->block_bytes,
        .width = (shape->width + format->block_width - 1) / format->block_width,
        .height = (shape->height + format->block_height - 1) / format->block_height,
        .layers = shape->layers,
        .levels = shape->levels,
        .alignment_bytes = UINT64_C(1) << block_bits,
    };
    out_surface->size_bytes = giamd_surface_slice(out_surface, block_bits) * shape->layers;
    return GI_OK;
}
