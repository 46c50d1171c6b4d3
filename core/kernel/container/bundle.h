/** The container of clang: code for several targets, each under a name. */
#ifndef GI_BUNDLE_H
#define GI_BUNDLE_H

#include "kernel/container/container.h"

enum { GI_BUNDLE_MAGIC_BYTES = 24 };

/** The bytes that a bundle begins with. */
extern const char gi_bundle_magic[GI_BUNDLE_MAGIC_BYTES + 1];

/** Adds the entries of a bundle but those of the host; its magic is there.
 *  Errors:  GI_INVALID_IMAGE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_bundle_read(struct gi_container *container, const uint8_t *image,
                                       size_t byte_count);

#endif
