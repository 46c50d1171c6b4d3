/** Brings a module of SPIR-V into the form that the rest of the library and each device with SPIR-V
 *  1.5 take. Its storage buffers become pointers among the parameters, behind the members of its
 *  push-constant block, by set and binding. A block size by LocalSizeId becomes numbers, or,
 *  if a launch sets it, the constant that earlier versions have. Version 1.6 becomes 1.5. Pure.
 *
 *  Threads: any, each with an arena of its own. */
#ifndef GI_REFLECT_PLAIN_H
#define GI_REFLECT_PLAIN_H

#include "kernel/reflect/reflect.h"

/** Rewrites a module that gi_reflect_read has read and that is valid, but not plain. The caller has
 *  to read and validate the result: a module may use a buffer in ways that memory does not allow,
 *  or features that only version 1.6 has.
 *  Owner:   the arena.
 *  Errors:  GI_NOT_SUPPORTED for a kernel that asks how long a buffer is or copies one, for arrays
 *           of buffers, for two buffers of one binding, and for kernels of several block sizes of
 *           which a launch sets one; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_plain(struct gi_arena *arena, const uint32_t *words,
                                         size_t word_count, const struct gi_reflect_module *module,
                                         const uint32_t **out_words, size_t *out_count);

#endif
