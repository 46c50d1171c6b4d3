/** Functions: blocks, registers, statements. */
#ifndef GI_EMIT_FUNCTION_H
#define GI_EMIT_FUNCTION_H

#include "kernel/translate/analyse/emit.h"

/** Emits a function; its id, types and places are set already. */
void gi_emit_function_body(struct gi_emit *emit, struct gi_emit_function *function);

#endif
