/* What small operations cost the thread that enqueues them. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "vulkan.h"

#define SMALL_BYTES 4096
#define LARGEST_BURST 10000

/* Where the operations of a burst go; operation i uses the i-th places. */
struct places {
    unsigned char *source, *destination;             /* device memory */
    struct bench_vulkan_buffer hand_source, hand_destination;
    cudaStream_t stream, other;
    cudaEvent_t event;
};

typedef void enqueue_function(const struct places *places, size_t i);

static void open_places(struct places *places)
{
    size_t bytes = (size_t)LARGEST_BURST * SMALL_BYTES;
    void *source = NULL, *destination = NULL;
    BENCH_CUDA(cudaMalloc(&source, bytes));
    BENCH_CUDA(cudaMalloc(&destination, bytes));
    places->source = source;
    places->destination = destination;
    BENCH_CUDA(cudaStreamCreateWithFlags(&places->stream, cudaStreamNonBlocking));
    BENCH_CUDA(cudaStreamCreateWithFlags(&places->other, cudaStreamNonBlocking));
    BENCH_CUDA(cudaEventCreateWithFlags(&places->event, cudaEventDisableTiming));
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    bench_vulkan_buffer_create(hand, &places->hand_source, bytes, false);
    bench_vulkan_buffer_create(hand, &places->hand_destination, bytes, false);
    /* Memory that was never written may be one shared page of zeros, and quick to read. */
    BENCH_CUDA(cudaMemset(source, 1, bytes));
    bench_vulkan_begin(hand);
    vkCmdFillBuffer(hand->commands, places->hand_source.buffer, 0, bytes, 0x01010101);
    bench_vulkan_end(hand);
    bench_vulkan_submit(hand);
    bench_vulkan_finish(hand);
}

static void close_places(struct places *places)
{
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    bench_vulkan_buffer_destroy(hand, &places->hand_destination);
    bench_vulkan_buffer_destroy(hand, &places->hand_source);
    BENCH_CUDA(cudaEventDestroy(places->event));
    BENCH_CUDA(cudaStreamDestroy(places->other));
    BENCH_CUDA(cudaStreamDestroy(places->stream));
    BENCH_CUDA(cudaFree(places->destination));
    BENCH_CUDA(cudaFree(places->source));
}

static void copy_apart(const struct places *places, size_t i)
{
    size_t offset = i * SMALL_BYTES;
    BENCH_CUDA(cudaMemcpyAsync(places->destination + offset, places->source + offset, SMALL_BYTES,
                               cudaMemcpyDeviceToDevice, places->stream));
}

/* Every copy overlaps half of what the one before wrote. */
static void copy_overlapping(const struct places *places, size_t i)
{
    BENCH_CUDA(cudaMemcpyAsync(places->destination + i % 2 * (SMALL_BYTES / 2),
                               places->source + i * SMALL_BYTES, SMALL_BYTES,
                               cudaMemcpyDeviceToDevice, places->stream));
}

static void fill_apart(const struct places *places, size_t i)
{
    BENCH_CUDA(cudaMemsetAsync(places->destination + i * SMALL_BYTES, (int)(i & 0xff), SMALL_BYTES,
                               places->stream));
}

static void record_event(const struct places *places, size_t i)
{
    (void)i;
    BENCH_CUDA(cudaEventRecord(places->event, places->stream));
}

static void record_and_wait(const struct places *places, size_t i)
{
    (void)i;
    BENCH_CUDA(cudaEventRecord(places->event, places->stream));
    BENCH_CUDA(cudaStreamWaitEvent(places->other, places->event, 0));
}

static void create_and_destroy_stream(const struct places *places, size_t i)
{
    (void)places;
    (void)i;
    cudaStream_t stream = NULL;
    BENCH_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    BENCH_CUDA(cudaStreamDestroy(stream));
}

static void hand_copy_apart(const struct places *places, size_t i)
{
    VkBufferCopy region = {
        .srcOffset = i * SMALL_BYTES,
        .dstOffset = i * SMALL_BYTES,
        .size = SMALL_BYTES,
    };
    vkCmdCopyBuffer(bench_vulkan_exporter()->commands, places->hand_source.buffer,
                    places->hand_destination.buffer, 1, &region);
}

static void hand_copy_overlapping(const struct places *places, size_t i)
{
    VkCommandBuffer commands = bench_vulkan_exporter()->commands;
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
    };
    if (i > 0)
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                             VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    VkBufferCopy region = {
        .srcOffset = i * SMALL_BYTES,
        .dstOffset = i % 2 * (SMALL_BYTES / 2),
        .size = SMALL_BYTES,
    };
    vkCmdCopyBuffer(commands, places->hand_source.buffer, places->hand_destination.buffer, 1,
                    &region);
}

static void hand_fill_apart(const struct places *places, size_t i)
{
    uint32_t word = (uint32_t)(i & 0xff) * 0x01010101u;
    vkCmdFillBuffer(bench_vulkan_exporter()->commands, places->hand_destination.buffer,
                    i * SMALL_BYTES, SMALL_BYTES, word);
}

/* One burst of ours: microseconds for each operation, for the caller and until all is done. */
static void run_ours(const struct places *places, enqueue_function *enqueue, size_t count,
                     struct bench_samples *caller, struct bench_samples *total)
{
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < count; i++)
        enqueue(places, i);
    int64_t enqueued = bench_now_ns();
    BENCH_CUDA(cudaStreamSynchronize(places->stream));
    int64_t done = bench_now_ns();
    BENCH_CUDA(cudaStreamSynchronize(places->other));
    bench_sample(caller, (double)(enqueued - start) / 1000 / (double)count);
    bench_sample(total, (double)(done - start) / 1000 / (double)count);
}

/* The same by hand: recorded into a command buffer that exists, and one submit. */
static void run_hand(const struct places *places, enqueue_function *record, size_t count,
                     struct bench_samples *caller, struct bench_samples *total)
{
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    int64_t start = bench_now_ns();
    bench_vulkan_begin(hand);
    for (size_t i = 0; i < count; i++)
        record(places, i);
    bench_vulkan_end(hand);
    bench_vulkan_submit(hand);
    int64_t enqueued = bench_now_ns();
    bench_vulkan_finish(hand);
    int64_t done = bench_now_ns();
    bench_sample(caller, (double)(enqueued - start) / 1000 / (double)count);
    bench_sample(total, (double)(done - start) / 1000 / (double)count);
}

/* One kind of burst: the operation, its names in the table, and its target in microseconds or 0. */
struct burst {
    enqueue_function *ours, *by_hand;    /* by_hand may be NULL */
    size_t count;
    const char *caller_name, *total_name;            /* total_name may be NULL: no such row */
    double target_us;
};

static void measure_burst(const struct places *places, const struct burst *burst)
{
    struct bench_samples caller = {0}, total = {0}, hand_caller = {0}, hand_total = {0};
    struct bench_samples unmeasured = {0};
    bench_progress(burst->caller_name);
    run_ours(places, burst->ours, burst->count, &unmeasured, &unmeasured);
    if (burst->by_hand)
        run_hand(places, burst->by_hand, burst->count, &unmeasured, &unmeasured);
    for (int i = 0; i < bench_setting.repeats; i++) {
        run_ours(places, burst->ours, burst->count, &caller, &total);
        if (burst->by_hand)
            run_hand(places, burst->by_hand, burst->count, &hand_caller, &hand_total);
    }
    struct bench_row row = {
        .what = burst->caller_name,
        .unit = BENCH_MICROSECONDS,
        .ours = &caller,
        .reference = burst->by_hand ? &hand_caller : NULL,
        .reference_name = "record + 1 submit",
        .rule = burst->target_us > 0 ? BENCH_OURS_AT_MOST : BENCH_FOR_INFORMATION,
        .target = burst->target_us,
    };
    bench_add_row(&row);
    if (!burst->total_name)
        return;
    row.what = burst->total_name;
    row.ours = &total;
    row.reference = burst->by_hand ? &hand_total : NULL;
    row.rule = BENCH_FOR_INFORMATION;
    bench_add_row(&row);
}

/* What lands must be what was sent, or the times mean nothing. */
static void check_copies(const struct places *places)
{
    size_t bytes = (size_t)LARGEST_BURST * SMALL_BYTES;
    uint32_t *sent = malloc(bytes), *landed = calloc(1, bytes);
    BENCH_REQUIRE(sent && landed);
    for (size_t i = 0; i < bytes / sizeof(*sent); i++)
        sent[i] = (uint32_t)i * 2654435761u;
    BENCH_CUDA(cudaMemcpy(places->source, sent, bytes, cudaMemcpyHostToDevice));
    BENCH_CUDA(cudaMemset(places->destination, 0, bytes));
    for (size_t i = 0; i < LARGEST_BURST; i++)
        copy_apart(places, i);
    BENCH_CUDA(cudaStreamSynchronize(places->stream));
    BENCH_CUDA(cudaMemcpy(landed, places->destination, bytes, cudaMemcpyDeviceToHost));
    BENCH_REQUIRE(memcmp(sent, landed, bytes) == 0);
    for (size_t i = 0; i < 1000; i++)
        copy_overlapping(places, i);
    BENCH_CUDA(cudaStreamSynchronize(places->stream));
    BENCH_CUDA(cudaMemcpy(landed, places->destination, SMALL_BYTES + SMALL_BYTES / 2,
                          cudaMemcpyDeviceToHost));
    /* Copy 998 stays in the first half, and copy 999 covers the rest. */
    BENCH_REQUIRE(memcmp(landed, sent + 998 * SMALL_BYTES / 4, SMALL_BYTES / 2) == 0);
    BENCH_REQUIRE(memcmp((char *)landed + SMALL_BYTES / 2, sent + 999 * SMALL_BYTES / 4,
                         SMALL_BYTES) == 0);
    free(landed);
    free(sent);
}

void bench_small_copies(void)
{
    static const struct burst bursts[] = {
        {copy_apart, hand_copy_apart, 1000, "copy 4 KiB apart, burst of 1000: caller",
         "copy 4 KiB apart, burst of 1000: done", 1.0},
        {copy_apart, hand_copy_apart, 10000, "copy 4 KiB apart, burst of 10000: caller",
         "copy 4 KiB apart, burst of 10000: done", 1.0},
        {copy_overlapping, hand_copy_overlapping, 1000,
         "copy 4 KiB overlapping, burst of 1000: caller",
         "copy 4 KiB overlapping, burst of 1000: done", 0},
        {copy_overlapping, hand_copy_overlapping, 10000,
         "copy 4 KiB overlapping, burst of 10000: caller",
         "copy 4 KiB overlapping, burst of 10000: done", 0},
    };
    struct places places;
    open_places(&places);
    check_copies(&places);
    for (size_t i = 0; i < sizeof(bursts) / sizeof(bursts[0]); i++)
        measure_burst(&places, &bursts[i]);
    close_places(&places);
}

void bench_small_others(void)
{
    static const struct burst bursts[] = {
        {fill_apart, hand_fill_apart, 1000, "fill 4 KiB apart, burst of 1000: caller",
         "fill 4 KiB apart, burst of 1000: done", 0},
        {record_event, NULL, 1000, "record an event", NULL, 0},
        {record_and_wait, NULL, 1000, "record an event, another stream waits", NULL, 0},
        {create_and_destroy_stream, NULL, 200, "create and destroy a stream", NULL, 0},
    };
    struct places places;
    open_places(&places);
    for (size_t i = 0; i < sizeof(bursts) / sizeof(bursts[0]); i++)
        measure_burst(&places, &bursts[i]);
    close_places(&places);
}
