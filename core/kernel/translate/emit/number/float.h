/** Arithmetic of floats: f16, bf16, pairs of them, f32, f64. */
#ifndef GI_EMIT_FLOAT_H
#define GI_EMIT_FLOAT_H

#include "kernel/translate/emit/value/value.h"

GI_EMIT_DECLARE(float_binary);      /* add, sub, mul, div, min, max */
GI_EMIT_DECLARE(fma);               /* fma, mad */
GI_EMIT_DECLARE(float_unary);       /* neg, abs, sqrt, rsqrt, rcp, sin, cos, ex2, lg2, tanh */
GI_EMIT_DECLARE(copysign);
GI_EMIT_DECLARE(testp);

/** Whether the device can flush all small f32 of the kernel: all its instructions say .ftz. */
bool gi_emit_can_flush(const struct gi_emit *emit);

/** Between 0 and 1; NaN is 0. */
gi_id gi_emit_clamp01(struct gi_emit *emit, enum gi_kind kind, gi_id value);

#endif
