/** Allocations in stream order: what is an allocation on a piece of a pool, and the calls that are
 *  declared in pool.h. */
#ifndef GI_POOL_MEMORY_H
#define GI_POOL_MEMORY_H

#include "pool_state.h"

/** The pool that an allocation lies in, or NULL.
 *  Owner: the allocation's. */
struct gi_pool *gi_pool_of(const struct gi_allocation *allocation);

#endif
