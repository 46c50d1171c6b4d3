/** Sizes of the levels of a mipmap chain. Pure.
 *
 *  Threads: any. */
#ifndef GI_LEVELS_H
#define GI_LEVELS_H

#include <stdint.h>

/** The size of a level in a direction in which level 0 has that size: at least 1. */
static inline uint32_t gi_level_size(uint32_t size, uint32_t level)
{
    return size >> level != 0 ? size >> level : 1;
}

/** How many levels the full chain has. A direction that is not halved has size 0; one of the sizes
 *  is another. */
static inline uint32_t gi_chain_length(uint32_t width, uint32_t height, uint32_t depth)
{
    return 32u - (uint32_t)__builtin_clz(width | height | depth);
}

#endif
