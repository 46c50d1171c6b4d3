/** Quotients and square roots of f32, rounded to the nearest, on devices whose approximations are
 *  near (near_approximations). */
#ifndef GI_EMIT_QUOTIENT_H
#define GI_EMIT_QUOTIENT_H

#include "kernel/translate/emit/value/value.h"
#include "kernel/translate/ptx/ptx.h"

/** The other way, for numbers that this one is not for. */
typedef uint32_t gi_emit_other_way(struct gi_emit *emit, enum gi_ptx_opcode opcode, uint32_t a,
                                   uint32_t b);

/** a / b, or the root of a: an approximation, and steps of fma from it to the nearest f32. Where a
 *  step could leave the range of exponents, the other way is taken. */
uint32_t gi_emit_by_steps(struct gi_emit *emit, enum gi_ptx_opcode opcode, uint32_t a, uint32_t b,
                          gi_emit_other_way *other);

#endif
