/** Boxes in pitched memory, as programs describe them: by the memory's pitch and a position. */
#ifndef GI_PITCHED_H
#define GI_PITCHED_H

#include "copy.h"

struct gi_pitched {
    uint64_t pointer;            /* of the memory's first byte */
    uint64_t pitch_bytes;        /* of a row */
    uint64_t rows;               /* of a slice; means nothing where slices are not counted */
    uint64_t x_bytes, y, z;      /* where the box begins in it */
};

/** Where the box of a copy lies: the pointer stays the memory's, the position becomes skip_bytes.
 *  what names the memory in sentences. An empty box lies anywhere. The pitch of a single row may be
 *  0: it is then where the row ends.
 *  Errors: GI_INVALID_PITCH for several rows wider than the pitch, and for several slices of more
 *          rows than there are; GI_INVALID_VALUE for a position from which the box leaves them, and
 *          for numbers that overflow. */
GI_MUST_CHECK gi_status gi_pitched_end(const struct gi_pitched *pitched, const struct gi_box *box,
                                       const char *what, struct gi_box_operand *out_end);

/** The same of one box of many, whose rows and slices have to fit also where there is one.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_pitched_operand_end(const struct gi_pitched *pitched,
                                               const struct gi_box *box, const char *what,
                                               struct gi_box_operand *out_end);

/** The same of a fill, which has no position; a single row has no pitch, a single slice has rows.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_pitched_fill_end(const struct gi_pitched *pitched,
                                            const struct gi_box *box, const char *what,
                                            struct gi_box_operand *out_end);

#endif
