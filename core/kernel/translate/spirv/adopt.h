/** Takes a module that another compiler made into a builder, instruction by instruction. Its ids
 *  stay as they are. Types that may exist once only are known to the builder from then on, so that
 *  what it adds (spirv_link) shares them.
 *
 *  Threads: one at a time for one builder. */
#ifndef GI_SPIRV_ADOPT_H
#define GI_SPIRV_ADOPT_H

#include "kernel/translate/spirv/spirv.h"

/** Begins a builder without any contents, whose ids begin at bound.
 *  Owner:   as gi_spirv_init. */
void gi_spirv_adopt_init(struct gi_spirv *builder, struct gi_arena *arena, uint32_t version,
                         uint32_t bound);

/** Takes an instruction, which begins at words[0], into the section where it belongs, in the order
 *  of the module. Between an OpFunction and its OpFunctionEnd the function is open, and calls of
 *  gi_spirv_value write into it. Its words are not checked. */
void gi_spirv_adopt(struct gi_spirv *builder, const uint32_t *words);

#endif
