/** The ends of copies to, from and between arrays. */
#ifndef GI_ARRAY_COPY_H
#define GI_ARRAY_COPY_H

#include "array.h"
#include "copy.h"

/** One side of a copy: a place in an array, or, where array is 0, in memory. */
struct gi_array_operand {
    gi_handle array;             /* of one level */
    uint64_t x, y, z;            /* in the array: texels (blocks, where it is compressed); z counts
                                    slices, layers or faces */
    struct gi_box_operand memory;    /* where array is 0: any alignment */
};

/** Texels of a copy; of arrays that are compressed, blocks. */
struct gi_texel_box {
    uint64_t width, height, depth;
};

struct gi_operands;

/** Resolves both ends of a copy, of which one at least is an array; two have elements of the same
 *  size. The box is not empty.
 *  Owner:  the caller releases the ends.
 *  Errors: GI_STALE_HANDLE; GI_INVALID_VALUE for a box that leaves an end, with the field and the
 *          limit; GI_INVALID_PITCH; GI_INVALID_COPY_DIRECTION; then nothing is to be released. */
GI_MUST_CHECK gi_status gi_array_ends_resolve(struct gi_operands *ends,
                                              const struct gi_array_operand *dst,
                                              const struct gi_array_operand *src,
                                              const struct gi_texel_box *box, int kind);

#endif
