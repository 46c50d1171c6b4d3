#include "pitched.h"

static bool add_product(uint64_t *sum, uint64_t a, uint64_t b)
{
    uint64_t product;

    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

/* Whether an extent from an offset lies within a limit. */
static bool ends_within(uint64_t from, uint64_t extent, uint64_t limit)
{
    return extent <= limit && from <= limit - extent;
}

static bool is_one_row(const struct gi_box *box)
{
    return box->height == 1 && box->depth == 1;
}

/* The pitch of a single row may be 0; it then means the end of the row. */
static uint64_t pitch_of(const struct gi_copy_side *pitched, const struct gi_box *box)
{
    uint64_t row_end;

    if (pitched->pitch != 0 || __builtin_add_overflow(pitched->x, box->width_bytes, &row_end))
        return pitched->pitch;
    return row_end;
}

/* The side without a position. */
static struct gi_copy_side side_at_origin(const struct gi_copy_side *pitched)
{
    return (struct gi_copy_side){ .name = pitched->name, .declared = pitched->declared,
                                  .pointer = pitched->pointer };
}

/* Computes the side at the position, without checking that it fits. */
static gi_status place_side(const struct gi_copy_side *pitched,
                            const struct gi_box *box, struct gi_copy_side *out_side)
{
    uint64_t pitch = out_side->pitch = pitch_of(pitched, box), address;

    if (pitched->pointer == 0)
        return GI_OK;            /* the copy or fill reports it */
    if (!add_product(&out_side->slice_bytes, pitch, pitched->rows) ||
        !add_product(&out_side->x, pitched->x, 1) ||
        !add_product(&out_side->x, pitched->y, pitch) ||
        !add_product(&out_side->x, pitched->z, out_side->slice_bytes) ||
        __builtin_add_overflow(pitched->pointer, out_side->x, &address))
        return gi_fail(GI_INVALID_VALUE, "%s: position %llu, %llu, %llu overflows with a pitch of "
                       "%llu bytes and %llu rows", pitched->name, (unsigned long long)pitched->x,
                       (unsigned long long)pitched->y, (unsigned long long)pitched->z,
                       (unsigned long long)pitch, (unsigned long long)pitched->rows);
    return GI_OK;
}

static gi_status rows_leave(gi_status code, const struct gi_copy_side *pitched,
                            const struct gi_box *box)
{
    return gi_fail(code, "%s: pitch is %llu bytes, but rows reach from byte %llu over %llu bytes",
                   pitched->name, (unsigned long long)pitched->pitch,
                   (unsigned long long)pitched->x, (unsigned long long)box->width_bytes);
}

static gi_status slices_leave(gi_status code, const struct gi_copy_side *pitched,
                              const struct gi_box *box)
{
    return gi_fail(code, "%s: slices have %llu rows, but %llu from row %llu on are asked for",
                   pitched->name, (unsigned long long)pitched->rows,
                   (unsigned long long)box->height, (unsigned long long)pitched->y);
}

gi_status gi_pitched_end(const struct gi_copy_side *pitched,
                         const struct gi_box *box, struct gi_copy_side *out_side)
{
    *out_side = side_at_origin(pitched);
    if (gi_box_is_empty(box))
        return GI_OK;
    if (!is_one_row(box) && pitched->pitch < box->width_bytes)
        return rows_leave(GI_INVALID_PITCH, pitched, box);
    if (box->depth > 1 && pitched->rows < box->height)
        return slices_leave(GI_INVALID_PITCH, pitched, box);
    if (!(is_one_row(box) && pitched->pitch == 0) &&
        !ends_within(pitched->x, box->width_bytes, pitched->pitch))
        return rows_leave(GI_INVALID_VALUE, pitched, box);
    if (box->depth > 1 && !ends_within(pitched->y, box->height, pitched->rows))
        return slices_leave(GI_INVALID_VALUE, pitched, box);
    return place_side(pitched, box, out_side);
}

gi_status gi_pitched_operand_end(const struct gi_copy_side *pitched,
                                 const struct gi_box *box, struct gi_copy_side *out_side)
{
    *out_side = side_at_origin(pitched);
    if (gi_box_is_empty(box))
        return GI_OK;
    if (!ends_within(pitched->x, box->width_bytes, pitched->pitch))
        return rows_leave(GI_INVALID_VALUE, pitched, box);
    if (!ends_within(pitched->y, box->height, pitched->rows))
        return slices_leave(GI_INVALID_VALUE, pitched, box);
    return place_side(pitched, box, out_side);
}

gi_status gi_pitched_fill_end(const struct gi_copy_side *pitched,
                              const struct gi_box *box, struct gi_copy_side *out_side)
{
    *out_side = side_at_origin(pitched);
    if (gi_box_is_empty(box))
        return GI_OK;
    if (!is_one_row(box) && pitched->pitch < box->width_bytes)
        return rows_leave(GI_INVALID_VALUE, pitched, box);
    if (pitched->rows < box->height)
        return slices_leave(GI_INVALID_VALUE, pitched, box);
    return place_side(pitched, box, out_side);
}
