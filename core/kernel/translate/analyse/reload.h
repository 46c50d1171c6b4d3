/** Registers that are a parameter wherever they are read. */
#ifndef GI_EMIT_RELOAD_H
#define GI_EMIT_RELOAD_H

#include "kernel/translate/analyse/emit.h"

/** Finds the registers of the entry that nothing but one load of a parameter writes: emit->reloads.
 *  Each reading loads the parameter anew, so that it need not be kept across barriers, which costs
 *  on processors. Only of kernels with barriers.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_emit_find_reloads(struct gi_emit *emit);

#endif
