/** Functions: blocks, registers, statements. */
#ifndef GI_EMIT_FUNCTION_H
#define GI_EMIT_FUNCTION_H

#include "kernel/translate/emit.h"

/** Makes a function current, with its blocks and its structure; for the machine, they are cut at
 *  meetings. Kept for gi_emit_function_body.
 *  Errors:  those of gi_emit_make_blocks and gi_graph_structure. */
GI_MUST_CHECK gi_status gi_emit_make_flow(struct gi_emit *emit, struct gi_emit_function *function,
                                          bool machine);

/** Emits a function; its id, types and places are set already. */
void gi_emit_function_body(struct gi_emit *emit, struct gi_emit_function *function);

#endif
