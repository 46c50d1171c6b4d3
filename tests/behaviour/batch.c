/* Questions about batches of copies: attributes, indices, what is copied when one is bad. */
#include "behaviour.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef AS_HIP
const struct question batch_questions[] = {{NULL, NULL, 0}};
#else

#define BYTES 4096u
#define COPIES 3

struct batch {
    void *to[COPIES];
    const void *from[COPIES];
    size_t sizes[COPIES];
    size_t count;
    struct cudaMemcpyAttributes attributes[COPIES];
    size_t indices[COPIES];
    size_t attribute_count;
    cudaStream_t stream;
};

static void good_batch(struct batch *b)
{
    memset(b, 0, sizeof(*b));
    for (int i = 0; i < COPIES; i++) {
        unsigned char *source = obtain(DEVICE, BYTES);
        unsigned char *target = obtain(DEVICE, BYTES);
        put_value(DEVICE, source, BYTES, 0x31 + i);
        put_value(DEVICE, target, BYTES, 0x11);
        b->to[i] = target;
        b->from[i] = source;
        b->sizes[i] = BYTES;
        b->attributes[i].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    }
    b->count = COPIES;
    b->attribute_count = 1;
    (void)cudaStreamCreateWithFlags(&b->stream, cudaStreamNonBlocking);
}

enum change {
    GOOD, COUNT_0, COUNT_0_NULLS, NULL_TO, NULL_FROM, NULL_SIZES, NULL_ATTRIBUTES, NULL_INDICES,
    NO_ATTRIBUTES, NO_ATTRIBUTES_NULLS, MORE_ATTRIBUTES, FIRST_INDEX_1, INDICES_SAME,
    INDICES_FALLING, INDEX_PAST, TWO_ATTRIBUTES, ORDER_0, ORDER_2, ORDER_3, ORDER_4, FLAGS_1,
    FLAGS_2, FLAGS_MAX, NULL_STREAM, LEGACY_STREAM, PER_THREAD_STREAM, ONE_NULL_TO, ONE_NULL_FROM,
    ONE_SIZE_0, ONE_TOO_LONG, ONE_GARBAGE, ALL_SIZES_0, SAME_TARGET, HINT_DEVICE_1000,
    HINT_BAD_TYPE, FROM_PAGEABLE, TO_PAGEABLE, FROM_PINNED, BOTH_PAGEABLE
};

static void change_attributes(struct batch *b, enum change change)
{
    switch ((int)change) {
    case MORE_ATTRIBUTES: b->attribute_count = COPIES + 1; break;
    case FIRST_INDEX_1: b->indices[0] = 1; break;
    case INDICES_SAME: b->attribute_count = 2; break;
    case INDICES_FALLING: b->attribute_count = 3; b->indices[1] = 2; b->indices[2] = 1; break;
    case INDEX_PAST: b->attribute_count = 2; b->indices[1] = COPIES; break;
    case TWO_ATTRIBUTES: b->attribute_count = 2; b->indices[1] = 1; break;
    case ORDER_0: b->attributes[0].srcAccessOrder = (enum cudaMemcpySrcAccessOrder)0; break;
    case ORDER_2: b->attributes[0].srcAccessOrder = (enum cudaMemcpySrcAccessOrder)2; break;
    case ORDER_3: b->attributes[0].srcAccessOrder = (enum cudaMemcpySrcAccessOrder)3; break;
    case ORDER_4: b->attributes[0].srcAccessOrder = (enum cudaMemcpySrcAccessOrder)4; break;
    case FLAGS_1: b->attributes[0].flags = 1; break;
    case FLAGS_2: b->attributes[0].flags = 2; break;
    case FLAGS_MAX: b->attributes[0].flags = 0xffffffff; break;
    case HINT_DEVICE_1000:
        b->attributes[0].srcLocHint.type = cudaMemLocationTypeDevice;
        b->attributes[0].srcLocHint.id = 1000;
        break;
    case HINT_BAD_TYPE: b->attributes[0].dstLocHint.type = (enum cudaMemLocationType)9; break;
    default: break;
    }
}

static void change_copies(struct batch *b, enum change change)
{
    switch ((int)change) {
    case COUNT_0:
    case COUNT_0_NULLS: b->count = 0; break;
    case NULL_STREAM: b->stream = NULL; break;
    case LEGACY_STREAM: b->stream = numbered_stream(1); break;
    case PER_THREAD_STREAM: b->stream = numbered_stream(2); break;
    case ONE_NULL_TO: b->to[1] = NULL; break;
    case ONE_NULL_FROM: b->from[1] = NULL; break;
    case ONE_SIZE_0: b->sizes[1] = 0; break;
    case ONE_TOO_LONG: b->sizes[1] = (size_t)1 << 36; break;
    case ONE_GARBAGE: b->to[1] = GARBAGE; break;
    case ALL_SIZES_0: memset(b->sizes, 0, sizeof(b->sizes)); break;
    case SAME_TARGET: b->to[1] = b->to[0]; b->from[1] = b->from[0]; break;
    case BOTH_PAGEABLE: b->to[1] = calloc(1, BYTES); /* fallthrough */
    case FROM_PAGEABLE: b->from[1] = calloc(1, BYTES); break;
    case TO_PAGEABLE: b->to[1] = calloc(1, BYTES); break;
    case FROM_PINNED: b->from[1] = obtain(PINNED, BYTES); break;
    case NO_ATTRIBUTES:
    case NO_ATTRIBUTES_NULLS: b->attribute_count = 0; break;
    default: change_attributes(b, change); break;
    }
}

static void ask_batch(int which)
{
    enum change change = (enum change)which;
    struct batch b;
    unsigned char *targets[COPIES];
    start_device();
    good_batch(&b);
    memcpy(targets, b.to, sizeof(targets));
    change_copies(&b, change);
    bool nulls = change == COUNT_0_NULLS;
    bool bare = change == NO_ATTRIBUTES_NULLS || nulls;
    cudaError_t code = cudaMemcpyBatchAsync(
        nulls || change == NULL_TO ? NULL : b.to, nulls || change == NULL_FROM ? NULL : b.from,
        nulls || change == NULL_SIZES ? NULL : b.sizes, b.count,
        bare || change == NULL_ATTRIBUTES ? NULL : b.attributes,
        bare || change == NULL_INDICES ? NULL : b.indices, b.attribute_count, b.stream);
    answer("batch", code);
    answer("synchronize", cudaDeviceSynchronize());
    for (int i = 0; i < COPIES; i++)
        note(label("copied_%d", i), "%s",
             holds_value(DEVICE, targets[i], BYTES, 0x31 + i)   ? "yes"
             : holds_value(DEVICE, targets[i], BYTES, 0x11) ? "no" : "something else");
}

static struct cudaMemcpy3DBatchOp box_of(void *to, void *from)
{
    struct cudaMemcpy3DBatchOp box;
    memset(&box, 0, sizeof(box));
    box.src.type = box.dst.type = cudaMemcpyOperandTypePointer;
    box.src.op.ptr.ptr = from;
    box.src.op.ptr.rowLength = 64;
    box.src.op.ptr.layerHeight = 8;
    box.dst.op.ptr.ptr = to;
    box.dst.op.ptr.rowLength = 48;
    box.dst.op.ptr.layerHeight = 10;
    box.extent.width = 40;
    box.extent.height = 7;
    box.extent.depth = 3;
    box.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    return box;
}

static void box_batch(const char *name, struct cudaMemcpy3DBatchOp *boxes, size_t count,
                      unsigned char *to, cudaStream_t stream)
{
    put_value(DEVICE, to, BYTES, 0x11);
    (void)cudaDeviceSynchronize();
    cudaError_t code = cudaMemcpy3DBatchAsync(count, boxes, 0, stream);
    cudaError_t end = cudaDeviceSynchronize();
    if (end != cudaSuccess)
        answer(label("%s_synchronize", name), end);
    answer_with(name, code, "hash=%08x", hash_of(DEVICE, to, BYTES));
}

static void ask_boxes(int arg)
{
    (void)arg;
    cudaStream_t stream = NULL;
    start_device();
    unsigned char *to = obtain(DEVICE, BYTES);
    unsigned char *from = obtain(DEVICE, BYTES);
    put_pattern(DEVICE, from, BYTES);
    answer("stream", cudaStreamCreate(&stream));
    struct cudaMemcpy3DBatchOp boxes[2] = {box_of(to, from), box_of(to + 2000, from + 100)};
    box_batch("good", boxes, 2, to, stream);
    box_batch("count_0", boxes, 0, to, stream);
    box_batch("null", NULL, 1, to, stream);
    box_batch("null_count_0", NULL, 0, to, stream);
    box_batch("null_stream", boxes, 2, to, NULL);
    answer("flags_1", cudaMemcpy3DBatchAsync(2, boxes, 1, stream));
    boxes[0].dst.op.ptr.rowLength = boxes[0].dst.op.ptr.layerHeight = 0;
    box_batch("tight", boxes, 1, to, stream);
    boxes[0].dst.op.ptr.rowLength = 30;
    box_batch("row_small", boxes, 1, to, stream);
    boxes[0] = box_of(to, from);
    boxes[0].dst.op.ptr.layerHeight = 5;
    box_batch("layer_small", boxes, 1, to, stream);
    boxes[0] = box_of(to, from);
    boxes[0].extent.width = 0;
    box_batch("width_0", boxes, 1, to, stream);
    boxes[0] = box_of(to, from);
    boxes[0].extent.depth = 1000000;
    box_batch("beyond", boxes, 2, to, stream);
    boxes[0] = box_of(NULL, from);
    box_batch("null_to", boxes, 2, to, stream);
    for (int type = -1; type < 4; type++) {
        boxes[0] = box_of(to, from);
        boxes[0].dst.type = (enum cudaMemcpy3DOperandType)type;
        if (type == 2)
            boxes[0].dst.op.array.array = NULL;
        box_batch(label("type_%d", type), boxes, 1, to, stream);
        boxes[0] = box_of(to, from);
        boxes[0].srcAccessOrder = (enum cudaMemcpySrcAccessOrder)(type + 1);
        box_batch(label("order_%d", type + 1), boxes, 1, to, stream);
        boxes[0] = box_of(to, from);
        boxes[0].flags = (unsigned int)(type + 1);
        box_batch(label("box_flags_%d", type + 1), boxes, 1, to, stream);
    }
}

#define BATCH(change, name) {"batch." name, ask_batch, change}

const struct question batch_questions[] = {
    BATCH(GOOD, "good"), BATCH(COUNT_0, "count_0"), BATCH(COUNT_0_NULLS, "count_0_nulls"),
    BATCH(NULL_TO, "null_to"), BATCH(NULL_FROM, "null_from"), BATCH(NULL_SIZES, "null_sizes"),
    BATCH(NULL_ATTRIBUTES, "null_attributes"), BATCH(NULL_INDICES, "null_indices"),
    BATCH(NO_ATTRIBUTES, "no_attributes"), BATCH(NO_ATTRIBUTES_NULLS, "no_attributes_nulls"),
    BATCH(MORE_ATTRIBUTES, "more_attributes"), BATCH(FIRST_INDEX_1, "first_index_1"),
    BATCH(INDICES_SAME, "indices_same"), BATCH(INDICES_FALLING, "indices_falling"),
    BATCH(INDEX_PAST, "index_past"), BATCH(TWO_ATTRIBUTES, "two_attributes"),
    BATCH(ORDER_0, "order_0"), BATCH(ORDER_2, "order_2"), BATCH(ORDER_3, "order_3"),
    BATCH(ORDER_4, "order_4"), BATCH(FLAGS_1, "flags_1"), BATCH(FLAGS_2, "flags_2"),
    BATCH(FLAGS_MAX, "flags_max"), BATCH(NULL_STREAM, "null_stream"),
    BATCH(LEGACY_STREAM, "legacy_stream"), BATCH(PER_THREAD_STREAM, "per_thread_stream"),
    BATCH(ONE_NULL_TO, "one_null_to"), BATCH(ONE_NULL_FROM, "one_null_from"),
    BATCH(ONE_SIZE_0, "one_size_0"), BATCH(ONE_TOO_LONG, "one_too_long"),
    BATCH(ONE_GARBAGE, "one_garbage"), BATCH(ALL_SIZES_0, "all_sizes_0"),
    BATCH(SAME_TARGET, "same_target"), BATCH(HINT_DEVICE_1000, "hint_device_1000"),
    BATCH(HINT_BAD_TYPE, "hint_bad_type"), BATCH(FROM_PAGEABLE, "from_pageable"),
    BATCH(TO_PAGEABLE, "to_pageable"), BATCH(FROM_PINNED, "from_pinned"),
    BATCH(BOTH_PAGEABLE, "both_pageable"),
    {"batch.boxes", ask_boxes, 0},
    {NULL, NULL, 0},
};
#endif
