#include "kernel/translate/emit/number/compare.h"

#include "kernel/translate/emit/number/round.h"

/* The opcodes of a comparison for unsigned, signed and float operands; 0: it is not for them. */
static const struct {
    uint8_t modifier;
    uint16_t of_unsigned, of_signed, of_float;
} comparisons[] = {
    { GI_PTX_M_EQ, GiOpIEqual, GiOpIEqual, GiOpFOrdEqual },
    { GI_PTX_M_NE, GiOpINotEqual, GiOpINotEqual, GiOpFOrdNotEqual },
    { GI_PTX_M_LT, GiOpULessThan, GiOpSLessThan, GiOpFOrdLessThan },
    { GI_PTX_M_LE, GiOpULessThanEqual, GiOpSLessThanEqual, GiOpFOrdLessThanEqual },
    { GI_PTX_M_GT, GiOpUGreaterThan, GiOpSGreaterThan, GiOpFOrdGreaterThan },
    { GI_PTX_M_GE, GiOpUGreaterThanEqual, GiOpSGreaterThanEqual, GiOpFOrdGreaterThanEqual },
    { GI_PTX_M_LO, GiOpULessThan, 0, 0 },
    { GI_PTX_M_LS, GiOpULessThanEqual, 0, 0 },
    { GI_PTX_M_HI, GiOpUGreaterThan, 0, 0 },
    { GI_PTX_M_HS, GiOpUGreaterThanEqual, 0, 0 },
    { GI_PTX_M_EQU, 0, 0, GiOpFUnordEqual },
    { GI_PTX_M_NEU, 0, 0, GiOpFUnordNotEqual },
    { GI_PTX_M_LTU, 0, 0, GiOpFUnordLessThan },
    { GI_PTX_M_LEU, 0, 0, GiOpFUnordLessThanEqual },
    { GI_PTX_M_GTU, 0, 0, GiOpFUnordGreaterThan },
    { GI_PTX_M_GEU, 0, 0, GiOpFUnordGreaterThanEqual },
};

static gi_id compare(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                     enum gi_ptx_type type, gi_id a, gi_id b)
{
    enum gi_ptx_class class = gi_ptx_type_class(type);

    if (gi_ptx_has(instruction, GI_PTX_M_NUM) || gi_ptx_has(instruction, GI_PTX_M_NAN_TEST)) {
        gi_id nan = gi_emit_1(emit, GiOpIsNan, GI_KIND_PRED, a);

        nan = gi_emit_2(emit, GiOpLogicalOr, nan, gi_emit_1(emit, GiOpIsNan, GI_KIND_PRED, b));
        return gi_ptx_has(instruction, GI_PTX_M_NAN_TEST) ? nan
            : gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, nan);
    }
    for (size_t i = 0; i < sizeof(comparisons) / sizeof(comparisons[0]); i++) {
        uint16_t op = class == GI_PTX_FLOAT ? comparisons[i].of_float
            : class == GI_PTX_SIGNED ? comparisons[i].of_signed : comparisons[i].of_unsigned;

        if (op && gi_ptx_has(instruction, (enum gi_ptx_modifier)comparisons[i].modifier))
            return gi_emit_2(emit, (enum gi_spirv_opcode)op, a, b);
    }
    gi_emit_refuse(emit, "this comparison is not built");
    return GI_NO_ID;
}

/* With .and, .or, .xor the last operand is joined. */
static gi_id join(struct gi_emit *emit, const struct gi_ptx_instruction *instruction, gi_id value)
{
    enum gi_spirv_opcode op = gi_ptx_has(instruction, GI_PTX_M_AND) ? GiOpLogicalAnd
        : gi_ptx_has(instruction, GI_PTX_M_OR) ? GiOpLogicalOr
        : gi_ptx_has(instruction, GI_PTX_M_XOR) ? GiOpLogicalNotEqual : GiOpNop;

    if ((op == GiOpNop) != (instruction->operand_count == 3)) {
        gi_emit_refuse(emit, "a comparison is joined with too much or nothing");
        return GI_NO_ID;
    }
    if (op == GiOpNop)
        return value;
    return gi_emit_2(emit, op, value, gi_emit_get(emit, &instruction->operands[3], GI_KIND_PRED));
}

static bool is_pair(enum gi_ptx_type type)
{
    return type == GI_PTX_T_F16X2 || type == GI_PTX_T_BF16X2;
}

static gi_id side(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                  uint32_t which, uint32_t part)
{
    const struct gi_ptx_operand *operand = &instruction->operands[which];
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    gi_id value;

    if (type == GI_PTX_T_F16 || type == GI_PTX_T_BF16 || is_pair(type)) {
        kind = type == GI_PTX_T_F16 || type == GI_PTX_T_F16X2 ? GI_KIND_F16 : GI_KIND_F32;
        value = gi_emit_small(emit, operand, type, part);
    } else {
        value = gi_emit_get(emit, operand, kind);
    }
    if (gi_ptx_has(instruction, GI_PTX_M_FTZ) && !(kind == GI_KIND_F32 && emit->flushes))
        value = gi_emit_flush(emit, kind, value);
    return value;
}

/* The comparison, of one half of pairs. */
static gi_id compared(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      uint32_t part)
{
    gi_id a = side(emit, instruction, 1, part);

    return compare(emit, instruction, gi_ptx_type_at(instruction, 0), a,
                   side(emit, instruction, 2, part));
}

void gi_emit_setp(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *to = &instruction->operands[0];
    bool pair = is_pair(gi_ptx_type_at(instruction, 0));
    gi_id value = compared(emit, instruction, 0);
    gi_id other;

    if (to->kind != GI_PTX_PAIR) {
        gi_emit_put(emit, to, join(emit, instruction, value), false);
        return;
    }
    other = pair ? compared(emit, instruction, 1)
        : gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, value);
    other = join(emit, instruction, other);
    gi_emit_put(emit, &to->to.items[0], join(emit, instruction, value), false);
    gi_emit_put(emit, &to->to.items[1], other, false);
}

/* The bits of a set result: of one in a float type, else ones. */
static uint32_t true_bits(enum gi_ptx_type type)
{
    return type == GI_PTX_T_F32 ? 0x3f800000 : type == GI_PTX_T_F16 ? 0x3c00
        : type == GI_PTX_T_F16X2 ? 0x3c003c00 : type == GI_PTX_T_BF16 ? 0x3f80
        : type == GI_PTX_T_BF16X2 ? 0x3f803f80 : UINT32_MAX;
}

void gi_emit_set(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 1);
    enum gi_kind kind = gi_emit_unsigned(gi_ptx_type_bytes(type) * 8);
    uint32_t bits = true_bits(type);
    bool pair = is_pair(gi_ptx_type_at(instruction, 0));
    gi_id zero = gi_emit_constant(emit, kind, 0);
    gi_id value = join(emit, instruction, compared(emit, instruction, 0)), upper;

    value = gi_emit_select(emit, value,
                           gi_emit_constant(emit, kind, pair ? bits & 0xffff : bits), zero);
    if (pair) {
        upper = join(emit, instruction, compared(emit, instruction, 1));
        upper = gi_emit_select(emit, upper, gi_emit_constant(emit, kind, bits & 0xffff0000), zero);
        value = gi_emit_2(emit, GiOpBitwiseOr, value, upper);
    }
    gi_emit_put(emit, &instruction->operands[0], value, gi_emit_signed(type));
}

void gi_emit_selp(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    gi_id condition, a, b;

    if (kind == GI_KIND_F16)
        kind = GI_KIND_U16;
    condition = gi_emit_get(emit, &instruction->operands[3], GI_KIND_PRED);
    a = gi_emit_get(emit, &instruction->operands[1], kind);
    b = gi_emit_get(emit, &instruction->operands[2], kind);
    gi_emit_put(emit, &instruction->operands[0], gi_emit_select(emit, condition, a, b),
                gi_emit_signed(gi_ptx_type_at(instruction, 0)));
}

void gi_emit_slct(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 1));
    bool by_float = gi_ptx_type_at(instruction, 0) == GI_PTX_T_F32;
    enum gi_kind by = by_float ? GI_KIND_F32 : GI_KIND_U32;
    gi_id c = gi_emit_get(emit, &instruction->operands[3], by);
    gi_id condition, a, b;

    if (instruction->type_count != 2) {
        gi_emit_refuse(emit, "it has two types");
        return;
    }
    if (by_float && gi_ptx_has(instruction, GI_PTX_M_FTZ) && !emit->flushes)
        c = gi_emit_flush(emit, by, c);
    condition = gi_emit_2(emit, by_float ? GiOpFOrdGreaterThanEqual : GiOpSGreaterThanEqual, c,
                          gi_emit_constant(emit, by, 0));
    a = gi_emit_get(emit, &instruction->operands[1], kind);
    b = gi_emit_get(emit, &instruction->operands[2], kind);
    gi_emit_put(emit, &instruction->operands[0], gi_emit_select(emit, condition, a, b), false);
}
