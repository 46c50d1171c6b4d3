/** Finds the size of memory that a handle does not tell: it imports at one size after another. A
 *  driver refuses what is too large. NVIDIA's device can be broken after it refused a foreign fd.
 *  So a device of its own does that, which is made for the first search and has no other work. */
#ifndef GIVK_PROBER_H
#define GIVK_PROBER_H

#include <pthread.h>

#include "loader.h"

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

/** Finds the largest size that an opaque fd is taken at, in whole steps below a limit.
 *  *out_result says why it is not even taken at one step.
 *  Owner:   borrows the fd; it stays open.
 *  Threads: any; one search at a time.
 *  Errors:  GI_OUT_OF_MEMORY, GI_OS_ERROR, and those of making a device. */
GI_MUST_CHECK gi_status givk_prober_find(struct givk_device *dev, int fd, uint64_t step_bytes,
                                         uint64_t most_bytes, uint64_t *out_size_bytes,
                                         VkResult *out_result);

#endif
