/** Integer arithmetic. */
#ifndef GI_EMIT_INTEGER_H
#define GI_EMIT_INTEGER_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(integer_add);       /* add, sub and with carry: addc, subc */
GI_EMIT_DECLARE(integer_mul);       /* mul, mad */
GI_EMIT_DECLARE(madc);
GI_EMIT_DECLARE(mul24);             /* mul24, mad24 */
GI_EMIT_DECLARE(integer_div);       /* div, rem */
GI_EMIT_DECLARE(integer_lanes);
GI_EMIT_DECLARE(integer_minmax);
GI_EMIT_DECLARE(integer_neg);       /* neg, abs */
GI_EMIT_DECLARE(sad);
GI_EMIT_DECLARE(dp);                /* dp4a, dp2a */

/** The sum or difference of two numbers of 32 bits with signs, or the nearest limit, as in
 *  add.sat.s32. value: the lower 32 bits of it. */
gi_id gi_emit_saturate(struct gi_emit *emit, bool minus, gi_id a, gi_id b, gi_id value);

/** The sum of the products of the four bytes of two words, on devices with an instruction for it
 *  (dots_bytes). */
gi_id gi_emit_byte_dot(struct gi_emit *emit, gi_id a, gi_id b, bool a_signed, bool b_signed);

#endif
