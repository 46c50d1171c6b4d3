/** Operands of copies to, from and between arrays.
 *
 *  Threads: any. */
#ifndef GI_ARRAY_COPY_H
#define GI_ARRAY_COPY_H

#include "array.h"
#include "copy.h"

/** One side of a copy: a position in an array or, if array is 0, memory. */
struct gi_array_operand {
    gi_handle array;             /* of one level */
    uint64_t x, y, z;            /* position in the array, in texels or compressed blocks; z
                                    counts slices, layers or faces */
    struct gi_box_operand memory;    /* if array is 0; any alignment */
};

/** The extent of a copy in texels, or in blocks of a compressed array. */
struct gi_texel_box {
    uint64_t width, height, depth;
};

struct gi_operands;

/** Resolves both operands of a copy that has at least one array. Two arrays must have elements
 *  of one size. The box must not be empty.
 *  Owner:  the caller releases the operands.
 *  Errors: GI_STALE_HANDLE; GI_INVALID_VALUE with the field and the limit, if the box leaves an
 *          operand; GI_INVALID_PITCH; GI_INVALID_COPY_DIRECTION. After an error there is nothing
 *          to release. */
GI_MUST_CHECK gi_status gi_array_operands_resolve(struct gi_operands *operands,
                                                  const struct gi_array_operand *dst,
                                                  const struct gi_array_operand *src,
                                                  const struct gi_texel_box *box, int kind);

#endif
