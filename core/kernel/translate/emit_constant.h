/** Loads of words of constant variables at fixed places: four neighbours at once. */
#ifndef GI_EMIT_CONSTANT_H
#define GI_EMIT_CONSTANT_H

#include "kernel/translate/emit_value.h"

/** The word of 32 bits that the instruction at hand loads from constant memory, if a neighbour among
 *  the same four is loaded soon, too, or was in this block. Constant memory does not change while a
 *  kernel runs, so what was loaded stays true.
 *  \return  whether it was emitted; false: this load is of another kind. */
bool gi_emit_load_constant(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                           enum gi_emit_kind kind, uint32_t *out_value);

#endif
