#include "compute.h"

#include "pipeline_cache.h"
#include "pipeline_worker.h"
#include "vulkan/device/device.h"

VkResult givk_make_compute_layout(struct givk_device *dev, const VkDescriptorSetLayout *sets,
                                  uint32_t set_count, uint32_t push_bytes, VkPipelineLayout *out)
{
    const VkPushConstantRange range = {
        .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
        .size = push_bytes,
    };
    const VkPipelineLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = set_count,
        .pSetLayouts = sets,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &range,
    };

    return dev->vk.CreatePipelineLayout(dev->handle, &info, NULL, out);
}

static VkResult givk_make_pipeline(struct givk_device *dev,
                                   const struct givk_pipeline_source *source, VkPipeline *out)
{
    static const VkSpecializationMapEntry entries[GIVK_SHADER_CONSTANTS] = {
        { 0, 0, sizeof(uint32_t) },
        { 1, sizeof(uint32_t), sizeof(uint32_t) },
        { 2, sizeof(uint32_t) * 2, sizeof(uint32_t) },
        { 3, sizeof(uint32_t) * 3, sizeof(uint32_t) },
    };
    const VkSpecializationInfo special = {
        .mapEntryCount = source->constant_count,
        .pMapEntries = entries,
        .dataSize = source->constant_count * sizeof(uint32_t),
        .pData = source->constants,
    };
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = source->code->bytes,
        .pCode = source->code->words,
    };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_COMPUTE_BIT,
            .pName = "main",
            .pSpecializationInfo = &special,
        },
        .layout = source->layout,
    };
    VkResult result = dev->vk.CreateShaderModule(dev->handle, &module, NULL, &info.stage.module);

    if (result != VK_SUCCESS)
        return result;
    result = dev->vk.CreateComputePipelines(dev->handle, givk_pipeline_cache_handle(dev), 1, &info,
                                            NULL, out);
    dev->vk.DestroyShaderModule(dev->handle, info.stage.module, NULL);
    return result;
}

void givk_pipeline_init(struct givk_pipeline *pipeline)
{
    pthread_mutex_init(&pipeline->lock, NULL);
    atomic_init(&pipeline->handle, VK_NULL_HANDLE);
}

void givk_pipeline_finish(struct givk_device *dev, struct givk_pipeline *pipeline)
{
    dev->vk.DestroyPipeline(dev->handle, givk_pipeline_handle(pipeline), NULL);
    pthread_mutex_destroy(&pipeline->lock);
}

VkResult givk_pipeline_need(struct givk_device *dev, struct givk_pipeline *pipeline,
                            const struct givk_pipeline_source *source)
{
    VkPipeline made = VK_NULL_HANDLE;
    VkResult result = VK_SUCCESS;

    if (givk_pipeline_handle(pipeline) != VK_NULL_HANDLE)
        return VK_SUCCESS;
    pthread_mutex_lock(&pipeline->lock);
    if (givk_pipeline_handle(pipeline) == VK_NULL_HANDLE) {
        result = givk_make_pipeline(dev, source, &made);
        if (result == VK_SUCCESS)
            atomic_store_explicit(&pipeline->handle, made, memory_order_release);
    }
    pthread_mutex_unlock(&pipeline->lock);
    if (made != VK_NULL_HANDLE && result == VK_SUCCESS)
        givk_pipeline_worker_note_made(dev);
    return result;
}
