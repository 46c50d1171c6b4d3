/* Questions about copies of volumes where arrays take part: layers, faces, levels, batches. */
#include "images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPACE 65536u

enum { TO_ARRAY, FROM_ARRAY, ARRAY_TO_ARRAY, WAY_COUNT };
static const char *const way_names[WAY_COUNT] = {"to", "from", "between"};

static struct whole shaped(int which, const struct image_format *format)
{
    const struct image_shape *shape = &image_shapes[which];
    struct whole whole = {NULL, format->bytes, shape->extent.width,
                          shape->extent.height ? shape->extent.height : 1,
                          shape->extent.depth ? shape->extent.depth : 1, 1};
    whole.array = make_array(channels_of(format), shape->extent, shape->flags);
    return whole;
}

static struct cudaMemcpy3DParms box_by(int way, const struct whole *to, const struct whole *from,
                                       unsigned char *memory)
{
    struct cudaMemcpy3DParms copy;
    struct cudaPitchedPtr pitched;
    memset(&copy, 0, sizeof(copy));
    pitched.ptr = memory;
    pitched.pitch = 160;
    pitched.xsize = 40;
    pitched.ysize = 10;
    copy.kind = way == TO_ARRAY ? cudaMemcpyHostToDevice
              : way == FROM_ARRAY ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
    if (way == TO_ARRAY)
        copy.srcPtr = pitched;
    else
        copy.srcArray = from->array;
    if (way == FROM_ARRAY)
        copy.dstPtr = pitched;
    else
        copy.dstArray = to->array;
    return copy;
}

/* One copy with fresh contents on both sides. */
static void try_box(const char *name, int way, const struct cudaMemcpy3DParms *copy,
                    const struct whole *to, const struct whole *from, unsigned char *memory)
{
    if (way != TO_ARRAY)
        (void)whole_put(from, true, 5);
    if (way != FROM_ARRAY && to->array != from->array)
        (void)whole_put(to, false, 0x11);
    if (way == TO_ARRAY)
        put_pattern(PAGEABLE, memory, SPACE);
    else
        put_value(PAGEABLE, memory, SPACE, 0x22);
    cudaError_t code = cudaMemcpy3D(copy);
    answer_with(name, code, "hash=%08x",
                way == FROM_ARRAY ? hash_of(PAGEABLE, memory, SPACE) : whole_hash(to));
}

struct place_in {
    const char *name;
    struct cudaPos at;
    struct cudaExtent extent;
};

/* Boxes for an array of a shape; the sizes of the shape are put in below. */
static const struct place_in places[] = {
    {"whole", {0, 0, 0}, {1000, 1000, 1000}},
    {"first_row", {0, 0, 0}, {8, 1, 1}},
    {"inner", {2, 1, 0}, {8, 3, 1}},
    {"second_slice", {0, 0, 1}, {8, 2, 1}},
    {"two_slices", {1, 1, 1}, {5, 2, 2}},
    {"all_slices", {1, 1, 0}, {5, 2, 1000}},
    {"last_slice", {0, 0, 1000}, {8, 2, 1}},
    {"slice_past", {0, 0, 1000}, {8, 2, 2}},
    {"slice_at_end", {0, 0, 1001}, {8, 2, 1}},
    {"depth_past", {0, 0, 0}, {8, 2, 1001}},
    {"row_past", {0, 1000, 0}, {8, 2, 1}},
    {"row_at_end", {0, 1001, 0}, {8, 1, 1}},
    {"height_past", {0, 0, 0}, {8, 1001, 1}},
    {"column_past", {1000, 0, 0}, {2, 1, 1}},
    {"column_at_end", {1001, 0, 0}, {1, 1, 1}},
    {"width_past", {0, 0, 0}, {1001, 1, 1}},
    {"height_0", {0, 0, 0}, {8, 0, 1}},
    {"depth_0", {0, 0, 0}, {8, 1, 0}},
    {"width_0", {0, 0, 0}, {0, 1, 1}},
    {"all_0", {0, 0, 0}, {0, 0, 0}},
    {"height_0_depth_0", {0, 0, 0}, {8, 0, 0}},
    {"x_max", {SIZE_MAX, 0, 0}, {2, 1, 1}},
    {"y_max", {0, SIZE_MAX, 0}, {2, 2, 1}},
    {"z_max", {0, 0, SIZE_MAX}, {2, 2, 2}},
};

/* 1000 stands for the last place, or for the whole size; 1001 for one more. */
static size_t real(size_t value, size_t size, bool place)
{
    if (value == 1000)
        return place ? size - 1 : size;
    return value == 1001 ? (place ? size : size + 1) : value;
}

static void ask_places(int which)
{
    static unsigned char memory[SPACE];
    start_device();
    struct whole to = shaped(which, &image_formats[2]);
    struct whole from = shaped(which, &image_formats[2]);
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        const struct place_in *p = &places[i];
        struct cudaPos at;
        at.x = real(p->at.x, to.width, true);
        at.y = real(p->at.y, to.height, true);
        at.z = real(p->at.z, to.depth, true);
        for (int way = 0; way < WAY_COUNT; way++) {
            struct cudaMemcpy3DParms copy = box_by(way, &to, &from, memory);
            copy.extent = extent_of(real(p->extent.width, to.width, false),
                                    real(p->extent.height, to.height, false),
                                    real(p->extent.depth, to.depth, false));
            copy.srcPtr.pitch = copy.srcPtr.pitch ? 272 : 0;
            copy.dstPtr.pitch = copy.dstPtr.pitch ? 272 : 0;
            copy.srcPtr.ysize = copy.srcPtr.ysize ? 40 : 0;
            copy.dstPtr.ysize = copy.dstPtr.ysize ? 40 : 0;
            if (way != FROM_ARRAY)
                copy.dstPos = at;
            else
                copy.srcPos = at;
            /* Memory that the box leaves is not the question here. */
            if (copy.extent.depth > 3 && way != ARRAY_TO_ARRAY)
                copy.srcPtr.ysize = copy.dstPtr.ysize = to.height;
            if (way == TO_ARRAY)
                copy.dstPtr.ysize = 0;
            if (way == FROM_ARRAY)
                copy.srcPtr.ysize = 0;
            try_box(label("%s_%s", way_names[way], p->name), way, &copy, &to, &from, memory);
        }
    }
}

/* Changes of one thing in a copy that is good: pitches, sizes, kinds, both an array and memory. */
enum { NOTHING, PITCH_SMALL, PITCH_0, PITCH_ODD, YSIZE_SMALL, YSIZE_0, XSIZE_0, MEMORY_X,
       MEMORY_X_ODD, MEMORY_Y, MEMORY_Z, MEMORY_X_PAST, MEMORY_NULL, BOTH_ARRAY_AND_MEMORY,
       NEITHER, KIND_0, KIND_1, KIND_2, KIND_3, KIND_4, KIND_9, KIND_MINUS_1, NULL_EMPTY,
       CHANGE_COUNT };
static const char *const change_names[CHANGE_COUNT] = {
    "nothing", "pitch_small", "pitch_0", "pitch_odd", "ysize_small", "ysize_0", "xsize_0",
    "memory_x", "memory_x_odd", "memory_y", "memory_z", "memory_x_past", "memory_null",
    "both_array_and_memory", "neither", "kind_0", "kind_1", "kind_2", "kind_3", "kind_4", "kind_9",
    "kind_minus_1", "null_empty"};

static void change_memory(struct cudaPitchedPtr *memory, struct cudaPos *at, int change)
{
    switch (change) {
    case PITCH_SMALL: memory->pitch = 19; break;
    case PITCH_0: memory->pitch = 0; break;
    case PITCH_ODD: memory->pitch = 163; break;
    case YSIZE_SMALL: memory->ysize = 1; break;
    case YSIZE_0: memory->ysize = 0; break;
    case XSIZE_0: memory->xsize = 0; break;
    case MEMORY_X: at->x = 4; break;
    case MEMORY_X_ODD: at->x = 3; break;
    case MEMORY_Y: at->y = 2; break;
    case MEMORY_Z: at->z = 1; break;
    case MEMORY_X_PAST: at->x = 39; break;
    case NULL_EMPTY:
    case MEMORY_NULL: memory->ptr = NULL; break;
    default: break;
    }
}

static void ask_change(int way)
{
    static const int kinds[] = {0, 1, 2, 3, 4, 9, -1};
    static unsigned char memory[SPACE];
    start_device();
    struct whole to = shaped(2, &image_formats[2]);
    struct whole from = shaped(2, &image_formats[2]);
    for (int change = 0; change < CHANGE_COUNT; change++) {
        struct cudaMemcpy3DParms copy = box_by(way, &to, &from, memory);
        bool to_memory = way == FROM_ARRAY;
        copy.extent = extent_of(5, 3, 2);
        if (to_memory)
            change_memory(&copy.dstPtr, &copy.dstPos, change);
        else if (way == TO_ARRAY)
            change_memory(&copy.srcPtr, &copy.srcPos, change);
        if (change == BOTH_ARRAY_AND_MEMORY) {
            copy.srcPtr.ptr = memory;
            copy.srcArray = from.array;
        } else if (change == NEITHER) {
            copy.srcPtr.ptr = NULL;
            copy.srcArray = NULL;
        } else if (change >= KIND_0 && change <= KIND_MINUS_1) {
            copy.kind = (enum cudaMemcpyKind)kinds[change - KIND_0];
        } else if (change == NULL_EMPTY) {
            copy.extent.depth = 0;
        }
        /* A host pointer that is NULL is read, and ends the process. */
        if (change == MEMORY_NULL)
            copy.kind = cudaMemcpyDefault;
        try_box(change_names[change], way, &copy, &to, &from, memory);
    }
}

static void ask_null(int arg)
{
    (void)arg;
    start_device();
    answer("null", cudaMemcpy3D(NULL));
    answer("null_async", cudaMemcpy3DAsync(NULL, NULL));
}

/* Texels of different sizes, in each of the ways that count in texels. */
static void ask_texels(int arg)
{
    static const size_t formats[] = {0, 1, 2, 8, 14};
    static unsigned char memory[SPACE];
    (void)arg;
    start_device();
    for (size_t i = 0; i < 25; i++) {
        struct whole to = shaped(1, &image_formats[formats[i / 5]]);
        struct whole from = shaped(1, &image_formats[formats[i % 5]]);
        for (size_t width = 1; width <= 5; width++) {
            struct cudaMemcpy3DParms copy = box_by(ARRAY_TO_ARRAY, &to, &from, memory);
            copy.extent = extent_of(width, 2, 1);
            copy.srcPos.x = 1;
            copy.dstPos.x = 2;
            try_box(label("to_%zu_from_%zu_width_%zu", to.texel, from.texel, width), ARRAY_TO_ARRAY,
                    &copy, &to, &from, memory);
        }
    }
}

/* From shape to shape, slice 0 and slice 1. */
static void ask_shapes(int arg)
{
    static unsigned char memory[SPACE];
    struct whole to[SHAPE_COUNT];
    struct whole from[SHAPE_COUNT];
    (void)arg;
    start_device();
    for (int i = 0; i < SHAPE_COUNT; i++) {
        to[i] = shaped(i, &image_formats[2]);
        from[i] = shaped(i, &image_formats[2]);
    }
    for (int i = 0; i < SHAPE_COUNT * SHAPE_COUNT; i++) {
        for (size_t slices = 1; slices <= 3; slices += 2) {
            int t = i / SHAPE_COUNT;
            int f = i % SHAPE_COUNT;
            struct cudaMemcpy3DParms copy = box_by(ARRAY_TO_ARRAY, &to[t], &from[f], memory);
            copy.extent = extent_of(5, 1, slices);
            copy.dstPos.z = to[t].depth > slices ? 1 : 0;
            copy.srcPos.z = from[f].depth > slices ? 1 : 0;
            try_box(label("%s_from_%s_%zu", image_shapes[t].name, image_shapes[f].name, slices),
                    ARRAY_TO_ARRAY, &copy, &to[t], &from[f], memory);
        }
    }
}

/* An array to itself: apart, the same place, and overlapping. */
static void ask_itself(int arg)
{
    static const struct cudaPos places_to[] = {{0, 0, 0}, {8, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                               {0, 0, 1}, {2, 2, 1}};
    static unsigned char memory[SPACE];
    (void)arg;
    start_device();
    struct whole whole = shaped(2, &image_formats[2]);
    for (size_t i = 0; i < sizeof(places_to) / sizeof(places_to[0]); i++) {
        struct cudaMemcpy3DParms copy = box_by(ARRAY_TO_ARRAY, &whole, &whole, memory);
        copy.extent = extent_of(6, 4, 2);
        copy.dstPos = places_to[i];
        try_box(label("to_%zu_%zu_%zu", places_to[i].x, places_to[i].y, places_to[i].z),
                ARRAY_TO_ARRAY, &copy, &whole, &whole, memory);
    }
}

/* Blocks of compressed formats: places and sizes that are no multiple of four. */
static void ask_blocks(int arg)
{
    static const size_t formats[] = {37, 45, 49};
    static unsigned char memory[SPACE];
    (void)arg;
    start_device();
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        const struct image_format *format = &image_formats[formats[i]];
        struct whole to = {NULL, format->bytes, 8, 4, 1, 4};
        struct whole from = to;
        to.array = make_array(channels_of(format), extent_of(32, 16, 0), 0);
        from.array = make_array(channels_of(format), extent_of(32, 16, 0), 0);
        if (to.array == NULL)
            continue;
        for (size_t step = 0; step < 6; step++) {
            for (int way = 0; way < WAY_COUNT; way++) {
                struct cudaMemcpy3DParms copy = box_by(way, &to, &from, memory);
                copy.extent = extent_of(8 + step, 8, 1);
                try_box(label("%s_%s_width_%zu", format->name, way_names[way], 8 + step), way,
                        &copy, &to, &from, memory);
                copy.extent = extent_of(8, 4 + step, 1);
                try_box(label("%s_%s_height_%zu", format->name, way_names[way], 4 + step), way,
                        &copy, &to, &from, memory);
                copy.extent = extent_of(8, 8, 1);
                copy.dstPos.x = way != FROM_ARRAY ? step : 0;
                copy.srcPos.x = way == FROM_ARRAY ? step : 0;
                try_box(label("%s_%s_x_%zu", format->name, way_names[way], step), way, &copy, &to,
                        &from, memory);
            }
        }
    }
}

#ifndef AS_HIP
static void ask_peer(int arg)
{
    struct cudaMemcpy3DPeerParms copy;
    (void)arg;
    start_device();
    struct whole to = shaped(2, &image_formats[2]);
    struct whole from = shaped(2, &image_formats[2]);
    for (int async = 0; async < 2; async++) {
        (void)whole_put(&from, true, 5);
        (void)whole_put(&to, false, 0x11);
        memset(&copy, 0, sizeof(copy));
        copy.srcArray = from.array;
        copy.dstArray = to.array;
        copy.extent = extent_of(5, 3, 2);
        copy.dstPos.z = 1;
        cudaError_t code = async ? cudaMemcpy3DPeerAsync(&copy, NULL) : cudaMemcpy3DPeer(&copy);
        answer_with(async ? "async" : "sync", code, "hash=%08x", whole_hash(&to));
        copy.dstDevice = 9;
        code = async ? cudaMemcpy3DPeerAsync(&copy, NULL) : cudaMemcpy3DPeer(&copy);
        answer(async ? "device_9_async" : "device_9", code);
    }
}

static struct cudaMemcpy3DOperand array_operand(const struct whole *whole, size_t x, size_t y,
                                                size_t z)
{
    struct cudaMemcpy3DOperand operand;
    memset(&operand, 0, sizeof(operand));
    operand.type = cudaMemcpyOperandTypeArray;
    operand.op.array.array = whole->array;
    operand.op.array.offset.x = x;
    operand.op.array.offset.y = y;
    operand.op.array.offset.z = z;
    return operand;
}

static struct cudaMemcpy3DOperand memory_operand(unsigned char *memory, size_t row, size_t layer)
{
    struct cudaMemcpy3DOperand operand;
    memset(&operand, 0, sizeof(operand));
    operand.type = cudaMemcpyOperandTypePointer;
    operand.op.ptr.ptr = memory;
    operand.op.ptr.rowLength = row;
    operand.op.ptr.layerHeight = layer;
    operand.op.ptr.locHint.type = cudaMemLocationTypeHost;
    return operand;
}

/* Batches of volumes; one operation each. */
static void ask_batch(int arg)
{
    static unsigned char memory[SPACE];
    static const size_t rows[][2] = {{0, 0}, {5, 3}, {8, 4}, {4, 3}, {5, 2}};
    struct cudaMemcpy3DBatchOp op;
    cudaStream_t stream = NULL;
    (void)arg;
    start_device();
    answer("stream", cudaStreamCreate(&stream));
    struct whole to = shaped(2, &image_formats[2]);
    struct whole from = shaped(2, &image_formats[2]);
    struct whole wide = shaped(2, &image_formats[8]);
    for (size_t way = 0; way < 4; way++) {
        for (size_t r = 0; r < 5; r++) {
            (void)whole_put(&from, true, 5);
            (void)whole_put(&to, false, 0x11);
            put_pattern(PAGEABLE, memory, SPACE);
            memset(&op, 0, sizeof(op));
            op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
            op.extent = extent_of(5, 3, 2);
            op.src = way == 0 ? memory_operand(memory, rows[r][0], rows[r][1])
                   : way == 3 ? array_operand(&wide, 1, 1, 0) : array_operand(&from, 1, 1, r);
            op.dst = way == 1 ? memory_operand(memory, rows[r][0], rows[r][1])
                              : array_operand(&to, 2, r, 1);
            cudaError_t code = cudaMemcpy3DBatchAsync(1, &op, 0, stream);
            answer_with(label("way_%zu_rows_%zu", way, r), code, "array=%08x memory=%08x",
                        whole_hash(&to), hash_of(PAGEABLE, memory, SPACE));
        }
    }
}
#endif

const struct question array_box_questions[] = {
    {"image.box_1d", ask_places, 0},
    {"image.box_2d", ask_places, 1},
    {"image.box_3d", ask_places, 2},
    {"image.box_1d_layered", ask_places, 3},
    {"image.box_2d_layered", ask_places, 4},
    {"image.box_cubemap", ask_places, 5},
    {"image.box_cubemap_layered", ask_places, 6},
    {"image.box_change_to", ask_change, TO_ARRAY},
    {"image.box_change_from", ask_change, FROM_ARRAY},
    {"image.box_change_between", ask_change, ARRAY_TO_ARRAY},
    {"image.box_null", ask_null, 0},
    {"image.box_texels", ask_texels, 0},
    {"image.box_shapes", ask_shapes, 0},
    {"image.box_itself", ask_itself, 0},
    {"image.box_blocks", ask_blocks, 0},
#ifndef AS_HIP
    {"image.box_peer", ask_peer, 0},
    {"image.box_batch", ask_batch, 0},
#endif
    {NULL, NULL, 0},
};
