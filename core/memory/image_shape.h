/** Sizes of an image's levels, and the numbers by which hazards know its parts. Pure. */
#ifndef GI_IMAGE_SHAPE_H
#define GI_IMAGE_SHAPE_H

#include <stddef.h>

#include "contract/driver.h"
#include "stream/hazard.h"

/** An image as the core makes it. The last member: the driver's struct goes on behind it. */
struct gi_numbered_image {
    uint64_t first_number;               /* of the numbers of gi_image_span */
    _Alignas(max_align_t) struct gi_image image;
};

static inline struct gi_numbered_image *gi_numbered_image_of(struct gi_image *image)
{
    return (struct gi_numbered_image *)((char *)image - offsetof(struct gi_numbered_image, image));
}

/** How many of those numbers the levels before one have: one for each slice, layer or face. */
uint64_t gi_image_numbers_before(const struct gi_image_shape *shape, uint32_t level);

/** What a box at a place touches, in the one number space that hazards are looked for in: numbers
 *  above all addresses, one for each slice, layer or face of each level. An external image is where
 *  its memory is, so that it meets what is mapped of that memory otherwise. */
struct gi_span gi_image_span(const struct gi_image_place *place, const struct gi_box *box);

/** Slices of a level of a 3D image, layers or faces of any other. */
uint32_t gi_image_slices(const struct gi_image_shape *shape, uint32_t level);

/** Columns and rows of a level; of blocks, where the format is compressed. */
uint32_t gi_image_columns(const struct gi_image_shape *shape, uint32_t level);
uint32_t gi_image_rows(const struct gi_image_shape *shape, uint32_t level);

#endif
