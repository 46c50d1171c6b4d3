/** Copies into shared memory, and instructions that are hints. */
#ifndef GI_EMIT_COPY_H
#define GI_EMIT_COPY_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(cp);                /* cp.async: a copy at once */
GI_EMIT_DECLARE(createpolicy);
GI_EMIT_DECLARE(nothing);           /* prefetch, discard, nanosleep, ... */

#endif
