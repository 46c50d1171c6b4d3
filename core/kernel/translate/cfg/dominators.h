/** Dominators of graphs that are given as lists of numbers. */
#ifndef GI_DOMINATORS_H
#define GI_DOMINATORS_H

#include "kernel/translate/cfg/cfg.h"

/** Lists of numbers below count, one for each: list i begins at items[start[i]] and ends before
 *  items[start[i + 1]]. */
struct gi_lists {
    uint32_t count;
    uint32_t *start, *items;
};

/** The lists turned round: list i has every j whose list has i, in rising order.
 *  Owner:   the arena.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_lists_turn(struct gi_arena *arena, const struct gi_lists *lists,
                                      struct gi_lists *out_turned);

/** Immediate dominators of what can be reached from root: root's is root, those of the others are
 *  GI_CFG_NONE. By Lengauer and Tarjan, in time O(edges * log count).
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_dominators(struct gi_arena *arena, const struct gi_lists *successors,
                                      const struct gi_lists *predecessors, uint32_t root,
                                      uint32_t *out_dominator);

/** The tree of immediate dominators: whom a member dominates is a run of numbers. */
struct gi_dominator_tree {
    uint32_t *first, *end;  /* [member]: the run, itself first; empty for those not reached */
};

/** Owner: the arena. Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_dominator_tree_init(struct gi_dominator_tree *tree,
                                               struct gi_arena *arena, uint32_t count,
                                               const uint32_t *dominator, uint32_t root);

/** Whether all ways to b lead over a; true for a itself. */
static inline bool gi_dominates(const struct gi_dominator_tree *tree, uint32_t a, uint32_t b)
{
    return tree->first[a] <= tree->first[b] && tree->first[b] < tree->end[a];
}

#endif
