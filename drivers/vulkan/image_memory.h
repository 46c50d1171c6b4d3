/** Memory that images are put in: allocations for own ones, and a second import for one that has
 *  its memory alone. */
#ifndef GIVK_IMAGE_MEMORY_H
#define GIVK_IMAGE_MEMORY_H

#include "image_plan.h"
#include "memory.h"

struct givk_device;

/** Fills an object that is all zero with memory that has no buffer and no address.
 *  Errors: GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status givk_memory_allocate_for_images(struct givk_device *dev,
                                                        struct givk_memory *mem,
                                                        uint64_t size_bytes);

/** Keeps what is needed to import an object once more: a duplicate of the fd, if there are images
 *  that want one.
 *  Owner:  borrows fd.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status givk_memory_keep_handle(const struct givk_device *dev,
                                                struct givk_memory *mem, int fd, bool dedicated);

/** Takes back what keep_handle has kept. */
void givk_memory_drop_handle(struct givk_memory *mem);

/** Imports the object that mem is once more, for an image alone.
 *  Errors: GI_IMPORT_FAILED, GI_NOT_SUPPORTED, and what a failing driver stands for. */
GI_MUST_CHECK gi_status givk_memory_import_again(struct givk_device *dev,
                                                 const struct givk_memory *mem, VkImage image,
                                                 const struct givk_image_needs *needs,
                                                 VkDeviceMemory *out);

/** Frees what import_again gave; nothing if again is VK_NULL_HANDLE. */
void givk_memory_free_again(struct givk_device *dev, const struct givk_memory *mem,
                            VkDeviceMemory again);

#endif
