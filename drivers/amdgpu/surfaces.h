/** Copies of boxes of tiled images, as packets. Pure.
 *
 *  Windows take boxes of any corner and extent on the tiled side. Between two tiled images there is
 *  a packet for whole tiles of 256 bytes that look alike; all else goes through memory of the
 *  queue's, part by part. */
#ifndef GIAMD_SURFACES_H
#define GIAMD_SURFACES_H

#include "boxes.h"
#include "tiling.h"

/** Where a box in a surface begins: elements. */
struct giamd_spot {
    const struct giamd_surface *surface;
    uint32_t level;
    uint32_t x, y, z;
};

/** The least memory that parts may go through: a row of any image. */
enum { GIAMD_LEAST_SCRATCH = 256 << 10 };

/** Memory for what is between two images, from a multiple of 256 on. Nothing else uses it while
 *  commands of the queue do. */
struct giamd_scratch {
    uint64_t address;
    uint64_t size_bytes;         /* GIAMD_LEAST_SCRATCH at least */
};

/** Copies a box between linear texels and a surface that they are elements of, by as few windows as
 *  pitches and distances of slices allow: all of it, slice by slice, or row by row. False if there
 *  is no room. */
GI_MUST_CHECK bool giamd_copy_surface(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                                      const struct giamd_spot *spot, struct giamd_place linear,
                                      const struct gi_box *box, bool to_linear);

/** Whether giamd_copy_between goes through scratch memory. */
bool giamd_needs_scratch(const struct giamd_sdma *sdma, const struct giamd_spot *dst,
                         const struct giamd_spot *src, const struct gi_box *box);

/** Copies a box between two surfaces of elements as large. scratch may be NULL where it is not
 *  needed; what goes through it is waited for, so the next copy may at once. False if there is no
 *  room. */
GI_MUST_CHECK bool giamd_copy_between(const struct giamd_sdma *sdma, struct giamd_packets *packets,
                                      const struct giamd_spot *dst, const struct giamd_spot *src,
                                      const struct gi_box *box,
                                      const struct giamd_scratch *scratch);

#endif
