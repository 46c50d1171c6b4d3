/** The smaller one of two numbers.
 *  Pure; threads: any. */
#ifndef GI_LEAST_H
#define GI_LEAST_H

#include <stdint.h>

static inline uint64_t gi_least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/** Of numbers of 32 bits. */
static inline uint32_t gi_least_u32(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

#endif
