/** Packed code becomes text. */
#ifndef GI_UNPACK_H
#define GI_UNPACK_H

#include "kernel/container/container.h"

/** Unpacks byte_count bytes into out_bytes, which has room for unpacked_count: as many have to
 *  come out.
 *  Errors:  GI_INVALID_IMAGE; GI_NOT_SUPPORTED where this build lacks the library. */
GI_MUST_CHECK gi_status gi_unpack(enum gi_code_packing packing, const uint8_t *bytes,
                                  size_t byte_count, char *out_bytes, size_t unpacked_count);

#endif
