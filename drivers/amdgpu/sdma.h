/** The generations of the copy engine (SDMA), and what their packets can hold. Pure. */
#ifndef GIAMD_SDMA_H
#define GIAMD_SDMA_H

#include "base/status.h"

/** How the layout of tiled texels is told in a packet. */
enum giamd_tiled_form {
    GIAMD_TILED_NONE,            /* there is no packet that needs no swizzle equation */
    GIAMD_TILED_4,               /* levels in the header, and an "epitch" of the surface */
    GIAMD_TILED_5,               /* levels at bits 16 and 20 of the info */
    GIAMD_TILED_7                /* levels at bits 16 and 24, no dimension */
};

/** What one generation's packets look like. */
struct giamd_sdma {
    uint32_t major, minor;
    bool counts_from_one;        /* a count of n bytes or dwords is written as n - 1 */
    bool uncached_fence;         /* fences name the memory type "uncached" */
    uint32_t max_copy_bytes;     /* of one linear copy: a multiple of 256 */
    uint32_t max_fill_bytes;     /* of one fill: a multiple of 4 */
    uint32_t max_write_dwords;
    uint32_t pitch_shift, pitch_bits;    /* of a window's pitch, which is written less 1 */
    uint32_t pitch_multiple;     /* of elements, besides being whole dwords: a power of 2 */
    uint32_t slice_pitch_bits;
    uint32_t extent_bits;        /* of x, y, width - 1 and height - 1 */
    uint32_t depth_bits;         /* of z and depth - 1 */
    enum giamd_tiled_form tiled;
};

/** The largest element of a window. */
enum { GIAMD_MAX_ELEMENT_BYTES = 16 };

/** The generation of that version; false if it is not known here. */
GI_MUST_CHECK bool giamd_sdma_of(uint32_t major, uint32_t minor, struct giamd_sdma *out_sdma);

#endif
