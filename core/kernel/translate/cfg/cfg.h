/** Control flow of one function as a graph of numbered blocks, and its structured statements. See
 *  liveness.h and divergence.h for what else is computed from a graph.
 *
 *  Nothing here knows instructions. All calls take time near linear in blocks and edges, use no
 *  recursion, and keep their results in the arena. */
#ifndef GI_CFG_H
#define GI_CFG_H

#include "base/arena.h"

/** No block, no register, no variable. */
#define GI_CFG_NONE UINT32_MAX

enum {
    GI_CFG_MOST_BLOCKS = 1 << 20,
    /** The tree is never deeper: a recursive walk over it is safe. A root has depth 1. */
    GI_CFG_MOST_DEPTH = 256,
};

/** How a block ends is said by successor_count:
 *  0: the function returns. 1: a jump. 2: a branch, to [0] where its condition is true, else to
 *  [1]. More: a switch, where selector i goes to [i]; other selectors do not occur. */
struct gi_cfg_block {
    uint32_t successor_count;
    const uint32_t *successors;     /* indices of blocks; one may stand several times */
    uint32_t cost;                  /* instructions in it, without its jump: decides what is copied;
                                       a returning block with 0 may be copied freely */
    bool repeats;                   /* may stand several times in a loop */
};

/** Block 0 is the entry. Jumps back to it are allowed. */
struct gi_cfg {
    uint32_t block_count;           /* at least 1 */
    const struct gi_cfg_block *blocks;
    uint32_t round_cost;            /* small loops get several rounds in one, up to this cost in
                                       all; 0: they do not */
};

/* ---- statements --------------------------------------------------------------------------- */

/** The statements, and their form in SPIR-V:
 *
 *  BLOCK       the instructions of `block`, without its jump.
 *  IF          OpSelectionMerge, OpBranchConditional. `body` runs if the condition is true, or with
 *              `negated` if it is false; `otherwise` runs in the other case. One may be empty.
 *  SWITCH      OpSelectionMerge, OpSwitch. No case falls into the next one. Some case holds always,
 *              so the last may be the default.
 *  LOOP        OpLoopMerge. The end of `body` continues: only a BREAK, or a RETURN, leaves it.
 *  SCOPE       a construct that can be left early: an OpSwitch with nothing but a default, or a
 *              loop of one trip. The end of `body` falls behind it.
 *  BREAK       a branch to the merge block of `construct`, which is a LOOP, SCOPE or SWITCH.
 *  CONTINUE    a branch to the continue target of `construct`, a LOOP.
 *  SET         stores `value` in `variable`.
 *  RETURN      leaves the function; the block that returns stands before it.
 *
 *  BREAK, CONTINUE and RETURN are the last of their list. BREAK goes to the innermost LOOP, SCOPE
 *  or SWITCH around it, or to the innermost LOOP through SCOPEs and SWITCHes; CONTINUE to the
 *  innermost LOOP. SPIR-V allows exactly those. Every list that can end falls to what stands
 *  behind it. */
enum gi_cfg_kind {
    GI_CFG_BLOCK, GI_CFG_IF, GI_CFG_SWITCH, GI_CFG_LOOP, GI_CFG_SCOPE, GI_CFG_BREAK,
    GI_CFG_CONTINUE, GI_CFG_SET, GI_CFG_RETURN
};

struct gi_cfg_case {
    uint32_t value_count;
    uint32_t *values;               /* selectors */
    struct gi_cfg_statement *body; /* may be NULL */
};

/** One statement. A list of them is a pointer to the first; the empty list is NULL. */
struct gi_cfg_statement {
    enum gi_cfg_kind kind;
    uint32_t block;                 /* BLOCK; IF and SWITCH: the one whose condition or selector
                                       decides, which is the BLOCK that ran last; GI_CFG_NONE
                                       where `variable` decides */
    uint32_t variable;              /* SET; IF and SWITCH without a block: IF tests for 1 */
    uint32_t value;                 /* SET */
    bool negated;                   /* IF */
    struct gi_cfg_statement *body;
    struct gi_cfg_statement *otherwise;   /* IF */
    uint32_t case_count;
    struct gi_cfg_case *cases;    /* SWITCH */
    const struct gi_cfg_statement *construct; /* BREAK, CONTINUE */
    struct gi_cfg_statement *next;
};

/** A function in statements. Its end, where the list can reach it, returns. */
struct gi_cfg_tree {
    struct gi_cfg_statement *first;
    uint32_t depth;                 /* of the deepest list: 1 for the root's */
    uint32_t variable_count;        /* variables 0 .. count - 1 of the function, u32, 0 at first */
    uint32_t state_variable;        /* the one SWITCHes decide by, or GI_CFG_NONE; all others are
                                       flags that only hold 0 and 1 */
    uint32_t copies;                /* BLOCKs above one for each block that can be reached */
    bool dispatched;                /* some blocks run in a loop around a switch: barriers in those
                                       are in flow that the graph did not have */
};

/** Makes statements of a graph. Each block that can be reached stands in the tree: once, but for
 *  copied ones (`copies`). No other block does.
 *  Owner:   the arena.
 *  Threads: one at a time for an arena.
 *  Errors:  GI_INVALID_VALUE (a successor that is no block), GI_NOT_SUPPORTED (too many blocks),
 *           GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_cfg_structure(struct gi_arena *arena, const struct gi_cfg *graph,
                                           struct gi_cfg_tree *out_tree);

#endif
