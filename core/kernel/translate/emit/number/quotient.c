#include "kernel/translate/emit/number/quotient.h"

#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"

static gi_id f32(struct gi_emit *emit, double value)
{
    return gi_emit_float(emit, GI_KIND_F32, value);
}

static gi_id mul(struct gi_emit *emit, gi_id a, gi_id b)
{
    return gi_emit_exact(emit, gi_emit_2(emit, GiOpFMul, a, b));
}

static gi_id fused(struct gi_emit *emit, gi_id a, gi_id b, gi_id c)
{
    return gi_emit_exact(emit, gi_emit_glsl3(emit, GiGlslFma, gi_emit_kind(emit, a), a, b, c));
}

static gi_id minus(struct gi_emit *emit, gi_id a)
{
    return gi_emit_1(emit, GiOpFNegate, gi_emit_kind(emit, a), a);
}

static gi_id bits_of(struct gi_emit *emit, gi_id value)
{
    return gi_emit_cast(emit, value, GI_KIND_U32);
}

/* Whether the exponent of a positive number is from one to another; infinity has 128, zero -127. */
static gi_id is_between(struct gi_emit *emit, gi_id bits, int first, int last)
{
    bits = op2(emit, GiOpISub, bits, u32(emit, (uint32_t)(first + 127) << 23));
    return op2(emit, GiOpULessThan, bits, u32(emit, (uint32_t)(last - first + 1) << 23));
}

/* The reciprocal becomes the nearest but for one unit. So each of the two steps behind it takes the
 * quotient nearer, and what it lacks is computed without an error. */
static gi_id quotient(struct gi_emit *emit, gi_id a, gi_id b)
{
    gi_id near = gi_emit_2(emit, GiOpFDiv, f32(emit, 1), b);
    gi_id against = minus(emit, b), value;

    near = fused(emit, near, fused(emit, against, near, f32(emit, 1)), near);
    value = mul(emit, a, near);
    value = fused(emit, near, fused(emit, against, value, a), value);
    return fused(emit, near, fused(emit, against, value, a), value);
}

/* Stores what the steps made, and in the other branch what the other way makes. */
static gi_id or_other(struct gi_emit *emit, enum gi_kind kind, gi_id out,
                      struct gi_emit_if *open, gi_id value, gi_emit_other_way *other,
                      gi_id a, gi_id b)
{
    gi_emit_store(emit, out, value);
    gi_emit_if_otherwise(emit, open);
    gi_emit_store(emit, out, other(emit, a, b));
    gi_emit_if_end(emit, open);
    return gi_emit_load(emit, kind, out);
}

/* Whether the steps have led to the quotient. They have if no digit was lost below the least normal
 * number on the way: the remainder is a multiple of 2^-47 of the dividend. Any other number out of
 * range, a divisor too, makes the quotient very small or no number. Zeros are left to the other
 * way, for their signs. */
static gi_id is_reached(struct gi_emit *emit, gi_id a, gi_id value)
{
    a = gi_emit_glsl1(emit, GiGlslFAbs, GI_KIND_F32, a);
    value = gi_emit_glsl1(emit, GiGlslFAbs, GI_KIND_F32, value);
    a = op2(emit, GiOpFOrdGreaterThanEqual, a, f32(emit, 0x1p-76));
    value = op2(emit, GiOpFOrdGreaterThanEqual, value, f32(emit, 0x1p-100));
    return op2(emit, GiOpLogicalAnd, a, value);
}

gi_id gi_emit_quotient(struct gi_emit *emit, gi_id a, gi_id b, gi_emit_other_way *other)
{
    gi_id out = gi_emit_local(emit, GI_KIND_F32), value = quotient(emit, a, b);
    struct gi_emit_if open = gi_emit_if_begin(emit, is_reached(emit, a, value));

    return or_other(emit, GI_KIND_F32, out, &open, value, other, a, b);
}

/* ---- the root of f32 ---- */

static gi_id root_steps(struct gi_emit *emit, gi_id a)
{
    gi_id near = gi_emit_glsl1(emit, GiGlslInverseSqrt, GI_KIND_F32, a);
    gi_id value = mul(emit, a, near);
    gi_id rest = fused(emit, minus(emit, value), value, a);

    return fused(emit, rest, mul(emit, near, f32(emit, 0.5)), value);
}

gi_id gi_emit_root32(struct gi_emit *emit, gi_id a, gi_emit_other_way *other)
{
    gi_id out = gi_emit_local(emit, GI_KIND_F32);
    struct gi_emit_if open = gi_emit_if_begin(emit, is_between(emit, bits_of(emit, a), -100, 127));

    return or_other(emit, GI_KIND_F32, out, &open, root_steps(emit, a), other, a, a);
}

/* ---- the root of f64 ---- */

static gi_id f64(struct gi_emit *emit, double value)
{
    return gi_emit_float(emit, GI_KIND_F64, value);
}

/* 1 / sqrt(a) to 20 bits, by words: that of f32 of a number from 1/2 to 2 with the digits of a,
 * whose exponent is that of a but for an even number. Half of this is taken from the exponent. The
 * digits that only the lower word of f64 would have are left out. */
static gi_id near_inverse_root(struct gi_emit *emit, gi_id high, gi_id low)
{
    gi_id digits = op2n(emit, GiOpShiftRightLogical, low, 29);
    gi_id word = op2(emit, GiOpBitwiseOr, op2n(emit, GiOpShiftLeftLogical, high, 3), digits);
    gi_id half = op2n(emit, GiOpBitwiseAnd, op2n(emit, GiOpShiftRightLogical, high, 1), 0x7ff00000);
    gi_id near;

    word = op2n(emit, GiOpBitwiseAnd, word, 0xffffff);
    word = op2n(emit, GiOpBitwiseOr, word, 126u << 23);
    near = gi_emit_glsl1(emit, GiGlslInverseSqrt, GI_KIND_F32,
                         gi_emit_cast(emit, word, GI_KIND_F32));
    word = op2n(emit, GiOpShiftRightLogical, bits_of(emit, near), 3);
    word = op2n(emit, GiOpIAdd, word, (1023u - 127 + 511) << 20);
    word = op2(emit, GiOpISub, word, half);
    word = gi_emit_join64(emit, u32(emit, 0), word);
    return gi_emit_cast(emit, word, GI_KIND_F64);
}

/* Half of a number, by its exponent: the device multiplies f64 more slowly. */
static gi_id half_of(struct gi_emit *emit, gi_id a)
{
    gi_id low, high;

    gi_emit_split64(emit, gi_emit_cast(emit, a, GI_KIND_U64), &low, &high);
    high = op2n(emit, GiOpISub, high, 1u << 20);
    return gi_emit_cast(emit, gi_emit_join64(emit, low, high), GI_KIND_F64);
}

/* From 20 bits a step of the third order goes to 58, of which 53 are kept. The correction of the
 * root is computed nearly without an error, and the sum of both is rounded once. Its error is below
 * 2^-101, and roots that are that near to the middle of two f64 are few: test_floats tries them
 * all. */
static gi_id root64_steps(struct gi_emit *emit, gi_id a, gi_id near)
{
    gi_id value = mul(emit, a, near);
    gi_id one = f64(emit, 1), half = f64(emit, 0.5), fraction = f64(emit, 0.375);
    gi_id error = fused(emit, minus(emit, value), near, one);
    gi_id series = fused(emit, error, fraction, half);

    near = fused(emit, series, mul(emit, near, error), near);
    value = mul(emit, a, near);
    error = fused(emit, minus(emit, value), value, a);
    return fused(emit, error, half_of(emit, near), value);
}

gi_id gi_emit_root64(struct gi_emit *emit, gi_id a, gi_emit_other_way *other)
{
    enum { FIRST = 1023 - 900, LAST = 2045 };   /* the root's correction has all its digits */
    gi_id out = gi_emit_local(emit, GI_KIND_F64), low, high, usual;
    struct gi_emit_if open;

    gi_emit_split64(emit, gi_emit_cast(emit, a, GI_KIND_U64), &low, &high);
    usual = op2(emit, GiOpISub, high, u32(emit, (uint32_t)FIRST << 20));
    usual = op2(emit, GiOpULessThan, usual, u32(emit, (uint32_t)(LAST - FIRST + 1) << 20));
    open = gi_emit_if_begin(emit, usual);
    return or_other(emit, GI_KIND_F64, out, &open,
                    root64_steps(emit, a, near_inverse_root(emit, high, low)), other, a, a);
}
