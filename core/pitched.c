#include "pitched.h"

static bool add_product(uint64_t *sum, uint64_t a, uint64_t b)
{
    uint64_t product;

    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

gi_status gi_pitched_end(const struct gi_pitched *pitched, const struct gi_box *box,
                         const char *what, struct gi_box_end *out_end)
{
    uint64_t row_end = pitched->x_bytes, last_row = pitched->y;

    *out_end = (struct gi_box_end){ .pointer = pitched->pointer };
    if (gi_box_is_empty(box))
        return GI_OK;
    if (!add_product(&row_end, box->width_bytes, 1) || row_end > pitched->pitch_bytes)
        return gi_fail(GI_INVALID_PITCH, "%s: pitch is %llu bytes, but rows reach from byte %llu "
                       "over %llu bytes", what, (unsigned long long)pitched->pitch_bytes,
                       (unsigned long long)pitched->x_bytes, (unsigned long long)box->width_bytes);
    if (!add_product(&last_row, box->height, 1) ||
        (box->depth > 1 && last_row > pitched->rows))
        return gi_fail(GI_INVALID_VALUE, "%s: slices have %llu rows, but %llu from row %llu on are "
                       "asked for", what, (unsigned long long)pitched->rows,
                       (unsigned long long)box->height, (unsigned long long)pitched->y);
    out_end->row_bytes = pitched->pitch_bytes;
    if (pitched->pointer == 0)
        return GI_OK;            /* told where the copy or fill looks at it */
    if (!add_product(&out_end->slice_bytes, pitched->pitch_bytes, pitched->rows) ||
        !add_product(&out_end->pointer, pitched->x_bytes, 1) ||
        !add_product(&out_end->pointer, pitched->y, pitched->pitch_bytes) ||
        !add_product(&out_end->pointer, pitched->z, out_end->slice_bytes))
        return gi_fail(GI_INVALID_VALUE, "%s: position %llu, %llu, %llu overflows with a pitch of "
                       "%llu bytes and %llu rows", what, (unsigned long long)pitched->x_bytes,
                       (unsigned long long)pitched->y, (unsigned long long)pitched->z,
                       (unsigned long long)pitched->pitch_bytes,
                       (unsigned long long)pitched->rows);
    return GI_OK;
}
