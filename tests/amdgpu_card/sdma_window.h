/* SDMA packets that copy boxes: between pitched memory, and between that and tiled images. */
#ifndef GICARD_SDMA_WINDOW_H
#define GICARD_SDMA_WINDOW_H

#include "execute.h"

/** COPY LINEAR_SUB_WINDOW of 13 dwords and TILED_SUB_WINDOW of 14.
 *  Threads: the ring's worker.
 *  Errors:  false: a rule was broken, and told. */
bool gicard_window_linear(struct gicard_machine *machine, const uint32_t *dw);
bool gicard_window_tiled(struct gicard_machine *machine, const uint32_t *dw);

#endif
