#include "kernel/translate/emit/number/quotient.h"

#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"

static uint32_t f32(struct gi_emit *emit, double value)
{
    return gi_emit_float(emit, GI_EMIT_F32, value);
}

static uint32_t mul(struct gi_emit *emit, uint32_t a, uint32_t b)
{
    return gi_emit_exact(emit, gi_emit_2(emit, GiOpFMul, GI_EMIT_F32, a, b));
}

static uint32_t fused(struct gi_emit *emit, uint32_t a, uint32_t b, uint32_t c)
{
    return gi_emit_exact(emit, gi_emit_glsl3(emit, GiGlslFma, GI_EMIT_F32, a, b, c));
}

static uint32_t minus(struct gi_emit *emit, uint32_t a)
{
    return gi_emit_1(emit, GiOpFNegate, GI_EMIT_F32, a);
}

static uint32_t bits_of(struct gi_emit *emit, uint32_t value)
{
    return gi_emit_cast(emit, value, GI_EMIT_F32, GI_EMIT_U32);
}

/* Whether the exponent of a positive number is from one to another; infinity has 128, zero -127. */
static uint32_t is_between(struct gi_emit *emit, uint32_t bits, int first, int last)
{
    bits = op32(emit, GiOpISub, bits, u32(emit, (uint32_t)(first + 127) << 23));
    return pred(emit, GiOpULessThan, bits, u32(emit, (uint32_t)(last - first + 1) << 23));
}

/* What steps start from has exponents that leave none of them without digits. A dividend of 0 is
 * common, and has a way of its own: the steps would lose its sign. */
static uint32_t is_usual(struct gi_emit *emit, bool is_root, uint32_t a, uint32_t b,
                         uint32_t is_zero)
{
    uint32_t usual;

    if (is_root)
        return pred(emit, GiOpLogicalOr, is_zero, is_between(emit, bits_of(emit, a), -100, 127));
    a = op32n(emit, GiOpBitwiseAnd, bits_of(emit, a), 0x7fffffff);
    b = op32n(emit, GiOpBitwiseAnd, bits_of(emit, b), 0x7fffffff);
    usual = pred(emit, GiOpLogicalOr, is_zero, is_between(emit, a, -60, 60));
    return pred(emit, GiOpLogicalAnd, usual, is_between(emit, b, -60, 60));
}

/* The reciprocal becomes the nearest but for one unit. So each of the two steps behind it takes the
 * quotient nearer, and what it lacks is computed without an error. */
static uint32_t quotient(struct gi_emit *emit, uint32_t a, uint32_t b)
{
    uint32_t near = gi_emit_2(emit, GiOpFDiv, GI_EMIT_F32, f32(emit, 1), b);
    uint32_t against = minus(emit, b), value;

    near = fused(emit, near, fused(emit, against, near, f32(emit, 1)), near);
    value = mul(emit, a, near);
    value = fused(emit, near, fused(emit, against, value, a), value);
    return fused(emit, near, fused(emit, against, value, a), value);
}

static uint32_t root(struct gi_emit *emit, uint32_t a)
{
    uint32_t near = gi_emit_glsl1(emit, GiGlslInverseSqrt, GI_EMIT_F32, a);
    uint32_t value = mul(emit, a, near);
    uint32_t rest = fused(emit, minus(emit, value), value, a);

    return fused(emit, rest, mul(emit, near, f32(emit, 0.5)), value);
}

uint32_t gi_emit_by_steps(struct gi_emit *emit, enum gi_ptx_opcode opcode, uint32_t a, uint32_t b,
                          gi_emit_other_way *other)
{
    bool is_root = opcode == GI_PTX_OP_sqrt;
    uint32_t out = gi_emit_local(emit, GI_EMIT_F32), is_zero, value;
    struct gi_emit_if open;

    is_zero = op32n(emit, GiOpShiftLeftLogical, bits_of(emit, a), 1);
    is_zero = pred(emit, GiOpIEqual, is_zero, u32(emit, 0));
    open = gi_emit_if_begin(emit, is_usual(emit, is_root, a, b, is_zero));
    value = is_root ? root(emit, a) : quotient(emit, a, b);
    /* the zero itself, or with the sign of the divisor */
    gi_emit_store(emit, out, gi_emit_select(emit, GI_EMIT_F32, is_zero,
                                            is_root ? a : mul(emit, a, b), value));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_store(emit, out, other(emit, opcode, a, b));
    gi_emit_if_end(emit, &open);
    return gi_emit_load(emit, GI_EMIT_F32, out);
}
