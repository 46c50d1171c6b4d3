/** Moves and conversions. */
#ifndef GI_EMIT_CONVERT_H
#define GI_EMIT_CONVERT_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(mov);
GI_EMIT_DECLARE(cvt);
GI_EMIT_DECLARE(cvt_tf32);
GI_EMIT_DECLARE(cvt_pack);
GI_EMIT_DECLARE(cvta);
GI_EMIT_DECLARE(isspacep);

#endif
