/** Carries out operations of memory in stream order. */
#ifndef GI_POOL_MEMORY_H
#define GI_POOL_MEMORY_H

#include "stream/operation.h"

/** Allocates, and writes alloc->pointer; 0 on failure.
 *  Threads: any that holds no lock.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pool_alloc_in_order(struct gi_stream *stream,
                                               struct gi_operation_pool_alloc *alloc);

/** Takes the allocation off the map. Memory of a pool goes back to it once the stream's work so
 *  far is done; other memory is freed at once.
 *  Threads: any that holds no lock.
 *  Errors:  the stream's failure; GI_INVALID_VALUE if another thread freed it first. */
GI_MUST_CHECK gi_status gi_pool_free_in_order(struct gi_stream *stream,
                                              const struct gi_operation_pool_free *free);

#endif
