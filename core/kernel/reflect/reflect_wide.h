/** Kernels in grids that are wider than one dispatch of the device can be. They go in pieces, and
 *  the device numbers the groups of each from 0 on. In front of the kernel the inputs that depend
 *  on the place of a group in x become those of the whole grid. Pure.
 *
 *  Threads: any, each with an arena of its own. */
#ifndef GI_REFLECT_WIDE_H
#define GI_REFLECT_WIDE_H

#include "base/arena.h"

struct gi_reflect_wide {
    uint32_t push_offset;           /* where two words lie in the push data: how many groups in x
                                       are in front of the piece, and how many the grid has */
    uint32_t block_x;               /* threads of a block */
};

/** Rewrites a valid compute module, translated or a program's. One that does not ask where a group
 *  is stays as it is.
 *  Owner:   the arena, or the caller of the words.
 *  Errors:  GI_INVALID_VALUE; GI_NOT_SUPPORTED for a module that passes a pointer to these inputs
 *           to a function; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_wide(struct gi_arena *arena, const struct gi_reflect_wide *wide,
                                        const uint32_t *words, size_t word_count,
                                        const uint32_t **out_words, size_t *out_count);

#endif
