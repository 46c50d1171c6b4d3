/** Parameters: of the entry, of functions, of calls. */
#ifndef GI_EMIT_PARAMETER_H
#define GI_EMIT_PARAMETER_H

#include "kernel/translate/emit/value/value.h"

/** Loads from a parameter; false where the operand is an address of one, which is an address of
 *  device memory. */
bool gi_emit_load_parameter(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                            enum gi_kind kind, uint32_t count, gi_id *out_values);
void gi_emit_store_parameter(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                             enum gi_kind kind, uint32_t count, const gi_id *values);

/** The array type that carries a parameter to a function. */
gi_type gi_emit_parameter_type(struct gi_emit *emit, const struct gi_ptx_variable *variable);

/** Makes a variable for a parameter of the function that is being emitted.
 *  \return  the id of the variable. */
gi_id gi_emit_add_parameter(struct gi_emit *emit, const struct gi_ptx_variable *variable);

/** The variable of a parameter of this function, or of a call, which is made at its first use;
 *  NULL after a failure. */
const struct gi_emit_parameter *gi_emit_find_parameter(struct gi_emit *emit,
                                                       const struct gi_ptx_variable *variable);

/** A value from words at a place in bytes: of a parameter's variable, or, with NULL, of push
 *  constants. And into those of a variable. */
gi_id gi_emit_from_words(struct gi_emit *emit, const struct gi_emit_parameter *parameter,
                         uint64_t at, enum gi_kind kind);
void gi_emit_into_words(struct gi_emit *emit, const struct gi_emit_parameter *parameter,
                        uint64_t at, enum gi_kind kind, gi_id value);

#endif
