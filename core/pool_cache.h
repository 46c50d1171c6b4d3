/** What a pool's memory goes through: from its blocks to allocations, to the cache of what was
 *  freed in a stream, and back. gi_memory_alloc_async and gi_memory_free_async are declared in
 *  pool.h. */
#ifndef GI_POOL_CACHE_H
#define GI_POOL_CACHE_H

#include "pool_state.h"

/** Lets go of what the cache holds and its streams have come to, or of all; true if something is
 *  left in it. No lock. */
bool gi_pool_collect(struct gi_pool *pool, bool all);

/** The last reference gives the bytes back to the pool. */
void gi_pooled_unref(struct gi_pooled *pooled);

/** An allocation was taken off the map: its bytes are no longer in use. */
void gi_pooled_note_free(struct gi_allocation *allocation);

/** The program has waited for the device or a part of it: pools give back what is over their
 *  thresholds. Cheap where there is nothing. No lock. */
void gi_pools_synchronised(struct gi_device *device);

/** There is no memory: pools give back all they can. No lock. */
void gi_pools_trim(struct gi_device *device);

#endif
