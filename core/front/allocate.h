/** Memory, as several calls of an interface give it out. */
#ifndef GI_FRONT_ALLOCATE_H
#define GI_FRONT_ALLOCATE_H

#include "front.h"

#include "ops/memory.h"

/** Pinned host memory; caller is the name of the call. */
gpuError_t front_host_alloc(const char *caller, void **pointer, size_t size, unsigned int flags);

/** Device memory for depth times height rows of width bytes, and the bytes from row to row. */
GI_MUST_CHECK gi_status front_alloc_rows(const char *caller, void **pointer, size_t *pitch,
                                         size_t width, size_t height, size_t depth);

/** The flags that the interface tells of host memory or managed memory; each has its own. */
unsigned int front_host_flags(const struct gi_pointer_info *info);

#endif
