/** Which entries may have loops that a device ends by itself (loop_rounds). */
#ifndef GI_EMIT_LOOPS_H
#define GI_EMIT_LOOPS_H

#include "kernel/translate/analyse/emit.h"

/** Whether the device may end loops of the functions that the survey has found. */
bool gi_emit_checks_rounds(const struct gi_emit *emit);

/** Whether the instruction that is being emitted stands between a jump back and its goal. */
bool gi_emit_is_in_loop(const struct gi_emit *emit);

#endif
