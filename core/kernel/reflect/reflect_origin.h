/** Inside reflect: which values of a module may be others than those of its parameters. Pure. */
#ifndef GI_REFLECT_ORIGIN_H
#define GI_REFLECT_ORIGIN_H

#include "base/arena.h"

/** Marks, for each id, a value that may come from memory, and a pointer through which one may be
 *  read. Push constants hold parameters; variables of functions and of the module hold what is
 *  stored to them.
 *  Owner:   the arena. *out_foreign has a byte for each id of the module.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_origins(struct gi_arena *arena, const uint32_t *words,
                                           size_t word_count, const uint8_t **out_foreign);

#endif
