/* What a cell of the grid stands for: the exporter's image, what the importer says of it, and its
 * texels. */
#include <string.h>

#include "image_grid.h"

static bool is_depth(VkFormat format)
{
    return format == VK_FORMAT_D32_SFLOAT;
}

static void set_size(const struct grid_cell *cell, struct peer_image_shape *shape)
{
    static const uint32_t sizes[2][GRID_KINDS][4] = {    /* width, height, depth, layers */
        { { 53, 1, 1, 1 }, { 37, 21, 1, 1 }, { 19, 11, 7, 1 }, { 53, 1, 1, 5 }, { 37, 21, 1, 3 },
          { 20, 20, 1, 6 }, { 20, 20, 1, 12 } },
        { { 29, 1, 1, 1 }, { 19, 11, 1, 1 }, { 9, 7, 5, 1 }, { 21, 1, 1, 5 }, { 13, 7, 1, 3 },
          { 9, 9, 1, 6 }, { 6, 6, 1, 12 } },
    };
    const uint32_t *size = sizes[cell->small][cell->kind];

    shape->width = size[0];
    shape->height = size[1];
    shape->depth = size[2];
    shape->layers = size[3];
    if (shape->block_width > 1 && cell->kind == GRID_2D) {
        shape->width = cell->small ? 28 : 60;    /* levels that end within a block, and not */
        shape->height = cell->small ? 20 : 36;
    }
    shape->levels = 1;
    for (uint32_t size = shape->width; cell->all_levels && size > 1; size /= 2)
        shape->levels++;
}

struct grid_cell grid_variant(const struct grid_format *format, enum grid_kind kind, size_t number)
{
    static const struct grid_cell variants[GRID_VARIANTS] = {
        { .home = PEER_IMAGE_ALONE, .synchronous = true, .plain = true },
        { .all_levels = true, .home = PEER_IMAGE_BEHIND_OTHERS, .surface = true },
        { .all_levels = true, .home = PEER_IMAGE_DEDICATED },
        { .home = PEER_IMAGE_DEDICATED, .surface = true, .synchronous = true },
    };
    struct grid_cell cell = variants[number];

    cell.format = format;
    cell.kind = kind;
    if (!peer_format_stores(format->vulkan))
        cell.surface = false;
    return cell;
}

void grid_shape(const struct grid_cell *cell, struct peer_image_shape *out_shape)
{
    *out_shape = (struct peer_image_shape){
        .format = cell->format->vulkan,
        .block_bytes = cell->format->block_bytes,
        .block_width = cell->format->block_width,
        .block_height = cell->format->block_height,
        .type = VK_IMAGE_TYPE_2D,
        .flags = cell->plain ? 0 : VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_ALIAS_BIT,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT
                 | VK_IMAGE_USAGE_SAMPLED_BIT,
    };
    if (cell->kind == GRID_1D || cell->kind == GRID_1D_LAYERED)
        out_shape->type = VK_IMAGE_TYPE_1D;
    if (cell->kind == GRID_3D)
        out_shape->type = VK_IMAGE_TYPE_3D;
    if (cell->kind == GRID_CUBEMAP || cell->kind == GRID_CUBEMAP_LAYERED)
        out_shape->flags |= VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    if (is_depth(cell->format->vulkan))
        out_shape->flags &= ~(VkImageCreateFlags)VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    if (cell->surface)
        out_shape->usage |= VK_IMAGE_USAGE_STORAGE_BIT;
    set_size(cell, out_shape);
}

void grid_describe(const struct grid_cell *cell, const struct peer_image *image,
                   gpuArrayDesc *out_descriptor)
{
    const struct peer_image_shape *shape = &image->shape;
    const struct grid_format *format = cell->format;
    bool layered = cell->kind == GRID_1D_LAYERED || cell->kind == GRID_2D_LAYERED
        || cell->kind == GRID_CUBEMAP_LAYERED;
    bool cube = cell->kind == GRID_CUBEMAP || cell->kind == GRID_CUBEMAP_LAYERED;

    memset(out_descriptor, 0, sizeof *out_descriptor);
    out_descriptor->offset = image->offset_bytes;
    out_descriptor->formatDesc = (gpuChannelFormatDesc){
        format->bits[0], format->bits[1], format->bits[2], format->bits[3],
        (gpuChannelFormatKind)format->kind,
    };
    out_descriptor->extent.width = shape->width;
    out_descriptor->extent.height = shape->type == VK_IMAGE_TYPE_1D ? 0 : shape->height;
    out_descriptor->extent.depth = layered || cube ? shape->layers : 0;
    if (cell->kind == GRID_3D)
        out_descriptor->extent.depth = shape->depth;
    out_descriptor->numLevels = shape->levels;
    out_descriptor->flags = (layered ? gpuArrayLayered : 0u) | (cube ? gpuArrayCubemap : 0u)
        | (cell->surface ? gpuArraySurfaceLoadStore : 0u);
}

void grid_texels(const struct grid_format *format, uint8_t *texels, uint64_t size_bytes,
                 unsigned seed)
{
    uint32_t x = seed * 2654435761u + 12345u;
    float depth;

    for (uint64_t i = 0; i < size_bytes; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        texels[i] = (uint8_t)(x >> 11);
    }
    if (!is_depth(format->vulkan))
        return;
    for (uint64_t i = 0; i + sizeof depth <= size_bytes; i += sizeof depth) {
        depth = (float)texels[i] / 256.0f + (float)texels[i + 1] / 65536.0f;
        memcpy(texels + i, &depth, sizeof depth);
    }
}

void grid_make_numbers(const struct grid_format *format, uint8_t *texels, uint64_t size_bytes)
{
    if (format->kind != gpuChannelFormatKindFloat)
        return;
    for (uint64_t i = 0; i + 1 < size_bytes && format->bits[0] == 16; i += 2)
        texels[i + 1] = (uint8_t)((texels[i + 1] & 0x8f) | 0x30);        /* exponents 12 to 15 */
    for (uint64_t i = 0; i + 3 < size_bytes && format->bits[0] == 32; i += 4)
        texels[i + 3] = (uint8_t)((texels[i + 3] & 0x80) | 0x3f);        /* 0.5 to 2 */
}
