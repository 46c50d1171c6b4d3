/** Short forms of the core's copies and fills: what most tests say of one, in one line. "now" is
 *  the legacy default stream, "async" a stream that is named. Boxes and arrays are given as the
 *  core has them below gi_copy, with strides of any size. */
#ifndef TESTS_COPIES_H
#define TESTS_COPIES_H

#include "ops/copy_call.h"

static inline gi_status gi_copy_now(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind)
{
    return gi_copy_linear(dst, src, size_bytes, kind, gi_in_legacy());
}

static inline gi_status gi_copy_async(uint64_t dst, uint64_t src, uint64_t size_bytes, int kind,
                                      gi_handle stream)
{
    return gi_copy_linear(dst, src, size_bytes, kind, gi_in_stream(stream));
}

static inline gi_status gi_fill_now(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes,
                                    uint64_t count)
{
    return gi_fill_linear(dst, pattern, pattern_bytes, count, gi_in_legacy());
}

static inline gi_status gi_fill_async(uint64_t dst, uint32_t pattern, uint32_t pattern_bytes,
                                      uint64_t count, gi_handle stream)
{
    return gi_fill_linear(dst, pattern, pattern_bytes, count, gi_in_stream(stream));
}

/* ---- boxes ---------------------------------------------------------------------------------- */

static inline gi_status gi_copy_box_in(const struct gi_box_operand *dst,
                                       const struct gi_box_operand *src,
                                       const struct gi_box *box, int kind,
                                       struct gi_copy_order order)
{
    struct gi_copy_call call = gi_copy_call_of(order);
    gi_status status = gi_copy_call_memory(&call, dst, src, box, kind);

    gi_copy_call_end(&call);
    return status;
}

static inline gi_status gi_copy_box(const struct gi_box_operand *dst,
                                    const struct gi_box_operand *src,
                                    const struct gi_box *box, int kind)
{
    return gi_copy_box_in(dst, src, box, kind, gi_in_legacy());
}

static inline gi_status gi_copy_box_per_thread(const struct gi_box_operand *dst,
                                               const struct gi_box_operand *src,
                                               const struct gi_box *box, int kind)
{
    return gi_copy_box_in(dst, src, box, kind, gi_in_thread());
}

static inline gi_status gi_copy_box_async(const struct gi_box_operand *dst,
                                          const struct gi_box_operand *src,
                                              const struct gi_box *box,
                                          int kind, gi_handle stream)
{
    return gi_copy_box_in(dst, src, box, kind, gi_in_stream(stream));
}

static inline gi_status gi_fill_box(const struct gi_box_operand *dst, uint32_t pattern,
                                    uint32_t pattern_bytes, const struct gi_box *box)
{
    return gi_fill(&(struct gi_fill){ *dst, *box, pattern, pattern_bytes }, gi_in_legacy());
}

static inline gi_status gi_fill_box_async(const struct gi_box_operand *dst, uint32_t pattern,
                                          uint32_t pattern_bytes, const struct gi_box *box,
                                          gi_handle stream)
{
    return gi_fill(&(struct gi_fill){ *dst, *box, pattern, pattern_bytes }, gi_in_stream(stream));
}

/* ---- arrays --------------------------------------------------------------------------------- */

/** An operand with its position in texels or blocks of the array, or memory. */
struct gi_array_operand {
    gi_handle array;
    uint64_t x, y, z;
    struct gi_box_operand memory;
};

struct gi_texel_box {
    uint64_t width, height, depth;
};

/** As the core has it. Of an array that is none the texels have one byte. */
static inline struct gi_copy_operand gi_operand_in_bytes(const struct gi_array_operand *operand,
                                                         const char *name)
{
    struct gi_copy_operand bytes = { .name = name, .array = operand->array, .y = operand->y,
                                     .z = operand->z, .memory = operand->memory };

    if (operand->array == 0 ||
        gi_array_layout_of(operand->array, name, &bytes.layout) != GI_OK)
        bytes.layout.texel_bytes = 1;
    if (__builtin_mul_overflow(operand->x, bytes.layout.texel_bytes, &bytes.x_bytes))
        bytes.x_bytes = UINT64_MAX;
    return bytes;
}

static inline gi_status gi_array_copy_in(const struct gi_array_operand *dst,
                                         const struct gi_array_operand *src,
                                         const struct gi_texel_box *box, int kind,
                                         struct gi_copy_order order)
{
    struct gi_copy_operand to = gi_operand_in_bytes(dst, "copy: dst");
    struct gi_copy_operand from = gi_operand_in_bytes(src, "copy: src");
    struct gi_copy_call call = gi_copy_call_of(order);
    struct gi_box bytes = { box->width, box->height, box->depth };
    gi_status status;

    bytes.width_bytes *= to.array != 0 ? to.layout.texel_bytes : from.layout.texel_bytes;
    status = gi_copy_call_box(&call, &to, &from, &bytes, kind);
    gi_copy_call_end(&call);
    return status;
}

static inline gi_status gi_array_copy(const struct gi_array_operand *dst,
                                      const struct gi_array_operand *src,
                                      const struct gi_texel_box *box, int kind)
{
    return gi_array_copy_in(dst, src, box, kind, gi_in_legacy());
}

static inline gi_status gi_array_copy_async(const struct gi_array_operand *dst,
                                            const struct gi_array_operand *src,
                                            const struct gi_texel_box *box, int kind,
                                            gi_handle stream)
{
    return gi_array_copy_in(dst, src, box, kind, gi_in_stream(stream));
}

#endif
