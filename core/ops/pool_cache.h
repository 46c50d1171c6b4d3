/** What a pool's memory goes through: from its blocks to pieces that are in use (pool_memory.h), to
 *  the cache of what was freed in a stream, and back. */
#ifndef GI_POOL_CACHE_H
#define GI_POOL_CACHE_H

#include "pool_state.h"

/** Lets go of what the cache holds and its streams have come to, or of all; true if something is
 *  left in it. No lock. */
bool gi_pool_collect(struct gi_pool *pool, bool all);

/** Finds room for an allocation of a stream: what the stream has freed, what is free in the pool's
 *  blocks, or a new block.
 *  Owner:  one reference, the caller's.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pooled_take(struct gi_pool *pool, struct gi_stream *stream,
                                       uint64_t size_bytes, struct gi_pooled **out_pooled);

/** The last reference gives the bytes back to the pool. */
void gi_pooled_unref(struct gi_pooled *pooled);

/** Its allocation is off the map: the bytes are the stream's own until it has come to seq. */
void gi_pooled_keep_for(struct gi_pooled *pooled, struct gi_stream *stream, uint64_t seq);

/** What a device's pools do for it: after a synchronisation they give back what is over their
 *  thresholds, and all they can when there is no memory. */
extern const struct gi_keeper gi_pool_keeper;

#endif
