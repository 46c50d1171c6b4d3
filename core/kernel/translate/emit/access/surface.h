/** Surfaces: loads and stores of elements as bytes. The work is done by functions of the target's
 *  prelude. */
#ifndef GI_EMIT_SURFACE_H
#define GI_EMIT_SURFACE_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(suld);
GI_EMIT_DECLARE(sust);
GI_EMIT_DECLARE(sured);

#endif
