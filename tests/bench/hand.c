/* By hand in Vulkan what a library does for many streams and for late signals: one device, one
 * queue, and no more calls than are needed. */
#include "bench.h"
#include "vendor.h"

#define STREAMS 64
#define FILLS 16

static double microseconds(int64_t start_ns, size_t count)
{
    return (double)(bench_now_ns() - start_ns) / 1000 / (double)count;
}

static void record_fill(struct bench_vulkan_device *on, const struct bench_vulkan_buffer *buffer)
{
    bench_vulkan_begin(on);
    vkCmdFillBuffer(on->commands, buffer->buffer, 0, BENCH_SMALL_BYTES, 1);
    bench_vulkan_end(on);
}

/* A buffer that was written once, and the queue idle. */
static struct bench_vulkan_device *start(struct bench_vulkan_buffer *buffer, uint64_t bytes)
{
    struct bench_vulkan_device *on = bench_vulkan_importer();
    bench_vulkan_buffer_create(on, buffer, bytes, false);
    bench_vulkan_begin(on);
    vkCmdFillBuffer(on->commands, buffer->buffer, 0, VK_WHOLE_SIZE, 0);
    bench_vulkan_end(on);
    bench_vulkan_submit(on);
    bench_vulkan_finish(on);
    return on;
}

double bench_hand_fill(const struct bench_comparison *how)
{
    struct bench_vulkan_buffer buffer;
    struct bench_vulkan_device *on = start(&buffer, BENCH_SMALL_BYTES);
    int64_t begin = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        record_fill(on, &buffer);
        bench_vulkan_submit(on);
        bench_vulkan_finish(on);
    }
    double each = microseconds(begin, how->count);
    bench_vulkan_buffer_destroy(on, &buffer);
    return each;
}

/* The queue waits for a timeline, which the host signals. */
double bench_hand_late_signal(const struct bench_comparison *how)
{
    struct bench_vulkan_buffer buffer;
    struct bench_vulkan_device *on = start(&buffer, BENCH_SMALL_BYTES);
    VkSemaphore timeline = bench_vulkan_timeline_create(on);
    int64_t begin = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        record_fill(on, &buffer);
        bench_vulkan_submit_behind(on, timeline, i + 1);
        bench_vulkan_timeline_signal(on, timeline, i + 1);
        bench_vulkan_finish(on);
    }
    double each = microseconds(begin, how->count);
    vkDestroySemaphore(on->device, timeline, NULL);
    bench_vulkan_buffer_destroy(on, &buffer);
    return each;
}

static void allocate(struct bench_vulkan_device *on, VkCommandBuffer *commands, uint32_t count)
{
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = on->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = count,
    };
    BENCH_VK(vkAllocateCommandBuffers(on->device, &info, commands));
}

/* Two fills with a binary semaphore between them, which could be shared. */
double bench_hand_binary_hop(const struct bench_comparison *how)
{
    struct bench_vulkan_buffer buffer;
    struct bench_vulkan_device *on = start(&buffer, BENCH_SMALL_BYTES);
    VkSemaphore binary = bench_vulkan_binary_create(on);
    VkCommandBuffer both[2], own = on->commands;
    allocate(on, both, 2);
    int64_t begin = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        for (int which = 0; which < 2; which++) {
            on->commands = both[which];
            record_fill(on, &buffer);
        }
        bench_vulkan_submit_hop(on, both[0], both[1], binary);
        bench_vulkan_finish(on);
    }
    double each = microseconds(begin, how->count);
    on->commands = own;
    vkFreeCommandBuffers(on->device, on->pool, 2, both);
    vkDestroySemaphore(on->device, binary, NULL);
    bench_vulkan_buffer_destroy(on, &buffer);
    return each;
}

/* A submit with 16 fills for each of 64 streams. */
double bench_hand_many_streams(const struct bench_comparison *how)
{
    struct bench_vulkan_buffer buffer;
    struct bench_vulkan_device *on = start(&buffer, STREAMS * FILLS * (uint64_t)how->count);
    VkCommandBuffer commands[STREAMS], own = on->commands;
    allocate(on, commands, STREAMS);
    int64_t begin = bench_now_ns();
    for (size_t s = 0; s < STREAMS; s++) {
        on->commands = commands[s];
        bench_vulkan_begin(on);
        for (size_t i = 0; i < FILLS; i++)
            vkCmdFillBuffer(on->commands, buffer.buffer, (s * FILLS + i) * how->count,
                            how->count, 1);
        bench_vulkan_end(on);
        bench_vulkan_submit(on);
    }
    bench_vulkan_finish(on);
    double each = microseconds(begin, STREAMS * FILLS);
    on->commands = own;
    vkFreeCommandBuffers(on->device, on->pool, STREAMS, commands);
    bench_vulkan_buffer_destroy(on, &buffer);
    return each;
}
