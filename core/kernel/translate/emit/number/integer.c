#include "kernel/translate/emit/number/integer.h"

#include "kernel/translate/emit/value/short.h"

/* ---- sums ---- */

/* 1 where a comparison holds. */
static uint32_t as_carry(struct gi_emit *emit, uint32_t condition)
{
    return gi_emit_either(emit, GI_EMIT_U32, condition, 1, 0);
}

/* a + b + carry in, or a - b - carry in; the carry out goes to out_carry if that is not NULL. */
static uint32_t sum(struct gi_emit *emit, enum gi_emit_kind kind, bool minus, uint32_t a,
                    uint32_t b, uint32_t carry, uint32_t *out_carry)
{
    enum gi_spirv_opcode op = minus ? GiOpISub : GiOpIAdd;
    uint32_t first = gi_emit_2(emit, op, kind, a, b);
    uint32_t second = first;
    uint32_t over;

    if (carry)
        second = gi_emit_2(emit, op, kind, first, gi_emit_cast(emit, carry, GI_EMIT_U32, kind));
    if (!out_carry)
        return second;
    over = minus ? gi_emit_2(emit, GiOpULessThan, GI_EMIT_PRED, a, b)
                 : gi_emit_2(emit, GiOpULessThan, GI_EMIT_PRED, first, a);
    if (carry) {
        uint32_t again = minus
            ? gi_emit_2(emit, GiOpULessThan, GI_EMIT_PRED, first,
                        gi_emit_cast(emit, carry, GI_EMIT_U32, kind))
            : gi_emit_2(emit, GiOpULessThan, GI_EMIT_PRED, second, first);

        over = gi_emit_2(emit, GiOpLogicalOr, GI_EMIT_PRED, over, again);
    }
    *out_carry = as_carry(emit, over);
    return second;
}

/* The overflow has the sign that both operands of the sum had. */
uint32_t gi_emit_saturate(struct gi_emit *emit, bool minus, uint32_t a, uint32_t b, uint32_t value)
{
    uint32_t first = gi_emit_2(emit, GiOpBitwiseXor, GI_EMIT_U32, a, minus ? b : value);
    uint32_t second = gi_emit_2(emit, GiOpBitwiseXor, GI_EMIT_U32, minus ? a : b, value);
    uint32_t both = gi_emit_2(emit, GiOpBitwiseAnd, GI_EMIT_U32, first, second);
    uint32_t over = gi_emit_2(emit, GiOpSLessThan, GI_EMIT_PRED, both, u32(emit, 0));
    uint32_t limit = op32n(emit, GiOpBitwiseXor, op32n(emit, GiOpShiftRightArithmetic, a, 31),
                           0x7fffffff);

    return gi_emit_select(emit, GI_EMIT_U32, over, limit, value);
}

void gi_emit_integer_add(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_emit_kind kind = gi_emit_kind_of(type);
    bool minus = instruction->opcode == GI_PTX_OP_sub || instruction->opcode == GI_PTX_OP_subc;
    bool takes = instruction->opcode == GI_PTX_OP_addc || instruction->opcode == GI_PTX_OP_subc;
    bool gives = gi_ptx_has(instruction, GI_PTX_M_CC);
    uint32_t a = gi_emit_get(emit, &instruction->operands[1], kind);
    uint32_t b = gi_emit_get(emit, &instruction->operands[2], kind);
    uint32_t carry = takes ? gi_emit_read(emit, gi_emit_carry_register(emit)) : 0;
    uint32_t value = sum(emit, kind, minus, a, b, carry, gives ? &carry : NULL);

    if (gi_ptx_has(instruction, GI_PTX_M_SAT))
        value = gi_emit_saturate(emit, minus, a, b, value);
    if (gives)
        gi_emit_write(emit, gi_emit_carry_register(emit), carry);
    gi_emit_put(emit, &instruction->operands[0], value, kind, gi_emit_signed(type));
}

/* ---- products ---- */

static uint32_t upper(struct gi_emit *emit, uint32_t value)
{
    return gi_emit_2(emit, GiOpShiftRightLogical, GI_EMIT_U64, value, u32(emit, 32));
}

static uint32_t wide_product(struct gi_emit *emit, uint32_t a, uint32_t b)
{
    a = gi_emit_1(emit, GiOpUConvert, GI_EMIT_U64, a);
    b = gi_emit_1(emit, GiOpUConvert, GI_EMIT_U64, b);
    return op64(emit, GiOpIMul, a, b);
}

/* The upper 64 bits of a product, by halves. */
static uint32_t high64(struct gi_emit *emit, uint32_t a, uint32_t b, bool is_signed)
{
    uint32_t zero = gi_emit_constant(emit, GI_EMIT_U64, 0);
    uint32_t al, ah, bl, bh, first, second, result;

    gi_emit_split64(emit, a, &al, &ah);
    gi_emit_split64(emit, b, &bl, &bh);
    first = wide_product(emit, ah, bl);
    first = op64(emit, GiOpIAdd, first, upper(emit, wide_product(emit, al, bl)));
    second = gi_emit_2(emit, GiOpBitwiseAnd, GI_EMIT_U64, first,
                       gi_emit_constant(emit, GI_EMIT_U64, UINT32_MAX));
    second = gi_emit_2(emit, GiOpIAdd, GI_EMIT_U64, wide_product(emit, al, bh), second);
    result = wide_product(emit, ah, bh);
    result = op64(emit, GiOpIAdd, result, upper(emit, first));
    result = gi_emit_2(emit, GiOpIAdd, GI_EMIT_U64, result, upper(emit, second));
    for (int i = 0; is_signed && i < 2; i++) {
        uint32_t negative = gi_emit_2(emit, GiOpSLessThan, GI_EMIT_PRED, i ? b : a, zero);

        result = gi_emit_2(emit, GiOpISub, GI_EMIT_U64, result,
                           gi_emit_select(emit, GI_EMIT_U64, negative, i ? a : b, zero));
    }
    return result;
}

/* lo, hi or wide; the kind of the result goes to out_kind. */
static uint32_t product(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                        enum gi_ptx_type type, uint32_t a, uint32_t b, enum gi_emit_kind *out_kind)
{
    enum gi_emit_kind kind = gi_emit_kind_of(type);
    uint32_t bits = gi_emit_bits(kind);
    enum gi_emit_kind wide = gi_emit_unsigned(bits * 2);
    enum gi_spirv_opcode extend = gi_emit_signed(type) ? GiOpSConvert : GiOpUConvert;
    uint32_t value;

    *out_kind = kind;
    if (gi_ptx_has(instruction, GI_PTX_M_LO))
        return gi_emit_2(emit, GiOpIMul, kind, a, b);
    if (bits == 64 && gi_ptx_has(instruction, GI_PTX_M_HI))
        return high64(emit, a, b, gi_emit_signed(type));
    if (bits == 64 || (!gi_ptx_has(instruction, GI_PTX_M_HI)
                       && !gi_ptx_has(instruction, GI_PTX_M_WIDE))) {
        gi_emit_refuse(emit, "it says no part of the product");
        return 0;
    }
    a = gi_emit_1(emit, extend, wide, a);
    b = gi_emit_1(emit, extend, wide, b);
    value = gi_emit_2(emit, GiOpIMul, wide, a, b);
    if (gi_ptx_has(instruction, GI_PTX_M_WIDE)) {
        *out_kind = wide;
        return value;
    }
    value = gi_emit_2(emit, GiOpShiftRightLogical, wide, value, u32(emit, bits));
    return gi_emit_1(emit, GiOpUConvert, kind, value);
}

void gi_emit_integer_mul(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_emit_kind kind = gi_emit_kind_of(type);
    bool gives = gi_ptx_has(instruction, GI_PTX_M_CC);
    bool adds = instruction->opcode == GI_PTX_OP_mad;
    uint32_t carry = 0;
    uint32_t a = gi_emit_get(emit, &instruction->operands[1], kind);
    uint32_t b = gi_emit_get(emit, &instruction->operands[2], kind);
    uint32_t value = product(emit, instruction, type, a, b, &kind);

    if (adds) {
        uint32_t part = value;
        uint32_t c = gi_emit_get(emit, &instruction->operands[3], kind);

        value = sum(emit, kind, false, part, c, 0, gives ? &carry : NULL);
        if (gi_ptx_has(instruction, GI_PTX_M_SAT))
            value = gi_emit_saturate(emit, false, part, c, value);
    }
    if (gives)
        gi_emit_write(emit, gi_emit_carry_register(emit), carry);
    gi_emit_put(emit, &instruction->operands[0], value, kind, gi_emit_signed(type));
}

void gi_emit_madc(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_emit_kind kind = gi_emit_kind_of(type);
    bool gives = gi_ptx_has(instruction, GI_PTX_M_CC);
    uint32_t a = gi_emit_get(emit, &instruction->operands[1], kind);
    uint32_t b = gi_emit_get(emit, &instruction->operands[2], kind);
    uint32_t value = product(emit, instruction, type, a, b, &kind);
    uint32_t carry = gi_emit_read(emit, gi_emit_carry_register(emit));
    uint32_t c = gi_emit_get(emit, &instruction->operands[3], kind);

    value = sum(emit, kind, false, value, c, carry, gives ? &carry : NULL);
    if (gives)
        gi_emit_write(emit, gi_emit_carry_register(emit), carry);
    gi_emit_put(emit, &instruction->operands[0], value, kind, gi_emit_signed(type));
}

static uint32_t low24(struct gi_emit *emit, const struct gi_ptx_operand *operand, bool is_signed)
{
    uint32_t value = op32n(emit, GiOpShiftLeftLogical, gi_emit_get(emit, operand, GI_EMIT_U32), 8);

    return gi_emit_2(emit, is_signed ? GiOpShiftRightArithmetic : GiOpShiftRightLogical,
                     GI_EMIT_U32, value, u32(emit, 8));
}

void gi_emit_mul24(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool is_signed = gi_emit_signed(gi_ptx_type_at(instruction, 0));
    enum gi_spirv_opcode extend = is_signed ? GiOpSConvert : GiOpUConvert;
    uint32_t a = low24(emit, &instruction->operands[1], is_signed);
    uint32_t b = low24(emit, &instruction->operands[2], is_signed);
    uint32_t value;

    if (gi_ptx_has(instruction, GI_PTX_M_HI)) {
        a = gi_emit_1(emit, extend, GI_EMIT_U64, a);
        b = gi_emit_1(emit, extend, GI_EMIT_U64, b);
        value = op64(emit, GiOpIMul, a, b);
        value = gi_emit_2(emit, GiOpShiftRightLogical, GI_EMIT_U64, value, u32(emit, 16));
        value = gi_emit_1(emit, GiOpUConvert, GI_EMIT_U32, value);
    } else {
        value = gi_emit_2(emit, GiOpIMul, GI_EMIT_U32, a, b);
    }
    if (instruction->opcode == GI_PTX_OP_mad24) {
        uint32_t part = value;
        uint32_t c = gi_emit_get(emit, &instruction->operands[3], GI_EMIT_U32);

        value = gi_emit_2(emit, GiOpIAdd, GI_EMIT_U32, part, c);
        if (gi_ptx_has(instruction, GI_PTX_M_SAT))
            value = gi_emit_saturate(emit, false, part, c, value);
    }
    gi_emit_put(emit, &instruction->operands[0], value, GI_EMIT_U32, is_signed);
}

/* ---- the rest ---- */

static uint32_t negative(struct gi_emit *emit, enum gi_emit_kind kind, uint32_t value)
{
    return gi_emit_2(emit, GiOpSLessThan, GI_EMIT_PRED, value, gi_emit_constant(emit, kind, 0));
}

static uint32_t negated_if(struct gi_emit *emit, enum gi_emit_kind kind, uint32_t condition,
                           uint32_t value)
{
    return gi_emit_select(emit, kind, condition, gi_emit_1(emit, GiOpSNegate, kind, value), value);
}

/* Of magnitudes: devices differ in what signed remainders of negative numbers are. So the lowest
 * number by -1 is no case of its own. By zero the quotient is all ones, the rest the dividend. */
void gi_emit_integer_div(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_emit_kind kind = gi_emit_kind_of(type);
    bool is_signed = gi_emit_signed(type);
    bool rest = instruction->opcode == GI_PTX_OP_rem;
    uint32_t a = gi_emit_get(emit, &instruction->operands[1], kind);
    uint32_t b = gi_emit_get(emit, &instruction->operands[2], kind);
    uint32_t dividend = a, a_below = 0, below = 0, by_zero = 0, value;

    if (instruction->operands[2].kind != GI_PTX_INTEGER_VALUE
        || instruction->operands[2].value << (64 - gi_emit_bits(kind)) == 0) {
        by_zero = gi_emit_2(emit, GiOpIEqual, GI_EMIT_PRED, b, gi_emit_constant(emit, kind, 0));
        b = gi_emit_select(emit, kind, by_zero, gi_emit_constant(emit, kind, 1), b);
    }
    if (is_signed) {
        a_below = negative(emit, kind, a);
        below = negative(emit, kind, b);
        a = negated_if(emit, kind, a_below, a);
        b = negated_if(emit, kind, below, b);
        below = rest ? a_below
            : gi_emit_2(emit, GiOpLogicalNotEqual, GI_EMIT_PRED, a_below, below);
    }
    value = gi_emit_2(emit, rest ? GiOpUMod : GiOpUDiv, kind, a, b);
    if (is_signed)
        value = negated_if(emit, kind, below, value);
    if (by_zero)
        value = gi_emit_select(emit, kind, by_zero,
                               rest ? dividend : gi_emit_constant(emit, kind, UINT64_MAX), value);
    gi_emit_put(emit, &instruction->operands[0], value, kind, is_signed);
}

void gi_emit_integer_minmax(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_emit_kind kind = gi_emit_kind_of(type);
    bool max = instruction->opcode == GI_PTX_OP_max;
    uint32_t a = gi_emit_get(emit, &instruction->operands[1], kind);
    uint32_t b = gi_emit_get(emit, &instruction->operands[2], kind);
    enum gi_spirv_glsl_instruction op = gi_emit_signed(type) ? (max ? GiGlslSMax : GiGlslSMin)
        : (max ? GiGlslUMax : GiGlslUMin);

    gi_emit_put(emit, &instruction->operands[0], gi_emit_glsl2(emit, op, kind, a, b), kind,
                gi_emit_signed(type));
}

/* A driver's compiler takes 16 bits that are selected by their sign for an unsigned number, even
 * -32768, if there is a division of 64 bits beside them. A maximum it leaves alone. */
static uint32_t magnitude(struct gi_emit *emit, enum gi_emit_kind kind, uint32_t a,
                          uint32_t negative)
{
    uint32_t is_less;

    if (kind == GI_EMIT_U16)
        return gi_emit_glsl2(emit, GiGlslSMax, kind, a, negative);
    is_less = gi_emit_2(emit, GiOpSLessThan, GI_EMIT_PRED, a, gi_emit_constant(emit, kind, 0));
    return gi_emit_select(emit, kind, is_less, negative, a);
}

void gi_emit_integer_neg(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_emit_kind kind = gi_emit_kind_of(type);
    uint32_t a = gi_emit_get(emit, &instruction->operands[1], kind);
    uint32_t value = gi_emit_1(emit, GiOpSNegate, kind, a);

    if (instruction->opcode == GI_PTX_OP_abs)
        value = magnitude(emit, kind, a, value);
    gi_emit_put(emit, &instruction->operands[0], value, kind, true);
}

void gi_emit_sad(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_emit_kind kind = gi_emit_kind_of(type);
    uint32_t a = gi_emit_get(emit, &instruction->operands[1], kind);
    uint32_t b = gi_emit_get(emit, &instruction->operands[2], kind);
    uint32_t less = gi_emit_2(emit, gi_emit_signed(type) ? GiOpSLessThan : GiOpULessThan,
                              GI_EMIT_PRED, a, b);
    uint32_t value = gi_emit_2(emit, GiOpISub, kind, b, a);

    value = gi_emit_select(emit, kind, less, value, gi_emit_2(emit, GiOpISub, kind, a, b));
    value = gi_emit_2(emit, GiOpIAdd, kind, value,
                      gi_emit_get(emit, &instruction->operands[3], kind));
    gi_emit_put(emit, &instruction->operands[0], value, kind, gi_emit_signed(type));
}

/* add, min, max of two numbers of 16 bits in a word; min and max of one with .relu. */
void gi_emit_integer_lanes(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    bool is_signed = gi_emit_signed(type), max = instruction->opcode == GI_PTX_OP_max;
    uint32_t lanes = type == GI_PTX_T_S32 ? 1 : 2, bits = 32 / lanes;
    uint32_t a = gi_emit_get(emit, &instruction->operands[1], GI_EMIT_U32);
    uint32_t b = gi_emit_get(emit, &instruction->operands[2], GI_EMIT_U32);
    uint32_t result = u32(emit, 0);

    for (uint32_t i = 0; i < lanes; i++) {
        uint32_t x = gi_emit_field(emit, a, i * bits, bits, is_signed);
        uint32_t y = gi_emit_field(emit, b, i * bits, bits, is_signed);

        if (instruction->opcode == GI_PTX_OP_add)
            x = gi_emit_2(emit, GiOpIAdd, GI_EMIT_U32, x, y);
        else
            x = gi_emit_glsl2(emit, is_signed ? (max ? GiGlslSMax : GiGlslSMin)
                              : (max ? GiGlslUMax : GiGlslUMin), GI_EMIT_U32, x, y);
        if (gi_ptx_has(instruction, GI_PTX_M_RELU))
            x = gi_emit_glsl2(emit, GiGlslSMax, GI_EMIT_U32, x, u32(emit, 0));
        result = gi_emit_with_field(emit, result, x, i * bits, bits);
    }
    gi_emit_put(emit, &instruction->operands[0], result, GI_EMIT_U32, false);
}

void gi_emit_dp(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool four = instruction->opcode == GI_PTX_OP_dp4a;
    bool high = gi_ptx_has(instruction, GI_PTX_M_HI);
    bool a_signed = gi_emit_signed(gi_ptx_type_at(instruction, 1));
    bool b_signed = gi_emit_signed(gi_ptx_type_at(instruction, 0));
    uint32_t a = gi_emit_get(emit, &instruction->operands[1], GI_EMIT_U32);
    uint32_t b = gi_emit_get(emit, &instruction->operands[2], GI_EMIT_U32);
    uint32_t value = gi_emit_get(emit, &instruction->operands[3], GI_EMIT_U32);

    if (instruction->type_count != 2)
        gi_emit_refuse(emit, "it has two types");
    for (uint32_t i = 0; i < (four ? 4 : 2); i++) {
        uint32_t x = gi_emit_field(emit, a, four ? i * 8 : i * 16, four ? 8 : 16, a_signed);
        uint32_t y = gi_emit_field(emit, b, i * 8 + (!four && high ? 16 : 0), 8, b_signed);

        value = gi_emit_2(emit, GiOpIAdd, GI_EMIT_U32, value,
                          gi_emit_2(emit, GiOpIMul, GI_EMIT_U32, x, y));
    }
    gi_emit_put(emit, &instruction->operands[0], value, GI_EMIT_U32, a_signed || b_signed);
}
