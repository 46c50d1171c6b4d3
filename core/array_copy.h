/** Copies to, from and between arrays. */
#ifndef GI_ARRAY_COPY_H
#define GI_ARRAY_COPY_H

#include "array.h"
#include "copy.h"

/** One side of a copy: a place in an array, or, where array is 0, in memory. */
struct gi_array_end {
    gi_handle array;             /* of one level */
    uint64_t x, y, z;            /* in the array: texels (blocks, where it is compressed); z counts
                                    slices, layers or faces */
    struct gi_box_end memory;    /* where array is 0: any alignment */
};

/** Texels of a copy; of arrays that are compressed, blocks. */
struct gi_texel_box {
    uint64_t width, height, depth;
};

/** Whether such a copy would be taken; nothing is copied. The box is not empty.
 *  Errors: as gi_array_copy. */
GI_MUST_CHECK gi_status gi_array_copy_check(const struct gi_array_end *dst,
                                            const struct gi_array_end *src,
                                            const struct gi_texel_box *box, int kind);

/** Copies a box on the legacy default stream and waits for it where an end is host memory. Both
 *  arrays, if there are two, have elements of the same size. kind is taken as int so that a value
 *  out of range can be told. Nothing happens if any size of the box is 0.
 *  Errors: GI_STALE_HANDLE; GI_INVALID_VALUE for a box that leaves an end, with the field and
 *          the limit; GI_INVALID_PITCH; GI_INVALID_COPY_DIRECTION. */
GI_MUST_CHECK gi_status gi_array_copy(const struct gi_array_end *dst,
                                      const struct gi_array_end *src,
                                      const struct gi_texel_box *box, int kind);

/** The same in a stream; returns before it is done, except as gi_copy_async does. */
GI_MUST_CHECK gi_status gi_array_copy_async(const struct gi_array_end *dst,
                                            const struct gi_array_end *src,
                                            const struct gi_texel_box *box, int kind,
                                            gi_handle stream);

/** As gi_array_copy in the calling thread's default stream. */
GI_MUST_CHECK gi_status gi_array_copy_per_thread(const struct gi_array_end *dst,
                                                 const struct gi_array_end *src,
                                                 const struct gi_texel_box *box, int kind);

#endif
