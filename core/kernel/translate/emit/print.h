/** vprintf and __assertfail, which modules call and do not define. */
#ifndef GI_EMIT_PRINT_H
#define GI_EMIT_PRINT_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(builtin_call);

#endif
