/** Copies of boxes of bytes to, from and between arrays. A box may begin or end within a texel,
 *  and two arrays may have texels of different sizes. Devices copy whole texels. So the library
 *  copies the texels around the box to its own memory, and the bytes from there.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_COPY_BYTES_H
#define GI_COPY_BYTES_H

#include "copy_call.h"

/** The layout of an array's texels in rows. */
struct gi_array_layout {
    uint64_t texel_bytes;        /* of a block, if compressed; 1 for memory */
    uint64_t row_bytes;          /* of a row of texels or blocks */
    uint64_t rows, slices;
    uint32_t block_width, block_height;  /* texels */
};

/** One operand: a position in an array, or memory. */
struct gi_byte_operand {
    const char *name;            /* in error sentences */
    gi_handle array;             /* of one level; 0: memory */
    struct gi_array_layout layout;       /* of the array */
    uint64_t x_bytes, y, z;      /* where the box begins in the array */
    struct gi_box_operand memory;    /* if array is 0 */
};

/** The layout of an array. name names the operand in error sentences.
 *  Errors: GI_INVALID_HANDLE, also for 0. */
GI_MUST_CHECK gi_status gi_array_layout_of(gi_handle array, const char *name,
                                           struct gi_array_layout *out_layout);

/** Copies a box that is not empty. Other texels keep their values. If other streams write at the
 *  same time to other bytes of a texel that the box cuts, their writes are lost.
 *  Errors: those of gi_copy. After an argument error nothing was copied. */
GI_MUST_CHECK gi_status gi_copy_bytes(struct gi_copy_call *call, const struct gi_byte_operand *dst,
                                      const struct gi_byte_operand *src, const struct gi_box *box,
                                      int kind);

#endif
