#include "kernel/translate/emit/number/fp8.h"

#include "kernel/translate/emit/value/short.h"

/* All of it is integers: devices may make small floats zero, and may round in other ways. */

/* A format of 8 bits. e4m3 has no infinity; a NaN of both is 0x7f. */
struct eight {
    uint32_t fraction_bits, bias;
    uint32_t largest;           /* the bits of the largest number */
};

/* A format that is converted. */
struct wide {
    uint32_t bits, fraction_bits, bias;
};

static const struct eight *eight_of(enum gi_ptx_type type)
{
    static const struct eight e4m3 = { 3, 7, 0x7e }, e5m2 = { 2, 15, 0x7b };

    return type == GI_PTX_T_E4M3X2 ? &e4m3 : &e5m2;
}

/* A number with a sign, which is 0 or the bit in its place; .relu: zero in place of what has it. */
static gi_id with_sign(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                       gi_id size, gi_id sign)
{
    gi_id zero, plus;

    if (!gi_ptx_has(instruction, GI_PTX_M_RELU))
        return op2(emit, GiOpBitwiseOr, size, sign);
    zero = u32(emit, 0);
    plus = op2(emit, GiOpIEqual, sign, zero);
    return gi_emit_select(emit, plus, size, zero);
}

/* digits / 2^shift, to the nearest, halves to even. */
static gi_id nearest(struct gi_emit *emit, gi_id digits, gi_id shift)
{
    gi_id odd = op2n(emit, GiOpBitwiseAnd, op2(emit, GiOpShiftRightLogical, digits, shift), 1);
    gi_id one = u32(emit, 1);
    gi_id half = op2(emit, GiOpShiftLeftLogical, one, op2(emit, GiOpISub, shift, one));

    digits = op2(emit, GiOpIAdd, digits, op2n(emit, GiOpISub, half, 1));
    digits = op2(emit, GiOpIAdd, digits, odd);
    return op2(emit, GiOpShiftRightLogical, digits, shift);
}

/* The bits of a number without its sign, rounded to a format; not limited to what it has. Above the
 * least normal number, exponents of the two formats differ by a constant. Below it, digits with the
 * first one written out are shifted by as much as the exponent is less. */
static gi_id rounded(struct gi_emit *emit, const struct eight *to, const struct wide *from,
                     gi_id size)
{
    uint32_t least = from->bias + 1 - to->bias;         /* exponent of the least normal number */
    uint32_t dropped = from->fraction_bits - to->fraction_bits;
    uint32_t first = 1u << from->fraction_bits;
    gi_id digits = op2n(emit, GiOpISub, size, (least - 1) * first);
    gi_id shift = u32(emit, dropped), is_small, small, more;

    if (least > 1) {
        is_small = op2(emit, GiOpULessThan, size, u32(emit, least * first));
        small = op2n(emit, GiOpBitwiseAnd, size, first - 1);
        small = op2n(emit, GiOpBitwiseOr, small, first);
        more = op2n(emit, GiOpShiftRightLogical, size, from->fraction_bits);
        more = op2(emit, GiOpISub, u32(emit, dropped + least), more);
        more = gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, more,
                             u32(emit, from->fraction_bits + 2));   /* nothing is left */
        digits = gi_emit_select(emit, is_small, small, digits);
        shift = gi_emit_select(emit, is_small, more, shift);
    }
    return nearest(emit, digits, shift);
}

/* The bits of an f32 or f16 as those of a float of 8 bits. The largest number stands for all
 * above it. */
static gi_id to_eight(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      const struct wide *from, gi_id bits)
{
    const struct eight *to = eight_of((enum gi_ptx_type)instruction->types[0]);
    uint32_t sign = 1u << (from->bits - 1);
    uint32_t infinity = (2 * from->bias + 1) << from->fraction_bits;
    gi_id size = op2n(emit, GiOpBitwiseAnd, bits, sign - 1);
    gi_id is_nan = op2(emit, GiOpULessThan, u32(emit, infinity), size);
    gi_id result = rounded(emit, to, from, size), minus;

    result = gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, result, u32(emit, to->largest));
    minus = op2n(emit, GiOpBitwiseAnd, bits, sign);
    minus = op2n(emit, GiOpShiftRightLogical, minus, from->bits - 8);
    result = with_sign(emit, instruction, result, minus);
    return gi_emit_select(emit, is_nan, u32(emit, 0x7f), result);
}

/* cvt.rn.satfinite.e4m3x2.f32 d, a, b: a is the upper half. */
void gi_emit_cvt_to_fp8(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    static const struct wide single = { 32, 23, 127 }, half = { 16, 10, 15 };
    bool of_singles = instruction->types[1] == GI_PTX_T_F32;
    const struct wide *from = of_singles ? &single : &half;
    gi_id parts[2], both;

    if (of_singles) {
        for (uint32_t i = 0; i < 2; i++) {
            parts[i] = gi_emit_get(emit, &instruction->operands[2 - i], GI_KIND_F32);
            parts[i] = gi_emit_cast(emit, parts[i], GI_KIND_U32);
        }
    } else {
        both = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
        parts[0] = op2n(emit, GiOpBitwiseAnd, both, 0xffff);
        parts[1] = op2n(emit, GiOpShiftRightLogical, both, 16);
    }
    for (uint32_t i = 0; i < 2; i++)
        parts[i] = to_eight(emit, instruction, from, parts[i]);
    both = op2(emit, GiOpBitwiseOr, parts[0], op2n(emit, GiOpShiftLeftLogical, parts[1], 8));
    gi_emit_put(emit, &instruction->operands[0], gi_emit_cast(emit, both, GI_KIND_U16), false);
}

/* A number of e4m3 below its least normal one, which has the bits of a whole number from 0 to 7, as
 * f16: the whole number as f32 is moved to the place of f16, and its exponent made less. */
static gi_id small_half(struct gi_emit *emit, gi_id size)
{
    gi_id zero = u32(emit, 0), bits = gi_emit_1(emit, GiOpConvertUToF, GI_KIND_F32, size);

    bits = gi_emit_cast(emit, bits, GI_KIND_U32);
    bits = op2n(emit, GiOpShiftRightLogical, bits, 13);
    bits = op2n(emit, GiOpISub, bits, (127 - 15 + 9) << 10);
    return gi_emit_select(emit, op2(emit, GiOpIEqual, size, zero), zero, bits);
}

/* The bits of a float of 8 bits as those of f16, which has all of its numbers. */
static gi_id from_eight(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                        gi_id bits)
{
    bool is_e4m3 = instruction->types[1] == GI_PTX_T_E4M3X2;
    const struct eight *from = eight_of((enum gi_ptx_type)instruction->types[1]);
    gi_id size = op2n(emit, GiOpBitwiseAnd, bits, 0x7f);
    uint32_t last = from->largest + !is_e4m3;           /* e5m2 has an infinity; then come NaNs */
    gi_id is_nan = op2(emit, GiOpULessThan, u32(emit, last), size);
    gi_id result = op2n(emit, GiOpShiftLeftLogical, size, 10 - from->fraction_bits), minus;

    if (is_e4m3) {
        gi_id is_small = op2(emit, GiOpULessThan, size, u32(emit, 8));

        result = op2n(emit, GiOpIAdd, result, (15 - from->bias) << 10);
        result = gi_emit_select(emit, is_small, small_half(emit, size), result);
    }
    minus = op2n(emit, GiOpBitwiseAnd, bits, 0x80);
    minus = op2n(emit, GiOpShiftLeftLogical, minus, 8);
    result = with_sign(emit, instruction, result, minus);
    return gi_emit_select(emit, is_nan, u32(emit, 0x7fff), result);
}

void gi_emit_cvt_from_fp8(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id both = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U16), low, high;

    both = gi_emit_cast(emit, both, GI_KIND_U32);
    low = from_eight(emit, instruction, op2n(emit, GiOpBitwiseAnd, both, 0xff));
    high = from_eight(emit, instruction, op2n(emit, GiOpShiftRightLogical, both, 8));
    high = op2n(emit, GiOpShiftLeftLogical, high, 16);
    gi_emit_put(emit, &instruction->operands[0], op2(emit, GiOpBitwiseOr, low, high), false);
}
