/** The control-flow graph of a body, and what is live in it. */
#ifndef GI_EMIT_BLOCKS_H
#define GI_EMIT_BLOCKS_H

#include "kernel/translate/analyse/emit.h"

/** Makes emit->blocks and emit->graph for the current function.
 *
 *  For the machine emit->live is made too, and the graph is that of one step of a thread. Block 0
 *  is empty and switches to the block that goes on: number 0 is the first of the function, and each
 *  meeting has a number, the block's `resumes`, for the block that begins with it. The block before
 *  a meeting returns.
 *  Errors:  GI_INVALID_VALUE, GI_NOT_SUPPORTED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_emit_make_blocks(struct gi_emit *emit, bool machine);

/** Makes emit->live of a graph that is none of the machine.
 *  Errors:  as above. */
GI_MUST_CHECK gi_status gi_emit_find_live(struct gi_emit *emit);

/** Calls a function for each register of an operand, with items, and whether it is written. */
typedef void gi_emit_visit(void *context, uint32_t reg, bool written);
void gi_emit_registers_of(const struct gi_emit *emit,
                          const struct gi_ptx_instruction *instruction, gi_emit_visit *visit,
                          void *context);

/** The register of a function that a result lies in: behind those of the parameters. */
uint32_t gi_emit_result_register(const struct gi_ptx_function *function, uint32_t result);

/** Makes a function current, with its blocks and its structure; for the machine, they are cut at
 *  meetings. Kept for gi_emit_function_body.
 *  Errors:  those of gi_emit_make_blocks and gi_cfg_structure. */
GI_MUST_CHECK gi_status gi_emit_make_flow(struct gi_emit *emit, struct gi_emit_function *function,
                                          bool machine);

#endif
