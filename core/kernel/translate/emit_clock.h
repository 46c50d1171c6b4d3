/** Clocks: %clock, %clock64, %globaltimer. */
#ifndef GI_EMIT_CLOCK_H
#define GI_EMIT_CLOCK_H

#include "kernel/translate/emit_value.h"

/** Whether a register is a clock that is read from the word of the launch (uses_clock). */
bool gi_emit_clock_has_word(const struct gi_translate_target *target,
                            enum gi_ptx_special which);

/** The value of a clock, in 64 bits. */
uint32_t gi_emit_clock(struct gi_emit *emit, enum gi_ptx_special which);

#endif
