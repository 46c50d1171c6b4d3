/** Images: own ones, and those that lie in memory of another program. */
#ifndef GIVK_IMAGE_H
#define GIVK_IMAGE_H

#include <stdatomic.h>

#include "contract/driver.h"
#include "image_plan.h"
#include "image_shader_plan.h"
#include "loader.h"

struct givk_device;

/** An image. Once begun it is in VK_IMAGE_LAYOUT_GENERAL for good; an external one is so between
 *  the acquire and the release of each batch. Views may have every format of its size; those whose
 *  format lacks a usage of the image name the usage that they have. */
struct givk_image {
    struct gi_image base;
    VkImage handle;
    struct givk_image_plan plan;
    struct givk_image_needs needs;
    VkDeviceMemory alone;        /* the memory, imported once more for it; VK_NULL_HANDLE: none */
    _Atomic(VkImageView) copied_levels[GIVK_COPIED_LEVELS];     /* all layers, for shaders that
                                    copy; VK_NULL_HANDLE: not needed yet */
};

extern const struct gi_image_ops givk_image_ops;

/** The driver's image of a base that it owns. */
struct givk_image *givk_image_from(struct gi_image *base);

#endif
