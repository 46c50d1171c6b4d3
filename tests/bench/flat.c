/* Whether costs stay flat: what an operation costs the caller while ten, a thousand and ten
 * thousand allocations, streams, events and imports are alive, in one run. */
#include <stdio.h>
#include <stdlib.h>

#include "burst.h"
#include "vulkan.h"

#define SMALL_BYTES 4096
#define SHARED_BYTES 65536
#define MOST 10000
#define AT_MOST_TIMES 1.5
#define STREAM_CREATION_US 5.0

/* What is alive beside what is measured. */
static struct crowd {
    size_t count;
    struct bench_vulkan_buffer exported;
    void *allocations[MOST], *mapped[MOST];
    cudaStream_t streams[MOST];
    cudaEvent_t events[MOST];
    cudaExternalMemory_t memories[MOST];
} crowd;

/* What is measured; operation i of a burst uses the i-th places. */
static struct stage {
    unsigned char *source, *destination;
    cudaStream_t stream, other, made[BENCH_BURST];
    cudaEvent_t event;
    int fds[BENCH_BURST];
} stage;

/* ---- what is alive --------------------------------------------------------------------------- */

static cudaExternalMemory_t import(int fd)
{
    struct cudaExternalMemoryHandleDesc handle = {
        .type = cudaExternalMemoryHandleTypeOpaqueFd,
        .handle.fd = fd,
        .size = crowd.exported.allocated_bytes,
    };
    cudaExternalMemory_t memory = NULL;
    BENCH_CUDA(cudaImportExternalMemory(&memory, &handle));
    return memory;
}

static void *map(cudaExternalMemory_t memory)
{
    struct cudaExternalMemoryBufferDesc range = {.size = SHARED_BYTES};
    void *pointer = NULL;
    BENCH_CUDA(cudaExternalMemoryGetMappedBuffer(&pointer, memory, &range));
    return pointer;
}

static int export(void)
{
    return bench_vulkan_buffer_export(bench_vulkan_exporter(), &crowd.exported);
}

/* Every stream has worked, and every event was recorded. */
static void grow_crowd(size_t count)
{
    for (size_t i = crowd.count; i < count; i++) {
        BENCH_CUDA(cudaMalloc(&crowd.allocations[i], SMALL_BYTES));
        BENCH_CUDA(cudaStreamCreateWithFlags(&crowd.streams[i], i % 2 == 0 ? cudaStreamDefault
                                                                : cudaStreamNonBlocking));
        BENCH_CUDA(cudaEventCreate(&crowd.events[i]));
        crowd.memories[i] = import(export());
        crowd.mapped[i] = map(crowd.memories[i]);
        BENCH_CUDA(cudaMemsetAsync(crowd.allocations[i], 1, SMALL_BYTES, crowd.streams[i]));
        BENCH_CUDA(cudaEventRecord(crowd.events[i], crowd.streams[i]));
    }
    crowd.count = count;
    BENCH_CUDA(cudaDeviceSynchronize());
}

static void end_crowd(void)
{
    for (size_t i = 0; i < crowd.count; i++) {
        BENCH_CUDA(cudaFree(crowd.mapped[i]));
        BENCH_CUDA(cudaDestroyExternalMemory(crowd.memories[i]));
        BENCH_CUDA(cudaEventDestroy(crowd.events[i]));
        BENCH_CUDA(cudaStreamDestroy(crowd.streams[i]));
        BENCH_CUDA(cudaFree(crowd.allocations[i]));
    }
    crowd.count = 0;
}

/* ---- what is measured ------------------------------------------------------------------------ */

static void copy(size_t i)
{
    BENCH_CUDA(cudaMemcpyAsync(stage.destination + i * SMALL_BYTES, stage.source + i * SMALL_BYTES,
                               SMALL_BYTES, cudaMemcpyDeviceToDevice, stage.stream));
}

static void fill(size_t i)
{
    BENCH_CUDA(cudaMemsetAsync(stage.destination + i * SMALL_BYTES, (int)(i & 0xff), SMALL_BYTES,
                               stage.stream));
}

static void record(size_t i)
{
    (void)i;
    BENCH_CUDA(cudaEventRecord(stage.event, stage.stream));
}

static void record_and_wait(size_t i)
{
    (void)i;
    BENCH_CUDA(cudaEventRecord(stage.event, stage.stream));
    BENCH_CUDA(cudaStreamWaitEvent(stage.other, stage.event, 0));
}

static void allocate_and_free(size_t i)
{
    void *pointer = NULL;
    (void)i;
    BENCH_CUDA(cudaMalloc(&pointer, SMALL_BYTES));
    BENCH_CUDA(cudaFree(pointer));
}

static void import_and_free(size_t i)
{
    cudaExternalMemory_t memory = import(stage.fds[i]);
    BENCH_CUDA(cudaFree(map(memory)));
    BENCH_CUDA(cudaDestroyExternalMemory(memory));
}

/* What the driver makes of it. */
static void import_by_hand(size_t i)
{
    bench_vulkan_import_once(bench_vulkan_importer(), stage.fds[i], &crowd.exported, SHARED_BYTES);
}

static void ask_about_pointer(size_t i)
{
    struct cudaPointerAttributes attributes;
    BENCH_CUDA(cudaPointerGetAttributes(&attributes, stage.source + i * SMALL_BYTES));
}

static void create_stream(size_t i)
{
    BENCH_CUDA(cudaStreamCreateWithFlags(&stage.made[i], cudaStreamNonBlocking));
}

static void make_fds(void)
{
    for (size_t i = 0; i < BENCH_BURST; i++)
        stage.fds[i] = export();
}

static void destroy_streams(void)
{
    for (size_t i = 0; i < BENCH_BURST; i++)
        BENCH_CUDA(cudaStreamDestroy(stage.made[i]));
}

static void await_streams(void)
{
    BENCH_CUDA(cudaStreamSynchronize(stage.stream));
    BENCH_CUDA(cudaStreamSynchronize(stage.other));
}

static const struct bench_operation operations[] = {
    {"copy 4 KiB", copy, NULL, await_streams, false},
    {"fill 4 KiB", fill, NULL, await_streams, false},
    {"record an event", record, NULL, await_streams, false},
    {"record, and another stream waits", record_and_wait, NULL, await_streams, false},
    {"allocate and free 4 KiB", allocate_and_free, NULL, NULL, false},
    {"import, map, free and destroy", import_and_free, make_fds, NULL, false},
    {"the same by hand", import_by_hand, make_fds, NULL, true},
    {"pointer attributes", ask_about_pointer, NULL, NULL, true},     /* a search in a sorted map */
    {"create a stream", create_stream, NULL, destroy_streams, false},
};
#define OPERATION_COUNT (sizeof(operations) / sizeof(operations[0]))

static void open_stage(void)
{
    void *source = NULL, *destination = NULL;
    BENCH_CUDA(cudaMalloc(&source, BENCH_BURST * SMALL_BYTES));
    BENCH_CUDA(cudaMalloc(&destination, BENCH_BURST * SMALL_BYTES));
    stage.source = source;
    stage.destination = destination;
    BENCH_CUDA(cudaStreamCreateWithFlags(&stage.stream, cudaStreamNonBlocking));
    BENCH_CUDA(cudaStreamCreateWithFlags(&stage.other, cudaStreamNonBlocking));
    BENCH_CUDA(cudaEventCreateWithFlags(&stage.event, cudaEventDisableTiming));
    bench_vulkan_buffer_create(bench_vulkan_exporter(), &crowd.exported, SHARED_BYTES, true);
}

static void close_stage(void)
{
    bench_vulkan_buffer_destroy(bench_vulkan_exporter(), &crowd.exported);
    BENCH_CUDA(cudaEventDestroy(stage.event));
    BENCH_CUDA(cudaStreamDestroy(stage.other));
    BENCH_CUDA(cudaStreamDestroy(stage.stream));
    BENCH_CUDA(cudaFree(stage.destination));
    BENCH_CUDA(cudaFree(stage.source));
}

/* ---- the table ------------------------------------------------------------------------------- */

enum { SIZES = 3 };
static const size_t sizes[SIZES] = {10, 1000, MOST};
static struct bench_samples all_samples[SIZES][OPERATION_COUNT];
static char names[SIZES][OPERATION_COUNT][64];

static void report(size_t size, size_t k)
{
    char *name = names[size][k];
    struct bench_row row = {
        .what = name,
        .unit = BENCH_MICROSECONDS,
        .ours = &all_samples[size][k],
        .reference = &all_samples[0][k],
        .reference_name = "with 10",
        .rule = BENCH_RATIO_AT_MOST,
        .target = AT_MOST_TIMES,
    };
    snprintf(name, sizeof(names[0][0]), "%s, beside %zu", operations[k].name, sizes[size]);
    if (operations[k].run == create_stream) {
        row.rule = BENCH_OURS_AT_MOST;
        row.target = STREAM_CREATION_US;
    } else if (operations[k].is_for_information) {
        row.rule = BENCH_FOR_INFORMATION;
    }
    bench_add_row(&row);
}

void bench_flat(void)
{
    size_t count = bench_setting.repeats < 10 ? SIZES - 1 : SIZES;       /* quick: not the most */
    bench_progress("flat");
    open_stage();
    for (size_t size = 0; size < count; size++) {
        grow_crowd(sizes[size]);
        bench_bursts(operations, OPERATION_COUNT, all_samples[size]);
    }
    for (size_t k = 0; k < OPERATION_COUNT; k++) {
        for (size_t size = 1; size < count; size++)
            report(size, k);
    }
    end_crowd();
    close_stage();
}
