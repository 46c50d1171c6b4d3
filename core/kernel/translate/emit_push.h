/** The push constants of a module: words, and numbers of 64 bits where those lie. */
#ifndef GI_EMIT_PUSH_H
#define GI_EMIT_PUSH_H

#include "kernel/translate/emit.h"

/** Declares the block; its size and the places of parameters are known. */
void gi_emit_make_push(struct gi_emit *emit);

/** A word of the push constants, or two, by their place in bytes. */
uint32_t gi_emit_push_word(struct gi_emit *emit, uint64_t at);
uint32_t gi_emit_push_u64(struct gi_emit *emit, uint64_t at);

#endif
