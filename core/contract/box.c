#include "box.h"

#include <string.h>

#include "base/least.h"

static bool add(uint64_t *sum, uint64_t count, uint64_t stride_bytes)
{
    uint64_t product;

    return !__builtin_mul_overflow(count, stride_bytes, &product) &&
           !__builtin_add_overflow(*sum, product, sum);
}

gi_status gi_box_check(const struct gi_box *box, const struct gi_strides *strides,
                       const char *what, uint64_t *out_span_bytes)
{
    uint64_t span = box->width_bytes;

    *out_span_bytes = 0;
    if (box->height > 1 && strides->row_bytes < box->width_bytes)
        return gi_fail(GI_INVALID_PITCH, "%s: rows are %llu bytes wide, but only %llu apart", what,
                       (unsigned long long)box->width_bytes,
                       (unsigned long long)strides->row_bytes);
    if (!add(&span, box->height - 1, strides->row_bytes))
        goto overflow;
    if (box->depth > 1 && strides->slice_bytes < span)
        return gi_fail(GI_INVALID_VALUE, "%s: slices take %llu bytes, but are only %llu apart",
                       what, (unsigned long long)span,
                       (unsigned long long)strides->slice_bytes);
    if (!add(&span, box->depth - 1, strides->slice_bytes))
        goto overflow;
    *out_span_bytes = span;
    return GI_OK;

overflow:
    return gi_fail(GI_INVALID_VALUE, "%s: %llu rows of %llu slices overflow", what,
                   (unsigned long long)box->height, (unsigned long long)box->depth);
}

uint64_t gi_box_span(const struct gi_box *box, const struct gi_strides *strides)
{
    return gi_box_offset(strides, box->width_bytes, box->height - 1, box->depth - 1);
}

static bool rows_follow(const struct gi_box *box, const struct gi_strides *strides)
{
    return strides == NULL || strides->row_bytes == box->width_bytes;
}

static bool slices_follow(const struct gi_box *box, const struct gi_strides *strides)
{
    uint64_t bytes;

    return strides == NULL ||
           (!__builtin_mul_overflow(box->height, strides->row_bytes, &bytes) &&
            bytes == strides->slice_bytes);
}

static void forget_rows(const struct gi_box *box, struct gi_strides *strides)
{
    if (strides == NULL)
        return;
    if (box->height == 1 && box->depth > 1)
        strides->row_bytes = strides->slice_bytes;    /* slices of one row are handled as rows */
    else if (box->height == 1)
        strides->row_bytes = 0;
    if (box->height == 1 || box->depth == 1)
        strides->slice_bytes = 0;
}

void gi_box_simplify_rows(struct gi_box *box, struct gi_strides *a, struct gi_strides *b)
{
    if (box->depth > 1 && box->height > 1 && slices_follow(box, a) && slices_follow(box, b)) {
        box->height *= box->depth;
        box->depth = 1;
    }
    if (box->height > 1 && rows_follow(box, a) && rows_follow(box, b)) {
        box->width_bytes *= box->height;
        box->height = 1;
    }
    forget_rows(box, a);
    forget_rows(box, b);
    if (box->height != 1 || box->depth == 1)
        return;
    box->height = box->depth;
    box->depth = 1;
    gi_box_simplify_rows(box, a, b);
}

/* ---- overlap -------------------------------------------------------------------------------- */

/* Whether rows of two slices overlap. The second slice begins delta bytes after the first. */
static bool slices_meet(const struct gi_box *box, uint64_t row_bytes, uint64_t delta)
{
    uint64_t rows = box->height > 1 ? delta / row_bytes : 0;
    uint64_t rest = delta - rows * (box->height > 1 ? row_bytes : 0);

    if (rest < box->width_bytes && rows < box->height)
        return true;
    return box->height > 1 && row_bytes - rest < box->width_bytes && rows + 1 < box->height;
}

static bool boxes_meet(const struct gi_box *box, const struct gi_strides *strides, uint64_t delta)
{
    uint64_t slices = box->depth > 1 ? delta / strides->slice_bytes : 0;
    uint64_t rest = delta - slices * (box->depth > 1 ? strides->slice_bytes : 0);

    if (slices < box->depth && slices_meet(box, strides->row_bytes, rest))
        return true;
    return box->depth > 1 && slices + 1 < box->depth &&
           slices_meet(box, strides->row_bytes, strides->slice_bytes - rest);
}

bool gi_box_meets(const struct gi_box *box, uint64_t a, const struct gi_strides *a_strides,
                  uint64_t b, const struct gi_strides *b_strides)
{
    bool same_rows = box->height == 1 || a_strides->row_bytes == b_strides->row_bytes;
    bool same_slices = box->depth == 1 || a_strides->slice_bytes == b_strides->slice_bytes;

    if (same_rows && same_slices)
        return boxes_meet(box, a_strides, a < b ? b - a : a - b);
    return a < b + gi_box_span(box, b_strides) && b < a + gi_box_span(box, a_strides);
}

/* ---- on the host ---------------------------------------------------------------------------- */

void gi_box_move(void *dst, const struct gi_strides *dst_strides, const void *src,
                 const struct gi_strides *src_strides, const struct gi_box *box)
{
    bool backwards = (uintptr_t)dst > (uintptr_t)src;
    uint64_t rows = box->height * box->depth;

    for (uint64_t i = 0; i < rows; i++) {
        uint64_t row = backwards ? rows - 1 - i : i;
        uint64_t y = row % box->height, z = row / box->height;

        memmove((char *)dst + gi_box_offset(dst_strides, 0, y, z),
                (const char *)src + gi_box_offset(src_strides, 0, y, z),
                (size_t)box->width_bytes);
    }
}

/* ---- parts ---------------------------------------------------------------------------------- */

/* Steps to the position after the part. False at the end of the whole. */
static bool step_part(const struct gi_box *whole, struct gi_box_part *part)
{
    part->x_bytes += part->box.width_bytes;
    if (part->x_bytes < whole->width_bytes)
        return true;
    part->x_bytes = 0;
    part->y += part->box.height;
    if (part->y < whole->height)
        return true;
    part->y = 0;
    part->z += part->box.depth;
    return part->z < whole->depth;
}

bool gi_box_next_part(const struct gi_box *whole, uint64_t limit_bytes, struct gi_box_part *part)
{
    uint64_t rows, slices;

    if (part->box.width_bytes != 0 && !step_part(whole, part))
        return false;
    part->box = gi_box_linear(gi_least(limit_bytes, whole->width_bytes - part->x_bytes));
    rows = limit_bytes / whole->width_bytes;
    if (rows == 0)
        return true;
    part->box.height = gi_least(rows, whole->height - part->y);
    slices = rows / whole->height;
    if (slices != 0)
        part->box.depth = gi_least(slices, whole->depth - part->z);
    return true;
}
