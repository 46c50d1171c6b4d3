/** Host memory in whole cache lines, for small objects that programs have thousands of and use in
 *  turn: pieces of one size lie side by side. So those in use fill few pages, and what one of them
 *  is read for does not share its line with other things. */
#ifndef GI_LINES_H
#define GI_LINES_H

#include <stddef.h>

#define GI_LINE_BYTES 64u

/** Takes a piece, which begins with a line; its bytes are anything.
 *  Units:   size_bytes is not 0.
 *  Owner:   the caller's until gi_lines_free.
 *  Threads: any; no lock but a leaf.
 *  Errors:  NULL if host memory is short. */
void *gi_lines_alloc(size_t size_bytes);

/** Gives a piece back that was taken with this size; NULL is accepted.
 *  Threads: any. */
void gi_lines_free(void *piece, size_t size_bytes);

/** Host memory that is taken for pieces, and in use by none; for tests that count what is left.
 *  Threads: any. */
size_t gi_lines_kept_bytes(void);

#endif
