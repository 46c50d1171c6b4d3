/** The machine of meetings: right for any flow, on any device.
 *
 *  The kernel's code becomes a function, the step: a thread runs in it up to its next meeting,
 *  stores the words that it brings, and returns. The entry is a loop of all threads of the block.
 *  In each turn a thread that may go on takes a step. Then all threads write their meeting and
 *  their words to shared memory. A thread with all its partners may go on. The step's registers
 *  that live across meetings are variables of the thread. */
#ifndef GI_EMIT_MACHINE_H
#define GI_EMIT_MACHINE_H

#include "kernel/translate/emit/value/value.h"

/** Refuses kernels that the machine cannot run: meetings in functions that are called, too many.
 *  Makes its variables. */
void gi_emit_machine_declare(struct gi_emit *emit);

/** The id of the step, a function without parameters. */
gi_id gi_emit_machine_step(const struct gi_emit *emit);

/** Finds the registers that live across meetings; the blocks are made. */
void gi_emit_machine_keep(struct gi_emit *emit);

/** The end of a block of the step: switches, stops, or ends the thread. */
void gi_emit_machine_block(struct gi_emit *emit, uint32_t block);

/** The entry; the step has its id already. */
void gi_emit_machine_entry(struct gi_emit *emit);

/** How many threads brought a word that is not 0 to the barrier this thread leaves. */
gi_id gi_emit_machine_votes(struct gi_emit *emit);

#endif
