/** Copies by the processor. */
#ifndef GI_HOST_COPY_H
#define GI_HOST_COPY_H

#include <stddef.h>

/** Copies memory that is in the processor's cache to memory that need not be. The stores bypass the
 *  cache where the processor can do that, so it does not read the target first. The ranges do not
 *  overlap. A thread that sees the return also sees the copied bytes.
 *  Threads: any. */
void gi_host_copy_out(void *dst, const void *src, size_t size_bytes);

#endif
