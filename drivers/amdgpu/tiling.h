/** Tiled images: which ways of tiling are known, and how much memory they take. Pure.
 *
 *  Where a texel lies is the copy engine's to know. That it stays inside the image follows from the
 *  image's size, which is that of Mesa's drivers: blocks of a power of two of bytes, in each level
 *  as many as cover it, and one block of each layer for all levels that fit in half of one. */
#ifndef GIAMD_TILING_H
#define GIAMD_TILING_H

#include "layout.h"

/** A tiled image as packets tell it. Everything counts blocks where the format is compressed. */
struct giamd_surface {
    uint64_t address;            /* 0 until it is bound */
    uint32_t swizzle_mode;
    uint32_t element_bytes;      /* a power of two up to 16 */
    uint32_t width, height;      /* of level 0 */
    uint32_t layers, levels;
    uint64_t size_bytes;
    uint64_t alignment_bytes;    /* of the address: a block of its tiling */
};

/** The largest alignment of a surface. */
enum { GIAMD_SURFACE_ALIGNMENT = 256 << 10 };

/** The mode that the kernel's word about an object says; 0: it is not tiled. */
uint32_t giamd_tiling_mode(const struct giamd_sdma *sdma, uint64_t tiling);

/** Whether images of other programs in that mode can be copied: those of colours that Mesa's
 *  drivers make.
 *  Errors: GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status giamd_tiling_known(const struct giamd_sdma *sdma, uint32_t mode);

/** Whether two modes have the same texels in 256 bytes; their blocks may differ. */
bool giamd_tiling_is_alike(const struct giamd_sdma *sdma, uint32_t mode, uint32_t other);

/** Describes an image in a mode that is known, whose layout was made.
 *  Errors: GI_NOT_SUPPORTED for 1D and 3D images, which Mesa's drivers tile otherwise or not at
 *          all. */
GI_MUST_CHECK gi_status giamd_surface_make(const struct giamd_sdma *sdma,
                                           const struct gi_image_shape *shape, uint32_t mode,
                                           struct giamd_surface *out_surface);

#endif
