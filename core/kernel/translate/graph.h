/** Control flow of one function as a graph of numbered blocks, and what is computed from it:
 *  structured statements, live registers, blocks that threads do not reach together.
 *
 *  Nothing here knows instructions. All calls take time near linear in blocks and edges, use no
 *  recursion, and keep their results in the arena. */
#ifndef GI_GRAPH_H
#define GI_GRAPH_H

#include "kernel/translate/arena.h"

/** No block, no register, no variable. */
#define GI_GRAPH_NONE UINT32_MAX

enum {
    GI_GRAPH_MOST_BLOCKS = 1 << 20,
    /** The tree is never deeper: a recursive walk over it is safe. A root has depth 1. */
    GI_GRAPH_MOST_DEPTH = 256,
};

/** How a block ends is said by successor_count:
 *  0: the function returns. 1: a jump. 2: a branch, to [0] where its condition is true, else to [1].
 *  More: a switch, where selector i goes to [i]; other selectors do not occur. */
struct gi_graph_block {
    uint32_t successor_count;
    const uint32_t *successors;     /* indices of blocks; one may stand several times */
    uint32_t cost;                  /* instructions in it, without its jump: decides what is copied;
                                       a returning block with 0 may be copied freely */
};

/** Block 0 is the entry. Jumps back to it are allowed. */
struct gi_graph {
    uint32_t block_count;           /* at least 1 */
    const struct gi_graph_block *blocks;
};

/* ---- statements --------------------------------------------------------------------------- */

/** What the statements are for SPIR-V:
 *
 *  BLOCK       the instructions of `block`, without its jump.
 *  IF          OpSelectionMerge, OpBranchConditional. `body` runs if the condition is true, or with
 *              `negated` if it is false; `otherwise` runs in the other case. One may be empty.
 *  SWITCH      OpSelectionMerge, OpSwitch. No case falls into the next one. Some case holds always,
 *              so the last may be the default.
 *  LOOP        OpLoopMerge. The end of `body` continues: only a BREAK, or a RETURN, leaves it.
 *  SCOPE       a construct that can be left early: an OpSwitch with nothing but a default, or a loop
 *              of one trip. The end of `body` falls behind it.
 *  BREAK       a branch to the merge block of `construct`, which is a LOOP, SCOPE or SWITCH.
 *  CONTINUE    a branch to the continue target of `construct`, a LOOP.
 *  SET         stores `value` in `variable`.
 *  RETURN      leaves the function; the block that returns stands before it.
 *
 *  BREAK, CONTINUE and RETURN are the last of their list. BREAK goes to the innermost LOOP, SCOPE or
 *  SWITCH around it, or to the innermost LOOP through SCOPEs and SWITCHes; CONTINUE to the innermost
 *  LOOP. SPIR-V allows exactly those. Every list that can end falls to what stands behind it. */
enum gi_graph_kind {
    GI_GRAPH_BLOCK, GI_GRAPH_IF, GI_GRAPH_SWITCH, GI_GRAPH_LOOP, GI_GRAPH_SCOPE, GI_GRAPH_BREAK,
    GI_GRAPH_CONTINUE, GI_GRAPH_SET, GI_GRAPH_RETURN
};

struct gi_graph_case {
    uint32_t value_count;
    uint32_t *values;               /* selectors */
    struct gi_graph_statement *body; /* may be NULL */
};

/** One statement. A list of them is a pointer to the first; the empty list is NULL. */
struct gi_graph_statement {
    enum gi_graph_kind kind;
    uint32_t block;                 /* BLOCK; IF and SWITCH: whose condition or selector decides, or
                                       GI_GRAPH_NONE: `variable` decides. Its BLOCK has run before. */
    uint32_t variable;              /* SET; IF and SWITCH without a block: IF tests for 1 */
    uint32_t value;                 /* SET */
    bool negated;                   /* IF */
    struct gi_graph_statement *body;
    struct gi_graph_statement *otherwise;   /* IF */
    uint32_t case_count;
    struct gi_graph_case *cases;    /* SWITCH */
    const struct gi_graph_statement *construct; /* BREAK, CONTINUE */
    struct gi_graph_statement *next;
};

/** A function in statements. Its end, where the list can reach it, returns. */
struct gi_graph_tree {
    struct gi_graph_statement *first;
    uint32_t depth;                 /* of the deepest list: 1 for the root's */
    uint32_t variable_count;        /* variables 0 .. count - 1 of the function, u32, 0 at first */
    uint32_t state_variable;        /* the one SWITCHes decide by, or GI_GRAPH_NONE; all others are
                                       flags that only hold 0 and 1 */
    uint32_t copies;                /* BLOCKs above one for each block that can be reached */
    bool dispatched;                /* some blocks run in a loop around a switch: barriers in those
                                       are in flow that the graph did not have */
};

/** Makes statements of a graph. Each block that can be reached stands in the tree: once, but for
 *  copied ones (`copies`); what cannot be reached does not.
 *  Owner:   the arena.
 *  Threads: one at a time for an arena.
 *  Errors:  GI_INVALID_VALUE (a successor that is no block), GI_NOT_SUPPORTED (too many blocks),
 *           GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_structure(struct gi_arena *arena, const struct gi_graph *graph,
                                           struct gi_graph_tree *out_tree);

/* ---- registers ---------------------------------------------------------------------------- */

/** A set of registers: bit r % 64 of word r / 64. */
typedef uint64_t gi_graph_set_word;

static inline bool gi_graph_set_has(const gi_graph_set_word *set, uint32_t reg)
{
    return set[reg / 64] >> reg % 64 & 1;
}

static inline void gi_graph_set_add(gi_graph_set_word *set, uint32_t reg)
{
    set[reg / 64] |= UINT64_C(1) << reg % 64;
}

/** Sets of all blocks: block b's has `words` words from rows + b * words. */
struct gi_graph_sets {
    uint32_t words;
    gi_graph_set_word *rows;
};

/** Empty sets of so many registers for each block. Owner: the arena. Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_sets_init(struct gi_arena *arena, uint32_t block_count,
                                           uint32_t register_count, struct gi_graph_sets *out_sets);

static inline gi_graph_set_word *gi_graph_set_of(const struct gi_graph_sets *sets, uint32_t block)
{
    return sets->rows + (size_t)block * sets->words;
}

/** Live registers. `used` holds what a block (its jump too) reads before it writes it; `defined` what
 *  it writes in any case. live_in and live_out are made here; those of blocks that cannot be reached
 *  are empty. On graphs made to take long, more registers may be live than need be.
 *  Owner:   the arena.
 *  Threads: one at a time for an arena.
 *  Errors:  as gi_graph_structure. */
GI_MUST_CHECK gi_status gi_graph_liveness(struct gi_arena *arena, const struct gi_graph *graph,
                                          uint32_t register_count,
                                          const struct gi_graph_sets *used,
                                          const struct gi_graph_sets *defined,
                                          struct gi_graph_sets *out_live_in,
                                          struct gi_graph_sets *out_live_out);

/* ---- divergence --------------------------------------------------------------------------- */

enum gi_graph_source {
    GI_GRAPH_FOLLOWS,               /* differs between threads if something it reads does */
    GI_GRAPH_DIFFERS,               /* differs always: a thread's number, an atomic's result */
    GI_GRAPH_SAME                   /* never differs where all threads run it: a vote of them all */
};

/** What an instruction reads and writes. */
struct gi_graph_step {
    enum gi_graph_source source;
    uint32_t definition_count, use_count;
    const uint32_t *definitions, *uses;     /* registers */
};

struct gi_graph_steps {
    uint32_t step_count;
    const struct gi_graph_step *steps;
    uint32_t decider;               /* the register that the block branches by, or GI_GRAPH_NONE */
};

struct gi_graph_divergence {
    bool *blocks;       /* [block]: threads may reach it apart, or some of them not at all */
    bool *registers;    /* [register]: may differ between threads, somewhere */
};

/** Which registers differ between threads, and which blocks they do not reach together. A block is
 *  divergent if it depends on a branch by a register that differs, up to the branch's immediate
 *  post-dominator; what is written in such a block differs. If some threads return early, or could
 *  loop for ever, all that follows is divergent.
 *  Owner:   the arena. steps has one for each block.
 *  Threads: one at a time for an arena.
 *  Errors:  as gi_graph_structure; GI_INVALID_VALUE (a register past register_count). */
GI_MUST_CHECK gi_status gi_graph_divergence(struct gi_arena *arena, const struct gi_graph *graph,
                                            uint32_t register_count,
                                            const struct gi_graph_steps *steps,
                                            struct gi_graph_divergence *out_divergence);

#endif
