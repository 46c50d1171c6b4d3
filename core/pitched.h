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

/** Where a box lies. what names the memory in sentences. An empty box lies anywhere.
 *  Errors: GI_INVALID_PITCH if a row of the box leaves the pitch; GI_INVALID_VALUE if several
 *          slices of the box leave their rows, and for numbers that overflow. */
GI_MUST_CHECK gi_status gi_pitched_end(const struct gi_pitched *pitched, const struct gi_box *box,
                                       const char *what, struct gi_box_end *out_end);

#endif
