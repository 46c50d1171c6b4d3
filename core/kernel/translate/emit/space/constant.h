/** Loads of constants by a binding: a uniform buffer over the module's variables of .const. */
#ifndef GI_EMIT_CONSTANT_H
#define GI_EMIT_CONSTANT_H

#include "kernel/translate/analyse/emit.h"

/** Whether loads from .const go by the binding. Those of generic addresses never do. */
bool gi_emit_binds_constants(const struct gi_emit *emit);

/** Loads count values that lie behind each other.
 *  Units:   memory is a memory operand of .const. */
void gi_emit_load_constants(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                            enum gi_emit_kind kind, uint32_t count, uint32_t *out_values);

#endif
