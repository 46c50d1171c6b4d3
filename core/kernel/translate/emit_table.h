/** Which opcodes are built, with which modifiers, and what emits them. */
#ifndef GI_EMIT_TABLE_H
#define GI_EMIT_TABLE_H

#include "kernel/translate/emit_value.h"

/** Whether the first operand is written, not read. */
bool gi_emit_writes_first(const struct gi_ptx_instruction *instruction);

/** Emits one instruction, or refuses it. */
void gi_emit_instruction(struct gi_emit *emit, const struct gi_ptx_instruction *instruction);

#endif
