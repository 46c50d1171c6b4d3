/** Memory of graphs inside the core: blocks, windows, slots and chunks.
 *
 *  Where the device has ranges, the blocks of a graph lie in windows: addresses that are reserved
 *  from the first node on. A window is cut into slots, and a slot has physical memory, a chunk,
 *  from a launch on until a trim. Slots of several graphs may have one chunk (graph_shares.h).
 *  Elsewhere a block is a part of a heap, and has its memory from its node on.
 *
 *  Locks: gi_graph_turn is held from the plan of a launch until it is enqueued. It guards which
 *  slot has which chunk, and comes before the locks of streams. gi_graph_lock guards the rest, and
 *  only locks of points are taken under it. */
#ifndef GI_GRAPH_MEMORY_STATE_H
#define GI_GRAPH_MEMORY_STATE_H

#include <pthread.h>

#include "graph_memory.h"
#include "pool_state.h"

extern pthread_mutex_t gi_graph_lock, gi_graph_turn;

struct gi_graph_window;

/** Physical memory. */
struct gi_graph_chunk {
    struct gi_memory *memory;
    struct gi_graph_slot *slots;         /* that have it */
    struct gi_graph_chunk *next;         /* of the device */
    bool is_taken;                       /* by a slot of the launch that is planned */
};

/** The addresses of a window for one chunk. */
struct gi_graph_slot {
    struct gi_graph_window *window;
    struct gi_graph_chunk *chunk;        /* NULL: none */
    struct gi_graph_slot *next;          /* with the same chunk */
    bool is_alone;                       /* it shares its chunk with no other */
    bool is_wanted, wants_alone;         /* by the launch that is planned */
    bool is_cleared, is_placed;          /* the driver is to take its chunk away; to give it one */
    unsigned live;                       /* live blocks that lie in it */
};

struct gi_graph_window {
    struct gi_graph_store *store;        /* the device's */
    struct gi_memory *memory;            /* the range */
    gi_handle graph;                     /* whose blocks lie in it; 0: it has none */
    uint64_t size_bytes, used_bytes;     /* behind used_bytes no block lies */
    struct gi_graph_block *blocks;
    struct gi_graph_window *next;        /* in its bucket, or among the spare ones */
    struct gi_graph_point *points;       /* the newest uses of its blocks, of each stream one */
    size_t point_count, point_capacity;
    bool has_lost_points;                /* host memory for one was short */
    bool is_changed;                     /* slots of it are to be cleared or placed */
    size_t slot_count;
    struct gi_graph_slot slots[];
};

struct gi_graph_block {
    struct gi_allocation_rest rest;      /* first */
    struct gi_pool_set *set;             /* the device's */
    struct gi_heap_range *range;         /* NULL of a block in a window */
    struct gi_graph_window *window;      /* NULL of a block in a heap */
    uint64_t offset_bytes;               /* in the window */
    uint64_t size_bytes;
    _Atomic uint64_t newest_bytes;       /* of its newest allocation */
    atomic_uint owners;                  /* nodes, and the use that goes on */
    gi_handle graph;                     /* whose nodes allocate it */

    /* The lock guards the rest. */
    struct gi_graph_block *next_in_window, **link_in_window;
    bool is_live;
    bool is_gone;                        /* with a reset of its device */
    bool is_freed;                       /* by a node of the graph, behind its newest allocation */
    gi_handle free_node;                 /* that node; 0: it is not added yet */
    gi_handle *elsewhere;                /* other graphs with a node that frees it */
    size_t elsewhere_count, elsewhere_capacity;
    struct gi_stream *freed_in;          /* referenced; NULL: no work is behind the last free */
    uint64_t freed_at;
    struct gi_graph_block *next, **link; /* among free ones; the link is NULL: it is none */
};

/** The slots of a block in a window. */
static inline struct gi_graph_slot *gi_graph_first_slot(const struct gi_graph_block *block)
{
    return &block->window->slots[block->offset_bytes / block->set->graphs.chunk_bytes];
}

static inline struct gi_graph_slot *gi_graph_last_slot(const struct gi_graph_block *block)
{
    uint64_t last = block->offset_bytes + block->size_bytes - 1;

    return &block->window->slots[last / block->set->graphs.chunk_bytes];
}

#endif
