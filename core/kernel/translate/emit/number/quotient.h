/** Quotients of f32 and square roots, rounded to the nearest, on devices whose approximations are
 *  near (near_approximations). */
#ifndef GI_EMIT_QUOTIENT_H
#define GI_EMIT_QUOTIENT_H

#include "kernel/translate/emit/value/value.h"

/** The other way, for numbers that this one is not for; a root has one operand twice. */
typedef gi_id gi_emit_other_way(struct gi_emit *emit, gi_id a, gi_id b);

/** a / b of f32: an approximation, and steps of fma from it to the nearest one. Where they may
 *  not have led to it, the other way is taken. */
gi_id gi_emit_quotient(struct gi_emit *emit, gi_id a, gi_id b, gi_emit_other_way *other);

/** The root of f32, by steps from the device's 1 / sqrt; that of f64, by steps from the same. */
gi_id gi_emit_root32(struct gi_emit *emit, gi_id a, gi_emit_other_way *other);
gi_id gi_emit_root64(struct gi_emit *emit, gi_id a, gi_emit_other_way *other);

#endif
