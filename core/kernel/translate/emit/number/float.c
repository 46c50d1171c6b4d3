#include "kernel/translate/emit/number/float.h"

#include "kernel/translate/emit/number/cut.h"
#include "kernel/translate/emit/number/round.h"
#include "kernel/translate/emit/value/short.h"

/* The operands of a float operation: one value, a vector of two, or two values one by one. */
struct shape {
    enum gi_kind kind;          /* of a value */
    gi_type type;
    uint32_t parts;             /* values in the operand that are computed one by one */
    bool vector;
    bool brain;                 /* computed as f32, kept as bf16 */
    bool small;                 /* computed as f32, kept as f16 */
    bool flushes;               /* .ftz, where the device does not do it itself */
    bool takes_small;           /* operands need not be flushed: the result is the same */
};

/* Emits one value of the result from those of the operands. */
typedef gi_id part_of(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      const struct shape *shape, const gi_id *in);

/* Whether an instruction of f32 keeps small numbers. */
static bool keeps_small(const struct gi_ptx_instruction *instruction)
{
    bool is_single = false;

    for (uint32_t i = 0; i < instruction->type_count; i++)
        is_single |= instruction->types[i] == GI_PTX_T_F32;
    switch (instruction->opcode) {
    case GI_PTX_OP_copysign:
    case GI_PTX_OP_ld:
    case GI_PTX_OP_ldu:
    case GI_PTX_OP_mov:
    case GI_PTX_OP_selp:
    case GI_PTX_OP_st:
    case GI_PTX_OP_testp:
        return false;           /* of bits */
    default:
        return is_single && !gi_ptx_has(instruction, GI_PTX_M_FTZ);
    }
}

bool gi_emit_can_flush(const struct gi_emit *emit)
{
    bool any = false;

    if (!(emit->target->flushes_denormals & GI_TRANSLATE_F32))
        return false;
    for (const struct gi_emit_function *at = emit->functions; at; at = at->next) {
        for (uint32_t i = 0; i < at->body->instruction_count; i++) {
            if (keeps_small(&at->body->instructions[i]))
                return false;
            any |= gi_ptx_has(&at->body->instructions[i], GI_PTX_M_FTZ);
        }
    }
    return any;
}

static bool is_function(uint32_t opcode)
{
    return opcode == GI_PTX_OP_ex2 || opcode == GI_PTX_OP_tanh;
}

/* Whether the device's own instruction does what .ftz asks. */
static bool flushes_itself(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool is_own = emit->target->sums_flush && gi_emit_rounding(instruction) == GI_PTX_M_RN;

    switch (instruction->opcode) {
    case GI_PTX_OP_add:
    case GI_PTX_OP_sub:
    case GI_PTX_OP_mul:
        return is_own;
    case GI_PTX_OP_mad:
    case GI_PTX_OP_fma:
        return is_own && emit->target->fused_fma;
    default:
        return false;
    }
}

/* Whether flushing the result does for the operands as well. */
static bool takes_small(const struct gi_ptx_instruction *instruction)
{
    switch (instruction->opcode) {
    case GI_PTX_OP_ex2:         /* 1 of all small numbers */
        return true;
    case GI_PTX_OP_min:
    case GI_PTX_OP_max:         /* one of the operands, and small ones are of zero's order */
        return !gi_ptx_has(instruction, GI_PTX_M_XORSIGN);
    default:
        return false;
    }
}

static struct shape shape_of(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    bool pair = type == GI_PTX_T_F16X2 || type == GI_PTX_T_BF16X2;
    bool half = type == GI_PTX_T_F16X2 || type == GI_PTX_T_F16;
    bool plain = instruction->modifier_count == 0
        || (instruction->modifier_count == 1 && instruction->modifiers[0] == GI_PTX_M_RN);
    struct shape shape = { .kind = gi_emit_kind_of(type), .parts = 1 };

    shape.brain = type == GI_PTX_T_BF16 || type == GI_PTX_T_BF16X2;
    shape.small = half && is_function(instruction->opcode);
    if (half)
        shape.kind = GI_KIND_F16;
    if (shape.brain || shape.small)
        shape.kind = GI_KIND_F32;
    if (instruction->opcode == GI_PTX_OP_fma)
        plain = plain && (emit->target->fused_fma || !emit->target->float64);
    shape.vector = type == GI_PTX_T_F16X2 && plain && !shape.small;
    if (pair && !shape.vector)
        shape.parts = 2;
    shape.flushes = gi_ptx_has(instruction, GI_PTX_M_FTZ) && shape.kind != GI_KIND_F64
        && (shape.kind != GI_KIND_F32 || (!emit->flushes && !flushes_itself(emit, instruction)));
    shape.takes_small = takes_small(instruction) && !shape.small;
    shape.type = gi_emit_type_id(emit, shape.kind);
    if (shape.vector)
        shape.type = gi_spirv_type_vector(&emit->spirv, shape.type, 2);
    return shape;
}

static gi_id flushed(struct gi_emit *emit, const struct shape *shape, gi_id value)
{
    return shape->flushes ? gi_emit_flush(emit, shape->kind, value) : value;
}

static gi_id shifted(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id value)
{
    return gi_emit_2(emit, op, value, u32(emit, 16));
}

static gi_id get(struct gi_emit *emit, const struct shape *shape, enum gi_ptx_type type,
                 const struct gi_ptx_operand *operand, uint32_t part)
{
    gi_id value;

    if (shape->vector)
        return gi_spirv_value1(&emit->spirv, GiOpBitcast, shape->type,
                               gi_emit_get(emit, operand, GI_KIND_U32));
    if (!shape->brain && !shape->small && shape->parts == 1)
        value = gi_emit_get(emit, operand, shape->kind);
    else
        value = gi_emit_small(emit, operand, type, part);
    if (shape->small)
        value = gi_emit_1(emit, GiOpFConvert, GI_KIND_F32, value);
    return shape->takes_small ? value : flushed(emit, shape, value);
}

/* A result as the bits of 16 that are kept. */
static gi_id kept(struct gi_emit *emit, const struct shape *shape, gi_id value)
{
    if (shape->brain)
        return gi_emit_brain(emit, value);
    if (shape->small)
        value = gi_emit_half(emit, GI_KIND_F32, value);
    return gi_emit_cast(emit, value, GI_KIND_U32);
}

gi_id gi_emit_clamp01(struct gi_emit *emit, enum gi_kind kind, gi_id value)
{
    gi_id zero = gi_emit_float(emit, kind, 0), one = gi_emit_float(emit, kind, 1);

    return gi_emit_glsl3(emit, GiGlslNClamp, kind, value, zero, one);
}

static gi_id is_nan(struct gi_emit *emit, gi_id value)
{
    return gi_emit_1(emit, GiOpIsNan, GI_KIND_PRED, value);
}

/* .relu: zero in place of what is below. A device that flushes must not compare small numbers. */
static gi_id without_negative(struct gi_emit *emit, const struct shape *shape, gi_id value)
{
    gi_id zero = gi_emit_float(emit, shape->kind, 0), below, bits;

    if (shape->kind == GI_KIND_F32 && emit->target->flushes_small) {
        bits = gi_emit_cast(emit, value, GI_KIND_U32);
        below = gi_emit_2(emit, GiOpSLessThan, bits, u32(emit, 0));
        bits = gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, is_nan(emit, value));
        below = gi_emit_2(emit, GiOpLogicalAnd, below, bits);
    } else {
        below = gi_emit_2(emit, GiOpFOrdLessThanEqual, value, zero);
    }
    return gi_emit_select(emit, below, zero, value);
}

static gi_id finished(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      const struct shape *shape, gi_id value)
{
    if (gi_ptx_has(instruction, GI_PTX_M_SAT))
        value = gi_emit_clamp01(emit, shape->kind, value);
    if (gi_ptx_has(instruction, GI_PTX_M_RELU))
        value = without_negative(emit, shape, value);
    return flushed(emit, shape, value);
}

static void each_part(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      part_of *emit_part)
{
    struct shape shape = shape_of(emit, instruction);
    const struct gi_ptx_operand *to = &instruction->operands[0];
    gi_id values[2] = { 0 };
    gi_id in[3] = { 0 };

    for (uint32_t part = 0; part < shape.parts; part++) {
        for (uint32_t i = 1; i < instruction->operand_count && i < 4; i++)
            in[i - 1] = get(emit, &shape, gi_ptx_type_at(instruction, 0),
                            &instruction->operands[i], part);
        values[part] = emit_part(emit, instruction, &shape, in);
        if (!shape.vector)
            values[part] = finished(emit, instruction, &shape, values[part]);
    }
    if (shape.vector) {
        gi_emit_put(emit, to, gi_emit_1(emit, GiOpBitcast, GI_KIND_U32, values[0]), false);
    } else if (shape.parts == 2) {
        values[0] = kept(emit, &shape, values[0]);
        values[1] = shifted(emit, GiOpShiftLeftLogical, kept(emit, &shape, values[1]));
        gi_emit_put(emit, to, gi_emit_2(emit, GiOpBitwiseOr, values[0], values[1]), false);
    } else if (shape.brain || shape.small) {
        values[0] = gi_emit_cast(emit, kept(emit, &shape, values[0]), GI_KIND_U16);
        gi_emit_put(emit, to, values[0], false);
    } else {
        gi_emit_put(emit, to, values[0], false);
    }
}

/* ---- min and max ---- */

static gi_id canonical_nan(struct gi_emit *emit, enum gi_kind kind)
{
    enum gi_kind bits = gi_emit_unsigned(gi_emit_bits(kind));

    return gi_emit_cast(emit, gi_emit_constant(emit, bits,
                                               kind == GI_KIND_F16 ? 0x7fff : 0x7fffffff), kind);
}

/* .xorsign.abs: of the magnitudes, with the sign of the product. */
static gi_id with_sign(struct gi_emit *emit, enum gi_kind kind, gi_id a, gi_id b, gi_id value)
{
    enum gi_kind bits = gi_emit_unsigned(gi_emit_bits(kind));
    gi_id sign = gi_emit_cast(emit, a, bits);

    sign = gi_emit_2(emit, GiOpBitwiseXor, sign, gi_emit_cast(emit, b, bits));
    sign = gi_emit_2(emit, GiOpBitwiseAnd, sign,
                     gi_emit_constant(emit, bits, 1ull << (gi_emit_bits(kind) - 1)));
    value = gi_emit_2(emit, GiOpBitwiseOr, gi_emit_cast(emit, value, bits), sign);
    return gi_emit_cast(emit, value, kind);
}

static gi_id minmax_part(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         const struct shape *shape, const gi_id *in)
{
    bool is_min = instruction->opcode == GI_PTX_OP_min;
    bool by_size = gi_ptx_has(instruction, GI_PTX_M_XORSIGN);
    gi_id a = in[0], b = in[1], value, nan;

    if (by_size) {
        a = gi_emit_glsl1(emit, GiGlslFAbs, shape->kind, a);
        b = gi_emit_glsl1(emit, GiGlslFAbs, shape->kind, b);
    }
    value = gi_spirv_glsl(&emit->spirv, is_min ? GiGlslNMin : GiGlslNMax, shape->type,
                          GI_SPIRV_IDS(a, b));
    if (by_size)
        value = with_sign(emit, shape->kind, in[0], in[1], value);
    if (!gi_ptx_has(instruction, GI_PTX_M_NAN))
        return value;
    nan = is_nan(emit, in[0]);
    nan = gi_emit_2(emit, GiOpLogicalOr, nan, is_nan(emit, in[1]));
    return gi_emit_select(emit, nan, canonical_nan(emit, shape->kind), value);
}

/* ---- arithmetic ---- */

/* Whether the device's own operation is what the instruction asks for. */
static bool device_rounds(const struct gi_emit *emit,
                          const struct gi_ptx_instruction *instruction, enum gi_kind kind)
{
    bool inexact = instruction->opcode == GI_PTX_OP_div || instruction->opcode == GI_PTX_OP_sqrt
        || instruction->opcode == GI_PTX_OP_rcp;

    if (gi_emit_rounding(instruction) != GI_PTX_M_RN)
        return false;
    return !inexact || kind != GI_KIND_F32 || !gi_ptx_has(instruction, GI_PTX_M_RN)
        || emit->target->exact_division || !emit->target->float64;
}

static gi_id binary_part(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         const struct shape *shape, const gi_id *in)
{
    enum gi_spirv_opcode op = instruction->opcode == GI_PTX_OP_add ? GiOpFAdd
        : instruction->opcode == GI_PTX_OP_sub ? GiOpFSub
        : instruction->opcode == GI_PTX_OP_mul ? GiOpFMul : GiOpFDiv;

    if (instruction->opcode == GI_PTX_OP_min || instruction->opcode == GI_PTX_OP_max)
        return minmax_part(emit, instruction, shape, in);
    if (!device_rounds(emit, instruction, shape->kind))
        return gi_emit_rounded(emit, (enum gi_ptx_opcode)instruction->opcode, shape->kind,
                               gi_emit_rounding(instruction), in[0], in[1]);
    return gi_emit_exact(emit, gi_spirv_value2(&emit->spirv, op, shape->type, in[0], in[1]));
}

void gi_emit_float_binary(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    each_part(emit, instruction, binary_part);
}

/* bf16: the product is exact in f32, and the sum in f64 is rounded to odd. */
static gi_id brain_fma(struct gi_emit *emit, const gi_id *in)
{
    gi_id wide[3];
    gi_id product;

    for (int i = 0; i < 3; i++)
        wide[i] = gi_emit_1(emit, GiOpFConvert, GI_KIND_F64, in[i]);
    product = gi_emit_exact(emit, gi_emit_2(emit, GiOpFMul, wide[0], wide[1]));
    return gi_emit_odd_narrow(emit, gi_emit_odd_sum(emit, product, wide[2]));
}

/* f16: f64 holds the sum of a product of two and a third well enough. */
static gi_id half_fma(struct gi_emit *emit, const gi_id *in)
{
    gi_id wide[3];
    gi_id value;

    for (int i = 0; i < 3; i++)
        wide[i] = gi_emit_1(emit, GiOpFConvert, GI_KIND_F64, in[i]);
    value = gi_emit_exact(emit, gi_emit_2(emit, GiOpFMul, wide[0], wide[1]));
    value = gi_emit_exact(emit, gi_emit_2(emit, GiOpFAdd, value, wide[2]));
    return gi_emit_half(emit, GI_KIND_F32, gi_emit_odd_narrow(emit, value));
}

static gi_id fma_part(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      const struct shape *shape, const gi_id *in)
{
    enum gi_ptx_modifier rounding = gi_emit_rounding(instruction);
    bool fused = emit->target->fused_fma || !emit->target->float64;

    if (shape->brain && emit->target->float64)
        return brain_fma(emit, in);
    if (shape->kind == GI_KIND_F16 && !fused)
        return half_fma(emit, in);
    if (shape->kind == GI_KIND_F32 && (!fused || rounding != GI_PTX_M_RN))
        return gi_emit_rounded_fma(emit, rounding, in[0], in[1], in[2]);
    if (shape->kind == GI_KIND_F64 && (!fused || rounding != GI_PTX_M_RN))
        return gi_emit_fma64(emit, rounding, in[0], in[1], in[2]);
    return gi_emit_exact(emit, gi_spirv_glsl(&emit->spirv, GiGlslFma, shape->type,
                                             GI_SPIRV_IDS(in[0], in[1], in[2])));
}

void gi_emit_fma(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    each_part(emit, instruction, fma_part);
}

static gi_id exact32(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, gi_id b)
{
    return gi_emit_exact(emit, gi_emit_2(emit, op, a, b));
}

/* 2 to the power of x: by its whole part, and a series for what is left of it. */
static gi_id power_of_two(struct gi_emit *emit, gi_id x)
{
    static const double series[] = { 0x1.ffcbfcp-17, 0x1.430912p-13, 0x1.5d87fep-10, 0x1.3b2ab6p-7,
                                     0x1.c6b08ep-5, 0x1.ebfbep-3, 0x1.62e43p-1, 1 };
    gi_id least = gi_emit_float(emit, GI_KIND_F32, -160);
    gi_id most = gi_emit_float(emit, GI_KIND_F32, 130);
    gi_id within = gi_emit_glsl3(emit, GiGlslNClamp, GI_KIND_F32, x, least, most);
    gi_id whole = gi_emit_glsl1(emit, GiGlslRoundEven, GI_KIND_F32, within);
    gi_id rest = exact32(emit, GiOpFSub, within, whole);
    gi_id value = gi_emit_float(emit, GI_KIND_F32, series[0]);
    gi_id parts[2];

    for (size_t i = 1; i < sizeof(series) / sizeof(series[0]); i++) {
        value = exact32(emit, GiOpFMul, value, rest);
        value = exact32(emit, GiOpFAdd, value, gi_emit_float(emit, GI_KIND_F32, series[i]));
    }
    whole = gi_emit_1(emit, GiOpConvertFToS, GI_KIND_U32, whole);
    parts[0] = gi_emit_2(emit, GiOpShiftRightArithmetic, whole, u32(emit, 1));
    parts[1] = gi_emit_2(emit, GiOpISub, whole, parts[0]);
    for (int i = 0; i < 2; i++) {
        gi_id bits = gi_emit_2(emit, GiOpIAdd, parts[i], u32(emit, 127));

        bits = gi_emit_2(emit, GiOpShiftLeftLogical, bits, u32(emit, 23));
        value = exact32(emit, GiOpFMul, value,
                        gi_emit_cast(emit, bits, GI_KIND_F32));
    }
    return gi_emit_select(emit, is_nan(emit, x), x, value);
}

static gi_id unary_part(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                        const struct shape *shape, const gi_id *in)
{
    static const struct {
        uint16_t opcode;
        uint16_t instruction;
    } functions[] = {
        { GI_PTX_OP_abs, GiGlslFAbs },   { GI_PTX_OP_sqrt, GiGlslSqrt },
        { GI_PTX_OP_rsqrt, GiGlslInverseSqrt }, { GI_PTX_OP_sin, GiGlslSin },
        { GI_PTX_OP_cos, GiGlslCos },    { GI_PTX_OP_ex2, GiGlslExp2 },
        { GI_PTX_OP_lg2, GiGlslLog2 },   { GI_PTX_OP_tanh, GiGlslTanh },
    };
    gi_id one;

    if (instruction->opcode == GI_PTX_OP_neg)
        return gi_spirv_value1(&emit->spirv, GiOpFNegate, shape->type, in[0]);
    if (instruction->opcode == GI_PTX_OP_rcp) {
        one = gi_emit_float(emit, shape->kind, 1);
        if (!device_rounds(emit, instruction, shape->kind))
            return gi_emit_rounded(emit, GI_PTX_OP_div, shape->kind,
                                   gi_emit_rounding(instruction), one, in[0]);
        return gi_emit_exact(emit, gi_emit_2(emit, GiOpFDiv, one, in[0]));
    }
    if (instruction->opcode == GI_PTX_OP_ex2 && !emit->target->good_exp2)
        return power_of_two(emit, in[0]);
    if (instruction->opcode == GI_PTX_OP_sqrt && !device_rounds(emit, instruction, shape->kind))
        return gi_emit_rounded(emit, GI_PTX_OP_sqrt, shape->kind, gi_emit_rounding(instruction),
                               in[0], in[0]);
    if (instruction->opcode == GI_PTX_OP_sqrt && shape->kind == GI_KIND_F64)
        return gi_emit_nearest_root64(emit, in[0]);
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        if (functions[i].opcode == instruction->opcode)
            return gi_spirv_glsl(&emit->spirv,
                                 (enum gi_spirv_glsl_instruction)functions[i].instruction,
                                 shape->type, GI_SPIRV_IDS(in[0]));
    }
    gi_emit_refuse(emit, "this instruction is not built");
    return GI_NO_ID;
}

void gi_emit_float_unary(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    each_part(emit, instruction, unary_part);
}

void gi_emit_copysign(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    enum gi_kind bits = gi_emit_unsigned(gi_emit_bits(kind));
    uint64_t sign = 1ull << (gi_emit_bits(kind) - 1);
    gi_id a = gi_emit_2n(emit, GiOpBitwiseAnd,
                         gi_emit_get(emit, &instruction->operands[1], bits), sign);
    gi_id b = gi_emit_2n(emit, GiOpBitwiseAnd,
                         gi_emit_get(emit, &instruction->operands[2], bits), sign - 1);

    gi_emit_put(emit, &instruction->operands[0], gi_emit_2(emit, GiOpBitwiseOr, a, b), false);
}

/* By the bits, so that no device's treatment of small numbers has a say. */
void gi_emit_testp(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    enum gi_kind bits = gi_emit_unsigned(gi_emit_bits(kind));
    uint64_t exponent = kind == GI_KIND_F64 ? 0x7ff0000000000000 : 0x7f800000;
    uint64_t lowest = kind == GI_KIND_F64 ? 0x0010000000000000 : 0x00800000;
    gi_id value = gi_emit_2n(emit, GiOpBitwiseAnd,
                             gi_emit_get(emit, &instruction->operands[1], bits),
                             (exponent - 1) | exponent | lowest);
    gi_id infinity = gi_emit_constant(emit, bits, exponent);
    gi_id normal = gi_emit_constant(emit, bits, lowest);
    gi_id result, other;

    if (gi_ptx_has(instruction, GI_PTX_M_FINITE))
        result = gi_emit_2(emit, GiOpULessThan, value, infinity);
    else if (gi_ptx_has(instruction, GI_PTX_M_INFINITE))
        result = gi_emit_2(emit, GiOpIEqual, value, infinity);
    else if (gi_ptx_has(instruction, GI_PTX_M_NUMBER))
        result = gi_emit_2(emit, GiOpULessThanEqual, value, infinity);
    else if (gi_ptx_has(instruction, GI_PTX_M_NOTANUMBER))
        result = gi_emit_2(emit, GiOpUGreaterThan, value, infinity);
    else if (gi_ptx_has(instruction, GI_PTX_M_NORMAL)) {
        result = op2(emit, GiOpULessThan, value, infinity);
        other = op2(emit, GiOpUGreaterThanEqual, value, normal);
        result = op2(emit, GiOpLogicalAnd, result, other);
    } else {
        result = op2(emit, GiOpULessThan, value, normal);
        other = op2(emit, GiOpINotEqual, value, gi_emit_constant(emit, bits, 0));
        result = op2(emit, GiOpLogicalAnd, result, other);
    }
    gi_emit_put(emit, &instruction->operands[0], result, false);
}
