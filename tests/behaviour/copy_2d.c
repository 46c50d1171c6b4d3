/* Questions about copies of rectangles: every kind with every place, bad pitches and ranges. */
#include "behaviour.h"

#include <stdio.h>
#include <string.h>

#define SPACE 65536u

/* The argument is the kind. */
static void ask_kind(int kind)
{
    start_device();
    for (int async = 0; async < 2; async++) {
        for (int i = 0; i < PLACE_COUNT * PLACE_COUNT; i++) {
            enum place to = (enum place)(i / PLACE_COUNT);
            enum place from = (enum place)(i % PLACE_COUNT);
            unsigned char *target = obtain(to, SPACE);
            unsigned char *source = obtain(from, SPACE);
            put_value(to, target, SPACE, 0x11);
            put_pattern(from, source, SPACE);
            enum cudaMemcpyKind way = (enum cudaMemcpyKind)kind;
            cudaError_t code =
                async ? cudaMemcpy2DAsync(target + 5, 300, source + 9, 200, 101, 40, way, NULL)
                      : cudaMemcpy2D(target + 5, 300, source + 9, 200, 101, 40, way);
            answer_with(label("%s_from_%s%s", place_names[to], place_names[from],
                              async ? "_async" : ""),
                        code, "hash=%08x", hash_of(to, target, SPACE));
        }
    }
}

struct rectangle {
    const char *name;
    size_t to, to_pitch, from, from_pitch, width, height;
};

static const struct rectangle rectangles[] = {
    {"good", 0, 256, 0, 512, 100, 8},
    {"to_pitch_below_width", 0, 99, 0, 512, 100, 8},
    {"from_pitch_below_width", 0, 512, 0, 99, 100, 8},
    {"to_pitch_below_width_one_row", 0, 99, 0, 512, 100, 1},
    {"from_pitch_below_width_one_row", 0, 512, 0, 99, 100, 1},
    {"pitches_0_one_row", 0, 0, 0, 0, 100, 1},
    {"pitches_are_width", 0, 100, 0, 100, 100, 8},
    {"pitch_0_both", 0, 0, 0, 0, 100, 8},
    {"width_0", 0, 256, 0, 512, 0, 8},
    {"height_0", 0, 256, 0, 512, 100, 0},
    {"width_0_pitches_0", 0, 0, 0, 0, 0, 8},
    {"height_0_bad_pitch", 0, 10, 0, 10, 100, 0},
    {"to_the_end", 0, 1024, 0, 1024, 1024, 64},
    {"to_row_beyond", 512, 1024, 0, 1024, 1024, 64},
    {"from_row_beyond", 0, 1024, 512, 1024, 1024, 64},
    {"to_pitch_beyond_last_row_inside", 0, 40000, 0, 100, 100, 2},
    {"from_pitch_beyond_last_row_inside", 0, 100, 0, 40000, 100, 2},
    {"to_last_row_beyond", 0, 65500, 0, 100, 100, 2},
    {"from_last_row_beyond", 0, 100, 0, 65500, 100, 2},
    {"to_pitch_2_to_31", 0, (size_t)1 << 31, 0, 512, 100, 2},
    {"from_pitch_2_to_31", 0, 512, 0, (size_t)1 << 31, 100, 2},
    {"to_pitch_max", 0, SIZE_MAX, 0, 512, 100, 2},
    {"to_pitch_max_one_row", 0, SIZE_MAX, 0, 512, 100, 1},
    {"width_max", 0, SIZE_MAX, 0, SIZE_MAX, SIZE_MAX, 1},
    {"height_max", 0, 512, 0, 512, 100, SIZE_MAX},
    {"odd", 3, 103, 7, 107, 101, 13},
    {"one_byte_columns", 0, 64, 1, 64, 1, 1000},
};

/* The argument is the kind: 1, 2 or 3. */
static void ask_rectangles(int kind)
{
    enum place to = kind == cudaMemcpyDeviceToHost ? PINNED : DEVICE;
    enum place from = kind == cudaMemcpyHostToDevice ? PINNED : DEVICE;
    start_device();
    unsigned char *target = obtain(to, SPACE);
    unsigned char *source = obtain(from, SPACE);
    put_pattern(from, source, SPACE);
    for (size_t i = 0; i < 2 * sizeof(rectangles) / sizeof(rectangles[0]); i++) {
        const struct rectangle *r = &rectangles[i / 2];
        enum cudaMemcpyKind way = (enum cudaMemcpyKind)kind;
        cudaError_t code;
        put_value(to, target, SPACE, 0x11);
        (void)cudaDeviceSynchronize();
        if (i % 2)
            code = cudaMemcpy2DAsync(target + r->to, r->to_pitch, source + r->from, r->from_pitch,
                                     r->width, r->height, way, NULL);
        else
            code = cudaMemcpy2D(target + r->to, r->to_pitch, source + r->from, r->from_pitch,
                                r->width, r->height, way);
        answer_with(label("%s%s", r->name, i % 2 ? "_async" : ""), code, "hash=%08x",
                    hash_of(to, target, SPACE));
    }
}

static void ask_pointers(int arg)
{
    (void)arg;
    unsigned char host[256];
    const enum cudaMemcpyKind up = cudaMemcpyHostToDevice;
    start_device();
    unsigned char *device = obtain(DEVICE, SPACE);
    answer("null_to", cudaMemcpy2D(NULL, 16, host, 16, 16, 2, up));
    answer("null_from", cudaMemcpy2D(device, 16, NULL, 16, 16, 2, up));
    answer("null_both_width_0", cudaMemcpy2D(NULL, 16, NULL, 16, 0, 2, up));
    answer("null_both_height_0", cudaMemcpy2D(NULL, 16, NULL, 16, 16, 0, up));
    answer("garbage_to", cudaMemcpy2D(GARBAGE, 16, host, 16, 16, 2, up));
    answer("garbage_to_width_0", cudaMemcpy2D(GARBAGE, 16, host, 16, 0, 2, up));
    answer("bad_kind", cudaMemcpy2D(device, 16, host, 16, 16, 2, (enum cudaMemcpyKind)9));
    answer("bad_kind_width_0", cudaMemcpy2D(device, 16, host, 16, 0, 2, (enum cudaMemcpyKind)9));
    answer("bad_kind_minus_1", cudaMemcpy2D(device, 16, host, 16, 16, 2, (enum cudaMemcpyKind)-1));
    answer("bad_kind_bad_pitch", cudaMemcpy2D(device, 1, host, 1, 16, 2, (enum cudaMemcpyKind)9));
    answer("async_bad_kind",
           cudaMemcpy2DAsync(device, 16, host, 16, 16, 2, (enum cudaMemcpyKind)9, NULL));
    answer("itself", cudaMemcpy2D(device, 64, device, 64, 64, 16, cudaMemcpyDeviceToDevice));
    answer("overlap", cudaMemcpy2D(device + 64, 64, device, 64, 64, 16, cudaMemcpyDeviceToDevice));
    answer("synchronize", cudaDeviceSynchronize());
}

const struct question copy_2d_questions[] = {
    {"copy_2d.kind_minus_1", ask_kind, -1},
    {"copy_2d.kind_0", ask_kind, 0},
    {"copy_2d.kind_1", ask_kind, 1},
    {"copy_2d.kind_2", ask_kind, 2},
    {"copy_2d.kind_3", ask_kind, 3},
    {"copy_2d.kind_4", ask_kind, 4},
    {"copy_2d.kind_5", ask_kind, 5},
    {"copy_2d.rectangles_up", ask_rectangles, cudaMemcpyHostToDevice},
    {"copy_2d.rectangles_down", ask_rectangles, cudaMemcpyDeviceToHost},
    {"copy_2d.rectangles_device", ask_rectangles, cudaMemcpyDeviceToDevice},
    {"copy_2d.pointers", ask_pointers, 0},
    {NULL, NULL, 0},
};
