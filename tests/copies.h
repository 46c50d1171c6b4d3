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

static inline gi_status gi_copy_box_in(const struct gi_copy_side *dst,
                                       const struct gi_copy_side *src,
                                       const struct gi_box *box, int kind,
                                       struct gi_copy_order order)
{
    const struct gi_copy copy = {
        .measure = GI_COPY_BOX, .dst = *dst, .src = *src, .width = box->width_bytes,
        .height = box->height, .depth = box->depth, .kind = kind,
    };

    return gi_copy(&copy, order);
}

static inline gi_status gi_copy_box(const struct gi_copy_side *dst,
                                    const struct gi_copy_side *src,
                                    const struct gi_box *box, int kind)
{
    return gi_copy_box_in(dst, src, box, kind, gi_in_legacy());
}

static inline gi_status gi_copy_box_per_thread(const struct gi_copy_side *dst,
                                               const struct gi_copy_side *src,
                                               const struct gi_box *box, int kind)
{
    return gi_copy_box_in(dst, src, box, kind, gi_in_thread());
}

static inline gi_status gi_copy_box_async(const struct gi_copy_side *dst,
                                          const struct gi_copy_side *src,
                                              const struct gi_box *box,
                                          int kind, gi_handle stream)
{
    return gi_copy_box_in(dst, src, box, kind, gi_in_stream(stream));
}

static inline gi_status gi_fill_box(const struct gi_copy_side *dst, uint32_t pattern,
                                    uint32_t pattern_bytes, const struct gi_box *box)
{
    return gi_fill(&(struct gi_fill){ *dst, *box, pattern, pattern_bytes }, gi_in_legacy());
}

static inline gi_status gi_fill_box_async(const struct gi_copy_side *dst, uint32_t pattern,
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
    struct gi_copy_side memory;
};

struct gi_texel_box {
    uint64_t width, height, depth;
};

/** As the core has it, and the size of texels. Of an array that is none they have one byte. */
static inline struct gi_copy_side gi_operand_in_bytes(const struct gi_array_operand *operand,
                                                      const char *name, uint64_t *out_texel_bytes)
{
    struct gi_copy_side bytes = operand->memory;
    struct gi_array_layout layout;

    bytes.name = name;
    *out_texel_bytes = 1;
    if (operand->array == 0)
        return bytes;
    if (gi_array_layout_of(operand->array, name, &layout) == GI_OK)
        *out_texel_bytes = layout.texel_bytes;
    bytes = (struct gi_copy_side){ .name = name, .declared = GI_DECLARED_ARRAY,
                                   .array = operand->array, .y = operand->y, .z = operand->z };
    if (__builtin_mul_overflow(operand->x, *out_texel_bytes, &bytes.x))
        bytes.x = UINT64_MAX;
    return bytes;
}

static inline gi_status gi_array_copy_in(const struct gi_array_operand *dst,
                                         const struct gi_array_operand *src,
                                         const struct gi_texel_box *box, int kind,
                                         struct gi_copy_order order)
{
    uint64_t to_bytes, from_bytes;
    struct gi_copy copy = {
        .measure = GI_COPY_BOX, .dst = gi_operand_in_bytes(dst, "copy: dst", &to_bytes),
        .src = gi_operand_in_bytes(src, "copy: src", &from_bytes), .height = box->height,
        .depth = box->depth, .kind = kind,
    };

    copy.width = box->width * (dst->array != 0 ? to_bytes : from_bytes);
    return gi_copy(&copy, order);
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
