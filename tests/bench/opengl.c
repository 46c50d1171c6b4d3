/* Buffers and textures of OpenGL: cycles of a map and an unmap beside the same copies by hand in
 * OpenGL, and beside the vendor's library where there is one (../vendor/cuda_calls.h). Each is
 * measured without work of the stream and with a little. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

#include "../gl/egl_context.h"
#include "cuda_calls.h"

#define BUFFER_BYTES ((size_t)4 << 20)
#define CYCLES (bench_setting.is_quick ? 3 : 100)
#define REGISTRATIONS (bench_setting.is_quick ? 2 : 10)
#define DYNAMIC_DRAW 0x88E8
#define RGBA8 0x8058
#define RGBA 0x1908
#define UNSIGNED_BYTE 0x1401
#define WRITE_DISCARD cudaGraphicsRegisterFlagsWriteDiscard

enum { WIDTH = 1920, HEIGHT = 1080 };

static double microseconds_each(int64_t start_ns, int count)
{
    return (double)(bench_now_ns() - start_ns) / 1000 / count;
}

/* Cycles in a row. */
struct row {
    struct bench_samples single;         /* of each cycle; too many are dropped */
    int64_t start_ns, cycle_ns;          /* when they began, and when this one did */
};

static void begin_row(struct row *row)
{
    *row = (struct row){ .start_ns = bench_now_ns() };
    row->cycle_ns = row->start_ns;
}

static void end_cycle(struct row *row)
{
    int64_t now = bench_now_ns();

    bench_sample(&row->single, (double)(now - row->cycle_ns) / 1000);
    row->cycle_ns = now;
}

/* The mean: work of a cycle can last into the next. On a processor it does not, and other programs
 * take whole milliseconds from some cycles, so it is the median there. */
static double end_row(const struct row *row)
{
    return bench_setting.is_cpu ? bench_median(&row->single)
                                : microseconds_each(row->start_ns, CYCLES);
}

/* ---- what is registered --------------------------------------------------------------------- */

/** A kind of object of OpenGL. */
struct object {
    gigl_name (*make)(void);
    void (*end)(gigl_name name);
    void (*copy)(gigl_name from, gigl_name to);
    cudaError_t (*registration)(const struct cuda_calls *calls, cudaGraphicsResource_t *out,
                                gigl_name name, unsigned int flags);
    cudaError_t (*touch)(const struct cuda_calls *calls, cudaGraphicsResource_t resource, int i);
};

static gigl_name make_buffer(void)
{
    gigl_name buffer;

    gl.GenBuffers(1, &buffer);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, buffer);
    gl.BufferData(GIGL_ARRAY_BUFFER, (ptrdiff_t)BUFFER_BYTES, NULL, DYNAMIC_DRAW);
    gl.BindBuffer(GIGL_ARRAY_BUFFER, 0);
    return buffer;
}

static void end_buffer(gigl_name buffer)
{
    gl.DeleteBuffers(1, &buffer);
}

static void copy_buffer(gigl_name from, gigl_name to)
{
    gl.CopyNamedBufferSubData(from, to, 0, 0, (ptrdiff_t)BUFFER_BYTES);
}

static cudaError_t register_buffer(const struct cuda_calls *calls, cudaGraphicsResource_t *out,
                                   gigl_name name, unsigned int flags)
{
    return calls->cudaGraphicsGLRegisterBuffer(out, name, flags);
}

/* A fill of four bytes. */
static cudaError_t touch_buffer(const struct cuda_calls *calls, cudaGraphicsResource_t resource,
                                int i)
{
    void *pointer;
    size_t size;
    cudaError_t error = calls->cudaGraphicsResourceGetMappedPointer(&pointer, &size, resource);

    return error != cudaSuccess ? error : calls->cudaMemsetAsync(pointer, i, 4, NULL);
}

static gigl_name make_texture(void)
{
    gigl_name texture;

    gl.GenTextures(1, &texture);
    gl.BindTexture(GIGL_TEXTURE_2D, texture);
    gl.TexImage2D(GIGL_TEXTURE_2D, 0, RGBA8, WIDTH, HEIGHT, 0, RGBA, UNSIGNED_BYTE, NULL);
    gl.TexParameteri(GIGL_TEXTURE_2D, GIGL_TEXTURE_MAX_LEVEL, 0);
    gl.BindTexture(GIGL_TEXTURE_2D, 0);
    return texture;
}

static void end_texture(gigl_name texture)
{
    gl.DeleteTextures(1, &texture);
}

static void copy_texture(gigl_name from, gigl_name to)
{
    gl.CopyImageSubData(from, GIGL_TEXTURE_2D, 0, 0, 0, 0, to, GIGL_TEXTURE_2D, 0, 0, 0, 0, WIDTH,
                        HEIGHT, 1);
}

static cudaError_t register_texture(const struct cuda_calls *calls, cudaGraphicsResource_t *out,
                                    gigl_name name, unsigned int flags)
{
    return calls->cudaGraphicsGLRegisterImage(out, name, GIGL_TEXTURE_2D, flags);
}

/* A copy of one texel. */
static cudaError_t touch_texture(const struct cuda_calls *calls, cudaGraphicsResource_t resource,
                                 int i)
{
    cudaArray_t array;
    cudaError_t error = calls->cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0);

    return error != cudaSuccess ? error
        : calls->cudaMemcpy2DToArrayAsync(array, 0, 0, &i, 4, 4, 1, cudaMemcpyHostToDevice, NULL);
}

static const struct object buffers = { make_buffer, end_buffer, copy_buffer, register_buffer,
                                       touch_buffer };
static const struct object textures = { make_texture, end_texture, copy_texture, register_texture,
                                        touch_texture };

/* ---- rounds --------------------------------------------------------------------------------- */

/** One row: a round gives microseconds. */
struct comparison {
    const char *what;
    const struct object *object;
    double (*round)(const struct cuda_calls *calls, const struct comparison *how, gigl_name name);
    double (*by_hand)(const struct comparison *how, gigl_name name);     /* or NULL */
    unsigned int flags;
    bool has_work;                       /* the stream gets some in each cycle */
    double most, most_on_cpu;            /* microseconds; 0: no goal */
    double most_of_hand;                 /* times, on a processor; 0: no goal */
};

static void cycle(const struct cuda_calls *calls, const struct comparison *how,
                  cudaGraphicsResource_t resource, int i)
{
    BENCH_REQUIRE(calls->cudaGraphicsMapResources(1, &resource, NULL) == cudaSuccess);
    if (how->has_work)
        BENCH_REQUIRE(how->object->touch(calls, resource, i) == cudaSuccess);
    BENCH_REQUIRE(calls->cudaGraphicsUnmapResources(1, &resource, NULL) == cudaSuccess);
}

/* Maps and unmaps in a row, until OpenGL and the stream are done. The first cycle finds memory that
 * nobody has used, so it does not count. */
static double cycles(const struct cuda_calls *calls, const struct comparison *how, gigl_name name)
{
    cudaGraphicsResource_t resource;
    struct row row;
    double each;

    BENCH_REQUIRE(how->object->registration(calls, &resource, name, how->flags) == cudaSuccess);
    cycle(calls, how, resource, 0);
    gl.Finish();
    begin_row(&row);
    for (int i = 0; i < CYCLES; i++) {
        cycle(calls, how, resource, i);
        end_cycle(&row);
    }
    gl.Finish();
    BENCH_REQUIRE(calls->cudaStreamSynchronize(NULL) == cudaSuccess);
    each = end_row(&row);
    BENCH_REQUIRE(calls->cudaGraphicsUnregisterResource(resource) == cudaSuccess);
    return each;
}

static void cycle_by_hand(const struct comparison *how, gigl_name name, gigl_name shadow)
{
    if (how->flags != WRITE_DISCARD)
        how->object->copy(name, shadow);
    gl.Finish();
    how->object->copy(shadow, name);
    gl.Flush();
}

/* The same copies between two objects of OpenGL, with the wait that a map needs. */
static double cycles_by_hand(const struct comparison *how, gigl_name name)
{
    gigl_name shadow = how->object->make();
    struct row row;
    double each;

    cycle_by_hand(how, name, shadow);
    gl.Finish();
    begin_row(&row);
    for (int i = 0; i < CYCLES; i++) {
        cycle_by_hand(how, name, shadow);
        end_cycle(&row);
    }
    gl.Finish();
    each = end_row(&row);
    how->object->end(shadow);
    return each;
}

/* A copy of the host, as often. */
static double copy_by_host(const struct comparison *how, gigl_name name)
{
    static char from[BUFFER_BYTES], to[BUFFER_BYTES];
    struct row row;

    (void)how;
    (void)name;
    memset(from, 1, BUFFER_BYTES);
    memset(to, 1, BUFFER_BYTES);
    begin_row(&row);
    for (int i = 0; i < CYCLES; i++) {
        from[i] = (char)i;
        memcpy(to, from, BUFFER_BYTES);
        __asm__ volatile("" : : "r"(to) : "memory");
        end_cycle(&row);
    }
    return end_row(&row);
}

static double registrations(const struct cuda_calls *calls, const struct comparison *how,
                            gigl_name name)
{
    cudaGraphicsResource_t resource;
    int64_t taken = 0, start;

    for (int i = 0; i < REGISTRATIONS; i++) {
        start = bench_now_ns();
        BENCH_REQUIRE(how->object->registration(calls, &resource, name, how->flags) == cudaSuccess);
        taken += bench_now_ns() - start;
        BENCH_REQUIRE(calls->cudaGraphicsUnregisterResource(resource) == cudaSuccess);
    }
    return (double)taken / 1000 / REGISTRATIONS;
}

/* ---- the group ------------------------------------------------------------------------------ */

static void set_goal(struct bench_row *row, const struct comparison *comparison)
{
    bool is_cpu = bench_setting.is_cpu;
    double most = is_cpu ? comparison->most_on_cpu : comparison->most;

    if (most > 0) {
        row->rule = BENCH_OURS_AT_MOST;
        row->target = most;
    } else if (is_cpu && comparison->most_of_hand > 0) {
        row->rule = BENCH_RATIO_AT_MOST;
        row->target = comparison->most_of_hand;
    }
}

static void compare(const struct comparison *comparison, const struct cuda_calls *vendor)
{
    struct bench_samples our_times = { 0 }, hand_times = { 0 }, vendor_times = { 0 };
    const struct cuda_calls *ours = cuda_calls_ours();
    gigl_name name = comparison->object->make();
    struct bench_row row;

    if (comparison->by_hand == copy_by_host)
        vendor = NULL;           /* its cycles stand in another row */
    bench_progress(comparison->what);
    comparison->round(ours, comparison, name);         /* that was to warm up */
    for (int i = 0; i < bench_setting.repeats; i++) {
        bench_sample(&our_times, comparison->round(ours, comparison, name));
        if (comparison->by_hand != NULL)
            bench_sample(&hand_times, comparison->by_hand(comparison, name));
        if (vendor != NULL)
            bench_sample(&vendor_times, comparison->round(vendor, comparison, name));
    }
    comparison->object->end(name);
    row = (struct bench_row){
        .table = BENCH_BESIDE_HAND, .what = comparison->what, .unit = BENCH_MICROSECONDS,
        .ours = &our_times, .reference = comparison->by_hand == NULL ? NULL : &hand_times,
        .reference_name = comparison->by_hand == copy_by_host ? "memcpy" : "copies in OpenGL" };
    set_goal(&row, comparison);
    bench_add_row(&row);
    if (vendor != NULL)
        bench_add_row(&(struct bench_row){
            .table = BENCH_BESIDE_VENDOR, .what = comparison->what, .unit = BENCH_MICROSECONDS,
            .ours = &our_times, .reference = &vendor_times, .reference_name = "the vendor's" });
}

/* The goals are those of cycles without work: on a device the vendor's time, on a processor the
 * time of the same copies. */
static const struct comparison comparisons[] = {
    { .what = "GL buffer 4 MiB, both ways", .object = &buffers, .round = cycles,
      .by_hand = cycles_by_hand },
    { .what = "GL buffer 4 MiB, write discard", .object = &buffers, .round = cycles,
      .by_hand = cycles_by_hand, .flags = WRITE_DISCARD, .most = 330 },
    { .what = "the same, beside memcpy", .object = &buffers, .round = cycles,
      .by_hand = copy_by_host, .flags = WRITE_DISCARD, .most_of_hand = 1.1 },
    { .what = "GL buffer 4 MiB, both ways, with work", .object = &buffers, .round = cycles,
      .by_hand = cycles_by_hand, .has_work = true },
    { .what = "GL buffer 4 MiB, write discard, with work", .object = &buffers,
      .round = cycles, .by_hand = cycles_by_hand, .flags = WRITE_DISCARD, .has_work = true },
    { .what = "register GL buffer 4 MiB", .object = &buffers, .round = registrations,
      .most = 2000, .most_on_cpu = 500 },
    { .what = "GL texture 1920x1080, both ways", .object = &textures, .round = cycles,
      .by_hand = cycles_by_hand, .most = 400, .most_of_hand = 1.1 },
    { .what = "GL texture 1920x1080, write discard", .object = &textures,
      .round = cycles, .by_hand = cycles_by_hand, .flags = WRITE_DISCARD, .most = 330,
      .most_of_hand = 1.1 },
    { .what = "GL texture 1920x1080, both ways, with work", .object = &textures,
      .round = cycles, .by_hand = cycles_by_hand, .has_work = true },
    { .what = "GL texture 1920x1080, write discard, with work", .object = &textures,
      .round = cycles, .by_hand = cycles_by_hand, .flags = WRITE_DISCARD, .has_work = true },
    { .what = "register GL texture 1920x1080", .object = &textures,
      .round = registrations, .most = 2000, .most_on_cpu = 500 },
};

void bench_opengl(void)
{
    const struct cuda_calls *vendor;
    const char *why = egl_begin(), *why_no_vendor;

    if (why != NULL || gl.CopyNamedBufferSubData == NULL || gl.CopyImageSubData == NULL) {
        fprintf(stderr, "bench: opengl is left out: %s\n",
                why == NULL ? "OpenGL copies no buffers and textures by name" : why);
        return;
    }
    vendor = cuda_calls_vendor(&why_no_vendor);
    for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
        compare(&comparisons[i], vendor);
    egl_close();
}
