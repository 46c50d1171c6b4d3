/** Boxes in pitched memory, as programs describe them: by the memory's pitch and a position.
 *
 *  Threads: any. */
#ifndef GI_PITCHED_H
#define GI_PITCHED_H

#include "copy.h"

/** Computes the side of a GI_COPY_BOX: the position becomes x, the rows slice_bytes. The numbers of
 *  pitched are bytes and rows. An empty box is valid at any position. A single row may have
 *  pitch 0, which then means the end of the row.
 *  Errors: GI_INVALID_PITCH if several rows are wider than the pitch, or several slices have
 *          more rows than pitched->rows. GI_INVALID_VALUE if the box leaves its rows, and for
 *          numbers that overflow. */
GI_MUST_CHECK gi_status gi_pitched_end(const struct gi_copy_side *pitched,
                                       const struct gi_box *box, struct gi_copy_side *out_side);

/** Does the same for one box of many. Its rows and slices must fit even if there is only one.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_pitched_operand_end(const struct gi_copy_side *pitched,
                                               const struct gi_box *box,
                                               struct gi_copy_side *out_side);

/** Does the same for a fill, which has no position. A single row needs no pitch, a single slice
 *  needs rows.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_pitched_fill_end(const struct gi_copy_side *pitched,
                                            const struct gi_box *box,
                                            struct gi_copy_side *out_side);

#endif
