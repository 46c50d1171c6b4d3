/* Questions about pitched allocations and about filling boxes of them. */
#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPACE 65536u

static void ask_widths(int arg)
{
    (void)arg;
    static const size_t widths[] = {0,   1,   2,    3,    4,    31,   32,   33,    63,    64,
                                    127, 128, 129,  255,  256,  257,  511,  512,   513,   1000,
                                    1023, 1024, 1025, 2047, 2049, 4095, 4096, 4097, 8191,  8192,
                                    10000, 65535, 65536, 65537, 100000, 1000000};
    start_device();
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
        void *memory = OUT_MARKER;
        size_t pitch = 77;
        cudaError_t code = cudaMallocPitch(&memory, &pitch, widths[i], 3);
        answer_with(label("width_%zu", widths[i]), code, "out=%s pitch=%zu", out_state(memory),
                    pitch);
        if (code == cudaSuccess)
            (void)cudaFree(memory);
    }
}

static void ask_malloc_pitch(int arg)
{
    (void)arg;
    void *memory = OUT_MARKER;
    size_t pitch = 77;
    start_device();
    answer("null_out", cudaMallocPitch(NULL, &pitch, 64, 4));
    answer_with("null_pitch", cudaMallocPitch(&memory, NULL, 64, 4), "out=%s", out_state(memory));
    memory = OUT_MARKER;
    cudaError_t code = cudaMallocPitch(&memory, &pitch, 64, 0);
    answer_with("height_0", code, "out=%s pitch=%zu", out_state(memory), pitch);
    memory = OUT_MARKER;
    pitch = 77;
    code = cudaMallocPitch(&memory, &pitch, 0, 0);
    answer_with("both_0", code, "out=%s pitch=%zu", out_state(memory), pitch);
    memory = OUT_MARKER;
    pitch = 77;
    code = cudaMallocPitch(&memory, &pitch, SIZE_MAX, 1);
    answer_with("width_max", code, "out=%s pitch=%zu", out_state(memory), pitch);
    memory = OUT_MARKER;
    pitch = 77;
    code = cudaMallocPitch(&memory, &pitch, 64, SIZE_MAX);
    answer_with("height_max", code, "out=%s pitch=%zu", out_state(memory), pitch);
    memory = OUT_MARKER;
    pitch = 77;
    code = cudaMallocPitch(&memory, &pitch, (size_t)1 << 33, (size_t)1 << 33);
    answer_with("product_overflows", code, "out=%s pitch=%zu", out_state(memory), pitch);
    memory = OUT_MARKER;
    pitch = 77;
    code = cudaMallocPitch(&memory, &pitch, 64, 16);
    answer_with("good", code, "out=%s pitch=%zu", out_state(memory), pitch);
    answer("last_byte", cudaMemset((unsigned char *)memory + pitch * 15 + 63, 0, 1));
    answer("whole", cudaMemset2D(memory, pitch, 0, pitch, 16));
    answer("free", cudaFree(memory));
}

static void malloc_3d(const char *name, size_t width, size_t height, size_t depth)
{
    struct cudaPitchedPtr got = {OUT_MARKER, 77, 77, 77};
    struct cudaExtent extent = {width, height, depth};
    cudaError_t code = cudaMalloc3D(&got, extent);
    answer_with(name, code, "out=%s pitch=%zu xsize=%zu ysize=%zu", out_state(got.ptr), got.pitch,
                got.xsize, got.ysize);
    if (code == cudaSuccess && got.ptr != NULL)
        answer(label("%s_free", name), cudaFree(got.ptr));
}

static void ask_malloc_3d(int arg)
{
    (void)arg;
    struct cudaExtent extent = {64, 4, 2};
    start_device();
    answer("null_out", cudaMalloc3D(NULL, extent));
    malloc_3d("good", 100, 10, 3);
    malloc_3d("width_0", 0, 10, 3);
    malloc_3d("height_0", 100, 0, 3);
    malloc_3d("depth_0", 100, 10, 0);
    malloc_3d("all_0", 0, 0, 0);
    malloc_3d("width_max", SIZE_MAX, 1, 1);
    malloc_3d("height_max", 1, SIZE_MAX, 1);
    malloc_3d("depth_max", 1, 1, SIZE_MAX);
    malloc_3d("product_overflows", (size_t)1 << 22, (size_t)1 << 22, (size_t)1 << 22);
    malloc_3d("one", 1, 1, 1);
    malloc_3d("wide", 1025, 3, 2);
}

/* A box to be filled in a space of 65536 bytes, from an offset on. */
struct box {
    const char *name;
    size_t offset, pitch, ysize, width, height, depth;
};

static const struct box boxes_2d[] = {
    {"good", 0, 512, 0, 100, 8, 1},
    {"one_row", 0, 512, 0, 100, 1, 1},
    {"one_row_pitch_0", 0, 0, 0, 100, 1, 1},
    {"one_row_pitch_small", 0, 50, 0, 100, 1, 1},
    {"pitch_is_width", 0, 100, 0, 100, 8, 1},
    {"pitch_below_width", 0, 99, 0, 100, 8, 1},
    {"pitch_0", 0, 0, 0, 100, 8, 1},
    {"pitch_odd", 3, 101, 0, 100, 8, 1},
    {"width_0", 0, 512, 0, 0, 8, 1},
    {"height_0", 0, 512, 0, 100, 0, 1},
    {"both_0", 0, 512, 0, 0, 0, 1},
    {"width_0_pitch_0", 0, 0, 0, 0, 8, 1},
    {"misaligned", 7, 512, 0, 101, 8, 1},
    {"to_the_end", 0, 1024, 0, 1024, 64, 1},
    {"last_row_short", 1023, 1024, 0, 1, 64, 1},
    {"row_beyond", 0, 1024, 0, 1024, 65, 1},
    {"byte_beyond", 1, 1024, 0, 1024, 64, 1},
    {"pitch_beyond_width_inside", 0, 32768, 0, 32768, 2, 1},
    {"last_row_only_inside", 0, 40000, 0, 20000, 2, 1},
    {"last_row_beyond", 0, 40000, 0, 30000, 2, 1},
    {"pitch_2_to_31", 0, (size_t)1 << 31, 0, 100, 2, 1},
    {"pitch_max", 0, SIZE_MAX, 0, 100, 2, 1},
    {"pitch_max_one_row", 0, SIZE_MAX, 0, 100, 1, 1},
    {"width_max", 0, SIZE_MAX, 0, SIZE_MAX, 1, 1},
    {"height_max", 0, 512, 0, 100, SIZE_MAX, 1},
};

static const struct box boxes_3d[] = {
    {"good", 0, 512, 8, 100, 8, 3},
    {"one_slice", 0, 512, 8, 100, 8, 1},
    {"one_slice_ysize_0", 0, 512, 0, 100, 8, 1},
    {"ysize_below_height", 0, 512, 7, 100, 8, 3},
    {"ysize_0", 0, 512, 0, 100, 8, 3},
    {"ysize_above_height", 0, 512, 16, 100, 8, 3},
    {"pitch_below_width", 0, 99, 8, 100, 8, 3},
    {"pitch_0", 0, 0, 8, 100, 8, 3},
    {"width_0", 0, 512, 8, 0, 8, 3},
    {"height_0", 0, 512, 8, 100, 0, 3},
    {"depth_0", 0, 512, 8, 100, 8, 0},
    {"all_0", 0, 0, 0, 0, 0, 0},
    {"misaligned", 5, 101, 9, 100, 8, 3},
    {"to_the_end", 0, 512, 8, 512, 8, 16},
    {"slice_beyond", 0, 512, 8, 512, 8, 17},
    {"byte_beyond", 1, 512, 8, 512, 8, 16},
    {"rows_of_last_slice_inside", 0, 512, 100, 512, 28, 2},
    {"rows_of_last_slice_beyond", 0, 512, 100, 512, 29, 2},
    {"depth_max", 0, 512, 8, 100, 8, SIZE_MAX},
    {"ysize_max", 0, 512, SIZE_MAX, 100, 8, 2},
};

static void fill_box(const struct box *box, enum place place, unsigned char *space, bool flat,
                     bool async)
{
    struct cudaPitchedPtr pointer = {space + box->offset, box->pitch, box->pitch, box->ysize};
    struct cudaExtent extent = {box->width, box->height, box->depth};
    cudaError_t code;
    put_value(place, space, SPACE, 0x11);
    (void)cudaDeviceSynchronize();
    if (flat && async)
        code = cudaMemset2DAsync(pointer.ptr, box->pitch, 0x1a5, box->width, box->height, NULL);
    else if (flat)
        code = cudaMemset2D(pointer.ptr, box->pitch, 0x1a5, box->width, box->height);
    else if (async)
        code = cudaMemset3DAsync(pointer, 0x1a5, extent, NULL);
    else
        code = cudaMemset3D(pointer, 0x1a5, extent);
    const char *name = label("%s%s", box->name, async ? "_async" : "");
    cudaError_t end = cudaDeviceSynchronize();
    if (end != cudaSuccess)
        answer(label("%s_synchronize", name), end);
    answer_with(name, code, "hash=%08x", hash_of(place, space, SPACE));
}

/* The argument is the place, and 1000 more for boxes with depth. */
static void ask_fill(int arg)
{
    enum place place = (enum place)(arg % 1000);
    bool flat = arg < 1000;
    start_device();
    unsigned char *space = obtain(place, SPACE);
    const struct box *boxes = flat ? boxes_2d : boxes_3d;
    size_t count = flat ? sizeof(boxes_2d) / sizeof(boxes_2d[0])
                        : sizeof(boxes_3d) / sizeof(boxes_3d[0]);
    for (size_t i = 0; i < count; i++) {
        fill_box(&boxes[i], place, space, flat, false);
        fill_box(&boxes[i], place, space, flat, true);
    }
}

static void ask_fill_pointers(int arg)
{
    (void)arg;
    unsigned char host[64];
    struct cudaPitchedPtr pointer = {NULL, 16, 16, 2};
    struct cudaExtent extent = {16, 2, 2};
    struct cudaExtent empty = {0, 2, 2};
    start_device();
    answer("null_2d", cudaMemset2D(NULL, 16, 0, 16, 2));
    answer("null_2d_width_0", cudaMemset2D(NULL, 16, 0, 0, 2));
    answer("null_2d_height_0", cudaMemset2D(NULL, 16, 0, 16, 0));
    answer("garbage_2d", cudaMemset2D(GARBAGE, 16, 0, 16, 2));
    answer("garbage_2d_width_0", cudaMemset2D(GARBAGE, 16, 0, 0, 2));
    answer("stack_2d", cudaMemset2D(host, 16, 0, 16, 2));
    answer("null_3d", cudaMemset3D(pointer, 0, extent));
    answer("null_3d_width_0", cudaMemset3D(pointer, 0, empty));
    pointer.ptr = GARBAGE;
    answer("garbage_3d", cudaMemset3D(pointer, 0, extent));
    answer("garbage_3d_width_0", cudaMemset3D(pointer, 0, empty));
    pointer.ptr = host;
    answer("stack_3d", cudaMemset3D(pointer, 0, extent));
}

/* xsize is not looked at by some: a value below the width. */
static void ask_xsize(int arg)
{
    (void)arg;
    start_device();
    unsigned char *space = obtain(DEVICE, SPACE);
    struct cudaPitchedPtr pointer = {space, 512, 0, 8};
    struct cudaExtent extent = {100, 8, 2};
    answer("xsize_0", cudaMemset3D(pointer, 1, extent));
    pointer.xsize = 50;
    answer("xsize_below_width", cudaMemset3D(pointer, 1, extent));
    pointer.xsize = SIZE_MAX;
    answer("xsize_max", cudaMemset3D(pointer, 1, extent));
}

const struct question pitch_questions[] = {
    {"pitch.widths", ask_widths, 0},
    {"pitch.malloc_pitch", ask_malloc_pitch, 0},
    {"pitch.malloc_3d", ask_malloc_3d, 0},
    {"pitch.fill_2d_device", ask_fill, DEVICE},
    {"pitch.fill_2d_pinned", ask_fill, PINNED},
    {"pitch.fill_3d_device", ask_fill, 1000 + DEVICE},
    {"pitch.fill_3d_pinned", ask_fill, 1000 + PINNED},
    {"pitch.fill_pointers", ask_fill_pointers, 0},
    {"pitch.fill_xsize", ask_xsize, 0},
    {NULL, NULL, 0},
};
