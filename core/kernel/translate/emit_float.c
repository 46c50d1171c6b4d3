#include "kernel/translate/emit_float.h"

/* The type that a float operation computes in, which for f16x2 is a vector. */
struct shape {
    enum gi_emit_kind kind;     /* of an element */
    uint32_t type;
    bool pair;
};

static struct shape shape_of(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_emit_type(instruction, 0);
    struct shape shape = { gi_emit_kind_of(type), 0, type == GI_PTX_T_F16X2 };

    if (shape.pair)
        shape.kind = GI_EMIT_F16;
    shape.type = gi_emit_type_id(emit, shape.kind);
    if (shape.pair)
        shape.type = gi_spirv_type_vector(&emit->spirv, shape.type, 2);
    return shape;
}

static uint32_t get(struct gi_emit *emit, const struct shape *shape,
                    const struct gi_ptx_operand *operand)
{
    if (!shape->pair)
        return gi_emit_get(emit, operand, shape->kind);
    return gi_spirv_value1(&emit->spirv, GiOpBitcast, shape->type,
                           gi_emit_get(emit, operand, GI_EMIT_U32));
}

static void put(struct gi_emit *emit, const struct shape *shape,
                const struct gi_ptx_operand *operand, uint32_t value)
{
    if (shape->pair)
        gi_emit_put(emit, operand, gi_emit_1(emit, GiOpBitcast, GI_EMIT_U32, value), GI_EMIT_U32,
                    false);
    else
        gi_emit_put(emit, operand, value, shape->kind, false);
}

/* Rounding other than to the nearest is refused. */
static void check_rounding(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    if (gi_ptx_has(instruction, GI_PTX_M_RZ) || gi_ptx_has(instruction, GI_PTX_M_RM)
        || gi_ptx_has(instruction, GI_PTX_M_RP))
        gi_emit_refuse(emit, "rounding other than to the nearest is not built");
}

static uint32_t both(struct gi_emit *emit, const struct shape *shape, uint32_t value)
{
    if (!shape->pair)
        return value;
    return gi_spirv_constant_composite(&emit->spirv, shape->type, GI_SPIRV_WORDS(value, value));
}

uint32_t gi_emit_clamp01(struct gi_emit *emit, enum gi_emit_kind kind, uint32_t value)
{
    return gi_emit_glsl3(emit, GiGlslNClamp, kind, value, gi_emit_float(emit, kind, 0),
                         gi_emit_float(emit, kind, 1));
}

static uint32_t saturate(struct gi_emit *emit, const struct shape *shape,
                         const struct gi_ptx_instruction *instruction, uint32_t value)
{
    if (!gi_ptx_has(instruction, GI_PTX_M_SAT))
        return value;
    return gi_spirv_glsl(&emit->spirv, GiGlslNClamp, shape->type,
                         GI_SPIRV_WORDS(value, both(emit, shape,
                                                    gi_emit_float(emit, shape->kind, 0)),
                                        both(emit, shape, gi_emit_float(emit, shape->kind, 1))));
}

/* min.NaN: a NaN among the operands is the result. */
static uint32_t keep_nan(struct gi_emit *emit, const struct shape *shape, uint32_t a, uint32_t b,
                         uint32_t value)
{
    uint32_t nan = gi_emit_2(emit, GiOpLogicalOr, GI_EMIT_PRED,
                             gi_emit_1(emit, GiOpIsNan, GI_EMIT_PRED, a),
                             gi_emit_1(emit, GiOpIsNan, GI_EMIT_PRED, b));
    uint64_t bits = shape->kind == GI_EMIT_F16 ? 0x7fff : 0x7fffffff;

    if (shape->pair || shape->kind == GI_EMIT_F64) {
        gi_emit_refuse(emit, "NaN for this type is not built");
        return 0;
    }
    return gi_emit_select(emit, shape->kind, nan,
                          gi_emit_1(emit, GiOpBitcast, shape->kind,
                                    gi_emit_constant(emit,
                                                     gi_emit_unsigned(gi_emit_bits(shape->kind)),
                                                     bits)), value);
}

void gi_emit_float_binary(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct shape shape = shape_of(emit, instruction);
    uint32_t a = get(emit, &shape, &instruction->operands[1]);
    uint32_t b = get(emit, &shape, &instruction->operands[2]);
    enum gi_spirv_opcode op = instruction->opcode == GI_PTX_OP_add ? GiOpFAdd
        : instruction->opcode == GI_PTX_OP_sub ? GiOpFSub
        : instruction->opcode == GI_PTX_OP_mul ? GiOpFMul : GiOpFDiv;
    uint32_t value;

    check_rounding(emit, instruction);
    if (instruction->opcode == GI_PTX_OP_min || instruction->opcode == GI_PTX_OP_max) {
        value = gi_spirv_glsl(&emit->spirv, instruction->opcode == GI_PTX_OP_min ? GiGlslNMin
                              : GiGlslNMax, shape.type, GI_SPIRV_WORDS(a, b));
        if (gi_ptx_has(instruction, GI_PTX_M_NAN))
            value = keep_nan(emit, &shape, a, b, value);
    } else {
        value = gi_emit_exact(emit, gi_spirv_value2(&emit->spirv, op, shape.type, a, b));
    }
    put(emit, &shape, &instruction->operands[0], saturate(emit, &shape, instruction, value));
}

static uint32_t exact64(struct gi_emit *emit, enum gi_spirv_opcode op, uint32_t a, uint32_t b)
{
    return gi_emit_exact(emit, gi_emit_2(emit, op, GI_EMIT_F64, a, b));
}

/* By f64, where the product is exact. The sum is rounded to odd: what was lost of it shows in the
 * last bit, so that the second rounding is as if it were the only one. */
static uint32_t fma_by_double(struct gi_emit *emit, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t zero = gi_emit_float(emit, GI_EMIT_F64, 0);
    uint32_t one = gi_emit_constant(emit, GI_EMIT_U64, 1);
    uint32_t product = exact64(emit, GiOpFMul, gi_emit_1(emit, GiOpFConvert, GI_EMIT_F64, a),
                               gi_emit_1(emit, GiOpFConvert, GI_EMIT_F64, b));
    uint32_t third = gi_emit_1(emit, GiOpFConvert, GI_EMIT_F64, c);
    uint32_t sum = exact64(emit, GiOpFAdd, product, third);
    uint32_t part = exact64(emit, GiOpFSub, sum, product);
    uint32_t lost = exact64(emit, GiOpFAdd,
                            exact64(emit, GiOpFSub, product, exact64(emit, GiOpFSub, sum, part)),
                            exact64(emit, GiOpFSub, third, part));
    uint32_t bits = gi_emit_cast(emit, sum, GI_EMIT_F64, GI_EMIT_U64);
    uint32_t even = gi_emit_2(emit, GiOpIEqual, GI_EMIT_PRED,
                              gi_emit_2(emit, GiOpBitwiseAnd, GI_EMIT_U64, bits, one),
                              gi_emit_constant(emit, GI_EMIT_U64, 0));
    uint32_t inexact = gi_emit_2(emit, GiOpFOrdNotEqual, GI_EMIT_PRED, lost, zero);
    uint32_t away = gi_emit_2(emit, GiOpLogicalEqual, GI_EMIT_PRED,
                              gi_emit_2(emit, GiOpFOrdGreaterThan, GI_EMIT_PRED, lost, zero),
                              gi_emit_2(emit, GiOpFOrdGreaterThan, GI_EMIT_PRED, sum, zero));
    uint32_t odd = gi_emit_select(emit, GI_EMIT_U64, away,
                                  gi_emit_2(emit, GiOpIAdd, GI_EMIT_U64, bits, one),
                                  gi_emit_2(emit, GiOpISub, GI_EMIT_U64, bits, one));

    even = gi_emit_2(emit, GiOpLogicalAnd, GI_EMIT_PRED, even, inexact);
    bits = gi_emit_select(emit, GI_EMIT_U64, even, odd, bits);
    return gi_emit_1(emit, GiOpFConvert, GI_EMIT_F32,
                     gi_emit_cast(emit, bits, GI_EMIT_U64, GI_EMIT_F64));
}

void gi_emit_fma(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct shape shape = shape_of(emit, instruction);
    uint32_t a = get(emit, &shape, &instruction->operands[1]);
    uint32_t b = get(emit, &shape, &instruction->operands[2]);
    uint32_t c = get(emit, &shape, &instruction->operands[3]);
    uint32_t value;

    check_rounding(emit, instruction);
    if (shape.kind == GI_EMIT_F32 && !emit->target->fused_fma && emit->target->float64)
        value = fma_by_double(emit, a, b, c);
    else
        value = gi_emit_exact(emit, gi_spirv_glsl(&emit->spirv, GiGlslFma, shape.type,
                                                  GI_SPIRV_WORDS(a, b, c)));
    put(emit, &shape, &instruction->operands[0], saturate(emit, &shape, instruction, value));
}

void gi_emit_float_unary(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    static const struct {
        uint16_t opcode;
        uint16_t instruction;
        bool f64;
    } functions[] = {
        { GI_PTX_OP_abs, GiGlslFAbs, true },     { GI_PTX_OP_sqrt, GiGlslSqrt, true },
        { GI_PTX_OP_rsqrt, GiGlslInverseSqrt, true }, { GI_PTX_OP_sin, GiGlslSin, false },
        { GI_PTX_OP_cos, GiGlslCos, false },     { GI_PTX_OP_ex2, GiGlslExp2, false },
        { GI_PTX_OP_lg2, GiGlslLog2, false },    { GI_PTX_OP_tanh, GiGlslTanh, false },
    };
    struct shape shape = shape_of(emit, instruction);
    uint32_t a = get(emit, &shape, &instruction->operands[1]);
    uint32_t value = 0;

    check_rounding(emit, instruction);
    if (instruction->opcode == GI_PTX_OP_neg) {
        value = gi_spirv_value1(&emit->spirv, GiOpFNegate, shape.type, a);
    } else if (instruction->opcode == GI_PTX_OP_rcp) {
        value = gi_spirv_value2(&emit->spirv, GiOpFDiv, shape.type,
                                both(emit, &shape, gi_emit_float(emit, shape.kind, 1)), a);
        gi_emit_exact(emit, value);
    }
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        if (functions[i].opcode != instruction->opcode)
            continue;
        if (shape.kind == GI_EMIT_F64 && !functions[i].f64)
            gi_emit_refuse(emit, "there is no such function of f64");
        value = gi_spirv_glsl(&emit->spirv,
                              (enum gi_spirv_glsl_instruction)functions[i].instruction,
                              shape.type, GI_SPIRV_WORDS(a));
    }
    put(emit, &shape, &instruction->operands[0], value);
}

void gi_emit_copysign(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_emit_kind kind = gi_emit_kind_of(gi_emit_type(instruction, 0));
    enum gi_emit_kind bits = gi_emit_unsigned(gi_emit_bits(kind));
    uint64_t sign = 1ull << (gi_emit_bits(kind) - 1);
    uint32_t a = gi_emit_2(emit, GiOpBitwiseAnd, bits,
                           gi_emit_get(emit, &instruction->operands[1], bits),
                           gi_emit_constant(emit, bits, sign));
    uint32_t b = gi_emit_2(emit, GiOpBitwiseAnd, bits,
                           gi_emit_get(emit, &instruction->operands[2], bits),
                           gi_emit_constant(emit, bits, sign - 1));

    gi_emit_put(emit, &instruction->operands[0], gi_emit_2(emit, GiOpBitwiseOr, bits, a, b), bits,
                false);
}

/* By the bits, so that no device's treatment of small numbers has a say. */
void gi_emit_testp(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_emit_kind kind = gi_emit_kind_of(gi_emit_type(instruction, 0));
    enum gi_emit_kind bits = gi_emit_unsigned(gi_emit_bits(kind));
    uint64_t exponent = kind == GI_EMIT_F64 ? 0x7ff0000000000000 : 0x7f800000;
    uint64_t lowest = kind == GI_EMIT_F64 ? 0x0010000000000000 : 0x00800000;
    uint32_t value = gi_emit_2(emit, GiOpBitwiseAnd, bits,
                               gi_emit_get(emit, &instruction->operands[1], bits),
                               gi_emit_constant(emit, bits, (exponent - 1) | exponent | lowest));
    uint32_t infinity = gi_emit_constant(emit, bits, exponent);
    uint32_t normal = gi_emit_constant(emit, bits, lowest);
    uint32_t result;

    if (gi_ptx_has(instruction, GI_PTX_M_FINITE))
        result = gi_emit_2(emit, GiOpULessThan, GI_EMIT_PRED, value, infinity);
    else if (gi_ptx_has(instruction, GI_PTX_M_INFINITE))
        result = gi_emit_2(emit, GiOpIEqual, GI_EMIT_PRED, value, infinity);
    else if (gi_ptx_has(instruction, GI_PTX_M_NUMBER))
        result = gi_emit_2(emit, GiOpULessThanEqual, GI_EMIT_PRED, value, infinity);
    else if (gi_ptx_has(instruction, GI_PTX_M_NOTANUMBER))
        result = gi_emit_2(emit, GiOpUGreaterThan, GI_EMIT_PRED, value, infinity);
    else if (gi_ptx_has(instruction, GI_PTX_M_NORMAL))
        result = gi_emit_2(emit, GiOpLogicalAnd, GI_EMIT_PRED,
                           gi_emit_2(emit, GiOpULessThan, GI_EMIT_PRED, value, infinity),
                           gi_emit_2(emit, GiOpUGreaterThanEqual, GI_EMIT_PRED, value, normal));
    else
        result = gi_emit_2(emit, GiOpLogicalAnd, GI_EMIT_PRED,
                           gi_emit_2(emit, GiOpULessThan, GI_EMIT_PRED, value, normal),
                           gi_emit_2(emit, GiOpINotEqual, GI_EMIT_PRED, value,
                                     gi_emit_constant(emit, bits, 0)));
    gi_emit_put(emit, &instruction->operands[0], result, GI_EMIT_PRED, false);
}
