/** Addresses of shared and local memory as numbers of 32 bits. Clang computes them with 64 bits,
 *  which takes twice the time on a CPU. Only their lower half reaches memory. */
#ifndef GI_PTX_NARROW_H
#define GI_PTX_NARROW_H

#include "kernel/translate/ptx/ptx.h"

/** Changes registers of 64 bits to 32 bits, with the instructions that write them, where no
 *  instruction reads an upper half.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_ptx_narrow(struct gi_arena *arena,
                                      const struct gi_ptx_function *function,
                                      struct gi_ptx_body *body);

#endif
