/** Copies and fills of boxes of any alignment, as packets. Pure. */
#ifndef GIAMD_BOXES_H
#define GIAMD_BOXES_H

#include "contract/box.h"
#include "packets.h"

/** A box at an address of the device. */
struct giamd_place {
    uint64_t address;
    struct gi_strides strides;
};

/** Copies a box, of which no byte is in both places: by as few windows as hold it, or row by row
 *  where windows cannot or would be more. False if there is no room. */
GI_MUST_CHECK bool giamd_copy_box(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                                  struct giamd_place dst, struct giamd_place src,
                                  struct gi_box box);

/** Fills a box with a pattern of 1, 2 or 4 bytes, of which dst, its strides and the width are
 *  multiples. False if there is no room. */
GI_MUST_CHECK bool giamd_fill_box(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                                  struct giamd_place dst, struct gi_box box, uint32_t pattern,
                                  uint32_t pattern_bytes);

#endif
