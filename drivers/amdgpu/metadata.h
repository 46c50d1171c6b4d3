/** What other programs' memory says of the image in it: the words that Mesa's drivers leave with a
 *  buffer object that was made for one image alone. Pure.
 *
 *  Memory that says nothing holds what its exporter's program knows; Mesa's drivers put only linear
 *  images there. */
#ifndef GIAMD_METADATA_H
#define GIAMD_METADATA_H

#include "layout.h"

enum { GIAMD_METADATA_WORDS = 64 };

/** What the kernel keeps beside an object. */
struct giamd_metadata {
    uint64_t tiling;             /* for the kernel and the display */
    bool may_be_compressed;      /* by the card itself, in its memory: GFX12's */
    uint32_t size_bytes;         /* of words; 0: nobody has said anything */
    uint32_t words[GIAMD_METADATA_WORDS];
};

/** Whether the layout of other programs' images of a shape is known at all.
 *  Errors: GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status giamd_metadata_known(const struct giamd_sdma *sdma,
                                             const struct gi_image_shape *shape);

/** What an object says of its image, and the program says too. */
struct giamd_found {
    bool is_alone;               /* at the object's beginning; else nothing is said, and it is
                                    linear wherever the program says */
    uint32_t swizzle_mode;       /* 0: it is linear; else one that is known (tiling.h) */
};

/** Whether the object, on a card of that PCI device id, may be taken for an image of a known shape.
 *  Errors: GI_INVALID_VALUE for what is another image than the metadata's, with both numbers;
 *          GI_NOT_SUPPORTED for what cannot be copied here, or not be known. */
GI_MUST_CHECK gi_status giamd_metadata_check(const struct giamd_sdma *sdma, uint32_t device_id,
                                             const struct gi_image_shape *shape,
                                             const struct giamd_metadata *metadata,
                                             struct giamd_found *out_found);

/** Whether that image may begin there.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status giamd_found_check_offset(const struct giamd_found *found,
                                                 uint64_t offset_bytes);

#endif
