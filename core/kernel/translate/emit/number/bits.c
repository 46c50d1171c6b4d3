#include "kernel/translate/emit/number/bits.h"

#include "kernel/translate/emit/value/short.h"

void gi_emit_logic(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    bool pred = kind == GI_KIND_PRED;
    gi_id a = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id b = gi_emit_get(emit, &instruction->operands[2], kind);
    enum gi_spirv_opcode opcode = pred ? GiOpLogicalNotEqual : GiOpBitwiseXor;

    if (instruction->opcode == GI_PTX_OP_and)
        opcode = pred ? GiOpLogicalAnd : GiOpBitwiseAnd;
    else if (instruction->opcode == GI_PTX_OP_or)
        opcode = pred ? GiOpLogicalOr : GiOpBitwiseOr;
    gi_emit_put(emit, &instruction->operands[0], gi_emit_2(emit, opcode, a, b), false);
}

void gi_emit_not(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    gi_id a = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id value;

    if (instruction->opcode == GI_PTX_OP_cnot)
        value = gi_emit_either(emit, kind, op2(emit, GiOpIEqual, a,
                                               gi_emit_constant(emit, kind, 0)), 1, 0);
    else
        value = gi_emit_1(emit, kind == GI_KIND_PRED ? GiOpLogicalNot : GiOpNot, kind, a);
    gi_emit_put(emit, &instruction->operands[0], value, false);
}

/* ---- shifts: amounts past the width shift everything out ---- */

static gi_id shifted(struct gi_emit *emit, enum gi_kind kind, enum gi_spirv_opcode opcode,
                     gi_id value, gi_id amount)
{
    uint32_t bits = gi_emit_bits(kind);
    gi_id inside;

    if (opcode == GiOpShiftRightArithmetic)
        return gi_emit_2(emit, opcode, value,
                         gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, amount,
                                       u32(emit, bits - 1)));
    inside = gi_emit_2(emit, GiOpULessThan, amount, u32(emit, bits));
    value = gi_emit_2(emit, opcode, value, op2(emit, GiOpBitwiseAnd, amount, u32(emit, bits - 1)));
    return gi_emit_select(emit, inside, value, gi_emit_constant(emit, kind, 0));
}

void gi_emit_shift(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    const struct gi_ptx_operand *amount = &instruction->operands[2];
    enum gi_spirv_opcode opcode = instruction->opcode == GI_PTX_OP_shl ? GiOpShiftLeftLogical
        : gi_emit_signed(type) ? GiOpShiftRightArithmetic : GiOpShiftRightLogical;
    gi_id value = gi_emit_get(emit, &instruction->operands[1], kind);

    if (amount->kind == GI_PTX_INTEGER_VALUE && (uint32_t)amount->value < gi_emit_bits(kind))
        value = gi_emit_2(emit, opcode, value, u32(emit, amount->value));
    else
        value = shifted(emit, kind, opcode, value, gi_emit_get(emit, amount, GI_KIND_U32));
    gi_emit_put(emit, &instruction->operands[0], value, gi_emit_signed(type));
}

void gi_emit_shf(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id low = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
    gi_id high = gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32);
    gi_id amount = gi_emit_get(emit, &instruction->operands[3], GI_KIND_U32);
    bool left = gi_ptx_has(instruction, GI_PTX_M_LEFT);
    gi_id value;

    if (gi_ptx_has(instruction, GI_PTX_M_WRAP))
        amount = op2(emit, GiOpBitwiseAnd, amount, u32(emit, 31));
    else
        amount = gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, amount, u32(emit, 32));
    value = gi_emit_2(emit, left ? GiOpShiftLeftLogical : GiOpShiftRightLogical,
                      gi_emit_join64(emit, low, high), amount);
    gi_emit_split64(emit, value, &low, &high);
    gi_emit_put(emit, &instruction->operands[0], left ? high : low, false);
}

/* Any function of three bits: the sum of those products that the table has. */
static gi_id looked_up(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    uint64_t table = instruction->operands[4].value;
    gi_id plain[3], inverse[3];
    gi_id value = GI_NO_ID;

    for (int i = 0; i < 3; i++) {
        plain[i] = gi_emit_get(emit, &instruction->operands[1 + i], GI_KIND_U32);
        inverse[i] = gi_emit_1(emit, GiOpNot, GI_KIND_U32, plain[i]);
    }
    for (uint32_t row = 0; row < 8; row++) {
        gi_id part;

        if (!(table >> row & 1))
            continue;
        part = op2(emit, GiOpBitwiseAnd, row & 4 ? plain[0] : inverse[0],
                   row & 2 ? plain[1] : inverse[1]);
        part = op2(emit, GiOpBitwiseAnd, part, row & 1 ? plain[2] : inverse[2]);
        value = value.n ? op2(emit, GiOpBitwiseOr, value, part) : part;
    }
    return value.n ? value : u32(emit, 0);
}

void gi_emit_lop3(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_emit_put(emit, &instruction->operands[0], looked_up(emit, instruction), false);
}

/* lop3.or.b32 d|p, a, b, c, table, q: p is (d != 0) or q. */
void gi_emit_lop3_joined(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *to = &instruction->operands[0];
    gi_id value, set, other;

    if (to->kind != GI_PTX_PAIR || to->count != 2) {
        gi_emit_wrong(emit, "it has two results");
        return;
    }
    value = looked_up(emit, instruction);
    set = gi_emit_2(emit, GiOpINotEqual, value, u32(emit, 0));
    other = gi_emit_get(emit, &instruction->operands[5], GI_KIND_PRED);
    set = gi_emit_2(emit, gi_ptx_has(instruction, GI_PTX_M_AND) ? GiOpLogicalAnd : GiOpLogicalOr,
                    set, other);
    gi_emit_put(emit, &to->to.items[0], value, false);
    gi_emit_put(emit, &to->to.items[1], set, false);
}

/* The place of the nth one of a mask from a base on: upwards, or downwards if n is negative. The
 * ones before it are skipped by halves: first 16 places, then 8, and so on. All ones where there
 * are fewer. */
void gi_emit_fns(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id mask = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
    gi_id base = gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32);
    gi_id wanted = gi_emit_get(emit, &instruction->operands[3], GI_KIND_U32);
    gi_id down = gi_emit_2(emit, GiOpSLessThan, wanted, u32(emit, 0));
    gi_id at = u32(emit, 0), none, rest, here;

    /* downwards is upwards in the mask that is turned around */
    mask = gi_emit_select(emit, down, gi_emit_1(emit, GiOpBitReverse, GI_KIND_U32, mask), mask);
    base = gi_emit_select(emit, down, op2(emit, GiOpISub, u32(emit, 31), base), base);
    wanted = gi_emit_select(emit, down, gi_emit_1(emit, GiOpSNegate, GI_KIND_U32, wanted), wanted);
    mask = op2(emit, GiOpBitwiseAnd, mask,
               shifted(emit, GI_KIND_U32, GiOpShiftLeftLogical, u32(emit, UINT32_MAX), base));
    /* the base itself counts as number 0 */
    here = shifted(emit, GI_KIND_U32, GiOpShiftRightLogical, mask, base);
    here = op2n(emit, GiOpBitwiseAnd, here, 1);
    none = gi_emit_2(emit, GiOpIEqual, wanted, u32(emit, 0));
    rest = gi_emit_select(emit, none, u32(emit, 1), wanted);
    mask = gi_emit_select(emit, none,
                          shifted(emit, GI_KIND_U32, GiOpShiftLeftLogical, here, base), mask);
    none = gi_emit_2(emit, GiOpUGreaterThan, rest,
                     gi_emit_1(emit, GiOpBitCount, GI_KIND_U32, mask));
    for (uint32_t half = 16; half; half /= 2) {
        gi_id low = op2n(emit, GiOpBitwiseAnd, op2(emit, GiOpShiftRightLogical, mask, at),
                         (1u << half) - 1);
        gi_id count = gi_emit_1(emit, GiOpBitCount, GI_KIND_U32, low);
        gi_id above = gi_emit_2(emit, GiOpUGreaterThan, rest, count);

        rest = gi_emit_select(emit, above, op2(emit, GiOpISub, rest, count), rest);
        at = gi_emit_select(emit, above, op2(emit, GiOpIAdd, at, u32(emit, half)), at);
    }
    at = gi_emit_select(emit, down, op2(emit, GiOpISub, u32(emit, 31), at), at);
    gi_emit_put(emit, &instruction->operands[0],
                gi_emit_select(emit, none, u32(emit, UINT32_MAX), at),
                false);
}

/* ---- fields ---- */

static gi_id low_byte(struct gi_emit *emit, const struct gi_ptx_operand *operand)
{
    return op2n(emit, GiOpBitwiseAnd, gi_emit_get(emit, operand, GI_KIND_U32), 255);
}

/* So many ones at the bottom. */
static gi_id ones_below(struct gi_emit *emit, enum gi_kind kind, gi_id count)
{
    return gi_emit_1(emit, GiOpNot, kind,
                     shifted(emit, kind, GiOpShiftLeftLogical,
                             gi_emit_constant(emit, kind, UINT64_MAX), count));
}

void gi_emit_bfe(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    gi_id bits = u32(emit, gi_emit_bits(kind));
    gi_id value = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id at = low_byte(emit, &instruction->operands[2]);
    gi_id count = low_byte(emit, &instruction->operands[3]);

    if (gi_emit_signed(type)) {
        /* up to the top, then down again */
        gi_id end = op2(emit, GiOpIAdd, gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, at, bits),
                        count);
        gi_id empty = gi_emit_2(emit, GiOpIEqual, count, u32(emit, 0));
        gi_id up = op2(emit, GiOpISub, bits,
                       gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, end, bits));

        value = shifted(emit, kind, GiOpShiftLeftLogical, value, up);
        value = shifted(emit, kind, GiOpShiftRightArithmetic, value, op2(emit, GiOpIAdd, up, at));
        value = gi_emit_select(emit, empty, gi_emit_constant(emit, kind, 0), value);
    } else {
        value = shifted(emit, kind, GiOpShiftRightLogical, value, at);
        value = gi_emit_2(emit, GiOpBitwiseAnd, value, ones_below(emit, kind, count));
    }
    gi_emit_put(emit, &instruction->operands[0], value, gi_emit_signed(type));
}

void gi_emit_bfi(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    gi_id value = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id into = gi_emit_get(emit, &instruction->operands[2], kind);
    gi_id at = low_byte(emit, &instruction->operands[3]);
    gi_id count = low_byte(emit, &instruction->operands[4]);
    gi_id mask = shifted(emit, kind, GiOpShiftLeftLogical, ones_below(emit, kind, count), at);

    value = shifted(emit, kind, GiOpShiftLeftLogical, value, at);
    value = gi_emit_2(emit, GiOpBitwiseAnd, value, mask);
    into = gi_emit_2(emit, GiOpBitwiseAnd, into, gi_emit_1(emit, GiOpNot, kind, mask));
    gi_emit_put(emit, &instruction->operands[0], gi_emit_2(emit, GiOpBitwiseOr, value, into),
                false);
}

void gi_emit_bmsk(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id at = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
    gi_id count = gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32);

    if (gi_ptx_has(instruction, GI_PTX_M_WRAP)) {
        at = op2(emit, GiOpBitwiseAnd, at, u32(emit, 31));
        count = op2(emit, GiOpBitwiseAnd, count, u32(emit, 31));
    }
    gi_emit_put(emit, &instruction->operands[0],
                shifted(emit, GI_KIND_U32, GiOpShiftLeftLogical,
                        ones_below(emit, GI_KIND_U32, count), at), false);
}

void gi_emit_szext(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool is_signed = gi_emit_signed(gi_ptx_type_at(instruction, 0));
    gi_id value = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
    gi_id count = gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32);
    gi_id up;

    if (gi_ptx_has(instruction, GI_PTX_M_WRAP))
        count = op2(emit, GiOpBitwiseAnd, count, u32(emit, 31));
    else
        count = gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, count, u32(emit, 32));
    if (is_signed) {
        gi_id empty = gi_emit_2(emit, GiOpIEqual, count, u32(emit, 0));

        up = op2(emit, GiOpISub, u32(emit, 32), count);
        value = shifted(emit, GI_KIND_U32, GiOpShiftLeftLogical, value, up);
        value = shifted(emit, GI_KIND_U32, GiOpShiftRightArithmetic, value, up);
        value = gi_emit_select(emit, empty, u32(emit, 0), value);
    } else {
        value = op2(emit, GiOpBitwiseAnd, value, ones_below(emit, GI_KIND_U32, count));
    }
    gi_emit_put(emit, &instruction->operands[0], value, is_signed);
}

/* ---- counting: SPIR-V does it in 32 bits ---- */

void gi_emit_brev(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    gi_id value = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id low, high;

    if (kind == GI_KIND_U64) {
        gi_emit_split64(emit, value, &low, &high);
        high = gi_emit_1(emit, GiOpBitReverse, GI_KIND_U32, high);
        low = gi_emit_1(emit, GiOpBitReverse, GI_KIND_U32, low);
        value = gi_emit_join64(emit, high, low);
    } else {
        value = gi_emit_1(emit, GiOpBitReverse, kind, value);
    }
    gi_emit_put(emit, &instruction->operands[0], value, false);
}

void gi_emit_popc(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    gi_id value = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id low, high;

    if (kind == GI_KIND_U64) {
        gi_emit_split64(emit, value, &low, &high);
        low = gi_emit_1(emit, GiOpBitCount, GI_KIND_U32, low);
        high = gi_emit_1(emit, GiOpBitCount, GI_KIND_U32, high);
        value = op2(emit, GiOpIAdd, low, high);
    } else {
        value = gi_emit_1(emit, GiOpBitCount, GI_KIND_U32, value);
    }
    gi_emit_put(emit, &instruction->operands[0], value, false);
}

/* The place of the highest one, all ones if there is none. */
static gi_id highest(struct gi_emit *emit, enum gi_kind kind, gi_id value)
{
    gi_id low, high, empty;

    if (kind != GI_KIND_U64)
        return gi_emit_glsl1(emit, GiGlslFindUMsb, GI_KIND_U32, value);
    gi_emit_split64(emit, value, &low, &high);
    empty = gi_emit_2(emit, GiOpIEqual, high, u32(emit, 0));
    low = gi_emit_glsl1(emit, GiGlslFindUMsb, GI_KIND_U32, low);
    high = op2n(emit, GiOpIAdd, gi_emit_glsl1(emit, GiGlslFindUMsb, GI_KIND_U32, high), 32);
    return gi_emit_select(emit, empty, low, high);
}

void gi_emit_clz(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_kind kind = gi_emit_kind_of(gi_ptx_type_at(instruction, 0));
    gi_id top = highest(emit, kind, gi_emit_get(emit, &instruction->operands[1], kind));

    gi_emit_put(emit, &instruction->operands[0],
                op2(emit, GiOpISub, u32(emit, gi_emit_bits(kind) - 1), top), false);
}

void gi_emit_bfind(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    gi_id value = gi_emit_get(emit, &instruction->operands[1], kind);
    gi_id top;

    if (gi_emit_signed(type)) {
        gi_id negative = gi_emit_2(emit, GiOpSLessThan, value, gi_emit_constant(emit, kind, 0));

        value = gi_emit_select(emit, negative, gi_emit_1(emit, GiOpNot, kind, value), value);
    }
    top = highest(emit, kind, value);
    if (gi_ptx_has(instruction, GI_PTX_M_SHIFTAMT)) {
        gi_id none = gi_emit_2(emit, GiOpIEqual, top, u32(emit, UINT32_MAX));

        top = gi_emit_select(emit, none, top,
                             op2(emit, GiOpISub, u32(emit, gi_emit_bits(kind) - 1), top));
    }
    gi_emit_put(emit, &instruction->operands[0], top, false);
}

/* ---- bytes ---- */

/* The four selectors of a special mode, as selectors of the general one. */
static gi_id selectors(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                       gi_id control)
{
    static const uint16_t f4e[4] = { 0x3210, 0x4321, 0x5432, 0x6543 };
    static const uint16_t b4e[4] = { 0x5670, 0x6701, 0x7012, 0x0123 };
    static const uint16_t rc8[4] = { 0x0000, 0x1111, 0x2222, 0x3333 };
    static const uint16_t ecl[4] = { 0x3210, 0x3211, 0x3222, 0x3333 };
    static const uint16_t ecr[4] = { 0x0000, 0x1110, 0x2210, 0x3210 };
    static const uint16_t rc16[4] = { 0x1010, 0x3232, 0x1010, 0x3232 };
    const uint16_t *table = gi_ptx_has(instruction, GI_PTX_M_F4E) ? f4e
        : gi_ptx_has(instruction, GI_PTX_M_B4E) ? b4e : gi_ptx_has(instruction, GI_PTX_M_RC8) ? rc8
        : gi_ptx_has(instruction, GI_PTX_M_ECL) ? ecl : gi_ptx_has(instruction, GI_PTX_M_ECR) ? ecr
        : gi_ptx_has(instruction, GI_PTX_M_RC16) ? rc16 : NULL;
    gi_id chosen;

    if (!table)
        return control;
    control = op2(emit, GiOpBitwiseAnd, control, u32(emit, 3));
    chosen = u32(emit, table[0]);
    for (uint32_t i = 1; i < 4; i++) {
        gi_id is_this = op2(emit, GiOpIEqual, control, u32(emit, i));

        chosen = gi_emit_select(emit, is_this, u32(emit, table[i]), chosen);
    }
    return chosen;
}

void gi_emit_prmt(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    gi_id low = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
    gi_id high = gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32);
    gi_id control = gi_emit_get(emit, &instruction->operands[3], GI_KIND_U32);
    gi_id all = gi_emit_join64(emit, low, high);
    gi_id value = GI_NO_ID;

    control = selectors(emit, instruction, control);
    for (uint32_t i = 0; i < 4; i++) {
        gi_id chosen = op2(emit, GiOpShiftRightLogical, control, u32(emit, 4 * i));
        gi_id shift = op2n(emit, GiOpShiftLeftLogical,
                           op2(emit, GiOpBitwiseAnd, chosen, u32(emit, 7)), 3);
        gi_id byte = gi_emit_2(emit, GiOpShiftRightLogical, all, shift);
        gi_id sign;

        byte = op2n(emit, GiOpBitwiseAnd, gi_emit_1(emit, GiOpUConvert, GI_KIND_U32, byte), 255);
        sign = op2n(emit, GiOpShiftRightLogical, byte, 7);
        sign = op2n(emit, GiOpIMul, sign, 255);
        chosen = op2(emit, GiOpBitwiseAnd, chosen, u32(emit, 8));
        byte = gi_emit_select(emit,
                              gi_emit_2(emit, GiOpINotEqual, chosen, u32(emit, 0)),
                              sign, byte);
        byte = op2(emit, GiOpShiftLeftLogical, byte, u32(emit, 8 * i));
        value = value.n ? op2(emit, GiOpBitwiseOr, value, byte) : byte;
    }
    gi_emit_put(emit, &instruction->operands[0], value, false);
}
