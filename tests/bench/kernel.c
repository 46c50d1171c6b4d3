/* Launches, and kernels from PTX beside the same from GLSL. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "hand_launch.h"
#include "kernels/pairs.h"

#ifdef BENCH_PAIRS_FOLDER


#define BUFFER_BYTES ((size_t)64 << 20)
#define LAUNCHES 1000
#define STREAMS 64

struct buffers {
    void *to, *from, *other;
    cudaStream_t stream;
};

static void open_buffers(struct buffers *buffers)
{
    float *numbers = malloc(BUFFER_BYTES);
    BENCH_REQUIRE(numbers);
    for (size_t i = 0; i < BUFFER_BYTES / sizeof *numbers; i++)
        numbers[i] = 1 + (float)(i * 2654435761u % 8388608) / 8388608;
    BENCH_CUDA(cudaMalloc(&buffers->to, BUFFER_BYTES));
    BENCH_CUDA(cudaMalloc(&buffers->from, BUFFER_BYTES));
    BENCH_CUDA(cudaMalloc(&buffers->other, BUFFER_BYTES));
    BENCH_CUDA(cudaStreamCreateWithFlags(&buffers->stream, cudaStreamNonBlocking));
    BENCH_CUDA(cudaMemcpy(buffers->from, numbers, BUFFER_BYTES, cudaMemcpyHostToDevice));
    BENCH_CUDA(cudaMemcpy(buffers->other, numbers, BUFFER_BYTES, cudaMemcpyHostToDevice));
    free(numbers);
}

static void close_buffers(struct buffers *buffers)
{
    BENCH_CUDA(cudaStreamDestroy(buffers->stream));
    BENCH_CUDA(cudaFree(buffers->other));
    BENCH_CUDA(cudaFree(buffers->from));
    BENCH_CUDA(cudaFree(buffers->to));
}

static void launch(const struct buffers *buffers, const void *kernel, dim3 grid, dim3 block, int n,
                   cudaStream_t stream)
{
    void *to = buffers->to, *from = buffers->from, *other = buffers->other;
    void *arguments[] = {&to, &from, &other, &n};
    BENCH_CUDA(cudaLaunchKernel(kernel, grid, block, arguments, 0, stream));
}

/* ---- launches ------------------------------------------------------------------------------- */

static void add_row(const char *what, const struct bench_samples *samples, double target)
{
    struct bench_row row = {
        .what = what,
        .unit = BENCH_MICROSECONDS,
        .ours = samples,
        .rule = target > 0 ? BENCH_OURS_AT_MOST : BENCH_FOR_INFORMATION,
        .target = target,
    };
    bench_add_row(&row);
}

/* A stream that has work is busy: the first launches of a burst give it some. */
static void measure_burst(const struct buffers *buffers, const void *empty)
{
    struct bench_samples caller = {0}, done = {0};
    dim3 one = {1, 1, 1};
    for (int i = 0; i <= bench_setting.repeats; i++) {
        int64_t start = bench_now_ns();
        for (int k = 0; k < LAUNCHES; k++)
            launch(buffers, empty, one, one, 0, buffers->stream);
        int64_t enqueued = bench_now_ns();
        BENCH_CUDA(cudaStreamSynchronize(buffers->stream));
        if (i == 0)
            continue;
        bench_sample(&caller, (double)(enqueued - start) / 1000 / LAUNCHES);
        bench_sample(&done, (double)(bench_now_ns() - start) / 1000 / LAUNCHES);
    }
    add_row("launch an empty kernel, burst of 1000: caller", &caller, 1);
    add_row("launch an empty kernel, burst of 1000: done", &done, 0);
}

static void add_beside_hand(const char *what, const struct bench_samples *ours,
                            const struct bench_samples *hand)
{
    bench_add_row(&(struct bench_row){
        .what = what,
        .unit = BENCH_MICROSECONDS,
        .ours = ours,
        .reference = hand,
        .reference_name = "by hand",
        .rule = BENCH_RATIO_AT_MOST,
        .target = 1.1,
    });
}

static void measure_idle(const struct buffers *buffers, const void *empty,
                         struct bench_samples *out_caller, struct bench_samples *out_done)
{
    dim3 one = {1, 1, 1};
    for (int i = 0; i <= bench_setting.repeats; i++) {
        int64_t start = bench_now_ns();
        launch(buffers, empty, one, one, 0, buffers->stream);
        int64_t enqueued = bench_now_ns();
        BENCH_CUDA(cudaStreamSynchronize(buffers->stream));
        if (i == 0)
            continue;
        bench_sample(out_caller, (double)(enqueued - start) / 1000);
        bench_sample(out_done, (double)(bench_now_ns() - start) / 1000);
    }
}

static void measure_hand(struct bench_samples *out_caller, struct bench_samples *out_done)
{
    struct bench_hand_launch hand;
    bench_hand_launch_open(&hand);
    for (int i = 0; i <= bench_setting.repeats; i++) {
        int64_t start = bench_now_ns();
        bench_hand_launch(&hand);
        int64_t submitted = bench_now_ns();
        bench_hand_launch_finish();
        if (i == 0)
            continue;
        bench_sample(out_caller, (double)(submitted - start) / 1000);
        bench_sample(out_done, (double)(bench_now_ns() - start) / 1000);
    }
    bench_hand_launch_close(&hand);
}

/* One after the other: a GPU takes 100 us to change between two VkDevices. */
static void compare_idle(const struct buffers *buffers, const void *empty)
{
    struct bench_samples caller = {0}, done = {0}, hand_caller = {0}, hand_done = {0};
    measure_idle(buffers, empty, &caller, &done);
    measure_hand(&hand_caller, &hand_done);
    add_beside_hand("launch an empty kernel, idle stream: caller", &caller, &hand_caller);
    add_beside_hand("launch an empty kernel, idle stream: done", &done, &hand_done);
}

static void measure_streams(const struct buffers *buffers, const void *empty)
{
    struct bench_samples done = {0};
    cudaStream_t streams[STREAMS];
    dim3 one = {1, 1, 1};
    for (int i = 0; i < STREAMS; i++)
        BENCH_CUDA(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    for (int i = 0; i <= bench_setting.repeats; i++) {
        int64_t start = bench_now_ns();
        for (int k = 0; k < LAUNCHES; k++)
            launch(buffers, empty, one, one, 0, streams[k % STREAMS]);
        BENCH_CUDA(cudaDeviceSynchronize());
        if (i > 0)
            bench_sample(&done, (double)(bench_now_ns() - start) / 1000 / LAUNCHES);
    }
    for (int i = 0; i < STREAMS; i++)
        BENCH_CUDA(cudaStreamDestroy(streams[i]));
    add_row("1000 launches over 64 streams: done, each", &done, 0);
}

/* ---- PTX beside GLSL ------------------------------------------------------------------------ */

/* What a pair is launched with: on a CPU few threads, on a GPU many. n is the width of a square or
 * a number of elements. */
struct pair {
    const char *name;
    bool is_square, counts_blocks;       /* grid: n x n threads; or a few blocks for all */
    unsigned block_x, block_y, rows_of_block;
    int n_cpu, n;
    const void *(*unfused)(void);        /* another kernel in PTX for the same one in GLSL */
};

static const struct pair pairs[] = {
    {"saxpy", .block_x = 256, .n_cpu = 1 << 18, .n = 1 << 24},
    {"copy4", .block_x = 256, .n_cpu = 1 << 18, .n = 1 << 22},
    {"stencil", .is_square = true, .block_x = 32, .block_y = 8, .n_cpu = 512, .n = 4096},
    {"sum", .counts_blocks = true, .block_x = 256, .n_cpu = 1 << 18, .n = 1 << 24},
    {"transpose", .is_square = true, .block_x = 32, .block_y = 8, .rows_of_block = 32,
     .n_cpu = 512, .n = 4096},
    {"matmul", .is_square = true, .block_x = 16, .block_y = 16, .n_cpu = 192, .n = 2048},
    {"histogram", .counts_blocks = true, .block_x = 256, .n_cpu = 1 << 18, .n = 1 << 24},
    {"nbody", .block_x = 256, .n_cpu = 1024, .n = 16384},
    {"mandelbrot", .is_square = true, .block_x = 16, .block_y = 16, .n_cpu = 256, .n = 4096},
    {"mandelbrot", .is_square = true, .block_x = 16, .block_y = 16, .n_cpu = 256, .n = 4096,
     .unfused = bench_unfused_mandelbrot},
    {"hash", .block_x = 256, .n_cpu = 1 << 18, .n = 1 << 24},
};
#define PAIR_COUNT (sizeof pairs / sizeof pairs[0])

static unsigned up(unsigned count, unsigned unit)
{
    return (count + unit - 1) / unit;
}

static void launch_pair(const struct buffers *buffers, const struct pair *pair, const void *kernel)
{
    unsigned n = (unsigned)(bench_setting.is_cpu ? pair->n_cpu : pair->n);
    dim3 block = {pair->block_x, pair->block_y ? pair->block_y : 1, 1}, grid = {1, 1, 1};
    grid.x = pair->counts_blocks ? (bench_setting.is_cpu ? 16 : 1024) : up(n, block.x);
    if (pair->is_square)
        grid.y = up(n, pair->rows_of_block ? pair->rows_of_block : block.y);
    launch(buffers, kernel, grid, block, (int)n, buffers->stream);
}

static const void *load_glsl(const char *name, cudaLibrary_t *out_library)
{
    cudaKernel_t kernel = NULL;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.spv", BENCH_PAIRS_FOLDER, name);
    BENCH_CUDA(cudaLibraryLoadFromFile(out_library, path, NULL, NULL, 0, NULL, NULL, 0));
    BENCH_CUDA(cudaLibraryGetKernel(&kernel, *out_library, name));
    return (const void *)kernel;
}

static bool as_near(float one, float other)
{
    uint32_t words[2];
    memcpy(&words[0], &one, sizeof one);
    memcpy(&words[1], &other, sizeof other);
    return words[0] == words[1]
           || fabsf(one - other) <= 1e-3f * (fabsf(one) + fabsf(other)) + 1e-5f;
}

/* Both must have computed the same, or the times mean nothing. */
static void check_pair(const struct buffers *buffers, const struct pair *pair, const void *ptx,
                       const void *glsl)
{
    enum { WORDS = 1 << 18 };
    static float one[WORDS], other[WORDS];
    size_t far = 0;
    BENCH_CUDA(cudaMemset(buffers->to, 0, BUFFER_BYTES));
    launch_pair(buffers, pair, ptx);
    BENCH_CUDA(cudaStreamSynchronize(buffers->stream));
    BENCH_CUDA(cudaMemcpy(one, buffers->to, sizeof one, cudaMemcpyDeviceToHost));
    BENCH_CUDA(cudaMemset(buffers->to, 0, BUFFER_BYTES));
    launch_pair(buffers, pair, glsl);
    BENCH_CUDA(cudaStreamSynchronize(buffers->stream));
    BENCH_CUDA(cudaMemcpy(other, buffers->to, sizeof other, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < WORDS; i++)
        far += !as_near(one[i], other[i]);
    /* At the edge of the set one rounding decides. */
    if (far > (strcmp(pair->name, "mandelbrot") == 0 ? WORDS / 50 : 0)) {
        fprintf(stderr, "bench: %s: %zu of %d words differ between PTX and GLSL\n", pair->name, far,
                WORDS);
        exit(1);
    }
}

static double time_pair(const struct buffers *buffers, const struct pair *pair, const void *kernel)
{
    int64_t start = bench_now_ns();
    launch_pair(buffers, pair, kernel);
    BENCH_CUDA(cudaStreamSynchronize(buffers->stream));
    return (double)(bench_now_ns() - start) / 1000;
}

static double measure_pair(const struct buffers *buffers, const struct pair *pair)
{
    struct bench_samples ours = {0}, reference = {0};
    char what[BENCH_NAME_BYTES];
    cudaLibrary_t library;
    const void *glsl = load_glsl(pair->name, &library);
    const void *ptx = pair->unfused ? pair->unfused() : bench_ptx_kernel(pair->name);
    BENCH_REQUIRE(ptx);
    snprintf(what, sizeof what, "kernel %s%s", pair->name, pair->unfused ? ", without fma" : "");
    bench_progress(what);
    check_pair(buffers, pair, ptx, glsl);
    for (int i = 0; i < bench_setting.repeats; i++) {
        bench_sample(&ours, time_pair(buffers, pair, ptx));
        bench_sample(&reference, time_pair(buffers, pair, glsl));
    }
    bench_add_row(&(struct bench_row){
        .what = what,
        .unit = BENCH_MICROSECONDS,
        .ours = &ours,
        .reference = &reference,
        .reference_name = "in GLSL",
    });
    BENCH_CUDA(cudaLibraryUnload(library));
    return log(bench_median(&ours) / bench_median(&reference));
}

/* Kernels without fma are beside the mean: they show what fma costs where a device's rounds
 * twice. */
static void measure_pairs(const struct buffers *buffers)
{
    struct bench_samples mean = {0}, one = {0};
    double sum = 0;
    int count = 0;
    for (size_t i = 0; i < PAIR_COUNT; i++) {
        double ratio = measure_pair(buffers, &pairs[i]);
        if (pairs[i].unfused)
            continue;
        sum += ratio;
        count++;
    }
    bench_sample(&mean, exp(sum / count));
    bench_sample(&one, 1);
    bench_add_row(&(struct bench_row){
        .what = "geometric mean of these kernels",
        .unit = BENCH_TIMES,
        .ours = &mean,
        .reference = &one,
        .reference_name = "in GLSL",
        .rule = BENCH_RATIO_AT_MOST,
        .target = 1.1,
    });
}

void bench_kernels(void)
{
    struct buffers buffers;
    const void *empty = bench_ptx_kernel("empty");
    open_buffers(&buffers);
    measure_burst(&buffers, empty);
    compare_idle(&buffers, empty);
    measure_streams(&buffers, empty);
    bench_translation();
    measure_pairs(&buffers);
    close_buffers(&buffers);
}

#else

void bench_kernels(void)
{
    fprintf(stderr, "bench: no kernels: the build found no clang that makes PTX\n");
    bench_translation();
}

#endif
