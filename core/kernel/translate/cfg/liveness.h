/** Sets of registers, and which registers are live at the ends of blocks. */
#ifndef GI_LIVENESS_H
#define GI_LIVENESS_H

#include "kernel/translate/cfg/cfg.h"

/** A set of registers: bit r % 64 of word r / 64. */
typedef uint64_t gi_cfg_set_word;

static inline bool gi_cfg_set_has(const gi_cfg_set_word *set, uint32_t reg)
{
    return set[reg / 64] >> reg % 64 & 1;
}

static inline void gi_cfg_set_add(gi_cfg_set_word *set, uint32_t reg)
{
    set[reg / 64] |= UINT64_C(1) << reg % 64;
}

/** Sets of all blocks: block b's has `words` words from rows + b * words. */
struct gi_cfg_sets {
    uint32_t words;
    gi_cfg_set_word *rows;
};

/** Empty sets of so many registers for each block. Owner: the arena. Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_cfg_sets_init(struct gi_arena *arena, uint32_t block_count,
                                           uint32_t register_count, struct gi_cfg_sets *out_sets);

static inline gi_cfg_set_word *gi_cfg_set_of(const struct gi_cfg_sets *sets, uint32_t block)
{
    return sets->rows + (size_t)block * sets->words;
}

/** Live registers. `used` holds what a block (its jump too) reads before it writes it; `defined`
 *  what it writes in any case. live_in and live_out are made here; they are empty for blocks that
 *  cannot be reached. On graphs made to take long, more registers may be live than need be.
 *  Owner:   the arena.
 *  Threads: one at a time for an arena.
 *  Errors:  as gi_cfg_structure. */
GI_MUST_CHECK gi_status gi_cfg_liveness(struct gi_arena *arena, const struct gi_cfg *graph,
                                          uint32_t register_count,
                                          const struct gi_cfg_sets *used,
                                          const struct gi_cfg_sets *defined,
                                          struct gi_cfg_sets *out_live_in,
                                          struct gi_cfg_sets *out_live_out);

#endif
