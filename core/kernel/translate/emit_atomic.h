/** Atomics and fences. */
#ifndef GI_EMIT_ATOMIC_H
#define GI_EMIT_ATOMIC_H

#include "kernel/translate/emit_value.h"

GI_EMIT_DECLARE(atom);              /* atom, red */
GI_EMIT_DECLARE(membar);            /* membar, fence */

#endif
