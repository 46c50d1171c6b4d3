/** Binary and timeline semaphores, shared with other programs as opaque descriptors. */
#ifndef GIVK_SEMAPHORE_H
#define GIVK_SEMAPHORE_H

#include "contract/driver.h"
#include "vulkan/loader/loader.h"

struct givk_device;

struct givk_semaphore {
    struct gi_semaphore base;
    VkSemaphore handle;
};

extern const struct gi_semaphore_ops givk_semaphore_ops;

/** Casts the base to the driver's semaphore. */
struct givk_semaphore *givk_semaphore_from(struct gi_semaphore *base);

/** Creates a Vulkan semaphore; export_types may be 0.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_semaphore_make(struct givk_device *dev, VkSemaphoreType type, uint64_t value,
                             VkExternalSemaphoreHandleTypeFlags export_types, VkSemaphore *out);

#endif
