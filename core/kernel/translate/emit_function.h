/** Functions: blocks, registers, statements. */
#ifndef GI_EMIT_FUNCTION_H
#define GI_EMIT_FUNCTION_H

#include "kernel/translate/emit.h"

/** The emitted one of a function that the survey has found; NULL, and refused, without a body. */
struct gi_emit_function *gi_emit_function_of(struct gi_emit *emit,
                                             const struct gi_ptx_function *function);

/** Emits a function; its id, types and places are set already. */
void gi_emit_function_body(struct gi_emit *emit, struct gi_emit_function *function);

#endif
