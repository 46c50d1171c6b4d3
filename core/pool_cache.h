/** What a pool's memory goes through: from its blocks to allocations, to the cache of what was
 *  freed in a stream, and back. gi_memory_alloc_async and gi_memory_free_async are declared in
 *  pool.h. */
#ifndef GI_POOL_CACHE_H
#define GI_POOL_CACHE_H

#include "pool_state.h"

/** Lets go of what the cache holds and its streams have come to, or of all; true if something is
 *  left in it. No lock. */
bool gi_pool_collect(struct gi_pool *pool, bool all);

/** The pool that an allocation lies in, or NULL.
 *  Owner: the allocation's. */
struct gi_pool *gi_pool_of(const struct gi_allocation *allocation);

/** What a device's pools do for it: after a synchronisation they give back what is over their
 *  thresholds, and all they can when there is no memory. */
extern const struct gi_keeper gi_pool_keeper;

#endif
