#include "kernel/translate/emit/number/round.h"

#include "kernel/translate/emit/number/cut.h"
#include "kernel/translate/emit/number/quotient.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"

enum gi_ptx_modifier gi_emit_rounding(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_has(instruction, GI_PTX_M_RZ) ? GI_PTX_M_RZ
        : gi_ptx_has(instruction, GI_PTX_M_RM) ? GI_PTX_M_RM
        : gi_ptx_has(instruction, GI_PTX_M_RP) ? GI_PTX_M_RP : GI_PTX_M_RN;
}

static gi_id exact(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, gi_id b)
{
    return gi_emit_exact(emit, gi_emit_2(emit, op, a, b));
}

static gi_id magnitude(struct gi_emit *emit, enum gi_kind kind, gi_id value)
{
    return gi_emit_glsl1(emit, GiGlslFAbs, kind, value);
}

static gi_id is_negative(struct gi_emit *emit, enum gi_kind kind, gi_id value)
{
    enum gi_kind bits = gi_emit_unsigned(gi_emit_bits(kind));

    value = gi_emit_cast(emit, value, bits);
    return op2(emit, GiOpSLessThan, value, gi_emit_constant(emit, bits, 0));
}

/* One of the two neighbours of an exact result becomes the one that the rounding wants. Its
 * magnitude is larger than that of the exact result, or smaller, or both are false. */
static gi_id choose(struct gi_emit *emit, enum gi_kind kind, gi_id value,
                    gi_id larger, gi_id smaller, enum gi_ptx_modifier rounding)
{
    enum gi_kind bits = gi_emit_unsigned(gi_emit_bits(kind));
    gi_id word = gi_emit_cast(emit, value, bits);
    gi_id one = gi_emit_constant(emit, bits, 1);
    gi_id down = larger, up = GI_NO_ID, grows;

    if (rounding != GI_PTX_M_RZ) {
        grows = is_negative(emit, kind, value);
        if (rounding == GI_PTX_M_RP)
            grows = gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, grows);
        up = op2(emit, GiOpLogicalAnd, smaller, grows);
        grows = gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, grows);
        down = op2(emit, GiOpLogicalAnd, larger, grows);
    }
    /* bits of floats count magnitudes, infinity behind the largest */
    word = gi_emit_select(emit, down, gi_emit_2(emit, GiOpISub, word, one), word);
    if (up.n)
        word = gi_emit_select(emit, up, gi_emit_2(emit, GiOpIAdd, word, one), word);
    return gi_emit_cast(emit, word, kind);
}

/* The magnitude of an f16 as f32, by integers: compilers of drivers take a conversion there and
 * back for nothing. */
static gi_id half_magnitude(struct gi_emit *emit, gi_id half)
{
    gi_id bits = gi_emit_cast(emit, gi_emit_cast(emit, half, GI_KIND_U16), GI_KIND_U32);
    gi_id size = gi_emit_2(emit, GiOpBitwiseAnd, bits, u32(emit, 0x7fff));
    gi_id is_small = op2(emit, GiOpULessThan, size, u32(emit, 0x400));
    gi_id is_finite = op2(emit, GiOpULessThan, size, u32(emit, 0x7c00));
    gi_id small = gi_emit_1(emit, GiOpConvertUToF, GI_KIND_F32, size);
    gi_id large = gi_emit_2(emit, GiOpShiftLeftLogical, size, u32(emit, 13));

    small = gi_emit_2(emit, GiOpFMul, small, gi_emit_float(emit, GI_KIND_F32, 0x1p-24));
    large = gi_emit_2(emit, GiOpIAdd, large, u32(emit, 112u << 23));
    large = gi_emit_select(emit, is_finite, large, u32(emit, 0x7f800000));
    return gi_emit_select(emit, is_small, small, gi_emit_cast(emit, large, GI_KIND_F32));
}

gi_id gi_emit_narrow(struct gi_emit *emit, enum gi_kind from, enum gi_kind to,
                     gi_id value, enum gi_ptx_modifier rounding)
{
    gi_id near, back, whole;

    if (rounding != GI_PTX_M_RN && gi_emit_cuts(emit))
        return gi_emit_cut(emit, to, from == GI_KIND_F32 ? gi_emit_wide(emit, value) : value,
                           rounding);
    if (rounding == GI_PTX_M_RN && to == GI_KIND_F16)
        return gi_emit_half(emit, from, value);
    near = gi_emit_1(emit, GiOpFConvert, to, value);
    if (rounding == GI_PTX_M_RN)
        return near;
    back = to == GI_KIND_F16 ? half_magnitude(emit, near)
                             : magnitude(emit, from, gi_emit_1(emit, GiOpFConvert, from, near));
    if (to == GI_KIND_F16 && from == GI_KIND_F64)
        back = gi_emit_1(emit, GiOpFConvert, GI_KIND_F64, back);
    whole = magnitude(emit, from, value);
    value = op2(emit, GiOpFOrdGreaterThan, back, whole);
    return choose(emit, to, near, value, op2(emit, GiOpFOrdLessThan, back, whole), rounding);
}

gi_id gi_emit_odd_narrow(struct gi_emit *emit, gi_id value)
{
    gi_id cut, back, lost, word;

    if (gi_emit_cuts(emit))
        return gi_emit_cut_odd(emit, value);
    cut = gi_emit_narrow(emit, GI_KIND_F64, GI_KIND_F32, value, GI_PTX_M_RZ);
    back = gi_emit_1(emit, GiOpFConvert, GI_KIND_F64, cut);
    lost = op2(emit, GiOpFOrdNotEqual, back, value);
    word = gi_emit_cast(emit, cut, GI_KIND_U32);
    word = op2(emit, GiOpBitwiseOr, word, gi_emit_either(emit, GI_KIND_U32, lost, 1, 0));
    return gi_emit_cast(emit, word, GI_KIND_F32);
}

/* The sum of two f64 and, exactly, what it lacks; NaN where the sum is not finite. */
static gi_id sum_and_rest(struct gi_emit *emit, gi_id a, gi_id b, gi_id *out_rest)
{
    gi_id sum = exact(emit, GiOpFAdd, a, b);
    gi_id part = exact(emit, GiOpFSub, sum, a);
    gi_id first = exact(emit, GiOpFSub, a, exact(emit, GiOpFSub, sum, part));

    *out_rest = exact(emit, GiOpFAdd, first, exact(emit, GiOpFSub, b, part));
    return sum;
}

gi_id gi_emit_odd_sum(struct gi_emit *emit, gi_id a, gi_id b)
{
    gi_id zero = gi_emit_float(emit, GI_KIND_F64, 0);
    gi_id one = gi_emit_constant(emit, GI_KIND_U64, 1);
    gi_id lost, sum = sum_and_rest(emit, a, b, &lost);
    gi_id bits = gi_emit_cast(emit, sum, GI_KIND_U64);
    gi_id last = gi_emit_2(emit, GiOpBitwiseAnd, bits, one);
    gi_id even = op2(emit, GiOpIEqual, last, gi_emit_constant(emit, GI_KIND_U64, 0));
    gi_id above = op2(emit, GiOpFOrdGreaterThan, lost, zero);
    gi_id away = op2(emit, GiOpLogicalEqual, above, op2(emit, GiOpFOrdGreaterThan, sum, zero));
    gi_id more = gi_emit_2(emit, GiOpIAdd, bits, one);
    gi_id odd = gi_emit_select(emit, away, more, gi_emit_2(emit, GiOpISub, bits, one));

    even = op2(emit, GiOpLogicalAnd, even, op2(emit, GiOpFOrdNotEqual, lost, zero));
    bits = gi_emit_select(emit, even, odd, bits);
    return gi_emit_cast(emit, bits, GI_KIND_F64);
}

/* Rounded down, a sum that is zero is -0 unless both parts were +0. */
static gi_id zero_sign(struct gi_emit *emit, enum gi_kind kind, gi_id sum, gi_id a,
                       gi_id b, enum gi_ptx_modifier rounding)
{
    enum gi_kind bits = gi_emit_unsigned(gi_emit_bits(kind));
    gi_id zero = gi_emit_float(emit, kind, 0);
    gi_id either;

    if (rounding != GI_PTX_M_RM)
        return sum;
    either = is_negative(emit, kind, a);
    either = op2(emit, GiOpLogicalOr, either, is_negative(emit, kind, b));
    either = op2(emit, GiOpLogicalAnd, either, op2(emit, GiOpFOrdEqual, sum, zero));
    zero = gi_emit_constant(emit, bits, 1ull << (gi_emit_bits(kind) - 1));
    return gi_emit_select(emit, either, gi_emit_cast(emit, zero, kind), sum);
}

/* ---- f32, by f64 ---- */

static gi_id sum32(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id a, gi_id b)
{
    gi_id sum = zero_sign(emit, GI_KIND_F64, gi_emit_odd_sum(emit, a, b), a, b, rounding);

    return gi_emit_narrow(emit, GI_KIND_F64, GI_KIND_F32, sum, rounding);
}

gi_id gi_emit_rounded_fma(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id a,
                          gi_id b, gi_id c)
{
    gi_id first = gi_emit_wide(emit, a);
    gi_id product = exact(emit, GiOpFMul, first, gi_emit_wide(emit, b));

    return sum32(emit, rounding, product, gi_emit_wide(emit, c));
}

/* The quotient and the root of f32 are never so near to another f32, or to the middle of two, that
 * f64 could not tell them apart. */
static gi_id rounded32(struct gi_emit *emit, enum gi_ptx_opcode opcode,
                       enum gi_ptx_modifier rounding, gi_id a, gi_id b)
{
    gi_id value;

    a = gi_emit_wide(emit, a);
    if (opcode == GI_PTX_OP_sqrt)
        return gi_emit_narrow(emit, GI_KIND_F64, GI_KIND_F32,
                              gi_emit_glsl1(emit, GiGlslSqrt, GI_KIND_F64, a), rounding);
    b = gi_emit_wide(emit, b);
    if (opcode == GI_PTX_OP_sub)
        b = gi_emit_1(emit, GiOpFNegate, GI_KIND_F64, b);
    if (opcode == GI_PTX_OP_add || opcode == GI_PTX_OP_sub)
        return sum32(emit, rounding, a, b);
    value = exact(emit, opcode == GI_PTX_OP_mul ? GiOpFMul : GiOpFDiv, a, b);
    return gi_emit_narrow(emit, GI_KIND_F64, GI_KIND_F32, value, rounding);
}

/* ---- f64: the result is compared with the exact one, in a range where nothing is lost ---- */

/* A positive number as one from 1 to 2 and an exponent. */
struct scaled {
    gi_id mantissa;             /* f64 */
    gi_id exponent;             /* 64 bits, signed */
};

static gi_id constant64(struct gi_emit *emit, int64_t value)
{
    return gi_emit_constant(emit, GI_KIND_U64, (uint64_t)value);
}

static struct scaled scale(struct gi_emit *emit, gi_id value)
{
    gi_id least = gi_emit_float(emit, GI_KIND_F64, 0x1p-1022);
    gi_id small = op2(emit, GiOpFOrdLessThan, value, least);
    gi_id larger = exact(emit, GiOpFMul, value, gi_emit_float(emit, GI_KIND_F64, 0x1p54));
    gi_id bits = gi_emit_cast(emit, gi_emit_select(emit, small, larger, value), GI_KIND_U64);
    gi_id exponent = gi_emit_2(emit, GiOpShiftRightLogical, bits, u32(emit, 52));
    gi_id offset = gi_emit_either(emit, GI_KIND_U64, small, 1023 + 54, 1023);
    struct scaled scaled;

    bits = gi_emit_2(emit, GiOpBitwiseAnd, bits, constant64(emit, 0xfffffffffffff));
    bits = gi_emit_2(emit, GiOpBitwiseOr, bits, constant64(emit, 0x3ff0000000000000));
    scaled.mantissa = gi_emit_cast(emit, bits, GI_KIND_F64);
    scaled.exponent = gi_emit_2(emit, GiOpISub, exponent, offset);
    return scaled;
}

static gi_id clamped(struct gi_emit *emit, gi_id value, int64_t least, int64_t most)
{
    gi_id low = constant64(emit, least), high = constant64(emit, most);

    return gi_emit_glsl3(emit, GiGlslSClamp, GI_KIND_U64, value, low, high);
}

/* A positive number by a power of two, which is exact where the result is near 1. There are two
 * factors, as the exponent may be past what one can have. */
static gi_id by_power(struct gi_emit *emit, gi_id value, gi_id exponent)
{
    gi_id within = clamped(emit, exponent, -2040, 2040);
    gi_id half = gi_emit_2(emit, GiOpShiftRightArithmetic, within, u32(emit, 1));
    gi_id parts[2] = { half, gi_emit_2(emit, GiOpISub, within, half) };

    for (int i = 0; i < 2; i++) {
        gi_id bits = gi_emit_2(emit, GiOpIAdd, parts[i], constant64(emit, 1023));

        bits = gi_emit_2(emit, GiOpShiftLeftLogical, bits, u32(emit, 52));
        value = exact(emit, GiOpFMul, value, gi_emit_cast(emit, bits, GI_KIND_F64));
    }
    return value;
}

/* The product of two numbers of a middling size and, exactly, what it lacks. */
static gi_id product_and_rest(struct gi_emit *emit, gi_id a, gi_id b, gi_id *out_rest)
{
    gi_id splitter = gi_emit_float(emit, GI_KIND_F64, 0x1p27 + 1);
    gi_id product = exact(emit, GiOpFMul, a, b);
    gi_id high[2], low[2], rest;

    for (int i = 0; i < 2; i++) {
        gi_id value = i ? b : a;
        gi_id large = exact(emit, GiOpFMul, value, splitter);

        high[i] = exact(emit, GiOpFSub, large, exact(emit, GiOpFSub, large, value));
        low[i] = exact(emit, GiOpFSub, value, high[i]);
    }
    rest = exact(emit, GiOpFSub, exact(emit, GiOpFMul, high[0], high[1]), product);
    rest = exact(emit, GiOpFAdd, rest, exact(emit, GiOpFMul, high[0], low[1]));
    rest = exact(emit, GiOpFAdd, rest, exact(emit, GiOpFMul, low[0], high[1]));
    *out_rest = exact(emit, GiOpFAdd, rest, exact(emit, GiOpFMul, low[0], low[1]));
    return product;
}

/* The sign of (a - b) - rest, where a and b are near to each other: as two predicates. */
static void compare(struct gi_emit *emit, gi_id a, gi_id b, gi_id rest,
                    gi_id *out_above, gi_id *out_below)
{
    gi_id difference = exact(emit, GiOpFSub, a, b);

    *out_above = op2(emit, GiOpFOrdGreaterThan, difference, rest);
    *out_below = op2(emit, GiOpFOrdLessThan, difference, rest);
}

/* Both numbers are finite and not zero; else the device's result stands. */
static gi_id both_usual(struct gi_emit *emit, gi_id a, gi_id b)
{
    gi_id zero, most, usual;

    a = magnitude(emit, GI_KIND_F64, a);
    b = magnitude(emit, GI_KIND_F64, b);
    zero = gi_emit_float(emit, GI_KIND_F64, 0);
    most = gi_emit_float(emit, GI_KIND_F64, 0x1.fffffffffffffp1023);
    usual = op2(emit, GiOpFOrdGreaterThan, a, zero);
    usual = op2(emit, GiOpLogicalAnd, usual, op2(emit, GiOpFOrdLessThanEqual, a, most));
    usual = op2(emit, GiOpLogicalAnd, usual, op2(emit, GiOpFOrdGreaterThan, b, zero));
    return op2(emit, GiOpLogicalAnd, usual, op2(emit, GiOpFOrdLessThanEqual, b, most));
}

static gi_id sum64(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id a, gi_id b)
{
    gi_id zero = gi_emit_float(emit, GI_KIND_F64, 0);
    gi_id most = gi_emit_float(emit, GI_KIND_F64, 0x1.fffffffffffffp1023);
    gi_id rest, sum = sum_and_rest(emit, a, b, &rest);
    gi_id below = is_negative(emit, GI_KIND_F64, sum);
    gi_id positive = op2(emit, GiOpFOrdGreaterThan, rest, zero);
    gi_id negative = op2(emit, GiOpFOrdLessThan, rest, zero);
    gi_id larger = gi_emit_select(emit, below, positive, negative);
    gi_id smaller = gi_emit_select(emit, below, negative, positive);
    gi_id over = op2(emit, GiOpFOrdGreaterThan, magnitude(emit, GI_KIND_F64, sum), most);

    over = op2(emit, GiOpLogicalAnd, over,
               op2(emit, GiOpFOrdLessThanEqual, magnitude(emit, GI_KIND_F64, a), most));
    over = op2(emit, GiOpLogicalAnd, over,
               op2(emit, GiOpFOrdLessThanEqual, magnitude(emit, GI_KIND_F64, b), most));
    larger = op2(emit, GiOpLogicalOr, larger, over);
    sum = zero_sign(emit, GI_KIND_F64, sum, a, b, rounding);
    return choose(emit, GI_KIND_F64, sum, larger, smaller, rounding);
}

/* The product, quotient or root, and how it compares with the exact one. */
static gi_id rounded64(struct gi_emit *emit, enum gi_ptx_opcode opcode,
                       enum gi_ptx_modifier rounding, gi_id a, gi_id b)
{
    gi_id value, usual, rest, exponent, size, product, larger, smaller, over;
    struct scaled first = scale(emit, magnitude(emit, GI_KIND_F64, a));
    struct scaled second = scale(emit, magnitude(emit, GI_KIND_F64, b));

    usual = both_usual(emit, a, b);
    if (opcode == GI_PTX_OP_sqrt)
        value = gi_emit_glsl1(emit, GiGlslSqrt, GI_KIND_F64, a);
    else
        value = exact(emit, opcode == GI_PTX_OP_mul ? GiOpFMul : GiOpFDiv, a, b);
    size = magnitude(emit, GI_KIND_F64, value);
    if (opcode == GI_PTX_OP_mul) {
        exponent = gi_emit_2(emit, GiOpIAdd, first.exponent, second.exponent);
        exponent = gi_emit_1(emit, GiOpSNegate, GI_KIND_U64, exponent);
        size = by_power(emit, size, exponent);
        product = product_and_rest(emit, first.mantissa, second.mantissa, &rest);
        compare(emit, size, product, rest, &larger, &smaller);
    } else {
        /* its product with the divisor, or with itself, against the dividend */
        gi_id half = first.exponent, factor = second.mantissa;

        if (opcode == GI_PTX_OP_sqrt) {
            half = gi_emit_2(emit, GiOpShiftRightArithmetic, half, u32(emit, 1));
            exponent = gi_emit_1(emit, GiOpSNegate, GI_KIND_U64, half);
            size = by_power(emit, size, exponent);
            factor = size;
            half = gi_emit_2(emit, GiOpIAdd, half, half);
            half = gi_emit_2(emit, GiOpISub, first.exponent, half);
            first.mantissa = by_power(emit, first.mantissa, half);
        } else {
            exponent = gi_emit_2(emit, GiOpISub, second.exponent, first.exponent);
            size = by_power(emit, size, exponent);
        }
        product = product_and_rest(emit, size, factor, &rest);
        rest = gi_emit_1(emit, GiOpFNegate, GI_KIND_F64, rest);
        compare(emit, product, first.mantissa, rest, &larger, &smaller);
    }
    over = magnitude(emit, GI_KIND_F64, value);
    over = op2(emit, GiOpFOrdGreaterThan, over,
               gi_emit_float(emit, GI_KIND_F64, 0x1.fffffffffffffp1023));
    larger = op2(emit, GiOpLogicalOr, larger, over);
    larger = op2(emit, GiOpLogicalAnd, larger, usual);
    smaller = op2(emit, GiOpLogicalAnd, smaller, usual);
    return choose(emit, GI_KIND_F64, value, larger, smaller, rounding);
}

/* A function of so many numbers of a kind. */
static void begin_function(struct gi_emit *emit, gi_id id, enum gi_kind kind,
                           uint32_t count, enum gi_spirv_function_control control,
                           gi_id *in)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type type = gi_emit_type_id(emit, kind);
    gi_type types[3] = { type, type, type };

    gi_spirv_function_begin(spirv, id, type, gi_spirv_type_function(spirv, type, types, count),
                            control);
    for (uint32_t i = 0; i < count; i++)
        in[i] = gi_spirv_parameter(spirv, type);
    gi_spirv_label(spirv, GI_NO_ID);
}

static void end_function(struct gi_emit *emit, gi_id value)
{
    gi_spirv_return_value(&emit->spirv, value);
    gi_spirv_function_end(&emit->spirv);
}

/* ---- other ways, for few numbers ---- */

/* They are functions. The device's compiler should leave those of roots apart: in each place of a
 * long loop their code would take the room of that which runs. That of quotients is short. */
static gi_id call_other(struct gi_emit *emit, enum gi_emit_other which, enum gi_kind kind,
                        gi_id a, gi_id b)
{
    gi_id *function = &emit->others[which];

    if (!function->n)
        *function = gi_spirv_new_function(&emit->spirv);
    return gi_spirv_call(&emit->spirv, gi_emit_type_id(emit, kind), *function, GI_SPIRV_IDS(a, b));
}

static gi_id call_quotient32(struct gi_emit *emit, gi_id a, gi_id b)
{
    return call_other(emit, GI_EMIT_QUOTIENT32, GI_KIND_F32, a, b);
}

static gi_id call_root32(struct gi_emit *emit, gi_id a, gi_id b)
{
    return call_other(emit, GI_EMIT_ROOT32, GI_KIND_F32, a, b);
}

static gi_id call_root64(struct gi_emit *emit, gi_id a, gi_id b)
{
    return call_other(emit, GI_EMIT_ROOT64, GI_KIND_F64, a, b);
}

gi_id gi_emit_nearest_root64(struct gi_emit *emit, gi_id a)
{
    return emit->target->near_approximations
               ? gi_emit_root64(emit, a, call_root64)
               : gi_emit_glsl1(emit, GiGlslSqrt, GI_KIND_F64, a);
}

/* A dividend of 0 is common: it becomes a zero with the sign of both. */
static gi_id quotient_of_zero_or(struct gi_emit *emit, gi_id a, gi_id b)
{
    gi_id out = gi_emit_local(emit, GI_KIND_F32), zero = gi_emit_float(emit, GI_KIND_F32, 0);
    gi_id bits = gi_emit_cast(emit, a, GI_KIND_U32), is_zero;
    struct gi_emit_if open;

    is_zero = gi_emit_2n(emit, GiOpShiftLeftLogical, bits, 1);
    is_zero = op2(emit, GiOpIEqual, is_zero, u32(emit, 0));
    is_zero = op2(emit, GiOpLogicalAnd, is_zero,
                  op2(emit, GiOpFOrdGreaterThan, magnitude(emit, GI_KIND_F32, b), zero));
    open = gi_emit_if_begin(emit, is_zero);
    bits = gi_emit_2(emit, GiOpBitwiseXor, bits, gi_emit_cast(emit, b, GI_KIND_U32));
    bits = gi_emit_2n(emit, GiOpBitwiseAnd, bits, 0x80000000);
    gi_emit_store(emit, out, gi_emit_cast(emit, bits, GI_KIND_F32));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_store(emit, out, rounded32(emit, GI_PTX_OP_div, GI_PTX_M_RN, a, b));
    gi_emit_if_end(emit, &open);
    return gi_emit_load(emit, GI_KIND_F32, out);
}

static void define_other(struct gi_emit *emit, enum gi_emit_other which)
{
    enum gi_kind kind = which == GI_EMIT_ROOT64 ? GI_KIND_F64 : GI_KIND_F32;
    enum gi_spirv_function_control control =
        which == GI_EMIT_QUOTIENT32 ? GiFunctionControlNone : GiFunctionControlDontInline;
    gi_id in[2], value;

    begin_function(emit, emit->others[which], kind, 2, control, in);
    if (which == GI_EMIT_ROOT64)
        value = gi_emit_glsl1(emit, GiGlslSqrt, GI_KIND_F64, in[0]);
    else if (which == GI_EMIT_ROOT32)
        value = rounded32(emit, GI_PTX_OP_sqrt, GI_PTX_M_RN, in[0], in[1]);
    else
        value = quotient_of_zero_or(emit, in[0], in[1]);
    end_function(emit, value);
}

gi_id gi_emit_rounded(struct gi_emit *emit, enum gi_ptx_opcode opcode, enum gi_kind kind,
                      enum gi_ptx_modifier rounding, gi_id a, gi_id b)
{
    if (kind == GI_KIND_F32 && rounding == GI_PTX_M_RN && emit->target->near_approximations
        && (opcode == GI_PTX_OP_div || opcode == GI_PTX_OP_sqrt))
        return opcode == GI_PTX_OP_sqrt ? gi_emit_root32(emit, a, call_root32)
                                        : gi_emit_quotient(emit, a, b, call_quotient32);
    if (kind == GI_KIND_F32)
        return rounded32(emit, opcode, rounding, a, b);
    if (opcode == GI_PTX_OP_sub)
        b = gi_emit_1(emit, GiOpFNegate, GI_KIND_F64, b);
    if (opcode == GI_PTX_OP_add || opcode == GI_PTX_OP_sub)
        return sum64(emit, rounding, a, b);
    return rounded64(emit, opcode, rounding, a, b);
}

/* ---- fma of f64, of sums and products that lose nothing ---- */

/* The bits of a number with the sign of another. */
static gi_id signed_as(struct gi_emit *emit, gi_id value, gi_id sign)
{
    sign = gi_emit_2n(emit, GiOpBitwiseAnd, gi_emit_cast(emit, sign, GI_KIND_U64), 1ull << 63);
    value = gi_emit_cast(emit, value, GI_KIND_U64);
    return gi_emit_cast(emit, gi_emit_2(emit, GiOpBitwiseOr, value, sign), GI_KIND_F64);
}

/* A sum that lacks a rest, as a rounding wants it. */
static gi_id stepped(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id sum, gi_id rest)
{
    gi_id zero = gi_emit_float(emit, GI_KIND_F64, 0);
    gi_id below, positive, negative, larger, smaller;

    if (rounding == GI_PTX_M_RN)
        return sum;
    below = is_negative(emit, GI_KIND_F64, sum);
    positive = op2(emit, GiOpFOrdGreaterThan, rest, zero);
    negative = op2(emit, GiOpFOrdLessThan, rest, zero);
    larger = gi_emit_select(emit, below, positive, negative);
    smaller = gi_emit_select(emit, below, negative, positive);
    return choose(emit, GI_KIND_F64, sum, larger, smaller, rounding);
}

/* A finite number that became infinite. */
static gi_id not_past(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id value)
{
    gi_id past;

    if (rounding == GI_PTX_M_RN)
        return value;
    past = gi_emit_float(emit, GI_KIND_F64, 0x1.fffffffffffffp1023);
    past = op2(emit, GiOpFOrdGreaterThan, magnitude(emit, GI_KIND_F64, value), past);
    return choose(emit, GI_KIND_F64, value, past, gi_emit_constant(emit, GI_KIND_PRED, 0),
                  rounding);
}

/* The sum of three, where the first is a product and the second what it lacks. It is rounded where
 * the end of a number of exponent -1074 would be, if that is above the end of 53 bits. exponent: of
 * the power of two that the sum will be multiplied by. */
static gi_id sum_once(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id product,
                      gi_id rest, gi_id c, gi_id exponent)
{
    gi_id lost, small, last, end, high, low, third, value;

    third = sum_and_rest(emit, c, rest, &lost);
    high = sum_and_rest(emit, product, third, &low);
    low = gi_emit_odd_sum(emit, lost, low);
    high = sum_and_rest(emit, high, low, &low);
    /* a number so large that its last bit is at that end shifts the rest out, and is taken off */
    end = clamped(emit, gi_emit_2(emit, GiOpISub, constant64(emit, -1074), exponent),
                  -300, 300);
    last = by_power(emit, gi_emit_float(emit, GI_KIND_F64, 0x1p52), end);
    small = op2(emit, GiOpFOrdLessThan, magnitude(emit, GI_KIND_F64, high), last);
    last = gi_emit_select(emit, small, last, gi_emit_float(emit, GI_KIND_F64, 0));
    last = signed_as(emit, last, high);
    value = sum_and_rest(emit, last, high, &lost);
    value = sum_and_rest(emit, value, gi_emit_odd_sum(emit, lost, low), &lost);
    value = stepped(emit, rounding, value, lost);
    value = exact(emit, GiOpFSub, value, last);
    low = signed_as(emit, magnitude(emit, GI_KIND_F64, value), high);
    if (rounding != GI_PTX_M_RM)
        return low;
    /* numbers that are not zero, but their sum is: rounded down it is -0 */
    lost = op2(emit, GiOpFOrdEqual, high, gi_emit_float(emit, GI_KIND_F64, 0));
    return gi_emit_select(emit, lost, gi_emit_1(emit, GiOpFNegate, GI_KIND_F64, high), low);
}

/* Factors become numbers from 1 to 2. The addend is scaled with their product. If one is so much
 * smaller that only its presence counts, it is made larger: exponents must not differ much. */
static gi_id fma64_body(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id a,
                        gi_id b, gi_id c)
{
    struct scaled first = scale(emit, magnitude(emit, GI_KIND_F64, a));
    struct scaled second = scale(emit, magnitude(emit, GI_KIND_F64, b));
    struct scaled third = scale(emit, magnitude(emit, GI_KIND_F64, c));
    gi_id zero = gi_emit_float(emit, GI_KIND_F64, 0);
    gi_id most = gi_emit_float(emit, GI_KIND_F64, 0x1.fffffffffffffp1023);
    gi_id exponent = gi_emit_2(emit, GiOpIAdd, first.exponent, second.exponent);
    gi_id usual, nothing, rest, product, added, apart, value;

    usual = both_usual(emit, a, b);
    nothing = op2(emit, GiOpFOrdEqual, c, zero);
    apart = gi_emit_2(emit, GiOpISub, third.exponent, exponent);
    apart = gi_emit_select(emit, nothing, constant64(emit, 0), apart);
    added = by_power(emit, third.mantissa, clamped(emit, apart, -120, 120));
    added = gi_emit_select(emit, nothing, zero, added);
    /* the sum's own scale, where the third is the larger one by far */
    apart = gi_emit_2(emit, GiOpISub, apart, constant64(emit, 120));
    apart = gi_emit_glsl2(emit, GiGlslSMax, GI_KIND_U64, apart, constant64(emit, 0));
    exponent = gi_emit_2(emit, GiOpIAdd, exponent, apart);
    /* smaller than the smallest number by so much that how much does not count */
    exponent = gi_emit_glsl2(emit, GiGlslSMax, GI_KIND_U64, exponent, constant64(emit, -1374));
    first.mantissa = signed_as(emit, first.mantissa, a);
    second.mantissa = signed_as(emit, second.mantissa, b);
    product = product_and_rest(emit, first.mantissa, second.mantissa, &rest);
    value = sum_once(emit, rounding, product, rest, signed_as(emit, added, c), exponent);
    value = not_past(emit, rounding, by_power(emit, value, exponent));
    /* infinity and NaN that are added stay; zeros and what is not finite need no care */
    most = op2(emit, GiOpFOrdLessThanEqual, magnitude(emit, GI_KIND_F64, c), most);
    value = gi_emit_select(emit, most, value, c);
    product = exact(emit, GiOpFMul, a, b);
    rest = zero_sign(emit, GI_KIND_F64, exact(emit, GiOpFAdd, product, c), product, c, rounding);
    return gi_emit_select(emit, usual, value, rest);
}

static const uint8_t fma64_roundings[] = { GI_PTX_M_RN, GI_PTX_M_RZ, GI_PTX_M_RM, GI_PTX_M_RP };

gi_id gi_emit_fma64(struct gi_emit *emit, enum gi_ptx_modifier rounding, gi_id a, gi_id b, gi_id c)
{
    uint32_t which = 0;

    while (which < 3 && fma64_roundings[which] != rounding)
        which++;
    if (!emit->fma64[which].n)
        emit->fma64[which] = gi_spirv_new_function(&emit->spirv);
    return gi_spirv_call(&emit->spirv, gi_emit_type_id(emit, GI_KIND_F64), emit->fma64[which],
                         GI_SPIRV_IDS(a, b, c));
}

void gi_emit_define_rounded(struct gi_emit *emit)
{
    gi_id in[3];

    for (uint32_t i = 0; i < 4; i++) {
        if (!emit->fma64[i].n)
            continue;
        begin_function(emit, emit->fma64[i], GI_KIND_F64, 3, GiFunctionControlNone, in);
        end_function(emit, fma64_body(emit, (enum gi_ptx_modifier)fma64_roundings[i], in[0],
                                      in[1], in[2]));
    }
    for (uint32_t i = 0; i < GI_EMIT_OTHERS; i++) {
        if (emit->others[i].n)
            define_other(emit, (enum gi_emit_other)i);
    }
}

/* The halves of 64 bits as f64, which hold them exactly. */
static void halves(struct gi_emit *emit, gi_id value, bool is_signed, gi_id *out_high,
                   gi_id *out_low)
{
    gi_id low, high;

    gi_emit_split64(emit, value, &low, &high);
    high = gi_emit_1(emit, is_signed ? GiOpConvertSToF : GiOpConvertUToF, GI_KIND_F64, high);
    *out_high = exact(emit, GiOpFMul, high, gi_emit_float(emit, GI_KIND_F64, 0x1p32));
    *out_low = gi_emit_1(emit, GiOpConvertUToF, GI_KIND_F64, low);
}

gi_id gi_emit_odd_integer(struct gi_emit *emit, gi_id value, enum gi_kind from, bool is_signed)
{
    gi_id high, low;

    if (gi_emit_bits(from) < 64)
        return gi_emit_1(emit, is_signed ? GiOpConvertSToF : GiOpConvertUToF, GI_KIND_F64, value);
    halves(emit, value, is_signed, &high, &low);
    return gi_emit_odd_sum(emit, high, low);
}

gi_id gi_emit_rounded_integer(struct gi_emit *emit, gi_id value, enum gi_kind from,
                              bool is_signed, enum gi_ptx_modifier rounding)
{
    gi_id high, low;

    if (gi_emit_bits(from) < 64)
        return gi_emit_odd_integer(emit, value, from, is_signed);
    halves(emit, value, is_signed, &high, &low);
    return sum64(emit, rounding, high, low);
}

/* ---- bits of floats ---- */

gi_id gi_emit_brain(struct gi_emit *emit, gi_id value)
{
    gi_id bits = gi_emit_cast(emit, value, GI_KIND_U32);
    gi_id sixteen = u32(emit, 16), nan;
    gi_id odd = gi_emit_2(emit, GiOpShiftRightLogical, bits, sixteen);

    odd = gi_emit_2(emit, GiOpBitwiseAnd, odd, u32(emit, 1));
    bits = gi_emit_2(emit, GiOpIAdd, bits,
                     gi_emit_2(emit, GiOpIAdd, odd, u32(emit, 0x7fff)));
    bits = gi_emit_2(emit, GiOpShiftRightLogical, bits, sixteen);
    nan = gi_emit_1(emit, GiOpIsNan, GI_KIND_PRED, value);
    return gi_emit_select(emit, nan, u32(emit, 0x7fff), bits);
}

gi_id gi_emit_small(struct gi_emit *emit, const struct gi_ptx_operand *operand,
                    enum gi_ptx_type type, uint32_t part)
{
    bool pair = type == GI_PTX_T_F16X2 || type == GI_PTX_T_BF16X2;
    gi_id sixteen = u32(emit, 16);
    gi_id value = gi_emit_get(emit, operand, pair ? GI_KIND_U32 : GI_KIND_U16);

    if (!pair)
        value = gi_emit_cast(emit, value, GI_KIND_U32);
    if (type == GI_PTX_T_BF16 || type == GI_PTX_T_BF16X2) {
        if (part == 0)
            value = gi_emit_2(emit, GiOpShiftLeftLogical, value, sixteen);
        else
            value = gi_emit_2(emit, GiOpBitwiseAnd, value, u32(emit, 0xffff0000));
        return gi_emit_cast(emit, value, GI_KIND_F32);
    }
    if (part)
        value = gi_emit_2(emit, GiOpShiftRightLogical, value, sixteen);
    return gi_emit_cast(emit, value, GI_KIND_F16);
}

gi_id gi_emit_flush(struct gi_emit *emit, enum gi_kind kind, gi_id value)
{
    enum gi_kind bits = gi_emit_unsigned(gi_emit_bits(kind));
    uint32_t exponent = kind == GI_KIND_F16 ? 0x7c00 : 0x7f800000;
    gi_id word = gi_emit_cast(emit, value, bits);
    gi_id zero = gi_emit_2(emit, GiOpBitwiseAnd, word,
                           gi_emit_constant(emit, bits, 1ull << (gi_emit_bits(kind) - 1)));
    gi_id small = gi_emit_2(emit, GiOpBitwiseAnd, word, gi_emit_constant(emit, bits, exponent));

    small = gi_emit_2(emit, GiOpIEqual, small, gi_emit_constant(emit, bits, 0));
    return gi_emit_cast(emit, gi_emit_select(emit, small, zero, word), kind);
}
