/** Loads of constants by a binding: a uniform buffer over the module's variables of .const. */
#ifndef GI_EMIT_CONSTANT_H
#define GI_EMIT_CONSTANT_H

#include "kernel/translate/analyse/emit.h"

/** Whether a load from .const goes by the binding. A load by a generic address never does.
 *  Units:   memory is its memory operand. */
bool gi_emit_binds_constant(const struct gi_emit *emit, const struct gi_ptx_operand *memory);

/** Whether an operand names a constant of the module, so that its place is known. */
bool gi_emit_names_constant(const struct gi_emit *emit, const struct gi_ptx_operand *memory);

/** Loads count values that lie behind each other, by the binding. address: of device memory, where
 *  the operand names no constant. */
void gi_emit_load_constants(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                            gi_id address, enum gi_kind kind, uint32_t count,
                            gi_id *out_values);

#endif
