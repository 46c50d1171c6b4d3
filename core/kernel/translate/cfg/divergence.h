/** Registers and blocks that differ between the threads that run a function. */
#ifndef GI_DIVERGENCE_H
#define GI_DIVERGENCE_H

#include "kernel/translate/cfg/cfg.h"

enum gi_cfg_source {
    GI_CFG_FOLLOWS,               /* differs between threads if something it reads does */
    GI_CFG_DIFFERS,               /* differs always: a thread's number, an atomic's result */
    GI_CFG_SAME                   /* never differs where all threads run it: a vote of them all */
};

/** The registers that an instruction reads and writes. */
struct gi_cfg_step {
    enum gi_cfg_source source;
    uint32_t definition_count, use_count;
    const uint32_t *definitions, *uses;     /* registers */
};

struct gi_cfg_steps {
    uint32_t step_count;
    const struct gi_cfg_step *steps;
    uint32_t decider;               /* the register that the block branches by, or GI_CFG_NONE */
};

struct gi_cfg_divergence {
    bool *blocks;       /* [block]: threads may reach it apart, or some of them not at all */
    bool *registers;    /* [register]: may differ between threads, somewhere */
};

/** Which registers differ between threads, and which blocks they do not reach together. A block is
 *  divergent if it depends on a branch by a register that differs, up to the branch's immediate
 *  post-dominator; a register that such a block writes differs. If some threads return early, or
 *  could loop for ever, all that follows is divergent.
 *  Owner:   the arena. steps has one for each block.
 *  Threads: one at a time for an arena.
 *  Errors:  as gi_cfg_structure; GI_INVALID_VALUE (a register past register_count). */
GI_MUST_CHECK gi_status gi_cfg_divergence(struct gi_arena *arena, const struct gi_cfg *graph,
                                            uint32_t register_count,
                                            const struct gi_cfg_steps *steps,
                                            struct gi_cfg_divergence *out_divergence);

#endif
