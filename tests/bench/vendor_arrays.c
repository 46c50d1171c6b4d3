/* Beside the vendor's library: rates of copies to, from and between arrays. */
#include "vendor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Shapes up to this size are copied in bursts too. */
#define SMALL_BYTES ((size_t)16 << 10)

/* What arrays are made as: in texels; a depth of 0 is no volume. */
struct shape {
    const char *name;
    struct cudaChannelFormatDesc format;
    size_t texel_bytes, width, height, depth;
};

static size_t rows_of(const struct shape *shape)
{
    return shape->height * (shape->depth ? shape->depth : 1);
}

static size_t bytes_of(const struct shape *shape)
{
    return shape->width * shape->texel_bytes * rows_of(shape);
}

/* All of an array; the ends that are left NULL are arrays[0] and, for the source, arrays[1]. */
static void enqueue(const struct bench_side *side, const struct shape *shape, void *to, void *from)
{
    size_t pitch = shape->width * shape->texel_bytes;
    struct cudaMemcpy3DParms copy = {
        .extent = {shape->width, shape->height, shape->depth ? shape->depth : 1},
        .kind = cudaMemcpyDefault,
    };
    if (to)
        copy.dstPtr = (struct cudaPitchedPtr){to, pitch, shape->width, shape->height};
    else
        copy.dstArray = side->arrays[0];
    if (from)
        copy.srcPtr = (struct cudaPitchedPtr){from, pitch, shape->width, shape->height};
    else
        copy.srcArray = side->arrays[to ? 0 : 1];
    BENCH_SIDE(side, cudaMemcpy3DAsync(&copy, side->stream));
}

static double timed(const struct bench_side *side, const struct shape *shape, void *to, void *from)
{
    int64_t start = bench_now_ns();
    enqueue(side, shape, to, from);
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    return (double)bytes_of(shape) / (double)(bench_now_ns() - start);
}

static double from_pinned(const struct bench_side *side, const struct bench_comparison *how)
{
    return timed(side, how->shape, NULL, side->pinned);
}

static double to_pinned(const struct bench_side *side, const struct bench_comparison *how)
{
    return timed(side, how->shape, side->pinned, NULL);
}

static double from_device(const struct bench_side *side, const struct bench_comparison *how)
{
    return timed(side, how->shape, NULL, side->source);
}

static double to_device(const struct bench_side *side, const struct bench_comparison *how)
{
    return timed(side, how->shape, side->destination, NULL);
}

static double between_arrays(const struct bench_side *side, const struct bench_comparison *how)
{
    return timed(side, how->shape, NULL, NULL);
}

/* What a copy costs the caller and the device when it does not stand alone; microseconds each. */
static double burst(const struct bench_side *side, const struct bench_comparison *how)
{
    int64_t start = bench_now_ns();
    for (size_t i = 0; i < how->count; i++)
        enqueue(side, how->shape, NULL, side->source);
    double enqueued = (double)(bench_now_ns() - start) / 1000;
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    double done = (double)(bench_now_ns() - start) / 1000;
    return (how->until_done ? done : enqueued) / (double)how->count;
}

/* Through both arrays and back, or the rates mean nothing. The pattern stays in the memory. */
static void check_trip(const struct bench_side *side, const struct shape *shape)
{
    size_t bytes = bytes_of(shape);
    uint32_t *words = (uint32_t *)(void *)side->pinned;
    struct bench_side turned = *side;
    BENCH_REQUIRE(bytes <= side->host_bytes && bytes <= side->device_bytes);
    for (size_t i = 0; i < bytes / sizeof(*words); i++)
        words[i] = (uint32_t)i * 2654435761u;
    memset(side->pageable, 0xee, bytes);
    turned.arrays[0] = side->arrays[1];
    turned.arrays[1] = side->arrays[0];
    BENCH_SIDE(side, cudaMemcpy(side->source, side->pinned, bytes, cudaMemcpyHostToDevice));
    BENCH_SIDE(side, cudaDeviceSynchronize());
    enqueue(&turned, shape, NULL, side->source);
    enqueue(side, shape, NULL, NULL);
    enqueue(side, shape, side->destination, NULL);
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    BENCH_SIDE(side, cudaMemcpy(side->pageable, side->destination, bytes, cudaMemcpyDeviceToHost));
    BENCH_REQUIRE(memcmp(side->pageable, side->pinned, bytes) == 0);
}

static void make_arrays(struct bench_side *side, const struct shape *shape)
{
    struct cudaExtent extent = {shape->width, shape->height, shape->depth};
    for (int i = 0; i < 2; i++)
        BENCH_SIDE(side, cudaMalloc3DArray(&side->arrays[i], &shape->format, extent, 0));
}

static void free_arrays(struct bench_side *side)
{
    for (int i = 0; i < 2; i++)
        BENCH_SIDE(side, cudaFreeArray(side->arrays[i]));
}

static void compare_burst(struct bench_side sides[2], const struct shape *shape, size_t count,
                          bool until_done)
{
    char name[BENCH_NAME_BYTES];
    struct bench_comparison one = {
        .what = name,
        .unit = BENCH_MICROSECONDS,
        .round = burst,
        .count = count,
        .until_done = until_done,
        .shape = shape,
    };
    snprintf(name, sizeof(name), "array of %s, %zu copies, each%s", shape->name, count,
             until_done ? ", until done" : "");
    bench_compare(sides, &one);
}

static void compare_shape(struct bench_side sides[2], const struct shape *shape)
{
    static const struct {
        const char *what;
        double (*round)(const struct bench_side *side, const struct bench_comparison *how);
    } ways[] = {
        {"from pinned memory", from_pinned}, {"to pinned memory", to_pinned},
        {"from device memory", from_device}, {"to device memory", to_device},
        {"from another", between_arrays},
    };
    for (int which = 0; which < 2; which++) {
        make_arrays(&sides[which], shape);
        check_trip(&sides[which], shape);
    }
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        char name[BENCH_NAME_BYTES];
        struct bench_comparison one = {
            .what = name,
            .unit = BENCH_GIGABYTES_PER_SECOND,
            .round = ways[i].round,
            .least_speed = 0.9,
            .shape = shape,
        };
        snprintf(name, sizeof(name), "array of %s, %s", shape->name, ways[i].what);
        bench_compare(sides, &one);
    }
    if (bytes_of(shape) <= SMALL_BYTES) {
        compare_burst(sides, shape, 1, false);
        compare_burst(sides, shape, 1, true);
        compare_burst(sides, shape, 100, false);
        compare_burst(sides, shape, 100, true);
    }
    for (int which = 0; which < 2; which++)
        free_arrays(&sides[which]);
}

static void compare_shapes(struct bench_side sides[2], const struct shape *shapes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct shape shape = shapes[i];
        char name[BENCH_NAME_BYTES];
        if (bench_setting.is_cpu && bytes_of(&shape) > (size_t)8 << 20) {
            shape.height /= 16;
            snprintf(name, sizeof(name), "%s / 16", shapes[i].name);
            shape.name = name;
        }
        compare_shape(sides, &shape);
    }
}

#define UNSIGNED cudaChannelFormatKindUnsigned
#define FLOAT cudaChannelFormatKindFloat

void bench_compare_arrays(struct bench_side sides[2])
{
    static const struct shape shapes[] = {
        {"1024 x 1024 RGBA8", {8, 8, 8, 8, UNSIGNED}, 4, 1024, 1024, 0},
        {"4096 x 4096 RGBA8", {8, 8, 8, 8, UNSIGNED}, 4, 4096, 4096, 0},
        {"2048 x 2048 RGBA32F", {32, 32, 32, 32, FLOAT}, 16, 2048, 2048, 0},
        {"256 x 256 x 256 R32F", {32, 0, 0, 0, FLOAT}, 4, 256, 256, 256},
    };
    compare_shapes(sides, shapes, sizeof(shapes) / sizeof(shapes[0]));
}

void bench_compare_more_arrays(struct bench_side sides[2])
{
    static const struct shape shapes[] = {
        {"64 x 64 RGBA8", {8, 8, 8, 8, UNSIGNED}, 4, 64, 64, 0},
        {"512 x 512 RGBA8", {8, 8, 8, 8, UNSIGNED}, 4, 512, 512, 0},
        {"2048 x 1024 RGBA8", {8, 8, 8, 8, UNSIGNED}, 4, 2048, 1024, 0},
        {"2048 x 2048 RGBA8", {8, 8, 8, 8, UNSIGNED}, 4, 2048, 2048, 0},
        {"8192 x 4096 R8", {8, 0, 0, 0, UNSIGNED}, 1, 8192, 4096, 0},
        {"4096 x 4096 R16F", {16, 0, 0, 0, FLOAT}, 2, 4096, 4096, 0},
        {"4096 x 2048 RGBA16F", {16, 16, 16, 16, FLOAT}, 8, 4096, 2048, 0},
        {"4001 x 4000 R32F", {32, 0, 0, 0, FLOAT}, 4, 4001, 4000, 0},
        {"256 x 256 x 512 R8", {8, 0, 0, 0, UNSIGNED}, 1, 256, 256, 512},
        {"256 x 256 x 64 RGBA32F", {32, 32, 32, 32, FLOAT}, 16, 256, 256, 64},
        {"64 x 64 x 64 R32F", {32, 0, 0, 0, FLOAT}, 4, 64, 64, 64},
    };
    bench_compare_arrays(sides);
    compare_shapes(sides, shapes, sizeof(shapes) / sizeof(shapes[0]));
}
