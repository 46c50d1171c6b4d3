/** Which opcodes are built, with which modifiers, and what emits them. */
#ifndef GI_EMIT_TABLE_H
#define GI_EMIT_TABLE_H

#include "kernel/translate/emit/value/value.h"

/** Emits one instruction, or refuses it. */
void gi_emit_instruction(struct gi_emit *emit, const struct gi_ptx_instruction *instruction);

#endif
