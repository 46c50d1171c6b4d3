/** Creating Vulkan images, and querying their limits and memory requirements. */
#ifndef GIVK_IMAGE_MAKE_H
#define GIVK_IMAGE_MAKE_H

#include "vulkan/loader/loader.h"
#include "vulkan/plan/image_plan.h"

struct givk_device;

/** Returns the features of images of a format; 0 for VK_FORMAT_UNDEFINED.
 *  Threads: any. */
VkFormatFeatureFlags givk_image_format_features(const struct givk_device *dev, VkFormat format);

/** Returns the limits of images that are created as planned.
 *  Threads: any. */
struct givk_image_limits givk_image_ask_limits(const struct givk_device *dev,
                                               const struct givk_image_plan *plan);

/** Creates an image; *out is VK_NULL_HANDLE on failure.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_image_create(const struct givk_device *dev, const struct givk_image_plan *plan,
                           VkImage *out);

/** Reads an image's memory requirements, and whether the driver prefers dedicated memory.
 *  Threads: any. */
void givk_image_ask_needs(const struct givk_device *dev, VkImage handle,
                          struct givk_image_needs *out_needs, bool *out_prefers_alone);

/** Returns a mask of the memory types that colour images support; 0 if none. handle_type is 0 for
 *  own images, else that of external ones. The driver is asked once for each.
 *  Threads: any. */
uint32_t givk_image_memory_types(struct givk_device *dev,
                                 VkExternalMemoryHandleTypeFlags handle_type);

#endif
