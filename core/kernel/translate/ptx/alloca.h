/** Local memory that a function takes while it runs: alloca, stacksave and stackrestore. */
#ifndef GI_PTX_ALLOCA_H
#define GI_PTX_ALLOCA_H

#include "kernel/translate/ptx/ptx.h"

/** Bytes that one call of a function can take. CUDA's default for the whole stack of a thread is a
 *  quarter of it. */
enum { GI_PTX_ALLOCA_BYTES = 4096 };

/** Gives a function with alloca a local variable, and a register that counts its bytes in use. The
 *  three instructions become arithmetic on the register. One alloca is left for each: it has no
 *  operands, and its guard tells that the variable is full, which is a failure of the thread. No
 *  function calls itself, so each call has the variable for itself, and begins with all of it.
 *  Errors:  GI_NOT_SUPPORTED where the operands are not those of PTX or an alignment is larger than
 *           the variable, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_ptx_expand_alloca(struct gi_arena *arena,
                                             const struct gi_ptx_function *function,
                                             struct gi_ptx_body *body);

#endif
