/** Allocations that several calls of an interface share.
 *
 *  Threads: any. */
#ifndef GI_FRONT_ALLOCATE_H
#define GI_FRONT_ALLOCATE_H

#include "front.h"

#include "pools/memory.h"

/** Allocates pinned host memory; caller is the name of the call. */
gpuError_t front_host_alloc(const char *caller, void **pointer, size_t size, unsigned int flags);

/** Allocates device memory for depth times height rows of width bytes.
 *  Units:  pitch is the distance of rows in bytes.
 *  Errors: those of gi_memory_alloc_rows. */
GI_MUST_CHECK gi_status front_alloc_rows(const char *caller, void **pointer, size_t *pitch,
                                         size_t width, size_t height, size_t depth);

/** The flags that the interface reports for host or managed memory; each interface defines its
 *  own. */
unsigned int front_host_flags(const struct gi_pointer_info *info);

#endif
