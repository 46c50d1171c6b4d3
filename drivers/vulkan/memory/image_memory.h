/** Memory for images: allocations for own images, and a second import for an image that needs
 *  dedicated memory. */
#ifndef GIVK_IMAGE_MEMORY_H
#define GIVK_IMAGE_MEMORY_H

#include "memory.h"
#include "vulkan/plan/image_plan.h"

struct givk_device;

/** Allocates memory without a buffer and an address. mem is all zero.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status givk_memory_allocate_for_images(struct givk_device *dev,
                                                        struct givk_memory *mem,
                                                        uint64_t size_bytes);

/** Keeps a duplicate of the fd for a second import, if images may need one.
 *  Owner:   borrows fd.
 *  Threads: any, one at a time for an object.
 *  Errors:  GI_OS_ERROR. */
GI_MUST_CHECK gi_status givk_memory_keep_handle(const struct givk_device *dev,
                                                struct givk_memory *mem, int fd, bool dedicated);

/** Closes the duplicate that keep_handle has made.
 *  Threads: any, one at a time for an object. */
void givk_memory_drop_handle(struct givk_memory *mem);

/** Imports the object of mem a second time, as dedicated memory of one image.
 *  Owner:   the caller frees *out with givk_memory_free_again.
 *  Threads: any.
 *  Errors:  GI_IMPORT_FAILED, GI_NOT_SUPPORTED, and those of givk_status. */
GI_MUST_CHECK gi_status givk_memory_import_again(struct givk_device *dev,
                                                 const struct givk_memory *mem, VkImage image,
                                                 const struct givk_image_needs *needs,
                                                 VkDeviceMemory *out);

/** Frees a second import; does nothing for VK_NULL_HANDLE.
 *  Threads: any. */
void givk_memory_free_again(struct givk_device *dev, const struct givk_memory *mem,
                            VkDeviceMemory again);

#endif
