/** The header of the container that brings PTX to the library. */
#ifndef GI_CLANG_PACKED_H
#define GI_CLANG_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GI_PACKED_HEADER = 4096 };

/** Makes what stands before PTX in a fatbin, or in an offload bundle.
 *  Parameter out_header: GI_PACKED_HEADER bytes.
 *  Parameter text: the PTX, which ends with a zero.
 *  Parameter bytes: of the text as it will lie behind the header.
 *  Returns: how many bytes of the header are used. */
size_t gi_packed_header(uint8_t *out_header, const char *text, size_t bytes, bool is_bundle);

#endif
