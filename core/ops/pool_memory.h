/** Stream-ordered allocations: allocations on pieces of a pool, and the calls that pool.h
 *  declares. */
#ifndef GI_POOL_MEMORY_H
#define GI_POOL_MEMORY_H

#include "pool_state.h"

/** The pool of an allocation, or NULL.
 *  Owner:   the allocation's.
 *  Threads: any. */
struct gi_pool *gi_pool_of(const struct gi_allocation *allocation);

#endif
