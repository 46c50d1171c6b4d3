/** Copies of boxes of bytes where arrays take part. A texel may be cut, and two arrays may have
 *  texels of different sizes: devices copy whole texels, so such bytes go through memory of the
 *  library's own, with the texels around them. */
#ifndef GI_COPY_BYTES_H
#define GI_COPY_BYTES_H

#include "copy_call.h"

/** What a copy has to know of an array. */
struct gi_array_layout {
    uint64_t texel_bytes;        /* of a block, where it is compressed; of memory: 1 */
    uint64_t row_bytes;          /* of a row of texels or blocks */
    uint64_t rows, slices;
    uint32_t block_width, block_height;  /* texels */
};

/** One side: a place in an array, or in memory. */
struct gi_byte_operand {
    const char *name;            /* in sentences */
    gi_handle array;             /* of one level; 0: memory */
    struct gi_array_layout layout;       /* of the array */
    uint64_t x_bytes, y, z;      /* where the box begins in the array */
    struct gi_box_operand memory;    /* where array is 0 */
};

/** The layout of an array; name is the side's in sentences.
 *  Errors: GI_INVALID_HANDLE, also for 0. */
GI_MUST_CHECK gi_status gi_array_layout_of(gi_handle array, const char *name,
                                           struct gi_array_layout *out_layout);

/** Copies a box that is not empty. Other texels keep what they hold; work of other streams on the
 *  rest of a texel that is cut is lost, as on the same bytes.
 *  Errors: those of gi_copy. One that is refused has copied nothing. */
GI_MUST_CHECK gi_status gi_copy_bytes(struct gi_copy_call *call, const struct gi_byte_operand *dst,
                                      const struct gi_byte_operand *src, const struct gi_box *box,
                                      int kind);

#endif
