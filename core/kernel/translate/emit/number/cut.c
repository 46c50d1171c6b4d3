#include "kernel/translate/emit/number/cut.h"

#include "kernel/translate/emit/value/short.h"

/* A magnitude rounded toward zero: its bits in 64, and whether something was lost. */
struct cut {
    gi_id bits;
    gi_id lost;
};

/* The fields of a float. */
struct layout {
    uint32_t digits;            /* behind the point */
    uint32_t least;             /* the exponent of the least normal number, as f64 counts them */
    uint64_t infinity;
};

static const struct layout layout_f32 = { 23, 1023 - 126, 0x7f800000 };
static const struct layout layout_f16 = { 10, 1023 - 14, 0x7c00 };

static gi_id number(struct gi_emit *emit, uint64_t value)
{
    return gi_emit_constant(emit, GI_KIND_U64, value);
}

bool gi_emit_cuts(const struct gi_emit *emit)
{
    return emit->target->flushes_small && emit->target->float64;
}

gi_id gi_emit_wide(struct gi_emit *emit, gi_id value)
{
    gi_id wide = gi_emit_1(emit, GiOpFConvert, GI_KIND_F64, value);
    gi_id bits, size, small, low, high, is_small;

    if (!gi_emit_cuts(emit))
        return wide;
    bits = gi_emit_cast(emit, value, GI_KIND_U32);
    size = op2(emit, GiOpBitwiseAnd, bits, u32(emit, 0x7fffffff));
    small = gi_emit_1(emit, GiOpConvertUToF, GI_KIND_F64, size);
    small = gi_emit_2(emit, GiOpFMul, small, gi_emit_float(emit, GI_KIND_F64, 0x1p-149));
    gi_emit_split64(emit, gi_emit_cast(emit, small, GI_KIND_U64), &low, &high);
    high = op2(emit, GiOpBitwiseOr, high, op2(emit, GiOpBitwiseAnd, bits, u32(emit, 0x80000000)));
    small = gi_emit_cast(emit, gi_emit_join64(emit, low, high), GI_KIND_F64);
    is_small = op2(emit, GiOpULessThan, size, u32(emit, 0x00800000));
    return gi_emit_select(emit, is_small, small, wide);
}

/* Of a finite number. Past the least exponent the mantissa is shifted further. */
static struct cut cut_finite(struct gi_emit *emit, const struct layout *to, gi_id size)
{
    gi_id exponent = gi_emit_cast(emit, op2(emit, GiOpShiftRightLogical, size,
                                            u32(emit, 52)), GI_KIND_U32);
    gi_id above = op2(emit, GiOpISub, exponent, u32(emit, to->least));
    gi_id below = gi_emit_1(emit, GiOpSNegate, GI_KIND_U32, above);
    gi_id mantissa = op2(emit, GiOpBitwiseAnd, size, number(emit, 0xfffffffffffff));
    gi_id is_zero = op2(emit, GiOpIEqual, size, number(emit, 0));
    gi_id none = u32(emit, 0), by, over, back;
    struct cut cut;

    above = gi_emit_glsl2(emit, GiGlslSMax, GI_KIND_U32, above, none);
    below = gi_emit_glsl3(emit, GiGlslSClamp, GI_KIND_U32, below, none,
                          u32(emit, 63 - (52 - to->digits)));
    by = op2(emit, GiOpIAdd, below, u32(emit, 52 - to->digits));
    mantissa = op2(emit, GiOpBitwiseOr, mantissa, number(emit, 1ull << 52));
    mantissa = gi_emit_select(emit, is_zero, number(emit, 0), mantissa);
    cut.bits = op2(emit, GiOpShiftRightLogical, mantissa, by);
    back = op2(emit, GiOpShiftLeftLogical, cut.bits, by);
    cut.lost = op2(emit, GiOpINotEqual, back, mantissa);
    above = gi_emit_cast(emit, above, GI_KIND_U64);
    above = op2(emit, GiOpShiftLeftLogical, above, u32(emit, to->digits));
    cut.bits = op2(emit, GiOpIAdd, cut.bits, above);
    over = op2(emit, GiOpUGreaterThanEqual, cut.bits, number(emit, to->infinity));
    cut.bits = gi_emit_select(emit, over, number(emit, to->infinity - 1), cut.bits);
    cut.lost = op2(emit, GiOpLogicalOr, cut.lost, over);
    return cut;
}

static struct cut cut_any(struct gi_emit *emit, const struct layout *to, gi_id bits)
{
    gi_id size = op2(emit, GiOpBitwiseAnd, bits, number(emit, INT64_MAX));
    uint64_t infinity = 0x7ffull << 52;
    gi_id finite = op2(emit, GiOpULessThan, size, number(emit, infinity));
    gi_id is_nan = op2(emit, GiOpUGreaterThan, size, number(emit, infinity));
    gi_id nan = number(emit, to->infinity | (to->infinity >> 1));
    gi_id other = gi_emit_select(emit, is_nan, nan, number(emit, to->infinity));
    struct cut cut = cut_finite(emit, to, size);

    cut.bits = gi_emit_select(emit, finite, cut.bits, other);
    cut.lost = op2(emit, GiOpLogicalAnd, cut.lost, finite);
    return cut;
}

/* The magnitude with the sign of bits of an f64. */
static gi_id with_sign(struct gi_emit *emit, enum gi_kind to, gi_id magnitude, gi_id bits)
{
    uint32_t width = gi_emit_bits(to);
    gi_id low, high;

    gi_emit_split64(emit, bits, &low, &high);
    high = op2(emit, GiOpBitwiseAnd, high, u32(emit, 0x80000000));
    if (width < 32)
        high = op2(emit, GiOpShiftRightLogical, high, u32(emit, 32 - width));
    magnitude = gi_emit_cast(emit, magnitude, GI_KIND_U32);
    return gi_emit_cast(emit, op2(emit, GiOpBitwiseOr, magnitude, high), to);
}

static gi_id one_if(struct gi_emit *emit, gi_id condition)
{
    return gi_emit_either(emit, GI_KIND_U64, condition, 1, 0);
}

gi_id gi_emit_cut(struct gi_emit *emit, enum gi_kind to, gi_id value, enum gi_ptx_modifier rounding)
{
    gi_id bits = gi_emit_cast(emit, value, GI_KIND_U64);
    struct cut cut = cut_any(emit, to == GI_KIND_F16 ? &layout_f16 : &layout_f32, bits);
    gi_id away;

    if (rounding != GI_PTX_M_RZ) {
        away = op2(emit, rounding == GI_PTX_M_RM ? GiOpSLessThan : GiOpSGreaterThanEqual, bits,
                   number(emit, 0));
        away = op2(emit, GiOpLogicalAnd, away, cut.lost);
        cut.bits = op2(emit, GiOpIAdd, cut.bits, one_if(emit, away));
    }
    return with_sign(emit, to, cut.bits, bits);
}

gi_id gi_emit_cut_odd(struct gi_emit *emit, gi_id value)
{
    gi_id bits = gi_emit_cast(emit, value, GI_KIND_U64);
    struct cut cut = cut_any(emit, &layout_f32, bits);

    cut.bits = op2(emit, GiOpBitwiseOr, cut.bits, one_if(emit, cut.lost));
    return with_sign(emit, GI_KIND_F32, cut.bits, bits);
}

gi_id gi_emit_half(struct gi_emit *emit, enum gi_kind from, gi_id value)
{
    gi_id half = gi_emit_1(emit, GiOpFConvert, GI_KIND_F16, value);

    if (!emit->target->folds_halves || from != GI_KIND_F32)
        return half;
    half = gi_emit_cast(emit, half, GI_KIND_U32);
    half = op2(emit, GiOpBitwiseOr, half, gi_emit_hidden_zero(emit));
    return gi_emit_cast(emit, half, GI_KIND_F16);
}
