/* SDMA packets that copy boxes between tiled images and pitched memory, and between two of them. */
#ifndef GICARD_SDMA_TILED_H
#define GICARD_SDMA_TILED_H

#include "execute.h"

/** COPY TILED_SUB_WINDOW, of 14 dwords, and T2T_SUB_WINDOW, of 15.
 *  Threads: the ring's worker.
 *  Errors:  false: a rule was broken, and told. */
bool gicard_window_tiled(struct gicard_machine *machine, const uint32_t *dw);
bool gicard_between_tiled(struct gicard_machine *machine, const uint32_t *dw);

#endif
