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
static struct bench_vulkan_device *start_with(struct bench_vulkan_buffer *buffer, uint64_t bytes,
                                              bool exportable)
{
    struct bench_vulkan_device *on = bench_vulkan_importer();
    bench_vulkan_buffer_create(on, buffer, bytes, exportable);
    bench_vulkan_begin(on);
    vkCmdFillBuffer(on->commands, buffer->buffer, 0, VK_WHOLE_SIZE, 0);
    bench_vulkan_end(on);
    bench_vulkan_submit(on);
    bench_vulkan_finish(on);
    return on;
}

static struct bench_vulkan_device *start(struct bench_vulkan_buffer *buffer, uint64_t bytes)
{
    return start_with(buffer, bytes, false);
}

/* One fill of how->count bytes, which were written before; GB/s. */
static double large_fill(const struct bench_comparison *how, bool exportable)
{
    struct bench_vulkan_buffer buffer;
    struct bench_vulkan_device *on = start_with(&buffer, how->count, exportable);
    int64_t begin = bench_now_ns();
    bench_vulkan_begin(on);
    vkCmdFillBuffer(on->commands, buffer.buffer, 0, VK_WHOLE_SIZE, 1);
    bench_vulkan_end(on);
    bench_vulkan_submit(on);
    bench_vulkan_poll(on);
    double rate = (double)how->count / (double)(bench_now_ns() - begin);
    bench_vulkan_buffer_destroy(on, &buffer);
    return rate;
}

double bench_hand_large_fill(const struct bench_comparison *how)
{
    return large_fill(how, false);
}

double bench_hand_large_fill_exportable(const struct bench_comparison *how)
{
    return large_fill(how, true);
}

/* Fills one after the other, each submitted once the host has seen the end of the one before. */
static double fills(const struct bench_comparison *how, int in_a_round)
{
    struct bench_vulkan_buffer buffer;
    struct bench_vulkan_device *on = start(&buffer, BENCH_SMALL_BYTES);
    int64_t begin = bench_now_ns();
    for (size_t i = 0; i < how->count * (size_t)in_a_round; i++) {
        record_fill(on, &buffer);
        bench_vulkan_submit(on);
        bench_vulkan_poll(on);
    }
    double each = microseconds(begin, how->count);
    bench_vulkan_buffer_destroy(on, &buffer);
    return each;
}

double bench_hand_fill(const struct bench_comparison *how)
{
    return fills(how, 1);
}

/* A host function between the two costs nothing here: the thread that waits calls it. */
double bench_hand_two_fills(const struct bench_comparison *how)
{
    return fills(how, 2);
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

/* ---- fills and timestamps ------------------------------------------------------------------- */

static VkQueryPool make_queries(struct bench_vulkan_device *on)
{
    VkQueryPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .queryType = VK_QUERY_TYPE_TIMESTAMP,
        .queryCount = BENCH_CHAIN_PAIRS,
    };
    VkQueryPool queries;
    BENCH_VK(vkCreateQueryPool(on->device, &info, NULL, &queries));
    return queries;
}

/* The next fill begins behind the timestamp, or the times would say nothing. */
static void record_barrier(VkCommandBuffer commands)
{
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
    };
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                         0, 1, &barrier, 0, NULL, 0, NULL);
}

static void record_pairs(struct bench_vulkan_device *on, const struct bench_vulkan_buffer *buffer,
                         const struct bench_vulkan_buffer *times, VkQueryPool queries,
                         uint32_t first, uint32_t count)
{
    vkResetQueryPool(on->device, queries, first, count);
    bench_vulkan_begin(on);
    for (uint32_t i = first; i < first + count; i++) {
        record_barrier(on->commands);
        vkCmdFillBuffer(on->commands, buffer->buffer, 0, BENCH_SMALL_BYTES, i);
        vkCmdWriteTimestamp(on->commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries, i);
    }
    vkCmdCopyQueryPoolResults(on->commands, queries, first, count, times->buffer,
                              first * sizeof(uint64_t), sizeof(uint64_t),
                              VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    bench_vulkan_end(on);
}

/* A fill with a timestamp, which the host reads once it has seen the end. */
double bench_hand_timed_fill(const struct bench_comparison *how)
{
    struct bench_vulkan_buffer buffer;
    struct bench_vulkan_device *on = start(&buffer, BENCH_SMALL_BYTES);
    VkQueryPool queries = make_queries(on);
    uint64_t ticks = 0;
    int64_t begin = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        vkResetQueryPool(on->device, queries, 0, 1);
        bench_vulkan_begin(on);
        vkCmdFillBuffer(on->commands, buffer.buffer, 0, BENCH_SMALL_BYTES, 1);
        vkCmdWriteTimestamp(on->commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries, 0);
        bench_vulkan_end(on);
        bench_vulkan_submit(on);
        bench_vulkan_poll(on);
        BENCH_VK(vkGetQueryPoolResults(on->device, queries, 0, 1, sizeof(ticks), &ticks,
                                       sizeof(ticks), VK_QUERY_RESULT_64_BIT));
    }
    double each = microseconds(begin, how->count);
    BENCH_REQUIRE(ticks != 0);
    vkDestroyQueryPool(on->device, queries, NULL);
    bench_vulkan_buffer_destroy(on, &buffer);
    return each;
}

/* A submit with its share of the pairs for each of how->count streams. */
double bench_hand_chain(const struct bench_comparison *how)
{
    struct bench_vulkan_buffer buffer, times;
    struct bench_vulkan_device *on = start(&buffer, BENCH_SMALL_BYTES);
    VkCommandBuffer commands[STREAMS], own = on->commands;
    VkQueryPool queries = make_queries(on);
    uint32_t share = BENCH_CHAIN_PAIRS / (uint32_t)how->count;
    bench_vulkan_host_buffer_create(on, &times, BENCH_CHAIN_PAIRS * sizeof(uint64_t));
    allocate(on, commands, (uint32_t)how->count);
    int64_t begin = bench_now_ns();
    for (uint32_t s = 0; s < how->count; s++) {
        on->commands = commands[s];
        record_pairs(on, &buffer, &times, queries, s * share, share);
        bench_vulkan_submit(on);
    }
    bench_vulkan_poll(on);
    double each = microseconds(begin, BENCH_CHAIN_PAIRS);
    on->commands = own;
    vkFreeCommandBuffers(on->device, on->pool, (uint32_t)how->count, commands);
    vkDestroyQueryPool(on->device, queries, NULL);
    bench_vulkan_buffer_destroy(on, &times);
    bench_vulkan_buffer_destroy(on, &buffer);
    return each;
}
