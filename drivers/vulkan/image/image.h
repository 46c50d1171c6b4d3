/** Images: own ones, and ones in memory of another program. */
#ifndef GIVK_IMAGE_H
#define GIVK_IMAGE_H

#include <stdatomic.h>

#include "contract/driver.h"
#include "vulkan/loader/loader.h"
#include "vulkan/plan/image_plan.h"
#include "vulkan/plan/image_shader_plan.h"

struct givk_device;

/** An image. Its layout is VK_IMAGE_LAYOUT_GENERAL from its first use on; for an external image,
 *  between the acquire and the release of each batch.
 *
 *  Views can have every format of the same size. A view whose format lacks a usage of the image
 *  names the usage that it has. */
struct givk_image {
    struct gi_image base;
    VkImage handle;
    struct givk_image_plan plan;
    struct givk_image_needs needs;
    VkDeviceMemory alone;        /* the memory imported a second time, for this image alone;
                                    VK_NULL_HANDLE: none */
    _Atomic(VkImageView) copied_levels[GIVK_COPIED_LEVELS];     /* views of all layers of a
                                                                   level, for copies by shaders;
                                                                   VK_NULL_HANDLE: not needed yet */
};

extern const struct gi_image_ops givk_image_ops;

/** Casts the base to the driver's image. */
struct givk_image *givk_image_from(struct gi_image *base);

#endif
