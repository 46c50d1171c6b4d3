/** Recordings: command buffers that are recorded once and submitted with any number of batches. */
#ifndef GIVK_RECORDING_H
#define GIVK_RECORDING_H

#include <pthread.h>

#include "contract/driver.h"
#include "vulkan/loader/loader.h"
#include "vulkan/plan/plan.h"

struct givk_device;

/** Command buffers of small recordings that pass are kept for later ones, at most so many of a
 *  family. They are of another pool, of buffers that can be reset and do not live long. On an H200
 *  a command is recorded in 1.6 us so; in a pool of long-lived buffers it takes 2.8 us. */
enum { GIVK_SPARE_BUFFERS = 64, GIVK_SPARE_COMMANDS = 8 };

struct givk_kept {
    struct gi_recording base;
    bool is_passing;                     /* its buffers are used again */
    VkCommandBuffer buffers[GIVK_MAX_FAMILIES];  /* for each family of the plan, in its order;
                                                    most plans have one */
};

/** The command pools that the recordings of a device share: two for each family of the plan. */
struct givk_keeping {
    pthread_mutex_t lock;                /* a leaf; held while a pool is used */
    VkCommandPool pools[GIVK_MAX_FAMILIES];      /* VK_NULL_HANDLE: not made yet, also the next */
    VkCommandPool passing[GIVK_MAX_FAMILIES];    /* its buffers can be reset */
    VkCommandBuffer spares[GIVK_MAX_FAMILIES][GIVK_SPARE_BUFFERS];       /* of passing */
    uint32_t spare_counts[GIVK_MAX_FAMILIES];
};

extern const struct gi_recording_ops givk_recording_ops;

/** The pools are made with the first recording. */
void givk_keeping_init(struct givk_device *dev);
void givk_keeping_finish(struct givk_device *dev);

/** The command buffer for a family of queues. */
VkCommandBuffer givk_recorded_buffer(struct gi_recording *base, uint32_t family);

#endif
