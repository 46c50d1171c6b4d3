/** Packs PTX into the container that an object brings to the library. */
#ifndef GI_COMPILE_PACK_H
#define GI_COMPILE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/** Writes a file that holds the PTX of another: as a fatbin, or as an offload bundle.
 *  Returns: true; false after a sentence on standard error. */
bool gi_pack(const char *program, const char *ptx_path, const char *image_path, bool is_bundle);

/** All bytes of a file, with zeros up to a multiple of 8 and at least one.
 *  Parameter out_bytes: how many, with the zeros.
 *  Owner: the caller, by free.
 *  Returns: NULL after a sentence on standard error. */
char *gi_pack_read(const char *program, const char *path, size_t *out_bytes);

/** Opens a file for output, and replaces one that is there.
 *  Owner: the caller, by gi_pack_close.
 *  Returns: NULL after a sentence on standard error. */
FILE *gi_pack_open(const char *program, const char *path);

/** Closes it.
 *  Returns: true if all output is in the file; false after a sentence on standard error. */
bool gi_pack_close(const char *program, const char *path, FILE *file);

#endif
