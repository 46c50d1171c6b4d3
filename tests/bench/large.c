/* Rates of large copies and fills. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "vulkan.h"

#define HOST_COPY_BYTES ((size_t)64 << 20)

static double rate(uint64_t bytes, int64_t start_ns)
{
    return (double)bytes / (double)(bench_now_ns() - start_ns);
}

/* One row for a direction: our synchronous copy against memcpy between ordinary memory. */
struct host_copy {
    const char *what;
    void *to, *from;
    enum cudaMemcpyKind kind;
};

static void measure_host_copy(const struct host_copy *copy, void *plain_to, const void *plain_from)
{
    struct bench_samples ours = {0}, reference = {0};
    bench_progress(copy->what);
    BENCH_CUDA(cudaMemcpy(copy->to, copy->from, HOST_COPY_BYTES, copy->kind));
    memcpy(plain_to, plain_from, HOST_COPY_BYTES);
    for (int i = 0; i < bench_setting.repeats; i++) {
        int64_t start = bench_now_ns();
        BENCH_CUDA(cudaMemcpy(copy->to, copy->from, HOST_COPY_BYTES, copy->kind));
        bench_sample(&ours, rate(HOST_COPY_BYTES, start));
        start = bench_now_ns();
        memcpy(plain_to, plain_from, HOST_COPY_BYTES);
        bench_sample(&reference, rate(HOST_COPY_BYTES, start));
        /* The compiler must not see through it. */
        BENCH_REQUIRE(((volatile unsigned char *)plain_to)[i] == 0x5a);
    }
    struct bench_row row = {
        .what = copy->what,
        .unit = BENCH_GIGABYTES_PER_SECOND,
        .ours = &ours,
        .reference = &reference,
        .reference_name = "memcpy",
        .rule = BENCH_RATIO_AT_LEAST,
        .target = 0.9,
    };
    bench_add_row(&row);
}

static void *plain_memory(int byte)
{
    void *memory = aligned_alloc(4096, HOST_COPY_BYTES);
    BENCH_REQUIRE(memory);
    memset(memory, byte, HOST_COPY_BYTES);
    return memory;
}

void bench_host_copies(void)
{
    void *device = NULL, *pinned = NULL;
    BENCH_CUDA(cudaMalloc(&device, HOST_COPY_BYTES));
    BENCH_CUDA(cudaMallocHost(&pinned, HOST_COPY_BYTES));
    void *from = plain_memory(0x5a), *to = plain_memory(0);
    memset(pinned, 0x5a, HOST_COPY_BYTES);
    BENCH_CUDA(cudaMemset(device, 0, HOST_COPY_BYTES));
    void *plain_from = plain_memory(0x5a), *plain_to = plain_memory(0);
    const struct host_copy copies[] = {
        {"copy 64 MiB host to device, pageable", device, from, cudaMemcpyHostToDevice},
        {"copy 64 MiB device to host, pageable", to, device, cudaMemcpyDeviceToHost},
        {"copy 64 MiB host to device, pinned", device, pinned, cudaMemcpyHostToDevice},
        {"copy 64 MiB device to host, pinned", pinned, device, cudaMemcpyDeviceToHost},
    };
    for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++)
        measure_host_copy(&copies[i], plain_to, plain_from);
    BENCH_REQUIRE(memcmp(from, to, HOST_COPY_BYTES) == 0);
    free(plain_to);
    free(plain_from);
    free(to);
    free(from);
    BENCH_CUDA(cudaFreeHost(pinned));
    BENCH_CUDA(cudaFree(device));
}

/* The two sides' buffers of a device copy or fill. */
struct large {
    uint64_t size_bytes;
    void *source, *destination;
    struct bench_vulkan_buffer hand_source, hand_destination;
};

/* A quarter of the device's memory is shared by four buffers, at most 1 GiB for each. */
uint64_t bench_large_bytes(void)
{
    uint64_t room = bench_vulkan_heap_bytes() / 8;
    if (bench_setting.is_cpu) {
        uint64_t free_bytes = (uint64_t)sysconf(_SC_AVPHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
        room = free_bytes / 8 < room ? free_bytes / 8 : room;
    }
    uint64_t size = UINT64_C(1) << 30;
    while (size > room && size > UINT64_C(1) << 20)
        size /= 2;
    return size;
}

static double ours_copy(const struct large *large)
{
    int64_t start = bench_now_ns();
    BENCH_CUDA(cudaMemcpyAsync(large->destination, large->source, large->size_bytes,
                               cudaMemcpyDeviceToDevice, 0));
    BENCH_CUDA(cudaStreamSynchronize(0));
    return rate(large->size_bytes, start);
}

static double ours_fill(const struct large *large)
{
    int64_t start = bench_now_ns();
    BENCH_CUDA(cudaMemsetAsync(large->destination, 0x5a, large->size_bytes, 0));
    BENCH_CUDA(cudaStreamSynchronize(0));
    return rate(large->size_bytes, start);
}

static double hand_submit(const struct large *large)
{
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    bench_vulkan_end(hand);
    int64_t start = bench_now_ns();
    bench_vulkan_submit(hand);
    bench_vulkan_finish(hand);
    return rate(large->size_bytes, start);
}

static double hand_copy(const struct large *large)
{
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    VkBufferCopy region = {.size = large->size_bytes};
    bench_vulkan_begin(hand);
    vkCmdCopyBuffer(hand->commands, large->hand_source.buffer, large->hand_destination.buffer, 1,
                    &region);
    return hand_submit(large);
}

static double hand_fill(const struct large *large)
{
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    bench_vulkan_begin(hand);
    vkCmdFillBuffer(hand->commands, large->hand_destination.buffer, 0, large->size_bytes,
                    0x5a5a5a5a);
    return hand_submit(large);
}

static void measure_large(const char *what, const struct large *large,
                          double (*ours)(const struct large *),
                          double (*by_hand)(const struct large *), const char *hand_name)
{
    struct bench_samples our_rates = {0}, hand_rates = {0};
    bench_progress(what);
    (void)ours(large);
    (void)by_hand(large);
    for (int i = 0; i < bench_setting.slow_repeats; i++) {
        bench_sample(&our_rates, ours(large));
        bench_sample(&hand_rates, by_hand(large));
    }
    struct bench_row row = {
        .what = what,
        .unit = BENCH_GIGABYTES_PER_SECOND,
        .ours = &our_rates,
        .reference = &hand_rates,
        .reference_name = hand_name,
    };
    bench_add_row(&row);
}

static const char *copy_name(uint64_t size_bytes)
{
    return size_bytes == UINT64_C(1) << 30   ? "copy 1 GiB within the device"
           : size_bytes == UINT64_C(1) << 28 ? "copy 256 MiB within the device"
                                             : "copy a large range within the device";
}

static const char *fill_name(uint64_t size_bytes)
{
    return size_bytes == UINT64_C(1) << 30   ? "fill 1 GiB"
           : size_bytes == UINT64_C(1) << 28 ? "fill 256 MiB"
                                             : "fill a large range";
}

void bench_device_copies(void)
{
    struct large large = {.size_bytes = bench_large_bytes()};
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    BENCH_CUDA(cudaMalloc(&large.source, large.size_bytes));
    BENCH_CUDA(cudaMalloc(&large.destination, large.size_bytes));
    BENCH_CUDA(cudaMemset(large.source, 1, large.size_bytes));
    bench_vulkan_buffer_create(hand, &large.hand_source, large.size_bytes, false);
    bench_vulkan_buffer_create(hand, &large.hand_destination, large.size_bytes, false);
    /* Memory that was never written may be one shared page of zeros, and quick to read. */
    bench_vulkan_begin(hand);
    vkCmdFillBuffer(hand->commands, large.hand_source.buffer, 0, large.size_bytes, 0x01010101);
    (void)hand_submit(&large);
    measure_large(copy_name(large.size_bytes), &large, ours_copy, hand_copy, "vkCmdCopyBuffer");
    measure_large(fill_name(large.size_bytes), &large, ours_fill, hand_fill, "vkCmdFillBuffer");
    unsigned char last = 0;
    BENCH_CUDA(cudaMemcpy(&last, (unsigned char *)large.destination + large.size_bytes - 1, 1,
                          cudaMemcpyDeviceToHost));
    BENCH_REQUIRE(last == 0x5a);
    bench_vulkan_buffer_destroy(hand, &large.hand_destination);
    bench_vulkan_buffer_destroy(hand, &large.hand_source);
    BENCH_CUDA(cudaFree(large.destination));
    BENCH_CUDA(cudaFree(large.source));
}
