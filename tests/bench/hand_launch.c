/* By hand in Vulkan: a dispatch of an empty shader, recorded and submitted each time. */
#include "bench.h"
#include "hand_launch.h"
#include "empty.spv.h"

#define PARAMETER_BYTES 28

void bench_hand_launch_open(struct bench_hand_launch *out)
{
    struct bench_vulkan_device *on = bench_vulkan_importer();
    VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, PARAMETER_BYTES};
    VkPipelineLayoutCreateInfo layout = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &range,
    };
    VkShaderModuleCreateInfo shader = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = sizeof empty_spv,
        .pCode = empty_spv,
    };
    VkComputePipelineCreateInfo pipeline = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .stage = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_COMPUTE_BIT,
            .pName = "main",
        },
    };
    BENCH_VK(vkCreatePipelineLayout(on->device, &layout, NULL, &out->layout));
    BENCH_VK(vkCreateShaderModule(on->device, &shader, NULL, &pipeline.stage.module));
    pipeline.layout = out->layout;
    BENCH_VK(vkCreateComputePipelines(on->device, VK_NULL_HANDLE, 1, &pipeline, NULL,
                                      &out->pipeline));
    vkDestroyShaderModule(on->device, pipeline.stage.module, NULL);
}

void bench_hand_launch_close(struct bench_hand_launch *launch)
{
    struct bench_vulkan_device *on = bench_vulkan_importer();
    vkDestroyPipeline(on->device, launch->pipeline, NULL);
    vkDestroyPipelineLayout(on->device, launch->layout, NULL);
}

void bench_hand_launch(const struct bench_hand_launch *launch)
{
    static const unsigned char parameters[PARAMETER_BYTES];
    struct bench_vulkan_device *on = bench_vulkan_importer();
    bench_vulkan_begin(on);
    vkCmdBindPipeline(on->commands, VK_PIPELINE_BIND_POINT_COMPUTE, launch->pipeline);
    vkCmdPushConstants(on->commands, launch->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       PARAMETER_BYTES, parameters);
    vkCmdDispatch(on->commands, 1, 1, 1);
    bench_vulkan_end(on);
    bench_vulkan_submit(on);
}

void bench_hand_launch_finish(void)
{
    bench_vulkan_finish(bench_vulkan_importer());
}
