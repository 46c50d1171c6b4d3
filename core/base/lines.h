/** Host memory in whole cache lines, for small objects of which programs use thousands. Pieces of
 *  one size lie side by side, so the used pieces fill few pages. No piece shares a line with other
 *  data.
 *  Threads: any. */
#ifndef GI_LINES_H
#define GI_LINES_H

#include <stddef.h>

#define GI_LINE_BYTES 64u

/** Allocates a piece that begins at a cache line. Its bytes are not initialized. No lock but a leaf
 *  is taken.
 *  Units:  size_bytes is not 0.
 *  Owner:  the caller's until gi_lines_free.
 *  Errors: NULL if host memory is short. */
void *gi_lines_alloc(size_t size_bytes);

/** Frees a piece that was allocated with this size. Takes NULL. */
void gi_lines_free(void *piece, size_t size_bytes);

/** Host memory that is reserved for pieces but not in use. For tests that count leaks. */
size_t gi_lines_kept_bytes(void);

#endif
