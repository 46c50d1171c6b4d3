/** Operands of copies to, from and between arrays.
 *
 *  Threads: any. */
#ifndef GI_ARRAY_COPY_H
#define GI_ARRAY_COPY_H

#include "arrays/array.h"
#include "copy.h"

/** The layout of an array's texels in rows. */
struct gi_array_layout {
    uint64_t texel_bytes;        /* of a block, if compressed; 1 for memory */
    uint64_t row_bytes;          /* of a row of texels or blocks */
    uint64_t rows, slices;
    uint32_t block_width, block_height;  /* texels */
};

/** One operand of a copy, with its numbers in bytes: a position in an array, or a box in memory. */
struct gi_copy_operand {
    const char *name;            /* in error sentences */
    gi_handle array;             /* of one level; 0: memory */
    struct gi_array_layout layout;       /* of the array */
    uint64_t x_bytes, y, z;      /* position in the array; y counts rows of texels or of compressed
                                    blocks, z counts slices, layers or faces */
    struct gi_box_operand memory;        /* if array is 0; any alignment */
};

/** A copy of one box of bytes. */
struct gi_copy_box {
    struct gi_copy_operand dst, src;
    struct gi_box box;
};

/** The layout of an array. name names the operand in error sentences.
 *  Errors: GI_INVALID_HANDLE, also for 0. */
GI_MUST_CHECK gi_status gi_array_layout_of(gi_handle array, const char *name,
                                           struct gi_array_layout *out_layout);

struct gi_operands;

/** Resolves both operands of a copy. Two arrays must have elements of one size. The box must not
 *  be empty, and cuts no texel of an array.
 *  Owner:  the caller releases the operands.
 *  Errors: GI_STALE_HANDLE; GI_INVALID_VALUE with the field and the limit, if the box leaves an
 *          operand; GI_INVALID_PITCH; GI_INVALID_COPY_DIRECTION. After an error there is nothing
 *          to release. */
GI_MUST_CHECK gi_status gi_copy_operands_resolve(struct gi_operands *operands,
                                                 const struct gi_copy_operand *dst,
                                                 const struct gi_copy_operand *src,
                                                 const struct gi_box *box, int kind);

#endif
