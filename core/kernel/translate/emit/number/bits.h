/** Bit operations. */
#ifndef GI_EMIT_BITS_H
#define GI_EMIT_BITS_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(logic);             /* and, or, xor */
GI_EMIT_DECLARE(not);               /* not, cnot */
GI_EMIT_DECLARE(shift);             /* shl, shr */
GI_EMIT_DECLARE(shf);
GI_EMIT_DECLARE(lop3);
GI_EMIT_DECLARE(lop3_joined);       /* with a predicate of the result */
GI_EMIT_DECLARE(fns);
GI_EMIT_DECLARE(bfe);
GI_EMIT_DECLARE(bfi);
GI_EMIT_DECLARE(bmsk);
GI_EMIT_DECLARE(brev);
GI_EMIT_DECLARE(popc);
GI_EMIT_DECLARE(clz);
GI_EMIT_DECLARE(bfind);
GI_EMIT_DECLARE(prmt);
GI_EMIT_DECLARE(szext);

#endif
