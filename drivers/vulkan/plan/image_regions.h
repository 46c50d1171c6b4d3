/** The regions of a copy of a box to, from or between images. Pure functions.
 *  Threads: any, for all functions here. */
#ifndef GIVK_IMAGE_REGIONS_H
#define GIVK_IMAGE_REGIONS_H

#include "contract/driver.h"
#include "vulkan/loader/loader.h"

/** The part of an image that a box covers, as regions name it. */
struct givk_part {
    VkImageSubresourceLayers layers;
    VkOffset3D offset;
    VkExtent3D extent;  /* in texels; for a compressed format it ends at the edge of the level */
};

struct givk_part givk_image_part(const struct gi_image_place *place, const struct gi_box *box);

/** Gives the next region between memory and an image. A region covers as much of the box as Vulkan
 *  can express: all of it, one slice or one row.
 *  Units:   *done counts regions and begins at 0.
 *  Returns: false if there are no more. */
bool givk_next_buffer_region(const struct gi_image_place *place, const struct gi_place *memory,
                             const struct gi_box *box, uint64_t *done, VkBufferImageCopy *out);

/** Tells whether a Vulkan command can copy a box between two images. None can between 1D images and
 *  others. None can where the edge of a compressed level cuts blocks on one side only. */
bool givk_images_copy(const struct gi_image_place *dst, const struct gi_image_place *src,
                      const struct gi_box *box);

/** Returns the region of a copy for which givk_images_copy is true. */
VkImageCopy givk_image_region(const struct gi_image_place *dst, const struct gi_image_place *src,
                              const struct gi_box *box);

#endif
