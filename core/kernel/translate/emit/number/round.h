/** Rounding of floats where the device's own is not what PTX says. */
#ifndef GI_EMIT_ROUND_H
#define GI_EMIT_ROUND_H

#include "kernel/translate/emit/value/value.h"

/** The rounding of an instruction: GI_PTX_M_RZ, RM, RP, else RN. */
enum gi_ptx_modifier gi_emit_rounding(const struct gi_ptx_instruction *instruction);

/** A value as a narrower float. The device's conversion has to give one of the two neighbours; for
 *  GI_PTX_M_RN it is the result. */
gi_id gi_emit_narrow(struct gi_emit *emit, enum gi_kind from, enum gi_kind to,
                     gi_id value, enum gi_ptx_modifier rounding);

/** The sum of two f64, rounded to odd: a lost part of it shows in the last bit. So the result of
 *  another rounding to fewer bits is as if it were the only one. */
gi_id gi_emit_odd_sum(struct gi_emit *emit, gi_id a, gi_id b);

/** An f64 as an f32, rounded to odd. */
gi_id gi_emit_odd_narrow(struct gi_emit *emit, gi_id value);

/** a op b of f32 or f64 for add, sub, mul and div; the square root of a. All need f64.
 *  Of f64, GI_PTX_M_RN is not asked for. */
gi_id gi_emit_rounded(struct gi_emit *emit, enum gi_ptx_opcode opcode, enum gi_kind kind,
                      enum gi_ptx_modifier rounding, gi_id a, gi_id b);

/** The square root of f64, rounded to the nearest. */
gi_id gi_emit_nearest_root64(struct gi_emit *emit, gi_id a);

/** a * b + c of f32 with one rounding. */
gi_id gi_emit_rounded_fma(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id a,
                          gi_id b, gi_id c);

/** a * b + c of f64 with one rounding: a call of a function. */
gi_id gi_emit_fma64(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id a, gi_id b, gi_id c);

/** Defines the functions of this file that were called, when no other is open. */
void gi_emit_define_rounded(struct gi_emit *emit);

/** An integer as an f64: rounded to odd, or as a rounding says. */
gi_id gi_emit_odd_integer(struct gi_emit *emit, gi_id value, enum gi_kind from, bool is_signed);
gi_id gi_emit_rounded_integer(struct gi_emit *emit, gi_id value, enum gi_kind from,
                              bool is_signed, enum gi_ptx_modifier rounding);

/** An f32 as the bits of bf16, in 32, rounded to the nearest even; NaN is 0x7fff. */
gi_id gi_emit_brain(struct gi_emit *emit, gi_id value);

/** An operand of f16, bf16 or half of a pair of them: as f16, or f32 for bf16. */
gi_id gi_emit_small(struct gi_emit *emit, const struct gi_ptx_operand *operand,
                    enum gi_ptx_type type, uint32_t part);

/** A small f16 or f32 becomes a zero of its sign. */
gi_id gi_emit_flush(struct gi_emit *emit, enum gi_kind kind, gi_id value);

#endif
