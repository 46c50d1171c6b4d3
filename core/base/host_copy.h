/** Copies by the processor. */
#ifndef GI_HOST_COPY_H
#define GI_HOST_COPY_H

#include <stddef.h>

/** Copies from memory that is in the processor's cache to memory that need not be: the target is
 *  written past the cache where the processor can, which saves reading it first. The ranges do not
 *  overlap. What a thread that sees this return reads is the copy.
 *  Threads: any. */
void gi_host_copy_out(void *dst, const void *src, size_t size_bytes);

#endif
