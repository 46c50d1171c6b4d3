#include "image_regions.h"

#include "contract/levels.h"

/* A region cannot express larger pitches. */
#define GIVK_MOST_PITCH ((uint64_t)INT32_MAX)

static uint32_t givk_least(uint64_t a, uint32_t b)
{
    return a < b ? (uint32_t)a : b;
}

struct givk_part givk_image_part(const struct gi_image_place *place, const struct gi_box *box)
{
    const struct gi_image_shape *shape = &place->image->shape;
    const struct gi_format_info *format = gi_format_info(shape->format);
    uint32_t x = place->x * format->block_width, y = place->y * format->block_height;
    uint64_t across = box->width_bytes / format->block_bytes * format->block_width;
    uint64_t down = box->height * format->block_height;
    bool solid = shape->dims == GI_IMAGE_3D;

    return (struct givk_part){
        .layers = {
            .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
            .mipLevel = place->level,
            .baseArrayLayer = solid ? 0 : place->z,
            .layerCount = solid ? 1 : (uint32_t)box->depth,
        },
        .offset = { (int32_t)x, (int32_t)y, solid ? (int32_t)place->z : 0 },
        .extent = { givk_least(across, gi_level_size(shape->width, place->level) - x),
                    givk_least(down, gi_level_size(shape->height, place->level) - y),
                    solid ? (uint32_t)box->depth : 1 },
    };
}

/* ---- between memory and an image ------------------------------------------------------------- */

/* The pitches of a region's memory; 0: rows or slices are contiguous. */
struct givk_pitches {
    uint64_t row_bytes, rows;
};

/** Computes the pitches for a whole box; false if one region cannot express them. */
static bool givk_pitches_of(const struct gi_box *box, const struct gi_strides *strides,
                            struct givk_pitches *out)
{
    *out = (struct givk_pitches){ 0, 0 };
    if (box->height == 1 && box->depth > 1) {
        out->row_bytes = strides->slice_bytes;   /* each slice is one row */
        out->rows = 1;
        return out->row_bytes <= GIVK_MOST_PITCH;
    }
    if (box->height > 1)
        out->row_bytes = strides->row_bytes;
    if (out->row_bytes > GIVK_MOST_PITCH)
        return false;
    if (box->depth == 1)
        return true;
    out->rows = strides->slice_bytes / strides->row_bytes;
    return strides->slice_bytes % strides->row_bytes == 0 &&
           strides->slice_bytes <= GIVK_MOST_PITCH;
}

/** Describes a box in memory and in an image as one region. */
static VkBufferImageCopy givk_buffer_region(const struct gi_image_place *place,
                                            uint64_t offset_bytes, const struct gi_box *box,
                                            const struct givk_pitches *pitches)
{
    const struct gi_format_info *format = gi_format_info(place->image->shape.format);
    struct givk_part part = givk_image_part(place, box);

    return (VkBufferImageCopy){
        .bufferOffset = offset_bytes,
        .bufferRowLength = (uint32_t)(pitches->row_bytes / format->block_bytes) *
                           format->block_width,
        .bufferImageHeight = (uint32_t)pitches->rows * format->block_height,
        .imageSubresource = part.layers,
        .imageOffset = part.offset,
        .imageExtent = part.extent,
    };
}

bool givk_next_buffer_region(const struct gi_image_place *place, const struct gi_place *memory,
                             const struct gi_box *box, uint64_t *done, VkBufferImageCopy *out)
{
    struct gi_image_place at = *place;
    struct gi_box piece = *box;
    struct givk_pitches pitches;
    uint64_t pieces = 1, y = 0, z = 0;

    if (!givk_pitches_of(&piece, &memory->strides, &pitches)) {
        piece.depth = 1;
        pieces = box->depth;
        z = *done;
    }
    if (!givk_pitches_of(&piece, &memory->strides, &pitches)) {
        piece.height = 1;
        pieces = box->depth * box->height;
        y = *done % box->height;
        z = *done / box->height;
        givk_pitches_of(&piece, &memory->strides, &pitches);
    }
    if (*done == pieces)
        return false;
    (*done)++;
    at.y += (uint32_t)y;
    at.z += (uint32_t)z;
    *out = givk_buffer_region(&at, memory->offset_bytes +
                              gi_box_offset(&memory->strides, 0, y, z), &piece, &pitches);
    return true;
}

/* ---- between images -------------------------------------------------------------------------- */

static bool givk_is_compressed(const struct gi_image_place *place)
{
    return gi_format_info(place->image->shape.format)->block_width != 1;
}

/** Tells whether a box contains a block that the level's edge cuts. */
static bool givk_is_cut(const struct gi_image_place *place, const struct gi_box *box)
{
    const struct gi_format_info *format = gi_format_info(place->image->shape.format);
    struct givk_part part = givk_image_part(place, box);

    return part.extent.width % format->block_width != 0 ||
           part.extent.height % format->block_height != 0;
}

/** Tells whether two boxes of the same size in blocks also have the same size in texels. */
static bool givk_are_cut_alike(const struct gi_image_place *a, const struct gi_image_place *b,
                               const struct gi_box *box)
{
    struct givk_part one = givk_image_part(a, box), two = givk_image_part(b, box);

    return one.extent.width == two.extent.width && one.extent.height == two.extent.height;
}

bool givk_images_copy(const struct gi_image_place *dst, const struct gi_image_place *src,
                      const struct gi_box *box)
{
    if ((dst->image->shape.dims == GI_IMAGE_1D) != (src->image->shape.dims == GI_IMAGE_1D))
        return false;
    if (!givk_is_compressed(dst))
        return true;
    return givk_is_compressed(src) ? givk_are_cut_alike(dst, src, box) : !givk_is_cut(dst, box);
}

VkImageCopy givk_image_region(const struct gi_image_place *dst, const struct gi_image_place *src,
                              const struct gi_box *box)
{
    struct givk_part to = givk_image_part(dst, box), from = givk_image_part(src, box);

    /* The extent is in texels of the source. Its depth also counts the layers of either image. */
    if (to.extent.depth > from.extent.depth)
        from.extent.depth = to.extent.depth;
    return (VkImageCopy){
        .srcSubresource = from.layers,
        .srcOffset = from.offset,
        .dstSubresource = to.layers,
        .dstOffset = to.offset,
        .extent = from.extent,
    };
}
