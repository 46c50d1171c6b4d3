/** Images of the other program: plain Vulkan that makes them as renderers do, with optimal tiling,
 *  exports their memory, and hands them over in VK_IMAGE_LAYOUT_GENERAL to whoever is outside of
 *  Vulkan. Built on vulkan_peer.h. */
#ifndef SCENARIO_IMAGE_PEER_H
#define SCENARIO_IMAGE_PEER_H

#include "vulkan_peer.h"

struct peer_image_shape {
    VkFormat format;
    uint32_t block_bytes, block_width, block_height;     /* of a texel 1 by 1 */
    VkImageType type;
    VkImageCreateFlags flags;
    VkImageUsageFlags usage;
    uint32_t width, height, depth;       /* texels; 1 where there is no such direction */
    uint32_t levels, layers;
};

/** Where the memory comes from. */
enum peer_image_home {
    PEER_IMAGE_DEDICATED,        /* made for this image alone */
    PEER_IMAGE_ALONE,            /* not so called, with nothing else in it */
    PEER_IMAGE_BEHIND_OTHERS     /* in the second half of a larger one */
};

struct peer_image {
    struct peer_image_shape shape;
    VkImage image;
    VkDeviceMemory memory;
    uint64_t offset_bytes;       /* where in the memory */
    uint64_t allocated_bytes;    /* of all the memory */
    uint64_t texel_bytes;        /* of all levels and layers, packed */
    bool begun;                  /* it has texels, and they are outside */
};

/** True if shaders store to images of the format. */
bool peer_format_stores(VkFormat format);

/** True if the peer's device makes and exports such an image, with memory from there. */
bool peer_image_can(const struct peer_image_shape *shape, enum peer_image_home home);

/** Size in blocks of a level; 3D images have slices, all others layers. */
struct peer_level {
    uint32_t width, height, depth;
    uint64_t offset_bytes;       /* of the level among the packed texels */
};

struct peer_level peer_image_level(const struct peer_image_shape *shape, uint32_t level);

void peer_image_create(struct peer_image *out, const struct peer_image_shape *shape,
                       enum peer_image_home home);
void peer_image_destroy(struct peer_image *image);

/** A new fd of the memory; the caller's. */
int peer_image_export(const struct peer_image *image);

/** Fills every texel of every level and layer and hands the image over. texels are packed: levels,
 *  in them slices or layers, in them rows, of blocks. The order's wait comes before the image is
 *  taken over, its signal behind the handing over. */
void peer_image_write(struct peer_image *image, const void *texels, const struct peer_order *order);

/** Takes the image over, reads every texel, hands it over again. */
void peer_image_read(struct peer_image *image, void *texels, const struct peer_order *order);

/** What the device reads from packed texels of a shape: four floats for each, in the same order. Of
 *  compressed shapes the texels of each level are packed after decoding.
 *  Returns: false where the device does not turn the format into floats. */
bool peer_image_decode(const struct peer_image_shape *shape, const void *texels, float *out_floats);

/** Gives back what was kept for all images. */
void peer_image_stop(void);

#endif
