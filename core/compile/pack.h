/** Packs PTX into the container that an object brings to the library. */
#ifndef GI_COMPILE_PACK_H
#define GI_COMPILE_PACK_H

#include <stdbool.h>

/** The compute capability of the device code: 75 is 7.5. */
#define GI_COMPILE_CAPABILITY 75

/** Writes a file that holds the PTX of another: as a fatbin, or as an offload bundle.
 *  Returns: true; false after a sentence on standard error. */
bool gi_pack(const char *program, const char *ptx_path, const char *image_path, bool is_bundle);

#endif
