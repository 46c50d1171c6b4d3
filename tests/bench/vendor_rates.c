/* Beside the vendor's library: rates of copies and fills. */
#include "vendor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILL_BYTE 0x5a

static double rate(uint64_t bytes, int64_t start_ns)
{
    return (double)bytes / (double)(bench_now_ns() - start_ns);
}

static double large_copy(const struct bench_side *side, const struct bench_comparison *how)
{
    (void)how;
    int64_t start = bench_now_ns();
    BENCH_SIDE(side, cudaMemcpyAsync(side->destination, side->source, side->large_bytes,
                                     cudaMemcpyDeviceToDevice, side->stream));
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    return rate(side->large_bytes, start);
}

static double large_fill(const struct bench_side *side, const struct bench_comparison *how)
{
    (void)how;
    int64_t start = bench_now_ns();
    BENCH_SIDE(side, cudaMemsetAsync(side->destination, FILL_BYTE, side->large_bytes,
                                     side->stream));
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    return rate(side->large_bytes, start);
}

static void *pinned(const struct bench_side *side)
{
    return side->pinned;
}

static void *pageable(const struct bench_side *side)
{
    return side->pageable;
}

/* One copy between the host and the device, of count bytes, until it is done. */
static double host_copy(const struct bench_side *side, const struct bench_comparison *how)
{
    bool down = how->kind == cudaMemcpyDeviceToHost;
    void *to = down ? how->where(side) : side->destination;
    const void *from = down ? side->source : how->where(side);
    int64_t start = bench_now_ns();
    BENCH_SIDE(side, cudaMemcpy(to, from, how->count, how->kind));
    return rate(how->count, start);
}

static double host_copy_async(const struct bench_side *side, const struct bench_comparison *how)
{
    bool down = how->kind == cudaMemcpyDeviceToHost;
    void *to = down ? how->where(side) : side->destination;
    const void *from = down ? side->source : how->where(side);
    int64_t start = bench_now_ns();
    BENCH_SIDE(side, cudaMemcpyAsync(to, from, how->count, how->kind, side->stream));
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    return rate(how->count, start);
}

/* ---- boxes ---------------------------------------------------------------------------------- */

static size_t box_bytes(const struct bench_box *box)
{
    return box->width * box->height * box->depth;
}

static void enqueue_box_copy(const struct bench_side *side, const struct bench_box *box)
{
    if (box->depth == 1) {
        BENCH_SIDE(side, cudaMemcpy2DAsync(side->destination, box->destination_pitch, side->source,
                                           box->source_pitch, box->width, box->height,
                                           cudaMemcpyDeviceToDevice, side->stream));
        return;
    }
    struct cudaMemcpy3DParms copy = {
        .srcPtr = {side->source, box->source_pitch, box->width, box->height},
        .dstPtr = {side->destination, box->destination_pitch, box->width, box->height},
        .extent = {box->width, box->height, box->depth},
        .kind = cudaMemcpyDeviceToDevice,
    };
    BENCH_SIDE(side, cudaMemcpy3DAsync(&copy, side->stream));
}

static double box_copy(const struct bench_side *side, const struct bench_comparison *how)
{
    int64_t start = bench_now_ns();
    enqueue_box_copy(side, &how->box);
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    return rate(box_bytes(&how->box), start);
}

static double box_fill(const struct bench_side *side, const struct bench_comparison *how)
{
    const struct bench_box *box = &how->box;
    struct cudaPitchedPtr whole = {side->destination, box->destination_pitch, box->width,
                                   box->height};
    struct cudaExtent extent = {box->width, box->height, box->depth};
    int64_t start = bench_now_ns();
    if (box->depth == 1)
        BENCH_SIDE(side, cudaMemset2DAsync(side->destination, box->destination_pitch, FILL_BYTE,
                                           box->width, box->height, side->stream));
    else
        BENCH_SIDE(side, cudaMemset3DAsync(whole, FILL_BYTE, extent, side->stream));
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    return rate(box_bytes(box), start);
}

/* What lands must be what was sent, to the byte and not one more, or the rates mean nothing. */
static void check_box(const struct bench_side *side, const struct bench_box *box)
{
    size_t rows = box->height * box->depth;
    size_t sent_bytes = rows * box->source_pitch, landed_bytes = rows * box->destination_pitch;
    BENCH_REQUIRE(sent_bytes <= side->device_bytes && landed_bytes <= side->device_bytes);
    uint32_t *words = malloc(sent_bytes);
    unsigned char *sent = (unsigned char *)words, *landed = malloc(landed_bytes);
    BENCH_REQUIRE(words && landed);
    for (size_t i = 0; i < sent_bytes / sizeof(*words); i++)
        words[i] = (uint32_t)i * 2654435761u;
    BENCH_SIDE(side, cudaMemcpy(side->source, sent, sent_bytes, cudaMemcpyHostToDevice));
    BENCH_SIDE(side, cudaMemset(side->destination, 0xee, landed_bytes));
    BENCH_SIDE(side, cudaDeviceSynchronize());
    enqueue_box_copy(side, box);
    BENCH_SIDE(side, cudaStreamSynchronize(side->stream));
    BENCH_SIDE(side, cudaMemcpy(landed, side->destination, landed_bytes, cudaMemcpyDeviceToHost));
    for (size_t row = 0; row < rows; row++) {
        const unsigned char *there = landed + row * box->destination_pitch;
        BENCH_REQUIRE(memcmp(there, sent + row * box->source_pitch, box->width) == 0);
        for (size_t i = box->width; i < box->destination_pitch; i++)
            BENCH_REQUIRE(there[i] == 0xee);
    }
    free(landed);
    free(words);
}

static void compare_boxes(struct bench_side sides[2])
{
    static const struct bench_comparison all[] = {
        {.what = "2D copy, 16384 rows of 4000 B", .round = box_copy, .least_speed = 0.8,
         .box = {4000, 16384, 1, 4096, 4608}},
        {.what = "2D copy, 524288 rows of 60 B", .round = box_copy, .least_speed = 0.8,
         .box = {60, 524288, 1, 64, 128}},
        {.what = "2D copy, 16384 rows of 3999 B", .round = box_copy, .least_speed = 0.8,
         .box = {3999, 16384, 1, 4096, 4608}},
        {.what = "2D copy, 1000 rows of 1000 B", .round = box_copy,      /* the submit's time */
         .box = {1000, 1000, 1, 1024, 1024}},
        {.what = "3D copy, 64 x 256 rows of 4000 B", .round = box_copy, .least_speed = 0.8,
         .box = {4000, 256, 64, 4096, 4608}},
        {.what = "3D copy, 256 x 256 rows of 256 B", .round = box_copy, .least_speed = 0.8,
         .box = {256, 256, 256, 512, 512}},
        {.what = "2D fill, 16384 rows of 4000 B", .round = box_fill, .least_speed = 0.8,
         .box = {4000, 16384, 1, 4096, 4608}},
        {.what = "3D fill, 256 x 256 rows of 256 B", .round = box_fill, .least_speed = 0.8,
         .box = {256, 256, 256, 512, 512}},
    };
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        struct bench_comparison one = all[i];
        char name[BENCH_NAME_BYTES];
        one.unit = BENCH_GIGABYTES_PER_SECOND;
        if (bench_setting.is_cpu) {
            one.box.height /= 16;
            snprintf(name, sizeof(name), "%s / 16", one.what);
            one.what = name;
        }
        for (int which = 0; which < 2; which++)
            check_box(&sides[which], &one.box);
        bench_compare(sides, &one);
    }
}

/* ---- ranges --------------------------------------------------------------------------------- */

static void require_filled(const struct bench_side *side)
{
    unsigned char last = 0;
    BENCH_SIDE(side, cudaMemcpy(&last, side->destination + side->large_bytes - 1, 1,
                                cudaMemcpyDeviceToHost));
    BENCH_REQUIRE(last == FILL_BYTE);
}

/* What a copy reads, without a pattern: a device may keep constant bytes in less memory. */
static void scatter_source(const struct bench_side *side)
{
    const size_t piece_bytes = side->host_bytes;
    uint64_t *words = (uint64_t *)side->pageable, state = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < piece_bytes / sizeof(*words); i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        words[i] = state;
    }
    for (size_t done = 0; done < side->large_bytes; done += piece_bytes) {
        size_t left = side->large_bytes - done;
        BENCH_SIDE(side, cudaMemcpy(side->source + done, words,
                                    left < piece_bytes ? left : piece_bytes,
                                    cudaMemcpyHostToDevice));
    }
}

static void compare_large(struct bench_side sides[2])
{
    char copy_name[BENCH_NAME_BYTES], fill_name[BENCH_NAME_BYTES], exportable[BENCH_NAME_BYTES];
    unsigned mebibytes = (unsigned)(sides[0].large_bytes >> 20);
    struct bench_comparison copy = {
        .what = copy_name,
        .unit = BENCH_GIGABYTES_PER_SECOND,
        .round = large_copy,
        .least_speed = 0.9,
    };
    struct bench_comparison fill = {
        .what = fill_name,
        .unit = BENCH_GIGABYTES_PER_SECOND,
        .round = large_fill,
        .least_speed = 0.9,
        .by_hand = bench_hand_large_fill,
        .count = sides[0].large_bytes,
    };
    snprintf(copy_name, sizeof(copy_name), "copy %u MiB within the device", mebibytes);
    snprintf(fill_name, sizeof(fill_name), "fill %u MiB", mebibytes);
    snprintf(exportable, sizeof(exportable), "fill %u MiB, by hand exportable", mebibytes);
    for (int which = 0; which < 2; which++)
        scatter_source(&sides[which]);
    bench_compare(sides, &copy);
    bench_compare(sides, &fill);
    fill.what = exportable;
    fill.by_hand = bench_hand_large_fill_exportable;
    bench_compare(sides, &fill);
    for (int which = 0; which < 2; which++)
        require_filled(&sides[which]);
}

void bench_compare_rates(struct bench_side sides[2])
{
    static const struct bench_comparison host[] = {
        {"copy 64 MiB host to device, pinned", BENCH_GIGABYTES_PER_SECOND, host_copy_async, 0.9,
         .where = pinned, .kind = cudaMemcpyHostToDevice, .count = (size_t)64 << 20},
        {"copy 64 MiB device to host, pinned", BENCH_GIGABYTES_PER_SECOND, host_copy_async, 0.9,
         .where = pinned, .kind = cudaMemcpyDeviceToHost, .count = (size_t)64 << 20},
        {"copy 64 MiB host to device, pageable", BENCH_GIGABYTES_PER_SECOND, host_copy, 1.0,
         .where = pageable, .kind = cudaMemcpyHostToDevice, .count = (size_t)64 << 20},
        {"copy 64 MiB device to host, pageable", BENCH_GIGABYTES_PER_SECOND, host_copy, 1.0,
         .where = pageable, .kind = cudaMemcpyDeviceToHost, .count = (size_t)64 << 20},
        {"copy 64 KiB host to device, pageable", BENCH_GIGABYTES_PER_SECOND, host_copy,
         .where = pageable, .kind = cudaMemcpyHostToDevice, .count = (size_t)64 << 10},
        {"copy 64 KiB device to host, pageable", BENCH_GIGABYTES_PER_SECOND, host_copy,
         .where = pageable, .kind = cudaMemcpyDeviceToHost, .count = (size_t)64 << 10},
    };
    compare_large(sides);
    compare_boxes(sides);
    for (size_t i = 0; i < sizeof(host) / sizeof(host[0]); i++)
        bench_compare(sides, &host[i]);
}
