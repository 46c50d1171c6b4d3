/* What an import and a copy cost while one import and while ten thousand are alive, beside the same
 * by hand in a VkDevice with as many. */
#include <stdio.h>

#include "burst.h"
#include "vulkan.h"

#define SHARED_BYTES 65536
#define COPY_BYTES 4096
#define MOST 10000
#define QUICK_MOST 1000
#define STRIDE 37                    /* so that imports are not used in the order of their making */
#define AT_MOST_TIMES 1.2

static struct {
    size_t count;
    struct bench_vulkan_buffer exported;
    cudaExternalMemory_t memories[MOST];
    char *mapped[MOST];
    struct bench_vulkan_import by_hand[MOST];
} crowd;

static struct {
    char *destination;
    cudaStream_t stream;
    struct bench_vulkan_buffer hand_destination;
    int fds[BENCH_BURST];
    size_t turn;
} stage;

/* ---- what is alive ------------------------------------------------------------------------- */

static int export(void)
{
    return bench_vulkan_buffer_export(bench_vulkan_exporter(), &crowd.exported);
}

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

static void grow_crowd(size_t count)
{
    for (; crowd.count < count; crowd.count++) {
        crowd.memories[crowd.count] = import(export());
        crowd.mapped[crowd.count] = map(crowd.memories[crowd.count]);
        bench_vulkan_import(bench_vulkan_importer(), export(), &crowd.exported, SHARED_BYTES,
                            &crowd.by_hand[crowd.count]);
    }
}

static void end_crowd(void)
{
    for (; crowd.count > 0; crowd.count--) {
        BENCH_CUDA(cudaFree(crowd.mapped[crowd.count - 1]));
        BENCH_CUDA(cudaDestroyExternalMemory(crowd.memories[crowd.count - 1]));
        bench_vulkan_import_end(bench_vulkan_importer(), &crowd.by_hand[crowd.count - 1]);
    }
}

/* ---- what is measured; operation i of a burst ------------------------------------------------ */

static void make_fds(void)
{
    for (size_t i = 0; i < BENCH_BURST; i++)
        stage.fds[i] = export();
}

static void import_and_free(size_t i)
{
    cudaExternalMemory_t memory = import(stage.fds[i]);
    BENCH_CUDA(cudaFree(map(memory)));
    BENCH_CUDA(cudaDestroyExternalMemory(memory));
}

static void import_by_hand(size_t i)
{
    bench_vulkan_import_once(bench_vulkan_importer(), stage.fds[i], &crowd.exported, SHARED_BYTES);
}

static void copy_from(const char *source, size_t i)
{
    BENCH_CUDA(cudaMemcpyAsync(stage.destination + i * COPY_BYTES, source, COPY_BYTES,
                               cudaMemcpyDeviceToDevice, stage.stream));
}

static void copy_by_hand_from(const struct bench_vulkan_import *source, size_t i)
{
    VkBufferCopy range = {.dstOffset = i * COPY_BYTES, .size = COPY_BYTES};
    vkCmdCopyBuffer(bench_vulkan_importer()->commands, source->buffer,
                    stage.hand_destination.buffer, 1, &range);
}

static size_t next_turn(void)
{
    stage.turn = (stage.turn + STRIDE) % crowd.count;
    return stage.turn;
}

static void copy_from_first(size_t i)
{
    copy_from(crowd.mapped[0], i);
}

static void copy_from_each(size_t i)
{
    copy_from(crowd.mapped[next_turn()], i);
}

static void copy_by_hand_from_first(size_t i)
{
    copy_by_hand_from(&crowd.by_hand[0], i);
}

static void copy_by_hand_from_each(size_t i)
{
    copy_by_hand_from(&crowd.by_hand[next_turn()], i);
}

static void await_stream(void)
{
    BENCH_CUDA(cudaStreamSynchronize(stage.stream));
}

static void begin_by_hand(void)
{
    bench_vulkan_begin(bench_vulkan_importer());
}

static void end_by_hand(void)
{
    bench_vulkan_end(bench_vulkan_importer());
    bench_vulkan_submit(bench_vulkan_importer());
    bench_vulkan_finish(bench_vulkan_importer());
}

static const struct bench_operation operations[] = {
    {"import, map, free and destroy", import_and_free, make_fds, NULL, false},
    {"the same by hand", import_by_hand, make_fds, NULL, true},
    {"copy from one import", copy_from_first, NULL, await_stream, false},
    {"the same recorded by hand", copy_by_hand_from_first, begin_by_hand, end_by_hand, true},
    {"copy from each import in turn", copy_from_each, NULL, await_stream, false},
    {"the same recorded by hand", copy_by_hand_from_each, begin_by_hand, end_by_hand, true},
};
#define OPERATION_COUNT (sizeof(operations) / sizeof(operations[0]))

static void report(const struct bench_operation *operation, size_t count,
                   const struct bench_samples *many, const struct bench_samples *one)
{
    static char names[OPERATION_COUNT][BENCH_NAME_BYTES];
    char *name = names[operation - operations];
    struct bench_row row = {
        .what = name,
        .unit = BENCH_MICROSECONDS,
        .ours = many,
        .reference = one,
        .reference_name = "with 1",
        .rule = operation->is_for_information ? BENCH_FOR_INFORMATION : BENCH_RATIO_AT_MOST,
        .target = AT_MOST_TIMES,
    };
    snprintf(name, BENCH_NAME_BYTES, "%s, %zu live", operation->name, count);
    bench_add_row(&row);
}

void bench_growth(void)
{
    static struct bench_samples one[OPERATION_COUNT], many[OPERATION_COUNT];
    size_t most = bench_setting.repeats < 10 ? QUICK_MOST : MOST;
    void *destination = NULL;

    bench_progress("growth");
    bench_vulkan_buffer_create(bench_vulkan_exporter(), &crowd.exported, SHARED_BYTES, true);
    bench_vulkan_buffer_create(bench_vulkan_importer(), &stage.hand_destination,
                               BENCH_BURST * COPY_BYTES, false);
    BENCH_CUDA(cudaMalloc(&destination, BENCH_BURST * COPY_BYTES));
    stage.destination = destination;
    BENCH_CUDA(cudaStreamCreateWithFlags(&stage.stream, cudaStreamNonBlocking));
    grow_crowd(1);
    bench_bursts(operations, OPERATION_COUNT, one);
    grow_crowd(most);
    bench_bursts(operations, OPERATION_COUNT, many);
    for (size_t k = 0; k < OPERATION_COUNT; k++)
        report(&operations[k], most, &many[k], &one[k]);
    end_crowd();
    BENCH_CUDA(cudaStreamDestroy(stage.stream));
    BENCH_CUDA(cudaFree(stage.destination));
    bench_vulkan_buffer_destroy(bench_vulkan_importer(), &stage.hand_destination);
    bench_vulkan_buffer_destroy(bench_vulkan_exporter(), &crowd.exported);
}
