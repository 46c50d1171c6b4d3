/** Allocations on pieces of a pool. */
#ifndef GI_POOL_ALLOCATION_H
#define GI_POOL_ALLOCATION_H

#include "memory/allocation.h"
#include "pool_state.h"

/** The pool of an allocation, or NULL.
 *  Owner:   the allocation's.
 *  Threads: any. */
struct gi_pool *gi_pool_of(const struct gi_allocation *allocation);

/** The piece that an allocation of a pool lies on.
 *  Owner:   the allocation's.
 *  Threads: any. */
struct gi_pooled *gi_pooled_of(const struct gi_allocation *allocation);

/** Makes an allocation on the piece and puts it on the address map. On failure
 *  *out_pointer is 0 or as before.
 *  Owner:   takes the piece, also on failure.
 *  Threads: any that holds no lock.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pooled_publish(struct gi_pooled *pooled, uint64_t size_bytes,
                                          uint64_t *out_pointer);

/** Takes an allocation of a pool off the address map, whose reference is then the caller's. False
 *  if another thread did it first.
 *  Threads: any that holds no lock. */
GI_MUST_CHECK bool gi_pooled_unpublish(struct gi_allocation *allocation);

#endif
