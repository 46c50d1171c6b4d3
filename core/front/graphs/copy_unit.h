/** The units of a copy node's numbers, for an interface that did not make the node. */
#ifndef GI_FRONT_COPY_UNIT_H
#define GI_FRONT_COPY_UNIT_H

#include "front.h"

#include "ops/copy.h"

/** The copy with its numbers in bytes and rows (GI_COPY_BYTES), or in a measure that counts the
 *  texels of arrays. An array that is destroyed counts as one of bytes. */
struct gi_copy front_copy_in_bytes(const struct gi_copy *copy);
struct gi_copy front_copy_in_texels(const struct gi_copy *copy, enum gi_copy_measure measure);

#endif
