#include "kernel/translate/emit/number/integer.h"

#include "kernel/translate/emit/value/short.h"

/* ---- sums ---- */

/* 1 where a comparison holds. */
static gi_id as_carry(struct gi_emit *emit, gi_id condition)
{
    return gi_emit_either(emit, GI_KIND_U32, condition, 1, 0);
}

/* a + b + carry in, or a - b - carry in; the carry out goes to out_carry if that is not NULL. */
static gi_id sum(struct gi_emit *emit, enum gi_kind kind, bool minus, gi_id a,
                 gi_id b, gi_id carry, gi_id *out_carry)
{
    enum gi_spirv_opcode op = minus ? GiOpISub : GiOpIAdd;
    gi_id first = gi_emit_2(emit, op, a, b);
    gi_id second = first;
    gi_id over;

    if (carry.n)
        second = gi_emit_2(emit, op, first, gi_emit_cast(emit, carry, kind));
    if (!out_carry)
        return second;
    over = minus ? gi_emit_2(emit, GiOpULessThan, a, b)
                 : gi_emit_2(emit, GiOpULessThan, first, a);
    if (carry.n) {
        gi_id again = minus
            ? gi_emit_2(emit, GiOpULessThan, first, gi_emit_cast(emit, carry, kind))
            : gi_emit_2(emit, GiOpULessThan, second, first);

        over = gi_emit_2(emit, GiOpLogicalOr, over, again);
    }
    *out_carry = as_carry(emit, over);
    return second;
}

/* The overflow has the sign that both operands of the sum had. */
gi_id gi_emit_saturate(struct gi_emit *emit, bool minus, gi_id a, gi_id b, gi_id value)
{
    gi_id first = gi_emit_2(emit, GiOpBitwiseXor, a, minus ? b : value);
    gi_id second = gi_emit_2(emit, GiOpBitwiseXor, minus ? a : b, value);
    gi_id both = gi_emit_2(emit, GiOpBitwiseAnd, first, second);
    gi_id over = gi_emit_2(emit, GiOpSLessThan, both, u32(emit, 0));
    gi_id limit = op2n(emit, GiOpBitwiseXor, op2n(emit, GiOpShiftRightArithmetic, a, 31),
                       0x7fffffff);

    return gi_emit_select(emit, over, limit, value);
}

void gi_emit_integer_add(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    bool minus = instruction->opcode == GI_PTX_OP_sub || instruction->opcode == GI_PTX_OP_subc;
    bool takes = instruction->opcode == GI_PTX_OP_addc || instruction->opcode == GI_PTX_OP_subc;
    bool gives = gi_ptx_has(instruction, GI_PTX_M_CC);
    gi_id a = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id b = gi_emit_get(emit, &instruction->operands[2], kind);
    gi_id carry = takes ? gi_emit_read(emit, gi_emit_carry_register(emit)) : GI_NO_ID;
    gi_id value = sum(emit, kind, minus, a, b, carry, gives ? &carry : NULL);

    if (gi_ptx_has(instruction, GI_PTX_M_SAT))
        value = gi_emit_saturate(emit, minus, a, b, value);
    if (gives)
        gi_emit_write(emit, gi_emit_carry_register(emit), carry);
    gi_emit_put(emit, &instruction->operands[0], value, gi_emit_signed(type));
}

/* ---- products ---- */

static gi_id upper(struct gi_emit *emit, gi_id value)
{
    return gi_emit_2(emit, GiOpShiftRightLogical, value, u32(emit, 32));
}

static gi_id wide_product(struct gi_emit *emit, gi_id a, gi_id b)
{
    a = gi_emit_1(emit, GiOpUConvert, GI_KIND_U64, a);
    b = gi_emit_1(emit, GiOpUConvert, GI_KIND_U64, b);
    return op2(emit, GiOpIMul, a, b);
}

/* The upper 64 bits of a product, by halves. */
static gi_id high64(struct gi_emit *emit, gi_id a, gi_id b, bool is_signed)
{
    gi_id zero = gi_emit_constant(emit, GI_KIND_U64, 0);
    gi_id al, ah, bl, bh, first, second, result;

    gi_emit_split64(emit, a, &al, &ah);
    gi_emit_split64(emit, b, &bl, &bh);
    first = wide_product(emit, ah, bl);
    first = op2(emit, GiOpIAdd, first, upper(emit, wide_product(emit, al, bl)));
    second = gi_emit_2(emit, GiOpBitwiseAnd, first,
                       gi_emit_constant(emit, GI_KIND_U64, UINT32_MAX));
    second = gi_emit_2(emit, GiOpIAdd, wide_product(emit, al, bh), second);
    result = wide_product(emit, ah, bh);
    result = op2(emit, GiOpIAdd, result, upper(emit, first));
    result = gi_emit_2(emit, GiOpIAdd, result, upper(emit, second));
    for (int i = 0; is_signed && i < 2; i++) {
        gi_id negative = gi_emit_2(emit, GiOpSLessThan, i ? b : a, zero);

        result = gi_emit_2(emit, GiOpISub, result, gi_emit_select(emit, negative, i ? a : b, zero));
    }
    return result;
}

/* lo, hi or wide; the kind of the result goes to out_kind. */
static gi_id product(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                     enum gi_ptx_type type, gi_id a, gi_id b, enum gi_kind *out_kind)
{
    enum gi_kind kind = gi_emit_kind_of(type);
    uint32_t bits = gi_emit_bits(kind);
    enum gi_kind wide = gi_emit_unsigned(bits * 2);
    enum gi_spirv_opcode extend = gi_emit_signed(type) ? GiOpSConvert : GiOpUConvert;
    gi_id value;

    *out_kind = kind;
    if (gi_ptx_has(instruction, GI_PTX_M_LO))
        return gi_emit_2(emit, GiOpIMul, a, b);
    if (bits == 64 && gi_ptx_has(instruction, GI_PTX_M_HI))
        return high64(emit, a, b, gi_emit_signed(type));
    if (bits == 64 || (!gi_ptx_has(instruction, GI_PTX_M_HI)
                       && !gi_ptx_has(instruction, GI_PTX_M_WIDE))) {
        gi_emit_refuse(emit, "it says no part of the product");
        return GI_NO_ID;
    }
    a = gi_emit_1(emit, extend, wide, a);
    b = gi_emit_1(emit, extend, wide, b);
    value = gi_emit_2(emit, GiOpIMul, a, b);
    if (gi_ptx_has(instruction, GI_PTX_M_WIDE)) {
        *out_kind = wide;
        return value;
    }
    value = gi_emit_2(emit, GiOpShiftRightLogical, value, u32(emit, bits));
    return gi_emit_1(emit, GiOpUConvert, kind, value);
}

void gi_emit_integer_mul(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    bool gives = gi_ptx_has(instruction, GI_PTX_M_CC);
    bool adds = instruction->opcode == GI_PTX_OP_mad;
    gi_id carry = GI_NO_ID;
    gi_id a = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id b = gi_emit_get(emit, &instruction->operands[2], kind);
    gi_id value = product(emit, instruction, type, a, b, &kind);

    if (adds) {
        gi_id part = value;
        gi_id c = gi_emit_get(emit, &instruction->operands[3], kind);

        value = sum(emit, kind, false, part, c, GI_NO_ID, gives ? &carry : NULL);
        if (gi_ptx_has(instruction, GI_PTX_M_SAT))
            value = gi_emit_saturate(emit, false, part, c, value);
    }
    if (gives)
        gi_emit_write(emit, gi_emit_carry_register(emit), carry);
    gi_emit_put(emit, &instruction->operands[0], value, gi_emit_signed(type));
}

void gi_emit_madc(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    bool gives = gi_ptx_has(instruction, GI_PTX_M_CC);
    gi_id a = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id b = gi_emit_get(emit, &instruction->operands[2], kind);
    gi_id value = product(emit, instruction, type, a, b, &kind);
    gi_id carry = gi_emit_read(emit, gi_emit_carry_register(emit));
    gi_id c = gi_emit_get(emit, &instruction->operands[3], kind);

    value = sum(emit, kind, false, value, c, carry, gives ? &carry : NULL);
    if (gives)
        gi_emit_write(emit, gi_emit_carry_register(emit), carry);
    gi_emit_put(emit, &instruction->operands[0], value, gi_emit_signed(type));
}

static gi_id low24(struct gi_emit *emit, const struct gi_ptx_operand *operand, bool is_signed)
{
    gi_id value = op2n(emit, GiOpShiftLeftLogical, gi_emit_get(emit, operand, GI_KIND_U32), 8);

    return gi_emit_2(emit, is_signed ? GiOpShiftRightArithmetic : GiOpShiftRightLogical, value,
                     u32(emit, 8));
}

void gi_emit_mul24(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool is_signed = gi_emit_signed(gi_ptx_type_at(instruction, 0));
    enum gi_spirv_opcode extend = is_signed ? GiOpSConvert : GiOpUConvert;
    gi_id a = low24(emit, &instruction->operands[1], is_signed);
    gi_id b = low24(emit, &instruction->operands[2], is_signed);
    gi_id value;

    if (gi_ptx_has(instruction, GI_PTX_M_HI)) {
        a = gi_emit_1(emit, extend, GI_KIND_U64, a);
        b = gi_emit_1(emit, extend, GI_KIND_U64, b);
        value = op2(emit, GiOpIMul, a, b);
        value = gi_emit_2(emit, GiOpShiftRightLogical, value, u32(emit, 16));
        value = gi_emit_1(emit, GiOpUConvert, GI_KIND_U32, value);
    } else {
        value = gi_emit_2(emit, GiOpIMul, a, b);
    }
    if (instruction->opcode == GI_PTX_OP_mad24) {
        gi_id part = value;
        gi_id c = gi_emit_get(emit, &instruction->operands[3], GI_KIND_U32);

        value = gi_emit_2(emit, GiOpIAdd, part, c);
        if (gi_ptx_has(instruction, GI_PTX_M_SAT))
            value = gi_emit_saturate(emit, false, part, c, value);
    }
    gi_emit_put(emit, &instruction->operands[0], value, is_signed);
}

/* ---- the rest ---- */

static gi_id negative(struct gi_emit *emit, enum gi_kind kind, gi_id value)
{
    return gi_emit_2(emit, GiOpSLessThan, value, gi_emit_constant(emit, kind, 0));
}

static gi_id negated_if(struct gi_emit *emit, enum gi_kind kind, gi_id condition, gi_id value)
{
    return gi_emit_select(emit, condition, gi_emit_1(emit, GiOpSNegate, kind, value), value);
}

/* Of magnitudes: devices differ in what signed remainders of negative numbers are. So the lowest
 * number by -1 is no case of its own. By zero the quotient is all ones, the rest the dividend. */
void gi_emit_integer_div(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    bool is_signed = gi_emit_signed(type);
    bool rest = instruction->opcode == GI_PTX_OP_rem;
    gi_id a = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id b = gi_emit_get(emit, &instruction->operands[2], kind);
    gi_id dividend = a, a_below = GI_NO_ID, below = GI_NO_ID, by_zero = GI_NO_ID, value;

    if (instruction->operands[2].kind != GI_PTX_INTEGER_VALUE
        || instruction->operands[2].value << (64 - gi_emit_bits(kind)) == 0) {
        by_zero = gi_emit_2(emit, GiOpIEqual, b, gi_emit_constant(emit, kind, 0));
        b = gi_emit_select(emit, by_zero, gi_emit_constant(emit, kind, 1), b);
    }
    if (is_signed) {
        a_below = negative(emit, kind, a);
        below = negative(emit, kind, b);
        a = negated_if(emit, kind, a_below, a);
        b = negated_if(emit, kind, below, b);
        below = rest ? a_below
            : gi_emit_2(emit, GiOpLogicalNotEqual, a_below, below);
    }
    value = gi_emit_2(emit, rest ? GiOpUMod : GiOpUDiv, a, b);
    if (is_signed)
        value = negated_if(emit, kind, below, value);
    if (by_zero.n)
        value = gi_emit_select(emit, by_zero,
                               rest ? dividend : gi_emit_constant(emit, kind, UINT64_MAX), value);
    gi_emit_put(emit, &instruction->operands[0], value, is_signed);
}

void gi_emit_integer_minmax(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    bool max = instruction->opcode == GI_PTX_OP_max;
    gi_id a = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id b = gi_emit_get(emit, &instruction->operands[2], kind);
    enum gi_spirv_glsl_instruction op = gi_emit_signed(type) ? (max ? GiGlslSMax : GiGlslSMin)
        : (max ? GiGlslUMax : GiGlslUMin);

    gi_emit_put(emit, &instruction->operands[0], gi_emit_glsl2(emit, op, kind, a, b),
                gi_emit_signed(type));
}

/* A driver's compiler takes 16 bits that are selected by their sign for an unsigned number, even
 * -32768, if there is a division of 64 bits beside them. A maximum it leaves alone. */
static gi_id magnitude(struct gi_emit *emit, enum gi_kind kind, gi_id a, gi_id negative)
{
    gi_id is_less;

    if (kind == GI_KIND_U16)
        return gi_emit_glsl2(emit, GiGlslSMax, kind, a, negative);
    is_less = gi_emit_2(emit, GiOpSLessThan, a, gi_emit_constant(emit, kind, 0));
    return gi_emit_select(emit, is_less, negative, a);
}

void gi_emit_integer_neg(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    gi_id a = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id value = gi_emit_1(emit, GiOpSNegate, kind, a);

    if (instruction->opcode == GI_PTX_OP_abs)
        value = magnitude(emit, kind, a, value);
    gi_emit_put(emit, &instruction->operands[0], value, true);
}

void gi_emit_sad(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    gi_id a = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id b = gi_emit_get(emit, &instruction->operands[2], kind);
    gi_id less = gi_emit_2(emit, gi_emit_signed(type) ? GiOpSLessThan : GiOpULessThan, a, b);
    gi_id value = gi_emit_2(emit, GiOpISub, b, a);

    value = gi_emit_select(emit, less, value, gi_emit_2(emit, GiOpISub, a, b));
    value = gi_emit_2(emit, GiOpIAdd, value, gi_emit_get(emit, &instruction->operands[3], kind));
    gi_emit_put(emit, &instruction->operands[0], value, gi_emit_signed(type));
}

/* add, min, max of two numbers of 16 bits in a word; min and max of one with .relu. */
void gi_emit_integer_lanes(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    bool is_signed = gi_emit_signed(type), max = instruction->opcode == GI_PTX_OP_max;
    uint32_t lanes = type == GI_PTX_T_S32 ? 1 : 2, bits = 32 / lanes;
    gi_id a = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
    gi_id b = gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32);
    gi_id result = u32(emit, 0);

    for (uint32_t i = 0; i < lanes; i++) {
        gi_id x = gi_emit_field(emit, a, i * bits, bits, is_signed);
        gi_id y = gi_emit_field(emit, b, i * bits, bits, is_signed);

        if (instruction->opcode == GI_PTX_OP_add)
            x = gi_emit_2(emit, GiOpIAdd, x, y);
        else
            x = gi_emit_glsl2(emit, is_signed ? (max ? GiGlslSMax : GiGlslSMin)
                              : (max ? GiGlslUMax : GiGlslUMin), GI_KIND_U32, x, y);
        if (gi_ptx_has(instruction, GI_PTX_M_RELU))
            x = gi_emit_glsl2(emit, GiGlslSMax, GI_KIND_U32, x, u32(emit, 0));
        result = gi_emit_with_field(emit, result, x, i * bits, bits);
    }
    gi_emit_put(emit, &instruction->operands[0], result, false);
}

gi_id gi_emit_byte_dot(struct gi_emit *emit, gi_id a, gi_id b, bool a_signed, bool b_signed)
{
    enum { PACKED_BYTES = 0 };
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    enum gi_spirv_opcode opcode = a_signed == b_signed ? (a_signed ? GiOpSDotKHR : GiOpUDotKHR)
                                                       : GiOpSUDotKHR;
    const uint32_t operands[] = { opcode == GiOpSUDotKHR && b_signed ? b.n : a.n,
                                  opcode == GiOpSUDotKHR && b_signed ? a.n : b.n, PACKED_BYTES };

    gi_spirv_extension(&emit->spirv, "SPV_KHR_integer_dot_product");
    gi_spirv_capability(&emit->spirv, GiCapabilityDotProduct);
    gi_spirv_capability(&emit->spirv, GiCapabilityDotProductInput4x8BitPacked);
    return gi_spirv_value_of_words(&emit->spirv, opcode, word, operands, 3);
}

/* The sum of products of parts of two words: of bytes, or of halves with bytes from a place on. */
static gi_id dot_of_fields(struct gi_emit *emit, gi_id a, uint32_t bits, bool a_signed, gi_id b,
                           uint32_t place, bool b_signed)
{
    gi_id sum = GI_NO_ID;

    for (uint32_t i = 0; i < 32 / bits; i++) {
        gi_id x = gi_emit_field(emit, a, i * bits, bits, a_signed);
        gi_id y = gi_emit_field(emit, b, place + i * 8, 8, b_signed);

        x = gi_emit_2(emit, GiOpIMul, x, y);
        sum = i ? gi_emit_2(emit, GiOpIAdd, sum, x) : x;
    }
    return sum;
}

void gi_emit_dp(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool four = instruction->opcode == GI_PTX_OP_dp4a;
    uint32_t place = !four && gi_ptx_has(instruction, GI_PTX_M_HI) ? 16 : 0;
    bool a_signed = gi_emit_signed(gi_ptx_type_at(instruction, 1));
    bool b_signed = gi_emit_signed(gi_ptx_type_at(instruction, 0));
    gi_id a = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
    gi_id b = gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32);
    gi_id c = gi_emit_get(emit, &instruction->operands[3], GI_KIND_U32), sum;

    if (instruction->type_count != 2)
        gi_emit_refuse(emit, "it has two types");
    sum = four && emit->target->dots_bytes
        ? gi_emit_byte_dot(emit, a, b, a_signed, b_signed)
        : dot_of_fields(emit, a, four ? 8 : 16, a_signed, b, place, b_signed);
    gi_emit_put(emit, &instruction->operands[0], gi_emit_2(emit, GiOpIAdd, c, sum),
                a_signed || b_signed);
}
