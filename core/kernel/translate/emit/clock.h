/** Clocks: %clock, %clock64, %globaltimer. */
#ifndef GI_EMIT_CLOCK_H
#define GI_EMIT_CLOCK_H

#include "kernel/translate/emit/value.h"

/** The value of a clock, in 64 bits. */
uint32_t gi_emit_clock(struct gi_emit *emit, enum gi_ptx_special which);

#endif
