/** Parameters: of the entry, of functions, of calls. */
#ifndef GI_EMIT_PARAMETER_H
#define GI_EMIT_PARAMETER_H

#include "kernel/translate/emit_value.h"

GI_EMIT_DECLARE(call);

/** Loads from a parameter; false where the operand is an address of one, which is an address of
 *  device memory. */
bool gi_emit_load_parameter(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                            enum gi_emit_kind kind, uint32_t count, uint32_t *out_values);
void gi_emit_store_parameter(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                             enum gi_emit_kind kind, uint32_t count, const uint32_t *values);

/** The array type that carries a parameter to a function. */
uint32_t gi_emit_parameter_type(struct gi_emit *emit, const struct gi_ptx_variable *variable);

/** Makes a variable for a parameter of the function that is being emitted.
 *  \return  the id of the variable. */
uint32_t gi_emit_add_parameter(struct gi_emit *emit, const struct gi_ptx_variable *variable);

#endif
