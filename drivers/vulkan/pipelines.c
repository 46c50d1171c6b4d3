#include "pipelines.h"

#include <stddef.h>

#include "device.h"
#include "givk_copy16.spv.h"
#include "givk_copy4.spv.h"
#include "givk_copybox.spv.h"
#include "givk_fill16.spv.h"
#include "givk_fillbox.spv.h"
#include "result.h"

/* What is pushed: up to and with count, without the padding behind it. */
enum {
    GIVK_PUSH_BYTES = offsetof(struct givk_shader_parameters, count) + sizeof(uint32_t),
    GIVK_BOX_PUSH_BYTES = sizeof(struct givk_box_parameters)
};

_Static_assert(GIVK_PUSH_BYTES == 20, "the shaders' parameter block is five words");
_Static_assert(GIVK_BOX_PUSH_BYTES == 72, "that for boxes is 18, of 32 that every device has");

static const struct givk_code givk_shader_code[GIVK_SHADER_COUNT] = {
    [GIVK_COPY_16] = { givk_copy16_spv, sizeof(givk_copy16_spv) },
    [GIVK_COPY_4] = { givk_copy4_spv, sizeof(givk_copy4_spv) },
    [GIVK_FILL_16] = { givk_fill16_spv, sizeof(givk_fill16_spv) },
    [GIVK_COPY_BOX] = { givk_copybox_spv, sizeof(givk_copybox_spv) },
    [GIVK_FILL_BOX] = { givk_fillbox_spv, sizeof(givk_fillbox_spv) },
};

VkResult givk_make_compute_layout(struct givk_device *dev, VkDescriptorSetLayout set,
                                  uint32_t push_bytes, VkPipelineLayout *out)
{
    const VkPushConstantRange range = {
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
        .size = push_bytes,
    };
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = set != VK_NULL_HANDLE,
        .pSetLayouts = &set,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &range,
    };

    return dev->vk.CreatePipelineLayout(dev->handle, &info, NULL, out);
}

VkResult givk_make_compute_pipeline(struct givk_device *dev, VkPipelineLayout layout,
                                    const struct givk_code *code, const uint32_t *constants,
                                    uint32_t count, VkPipeline *out)
{
    static const VkSpecializationMapEntry entries[GIVK_SHADER_CONSTANTS] = {
        { 0, 0, sizeof(uint32_t) },
        { 1, sizeof(uint32_t), sizeof(uint32_t) },
        { 2, sizeof(uint32_t) * 2, sizeof(uint32_t) },
        { 3, sizeof(uint32_t) * 3, sizeof(uint32_t) },
    };
    const VkSpecializationInfo special = {
        .mapEntryCount = count,
        .pMapEntries = entries,
        .dataSize = count * sizeof(uint32_t),
        .pData = constants,
    };
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = code->bytes,
        .pCode = code->words,
    };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_COMPUTE_BIT,
            .pName = "main",
            .pSpecializationInfo = &special,
        },
        .layout = layout,
    };
    VkResult result = dev->vk.CreateShaderModule(dev->handle, &module, NULL, &info.stage.module);

    if (result != VK_SUCCESS)
        return result;
    result = dev->vk.CreateComputePipelines(dev->handle, VK_NULL_HANDLE, 1, &info, NULL, out);
    dev->vk.DestroyShaderModule(dev->handle, info.stage.module, NULL);
    return result;
}

gi_status givk_pipelines_init(struct givk_device *dev)
{
    int count = dev->plan->box_shaders ? GIVK_SHADER_COUNT : GIVK_COPY_BOX;
    VkResult result;

    if (!dev->plan->shaders)
        return GI_OK;
    result = givk_make_compute_layout(dev, VK_NULL_HANDLE, GIVK_BOX_PUSH_BYTES,
                                      &dev->pipelines.layout);
    for (int i = 0; result == VK_SUCCESS && i < count; i++)
        result = givk_make_compute_pipeline(dev, dev->pipelines.layout, &givk_shader_code[i],
                                            &dev->plan->group_threads, 1,
                                            &dev->pipelines.pipelines[i]);
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "making the copy pipelines");
}

void givk_pipelines_finish(struct givk_device *dev)
{
    for (int i = 0; i < GIVK_SHADER_COUNT; i++)
        dev->vk.DestroyPipeline(dev->handle, dev->pipelines.pipelines[i], NULL);
    dev->vk.DestroyPipelineLayout(dev->handle, dev->pipelines.layout, NULL);
}

static void givk_bind(struct givk_device *dev, VkCommandBuffer commands, enum givk_shader shader)
{
    dev->vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                            dev->pipelines.pipelines[shader]);
}

static void givk_push(struct givk_device *dev, VkCommandBuffer commands, const void *parameters,
                      uint32_t bytes)
{
    dev->vk.CmdPushConstants(commands, dev->pipelines.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                             bytes, parameters);
}

void givk_pipelines_dispatch(struct givk_device *dev, VkCommandBuffer commands,
                             enum givk_shader shader, bool bind,
                             const struct givk_shader_parameters *parameters)
{
    uint32_t threads = dev->plan->group_threads;
    uint32_t groups = parameters->count / threads + (parameters->count % threads != 0);

    if (groups > dev->plan->max_groups)
        groups = dev->plan->max_groups;
    if (bind)
        givk_bind(dev, commands, shader);
    givk_push(dev, commands, parameters, GIVK_PUSH_BYTES);
    dev->vk.CmdDispatch(commands, groups, 1, 1);
}

void givk_pipelines_dispatch_box(struct givk_device *dev, VkCommandBuffer commands,
                                 enum givk_shader shader, bool bind,
                                 const struct givk_box_parameters *parameters,
                                 const uint32_t groups[static 3])
{
    if (bind)
        givk_bind(dev, commands, shader);
    givk_push(dev, commands, parameters, GIVK_BOX_PUSH_BYTES);
    dev->vk.CmdDispatch(commands, groups[0], groups[1], groups[2]);
}
