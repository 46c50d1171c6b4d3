/** The container of nvcc: a header and entries, one for each kind and architecture. */
#ifndef GI_FATBIN_H
#define GI_FATBIN_H

#include "kernel/container/container.h"

/** Tells if these four bytes begin a fatbin. */
bool gi_fatbin_begins(const uint8_t *bytes);

/** Adds the entries of a fatbin; at least 4 bytes are there.
 *  Errors:  GI_INVALID_IMAGE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_fatbin_read(struct gi_container *container, const uint8_t *image,
                                       size_t byte_count);

#endif
