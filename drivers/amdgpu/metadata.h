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
    uint32_t size_bytes;         /* of words; 0: nobody has said anything */
    uint32_t words[GIAMD_METADATA_WORDS];
};

/** Whether the layout of other programs' images of a shape is known at all.
 *  Errors: GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status giamd_metadata_known(const struct giamd_sdma *sdma,
                                             const struct gi_image_shape *shape);

/** Whether the object, on a card of that PCI device id, may be taken for a linear image of a known
 *  shape from offset_bytes on.
 *  Errors: GI_INVALID_VALUE for what is another image than the metadata's, with both numbers;
 *          GI_NOT_SUPPORTED for what cannot be copied here, or not be known. */
GI_MUST_CHECK gi_status giamd_metadata_check(const struct giamd_sdma *sdma, uint32_t device_id,
                                             const struct gi_image_shape *shape,
                                             uint64_t offset_bytes,
                                             const struct giamd_metadata *metadata);

#endif
