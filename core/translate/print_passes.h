/** Printing the state of a translation. */
#ifndef GI_PRINT_PASSES_H
#define GI_PRINT_PASSES_H

#include "kernel/translate/analyse/emit.h"

/** The functions that the entry reaches, each with its blocks: lines of the PTX, and the blocks
 *  that follow; of a branch, first the one where its condition holds. Behind the pass "emission";
 *  behind "meetings" those functions have blocks that lie on a way to a meeting. */
void print_blocks(const struct gi_emit *emit);

/** How warps and barriers are carried out, and why. Behind the pass "way" and later. */
void print_way(const struct gi_emit *emit);

#endif
