/** The life of a pool's memory: from its blocks to pieces in use (pool_allocation.h), then to the
 *  cache of pieces freed in a stream, and back.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_POOL_CACHE_H
#define GI_POOL_CACHE_H

#include "pool_state.h"

/** Drops the pieces in the cache whose streams have reached their frees, or all pieces. True if
 *  the cache is not empty afterwards. */
bool gi_pool_collect(struct gi_pool *pool, bool all);

/** Finds memory for an allocation of a stream: freed in that stream, free in the pool's blocks,
 *  or in a new block.
 *  Owner:  one reference, the caller's.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_pooled_take(struct gi_pool *pool, struct gi_stream *stream,
                                       uint64_t size_bytes, struct gi_pooled **out_pooled);

/** The last reference returns the memory to the pool. */
void gi_pooled_unref(struct gi_pooled *pooled);

/** The pointer of the piece is free. Until the stream reaches seq, only this stream may use the
 *  memory again. */
void gi_pooled_keep_for(struct gi_pooled *pooled, struct gi_stream *stream, uint64_t seq);

/** The hooks of a device's pools: after a synchronisation they return the memory above their
 *  thresholds, and all unused memory if memory runs out. */
extern const struct gi_keeper gi_pool_keeper;

#endif
