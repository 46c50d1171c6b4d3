#include "image_shape.h"

#include "contract/format.h"
#include "contract/levels.h"

uint32_t gi_image_slices(const struct gi_image_shape *shape, uint32_t level)
{
    return shape->dims == GI_IMAGE_3D ? gi_level_size(shape->depth, level) : shape->layers;
}

uint32_t gi_image_columns(const struct gi_image_shape *shape, uint32_t level)
{
    uint32_t block = gi_format_info(shape->format)->block_width;

    return (gi_level_size(shape->width, level) + block - 1) / block;
}

uint32_t gi_image_rows(const struct gi_image_shape *shape, uint32_t level)
{
    uint32_t block = gi_format_info(shape->format)->block_height;

    return (gi_level_size(shape->height, level) + block - 1) / block;
}

uint64_t gi_image_numbers_before(const struct gi_image_shape *shape, uint32_t level)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < level; i++)
        count += gi_image_slices(shape, i);
    return count;
}

struct gi_span gi_image_span(const struct gi_image_place *place, const struct gi_box *box)
{
    const struct gi_image *image = place->image;
    uint64_t begin = gi_numbered_image_of(place->image)->first_number;

    if ((image->shape.flags & GI_IMAGE_EXTERNAL) != 0)
        return (struct gi_span){ begin, begin + image->size_bytes };
    begin += gi_image_numbers_before(&image->shape, place->level) + place->z;
    return (struct gi_span){ begin, begin + box->depth };
}
