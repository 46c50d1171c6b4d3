/* Beside the vendor's library: many streams, timed events, host functions, and waits that are not
 * yet reached. */
#include "vendor.h"

#include <stdatomic.h>

#define STREAMS 64
#define FILLS 16                     /* of each of many streams */
#define TRIPS 50
#define FRAMES 100
#define FRAME_BYTES ((size_t)1 << 20)
#define IN_FLIGHT 2

static double microseconds(int64_t start_ns, size_t count)
{
    return (double)(bench_now_ns() - start_ns) / 1000 / (double)count;
}

static void fill(const struct bench_side *side, size_t where, size_t bytes, cudaStream_t stream)
{
    BENCH_SIDE(side, cudaMemsetAsync(side->destination + where * bytes, (int)(where & 0xff), bytes,
                                     stream));
}

/* ---- many streams --------------------------------------------------------------------------- */

/* Fills of how->count bytes, breadth first; microseconds for each until all are done. */
static double many_streams(const struct bench_side *side, const struct bench_comparison *how)
{
    cudaStream_t streams[STREAMS];
    for (size_t i = 0; i < STREAMS; i++)
        BENCH_SIDE(side, cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < FILLS; i++) {
        for (size_t s = 0; s < STREAMS; s++)
            fill(side, (s * FILLS + i) % (side->device_bytes / how->count), how->count,
                 streams[s]);
    }
    for (size_t s = 0; s < STREAMS; s++)
        BENCH_SIDE(side, cudaStreamSynchronize(streams[s]));
    double each = microseconds(start, STREAMS * FILLS);
    for (size_t i = 0; i < STREAMS; i++)
        BENCH_SIDE(side, cudaStreamDestroy(streams[i]));
    return each;
}

/* ---- fills and timed events ----------------------------------------------------------------- */

/* The last time must be a time, or the records cost too little. */
static void check_times(const struct bench_side *side, cudaEvent_t first, cudaEvent_t last)
{
    float ms = -1;
    BENCH_SIDE(side, cudaEventElapsedTime(&ms, first, last));
    BENCH_REQUIRE(ms >= 0);
}

/* A fill and an event with a time, in each of how->count streams in turn; microseconds for each
 * pair until all are done. */
static double chain(const struct bench_side *side, const struct bench_comparison *how)
{
    cudaStream_t streams[STREAMS];
    cudaEvent_t events[BENCH_CHAIN_PAIRS];
    for (size_t i = 0; i < how->count; i++)
        BENCH_SIDE(side, cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    for (size_t i = 0; i < BENCH_CHAIN_PAIRS; i++)
        BENCH_SIDE(side, cudaEventCreateWithFlags(&events[i], cudaEventDefault));
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < BENCH_CHAIN_PAIRS; i++) {
        fill(side, i % how->count, BENCH_SMALL_BYTES, streams[i % how->count]);
        BENCH_SIDE(side, cudaEventRecord(events[i], streams[i % how->count]));
    }
    for (size_t i = 0; i < how->count; i++)
        BENCH_SIDE(side, cudaStreamSynchronize(streams[i]));
    double each = microseconds(start, BENCH_CHAIN_PAIRS);
    check_times(side, events[0], events[BENCH_CHAIN_PAIRS - how->count]);
    for (size_t i = 0; i < BENCH_CHAIN_PAIRS; i++)
        BENCH_SIDE(side, cudaEventDestroy(events[i]));
    for (size_t i = 0; i < how->count; i++)
        BENCH_SIDE(side, cudaStreamDestroy(streams[i]));
    return each;
}

/* ---- host functions ------------------------------------------------------------------------- */

static void count_call(void *calls)
{
    atomic_fetch_add((atomic_size_t *)calls, 1);
}

static double host_functions(const struct bench_side *side, const struct bench_comparison *how)
{
    atomic_size_t calls = 0;
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        if (how->until_done)
            fill(side, 0, BENCH_SMALL_BYTES, side->stream);
        BENCH_SIDE(side, cudaLaunchHostFunc(side->stream, count_call, &calls));
        if (how->until_done)
            fill(side, 0, BENCH_SMALL_BYTES, side->stream);
        BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    }
    BENCH_REQUIRE(calls == how->count);
    return microseconds(start, how->count);
}

/* ---- semaphores ----------------------------------------------------------------------------- */

static uint64_t timeline_value(const struct bench_side *side)
{
    uint64_t value = 0;
    BENCH_VK(vkGetSemaphoreCounterValue(bench_vulkan_exporter()->device, side->timeline, &value));
    return value;
}

static void wait_for(const struct bench_side *side, uint64_t value)
{
    struct cudaExternalSemaphoreWaitParams wait = {.params.fence.value = value};
    BENCH_SIDE(side, cudaWaitExternalSemaphoresAsync(&side->imported, &wait, 1, side->stream));
}

static void signal_to(const struct bench_side *side, uint64_t value)
{
    struct cudaExternalSemaphoreSignalParams signal = {.params.fence.value = value};
    BENCH_SIDE(side, cudaSignalExternalSemaphoresAsync(&side->imported, &signal, 1, side->stream));
}

/* A stream waits; the host signals by Vulkan; a fill behind the wait is done. */
static double host_signalled_wait(const struct bench_side *side,
                                  const struct bench_comparison *how)
{
    uint64_t value = timeline_value(side);
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        wait_for(side, ++value);
        fill(side, 0, BENCH_SMALL_BYTES, side->stream);
        bench_vulkan_timeline_signal(bench_vulkan_exporter(), side->timeline, value);
        BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    }
    return microseconds(start, how->count);
}

/* Vulkan and a stream work on frames in turn, with two of them in flight. */
static double frames(const struct bench_side *side, const struct bench_comparison *how)
{
    struct bench_vulkan_device *renderer = bench_vulkan_exporter();
    uint64_t base = timeline_value(side);
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        uint64_t done = base + 2 * i;
        if (i >= IN_FLIGHT)
            bench_vulkan_timeline_wait(renderer, side->timeline, done - 2 * (IN_FLIGHT - 1));
        bench_vulkan_submit_between(renderer, side->timeline, done, done + 1);
        wait_for(side, done + 1);
        fill(side, i % 8, FRAME_BYTES, side->stream);
        signal_to(side, done + 2);
    }
    bench_vulkan_timeline_wait(renderer, side->timeline, base + 2 * how->count);
    return microseconds(start, how->count);
}

/* A fill of one stream, and one of another behind it by a binary semaphore. */
static double binary_hops(const struct bench_side *side, const struct bench_comparison *how)
{
    struct bench_vulkan_device *exporter = bench_vulkan_exporter();
    VkSemaphore binary = bench_vulkan_binary_create(exporter);
    struct cudaExternalSemaphoreHandleDesc handle = {
        .type = cudaExternalSemaphoreHandleTypeOpaqueFd,
        .handle.fd = bench_vulkan_timeline_export(exporter, binary),
    };
    struct cudaExternalSemaphoreWaitParams wait = {.flags = 0};
    struct cudaExternalSemaphoreSignalParams signal = {.flags = 0};
    cudaExternalSemaphore_t imported = NULL;
    BENCH_SIDE(side, cudaImportExternalSemaphore(&imported, &handle));
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        fill(side, 0, BENCH_SMALL_BYTES, side->stream);
        BENCH_SIDE(side, cudaSignalExternalSemaphoresAsync(&imported, &signal, 1, side->stream));
        BENCH_SIDE(side, cudaWaitExternalSemaphoresAsync(&imported, &wait, 1, side->other));
        fill(side, 0, BENCH_SMALL_BYTES, side->other);
        BENCH_SIDE(side, cudaStreamSynchronize(side->other));
    }
    double each = microseconds(start, how->count);
    BENCH_SIDE(side, cudaDestroyExternalSemaphore(imported));
    vkDestroySemaphore(exporter->device, binary, NULL);
    return each;
}

void bench_compare_streams(struct bench_side sides[2])
{
    static const struct bench_comparison all[] = {
        {"64 streams, 16 fills of 4 KiB each: done", BENCH_MICROSECONDS, many_streams,
         .by_hand = bench_hand_many_streams, .count = BENCH_SMALL_BYTES},
        {"64 streams, 16 fills of 1 MiB each: done", BENCH_MICROSECONDS, many_streams,
         .by_hand = bench_hand_many_streams, .count = FRAME_BYTES},
        {"512 x fill of 4 KiB and timed event, 1 stream: each", BENCH_MICROSECONDS, chain,
         .by_hand = bench_hand_chain, .count = 1},
        {"the same over 8 streams", BENCH_MICROSECONDS, chain, .by_hand = bench_hand_chain,
         .count = 8},
        {"the same over 64 streams", BENCH_MICROSECONDS, chain, .by_hand = bench_hand_chain,
         .count = STREAMS},
        {"host function, synchronise", BENCH_MICROSECONDS, host_functions, .count = TRIPS},
        {"fill, host function, fill, synchronise", BENCH_MICROSECONDS, host_functions,
         .by_hand = bench_hand_two_fills, .count = TRIPS, .until_done = true},
    };
    static const struct bench_comparison of_semaphores[] = {
        {"wait, signal by the host, fill, synchronise", BENCH_MICROSECONDS, host_signalled_wait,
         .by_hand = bench_hand_late_signal, .count = TRIPS},
        {"fill, binary semaphore, fill by another stream", BENCH_MICROSECONDS, binary_hops,
         .by_hand = bench_hand_binary_hop, .count = TRIPS},
        {"frames between Vulkan and a stream, 2 in flight", BENCH_MICROSECONDS, frames,
         .count = FRAMES},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        bench_compare(sides, &all[i]);
    for (size_t i = 0; i < sizeof(of_semaphores) / sizeof(of_semaphores[0]); i++) {
        if (bench_vulkan_has_semaphores())
            bench_compare(sides, &of_semaphores[i]);
    }
}
