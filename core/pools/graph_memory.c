#include "graph_memory.h"

#include <stdlib.h>

#include "base/vector.h"
#include "graph/reach.h"
#include "graph_memory_state.h"
#include "graph_pages.h"
#include "graph_windows.h"
#include "reclaim.h"
#include "stream/stream.h"
#include "stream/stream_state.h"

/* How many free blocks an allocation node looks at, which are large enough. Each costs a search of
 * the graph. */
enum { MOST_TRIES = 16 };

/* ---- amounts --------------------------------------------------------------------------------- */

static gi_status store_of(int ordinal, struct gi_graph_store **out_store)
{
    struct gi_device *device;
    struct gi_pool_set *set;
    gi_status status = gi_device_at(ordinal, &device);

    if (status == GI_OK)
        status = gi_pool_set_of(device, &set);
    if (status == GI_OK)
        *out_store = &set->graphs;
    return status;
}

static gi_status no_amount(int amount)
{
    return gi_fail(GI_INVALID_VALUE, "graph memory: attribute is %d; 0 to 3 exist", amount);
}

gi_status gi_graph_memory_amount(int device, int amount, uint64_t *out_bytes)
{
    struct gi_graph_store *store;
    gi_status status = store_of(device, &store);

    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&gi_graph_lock);
    switch (amount) {
    case GI_GRAPH_USED:
        *out_bytes = store->used_bytes + gi_graph_pages_bytes(store);
        break;
    case GI_GRAPH_USED_HIGH:
        *out_bytes = store->used_high_bytes + store->chunk_high_bytes;
        break;
    case GI_GRAPH_RESERVED:
        *out_bytes = atomic_load(&store->heap.reserved_bytes) + gi_graph_pages_bytes(store);
        break;
    case GI_GRAPH_RESERVED_HIGH:
        *out_bytes = atomic_load(&store->heap.reserved_high_bytes) +
                     store->chunk_reserved_high_bytes;
        break;
    default:
        status = no_amount(amount);
        break;
    }
    pthread_mutex_unlock(&gi_graph_lock);
    return status;
}

gi_status gi_graph_memory_set_amount(int device, int amount, uint64_t value)
{
    struct gi_graph_store *store;
    gi_status status = store_of(device, &store);

    if (status != GI_OK)
        return status;
    if (amount < GI_GRAPH_USED || amount > GI_GRAPH_RESERVED_HIGH)
        return no_amount(amount);
    if (amount == GI_GRAPH_USED || amount == GI_GRAPH_RESERVED)
        return gi_fail(GI_INVALID_VALUE, "graph memory: attribute %d can only be read", amount);
    if (value != 0)
        return gi_fail(GI_INVALID_VALUE, "graph memory: attribute %d is %llu; it can be set to 0, "
                       "which begins it anew", amount, (unsigned long long)value);
    pthread_mutex_lock(&gi_graph_lock);
    if (amount == GI_GRAPH_USED_HIGH) {
        store->used_high_bytes = store->used_bytes;
        store->chunk_high_bytes = gi_graph_pages_bytes(store);
    } else {
        atomic_store(&store->heap.reserved_high_bytes, atomic_load(&store->heap.reserved_bytes));
        store->chunk_reserved_high_bytes = gi_graph_pages_bytes(store);
    }
    pthread_mutex_unlock(&gi_graph_lock);
    return GI_OK;
}

gi_status gi_graph_memory_trim(int device)
{
    struct gi_graph_store *store;
    gi_status status = store_of(device, &store);

    if (status != GI_OK)
        return status;
    gi_reclaim_finished(store->device);  /* finished work refers to blocks until then */
    gi_heap_trim(&store->heap, 0);
    gi_graph_turn_begin();
    gi_graph_pages_trim(store);
    gi_graph_turn_end();
    return GI_OK;
}

void gi_graph_turn_begin(void)
{
    pthread_mutex_lock(&gi_graph_turn);
}

void gi_graph_turn_end(void)
{
    pthread_mutex_unlock(&gi_graph_turn);
}

/* A block of the heap has begun. */
static void count_used(struct gi_graph_store *store, uint64_t size_bytes)
{
    pthread_mutex_lock(&gi_graph_lock);
    store->used_bytes += size_bytes;
    if (store->used_high_bytes < store->used_bytes)
        store->used_high_bytes = store->used_bytes;
    pthread_mutex_unlock(&gi_graph_lock);
}

static void count_unused(struct gi_graph_store *store, uint64_t size_bytes)
{
    pthread_mutex_lock(&gi_graph_lock);
    store->used_bytes -= size_bytes;
    pthread_mutex_unlock(&gi_graph_lock);
}

/* ---- life ------------------------------------------------------------------------------------ */

static void ref(struct gi_graph_block *block)
{
    atomic_fetch_add_explicit(&block->owners, 1, memory_order_relaxed);
}

/* False: the last owner has gone. */
static bool try_ref(struct gi_graph_block *block)
{
    unsigned owners = atomic_load(&block->owners);

    while (owners != 0 && !atomic_compare_exchange_weak(&block->owners, &owners, owners + 1))
        ;
    return owners != 0;
}

/* A live block has an owner more. */
static void set_live(struct gi_graph_block *block, bool is_live)
{
    if (block->is_live == is_live)
        return;
    block->is_live = is_live;
    if (block->window != NULL) {
        for (struct gi_graph_slot *slot = gi_graph_first_slot(block);
             slot <= gi_graph_last_slot(block); slot++)
            slot->live += is_live ? 1 : -1u;
    }
    atomic_store(&block->rest.allocation->has_holes, !is_live);
    if (is_live)
        ref(block);
}

static void release_block(struct gi_allocation *allocation)
{
    struct gi_graph_block *block = (struct gi_graph_block *)allocation->rest;
    struct gi_graph_store *store = &block->set->graphs;

    if (block->window != NULL) {
        gi_graph_window_give(block);
    } else if (block->range != NULL) {
        count_unused(store, block->range->size_bytes);
        gi_heap_give(&store->heap, block->range);
    }
    free(block->elsewhere);
}

static void unpublished(struct gi_allocation *allocation)
{
    struct gi_graph_block *block = (struct gi_graph_block *)allocation->rest;
    bool was_live;

    pthread_mutex_lock(&gi_graph_lock);
    block->is_gone = true;
    was_live = block->is_live;
    set_live(block, false);
    pthread_mutex_unlock(&gi_graph_lock);
    if (was_live)
        gi_graph_block_unref(block);
}

static bool freed(struct gi_allocation *allocation)
{
    return gi_graph_block_free((struct gi_graph_block *)allocation->rest, NULL, 0) == GI_OK;
}

/* Programs see it while it is live, with the size of its newest allocation. */
static void describe_block(const struct gi_allocation *allocation, uint64_t offset_bytes,
                           struct gi_pointer_info *info)
{
    const struct gi_graph_block *block = (const struct gi_graph_block *)allocation->rest;
    uint64_t bytes = atomic_load(&block->newest_bytes);

    if (atomic_load(&allocation->has_holes) || offset_bytes >= bytes)
        *info = (struct gi_pointer_info){ .kind = GI_POINTER_UNKNOWN };
    else
        info->range_bytes = info->reserved_bytes = bytes;
}

static const struct gi_allocation_type graph_type = {
    .size = sizeof(struct gi_graph_block),
    .kind = GI_POINTER_DEVICE,
    .words = "memory of a graph, which is free until a launch allocates it",
    .freed_by = GI_FREED_BY_DEVICE_FREE,
    .free_waits = GI_FREE_WAITS_FOR_DEVICE,
    .shared_by = GI_NOT_SHARED,
    .outlives_context = true,
    .release = release_block,
    .unpublished = unpublished,
    .describe = describe_block,
    .freed = freed,
};

struct gi_graph_block *gi_graph_block_of(const struct gi_allocation *allocation)
{
    return allocation->rest->type == &graph_type ? (struct gi_graph_block *)allocation->rest
                                                 : NULL;
}

uint64_t gi_graph_block_address(const struct gi_graph_block *block)
{
    return block->rest.allocation->device_address;
}

/* A graph's handle leads to its free blocks. */
static struct gi_graph_block **free_list_of(struct gi_pool_set *set, gi_handle graph)
{
    return &set->graphs.free[graph % GI_GRAPH_BUCKETS];
}

static void list_free(struct gi_graph_block *block)
{
    struct gi_graph_block **first = free_list_of(block->set, block->graph);

    block->next = *first;
    if (block->next != NULL)
        block->next->link = &block->next;
    block->link = first;
    *first = block;
}

static void unlist_free(struct gi_graph_block *block)
{
    if (block->link == NULL)
        return;
    *block->link = block->next;
    if (block->next != NULL)
        block->next->link = block->link;
    block->link = NULL;
}

void gi_graph_block_unref(struct gi_graph_block *block)
{
    struct gi_allocation *allocation = block->rest.allocation;
    struct gi_stream *stream;

    if (atomic_fetch_sub_explicit(&block->owners, 1, memory_order_acq_rel) != 1)
        return;
    pthread_mutex_lock(&gi_graph_lock);
    unlist_free(block);
    stream = block->freed_in;
    block->freed_in = NULL;
    pthread_mutex_unlock(&gi_graph_lock);
    if (stream != NULL)
        gi_stream_release(stream);
    if (gi_allocation_unpublish(allocation))
        gi_allocation_unref(allocation);         /* the map's reference */
    gi_allocation_unref(allocation);             /* the owners' */
}

/* ---- blocks of a graph's nodes --------------------------------------------------------------- */

/* The device keeps no memory back that an allocation needs. */
static gi_status take_range(struct gi_device *device, struct gi_heap *heap, uint64_t size_bytes,
                            struct gi_heap_range **out_range, struct gi_memory **out_memory)
{
    gi_status status = gi_heap_take(heap, size_bytes, out_range, out_memory);

    if (status != GI_OUT_OF_MEMORY)
        return status;
    device->reclaim(device);
    return gi_heap_take(heap, size_bytes, out_range, out_memory);
}

/* Gives a block its addresses: in a window, else in the heap. */
static gi_status find_place(struct gi_device *device, struct gi_graph_block *block)
{
    struct gi_allocation *allocation = block->rest.allocation;
    struct gi_graph_store *store = &block->set->graphs;
    struct gi_memory *memory;
    gi_status status = gi_graph_window_take(store, device->base, block);

    if (status == GI_OK) {
        gi_allocation_place(allocation, block->window->memory, block->offset_bytes,
                            block->size_bytes);
        return GI_OK;
    }
    status = take_range(device, &store->heap, block->size_bytes, &block->range, &memory);
    if (status != GI_OK)
        return status;
    gi_allocation_place(allocation, memory, block->range->offset_bytes, block->size_bytes);
    count_used(store, block->range->size_bytes);
    return GI_OK;
}

static gi_status make_block(struct gi_device *device, struct gi_pool_set *set, gi_handle graph,
                            uint64_t size_bytes, struct gi_graph_block **out_block)
{
    struct gi_allocation *allocation;
    struct gi_graph_block *block;
    gi_status status = gi_allocation_make(&graph_type, device, &allocation);

    if (status != GI_OK)
        return status;
    block = (struct gi_graph_block *)allocation->rest;
    block->set = set;
    block->newest_bytes = size_bytes;
    block->size_bytes = size_bytes;
    block->graph = graph;
    atomic_init(&block->owners, 1);
    status = find_place(device, block);
    if (status != GI_OK) {
        gi_allocation_unref(allocation);
        return status;
    }
    atomic_store(&allocation->has_holes, true);  /* it is not live */
    *out_block = block;
    return gi_allocation_publish_kept(allocation);
}

/* The smallest free block of the graph that is larger than one that was looked at, or of its size
 * and behind it; with a reference. */
static struct gi_graph_block *next_free(struct gi_pool_set *set, gi_handle graph,
                                        uint64_t size_bytes, const struct gi_graph_block *seen,
                                        gi_handle *out_node)
{
    struct gi_graph_block *best = NULL;

    pthread_mutex_lock(&gi_graph_lock);
    for (struct gi_graph_block *block = *free_list_of(set, graph); block != NULL;
         block = block->next) {
        bool is_behind = seen == NULL || block->size_bytes > seen->size_bytes ||
                         (block->size_bytes == seen->size_bytes && block > seen);

        if (block->graph == graph && block->size_bytes >= size_bytes && is_behind &&
            (best == NULL || block->size_bytes < best->size_bytes ||
             (block->size_bytes == best->size_bytes && block < best)))
            best = block;
    }
    if (best != NULL && !try_ref(best))
        best = NULL;                     /* its graph ends in another thread */
    if (best != NULL)
        *out_node = best->free_node;
    pthread_mutex_unlock(&gi_graph_lock);
    return best;
}

/* Takes a block that is free. False: another thread was first. */
static bool take_free(struct gi_graph_block *block, gi_handle node, uint64_t size_bytes)
{
    bool is_free;

    pthread_mutex_lock(&gi_graph_lock);
    is_free = block->link != NULL && block->free_node == node && !block->is_gone;
    if (is_free) {
        unlist_free(block);
        block->is_freed = false;
        block->free_node = 0;
        atomic_store(&block->newest_bytes, size_bytes);
    }
    pthread_mutex_unlock(&gi_graph_lock);
    return is_free;
}

/* Looks for a block that a node before frees; NULL: there is none. */
static gi_status reuse(struct gi_pool_set *set, gi_handle graph, const gi_handle *before,
                       size_t count, uint64_t size_bytes, struct gi_graph_taken *taken)
{
    struct gi_graph_block *seen = NULL;
    gi_status status = GI_OK;
    bool follows = false;

    for (int tries = 0; tries < MOST_TRIES && count > 0 && status == GI_OK && !follows; tries++) {
        struct gi_graph_block *block = next_free(set, graph, size_bytes, seen,
                                                 &taken->former_free);

        if (seen != NULL)
            gi_graph_block_unref(seen);
        seen = block;
        if (block == NULL)
            return GI_OK;
        status = gi_graph_follows(graph, before, count, taken->former_free, &follows);
        if (status == GI_OK && follows)
            follows = take_free(block, taken->former_free, size_bytes);
    }
    if (follows)
        taken->block = seen;
    else if (seen != NULL)
        gi_graph_block_unref(seen);
    return status;
}

gi_status gi_graph_block_take(struct gi_device *device, gi_handle graph, const gi_handle *before,
                              size_t count, uint64_t size_bytes, struct gi_graph_taken *out_taken)
{
    struct gi_pool_set *set;
    gi_status status = gi_pool_set_of(device, &set);

    *out_taken = (struct gi_graph_taken){ NULL, 0 };
    if (status == GI_OK)
        status = reuse(set, graph, before, count, size_bytes, out_taken);
    if (status != GI_OK || out_taken->block != NULL)
        return status;
    out_taken->former_free = 0;
    return make_block(device, set, graph, size_bytes, &out_taken->block);
}

void gi_graph_block_put_back(const struct gi_graph_taken *taken, gi_handle graph)
{
    if (taken->former_free != 0)
        gi_graph_block_freed_by(taken->block, graph, taken->former_free);
    gi_graph_block_unref(taken->block);
}

static size_t find_elsewhere(const struct gi_graph_block *block, gi_handle graph)
{
    size_t i = 0;

    while (i < block->elsewhere_count && block->elsewhere[i] != graph)
        i++;
    return i;
}

/* Notes that a graph frees the block. The lock is held. */
static gi_status note_free(struct gi_graph_block *block, gi_handle graph, uint64_t pointer)
{
    bool is_own = block->graph == graph;

    if (atomic_load(&block->owners) == 0)
        return gi_allocation_none("free node", pointer);     /* another thread ends its graph */
    if (block->is_freed || (is_own && block->elsewhere_count > 0) ||
        find_elsewhere(block, graph) < block->elsewhere_count)
        return gi_fail(GI_INVALID_VALUE, "free node: another node frees 0x%llx already",
                       (unsigned long long)pointer);
    if (!is_own) {
        if (!gi_grow((void **)&block->elsewhere, &block->elsewhere_capacity,
                     block->elsewhere_count + 1, sizeof *block->elsewhere))
            return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a free node");
        block->elsewhere[block->elsewhere_count++] = graph;
    }
    if (!try_ref(block))
        return gi_allocation_none("free node", pointer);
    block->is_freed = is_own;
    return GI_OK;
}

gi_status gi_graph_block_find(uint64_t pointer, gi_handle graph, struct gi_graph_block **out_block)
{
    struct gi_allocation *allocation;
    struct gi_graph_block *block;
    gi_status status = gi_allocation_find("free node", pointer, &allocation);

    *out_block = NULL;
    if (status != GI_OK)
        return status;
    block = gi_graph_block_of(allocation);
    if (block == NULL || allocation->device_address != pointer) {
        status = gi_fail(GI_INVALID_VALUE, "free node: 0x%llx is not what an allocation node gave "
                         "out", (unsigned long long)pointer);
    } else {
        pthread_mutex_lock(&gi_graph_lock);
        status = note_free(block, graph, pointer);
        pthread_mutex_unlock(&gi_graph_lock);
    }
    if (status == GI_OK)
        *out_block = block;
    gi_allocation_unref(allocation);
    return status;
}

void gi_graph_block_freed_by(struct gi_graph_block *block, gi_handle graph, gi_handle node)
{
    pthread_mutex_lock(&gi_graph_lock);
    if (block->graph == graph) {
        block->is_freed = node != 0;
        block->free_node = node;
        if (node != 0)
            list_free(block);
    }
    pthread_mutex_unlock(&gi_graph_lock);
}

void gi_graph_block_end_free(struct gi_graph_block *block, gi_handle graph)
{
    size_t i;

    pthread_mutex_lock(&gi_graph_lock);
    i = find_elsewhere(block, graph);
    if (i < block->elsewhere_count)
        block->elsewhere[i] = block->elsewhere[--block->elsewhere_count];
    pthread_mutex_unlock(&gi_graph_lock);
    gi_graph_block_unref(block);
}

/* ---- launches -------------------------------------------------------------------------------- */

gi_status gi_graph_blocks_map(const struct gi_graph_use *uses, size_t count,
                              struct gi_stream *stream, struct gi_graph_waits *out_waits)
{
    return gi_graph_pages_map(uses, count, stream, out_waits);
}

bool gi_graph_block_is_mapped_at_times(const struct gi_graph_block *block)
{
    return block->window != NULL;
}

gi_status gi_graph_block_name(uint64_t pointer, struct gi_graph_block **out_block)
{
    struct gi_allocation *allocation = gi_allocation_at(pointer);
    struct gi_graph_block *block = allocation != NULL ? gi_graph_block_of(allocation) : NULL;
    gi_status status = GI_OK;

    *out_block = NULL;
    if (block != NULL && block->window != NULL) {
        if (!gi_graph_pages_are_there(block))
            status = gi_fail(GI_INVALID_VALUE, "0x%llx is memory of another graph that no launch "
                             "has allocated, or that a trim has taken away",
                             (unsigned long long)pointer);
        else if (try_ref(block))
            *out_block = block;
    }
    if (allocation != NULL)
        gi_allocation_unref(allocation);
    return status;
}

void gi_graph_block_note(struct gi_graph_block *block, struct gi_stream *stream, uint64_t seq)
{
    if (block->window != NULL)
        gi_graph_window_note(block->window, stream, seq);
}

static gi_status check_use(const struct gi_graph_use *use, bool frees_first)
{
    const struct gi_graph_block *block = use->block;
    unsigned long long address = gi_graph_block_address(block);

    if (block->is_gone)
        return gi_fail(GI_INVALID_VALUE, "launch: 0x%llx, which an allocation node gave out, has "
                       "ended with a reset of its device", address);
    if (use->effect == GI_GRAPH_FREES && !block->is_live)
        return gi_fail(GI_INVALID_VALUE, "launch: a node frees 0x%llx, which is not allocated",
                       address);
    if (use->effect != GI_GRAPH_FREES && block->is_live && !frees_first)
        return gi_fail(GI_INVALID_VALUE, "launch: 0x%llx is allocated by an earlier launch and not "
                       "freed; free it, or instantiate with the flag 1 (auto free on launch)",
                       address);
    return GI_OK;
}

static void use_block(struct gi_graph_use *use)
{
    struct gi_graph_block *block = use->block;

    use->was_live = block->is_live;
    use->freed_in = block->freed_in;
    use->freed_at = block->freed_at;
    block->freed_in = NULL;
    set_live(block, use->effect == GI_GRAPH_KEEPS);
}

gi_status gi_graph_blocks_use(struct gi_graph_use *uses, size_t count, bool frees_first)
{
    gi_status status = GI_OK;

    pthread_mutex_lock(&gi_graph_lock);
    for (size_t i = 0; i < count && status == GI_OK; i++)
        status = check_use(&uses[i], frees_first);
    for (size_t i = 0; i < count && status == GI_OK; i++)
        use_block(&uses[i]);
    pthread_mutex_unlock(&gi_graph_lock);
    for (size_t i = 0; i < count && status == GI_OK; i++) {
        if (uses[i].was_live && uses[i].effect != GI_GRAPH_KEEPS)
            gi_graph_block_unref(uses[i].block);     /* not the last: the node has one */
    }
    return status;
}

static void note_freed(struct gi_graph_block *block, struct gi_stream *stream, uint64_t seq)
{
    struct gi_stream *former;

    gi_object_ref(&stream->object);
    gi_raise(&stream->recorded, seq);            /* no later wait of the stream is part of it */
    pthread_mutex_lock(&gi_graph_lock);
    former = block->freed_in;
    block->freed_in = stream;
    block->freed_at = seq;
    pthread_mutex_unlock(&gi_graph_lock);
    if (former != NULL)
        gi_stream_release(former);
}

void gi_graph_blocks_freed(const struct gi_graph_use *uses, size_t count, struct gi_stream *stream,
                           uint64_t seq)
{
    for (size_t i = 0; i < count; i++) {
        if (uses[i].effect == GI_GRAPH_FREES)
            note_freed(uses[i].block, stream, seq);
    }
}

void gi_graph_blocks_undo(struct gi_graph_use *uses, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct gi_graph_block *block = uses[i].block;
        bool is_live;

        pthread_mutex_lock(&gi_graph_lock);
        is_live = block->is_live;
        set_live(block, uses[i].was_live);
        if (block->freed_in == NULL) {
            block->freed_in = uses[i].freed_in;
            block->freed_at = uses[i].freed_at;
            uses[i].freed_in = NULL;
        }
        pthread_mutex_unlock(&gi_graph_lock);
        if (is_live && !uses[i].was_live)
            gi_graph_block_unref(block);
    }
}

/* ---- frees by the program -------------------------------------------------------------------- */

/* It is not live any more, and from now on waits for the point. False: it was not live. */
static bool end_live(struct gi_graph_block *block, struct gi_stream *stream, uint64_t seq)
{
    struct gi_stream *released[GI_GRAPH_NOTED];
    size_t count = 0;
    bool was_live;

    pthread_mutex_lock(&gi_graph_lock);
    was_live = block->is_live;
    set_live(block, false);
    if (was_live && stream != NULL && block->window != NULL) {
        gi_object_ref(&stream->object);
        count = gi_graph_window_note_locked(block->window, stream, seq, released);
    }
    pthread_mutex_unlock(&gi_graph_lock);
    for (size_t i = 0; i < count; i++)
        gi_stream_release(released[i]);
    return was_live;
}

gi_status gi_graph_block_free(struct gi_graph_block *block, struct gi_stream *stream, uint64_t seq)
{
    if (block->window != NULL)                   /* kernels under way may have its address */
        gi_allocation_outlive(block->rest.allocation);
    if (!end_live(block, stream, seq))
        return gi_fail(GI_INVALID_VALUE, "free: 0x%llx is memory of a graph that no launch has "
                       "allocated, or that was freed before",
                       (unsigned long long)gi_graph_block_address(block));
    if (stream != NULL)
        note_freed(block, stream, seq);
    gi_graph_block_unref(block);
    return GI_OK;
}
