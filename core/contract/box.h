/** Boxes of bytes: slices of rows in linear memory, and the arithmetic of their offsets. Pure.
 *  Threads: any. */
#ifndef GI_BOX_H
#define GI_BOX_H

#include "base/status.h"

/** A linear range has height and depth 1. */
struct gi_box {
    uint64_t width_bytes;        /* of a row */
    uint64_t height;             /* rows of a slice */
    uint64_t depth;              /* slices */
};

/** Distances from one row or slice to the next, from first byte to first byte. */
struct gi_strides {
    uint64_t row_bytes;          /* not used if height is 1 */
    uint64_t slice_bytes;        /* not used if depth is 1 */
};

static inline struct gi_box gi_box_linear(uint64_t size_bytes)
{
    return (struct gi_box){ size_bytes, 1, 1 };
}

static inline bool gi_box_is_empty(const struct gi_box *box)
{
    return box->width_bytes == 0 || box->height == 0 || box->depth == 0;
}

static inline uint64_t gi_box_bytes(const struct gi_box *box)
{
    return box->width_bytes * box->height * box->depth;
}

/** The offset of byte x in row y of slice z, from the first byte of the box. */
static inline uint64_t gi_box_offset(const struct gi_strides *strides, uint64_t x, uint64_t y,
                                     uint64_t z)
{
    return x + y * strides->row_bytes + z * strides->slice_bytes;
}

/** Checks that rows and slices do not overlap, and returns the span: the bytes from the box's first
 *  to its last. The box is not empty. Messages name the argument by what.
 *  Errors: GI_INVALID_PITCH for rows that overlap; GI_INVALID_VALUE for slices that overlap, and
 *          for an overflow. */
GI_MUST_CHECK gi_status gi_box_check(const struct gi_box *box, const struct gi_strides *strides,
                                     const char *what, uint64_t *out_span_bytes);

/** The span that gi_box_check gives, of a box that was checked. */
uint64_t gi_box_span(const struct gi_box *box, const struct gi_strides *strides);

/** gi_box_simplify for several rows. */
void gi_box_simplify_rows(struct gi_box *box, struct gi_strides *a, struct gi_strides *b);

/** Merges rows and slices that follow each other without a gap on both sides. Strides that are not
 *  used become 0. Afterwards a depth above 1 implies a height above 1. b may be NULL. The box was
 *  checked with both strides. */
static inline void gi_box_simplify(struct gi_box *box, struct gi_strides *a, struct gi_strides *b)
{
    if (box->height != 1 || box->depth != 1) {
        gi_box_simplify_rows(box, a, b);
        return;
    }
    *a = (struct gi_strides){ 0, 0 };
    if (b != NULL)
        *b = (struct gi_strides){ 0, 0 };
}

/** Whether two boxes of the same extent may share a byte. Exact for boxes of equal strides. For
 *  others it is true if their spans overlap. */
bool gi_box_meets(const struct gi_box *box, uint64_t a, const struct gi_strides *a_strides,
                  uint64_t b, const struct gi_strides *b_strides);

/** Copies a box on the host. Overlapping boxes of equal strides are copied in the safe
 *  direction. */
void gi_box_move(void *dst, const struct gi_strides *dst_strides, const void *src,
                 const struct gi_strides *src_strides, const struct gi_box *box);

/** A part of a box, and its position in the whole. */
struct gi_box_part {
    uint64_t x_bytes, y, z;
    struct gi_box box;
};

/** Steps to the next part of at most limit_bytes: whole slices if they fit, else whole rows, else
 *  ranges of one row. A zeroed part gives the first one. False: there are no more. */
bool gi_box_next_part(const struct gi_box *whole, uint64_t limit_bytes, struct gi_box_part *part);

#endif
