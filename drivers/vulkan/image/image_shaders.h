/** Image copies by shaders: pipelines that are created on first use, and recording. */
#ifndef GIVK_IMAGE_SHADERS_H
#define GIVK_IMAGE_SHADERS_H

#include "contract/driver.h"
#include "vulkan/loader/loader.h"
#include "vulkan/pipeline/compute.h"
#include "vulkan/plan/image_shader_plan.h"

struct givk_device;

/** All zero on devices whose plan has none. */
struct givk_image_pipelines {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    struct givk_pipeline pipelines[GIVK_IMAGE_SHADER_COUNT];
};

/** Creates what all pipelines share. The caller calls finish, also after a failure.
 *  Threads: one, as the device opens and closes.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status givk_image_shaders_init(struct givk_device *dev);
void givk_image_shaders_finish(struct givk_device *dev);

/** Plans a command.
 *  Returns: false if no shader executes it.
 *  Threads: any. */
bool givk_image_shaders_take(const struct givk_device *dev, const struct gi_command *cmd,
                             struct givk_image_dispatch *out);

/** Creates what the command still lacks: its pipeline and the views of its levels.
 *  Threads: any.
 *  Errors:  Vulkan's, without a sentence. */
VkResult givk_image_shaders_prepare(struct givk_device *dev, const struct gi_command *cmd,
                                    const struct givk_image_dispatch *dispatch);

/** Records a command that was prepared.
 *  Threads: one at a time for a queue. */
void givk_image_shaders_record(struct givk_device *dev, VkCommandBuffer commands,
                               const struct gi_command *cmd,
                               const struct givk_image_dispatch *dispatch);

#endif
