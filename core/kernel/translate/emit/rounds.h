/** Loops that a device ends by itself (loop_rounds). The device counts the rounds of all loops of a
 *  subgroup, and ends each loop at once from a number of rounds on. So a kernel with loops goes
 *  through one more loop of two rounds behind all others. If that one ends early, other loops may
 *  have, too: the thread reports a failure, since what the kernel computed may be wrong. */
#ifndef GI_EMIT_ROUNDS_H
#define GI_EMIT_ROUNDS_H

#include "kernel/translate/emit/value/value.h"

/** If the device may end loops: declares the function that calls the entry and then looks; and
 *  emits it. */
void gi_emit_rounds_declare(struct gi_emit *emit);
void gi_emit_rounds_functions(struct gi_emit *emit);

#endif
