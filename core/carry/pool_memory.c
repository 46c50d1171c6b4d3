#include "pool_memory.h"

#include "pools/graph_memory.h"
#include "pools/memory.h"
#include "pools/pool_allocation.h"
#include "pools/pool_cache.h"
#include "stream/append.h"
#include "stream/scheduler.h"
#include "stream/stream_state.h"

gi_status gi_pool_alloc_in_order(struct gi_stream *stream, struct gi_operation_pool_alloc *alloc)
{
    struct gi_pooled *pooled;
    gi_status status = gi_pooled_take(alloc->pool, stream, alloc->size_bytes, &pooled);

    alloc->pointer = 0;
    return status == GI_OK ? gi_pooled_publish(pooled, alloc->size_bytes, &alloc->pointer) : status;
}

static gi_status free_pooled(struct gi_allocation *allocation, struct gi_stream *stream)
{
    /* The order behind other streams is appended first, so that the point comes after their
     * work, too. */
    gi_status status = gi_append_order(stream);

    if (status != GI_OK)
        return status;
    if (!gi_pooled_unpublish(allocation))
        return gi_fail(GI_INVALID_VALUE, "free in stream order: 0x%llx was freed by another thread",
                       (unsigned long long)allocation->device_address);
    gi_pooled_keep_for(gi_pooled_of(allocation), stream, gi_stream_newest(stream));
    gi_allocation_unref(allocation);             /* the map's reference */
    return GI_OK;
}

static gi_status free_block(struct gi_graph_block *block, struct gi_stream *stream)
{
    gi_status status = gi_append_order(stream);  /* as above */

    return status == GI_OK ? gi_graph_block_free(block, stream, gi_stream_newest(stream)) : status;
}

gi_status gi_pool_free_in_order(struct gi_stream *stream,
                                const struct gi_operation_pool_free *free)
{
    struct gi_graph_block *block = gi_graph_block_of(free->allocation);

    if (block != NULL)
        return free_block(block, stream);
    return gi_pool_of(free->allocation) != NULL ? free_pooled(free->allocation, stream)
                                                : gi_memory_free_unsettled(free->pointer);
}
