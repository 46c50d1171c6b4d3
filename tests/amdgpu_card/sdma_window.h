/* SDMA packets that copy boxes between pitched memory. */
#ifndef GICARD_SDMA_WINDOW_H
#define GICARD_SDMA_WINDOW_H

#include "execute.h"

/** Pitched memory: where its first texel is and how texels follow each other. */
struct gicard_pitched {
    uint64_t base;
    uint32_t x, y, z;
    uint64_t pitch, slice_pitch;         /* texels */
};

static inline uint32_t gicard_bits(uint32_t dword, unsigned low, unsigned count)
{
    return (dword >> low) & ((1u << count) - 1);
}

/** Where a row of a box in it begins. */
static inline uint64_t gicard_row_at(const struct gicard_pitched *side, uint32_t y, uint32_t z,
                                     uint32_t bytes)
{
    uint64_t texel = (side->z + (uint64_t)z) * side->slice_pitch
                     + (side->y + (uint64_t)y) * side->pitch + side->x;

    return side->base + texel * bytes;
}

/** COPY LINEAR_SUB_WINDOW, of 13 dwords.
 *  Threads: the ring's worker.
 *  Errors:  false: a rule was broken, and told. */
bool gicard_window_linear(struct gicard_machine *machine, const uint32_t *dw);

#endif
