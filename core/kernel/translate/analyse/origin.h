/** Where the objects of texture instructions come from. */
#ifndef GI_EMIT_ORIGIN_H
#define GI_EMIT_ORIGIN_H

#include "kernel/translate/analyse/emit.h"

/** Finds which registers of the entry may hold other values than those of the kernel's parameters,
 *  if it reads textures: emit->foreign.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_emit_find_origins(struct gi_emit *emit);

#endif
