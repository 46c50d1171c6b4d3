/** Tries whether a handle is memory at all. NVIDIA's device can be broken after it refused a
 *  foreign fd. So a device of its own does that, which is made for the first trial and has no other
 *  work. */
#ifndef GIVK_PROBER_H
#define GIVK_PROBER_H

#include <pthread.h>

#include "vulkan/loader/loader.h"

struct givk_device;

struct givk_prober {
    pthread_mutex_t lock;        /* guards what follows it */
    VkDevice handle;             /* NULL: not made yet */
    bool has_refused;            /* an import failed, so a later failure may be of its making */
    struct givk_device_calls vk;
};

/** Threads: one, as the device opens and closes. */
void givk_prober_init(struct givk_device *dev);
void givk_prober_finish(struct givk_device *dev);

/** Imports an opaque fd at a size that all memory for ranges has, and lets go of it. *out_result is
 *  what the driver says.
 *  Owner:   borrows the fd; it stays open.
 *  Threads: any; one trial at a time.
 *  Errors:  GI_OUT_OF_MEMORY, GI_OS_ERROR, and those of making a device. */
GI_MUST_CHECK gi_status givk_prober_try(struct givk_device *dev, int fd, uint64_t size_bytes,
                                        VkResult *out_result);

#endif
