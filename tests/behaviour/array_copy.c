/* Questions about copies to, from and between arrays: places, kinds, boxes that leave them. */
#include "images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPACE 65536u
#define WIDTH 32u                      /* texels of 4 bytes */
#define HEIGHT 8u
#define ROW (WIDTH * 4u)

static struct whole plain_array(size_t texel)
{
    struct whole whole = {NULL, texel, WIDTH, HEIGHT, 1, 1};
    struct cudaChannelFormatDesc format = texel == 1 ? channels(8, 0, 0, 0, 1)
                                        : texel == 2 ? channels(16, 0, 0, 0, 1)
                                        : texel == 4 ? channels(8, 8, 8, 8, 1)
                                        : texel == 8 ? channels(32, 32, 0, 0, 2)
                                                     : channels(32, 32, 32, 32, 2);
    whole.array = make_array(format, extent_of(WIDTH, HEIGHT, 0), 0);
    return whole;
}

/* The six calls between memory and an array; those with a pitch come first. */
enum { TO_2D, FROM_2D, TO_2D_ASYNC, FROM_2D_ASYNC, TO_1D, FROM_1D, TO_1D_ASYNC, FROM_1D_ASYNC,
       CALL_COUNT };
static const char *const call_names[CALL_COUNT] = {
    "to_2d", "from_2d", "to_2d_async", "from_2d_async", "to_1d", "from_1d", "to_1d_async",
    "from_1d_async"};

struct box {
    size_t x, y, pitch, width, height;
    int kind;
};

static cudaError_t copy_by(int call, cudaArray_t array, void *memory, const struct box *box)
{
    enum cudaMemcpyKind kind = (enum cudaMemcpyKind)box->kind;
    size_t size = box->width * box->height;
    switch (call) {
    case TO_2D:
        return cudaMemcpy2DToArray(array, box->x, box->y, memory, box->pitch, box->width,
                                   box->height, kind);
    case FROM_2D:
        return cudaMemcpy2DFromArray(memory, box->pitch, array, box->x, box->y, box->width,
                                     box->height, kind);
    case TO_2D_ASYNC:
        return cudaMemcpy2DToArrayAsync(array, box->x, box->y, memory, box->pitch, box->width,
                                        box->height, kind, NULL);
    case FROM_2D_ASYNC:
        return cudaMemcpy2DFromArrayAsync(memory, box->pitch, array, box->x, box->y, box->width,
                                          box->height, kind, NULL);
    case TO_1D: return cudaMemcpyToArray(array, box->x, box->y, memory, size, kind);
    case FROM_1D: return cudaMemcpyFromArray(memory, array, box->x, box->y, size, kind);
    case TO_1D_ASYNC:
        return cudaMemcpyToArrayAsync(array, box->x, box->y, memory, size, kind, NULL);
    default: return cudaMemcpyFromArrayAsync(memory, array, box->x, box->y, size, kind, NULL);
    }
}

static bool writes_array(int call)
{
    return call % 2 == 0;
}

/* One call with fresh contents on both sides; prints the code and what was written to. */
static void try_copy(const char *name, int call, const struct whole *whole, enum place place,
                     unsigned char *memory, const struct box *box)
{
    bool to = writes_array(call);
    (void)whole_put(whole, !to, to ? 0x11 : 3);
    if (to)
        put_pattern(place, memory, SPACE);
    else
        put_value(place, memory, SPACE, 0x22);
    cudaError_t code = copy_by(call, whole->array, memory, box);
    answer_with(name, code, "hash=%08x", to ? whole_hash(whole) : hash_of(place, memory, SPACE));
}

static void ask_kind(int kind)
{
    start_device();
    struct whole whole = plain_array(4);
    struct box box = {8, 1, 160, 64, 5, kind};
    for (int place = 0; place < PLACE_COUNT; place++) {
        unsigned char *memory = obtain((enum place)place, SPACE);
        for (int call = 0; call < CALL_COUNT; call++)
            try_copy(label("%s_%s", call_names[call], place_names[place]), call, &whole,
                     (enum place)place, memory, &box);
    }
}

struct named_box {
    const char *name;
    struct box box;
};

/* The kind is put in by the direction. */
static const struct named_box boxes[] = {
    {"whole", {0, 0, ROW, ROW, HEIGHT, 0}},
    {"inner", {8, 1, 160, 64, 5, 0}},
    {"odd_pitch", {8, 1, 65, 64, 5, 0}},
    {"pitch_3", {8, 1, 163, 64, 5, 0}},
    {"pitch_exact", {8, 1, 64, 64, 5, 0}},
    {"pitch_small", {8, 1, 63, 64, 5, 0}},
    {"pitch_0", {8, 1, 0, 64, 5, 0}},
    {"pitch_0_one_row", {8, 1, 0, 64, 1, 0}},
    {"pitch_small_one_row", {8, 1, 8, 64, 1, 0}},
    {"x_1", {1, 1, 160, 64, 5, 0}},
    {"x_2", {2, 1, 160, 64, 5, 0}},
    {"x_3", {3, 1, 160, 64, 5, 0}},
    {"width_1", {8, 1, 160, 1, 5, 0}},
    {"width_63", {8, 1, 160, 63, 5, 0}},
    {"width_66", {8, 1, 160, 66, 5, 0}},
    {"x_1_width_3", {1, 1, 160, 3, 5, 0}},
    {"width_0", {8, 1, 160, 0, 5, 0}},
    {"height_0", {8, 1, 160, 64, 0, 0}},
    {"both_0", {8, 1, 160, 0, 0, 0}},
    {"width_0_x_past", {4096, 1, 160, 0, 5, 0}},
    {"height_0_y_past", {8, 99, 160, 64, 0, 0}},
    {"last_column", {ROW - 4, 0, 160, 4, HEIGHT, 0}},
    {"last_row", {0, HEIGHT - 1, ROW, ROW, 1, 0}},
    {"x_past", {ROW - 4, 0, 160, 8, 4, 0}},
    {"x_at_end", {ROW, 0, 160, 4, 4, 0}},
    {"x_beyond", {ROW + 4, 0, 160, 4, 4, 0}},
    {"y_past", {0, HEIGHT - 1, 160, 64, 2, 0}},
    {"y_at_end", {0, HEIGHT, 160, 64, 1, 0}},
    {"y_beyond", {0, HEIGHT + 1, 160, 64, 1, 0}},
    {"too_wide", {0, 0, 160, ROW + 4, 4, 0}},
    {"too_high", {0, 0, 160, ROW, HEIGHT + 1, 0}},
    {"x_max", {SIZE_MAX, 0, 160, 64, 4, 0}},
    {"x_max_even", {SIZE_MAX - 3, 0, 160, 64, 4, 0}},
    {"y_max", {0, SIZE_MAX, 160, 64, 4, 0}},
    {"wraps_round", {64, 0, ROW, ROW, 3, 0}},
    /* Those that may end the process come last. */
    {"pitch_max", {8, 1, SIZE_MAX, 64, 5, 0}},
    {"pitch_max_one_row", {8, 1, SIZE_MAX, 64, 1, 0}},
    {"width_max", {0, 0, 160, SIZE_MAX, 4, 0}},
    {"width_max_even", {4, 0, 160, SIZE_MAX - 3, 4, 0}},
    {"height_max", {0, 0, 160, 64, SIZE_MAX, 0}},
};

static int right_kind(int call)
{
    return (int)(writes_array(call) ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
}

static void ask_boxes(int texel)
{
    start_device();
    struct whole whole = plain_array((size_t)texel);
    unsigned char *memory = obtain(PAGEABLE, SPACE);
    for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
        for (int call = 0; call < CALL_COUNT; call++) {
            struct box box = boxes[i].box;
            /* Without a pitch a box of rows is read as one long run; huge ones end the process. */
            if (call >= TO_1D && (box.width > SPACE || box.height > SPACE))
                continue;
            box.kind = right_kind(call);
            try_copy(label("%s_%s", boxes[i].name, call_names[call]), call, &whole, PAGEABLE,
                     memory, &box);
        }
    }
}

static void ask_null_memory(int call)
{
    start_device();
    struct whole whole = plain_array(4);
    struct box box = {0, 0, 64, 64, 4, right_kind(call)};
    struct box empty = {0, 0, 64, 0, 4, right_kind(call)};
    answer("empty", copy_by(call, whole.array, NULL, &empty));
    answer("null_array_empty", copy_by(call, NULL, &box, &empty));
    box.kind = cudaMemcpyDefault;
    answer("default", copy_by(call, whole.array, NULL, &box));
    box.kind = right_kind(call);
    answer("right_kind", copy_by(call, whole.array, NULL, &box));
}

/* A range of device memory that ends before the copy does. */
static void ask_memory_end(int call)
{
    start_device();
    struct whole whole = plain_array(4);
    unsigned char *memory = NULL;
    struct box box = {0, 0, ROW, ROW, HEIGHT, cudaMemcpyDeviceToDevice};
    answer("malloc", cudaMalloc((void **)&memory, 256));
    answer("copy", copy_by(call, whole.array, memory, &box));
    box.kind = cudaMemcpyDefault;
    answer("copy_default", copy_by(call, whole.array, memory, &box));
    answer("afterwards", cudaDeviceSynchronize());
}

/* The calls for rows, on arrays of every shape and on levels. */
static void ask_shape(int which)
{
    static unsigned char memory[SPACE];
    const struct image_shape *shape = &image_shapes[which];
    struct cudaChannelFormatDesc format = channels(8, 8, 8, 8, 1);
    struct whole whole = {NULL, 4, shape->extent.width,
                          shape->extent.height ? shape->extent.height : 1,
                          shape->extent.depth ? shape->extent.depth : 1, 1};
    start_device();
    whole.array = make_array(format, shape->extent, shape->flags);
    static const struct named_box some[] = {
        {"one_row", {0, 0, 64, 32, 1, 0}},        {"rows", {4, 1, 64, 32, 3, 0}},
        {"all_rows", {0, 0, 256, 64, 8, 0}},      {"no_rows", {0, 0, 64, 32, 0, 0}},
        {"row_1", {0, 1, 64, 32, 1, 0}},
    };
    for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
        for (int call = 0; call < CALL_COUNT; call++) {
            struct box box = some[i].box;
            box.kind = right_kind(call);
            try_copy(label("%s_%s", some[i].name, call_names[call]), call, &whole, PAGEABLE, memory,
                     &box);
        }
    }
}

/* Arrays to arrays. */
static cudaError_t between(bool rows, cudaArray_t to, cudaArray_t from, const struct box *at_to,
                           const struct box *at_from)
{
    enum cudaMemcpyKind kind = (enum cudaMemcpyKind)at_to->kind;
    if (rows)
        return cudaMemcpy2DArrayToArray(to, at_to->x, at_to->y, from, at_from->x, at_from->y,
                                        at_to->width, at_to->height, kind);
    return cudaMemcpyArrayToArray(to, at_to->x, at_to->y, from, at_from->x, at_from->y,
                                  at_to->width * at_to->height, kind);
}

static void try_between(const char *name, const struct whole *to, const struct whole *from,
                        const struct box *at_to, const struct box *at_from)
{
    char copy_of_name[64];
    snprintf(copy_of_name, sizeof(copy_of_name), "%s", name);
    for (int rows = 0; rows < 2; rows++) {
        (void)whole_put(from, true, 5);
        if (to->array != from->array)
            (void)whole_put(to, false, 0x11);
        cudaError_t code = between(rows != 0, to->array, from->array, at_to, at_from);
        answer_with(label("%s_%s", copy_of_name, rows ? "2d" : "1d"), code, "hash=%08x",
                    whole_hash(to));
    }
}

static void ask_between_boxes(int arg)
{
    struct box origin = {0, 0, 0, 0, 0, 0};
    (void)arg;
    start_device();
    struct whole to = plain_array(4);
    struct whole from = plain_array(4);
    for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]); i++) {
        struct box box = boxes[i].box;
        box.kind = cudaMemcpyDeviceToDevice;
        try_between(label("%s_to", boxes[i].name), &to, &from, &box, &origin);
        origin.kind = cudaMemcpyDeviceToDevice;
        origin.width = box.width;
        origin.height = box.height;
        try_between(label("%s_from", boxes[i].name), &to, &from, &origin, &box);
    }
}

static void ask_between_kinds(int arg)
{
    static const int kinds[] = {-1, 0, 1, 2, 3, 4, 5, 9};
    struct box at_from = {4, 1, 0, 0, 0, 0};
    (void)arg;
    start_device();
    struct whole to = plain_array(4);
    struct whole from = plain_array(4);
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct box at_to = {8, 2, 0, 64, 3, kinds[i]};
        try_between(label("kind_%d", kinds[i]), &to, &from, &at_to, &at_from);
    }
    struct box same = {8, 2, 0, 64, 3, cudaMemcpyDeviceToDevice};
    try_between("itself_apart", &to, &to, &same, &at_from);
    try_between("itself_same", &to, &to, &same, &same);
}

static void ask_between_texels(int arg)
{
    static const size_t sizes[] = {1, 2, 4, 8, 16};
    struct box at = {0, 0, 0, 32, 2, cudaMemcpyDeviceToDevice};
    (void)arg;
    start_device();
    for (size_t i = 0; i < 25; i++) {
        struct whole to = plain_array(sizes[i / 5]);
        struct whole from = plain_array(sizes[i % 5]);
        try_between(label("to_%zu_from_%zu", sizes[i / 5], sizes[i % 5]), &to, &from, &at, &at);
    }
}

/* Different formats of one size. */
static void ask_between_formats(int arg)
{
    struct box at = {0, 0, 0, 32, 2, cudaMemcpyDeviceToDevice};
    struct whole whole[2] = {{NULL, 4, WIDTH, HEIGHT, 1, 1}, {NULL, 4, WIDTH, HEIGHT, 1, 1}};
    (void)arg;
    start_device();
    for (size_t i = 0; i < PLAIN_FORMATS; i++) {
        for (size_t j = 0; j < PLAIN_FORMATS; j++) {
            if (image_formats[i].bytes != 4 || image_formats[j].bytes != 4)
                continue;
            whole[0].array = make_array(channels_of(&image_formats[i]),
                                        extent_of(WIDTH, HEIGHT, 0), 0);
            whole[1].array = make_array(channels_of(&image_formats[j]),
                                        extent_of(WIDTH, HEIGHT, 0), 0);
            try_between(label("%s_from_%s", image_formats[i].name, image_formats[j].name),
                        &whole[0], &whole[1], &at, &at);
        }
    }
}

static void ask_between_shapes(int arg)
{
    struct box at = {0, 0, 0, 32, 1, cudaMemcpyDeviceToDevice};
    struct whole whole[SHAPE_COUNT];
    (void)arg;
    start_device();
    for (size_t i = 0; i < SHAPE_COUNT; i++) {
        const struct image_shape *shape = &image_shapes[i];
        whole[i] = (struct whole){NULL, 4, shape->extent.width,
                                  shape->extent.height ? shape->extent.height : 1,
                                  shape->extent.depth ? shape->extent.depth : 1, 1};
        whole[i].array = make_array(channels(8, 8, 8, 8, 1), shape->extent, shape->flags);
    }
    for (size_t i = 0; i < SHAPE_COUNT * SHAPE_COUNT; i++)
        try_between(label("%s_from_%s", image_shapes[i / SHAPE_COUNT].name,
                          image_shapes[i % SHAPE_COUNT].name),
                    &whole[i / SHAPE_COUNT], &whole[i % SHAPE_COUNT], &at, &at);
}

/* Every format: a part in, a part out; blocks are copied whole or not at all. */
static void ask_formats(int arg)
{
    static unsigned char memory[SPACE];
    (void)arg;
    start_device();
    for (size_t f = 0; f < image_format_count; f++) {
        const struct image_format *format = &image_formats[f];
        struct whole whole = {NULL, format->bytes, WIDTH / format->block, HEIGHT / format->block, 1,
                              format->block};
        whole.array = make_array(channels_of(format), extent_of(WIDTH, HEIGHT, 0), 0);
        if (whole.array == NULL)
            continue;
        answer(label("%s_put", format->name), whole_put(&whole, true, 7));
        note(label("%s_kept", format->name), "%s", whole_holds(&whole, 7) ? "yes" : "no");
        for (size_t height = 1; height <= 4; height += 3) {
            struct box box = {format->bytes, 0, 256, format->bytes * 2, height, 0};
            for (int call = 0; call < TO_2D_ASYNC; call++) {
                box.kind = right_kind(call);
                try_copy(label("%s_rows_%zu_%s", format->name, height, call_names[call]), call,
                         &whole, PAGEABLE, memory, &box);
            }
        }
        (void)cudaFreeArray(whole.array);
    }
}

const struct question array_copy_questions[] = {
    {"image.copy_kind_minus_1", ask_kind, -1},
    {"image.copy_kind_0", ask_kind, 0},
    {"image.copy_kind_1", ask_kind, 1},
    {"image.copy_kind_2", ask_kind, 2},
    {"image.copy_kind_3", ask_kind, 3},
    {"image.copy_kind_4", ask_kind, 4},
    {"image.copy_kind_5", ask_kind, 5},
    {"image.copy_kind_9", ask_kind, 9},
    {"image.copy_boxes_1", ask_boxes, 1},
    {"image.copy_boxes_4", ask_boxes, 4},
    {"image.copy_boxes_16", ask_boxes, 16},
    {"image.copy_null_to_2d", ask_null_memory, TO_2D},
    {"image.copy_null_from_2d", ask_null_memory, FROM_2D},
    {"image.copy_null_to_2d_async", ask_null_memory, TO_2D_ASYNC},
    {"image.copy_null_from_2d_async", ask_null_memory, FROM_2D_ASYNC},
    {"image.copy_null_to_1d", ask_null_memory, TO_1D},
    {"image.copy_null_from_1d", ask_null_memory, FROM_1D},
    {"image.copy_end_to_2d", ask_memory_end, TO_2D},
    {"image.copy_end_from_2d", ask_memory_end, FROM_2D},
    {"image.copy_end_to_1d", ask_memory_end, TO_1D},
    {"image.copy_end_from_1d", ask_memory_end, FROM_1D},
    {"image.copy_1d", ask_shape, 0},
    {"image.copy_2d", ask_shape, 1},
    {"image.copy_3d", ask_shape, 2},
    {"image.copy_1d_layered", ask_shape, 3},
    {"image.copy_2d_layered", ask_shape, 4},
    {"image.copy_cubemap", ask_shape, 5},
    {"image.copy_cubemap_layered", ask_shape, 6},
    {"image.between_boxes", ask_between_boxes, 0},
    {"image.between_kinds", ask_between_kinds, 0},
    {"image.between_texels", ask_between_texels, 0},
    {"image.between_formats", ask_between_formats, 0},
    {"image.between_shapes", ask_between_shapes, 0},
    {"image.copy_formats", ask_formats, 0},
    {NULL, NULL, 0},
};
