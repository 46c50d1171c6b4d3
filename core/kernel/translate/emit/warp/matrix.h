/** Matrix instructions. Each spelling of one becomes a function of the module, which its
 *  instructions call: the lanes meet in it, and each makes its own elements of words of others. */
#ifndef GI_EMIT_MATRIX_H
#define GI_EMIT_MATRIX_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(ldmatrix);
GI_EMIT_DECLARE(stmatrix);
GI_EMIT_DECLARE(movmatrix);
GI_EMIT_DECLARE(mma);               /* mma.sp and wmma.mma too */

/** The words that a lane brings: an address, or its words of the factors and of metadata. */
void gi_emit_matrix_bring(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                          gi_id *out_values);

/** Defines the functions that were called, when no other is open. */
void gi_emit_define_matrices(struct gi_emit *emit);

#endif
