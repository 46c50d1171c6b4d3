/** Comparisons and choices. */
#ifndef GI_EMIT_COMPARE_H
#define GI_EMIT_COMPARE_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(setp);
GI_EMIT_DECLARE(set);
GI_EMIT_DECLARE(selp);
GI_EMIT_DECLARE(slct);

#endif
