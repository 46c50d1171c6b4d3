/** Sizes of an image's levels, and the numbers that identify its parts in hazards. Pure.
 *  Threads: any. */
#ifndef GI_IMAGE_SHAPE_H
#define GI_IMAGE_SHAPE_H

#include <stddef.h>

#include "contract/driver.h"
#include "touched_span.h"

/** The core's struct of an image. image is the last member, as the driver's struct follows it. */
struct gi_numbered_image {
    uint64_t first_number;               /* the first number of gi_image_span */
    _Alignas(max_align_t) struct gi_image image;
};

static inline struct gi_numbered_image *gi_numbered_image_of(struct gi_image *image)
{
    return (struct gi_numbered_image *)((char *)image - offsetof(struct gi_numbered_image, image));
}

/** How many numbers the levels before this one have: one for each slice, layer or face. */
uint64_t gi_image_numbers_before(const struct gi_image_shape *shape, uint32_t level);

/** The span that a box touches, for the hazard check. Images have numbers above all addresses, one
 *  for each slice, layer or face of each level. An external image has the span of its memory
 *  instead, so it overlaps other mappings of that memory. */
struct gi_span gi_image_span(const struct gi_image_place *place, const struct gi_box *box);

/** The slices of a level of a 3D image; else the layers or faces. */
uint32_t gi_image_slices(const struct gi_image_shape *shape, uint32_t level);

/** The columns and rows of a level; blocks, if the format is compressed. */
uint32_t gi_image_columns(const struct gi_image_shape *shape, uint32_t level);
uint32_t gi_image_rows(const struct gi_image_shape *shape, uint32_t level);

#endif
