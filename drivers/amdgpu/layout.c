#include "layout.h"

#include <string.h>

enum giamd_linear giamd_linear_of(const struct giamd_sdma *sdma)
{
    if (sdma->major < 4)
        return GIAMD_LINEAR_8;
    if (sdma->major == 4)
        return GIAMD_LINEAR_9;
    return sdma->major < 7 ? GIAMD_LINEAR_10 : GIAMD_LINEAR_12;
}

struct giamd_image_limits giamd_image_limits(const struct giamd_sdma *sdma)
{
    uint32_t deep = giamd_linear_of(sdma) >= GIAMD_LINEAR_10 ? 8192 : 2048;

    return (struct giamd_image_limits){ 16384, 16384, deep, deep };
}

/* ---- what there is ------------------------------------------------------------------------- */

static gi_status giamd_check_limit(uint32_t value, uint32_t limit, const char *what)
{
    if (value != 0 && value <= limit)
        return GI_OK;
    return gi_fail(GI_NOT_SUPPORTED, "image: %s %u, the card has 1 to %u", what, value, limit);
}

static gi_status giamd_check_shape(const struct giamd_sdma *sdma,
                                   const struct gi_image_shape *shape)
{
    struct giamd_image_limits limits = giamd_image_limits(sdma);
    gi_status st;

    if (shape->format <= GI_FORMAT_NONE || shape->format >= GI_FORMAT_COUNT)
        return gi_fail(GI_NOT_SUPPORTED, "image: there is no format %d", (int)shape->format);
    if (gi_format_info(shape->format)->block_width != 1 &&
        ((shape->flags & (GI_IMAGE_STORAGE | GI_IMAGE_ATTACHMENT)) != 0 ||
         shape->dims == GI_IMAGE_1D))
        return gi_fail(GI_NOT_SUPPORTED, "image: %s, which is compressed, has no 1D images, and "
                       "none that is stored or rendered to",
                       gi_format_info(shape->format)->name);
    st = giamd_check_limit(shape->width, limits.width, "width");
    if (st == GI_OK)
        st = giamd_check_limit(shape->height, limits.height, "height");
    if (st == GI_OK)
        st = giamd_check_limit(shape->depth, limits.depth, "depth");
    if (st == GI_OK)
        st = giamd_check_limit(shape->layers, limits.layers, "layers:");
    if (st == GI_OK)
        st = giamd_check_limit(shape->levels, GIAMD_LEVELS, "levels:");
    return st;
}

/* ---- where it lies ------------------------------------------------------------------------- */

/** Levels are halved upwards here, unlike what is seen of them. */
static uint32_t giamd_halved_up(uint32_t size, uint32_t level)
{
    uint32_t halved = (size + (1u << level) - 1) >> level;

    return halved != 0 ? halved : 1;
}

enum { GIAMD_NARROW_ROWS = 128 };

static uint64_t giamd_aligned(uint64_t bytes, uint32_t alignment)
{
    return (bytes + alignment - 1) & ~(uint64_t)(alignment - 1);
}

static uint64_t giamd_row_bytes(uint32_t columns, uint32_t block_bytes, uint32_t alignment)
{
    return giamd_aligned((uint64_t)columns * block_bytes, alignment);
}

/** Level 0 first; its rows are everyone's. */
static void giamd_lay_out_9(const struct gi_image_shape *shape, uint32_t rows, uint64_t row_bytes,
                            struct giamd_layout *layout)
{
    for (uint32_t i = 0; i < shape->levels; i++) {
        struct giamd_level *level = &layout->levels[i];
        level->offset_bytes = layout->slice_bytes;
        level->row_bytes = row_bytes;
        layout->slice_bytes += row_bytes * giamd_halved_up(rows, i);
    }
}

/** The last level first. Rows that are nearer to each other leave their level as large. */
static void giamd_lay_out_10(const struct gi_image_shape *shape, uint32_t columns, uint32_t rows,
                             uint32_t row_alignment, struct giamd_layout *layout)
{
    uint32_t block_bytes = gi_format_info(shape->format)->block_bytes;

    for (uint32_t i = shape->levels; i-- > 0;) {
        struct giamd_level *level = &layout->levels[i];
        uint32_t width = giamd_halved_up(columns, i);
        level->offset_bytes = layout->slice_bytes;
        level->row_bytes = giamd_row_bytes(width, block_bytes, row_alignment);
        layout->slice_bytes += giamd_row_bytes(width, block_bytes, GIAMD_LINEAR_ALIGNMENT) *
                               giamd_halved_up(rows, i);
    }
}

/** Rows that are nearer to each other need all of their room only in front of something else. */
static void giamd_lay_out_12(const struct gi_image_shape *shape, uint32_t columns, uint32_t rows,
                             uint32_t slices, struct giamd_layout *layout)
{
    const struct giamd_level *largest = &layout->levels[0];
    bool is_plain = shape->levels == 1 && slices == 1;

    giamd_lay_out_10(shape, columns, rows, is_plain ? GIAMD_LINEAR_ALIGNMENT : GIAMD_NARROW_ROWS,
                     layout);
    if (slices == 1)
        layout->slice_bytes = largest->offset_bytes +
                              giamd_aligned(largest->row_bytes * rows, GIAMD_LINEAR_ALIGNMENT);
}

gi_status giamd_layout_make(const struct giamd_sdma *sdma, const struct gi_image_shape *shape,
                            struct giamd_layout *out_layout)
{
    const struct gi_format_info *format;
    uint32_t slices = shape->dims == GI_IMAGE_3D ? shape->depth : shape->layers;
    uint32_t columns, rows;
    gi_status st = giamd_check_shape(sdma, shape);

    memset(out_layout, 0, sizeof(*out_layout));
    if (st != GI_OK)
        return st;
    format = gi_format_info(shape->format);
    columns = (shape->width + format->block_width - 1) / format->block_width;
    rows = (shape->height + format->block_height - 1) / format->block_height;
    switch (giamd_linear_of(sdma)) {
    case GIAMD_LINEAR_9:
        giamd_lay_out_9(shape, rows, giamd_row_bytes(columns, format->block_bytes,
                                                     GIAMD_LINEAR_ALIGNMENT), out_layout);
        break;
    case GIAMD_LINEAR_8:
    case GIAMD_LINEAR_10:
        giamd_lay_out_10(shape, columns, rows, GIAMD_LINEAR_ALIGNMENT, out_layout);
        break;
    case GIAMD_LINEAR_12:
        giamd_lay_out_12(shape, columns, rows, slices, out_layout);
        break;
    }
    out_layout->size_bytes = out_layout->slice_bytes * slices;
    return GI_OK;
}
