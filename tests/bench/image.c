/* Images of another VkDevice: import, map and free, and copies of a level to and from the host,
 * against the same Vulkan calls by hand. */
#include "bench.h"
#include "vulkan.h"

#define SIZE 1024u                   /* texels in a row, and rows */
#define LEVELS 11u
#define ROW_BYTES ((size_t)SIZE * 4)
#define LEVEL_BYTES (ROW_BYTES * SIZE)
#define PAIRS_PER_SAMPLE 20          /* at most BENCH_SAMPLES */

static cudaMipmappedArray_t map(int fd, uint64_t size_bytes, bool dedicated)
{
    struct cudaExternalMemoryHandleDesc handle = {
        .type = cudaExternalMemoryHandleTypeOpaqueFd,
        .handle.fd = fd,
        .size = size_bytes,
        .flags = dedicated ? cudaExternalMemoryDedicated : 0,
    };
    struct cudaExternalMemoryMipmappedArrayDesc image = {
        .formatDesc = {8, 8, 8, 8, cudaChannelFormatKindUnsigned},
        .extent = {SIZE, SIZE, 0},
        .flags = cudaArraySurfaceLoadStore,
        .numLevels = LEVELS,
    };
    cudaExternalMemory_t memory = NULL;
    cudaMipmappedArray_t array = NULL;
    BENCH_CUDA(cudaImportExternalMemory(&memory, &handle));
    BENCH_CUDA(cudaExternalMemoryGetMappedMipmappedArray(&array, memory, &image));
    BENCH_CUDA(cudaDestroyExternalMemory(memory));
    return array;
}

/* ---- import, map and free ------------------------------------------------------------------- */

static double time_ours(const struct bench_vulkan_image *exported, bool dedicated)
{
    int fd = bench_vulkan_image_export(bench_vulkan_exporter(), exported);
    int64_t start = bench_now_ns();
    BENCH_CUDA(cudaFreeMipmappedArray(map(fd, exported->allocated_bytes, dedicated)));
    return (double)(bench_now_ns() - start) / 1000;
}

static double time_by_hand(const struct bench_vulkan_image *exported)
{
    int fd = bench_vulkan_image_export(bench_vulkan_exporter(), exported);
    int64_t start = bench_now_ns();
    bench_vulkan_import_image_once(bench_vulkan_importer(), fd, exported);
    return (double)(bench_now_ns() - start) / 1000;
}

/* A sample is the median of some pairs; who comes second in a pair takes turns. */
static void measure_imports(const struct bench_vulkan_image *exported, bool dedicated,
                            struct bench_samples *ours, struct bench_samples *by_hand)
{
    struct bench_samples our_times = {0}, hand_times = {0};
    for (int i = 0; i < PAIRS_PER_SAMPLE; i++) {
        if (i % 2 == 0)
            bench_sample(&our_times, time_ours(exported, dedicated));
        bench_sample(&hand_times, time_by_hand(exported));
        if (i % 2 == 1)
            bench_sample(&our_times, time_ours(exported, dedicated));
    }
    bench_sample(ours, bench_median(&our_times));
    bench_sample(by_hand, bench_median(&hand_times));
}

/* By hand the memory is always imported for the image alone; the program says so to us or not. */
static void imports(const struct bench_vulkan_image *exported, bool dedicated)
{
    struct bench_samples ours = {0}, reference = {0};
    measure_imports(exported, dedicated, &ours, &reference);
    ours.count = reference.count = 0;            /* that was to warm up */
    for (int i = 0; i < bench_setting.repeats; i++)
        measure_imports(exported, dedicated, &ours, &reference);
    struct bench_row row = {
        .what = dedicated ? "import, map and free an image of 11 levels, dedicated"
                          : "import, map and free an image of 11 levels",
        .unit = BENCH_MICROSECONDS,
        .ours = &ours,
        .reference = &reference,
        .reference_name = "the same calls",
        .rule = BENCH_RATIO_AT_MOST,
        .target = 1.5,
    };
    bench_add_row(&row);
}

/* ---- copies of a level ---------------------------------------------------------------------- */

struct level {
    cudaArray_t array;
    void *pinned;
    struct bench_vulkan_buffer by_hand;          /* as the pinned memory is */
};

static double copy_ours(const struct level *level, bool to_image)
{
    int64_t start = bench_now_ns();
    if (to_image)
        BENCH_CUDA(cudaMemcpy2DToArray(level->array, 0, 0, level->pinned, ROW_BYTES, ROW_BYTES,
                                       SIZE, cudaMemcpyHostToDevice));
    else
        BENCH_CUDA(cudaMemcpy2DFromArray(level->pinned, ROW_BYTES, level->array, 0, 0, ROW_BYTES,
                                         SIZE, cudaMemcpyDeviceToHost));
    return (double)(bench_now_ns() - start) / 1000;
}

/* Recorded and submitted anew, as a program does that copies what it is asked for. */
static double copy_by_hand(const struct bench_vulkan_image *image, const struct level *level,
                           bool to_image)
{
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    int64_t start = bench_now_ns();
    bench_vulkan_record_level(hand, image, &level->by_hand, to_image);
    bench_vulkan_submit(hand);
    bench_vulkan_finish(hand);
    return (double)(bench_now_ns() - start) / 1000;
}

/* As with imports. */
static void measure_copies(const struct bench_vulkan_image *image, const struct level *level,
                           bool to_image, struct bench_samples *ours,
                           struct bench_samples *by_hand)
{
    struct bench_samples our_times = {0}, hand_times = {0};
    for (int i = 0; i < PAIRS_PER_SAMPLE; i++) {
        if (i % 2 == 0)
            bench_sample(&our_times, copy_ours(level, to_image));
        bench_sample(&hand_times, copy_by_hand(image, level, to_image));
        if (i % 2 == 1)
            bench_sample(&our_times, copy_ours(level, to_image));
    }
    bench_sample(ours, bench_median(&our_times));
    bench_sample(by_hand, bench_median(&hand_times));
}

static void copies(const struct bench_vulkan_image *image, const struct level *level,
                   bool to_image)
{
    struct bench_samples ours = {0}, reference = {0};
    measure_copies(image, level, to_image, &ours, &reference);
    ours.count = reference.count = 0;
    for (int i = 0; i < bench_setting.repeats; i++)
        measure_copies(image, level, to_image, &ours, &reference);
    struct bench_row row = {
        .what = to_image ? "1024 x 1024 texels of 4 bytes to a level, pinned"
                         : "1024 x 1024 texels of 4 bytes from a level, pinned",
        .unit = BENCH_MICROSECONDS,
        .ours = &ours,
        .reference = &reference,
        .reference_name = "the same calls",
        .rule = BENCH_RATIO_AT_MOST,
        .target = 1.2,
    };
    bench_add_row(&row);
}

void bench_images(void)
{
    struct bench_vulkan_device *hand = bench_vulkan_exporter();
    struct bench_vulkan_image exported;
    struct level level;
    bench_progress("images");
    bench_vulkan_image_create(hand, &exported, SIZE, LEVELS);
    imports(&exported, true);
    imports(&exported, false);
    bench_vulkan_image_begin(hand, &exported);
    bench_vulkan_host_buffer_create(hand, &level.by_hand, LEVEL_BYTES);
    cudaMipmappedArray_t array = map(bench_vulkan_image_export(hand, &exported),
                                     exported.allocated_bytes, true);
    BENCH_CUDA(cudaGetMipmappedArrayLevel(&level.array, array, 0));
    BENCH_CUDA(cudaMallocHost(&level.pinned, LEVEL_BYTES));
    copies(&exported, &level, true);
    copies(&exported, &level, false);
    BENCH_CUDA(cudaFreeHost(level.pinned));
    BENCH_CUDA(cudaFreeMipmappedArray(array));
    bench_vulkan_buffer_destroy(hand, &level.by_hand);
    bench_vulkan_image_destroy(hand, &exported);
}
