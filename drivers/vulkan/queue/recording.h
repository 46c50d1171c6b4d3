/** Recordings: command buffers that are recorded once and submitted with any number of batches. */
#ifndef GIVK_RECORDING_H
#define GIVK_RECORDING_H

#include <pthread.h>

#include "contract/driver.h"
#include "vulkan/loader/loader.h"
#include "vulkan/plan/plan.h"

struct givk_device;

/** Command buffers of recordings that ended are kept for later ones: at most so many, each of a
 *  recording with at most so many commands. A graph whose nodes change between launches records a
 *  few commands anew each time. */
enum { GIVK_SPARE_BUFFERS = 64, GIVK_SPARE_COMMANDS = 64 };

struct givk_kept {
    struct gi_recording base;
    bool is_short;                       /* its buffers are used again */
    VkCommandBuffer buffers[GIVK_MAX_FAMILIES];  /* for each family of the plan, in its order;
                                                    most plans have one */
};

/** The command pools that the recordings of a device share: one for each family of the plan. */
struct givk_keeping {
    pthread_mutex_t lock;                /* a leaf; held while a pool is used */
    VkCommandPool pools[GIVK_MAX_FAMILIES];      /* VK_NULL_HANDLE: not made yet */
    VkCommandBuffer spares[GIVK_MAX_FAMILIES][GIVK_SPARE_BUFFERS];
    uint32_t spare_counts[GIVK_MAX_FAMILIES];
};

extern const struct gi_recording_ops givk_recording_ops;

/** The pools are made with the first recording. */
void givk_keeping_init(struct givk_device *dev);
void givk_keeping_finish(struct givk_device *dev);

/** The command buffer for a family of queues. */
VkCommandBuffer givk_recorded_buffer(struct gi_recording *base, uint32_t family);

#endif
