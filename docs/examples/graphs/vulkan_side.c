/* The Vulkan side of the frame loop, which knows nothing of CUDA or HIP. */
#include <stdio.h>
#include <string.h>

#include "../vulkan_setup.h"
#include "frames.h"

static struct gpu gpu;
static struct buffer shared, seen;       /* PLACES frames; all frames, for the host */
static VkSemaphore sent, done;
static VkCommandPool pool;
static VkCommandBuffer commands[PLACES];
static VkFence finished[PLACES];

void vulkan_begin(struct share *out_share)
{
    gpu_open(&gpu);
    buffer_create_shared(&gpu, PLACES * FRAME_BYTES, &shared);
    buffer_create_mapped(&gpu, FRAMES * FRAME_BYTES, &seen);
    sent = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    done = semaphore_create_shared(&gpu, VK_SEMAPHORE_TYPE_TIMELINE);
    pool = commands_create(&gpu, PLACES, commands, finished);
    *out_share = (struct share){ .memory_bytes = shared.memory_bytes,
                                 .memory = buffer_export(&gpu, &shared),
                                 .sent = semaphore_export(&gpu, sent),
                                 .done = semaphore_export(&gpu, done) };
    memcpy(out_share->uuid, gpu.uuid, sizeof out_share->uuid);
}

/** Takes a place over from the other side, or hands it on. */
static void pass(VkCommandBuffer buffer, uint32_t frame, uint32_t from, uint32_t to)
{
    VkBufferMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .srcQueueFamilyIndex = from, .dstQueueFamilyIndex = to,
        .buffer = shared.buffer, .offset = frame_offset(frame), .size = FRAME_BYTES,
    };

    vkCmdPipelineBarrier(buffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 1, &barrier, 0, NULL);
}

static void record(VkCommandBuffer buffer, uint32_t read, uint32_t frame)
{
    if (read > 0) {
        VkBufferCopy region = { frame_offset(read), (uint64_t)(read - 1) * FRAME_BYTES,
                                FRAME_BYTES };

        pass(buffer, read, VK_QUEUE_FAMILY_EXTERNAL, gpu.family);
        vkCmdCopyBuffer(buffer, shared.buffer, seen.buffer, 1, &region);
        pass(buffer, read, gpu.family, gpu.family);
    }
    if (frame <= FRAMES) {
        vkCmdFillBuffer(buffer, shared.buffer, frame_offset(frame), FRAME_BYTES, frame);
        pass(buffer, frame, gpu.family, VK_QUEUE_FAMILY_EXTERNAL);
    }
}

void vulkan_submit(uint32_t frame)
{
    const uint32_t place = frame % PLACES, read = frame > PLACES ? frame - PLACES : 0;
    const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    const uint64_t wanted = read, reached = frame;
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = read > 0, .pWaitSemaphoreValues = &wanted,
        .signalSemaphoreValueCount = frame <= FRAMES, .pSignalSemaphoreValues = &reached,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = &values,
        .waitSemaphoreCount = read > 0, .pWaitSemaphores = &done, .pWaitDstStageMask = &stage,
        .commandBufferCount = 1, .pCommandBuffers = &commands[place],
        .signalSemaphoreCount = frame <= FRAMES, .pSignalSemaphores = &sent,
    };

    vulkan_check(vkWaitForFences(gpu.device, 1, &finished[place], VK_TRUE, UINT64_MAX), "waiting");
    vulkan_check(vkResetFences(gpu.device, 1, &finished[place]), "resetting a fence");
    vulkan_check(vkBeginCommandBuffer(commands[place], &begin), "beginning a command buffer");
    record(commands[place], read, frame);
    vulkan_check(vkEndCommandBuffer(commands[place]), "ending a command buffer");
    vulkan_check(vkQueueSubmit(gpu.queue, 1, &info, finished[place]), "submitting");
}

uint32_t vulkan_end(void)
{
    const uint32_t *words = seen.mapped;
    uint32_t wrong = 0;

    vulkan_check(vkDeviceWaitIdle(gpu.device), "waiting for the last frames");
    for (uint32_t i = 0; i < FRAMES * WORDS; i++)
        wrong += words[i] != worked(1 + i / WORDS, i % WORDS);
    for (int i = 0; i < PLACES; i++)
        vkDestroyFence(gpu.device, finished[i], NULL);
    vkDestroyCommandPool(gpu.device, pool, NULL);
    vkDestroySemaphore(gpu.device, sent, NULL);
    vkDestroySemaphore(gpu.device, done, NULL);
    buffer_destroy(&gpu, &shared);
    buffer_destroy(&gpu, &seen);
    gpu_close(&gpu);
    return wrong;
}
