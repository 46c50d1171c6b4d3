/** Which clocks a kernel reads from where: pure. */
#ifndef GI_EMIT_CLOCK_WORD_H
#define GI_EMIT_CLOCK_WORD_H

#include "kernel/target/target.h"
#include "kernel/translate/ptx/words.h"

/** Whether a register is %globaltimer, or a half of it. */
bool gi_emit_clock_is_timer(enum gi_ptx_special which);

/** Whether a register is one of the clocks. */
bool gi_emit_is_clock(enum gi_ptx_special which);

/** Whether the device has this clock: for %globaltimer that of all, for %clock that of a
 *  subgroup. */
bool gi_emit_clock_is_own(const struct gi_translate_target *target, enum gi_ptx_special which);

/** Whether a register is a clock that is read from the word of the launch (uses_clock). */
bool gi_emit_clock_has_word(const struct gi_translate_target *target,
                            enum gi_ptx_special which);

#endif
