/* Beside the vendor's library: what calls cost the thread that makes them. */
#include "vendor.h"

#define BURST 256                    /* fits into the vendor's queue, so that nobody is held up */
#define STREAMS 64
#define SYNCHRONISATIONS 50
#define IMPORTS 8
#define POOLED_BYTES ((size_t)1 << 20)

static double microseconds(int64_t start_ns, int64_t end_ns, size_t count)
{
    return (double)(end_ns - start_ns) / 1000 / (double)count;
}

/* ---- bursts --------------------------------------------------------------------------------- */

static void copy_apart(const struct bench_side *side, size_t i)
{
    size_t offset = i * BENCH_SMALL_BYTES;
    BENCH_SIDE(side, cudaMemcpyAsync(side->destination + offset, side->source + offset,
                                     BENCH_SMALL_BYTES, cudaMemcpyDeviceToDevice, side->stream));
}

static void fill_apart(const struct bench_side *side, size_t i)
{
    BENCH_SIDE(side, cudaMemsetAsync(side->destination + i * BENCH_SMALL_BYTES, (int)(i & 0xff),
                                     BENCH_SMALL_BYTES, side->stream));
}

static void record_event(const struct bench_side *side, size_t i)
{
    (void)i;
    BENCH_SIDE(side, cudaEventRecord(side->event, side->stream));
}

static void wait_for_event(const struct bench_side *side, size_t i)
{
    (void)i;
    BENCH_SIDE(side, cudaStreamWaitEvent(side->other, side->event, 0));
}

static void record_and_wait(const struct bench_side *side, size_t i)
{
    record_event(side, i);
    wait_for_event(side, i);
}

static void allocate_and_free_in_order(const struct bench_side *side, size_t i)
{
    void *pointer = NULL;
    (void)i;
    BENCH_SIDE(side, cudaMallocAsync(&pointer, POOLED_BYTES, side->stream));
    BENCH_SIDE(side, cudaFreeAsync(pointer, side->stream));
}

static void allocate_and_free(const struct bench_side *side, size_t i)
{
    void *pointer = NULL;
    (void)i;
    BENCH_SIDE(side, cudaMalloc(&pointer, POOLED_BYTES));
    BENCH_SIDE(side, cudaFree(pointer));
}

static void query(const struct bench_side *side, size_t i)
{
    (void)i;
    BENCH_SIDE(side, cudaStreamQuery(side->stream));
}

/* Microseconds for each operation of a burst, for the caller or until all is done. */
static double burst(const struct bench_side *side, const struct bench_comparison *how)
{
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++)
        how->enqueue(side, i);
    int64_t end = bench_now_ns();
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    BENCH_SIDE(side, cudaStreamSynchronize(side->other));
    if (how->until_done)
        end = bench_now_ns();
    return microseconds(start, end, how->count);
}

/* The same, and the event's work is as new as can be when the first wait for it comes. */
static double burst_of_waits(const struct bench_side *side, const struct bench_comparison *how)
{
    fill_apart(side, 0);
    record_event(side, 0);
    return burst(side, how);
}

/* ---- external timelines --------------------------------------------------------------------- */

/* Signals and waits of values that the timeline has not seen; both sides' timelines count alike. */
static double signals(const struct bench_side *side, const struct bench_comparison *how)
{
    uint64_t value = 0;
    BENCH_VK(vkGetSemaphoreCounterValue(bench_vulkan_exporter()->device, side->timeline, &value));
    int64_t start = bench_now_ns();
    for (size_t i = 1; i <= how->count; i++) {
        struct cudaExternalSemaphoreSignalParams signal = {.params.fence.value = value + i};
        BENCH_SIDE(side, cudaSignalExternalSemaphoresAsync(&side->imported, &signal, 1,
                                                           side->stream));
    }
    int64_t end = bench_now_ns();
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    BENCH_VK(vkGetSemaphoreCounterValue(bench_vulkan_exporter()->device, side->timeline, &value));
    BENCH_REQUIRE(value >= how->count);
    return microseconds(start, end, how->count);
}

static double waits(const struct bench_side *side, const struct bench_comparison *how)
{
    struct cudaExternalSemaphoreWaitParams wait = {.params.fence.value = 1};
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++)
        BENCH_SIDE(side, cudaWaitExternalSemaphoresAsync(&side->imported, &wait, 1, side->stream));
    int64_t end = bench_now_ns();
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    return microseconds(start, end, how->count);
}

static double import_timeline(const struct bench_side *side, const struct bench_comparison *how)
{
    int64_t spent = 0;
    for (size_t i = 0; i < how->count; i++) {
        struct cudaExternalSemaphoreHandleDesc handle = {
            .type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd,
            .handle.fd = bench_vulkan_timeline_export(bench_vulkan_exporter(), side->timeline),
        };
        cudaExternalSemaphore_t semaphore = NULL;
        int64_t start = bench_now_ns();
        BENCH_SIDE(side, cudaImportExternalSemaphore(&semaphore, &handle));
        BENCH_SIDE(side, cudaDestroyExternalSemaphore(semaphore));
        spent += bench_now_ns() - start;
    }
    return microseconds(0, spent, how->count);
}

/* ---- one by one ----------------------------------------------------------------------------- */

/* The fds are made before the clock runs: that is the exporter's work. */
static double import_memory(const struct bench_side *side, const struct bench_comparison *how)
{
    int64_t spent = 0;
    for (size_t i = 0; i < how->count; i++) {
        struct cudaExternalMemoryHandleDesc handle = {
            .type = cudaExternalMemoryHandleTypeOpaqueFd,
            .handle.fd = bench_vulkan_buffer_export(bench_vulkan_exporter(), side->exported),
            .size = side->exported->allocated_bytes,
        };
        struct cudaExternalMemoryBufferDesc range = {.size = side->exported->allocated_bytes};
        cudaExternalMemory_t memory = NULL;
        void *pointer = NULL;
        int64_t start = bench_now_ns();
        BENCH_SIDE(side, cudaImportExternalMemory(&memory, &handle));
        BENCH_SIDE(side, cudaExternalMemoryGetMappedBuffer(&pointer, memory, &range));
        BENCH_SIDE(side, cudaFree(pointer));
        BENCH_SIDE(side, cudaDestroyExternalMemory(memory));
        spent += bench_now_ns() - start;
    }
    return microseconds(0, spent, how->count);
}

static double fill_and_synchronise(const struct bench_side *side,
                                   const struct bench_comparison *how)
{
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        fill_apart(side, i);
        BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    }
    return microseconds(start, bench_now_ns(), how->count);
}

static double fill_and_wait_for_event(const struct bench_side *side,
                                      const struct bench_comparison *how)
{
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        fill_apart(side, i);
        record_event(side, i);
        BENCH_SIDE(side, cudaEventSynchronize(side->event));
    }
    return microseconds(start, bench_now_ns(), how->count);
}

/* The same with a time, as programs measure a piece of work. */
static double fill_and_wait_for_time(const struct bench_side *side,
                                     const struct bench_comparison *how)
{
    cudaEvent_t event;
    float ms = -1;
    BENCH_SIDE(side, cudaEventCreateWithFlags(&event, cudaEventDefault));
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        fill_apart(side, i);
        BENCH_SIDE(side, cudaEventRecord(event, side->stream));
        BENCH_SIDE(side, cudaEventSynchronize(event));
    }
    double each = microseconds(start, bench_now_ns(), how->count);
    BENCH_SIDE(side, cudaEventElapsedTime(&ms, event, event));
    BENCH_REQUIRE(ms == 0);              /* it has a time */
    BENCH_SIDE(side, cudaEventDestroy(event));
    return each;
}

/* A fill of one stream after one of another, by an event, until the host knows. */
static double hop_between_streams(const struct bench_side *side, const struct bench_comparison *how)
{
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++) {
        fill_apart(side, i);
        record_and_wait(side, i);
        BENCH_SIDE(side, cudaMemsetAsync(side->destination, 1, BENCH_SMALL_BYTES, side->other));
        BENCH_SIDE(side, cudaStreamSynchronize(side->other));
    }
    return microseconds(start, bench_now_ns(), how->count);
}

static double create_streams(const struct bench_side *side, const struct bench_comparison *how)
{
    cudaStream_t streams[STREAMS];
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++)
        BENCH_SIDE(side, cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    int64_t created = bench_now_ns();
    for (size_t i = 0; i < how->count; i++)
        BENCH_SIDE(side, cudaStreamDestroy(streams[i]));
    int64_t destroyed = bench_now_ns();
    return how->until_done ? microseconds(created, destroyed, how->count)
                           : microseconds(start, created, how->count);
}

void bench_compare_calls(struct bench_side sides[2])
{
    static const struct bench_comparison all[] = {
        {"enqueue a copy of 4 KiB, apart", BENCH_MICROSECONDS, burst, 1.0, .enqueue = copy_apart,
         .count = BURST},
        {"enqueue a fill of 4 KiB, apart", BENCH_MICROSECONDS, burst, 1.0, .enqueue = fill_apart,
         .count = BURST},
        {"record an event", BENCH_MICROSECONDS, burst, 1.0, .enqueue = record_event,
         .count = BURST},
        {"another stream waits for an event", BENCH_MICROSECONDS, burst_of_waits, 1.0,
         .enqueue = wait_for_event, .count = BURST},
        {"record an event, another stream waits", BENCH_MICROSECONDS, burst, 1.0,
         .enqueue = record_and_wait, .count = BURST},
        {"copy of 4 KiB, apart, 256: done", BENCH_MICROSECONDS, burst, .enqueue = copy_apart,
         .count = BURST, .until_done = true},
        {"copy of 4 KiB, apart, 10000: enqueue", BENCH_MICROSECONDS, burst, 1.0,
         .enqueue = copy_apart, .count = BENCH_LARGEST_BURST},
        {"copy of 4 KiB, apart, 10000: done", BENCH_MICROSECONDS, burst, .enqueue = copy_apart,
         .count = BENCH_LARGEST_BURST, .until_done = true},
        {"import, map, free and destroy 64 MiB", BENCH_MICROSECONDS, import_memory, 0.9,
         .count = IMPORTS},
        {"fill 4 KiB, synchronise the stream", BENCH_MICROSECONDS, fill_and_synchronise, 0.5,
         .by_hand = bench_hand_fill, .count = SYNCHRONISATIONS},
        {"fill 4 KiB, record, synchronise the event", BENCH_MICROSECONDS, fill_and_wait_for_event,
         .count = SYNCHRONISATIONS},
        {"fill 4 KiB, timed event, synchronise the event", BENCH_MICROSECONDS,
         fill_and_wait_for_time, .by_hand = bench_hand_timed_fill, .count = SYNCHRONISATIONS},
        {"fill, event, fill by another stream, synchronise", BENCH_MICROSECONDS,
         hop_between_streams, .count = SYNCHRONISATIONS},
        {"cudaMallocAsync and cudaFreeAsync, 1 MiB", BENCH_MICROSECONDS, burst,
         .enqueue = allocate_and_free_in_order, .count = BURST},
        {"cudaMalloc and cudaFree, 1 MiB", BENCH_MICROSECONDS, burst,
         .enqueue = allocate_and_free, .count = BURST},
        {"query an idle stream", BENCH_MICROSECONDS, burst, .enqueue = query, .count = BURST},
        {"create a stream", BENCH_MICROSECONDS, create_streams, .most = 5, .count = STREAMS},
        {"destroy a stream", BENCH_MICROSECONDS, create_streams, .count = STREAMS,
         .until_done = true},
    };
    static const struct bench_comparison of_timelines[] = {
        {"signal a Vulkan timeline", BENCH_MICROSECONDS, signals, .count = BURST},
        {"wait for a Vulkan timeline, reached", BENCH_MICROSECONDS, waits, .count = BURST},
        {"import and destroy a Vulkan timeline", BENCH_MICROSECONDS, import_timeline,
         .count = IMPORTS},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        bench_compare(sides, &all[i]);
    for (size_t i = 0; i < sizeof(of_timelines) / sizeof(of_timelines[0]); i++) {
        if (bench_vulkan_has_semaphores())
            bench_compare(sides, &of_timelines[i]);
    }
}
