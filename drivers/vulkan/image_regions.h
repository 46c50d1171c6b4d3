/** The regions that a copy of a box to, from or between images is made of. Pure. */
#ifndef GIVK_IMAGE_REGIONS_H
#define GIVK_IMAGE_REGIONS_H

#include "contract/driver.h"
#include "loader.h"

/** The part of an image that a box covers, as regions name it. */
struct givk_part {
    VkImageSubresourceLayers layers;
    VkOffset3D offset;
    VkExtent3D extent;           /* texels: of a compressed format, up to the edge of the level */
};

struct givk_part givk_image_part(const struct gi_image_place *place, const struct gi_box *box);

/** The first or next region between memory and an image, with as much of the box as one can have:
 *  all of it, or slice by slice, or row by row. *done counts slices or rows and begins at 0; false:
 *  there are no more. */
bool givk_next_buffer_region(const struct gi_image_place *place, const struct gi_place *memory,
                             const struct gi_box *box, uint64_t *done, VkBufferImageCopy *out);

/** Whether a command copies a box between two images. None does between 1D images and others, nor
 *  where a compressed level is written whose edge cuts blocks that are whole in the source, or the
 *  other way. */
bool givk_images_copy(const struct gi_image_place *dst, const struct gi_image_place *src,
                      const struct gi_box *box);

/** The region between two images that such a command copies between. */
VkImageCopy givk_image_region(const struct gi_image_place *dst, const struct gi_image_place *src,
                              const struct gi_box *box);

#endif
