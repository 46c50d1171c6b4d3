/** Boxes of bytes: slices of rows in linear memory, and the arithmetic of where they lie. Pure. */
#ifndef GI_BOX_H
#define GI_BOX_H

#include "base/status.h"

/** A linear range has height and depth 1. */
struct gi_box {
    uint64_t width_bytes;        /* of a row */
    uint64_t height;             /* rows of a slice */
    uint64_t depth;              /* slices */
};

/** From the first byte of a row or slice to the first of the next. */
struct gi_strides {
    uint64_t row_bytes;          /* means nothing where height is 1 */
    uint64_t slice_bytes;        /* means nothing where depth is 1 */
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

/** Where byte x of row y of slice z is, from the first byte of the box on. */
static inline uint64_t gi_box_offset(const struct gi_strides *strides, uint64_t x, uint64_t y,
                                     uint64_t z)
{
    return x + y * strides->row_bytes + z * strides->slice_bytes;
}

/** Whether rows and slices lie apart, and how many bytes there are from the first of the box to its
 *  last. The box is not empty. what names the argument in sentences.
 *  Errors: GI_INVALID_PITCH for rows that overlap; GI_INVALID_VALUE for slices that do, and for
 *          numbers that overflow. */
GI_MUST_CHECK gi_status gi_box_check(const struct gi_box *box, const struct gi_strides *strides,
                                     const char *what, uint64_t *out_span_bytes);

/** The same span, of a box that has been checked. */
uint64_t gi_box_span(const struct gi_box *box, const struct gi_strides *strides);

/** gi_box_simplify of several rows. */
void gi_box_simplify_rows(struct gi_box *box, struct gi_strides *a, struct gi_strides *b);

/** Says the same with fewer slices and rows where they follow each other without a gap at both
 *  ends; strides that mean nothing become 0. b may be NULL. Afterwards a depth past 1 has a height
 *  past 1 with it. The box has been checked with both. */
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

/** Whether two boxes of the same extent may share a byte. Exact for boxes of the same strides; for
 *  others it says yes as soon as what lies between their first and last bytes meets. */
bool gi_box_meets(const struct gi_box *box, uint64_t a, const struct gi_strides *a_strides,
                  uint64_t b, const struct gi_strides *b_strides);

/** Copies on the host, from the end that leaves overlapping boxes of the same strides right. */
void gi_box_move(void *dst, const struct gi_strides *dst_strides, const void *src,
                 const struct gi_strides *src_strides, const struct gi_box *box);

/** A part of a box, and where in the whole it begins. */
struct gi_box_part {
    uint64_t x_bytes, y, z;
    struct gi_box box;
};

/** The first or next part of at most limit_bytes: whole slices if they fit, else whole rows, else
 *  ranges of one row. A part of zeros begins; false: there are no more. */
bool gi_box_next_part(const struct gi_box *whole, uint64_t limit_bytes, struct gi_box_part *part);

#endif
