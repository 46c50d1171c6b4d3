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
static uint64_t pitch_of(const struct gi_pitched *pitched, const struct gi_box *box)
{
    uint64_t row_end;

    if (pitched->pitch_bytes != 0 ||
        __builtin_add_overflow(pitched->x_bytes, box->width_bytes, &row_end))
        return pitched->pitch_bytes;
    return row_end;
}

/* Computes the operand at the position, without checking that it fits. */
static gi_status place(const struct gi_pitched *pitched, const struct gi_box *box,
                       const char *what, struct gi_box_operand *out_operand)
{
    uint64_t pitch = out_operand->row_bytes = pitch_of(pitched, box), address;

    if (pitched->pointer == 0)
        return GI_OK;            /* the copy or fill reports it */
    if (!add_product(&out_operand->slice_bytes, pitch, pitched->rows) ||
        !add_product(&out_operand->skip_bytes, pitched->x_bytes, 1) ||
        !add_product(&out_operand->skip_bytes, pitched->y, pitch) ||
        !add_product(&out_operand->skip_bytes, pitched->z, out_operand->slice_bytes) ||
        __builtin_add_overflow(pitched->pointer, out_operand->skip_bytes, &address))
        return gi_fail(GI_INVALID_VALUE, "%s: position %llu, %llu, %llu overflows with a pitch of "
                       "%llu bytes and %llu rows", what, (unsigned long long)pitched->x_bytes,
                       (unsigned long long)pitched->y, (unsigned long long)pitched->z,
                       (unsigned long long)pitch, (unsigned long long)pitched->rows);
    return GI_OK;
}

static gi_status rows_leave(gi_status code, const struct gi_pitched *pitched,
                            const struct gi_box *box, const char *what)
{
    return gi_fail(code, "%s: pitch is %llu bytes, but rows reach from byte %llu over %llu bytes",
                   what, (unsigned long long)pitched->pitch_bytes,
                   (unsigned long long)pitched->x_bytes, (unsigned long long)box->width_bytes);
}

static gi_status slices_leave(gi_status code, const struct gi_pitched *pitched,
                              const struct gi_box *box, const char *what)
{
    return gi_fail(code, "%s: slices have %llu rows, but %llu from row %llu on are asked for",
                   what, (unsigned long long)pitched->rows, (unsigned long long)box->height,
                   (unsigned long long)pitched->y);
}

gi_status gi_pitched_end(const struct gi_pitched *pitched, const struct gi_box *box,
                         const char *what, struct gi_box_operand *out_operand)
{
    *out_operand = (struct gi_box_operand){ .pointer = pitched->pointer };
    if (gi_box_is_empty(box))
        return GI_OK;
    if (!is_one_row(box) && pitched->pitch_bytes < box->width_bytes)
        return rows_leave(GI_INVALID_PITCH, pitched, box, what);
    if (box->depth > 1 && pitched->rows < box->height)
        return slices_leave(GI_INVALID_PITCH, pitched, box, what);
    if (!(is_one_row(box) && pitched->pitch_bytes == 0) &&
        !ends_within(pitched->x_bytes, box->width_bytes, pitched->pitch_bytes))
        return rows_leave(GI_INVALID_VALUE, pitched, box, what);
    if (box->depth > 1 && !ends_within(pitched->y, box->height, pitched->rows))
        return slices_leave(GI_INVALID_VALUE, pitched, box, what);
    return place(pitched, box, what, out_operand);
}

gi_status gi_pitched_operand_end(const struct gi_pitched *pitched, const struct gi_box *box,
                                 const char *what, struct gi_box_operand *out_operand)
{
    *out_operand = (struct gi_box_operand){ .pointer = pitched->pointer };
    if (gi_box_is_empty(box))
        return GI_OK;
    if (!ends_within(pitched->x_bytes, box->width_bytes, pitched->pitch_bytes))
        return rows_leave(GI_INVALID_VALUE, pitched, box, what);
    if (!ends_within(pitched->y, box->height, pitched->rows))
        return slices_leave(GI_INVALID_VALUE, pitched, box, what);
    return place(pitched, box, what, out_operand);
}

gi_status gi_pitched_fill_end(const struct gi_pitched *pitched, const struct gi_box *box,
                              const char *what, struct gi_box_operand *out_operand)
{
    *out_operand = (struct gi_box_operand){ .pointer = pitched->pointer };
    if (gi_box_is_empty(box))
        return GI_OK;
    if (!is_one_row(box) && pitched->pitch_bytes < box->width_bytes)
        return rows_leave(GI_INVALID_VALUE, pitched, box, what);
    if (pitched->rows < box->height)
        return slices_leave(GI_INVALID_VALUE, pitched, box, what);
    return place(pitched, box, what, out_operand);
}
