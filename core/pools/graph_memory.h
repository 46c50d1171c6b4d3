/** Memory of graphs: blocks that allocation nodes give out, and whether a program may use them.
 *
 *  A block has its address from its first node on, and keeps it until all nodes that allocate or
 *  free it are gone, with their executables. Another allocation of the same graph that comes after
 *  its free gets the same block. A launch makes a block live that the graph does not free; then
 *  only a free ends that.
 *
 *  Where the device has ranges, a block has physical memory from its first launch on. Graphs that
 *  cannot run at the same time share it. A trim takes it when nothing uses it (graph_pages.h).
 *  Elsewhere blocks lie in a heap of the device that is no pool's. It keeps empty memory until a
 *  trim.
 *
 *  Owner:   each node has one reference to its block, and so has a use that goes on.
 *  Threads: any that holds no lock. */
#ifndef GI_GRAPH_MEMORY_H
#define GI_GRAPH_MEMORY_H

#include "base/handle.h"

struct gi_allocation;
struct gi_device;
struct gi_graph_block;
struct gi_stream;

/* ---- amounts --------------------------------------------------------------------------------- */

/** Amounts of a device's graph memory in bytes, with the front ends' numbers. */
enum gi_graph_amount {
    GI_GRAPH_USED = 0,                   /* of all blocks, or of the physical memory that they had
                                            since the last trim */
    GI_GRAPH_USED_HIGH = 1,
    GI_GRAPH_RESERVED = 2,               /* taken from the driver */
    GI_GRAPH_RESERVED_HIGH = 3
};

/** Gets an amount.
 *  Errors: GI_INVALID_VALUE for another number; GI_INVALID_DEVICE; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_memory_amount(int device, int amount, uint64_t *out_bytes);

/** Sets a high mark to what is there now.
 *  Errors: GI_INVALID_VALUE for another amount, and for another value than 0; GI_INVALID_DEVICE;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_memory_set_amount(int device, int amount, uint64_t value);

/** Gives memory back to the driver that is in no block, or that no live block and no work uses.
 *  Errors: GI_INVALID_DEVICE, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_memory_trim(int device);

/* ---- blocks of a graph's nodes --------------------------------------------------------------- */

/** The block that an allocation node has taken, and the former state, which is put back if the node
 *  is not added. */
struct gi_graph_taken {
    struct gi_graph_block *block;        /* referenced */
    gi_handle former_free;               /* the node that freed it before; 0: it is new */
};

/** Takes a block for an allocation node that comes after some nodes of a graph: one that a node
 *  before them frees, else a new one.
 *  Errors: GI_OUT_OF_MEMORY; GI_INVALID_VALUE if the graph was destroyed. */
GI_MUST_CHECK gi_status gi_graph_block_take(struct gi_device *device, gi_handle graph,
                                            const gi_handle *before, size_t count,
                                            uint64_t size_bytes, struct gi_graph_taken *out_taken);

/** The node was not added: takes the reference, and the block is free after the former node
 *  again. */
void gi_graph_block_put_back(const struct gi_graph_taken *taken, gi_handle graph);

/** Finds the block of an address for a free node of a graph, and notes that the graph frees it.
 *  Errors: GI_INVALID_VALUE for an address that no allocation node gave out, for one that a node
 *          frees already, and in the block's own graph for one that another graph frees. */
GI_MUST_CHECK gi_status gi_graph_block_find(uint64_t pointer, gi_handle graph,
                                            struct gi_graph_block **out_block);

/** The node that frees the block was added, or (0) was not. */
void gi_graph_block_freed_by(struct gi_graph_block *block, gi_handle graph, gi_handle node);

/** A free node of a graph has ended. */
void gi_graph_block_end_free(struct gi_graph_block *block, gi_handle graph);

uint64_t gi_graph_block_address(const struct gi_graph_block *block);

void gi_graph_block_unref(struct gi_graph_block *block);

/* ---- launches -------------------------------------------------------------------------------- */

/** The effect of one launch on a block. */
enum gi_graph_effect {
    GI_GRAPH_USES,                       /* allocates it and frees it */
    GI_GRAPH_KEEPS,                      /* allocates it */
    GI_GRAPH_FREES                       /* frees what another graph allocated */
};

struct gi_graph_use {
    struct gi_graph_block *block;        /* referenced */
    enum gi_graph_effect effect;
    bool was_live;                       /* out: before the launch */
    struct gi_stream *freed_in;          /* out: the stream that freed it last, with the point
                                            behind the free; referenced, or NULL */
    uint64_t freed_at;
};

/** A point in a stream. */
struct gi_graph_point {
    struct gi_stream *stream;            /* referenced */
    uint64_t seq;
};

/** Points that a launch waits for. */
struct gi_graph_waits {
    struct gi_graph_point *items;
    size_t count, capacity;
};

/** Launches that have memory nodes, or name memory of other graphs, take turns, from before
 *  gi_graph_blocks_map until they are enqueued.
 *  Threads: any that holds no lock of a stream. */
void gi_graph_turn_begin(void);
void gi_graph_turn_end(void);

/** Gives the blocks that a launch in a stream allocates their physical memory. It is the turn's.
 *  Errors: GI_OUT_OF_MEMORY; GI_NOT_SUPPORTED if memory that the launch must leave is used. */
GI_MUST_CHECK gi_status gi_graph_blocks_map(const struct gi_graph_use *uses, size_t count,
                                            struct gi_stream *stream,
                                            struct gi_graph_waits *out_waits);

/** Whether an allocation is a block that has physical memory at times only. */
bool gi_graph_block_is_mapped_at_times(const struct gi_graph_block *block);

/** Finds the block of an address that a launch names and does not allocate. *out_block, referenced,
 *  is NULL if the address is none of a block's. It is the turn's.
 *  Errors: GI_INVALID_VALUE if the block has no physical memory. */
GI_MUST_CHECK gi_status gi_graph_block_name(uint64_t pointer, struct gi_graph_block **out_block);

/** Work up to a point of a stream may use the block. */
void gi_graph_block_note(struct gi_graph_block *block, struct gi_stream *stream, uint64_t seq);

/** Makes the effects of a launch on blocks: on all of them, or on failure on none. The launch waits
 *  for freed_at, and gives the reference back. frees_first: live blocks are freed before.
 *  Errors: GI_INVALID_VALUE for a block that is live, or not live and to be freed, or gone with a
 *          reset of its device. */
GI_MUST_CHECK gi_status gi_graph_blocks_use(struct gi_graph_use *uses, size_t count,
                                            bool frees_first);

/** The launch was enqueued; its point is behind what it freed. */
void gi_graph_blocks_freed(const struct gi_graph_use *uses, size_t count, struct gi_stream *stream,
                           uint64_t seq);

/** The launch was not enqueued: all is as before. The references to streams may go back. */
void gi_graph_blocks_undo(struct gi_graph_use *uses, size_t count);

/* ---- frees by the program -------------------------------------------------------------------- */

/** The block of an allocation; NULL: it is none of a graph.
 *  Owner: the allocation's. */
struct gi_graph_block *gi_graph_block_of(const struct gi_allocation *allocation);

/** Frees a live block behind a point of a stream; NULL: at once.
 *  Errors: GI_INVALID_VALUE if it is not live. */
GI_MUST_CHECK gi_status gi_graph_block_free(struct gi_graph_block *block, struct gi_stream *stream,
                                            uint64_t seq);

#endif
