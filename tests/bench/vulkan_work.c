/* What the hand-written side does: imports, semaphores and submissions. */
#include "bench.h"
#include "vulkan.h"

void bench_vulkan_import(struct bench_vulkan_device *on, int fd,
                         const struct bench_vulkan_buffer *exported, uint64_t size_bytes,
                         struct bench_vulkan_import *out)
{
    VkImportMemoryFdInfoKHR import = {
        .sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR,
        .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
        .fd = fd,
    };
    VkMemoryAllocateFlagsInfo flags = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .pNext = &import,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    VkMemoryAllocateInfo allocation = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .pNext = &flags,
        .allocationSize = exported->allocated_bytes,
        .memoryTypeIndex = exported->memory_type,
    };
    BENCH_VK(vkAllocateMemory(on->device, &allocation, NULL, &out->memory));
    VkExternalMemoryBufferCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = &external,
        .size = size_bytes,
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT
                 | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT,
    };
    BENCH_VK(vkCreateBuffer(on->device, &info, NULL, &out->buffer));
    VkMemoryRequirements wanted;
    vkGetBufferMemoryRequirements(on->device, out->buffer, &wanted);
    BENCH_REQUIRE(wanted.size <= exported->allocated_bytes);
    BENCH_VK(vkBindBufferMemory(on->device, out->buffer, out->memory, 0));
    VkBufferDeviceAddressInfo question = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
        .buffer = out->buffer,
    };
    BENCH_REQUIRE(vkGetBufferDeviceAddress(on->device, &question) != 0);
}

void bench_vulkan_import_end(struct bench_vulkan_device *on,
                             const struct bench_vulkan_import *import)
{
    vkDestroyBuffer(on->device, import->buffer, NULL);
    vkFreeMemory(on->device, import->memory, NULL);
}

void bench_vulkan_import_once(struct bench_vulkan_device *on, int fd,
                              const struct bench_vulkan_buffer *exported, uint64_t size_bytes)
{
    struct bench_vulkan_import import;
    bench_vulkan_import(on, fd, exported, size_bytes, &import);
    bench_vulkan_import_end(on, &import);
}

static VkSemaphore create_exportable(struct bench_vulkan_device *on, VkSemaphoreType kind)
{
    VkExportSemaphoreCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO,
        .handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    VkSemaphoreTypeCreateInfo type = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
        .pNext = &external,
        .semaphoreType = kind,
    };
    VkSemaphoreCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = &type,
    };
    VkSemaphore semaphore;
    BENCH_VK(vkCreateSemaphore(on->device, &info, NULL, &semaphore));
    return semaphore;
}

VkSemaphore bench_vulkan_timeline_create(struct bench_vulkan_device *on)
{
    return create_exportable(on, VK_SEMAPHORE_TYPE_TIMELINE);
}

VkSemaphore bench_vulkan_binary_create(struct bench_vulkan_device *on)
{
    return create_exportable(on, VK_SEMAPHORE_TYPE_BINARY);
}

void bench_vulkan_timeline_signal(struct bench_vulkan_device *on, VkSemaphore timeline,
                                  uint64_t value)
{
    VkSemaphoreSignalInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
        .semaphore = timeline,
        .value = value,
    };
    BENCH_VK(vkSignalSemaphore(on->device, &info));
}

void bench_vulkan_timeline_wait(struct bench_vulkan_device *on, VkSemaphore timeline,
                                uint64_t value)
{
    VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = 1,
        .pSemaphores = &timeline,
        .pValues = &value,
    };
    BENCH_VK(vkWaitSemaphores(on->device, &info, UINT64_MAX));
}

int bench_vulkan_timeline_export(struct bench_vulkan_device *on, VkSemaphore timeline)
{
    VkSemaphoreGetFdInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR,
        .semaphore = timeline,
        .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT,
    };
    int fd = -1;
    BENCH_VK(on->get_semaphore_fd(on->device, &info, &fd));
    return fd;
}

void bench_vulkan_begin(struct bench_vulkan_device *on)
{
    VkCommandBufferBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
    };
    BENCH_VK(vkBeginCommandBuffer(on->commands, &info));
}

void bench_vulkan_end(struct bench_vulkan_device *on)
{
    BENCH_VK(vkEndCommandBuffer(on->commands));
}

/* A semaphore with a value, which means nothing for a binary one. */
struct point {
    VkSemaphore semaphore;
    uint64_t value;
};

/* Submits commands, if there are any, between a wait and a signal, each if asked for. */
static void submit_with(struct bench_vulkan_device *on, VkCommandBuffer commands,
                        const struct point *wait, const struct point *signal)
{
    VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = wait != NULL,
        .pWaitSemaphoreValues = wait ? &wait->value : NULL,
        .signalSemaphoreValueCount = signal != NULL,
        .pSignalSemaphoreValues = signal ? &signal->value : NULL,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .pNext = &values,
        .waitSemaphoreCount = wait != NULL,
        .pWaitSemaphores = wait ? &wait->semaphore : NULL,
        .pWaitDstStageMask = &stage,
        .commandBufferCount = commands != VK_NULL_HANDLE,
        .pCommandBuffers = &commands,
        .signalSemaphoreCount = signal != NULL,
        .pSignalSemaphores = signal ? &signal->semaphore : NULL,
    };
    BENCH_VK(vkQueueSubmit(on->queue, 1, &info, VK_NULL_HANDLE));
}

static struct point next_point(struct bench_vulkan_device *on)
{
    return (struct point){on->timeline, ++on->value};
}

/* The same with the device's own timeline: its last value, and its next. */
static void submit(struct bench_vulkan_device *on, bool commands, bool wait, bool signal)
{
    struct point last = {on->timeline, on->value};
    struct point next = signal ? next_point(on) : last;
    submit_with(on, commands ? on->commands : VK_NULL_HANDLE, wait ? &last : NULL,
                signal ? &next : NULL);
}

void bench_vulkan_submit_behind(struct bench_vulkan_device *on, VkSemaphore timeline,
                                uint64_t value)
{
    struct point before = {timeline, value}, after = next_point(on);
    submit_with(on, on->commands, &before, &after);
}

void bench_vulkan_submit_hop(struct bench_vulkan_device *on, VkCommandBuffer first,
                             VkCommandBuffer second, VkSemaphore binary)
{
    struct point between = {binary, 0}, after = next_point(on);
    submit_with(on, first, NULL, &between);
    submit_with(on, second, &between, &after);
}

void bench_vulkan_submit_between(struct bench_vulkan_device *on, VkSemaphore timeline,
                                 uint64_t wait, uint64_t signal)
{
    struct point before = {timeline, wait}, after = {timeline, signal};
    submit_with(on, VK_NULL_HANDLE, &before, &after);
}

void bench_vulkan_submit(struct bench_vulkan_device *on)
{
    submit(on, true, false, true);
}

void bench_vulkan_submit_wait(struct bench_vulkan_device *on)
{
    submit(on, false, true, false);
}

void bench_vulkan_submit_signal(struct bench_vulkan_device *on)
{
    submit(on, false, false, true);
}

void bench_vulkan_finish(struct bench_vulkan_device *on)
{
    VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = 1,
        .pSemaphores = &on->timeline,
        .pValues = &on->value,
    };
    BENCH_VK(vkWaitSemaphores(on->device, &info, UINT64_MAX));
}

void bench_vulkan_poll(struct bench_vulkan_device *on)
{
    uint64_t reached = 0;
    while (reached < on->value)
        BENCH_VK(vkGetSemaphoreCounterValue(on->device, on->timeline, &reached));
}
