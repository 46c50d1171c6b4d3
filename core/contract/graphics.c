#include "graphics.h"

#include "levels.h"

enum { LEVEL_ALIGNMENT = 16 };   /* of a texel of any format */

static struct gi_graphics_level extent_at(const struct gi_graphics_shape *shape, uint32_t level)
{
    struct gi_graphics_level extent = {
        .width = gi_level_size(shape->width, level),
        .height = gi_level_size(shape->height, level),
        .slices = shape->slices == 0 ? 1 : shape->slices,
    };

    if (shape->is_volume)
        extent.slices = gi_level_size(shape->slices, level);
    extent.size_bytes = (uint64_t)extent.width * extent.height * extent.slices *
                        shape->texel_bytes;
    return extent;
}

struct gi_graphics_level gi_graphics_level(const struct gi_graphics_shape *shape, uint32_t level)
{
    struct gi_graphics_level found = extent_at(shape, level);

    for (uint32_t i = 0; i < level; i++)
        found.offset_bytes += (extent_at(shape, i).size_bytes + LEVEL_ALIGNMENT - 1) /
                              LEVEL_ALIGNMENT * LEVEL_ALIGNMENT;
    return found;
}

uint64_t gi_graphics_shape_bytes(const struct gi_graphics_shape *shape)
{
    struct gi_graphics_level last = gi_graphics_level(shape, shape->levels - 1);

    return last.offset_bytes + last.size_bytes;
}
