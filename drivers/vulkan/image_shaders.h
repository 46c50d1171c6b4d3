/** Copies of images by shaders: the pipelines, made when one is first needed, and recording. */
#ifndef GIVK_IMAGE_SHADERS_H
#define GIVK_IMAGE_SHADERS_H

#include "compute.h"
#include "contract/driver.h"
#include "image_shader_plan.h"
#include "loader.h"

struct givk_device;

/** All zero on devices whose plan has none. */
struct givk_image_pipelines {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    struct givk_pipeline pipelines[GIVK_IMAGE_SHADER_COUNT];
};

/** Makes what all pipelines share; finish takes what a failed init has left.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_image_shaders_init(struct givk_device *dev);
void givk_image_shaders_finish(struct givk_device *dev);

/** Whether the plan has a shader copy for a command of images, and how. */
bool givk_image_shaders_take(const struct givk_device *dev, const struct gi_command *cmd,
                             struct givk_image_dispatch *out);

/** Makes what such a command needs and is not there yet: its pipeline, views of its levels.
 *  Threads: any number at once. */
VkResult givk_image_shaders_prepare(struct givk_device *dev, const struct gi_command *cmd,
                                    const struct givk_image_dispatch *dispatch);

/** Records a command that was prepared. */
void givk_image_shaders_record(struct givk_device *dev, VkCommandBuffer commands,
                               const struct gi_command *cmd,
                               const struct givk_image_dispatch *dispatch);

#endif
