/** Which physical memory the slots of a launch get. Pure: facts go in, a choice comes out.
 *
 *  A chunk is physical memory, and a slot is addresses of a graph for one chunk. Slots whose work
 *  cannot run at the same time share a chunk. A slot with memory that a launch leaves to the
 *  program has its chunk alone.
 *  Threads: any. */
#ifndef GI_GRAPH_SHARES_H
#define GI_GRAPH_SHARES_H

#include <stdbool.h>
#include <stddef.h>

/** A chunk as the stream of the launch sees it. */
struct gi_share_chunk {
    bool has_slots;
    bool is_live;                /* a slot on it has memory that the program may use */
    bool is_alone;               /* a slot has it alone */
    bool is_elsewhere;           /* work of another stream may use it */
    bool is_used;                /* work of any stream may use it, so no slot can lose it */
    bool is_taken;               /* another slot of this launch has it from now on */
};

/** A slot that the launch uses. */
struct gi_share_slot {
    bool is_alone;               /* the launch leaves memory of it to the program */
    bool is_used;                /* its former work may be under way, so it cannot lose its chunk */
    struct gi_share_chunk others;        /* its chunk, without what the slot itself adds */
};

enum gi_share_way {
    GI_SHARE_STAY,               /* it keeps its chunk */
    GI_SHARE_EVICT,              /* it keeps its chunk, and the other slots lose it */
    GI_SHARE_WAIT,               /* it keeps its chunk, and the launch waits for other streams */
    GI_SHARE_LEAVE,              /* it needs another chunk */
    GI_SHARE_BLOCKED             /* the same, once its former work is done */
};

/** The way of a slot that has a chunk. */
enum gi_share_way gi_share_stay(const struct gi_share_slot *slot);

/** The best chunk for a slot that needs one; count: it needs a new one. Other slots lose the chunk
 *  if one of the two is alone. */
size_t gi_share_find(const struct gi_share_chunk *chunks, size_t count, bool is_alone);

#endif
