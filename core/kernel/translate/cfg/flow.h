/** A graph that may be changed, and its shape: order, dominators, loops. */
#ifndef GI_FLOW_H
#define GI_FLOW_H

#include "kernel/translate/cfg/dominators.h"

enum gi_flow_kind {
    GI_FLOW_BLOCK,          /* a block of the graph, or a copy of one */
    GI_FLOW_SET,            /* stores value in the state variable; one successor, a dispatch */
    GI_FLOW_DISPATCH        /* goes to the successor of the state variable's value */
};

struct gi_flow_node {
    enum gi_flow_kind kind;
    uint32_t block;         /* of a BLOCK */
    uint32_t value;         /* of a SET */
    uint32_t cost;
    uint32_t successor_count;
    const uint32_t *successors;
};

struct gi_flow {
    struct gi_arena *arena;
    struct gi_flow_node *nodes;
    uint32_t node_count, node_room;
    uint32_t entry;
    bool dispatched;        /* has a DISPATCH */
};

/** A flow's nodes that can be reached, by rank: their place in a reverse post-order. The entry has
 *  rank 0, and edges that do not go back to a loop's header go to higher ranks. */
struct gi_flow_shape {
    uint32_t count;
    uint32_t *order;        /* [rank]: node */
    uint32_t *rank;         /* [node]: rank, or GI_CFG_NONE */
    struct gi_lists successors, predecessors;  /* ranks; repeated edges stand side by side */
    uint32_t *dominator;    /* [rank]: the immediate one; that of 0 is 0 */
    bool reducible;
    bool *is_header;        /* [rank], as all below, which only reducible flows have */
    uint32_t *loop;         /* the header of the innermost loop around; a header's is itself */
    uint32_t *loop_outer;   /* of headers: the header of the loop around, or GI_CFG_NONE */
    uint32_t *loop_depth;   /* of headers: 1 for outermost loops */
    uint32_t *loop_jump;    /* of headers: one of the loops around, to climb fast */
};

/** Checks a graph, and makes a flow of it that shares the successors.
 *  Errors: GI_INVALID_VALUE, GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_flow_init(struct gi_flow *flow, struct gi_arena *arena,
                                     const struct gi_cfg *graph);

/** Adds a node. Errors: GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_flow_add(struct gi_flow *flow, const struct gi_flow_node *node,
                                    uint32_t *out_index);

/** The shape of a flow. Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_flow_find_shape(const struct gi_flow *flow,
                                           struct gi_flow_shape *out_shape);

/** The loop around a header that has this depth, at most the header's own. */
uint32_t gi_flow_loop_at_depth(const struct gi_flow_shape *shape, uint32_t header, uint32_t depth);

#endif
