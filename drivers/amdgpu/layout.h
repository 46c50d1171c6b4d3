/** Where the texels of linear images lie, and which images there are. Pure.
 *
 *  Everything counts blocks where a format is compressed, texels where it is not. */
#ifndef GIAMD_LAYOUT_H
#define GIAMD_LAYOUT_H

#include "contract/driver.h"
#include "sdma.h"

/** The generations of cards by how they lay out linear images. */
enum giamd_linear {
    GIAMD_LINEAR_8,              /* GFX8: not known here; own images are as those of 10 */
    GIAMD_LINEAR_9,              /* GFX9: rows of all levels are as long as level 0's, which is
                                    the first */
    GIAMD_LINEAR_10,             /* GFX10 and 11: rows of each level are its own, and the smallest
                                    level is the first */
    GIAMD_LINEAR_12              /* GFX12: levels are where those of 10 are, but rows are at
                                    multiples of 128 bytes unless there is one level and one
                                    layer */
};

/** The levels of the largest image. */
enum { GIAMD_LEVELS = 15 };

/** The limits of images. The copy engine has none, these are what the cards' textures have. */
struct giamd_image_limits {
    uint32_t width, height;      /* texels; of cubes too */
    uint32_t depth, layers;
};

struct giamd_level {
    uint64_t offset_bytes;       /* of its first layer's first row, from the image's beginning */
    uint64_t row_bytes;          /* from row to row */
};

struct giamd_layout {
    struct giamd_level levels[GIAMD_LEVELS];
    uint64_t slice_bytes;        /* from layer to layer, face to face or slice to slice, in every
                                    level */
    uint64_t size_bytes;
};

/** Linear images begin at multiples of it, and so do all their levels and layers. */
enum { GIAMD_LINEAR_ALIGNMENT = 256 };

enum giamd_linear giamd_linear_of(const struct giamd_sdma *sdma);

struct giamd_image_limits giamd_image_limits(const struct giamd_sdma *sdma);

/** Lays out an image.
 *  Errors: GI_NOT_SUPPORTED for one past the limits, with the limit, and for compressed ones that
 *          shaders are to store to. */
GI_MUST_CHECK gi_status giamd_layout_make(const struct giamd_sdma *sdma,
                                          const struct gi_image_shape *shape,
                                          struct giamd_layout *out_layout);

#endif
