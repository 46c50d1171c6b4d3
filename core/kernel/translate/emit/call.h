/** Calls: of functions by their names, by address, and of those that the emission carries out. */
#ifndef GI_EMIT_CALL_H
#define GI_EMIT_CALL_H

#include "kernel/translate/analyse/emit.h"

GI_EMIT_DECLARE(call);

#endif
