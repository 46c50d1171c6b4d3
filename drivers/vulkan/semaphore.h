/** Semaphores that cross programs as opaque descriptors, binary and timeline. */
#ifndef GIVK_SEMAPHORE_H
#define GIVK_SEMAPHORE_H

#include "contract/driver.h"
#include "loader.h"

struct givk_device;

struct givk_semaphore {
    struct gi_semaphore base;
    VkSemaphore handle;
};

extern const struct gi_semaphore_ops givk_semaphore_ops;

/** The driver's semaphore of a base that it owns. */
struct givk_semaphore *givk_semaphore_from(struct gi_semaphore *base);

/** Makes a Vulkan semaphore; export_types may be 0. */
VkResult givk_semaphore_make(struct givk_device *dev, VkSemaphoreType type, uint64_t value,
                             VkExternalSemaphoreHandleTypeFlags export_types, VkSemaphore *out);

#endif
