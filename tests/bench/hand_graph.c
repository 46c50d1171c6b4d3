/* By hand in Vulkan: dispatches that are recorded once, and submitted as often as a graph is
 * launched. */
#include <stdlib.h>

#include "bench.h"
#include "hand_graph.h"

static void begin(VkCommandBuffer commands, const struct bench_hand_launch *launch)
{
    VkCommandBufferBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT,
    };
    BENCH_VK(vkBeginCommandBuffer(commands, &info));
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, launch->pipeline);
}

static void record_barrier(VkCommandBuffer commands)
{
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
    };
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static void record_level(VkCommandBuffer commands, const struct bench_hand_launch *launch,
                         size_t width)
{
    static const unsigned char parameters[28];
    record_barrier(commands);
    for (size_t i = 0; i < width; i++) {
        vkCmdPushConstants(commands, launch->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           sizeof parameters, parameters);
        vkCmdDispatch(commands, 1, 1, 1);
    }
}

void bench_hand_graph_open(struct bench_hand_graph *out, struct bench_graph_shape shape,
                           size_t in_buffer)
{
    struct bench_vulkan_device *on = bench_vulkan_importer();
    size_t levels_in = in_buffer / shape.width > 0 ? in_buffer / shape.width : 1;
    size_t count = (shape.levels + levels_in - 1) / levels_in;
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = on->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = (uint32_t)count,
    };
    bench_hand_launch_open(&out->launch);
    out->count = (uint32_t)count;
    out->buffers = malloc(count * sizeof *out->buffers);
    BENCH_REQUIRE(out->buffers != NULL);
    BENCH_VK(vkAllocateCommandBuffers(on->device, &info, out->buffers));
    for (size_t i = 0; i < count; i++) {
        begin(out->buffers[i], &out->launch);
        for (size_t level = i * levels_in; level < shape.levels && level < (i + 1) * levels_in;
             level++)
            record_level(out->buffers[i], &out->launch, shape.width);
        BENCH_VK(vkEndCommandBuffer(out->buffers[i]));
    }
}

void bench_hand_graph_close(struct bench_hand_graph *graph)
{
    struct bench_vulkan_device *on = bench_vulkan_importer();
    bench_vulkan_finish(on);
    vkFreeCommandBuffers(on->device, on->pool, graph->count, graph->buffers);
    free(graph->buffers);
    bench_hand_launch_close(&graph->launch);
}

void bench_hand_graph_submit(const struct bench_hand_graph *graph)
{
    struct bench_vulkan_device *on = bench_vulkan_importer();
    uint64_t value = ++on->value;
    VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .signalSemaphoreValueCount = 1,
        .pSignalSemaphoreValues = &value,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .pNext = &values,
        .commandBufferCount = graph->count,
        .pCommandBuffers = graph->buffers,
        .signalSemaphoreCount = 1,
        .pSignalSemaphores = &on->timeline,
    };
    BENCH_VK(vkQueueSubmit(on->queue, 1, &info, VK_NULL_HANDLE));
}

void bench_hand_graph_submit_frame(const struct bench_hand_graph *graph, VkSemaphore timeline,
                                   uint64_t value)
{
    struct bench_vulkan_device *on = bench_vulkan_importer();
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    uint64_t next = value + 1;
    VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = 1,
        .pWaitSemaphoreValues = &value,
        .signalSemaphoreValueCount = 1,
        .pSignalSemaphoreValues = &next,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .pNext = &values,
        .waitSemaphoreCount = 1,
        .pWaitSemaphores = &timeline,
        .pWaitDstStageMask = &stage,
        .commandBufferCount = graph->count,
        .pCommandBuffers = graph->buffers,
        .signalSemaphoreCount = 1,
        .pSignalSemaphores = &timeline,
    };
    BENCH_VK(vkQueueSubmit(on->queue, 1, &info, VK_NULL_HANDLE));
}
