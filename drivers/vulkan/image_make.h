/** Making images of Vulkan's, and what it says of them before and after. */
#ifndef GIVK_IMAGE_MAKE_H
#define GIVK_IMAGE_MAKE_H

#include "image_plan.h"
#include "loader.h"

struct givk_device;

/** What can be done with images of a format; 0 of VK_FORMAT_UNDEFINED. */
VkFormatFeatureFlags givk_image_format_features(const struct givk_device *dev, VkFormat format);

/** What images can be that are made as the plan says. */
struct givk_image_limits givk_image_ask_limits(const struct givk_device *dev,
                                               const struct givk_image_plan *plan);

/** Makes an image; VK_NULL_HANDLE if that fails.
 *  Errors: Vulkan's, without a sentence. */
VkResult givk_image_create(const struct givk_device *dev, const struct givk_image_plan *plan,
                           VkImage *out);

/** What memory an image needs, and whether it is better off alone there. */
void givk_image_ask_needs(const struct givk_device *dev, VkImage handle,
                          struct givk_image_needs *out_needs, bool *out_prefers_alone);

/** The memory types that images of colour can have: own ones (handle_type 0), or external ones of a
 *  kind of handle. 0 if there are none. Asked once for each kind.
 *  Threads: any. */
uint32_t givk_image_memory_types(struct givk_device *dev,
                                 VkExternalMemoryHandleTypeFlags handle_type);

#endif
