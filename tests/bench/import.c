/* Import, map, free and destroy of memory that another VkDevice exports, against the same Vulkan
 * calls by hand. */
#include "bench.h"
#include "vulkan.h"

#define IMPORT_BYTES ((uint64_t)64 << 20)
#define PAIRS_PER_SAMPLE 40          /* at most BENCH_SAMPLES */

static void ours_once(int fd, uint64_t size_bytes)
{
    struct cudaExternalMemoryHandleDesc handle = {
        .type = cudaExternalMemoryHandleTypeOpaqueFd,
        .handle.fd = fd,
        .size = size_bytes,
    };
    cudaExternalMemory_t memory = NULL;
    BENCH_CUDA(cudaImportExternalMemory(&memory, &handle));
    struct cudaExternalMemoryBufferDesc range = {.size = IMPORT_BYTES};
    void *pointer = NULL;
    BENCH_CUDA(cudaExternalMemoryGetMappedBuffer(&pointer, memory, &range));
    BENCH_CUDA(cudaFree(pointer));
    BENCH_CUDA(cudaDestroyExternalMemory(memory));
}

static double time_ours(const struct bench_vulkan_buffer *exported, int fd)
{
    int64_t start = bench_now_ns();
    ours_once(fd, exported->allocated_bytes);
    return (double)(bench_now_ns() - start) / 1000;
}

static double time_by_hand(const struct bench_vulkan_buffer *exported, int fd)
{
    int64_t start = bench_now_ns();
    bench_vulkan_import_once(bench_vulkan_importer(), fd, exported, IMPORT_BYTES);
    return (double)(bench_now_ns() - start) / 1000;
}

/* One of each; who comes second finds the driver's code and data in the caches, so they take turns.
 * The fds are made before the clock runs: that is the exporter's work. */
static void measure_pair(const struct bench_vulkan_buffer *exported, bool ours_first,
                         struct bench_samples *ours, struct bench_samples *by_hand)
{
    int our_fd = bench_vulkan_buffer_export(bench_vulkan_exporter(), exported);
    int hand_fd = bench_vulkan_buffer_export(bench_vulkan_exporter(), exported);
    if (ours_first)
        bench_sample(ours, time_ours(exported, our_fd));
    bench_sample(by_hand, time_by_hand(exported, hand_fd));
    if (!ours_first)
        bench_sample(ours, time_ours(exported, our_fd));
}

/* A sample is the median of some pairs: one interruption in tens of microseconds is much. */
static void measure(const struct bench_vulkan_buffer *exported, struct bench_samples *ours,
                    struct bench_samples *by_hand)
{
    struct bench_samples our_times = {0}, hand_times = {0};
    for (int i = 0; i < PAIRS_PER_SAMPLE; i++)
        measure_pair(exported, i % 2 == 0, &our_times, &hand_times);
    bench_sample(ours, bench_median(&our_times));
    bench_sample(by_hand, bench_median(&hand_times));
}

void bench_import(void)
{
    struct bench_vulkan_buffer exported;
    struct bench_samples ours = {0}, reference = {0};
    bench_progress("import");
    bench_vulkan_buffer_create(bench_vulkan_exporter(), &exported, IMPORT_BYTES, true);
    measure(&exported, &ours, &reference);
    ours.count = reference.count = 0;            /* that was to warm up */
    for (int i = 0; i < bench_setting.repeats; i++)
        measure(&exported, &ours, &reference);
    struct bench_row row = {
        .what = "import, map, free and destroy 64 MiB",
        .unit = BENCH_MICROSECONDS,
        .ours = &ours,
        .reference = &reference,
        .reference_name = "the same calls",
        .rule = BENCH_RATIO_AT_MOST,
        .target = 1.3,                   /* five system calls more: docs/architecture.md */
    };
    bench_add_row(&row);
    bench_vulkan_buffer_destroy(bench_vulkan_exporter(), &exported);
}
