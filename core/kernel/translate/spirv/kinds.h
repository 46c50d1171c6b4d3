/** Inside the SPIR-V builder: which kinds of operands (id.h) an instruction takes. So a module with
 *  the sum of a truth and a number fails where it is made, and names the kinds; SPIRV-Tools, which
 *  not every program has, would find it later.
 *
 *  Instructions that are not listed take any kinds, and an id of an unknown kind fits everywhere.
 *
 *  Threads: any. */
#ifndef GI_SPIRV_KINDS_H
#define GI_SPIRV_KINDS_H

#include "kernel/translate/spirv/id.h"
#include "kernel/translate/spirv/words.h"

#include <stddef.h>

/** Whether an instruction that makes a value of a kind takes these operands; OpAtomicStore makes
 *  none, and the kind is that of what it stores. Below, an instruction of GLSL.std.450. */
bool gi_kinds_fit(enum gi_spirv_opcode opcode, uint32_t kind, const gi_id *operands,
                  uint32_t count);
bool gi_kinds_fit_glsl(enum gi_spirv_glsl_instruction instruction, uint32_t kind,
                       const gi_id *operands, uint32_t count);

/** Whether a value of a kind can be loaded and stored through a pointer, is a part of a composite;
 *  and whether an id is of a kind. */
bool gi_kinds_point(gi_id pointer, uint32_t kind);
bool gi_kinds_contain(gi_id composite, uint32_t kind);
bool gi_kinds_is(gi_id id, uint32_t kind);

/** Writes kinds for a sentence, as in "u32, pointer to bool"; cut where it is longer. */
void gi_kinds_say(char *out_text, size_t room, const gi_id *ids, uint32_t count);

#endif
