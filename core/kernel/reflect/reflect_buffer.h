/** Moves the parameters of a module of SPIR-V from its push constants into memory. Pure.
 *
 *  Threads: any, each with an arena of its own. */
#ifndef GI_REFLECT_BUFFER_H
#define GI_REFLECT_BUFFER_H

#include "base/arena.h"

/** Rewrites a module that gi_reflect_read has read: its push constants become the address of its
 *  block of parameters. The caller has to validate the result: a module may use the block in ways
 *  that memory does not allow.
 *  Owner:   the arena.
 *  Errors:  GI_NOT_SUPPORTED for a block that is copied as memory; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_buffer(struct gi_arena *arena, const uint32_t *words,
                                          size_t word_count, const uint32_t **out_words,
                                          size_t *out_count);

#endif
