/** Boxes in pitched memory, as programs describe them: by the memory's pitch and a position.
 *
 *  Threads: any. */
#ifndef GI_PITCHED_H
#define GI_PITCHED_H

#include "copy.h"

struct gi_pitched {
    uint64_t pointer;            /* of the memory's first byte */
    uint64_t pitch_bytes;        /* of a row */
    uint64_t rows;               /* of a slice; unused if there is one slice */
    uint64_t x_bytes, y, z;      /* where the box begins */
};

/** Computes the operand of a copy's box. Its pointer stays the memory's; the position becomes
 *  skip_bytes. what names the memory in error sentences. An empty box is valid at any position.
 *  A single row may have pitch 0, which then means the end of the row.
 *  Errors: GI_INVALID_PITCH if several rows are wider than the pitch, or several slices have
 *          more rows than pitched->rows. GI_INVALID_VALUE if the box leaves its rows, and for
 *          numbers that overflow. */
GI_MUST_CHECK gi_status gi_pitched_end(const struct gi_pitched *pitched, const struct gi_box *box,
                                       const char *what, struct gi_box_operand *out_operand);

/** Does the same for one box of many. Its rows and slices must fit even if there is only one.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_pitched_operand_end(const struct gi_pitched *pitched,
                                               const struct gi_box *box, const char *what,
                                               struct gi_box_operand *out_operand);

/** Does the same for a fill, which has no position. A single row needs no pitch, a single slice
 *  needs rows.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_pitched_fill_end(const struct gi_pitched *pitched,
                                            const struct gi_box *box, const char *what,
                                            struct gi_box_operand *out_operand);

#endif
