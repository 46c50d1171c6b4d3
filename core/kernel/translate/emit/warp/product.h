/** The product of two matrices by the lanes of a warp: the body of a function. */
#ifndef GI_EMIT_PRODUCT_H
#define GI_EMIT_PRODUCT_H

#include "kernel/translate/emit/warp/lanes.h"
#include "kernel/translate/ptx/matrix.h"

/** The lane's words of D, from its words of C and what the lanes brought: A, then B, then metadata
 *  of a sparse A. */
void gi_emit_product(struct gi_emit *emit, const struct gi_ptx_product *product,
                     const struct gi_emit_lanes *lanes, const gi_id *addends,
                     gi_id *out_words);

/** Whether the device's units for matrices make a product: warps are native, the memory check is
 *  off, and the elements of its cooperative matrices lie where those of mma do
 *  (gi_translate_target.matrices). */
bool gi_emit_unit_fits(const struct gi_emit *emit, const struct gi_ptx_product *product);

/** As gi_emit_product, by the units: the lane's words of A, B and C stand side by side. The product
 *  fits. */
void gi_emit_unit_product(struct gi_emit *emit, const struct gi_ptx_product *product,
                          const gi_id *words, gi_id *out_words);

#endif
