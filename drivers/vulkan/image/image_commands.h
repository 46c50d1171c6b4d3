/** Recording commands on images, and ownership transfers of external images. */
#ifndef GIVK_IMAGE_COMMANDS_H
#define GIVK_IMAGE_COMMANDS_H

#include "contract/driver.h"
#include "image.h"
#include "vulkan/loader/loader.h"
#include "vulkan/memory/memory.h"

struct givk_device;

enum { GIVK_LOCAL_VISITS = 8 };

/** The state of the image commands of one batch, besides the command buffer. */
struct givk_image_work {
    struct givk_image **visited;         /* the external images, each once */
    size_t visited_count;
    struct givk_image *local[GIVK_LOCAL_VISITS];
    VkBuffer between;            /* for copies that no Vulkan command makes directly;
                                    VK_NULL_HANDLE: not needed */
};

/** Prepares the image commands of a batch. between is the queue's buffer for indirect copies
 *  between images. The first of these copies creates it; the queue destroys it.
 *  Owner:   the caller calls givk_image_work_finish, also after a failure.
 *  Threads: one at a time for a queue.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_image_work_init(struct givk_device *dev, const struct gi_batch *batch,
                              struct givk_memory *between, struct givk_image_work *work);
void givk_image_work_finish(struct givk_image_work *work);

/** Record the ownership transfers of the external images: acquire before the first command, release
 *  behind the last. Both leave them in VK_IMAGE_LAYOUT_GENERAL.
 *  Threads: one at a time for a queue. */
void givk_image_work_acquire(struct givk_device *dev, VkCommandBuffer commands,
                             const struct givk_image_work *work);
void givk_image_work_release(struct givk_device *dev, VkCommandBuffer commands,
                             const struct givk_image_work *work);

/** Record one command each. The caller records the barriers that the contract demands.
 *  Threads: one at a time for a queue. */
void givk_image_record_begin(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_command *cmd);
void givk_image_record_write(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_command *cmd);
void givk_image_record_read(struct givk_device *dev, VkCommandBuffer commands,
                            const struct gi_command *cmd);
void givk_image_record_copy(struct givk_device *dev, VkCommandBuffer commands,
                            const struct givk_image_work *work, const struct gi_command *cmd);

#endif
