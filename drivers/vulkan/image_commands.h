/** Recording the commands of images, and handing external ones over and back. */
#ifndef GIVK_IMAGE_COMMANDS_H
#define GIVK_IMAGE_COMMANDS_H

#include "contract/driver.h"
#include "image.h"
#include "loader.h"
#include "memory.h"

struct givk_device;

enum { GIVK_LOCAL_VISITS = 8 };

/** What the image commands of one batch need besides the command buffer. */
struct givk_image_work {
    struct givk_image **visited;         /* the external images, each once */
    size_t visited_count;
    struct givk_image *local[GIVK_LOCAL_VISITS];
    VkBuffer between;            /* for copies that no command does; VK_NULL_HANDLE: none is */
};

/** Looks through a batch. between is the queue's buffer for copies between images that no command
 *  copies between; it is made at the first such copy and finished with the queue.
 *  Owner: givk_image_work_finish takes what work has, also of a failure. */
VkResult givk_image_work_init(struct givk_device *dev, const struct gi_batch *batch,
                              struct givk_memory *between, struct givk_image_work *work);
void givk_image_work_finish(struct givk_image_work *work);

/** Takes over the external images from whoever had them, before the first command, and hands them
 *  back behind the last; both in VK_IMAGE_LAYOUT_GENERAL. */
void givk_image_work_acquire(struct givk_device *dev, VkCommandBuffer commands,
                             const struct givk_image_work *work);
void givk_image_work_release(struct givk_device *dev, VkCommandBuffer commands,
                             const struct givk_image_work *work);

/** Record one command each, which the barriers of the contract surround. */
void givk_image_record_begin(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_command *cmd);
void givk_image_record_write(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_command *cmd);
void givk_image_record_read(struct givk_device *dev, VkCommandBuffer commands,
                            const struct gi_command *cmd);
void givk_image_record_copy(struct givk_device *dev, VkCommandBuffer commands,
                            const struct givk_image_work *work, const struct gi_command *cmd);

#endif
