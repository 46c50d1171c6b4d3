/** Loops of a device that ends them by itself (loop_rounds). */
#ifndef GI_EMIT_LOOPS_H
#define GI_EMIT_LOOPS_H

#include "kernel/translate/analyse/emit.h"

/** Whether an instruction may be emitted several times, for several rounds in one. It is a few
 *  operations, and waits for no other thread. */
bool gi_emit_may_repeat(const struct gi_ptx_instruction *instruction);

/** Whether the device may end loops of the functions that the survey has found. */
bool gi_emit_checks_rounds(const struct gi_emit *emit);

/** Whether the instruction that is being emitted stands between a jump back and its goal. */
bool gi_emit_is_in_loop(const struct gi_emit *emit);

#endif
