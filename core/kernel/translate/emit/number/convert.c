#include "kernel/translate/emit/number/convert.h"

#include "kernel/translate/emit/number/float.h"
#include "kernel/translate/emit/number/round.h"
#include "kernel/translate/emit/value/short.h"

/* ---- moves ---- */

/* {a, b}, whole */
static void unpack(struct gi_emit *emit, const struct gi_ptx_operand *parts,
                   const struct gi_ptx_operand *from, uint32_t bits)
{
    uint32_t part = bits / parts->count;
    enum gi_kind whole_kind = gi_emit_unsigned(bits);
    gi_id whole = gi_emit_get(emit, from, whole_kind);

    for (uint32_t i = 0; i < parts->count; i++) {
        gi_id value = whole;

        if (i)
            value = gi_emit_2(emit, GiOpShiftRightLogical, whole, u32(emit, i * part));
        value = gi_emit_cast(emit, value, gi_emit_unsigned(part));
        gi_emit_put(emit, &parts->to.items[i], value, false);
    }
}

/* whole, {a, b} */
static void pack(struct gi_emit *emit, const struct gi_ptx_operand *to,
                 const struct gi_ptx_operand *parts, uint32_t bits)
{
    uint32_t part = bits / parts->count;
    enum gi_kind kind = gi_emit_unsigned(bits);
    gi_id whole = GI_NO_ID;

    for (uint32_t i = 0; i < parts->count; i++) {
        gi_id value = gi_emit_get(emit, &parts->to.items[i], gi_emit_unsigned(part));

        value = gi_emit_cast(emit, value, kind);
        if (i)
            value = gi_emit_2(emit, GiOpShiftLeftLogical, value, u32(emit, i * part));
        whole = i ? gi_emit_2(emit, GiOpBitwiseOr, whole, value) : value;
    }
    gi_emit_put(emit, to, whole, false);
}

/* Of vectors of the same length. */
static void move_vectors(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         enum gi_kind kind)
{
    const struct gi_ptx_operand *to = &instruction->operands[0];
    const struct gi_ptx_operand *from = &instruction->operands[1];
    gi_id values[4] = { 0 };

    if (instruction->vector > 4 || to->kind != GI_PTX_VECTOR || from->kind != GI_PTX_VECTOR
        || to->count != instruction->vector || from->count != instruction->vector) {
        gi_emit_wrong(emit, "its vectors are not of its length");
        return;
    }
    for (uint32_t i = 0; i < to->count; i++)
        values[i] = gi_emit_get(emit, &from->to.items[i], kind);
    for (uint32_t i = 0; i < to->count; i++)
        gi_emit_put(emit, &to->to.items[i], values[i], false);
}

void gi_emit_mov(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *to = &instruction->operands[0];
    const struct gi_ptx_operand *from = &instruction->operands[1];
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    const struct gi_ptx_operand *parts = to->kind == GI_PTX_VECTOR ? to
        : from->kind == GI_PTX_VECTOR ? from : NULL;
    uint32_t bits = gi_emit_bits(kind);

    if (kind == GI_KIND_F16)
        kind = GI_KIND_U16;
    if (instruction->vector > 1) {
        move_vectors(emit, instruction, kind);
        return;
    }
    if (parts && (kind == GI_KIND_PRED || (parts->count != 2 && parts->count != 4)
                  || bits / parts->count < 8 || to->kind == from->kind)) {
        gi_emit_refuse(emit, "a vector of this form is not built");
        return;
    }
    if (parts == to)
        unpack(emit, to, from, bits);
    else if (parts)
        pack(emit, to, from, bits);
    else
        gi_emit_put(emit, to, gi_emit_get(emit, from, kind), false);
}

/* ---- addresses ---- */

static uint64_t tag_of(uint8_t space)
{
    return (uint64_t)(space == GI_PTX_SHARED ? GI_EMIT_SHARED_TAG : GI_EMIT_LOCAL_TAG) << 32;
}

void gi_emit_cvta(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    gi_id value = gi_emit_get(emit, &instruction->operands[1], kind);

    if (kind != GI_KIND_U64) {
        gi_emit_refuse(emit, "addresses of 32 bits are not built");
        return;
    }
    if (instruction->space == GI_PTX_SHARED || instruction->space == GI_PTX_LOCAL) {
        if (gi_ptx_has(instruction, GI_PTX_M_TO))
            value = gi_emit_2(emit, GiOpBitwiseAnd, value,
                              gi_emit_constant(emit, kind, UINT32_MAX));
        else
            value = gi_emit_2(emit, GiOpBitwiseOr, value,
                              gi_emit_constant(emit, kind, tag_of(instruction->space)));
    }
    gi_emit_put(emit, &instruction->operands[0], value, false);
}

void gi_emit_isspacep(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id value = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U64);
    gi_id low, high, result;

    gi_emit_split64(emit, value, &low, &high);
    if (instruction->space == GI_PTX_SHARED || instruction->space == GI_PTX_LOCAL)
        result = gi_emit_2(emit, GiOpIEqual, high, u32(emit, tag_of(instruction->space) >> 32));
    else if (instruction->space == GI_PTX_GLOBAL)
        result = gi_emit_2(emit, GiOpULessThan, high, u32(emit, GI_EMIT_SHARED_TAG));
    else
        result = gi_emit_constant(emit, GI_KIND_PRED, 0);
    gi_emit_put(emit, &instruction->operands[0], result, false);
}

/* ---- cvt ---- */

static void convert_integers(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                             enum gi_ptx_type to, enum gi_ptx_type from)
{
    enum gi_kind a = gi_emit_kind_of(from), b = gi_emit_kind_of(to);
    gi_id value = gi_emit_get(emit, &instruction->operands[1], a);
    uint32_t bits = gi_emit_bits(b);
    bool from_signed = gi_emit_signed(from), to_signed = gi_emit_signed(to);

    if (gi_ptx_has(instruction, GI_PTX_M_SAT)) {
        uint32_t from_bits = gi_emit_bits(a) - from_signed;
        uint64_t most = UINT64_MAX >> (64 - (bits - to_signed));

        if (from_signed && (!to_signed || bits < gi_emit_bits(a)))
            value = gi_emit_glsl2(emit, GiGlslSMax, a, value,
                                  gi_emit_constant(emit, a, to_signed ? ~most : 0));
        if (bits - to_signed < from_bits)
            value = gi_emit_glsl2(emit, from_signed ? GiGlslSMin : GiGlslUMin, a, value,
                                  gi_emit_constant(emit, a, most));
    }
    if (gi_emit_bits(a) < bits && from_signed)
        value = gi_emit_extend(emit, value, b);
    else
        value = gi_emit_cast(emit, value, b);
    gi_emit_put(emit, &instruction->operands[0], value, to_signed);
}

static double power_of_two(uint32_t exponent)
{
    double value = 1;

    while (exponent--)
        value *= 2;
    return value;
}

/* Out of range is the nearest limit. NaN is 0; the top bit in 64 bits, and in 32 from f64. */
static gi_id float_to_integer(struct gi_emit *emit, gi_id value, enum gi_kind from,
                              enum gi_ptx_type to)
{
    bool is_signed = gi_emit_signed(to);
    uint32_t bits = gi_ptx_type_bytes(to) * 8;
    enum gi_kind wide = gi_emit_unsigned(bits < 32 ? 32 : bits);
    uint64_t most = UINT64_MAX >> (64 - (bits - is_signed));
    uint64_t least = is_signed ? ~most : 0;
    bool marked = bits == 64 || (bits == 32 && from == GI_KIND_F64);
    uint64_t nan = marked ? 1ull << (bits - 1) : 0;
    gi_id top = gi_emit_float(emit, from, power_of_two(bits - is_signed));
    gi_id bottom = gi_emit_float(emit, from, is_signed ? -power_of_two(bits - 1) : 0);
    gi_id over = gi_emit_2(emit, GiOpFOrdGreaterThanEqual, value, top);
    gi_id inside = gi_emit_2(emit, GiOpFOrdGreaterThanEqual, value, bottom);
    gi_id is_nan = gi_emit_1(emit, GiOpIsNan, GI_KIND_PRED, value);
    gi_id result;

    inside = gi_emit_2(emit, GiOpLogicalAnd, inside,
                       gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, over));
    value = gi_emit_select(emit, inside, value, gi_emit_float(emit, from, 0));
    result = gi_emit_1(emit, is_signed ? GiOpConvertFToS : GiOpConvertFToU, wide, value);
    result = gi_emit_select(emit, inside, result, gi_emit_constant(emit, wide, least));
    result = gi_emit_select(emit, over, gi_emit_constant(emit, wide, most), result);
    result = gi_emit_select(emit, is_nan, gi_emit_constant(emit, wide, nan), result);
    return gi_emit_cast(emit, result, gi_emit_unsigned(bits));
}

/* cvt.rni and the like: to a whole number. */
static gi_id round_whole(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         enum gi_kind kind, gi_id value)
{
    if (gi_ptx_has(instruction, GI_PTX_M_RNI))
        return gi_emit_glsl1(emit, GiGlslRoundEven, kind, value);
    if (gi_ptx_has(instruction, GI_PTX_M_RZI))
        return gi_emit_glsl1(emit, GiGlslTrunc, kind, value);
    if (gi_ptx_has(instruction, GI_PTX_M_RMI))
        return gi_emit_glsl1(emit, GiGlslFloor, kind, value);
    if (gi_ptx_has(instruction, GI_PTX_M_RPI))
        return gi_emit_glsl1(emit, GiGlslCeil, kind, value);
    return value;
}

/* Whether a float takes part as f32 with the bits of its upper half. */
static bool is_brain(enum gi_ptx_type type)
{
    return type == GI_PTX_T_BF16 || type == GI_PTX_T_BF16X2;
}

static enum gi_kind computes_as(enum gi_ptx_type type)
{
    return is_brain(type) ? GI_KIND_F32 : type == GI_PTX_T_F16X2 ? GI_KIND_F16
        : gi_emit_kind_of(type);
}

/* .ftz: a small f32 is a zero of its sign. */
static gi_id flushed(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                     enum gi_kind kind, gi_id value)
{
    if (kind != GI_KIND_F32 || !gi_ptx_has(instruction, GI_PTX_M_FTZ) || emit->flushes)
        return value;
    return gi_emit_flush(emit, kind, value);
}

static gi_id float_operand(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                           const struct gi_ptx_operand *operand, enum gi_ptx_type type)
{
    gi_id bits;

    if (!is_brain(type))
        return flushed(emit, instruction, gi_emit_kind_of(type),
                       gi_emit_get(emit, operand, gi_emit_kind_of(type)));
    bits = gi_emit_cast(emit, gi_emit_get(emit, operand, GI_KIND_U16), GI_KIND_U32);
    bits = gi_emit_2(emit, GiOpShiftLeftLogical, bits, u32(emit, 16));
    return gi_emit_cast(emit, bits, GI_KIND_F32);
}

/* cvt.rz.bf16: without the lower half; NaN is 0x7fff. */
static gi_id cut_brain(struct gi_emit *emit, gi_id value)
{
    gi_id bits = gi_emit_cast(emit, value, GI_KIND_U32), nan;

    bits = gi_emit_2(emit, GiOpShiftRightLogical, bits, u32(emit, 16));
    nan = gi_emit_1(emit, GiOpIsNan, GI_KIND_PRED, value);
    return gi_emit_select(emit, nan, u32(emit, 0x7fff), bits);
}

/* A float as the bits of f16 or bf16, in 32. */
static gi_id small_bits(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                        enum gi_ptx_type to, enum gi_kind from, gi_id value)
{
    enum gi_ptx_modifier rounding = gi_emit_rounding(instruction);
    gi_id zero;

    if (gi_ptx_has(instruction, GI_PTX_M_RELU)) {
        zero = gi_emit_float(emit, from, 0);
        value = gi_emit_select(emit,
                               gi_emit_2(emit, GiOpFOrdLessThanEqual, value, zero),
                               zero, value);
    }
    if (gi_ptx_has(instruction, GI_PTX_M_SATFINITE)) {
        double most = is_brain(to) ? 0x1.fep127 : 65504;
        gi_id nan = gi_emit_1(emit, GiOpIsNan, GI_KIND_PRED, value);
        gi_id lowest = gi_emit_float(emit, from, -most);
        gi_id highest = gi_emit_float(emit, from, most);

        value = gi_emit_select(emit, nan, value,
                               gi_emit_glsl3(emit, GiGlslNClamp, from, value, lowest, highest));
    }
    if (is_brain(to) && rounding != GI_PTX_M_RN && rounding != GI_PTX_M_RZ)
        gi_emit_refuse(emit, "bf16 rounded so is not built");
    if (from == GI_KIND_F64 && (rounding == GI_PTX_M_RN || is_brain(to))) {
        value = gi_emit_odd_narrow(emit, value);
        from = GI_KIND_F32;
    }
    if (is_brain(to) && from == GI_KIND_F16)
        value = gi_emit_1(emit, GiOpFConvert, GI_KIND_F32, value);
    if (is_brain(to))
        return rounding == GI_PTX_M_RN ? gi_emit_brain(emit, value) : cut_brain(emit, value);
    if (from != GI_KIND_F16)
        value = gi_emit_narrow(emit, from, GI_KIND_F16, value, rounding);
    if (gi_ptx_has(instruction, GI_PTX_M_SAT))
        value = gi_emit_clamp01(emit, GI_KIND_F16, value);
    return gi_emit_cast(emit, value, GI_KIND_U32);
}

/* cvt.rn.f16x2.f32 d, a, b: a is the upper half. */
static void convert_pair(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         enum gi_ptx_type to)
{
    gi_id high = gi_emit_get(emit, &instruction->operands[1], GI_KIND_F32);
    gi_id low = gi_emit_get(emit, &instruction->operands[2], GI_KIND_F32);

    high = small_bits(emit, instruction, to, GI_KIND_F32, high);
    low = small_bits(emit, instruction, to, GI_KIND_F32, low);
    high = gi_emit_2(emit, GiOpShiftLeftLogical, high, u32(emit, 16));
    gi_emit_put(emit, &instruction->operands[0],
                gi_emit_2(emit, GiOpBitwiseOr, high, low), false);
}

static void put_small(struct gi_emit *emit, const struct gi_ptx_operand *to, gi_id bits)
{
    gi_emit_put(emit, to, gi_emit_cast(emit, bits, GI_KIND_U16), false);
}

static void convert_floats(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                           enum gi_ptx_type to, enum gi_ptx_type from)
{
    enum gi_kind a = computes_as(from), b = computes_as(to);
    gi_id value = float_operand(emit, instruction, &instruction->operands[1], from);

    value = round_whole(emit, instruction, a, value);
    if (to == GI_PTX_T_F16 || is_brain(to)) {
        put_small(emit, &instruction->operands[0], small_bits(emit, instruction, to, a, value));
        return;
    }
    if (gi_ptx_has(instruction, GI_PTX_M_RELU) || gi_ptx_has(instruction, GI_PTX_M_SATFINITE))
        gi_emit_refuse(emit, "this conversion is not built");
    if (a == GI_KIND_F64 && b == GI_KIND_F32)
        value = gi_emit_narrow(emit, a, b, value, gi_emit_rounding(instruction));
    else if (a != b)
        value = gi_emit_1(emit, GiOpFConvert, b, value);
    if (gi_ptx_has(instruction, GI_PTX_M_SAT))
        value = gi_emit_clamp01(emit, b, value);
    gi_emit_put(emit, &instruction->operands[0], flushed(emit, instruction, b, value), false);
}

static void integer_to_float(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                             enum gi_ptx_type to, enum gi_ptx_type from)
{
    enum gi_kind a = gi_emit_kind_of(from), b = gi_emit_kind_of(to);
    enum gi_ptx_modifier rounding = gi_emit_rounding(instruction);
    bool is_signed = gi_emit_signed(from);
    gi_id value = gi_emit_get(emit, &instruction->operands[1], a);

    if (is_brain(to)) {
        value = gi_emit_odd_integer(emit, value, a, is_signed);
        put_small(emit, &instruction->operands[0],
                  small_bits(emit, instruction, to, GI_KIND_F64, value));
        return;
    }
    if (rounding == GI_PTX_M_RN)
        value = gi_emit_1(emit, is_signed ? GiOpConvertSToF : GiOpConvertUToF, b, value);
    else if (b == GI_KIND_F64)
        value = gi_emit_rounded_integer(emit, value, a, is_signed, rounding);
    else
        value = gi_emit_narrow(emit, GI_KIND_F64, b,
                               gi_emit_odd_integer(emit, value, a, is_signed), rounding);
    if (gi_ptx_has(instruction, GI_PTX_M_SAT))
        value = gi_emit_clamp01(emit, b, value);
    gi_emit_put(emit, &instruction->operands[0], value, false);
}

static void float_to_any_integer(struct gi_emit *emit,
                                 const struct gi_ptx_instruction *instruction,
                                 enum gi_ptx_type to, enum gi_ptx_type from)
{
    enum gi_kind a = computes_as(from);
    gi_id value = float_operand(emit, instruction, &instruction->operands[1], from);

    value = round_whole(emit, instruction, a, value);
    if (a == GI_KIND_F16) {
        value = gi_emit_1(emit, GiOpFConvert, GI_KIND_F32, value);
        a = GI_KIND_F32;
    }
    if (emit->target->saturates && a == GI_KIND_F32 && gi_ptx_type_bytes(to) == 4)
        value = gi_emit_1(emit, gi_emit_signed(to) ? GiOpConvertFToS : GiOpConvertFToU,
                          GI_KIND_U32, value);
    else
        value = float_to_integer(emit, value, a, to);
    gi_emit_put(emit, &instruction->operands[0], value, gi_emit_signed(to));
}

void gi_emit_cvt(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type to = gi_ptx_type_at(instruction, 1), from = gi_ptx_type_at(instruction, 0);
    bool to_float = gi_ptx_type_class(to) == GI_PTX_FLOAT;
    bool from_float = gi_ptx_type_class(from) == GI_PTX_FLOAT;

    if (instruction->operand_count == 3)
        convert_pair(emit, instruction, to);
    else if (to_float && from_float)
        convert_floats(emit, instruction, to, from);
    else if (to_float)
        integer_to_float(emit, instruction, to, from);
    else if (from_float)
        float_to_any_integer(emit, instruction, to, from);
    else
        convert_integers(emit, instruction, to, from);
}

/* cvt.rna.tf32: to 10 bits behind the point, halves away from zero. */
void gi_emit_cvt_tf32(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id value = gi_emit_get(emit, &instruction->operands[1], GI_KIND_F32);
    gi_id size = gi_emit_glsl1(emit, GiGlslFAbs, GI_KIND_F32, value);
    gi_id infinity = gi_emit_constant(emit, GI_KIND_F32, 0x7f800000);
    gi_id finite = gi_emit_2(emit, GiOpFOrdLessThan, size, infinity);
    gi_id bits = gi_emit_cast(emit, value, GI_KIND_U32), cut;

    cut = gi_emit_2(emit, GiOpIAdd, bits, u32(emit, 0x1000));
    cut = gi_emit_2(emit, GiOpBitwiseAnd, cut, u32(emit, 0xffffe000));
    gi_emit_put(emit, &instruction->operands[0], gi_emit_select(emit, finite, cut, bits), false);
}

/* cvt.pack.sat.s8.s32.b32 d, a, b, c: two numbers within what s8 holds, b below a, and c above
 * both. Numbers of 16 bits fill the word. */
/* The bits of a part that cvt.pack makes; types below a byte count as bytes elsewhere. */
static uint32_t packed_bits(enum gi_ptx_type type)
{
    if (type == GI_PTX_T_U4 || type == GI_PTX_T_S4)
        return 4;
    return type == GI_PTX_T_U2 || type == GI_PTX_T_S2 ? 2 : gi_ptx_type_bytes(type) * 8;
}

void gi_emit_cvt_pack(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type to = (enum gi_ptx_type)instruction->types[0];
    bool is_signed = gi_emit_signed(to), has_rest = instruction->type_count == 3;
    uint32_t bits = packed_bits(to);
    gi_id numbers[2], least, most, packed;

    if (has_rest && (bits > 8 || instruction->types[1] != GI_PTX_T_S32
                     || instruction->types[2] != GI_PTX_T_B32)) {
        gi_emit_wrong(emit, "it has no such type");
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        numbers[i] = gi_emit_get(emit, &instruction->operands[1 + i], GI_KIND_U32);
    packed = has_rest ? gi_emit_get(emit, &instruction->operands[3], GI_KIND_U32) : u32(emit, 0);
    if (has_rest)
        packed = op2n(emit, GiOpShiftLeftLogical, packed, 2 * bits);
    least = u32(emit, is_signed ? UINT32_MAX << (bits - 1) : 0);
    most = u32(emit, UINT32_MAX >> (32 - bits + is_signed));
    for (uint32_t i = 0; i < 2; i++) {
        numbers[i] = gi_emit_glsl3(emit, GiGlslSClamp, GI_KIND_U32, numbers[i], least, most);
        packed = gi_emit_with_field(emit, packed, numbers[i], (1 - i) * bits, bits);
    }
    gi_emit_put(emit, &instruction->operands[0], packed, false);
}
