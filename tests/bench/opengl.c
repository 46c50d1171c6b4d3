/* Buffers of OpenGL: cycles of a map and an unmap beside the same copies by hand in OpenGL, and
 * beside the vendor's library where there is one (../vendor/cuda_calls.h). */
#include "bench.h"

#include <stdio.h>
#include <string.h>

#include "../gl/egl_context.h"
#include "cuda_calls.h"

#define BUFFER_BYTES ((size_t)4 << 20)
#define CYCLES (bench_setting.is_quick ? 3 : 100)
#define REGISTRATIONS (bench_setting.is_quick ? 2 : 10)
#define DYNAMIC_DRAW 0x88E8

static gigl_name make_buffer(void)
{
    gigl_name buffer;

    gl.GenBuffers(1, &buffer);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.BufferData(GIGL_ARRAY_BUFFER, (ptrdiff_t)BUFFER_BYTES, NULL, DYNAMIC_DRAW);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    return buffer;
}

static double microseconds_each(int64_t start_ns, int count)
{
    return (double)(bench_now_ns() - start_ns) / 1000 / count;
}

/* ---- rounds --------------------------------------------------------------------------------- */

/** One row: a round gives microseconds. */
struct comparison {
    const char *what;
    double (*round)(const struct cuda_calls *calls, unsigned int flags, gigl_name buffer);
    double (*by_hand)(unsigned int flags, gigl_name buffer);     /* or NULL */
    unsigned int flags;
    enum bench_rule rule;                /* beside hand */
    double target;
};

/* Maps, a fill of four bytes and unmaps in a row, until OpenGL and the stream are done. */
static double cycles(const struct cuda_calls *calls, unsigned int flags, gigl_name buffer)
{
    cudaGraphicsResource_t resource;
    void *pointer;
    size_t size;
    int64_t start;
    double each;

    BENCH_REQUIRE(calls->cudaGraphicsGLRegisterBuffer(&resource, buffer, flags) == cudaSuccess);
    gl.Finish();
    start = bench_now_ns();
    for (int i = 0; i < CYCLES; i++) {
        BENCH_REQUIRE(calls->cudaGraphicsMapResources(1, &resource, NULL) == cudaSuccess);
        BENCH_REQUIRE(calls->cudaGraphicsResourceGetMappedPointer(&pointer, &size, resource) ==
                      cudaSuccess);
        BENCH_REQUIRE(calls->cudaMemsetAsync(pointer, i, 4, NULL) == cudaSuccess);
        BENCH_REQUIRE(calls->cudaGraphicsUnmapResources(1, &resource, NULL) == cudaSuccess);
    }
    gl.Finish();
    BENCH_REQUIRE(calls->cudaStreamSynchronize(NULL) == cudaSuccess);
    each = microseconds_each(start, CYCLES);
    BENCH_REQUIRE(calls->cudaGraphicsUnregisterResource(resource) == cudaSuccess);
    return each;
}

/* The same copies between two buffers of OpenGL, with the wait that a map needs. */
static double cycles_by_hand(unsigned int flags, gigl_name buffer)
{
    gigl_name shadow = make_buffer();
    int64_t start;
    double each;

    gl.Finish();
    start = bench_now_ns();
    for (int i = 0; i < CYCLES; i++) {
        if (flags != cudaGraphicsRegisterFlagsWriteDiscard)
            gl.CopyNamedBufferSubData(buffer, shadow, 0, 0, (ptrdiff_t)BUFFER_BYTES);
        gl.Finish();
        gl.CopyNamedBufferSubData(shadow, buffer, 0, 0, (ptrdiff_t)BUFFER_BYTES);
        gl.Flush();
    }
    gl.Finish();
    each = microseconds_each(start, CYCLES);
    gl.DeleteBuffers(1, &shadow);
    return each;
}

/* A copy of the host, as often. */
static double copy_by_host(unsigned int flags, gigl_name buffer)
{
    static char from[BUFFER_BYTES], to[BUFFER_BYTES];
    int64_t start = bench_now_ns();

    (void)flags;
    (void)buffer;
    for (int i = 0; i < CYCLES; i++) {
        from[i] = (char)i;
        memcpy(to, from, BUFFER_BYTES);
        __asm__ volatile("" : : "r"(to) : "memory");
    }
    return microseconds_each(start, CYCLES);
}

static double registrations(const struct cuda_calls *calls, unsigned int flags, gigl_name buffer)
{
    cudaGraphicsResource_t resource;
    int64_t taken = 0, start;

    for (int i = 0; i < REGISTRATIONS; i++) {
        start = bench_now_ns();
        BENCH_REQUIRE(calls->cudaGraphicsGLRegisterBuffer(&resource, buffer, flags) == cudaSuccess);
        taken += bench_now_ns() - start;
        BENCH_REQUIRE(calls->cudaGraphicsUnregisterResource(resource) == cudaSuccess);
    }
    return (double)taken / 1000 / REGISTRATIONS;
}

/* ---- the group ------------------------------------------------------------------------------ */

static void compare(const struct comparison *comparison, const struct cuda_calls *vendor)
{
    struct bench_samples our_times = { 0 }, hand_times = { 0 }, vendor_times = { 0 };
    const struct cuda_calls *ours = cuda_calls_ours();
    gigl_name buffer = make_buffer();

    if (comparison->by_hand == copy_by_host)
        vendor = NULL;           /* its cycles stand in another row */
    bench_progress(comparison->what);
    comparison->round(ours, comparison->flags, buffer);         /* that was to warm up */
    for (int i = 0; i < bench_setting.repeats; i++) {
        bench_sample(&our_times, comparison->round(ours, comparison->flags, buffer));
        if (comparison->by_hand != NULL)
            bench_sample(&hand_times, comparison->by_hand(comparison->flags, buffer));
        if (vendor != NULL)
            bench_sample(&vendor_times, comparison->round(vendor, comparison->flags, buffer));
    }
    gl.DeleteBuffers(1, &buffer);
    bench_add_row(&(struct bench_row){
        .table = BENCH_BESIDE_HAND, .what = comparison->what, .unit = BENCH_MICROSECONDS,
        .ours = &our_times, .reference = comparison->by_hand == NULL ? NULL : &hand_times,
        .reference_name = comparison->by_hand == copy_by_host ? "memcpy" : "copies in OpenGL",
        .rule = comparison->rule, .target = comparison->target });
    if (vendor != NULL)
        bench_add_row(&(struct bench_row){
            .table = BENCH_BESIDE_VENDOR, .what = comparison->what, .unit = BENCH_MICROSECONDS,
            .ours = &our_times, .reference = &vendor_times, .reference_name = "the vendor's" });
}

void bench_opengl(void)
{
    const struct comparison comparisons[] = {
        { "map and unmap 4 MiB of OpenGL, both ways", cycles, cycles_by_hand, 0,
          BENCH_FOR_INFORMATION, 0 },
        { "map and unmap 4 MiB of OpenGL, write discard", cycles, cycles_by_hand,
          cudaGraphicsRegisterFlagsWriteDiscard,
          bench_setting.is_cpu ? BENCH_FOR_INFORMATION : BENCH_OURS_AT_MOST, 330 },
        { "the same, beside memcpy", cycles, copy_by_host, cudaGraphicsRegisterFlagsWriteDiscard,
          bench_setting.is_cpu ? BENCH_RATIO_AT_MOST : BENCH_FOR_INFORMATION, 1.1 },
        { "register 4 MiB of OpenGL", registrations, NULL, 0, BENCH_OURS_AT_MOST,
          bench_setting.is_cpu ? 500 : 2000 },
    };
    const struct cuda_calls *vendor;
    const char *why = egl_begin(), *why_no_vendor;

    if (why != NULL || gl.CopyNamedBufferSubData == NULL) {
        fprintf(stderr, "bench: opengl is left out: %s\n",
                why == NULL ? "OpenGL copies no buffers by name" : why);
        return;
    }
    vendor = cuda_calls_vendor(&why_no_vendor);
    for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
        compare(&comparisons[i], vendor);
    egl_close();
}
