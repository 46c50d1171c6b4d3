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

/** The layout of an array. name names the operand in error sentences.
 *  Errors: GI_INVALID_HANDLE, also for 0. */
GI_MUST_CHECK gi_status gi_array_layout_of(gi_handle array, const char *name,
                                           struct gi_array_layout *out_layout);

struct gi_operation_copy;

/** Resolves both operands of a GI_COPY_BOX. Two arrays must have elements of one size. The box must
 *  not be empty, and cuts no texel of an array.
 *  Owner:  the caller releases the operands.
 *  Errors: GI_STALE_HANDLE; GI_INVALID_VALUE with the field and the limit, if the box leaves an
 *          operand; GI_INVALID_PITCH; GI_INVALID_COPY_DIRECTION. After an error there is nothing
 *          to release. */
GI_MUST_CHECK gi_status gi_copy_operands_resolve(struct gi_operation_copy *operands,
                                                 const struct gi_copy *copy);

#endif
