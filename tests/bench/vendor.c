/* Our library and the vendor's side by side: opening both, and rounds in turn. */
#include "vendor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_ON_CPU (UINT64_C(64) << 20)
#define HOST_BYTES ((size_t)64 << 20)
#define EXPORTED_BYTES (UINT64_C(64) << 20)

static char words[600];

const char *bench_vendor_words(void)
{
    return words[0] ? words : NULL;
}

void bench_check_side(const struct bench_side *side, cudaError_t error, const char *call,
                      const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "bench: %s:%d: %s of %s: %s\n", file, line, call, side->calls->library,
            side->calls->cudaGetErrorName(error));
    exit(1);
}

static void import_timeline(struct bench_side *side)
{
    if (!bench_vulkan_has_semaphores())
        return;
    side->timeline = bench_vulkan_timeline_create(bench_vulkan_exporter());
    struct cudaExternalSemaphoreHandleDesc handle = {
        .type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd,
        .handle.fd = bench_vulkan_timeline_export(bench_vulkan_exporter(), side->timeline),
    };
    BENCH_SIDE(side, cudaImportExternalSemaphore(&side->imported, &handle));
}

static void open_side(struct bench_side *side, const struct cuda_calls *calls, int device,
                      const struct bench_vulkan_buffer *exported)
{
    void *source = NULL, *destination = NULL, *pinned = NULL;
    uint64_t large = bench_large_bytes();
    uint64_t bursts = (uint64_t)BENCH_LARGEST_BURST * BENCH_SMALL_BYTES;
    if (bench_setting.is_cpu && large > LARGEST_ON_CPU)
        large = LARGEST_ON_CPU;
    *side = (struct bench_side){
        .calls = calls,
        .device = device,
        .device_bytes = large > bursts ? large : bursts,
        .host_bytes = HOST_BYTES,
        .large_bytes = large,
        .exported = exported,
    };
    BENCH_SIDE(side, cudaSetDevice(device));
    BENCH_SIDE(side, cudaMalloc(&source, side->device_bytes));
    BENCH_SIDE(side, cudaMalloc(&destination, side->device_bytes));
    BENCH_SIDE(side, cudaMallocHost(&pinned, HOST_BYTES));
    BENCH_SIDE(side, cudaStreamCreateWithFlags(&side->stream, cudaStreamNonBlocking));
    BENCH_SIDE(side, cudaStreamCreateWithFlags(&side->other, cudaStreamNonBlocking));
    BENCH_SIDE(side, cudaEventCreateWithFlags(&side->event, cudaEventDisableTiming));
    side->source = source;
    side->destination = destination;
    side->pinned = pinned;
    side->pageable = aligned_alloc(4096, HOST_BYTES);
    BENCH_REQUIRE(side->pageable);
    /* Memory that was never written may be one shared page of zeros, and quick to read. */
    memset(side->pageable, 0x5a, HOST_BYTES);
    memset(side->pinned, 0x5a, HOST_BYTES);
    BENCH_SIDE(side, cudaMemset(source, 1, side->device_bytes));
    import_timeline(side);
    BENCH_SIDE(side, cudaDeviceSynchronize());
}

static void close_side(struct bench_side *side)
{
    if (side->imported) {
        BENCH_SIDE(side, cudaDestroyExternalSemaphore(side->imported));
        vkDestroySemaphore(bench_vulkan_exporter()->device, side->timeline, NULL);
    }
    free(side->pageable);
    BENCH_SIDE(side, cudaEventDestroy(side->event));
    BENCH_SIDE(side, cudaStreamDestroy(side->other));
    BENCH_SIDE(side, cudaStreamDestroy(side->stream));
    BENCH_SIDE(side, cudaFreeHost(side->pinned));
    BENCH_SIDE(side, cudaFree(side->destination));
    BENCH_SIDE(side, cudaFree(side->source));
}

/* The first round is not counted: the device had been the other library's, and the clocks and
 * caches are whoever's came last. */
static double one_round(const struct bench_side *side, const struct bench_comparison *how)
{
    (void)how->round(side, how);
    BENCH_SIDE(side, cudaDeviceSynchronize());
    double value = how->round(side, how);
    BENCH_SIDE(side, cudaDeviceSynchronize());
    return value;
}

void bench_compare(const struct bench_side sides[2], const struct bench_comparison *comparison)
{
    struct bench_samples samples[2] = {{.count = 0}, {.count = 0}}, hand = {.count = 0};
    bench_progress(comparison->what);
    for (int i = 0; i < bench_setting.repeats; i++) {
        for (int which = 0; which < 2; which++)
            bench_sample(&samples[which], one_round(&sides[which], comparison));
        if (comparison->by_hand)
            bench_sample(&hand, comparison->by_hand(comparison));
    }
    struct bench_row row = {
        .table = BENCH_BESIDE_VENDOR,
        .what = comparison->what,
        .unit = comparison->unit,
        .ours = &samples[0],
        .reference = &samples[1],
        .reference_name = "",
        .rule = comparison->least_speed > 0 ? BENCH_RATIO_AT_LEAST
                : comparison->most > 0      ? BENCH_OURS_AT_MOST
                                            : BENCH_FOR_INFORMATION,
        .target = comparison->least_speed > 0 ? comparison->least_speed : comparison->most,
    };
    bench_add_row(&row);
    if (!comparison->by_hand)
        return;
    row.table = BENCH_BESIDE_HAND;
    row.reference = &hand;
    row.reference_name = "one queue, by hand";
    row.rule = BENCH_FOR_INFORMATION;
    bench_add_row(&row);
}

static int vendors_device(const struct cuda_calls *vendor)
{
    int device = cuda_calls_device(vendor, (const uint8_t *)bench_setting.properties.uuid.bytes);
    if (device < 0)
        snprintf(words, sizeof(words), "skipped: %s does not list this device", vendor->library);
    return device;
}

/* Opens both, measures, and closes them; once a run. */
static void beside_vendor(void (*const measures[])(struct bench_side *sides))
{
    struct bench_side sides[2];
    struct bench_vulkan_buffer exported;
    const char *why_not = "";
    bench_progress("opening the vendor's library");
    const struct cuda_calls *vendor = cuda_calls_vendor(&why_not);
    if (!vendor) {
        snprintf(words, sizeof(words), "no vendor library: skipped (%s)", why_not);
        return;
    }
    int device = vendors_device(vendor);
    if (device < 0)
        return;
    snprintf(words, sizeof(words), "%s, version %d%s", vendor->library, vendor->version,
             vendor->is_stand_in ? " (this project's own library, as a stand-in)" : "");
    bench_vulkan_buffer_create(bench_vulkan_exporter(), &exported, EXPORTED_BYTES, true);
    open_side(&sides[0], cuda_calls_ours(), 0, &exported);
    open_side(&sides[1], vendor, device, &exported);
    for (size_t i = 0; measures[i]; i++)
        measures[i](sides);
    close_side(&sides[1]);
    close_side(&sides[0]);
    bench_vulkan_buffer_destroy(bench_vulkan_exporter(), &exported);
}

void bench_beside_vendor(void)
{
    static void (*const all[])(struct bench_side *sides) = {
        bench_compare_rates, bench_compare_arrays, bench_compare_calls, bench_compare_streams,
        bench_compare_ranges, NULL,
    };
    beside_vendor(all);
}

void bench_arrays_beside_vendor(void)
{
    static void (*const arrays[])(struct bench_side *sides) = {bench_compare_more_arrays, NULL};
    beside_vendor(arrays);
}

void bench_streams_beside_vendor(void)
{
    static void (*const streams[])(struct bench_side *sides) = {bench_compare_streams, NULL};
    beside_vendor(streams);
}

void bench_ranges_beside_vendor(void)
{
    static void (*const ranges[])(struct bench_side *sides) = {bench_compare_ranges, NULL};
    beside_vendor(ranges);
}
