#include "kernel/translate/emit/number/video.h"

#include <string.h>

#include "kernel/translate/emit/value/short.h"

/* All is computed in 64 bits with a sign, which hold every result before it is cut. */

static gi_id s64(struct gi_emit *emit, int64_t value)
{
    return gi_emit_constant(emit, GI_KIND_U64, (uint64_t)value);
}

/* A field of a word, extended to 64 bits. */
static gi_id extended(struct gi_emit *emit, gi_id value, uint32_t at, uint32_t bits, bool is_signed)
{
    if (bits < 32)
        value = gi_emit_field(emit, value, at, bits, is_signed);
    return is_signed ? gi_emit_extend(emit, value, GI_KIND_U64)
        : gi_emit_1(emit, GiOpUConvert, GI_KIND_U64, value);
}

/* The bits that .b0 to .b3, .h0 and .h1 select; the whole word without a selector. */
static bool selection(const struct gi_ptx_operand *operand, uint32_t *out_at, uint32_t *out_bits)
{
    struct gi_ptx_text text = operand->selector;
    uint32_t number;

    *out_at = 0;
    *out_bits = 32;
    if (text.length == 0)
        return true;
    number = (uint32_t)(text.start[text.length - 1] - '0');
    if (text.length != 2 || number > (text.start[0] == 'b' ? 3u : 1u)
        || (text.start[0] != 'b' && text.start[0] != 'h'))
        return false;
    *out_bits = text.start[0] == 'b' ? 8 : 16;
    *out_at = number * *out_bits;
    return true;
}

static gi_id source(struct gi_emit *emit, const struct gi_ptx_operand *operand,
                    enum gi_ptx_type type)
{
    gi_id value = gi_emit_get(emit, operand, GI_KIND_U32);
    uint32_t at, bits;

    if (!selection(operand, &at, &bits))
        gi_emit_wrong(emit, "it selects no part of a word");
    return extended(emit, value, at, bits, gi_emit_signed(type));
}

/* The comparison of an instruction, for numbers of 64 bits with a sign. */
static enum gi_spirv_opcode comparison(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_has(instruction, GI_PTX_M_EQ) ? GiOpIEqual
        : gi_ptx_has(instruction, GI_PTX_M_NE) ? GiOpINotEqual
        : gi_ptx_has(instruction, GI_PTX_M_LT) ? GiOpSLessThan
        : gi_ptx_has(instruction, GI_PTX_M_LE) ? GiOpSLessThanEqual
        : gi_ptx_has(instruction, GI_PTX_M_GT) ? GiOpSGreaterThan
        : gi_ptx_has(instruction, GI_PTX_M_GE) ? GiOpSGreaterThanEqual : GiOpNop;
}

static gi_id shifted(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                     gi_id a, gi_id b)
{
    bool left = instruction->opcode == GI_PTX_OP_vshl;

    if (gi_ptx_has(instruction, GI_PTX_M_WRAP))
        b = op2(emit, GiOpBitwiseAnd, b, s64(emit, 31));
    else
        b = gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U64, b, s64(emit, 32));
    return op2(emit, left ? GiOpShiftLeftLogical : GiOpShiftRightArithmetic, a, b);
}

/* The first operation of two numbers. */
static gi_id computed(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      gi_id a, gi_id b)
{
    gi_id value, more;

    switch (instruction->opcode) {
    case GI_PTX_OP_vadd:
    case GI_PTX_OP_vadd2:
    case GI_PTX_OP_vadd4:
        return op2(emit, GiOpIAdd, a, b);
    case GI_PTX_OP_vsub:
    case GI_PTX_OP_vsub2:
    case GI_PTX_OP_vsub4:
        return op2(emit, GiOpISub, a, b);
    case GI_PTX_OP_vabsdiff:
    case GI_PTX_OP_vabsdiff2:
    case GI_PTX_OP_vabsdiff4:
        return gi_emit_glsl1(emit, GiGlslSAbs, GI_KIND_U64, op2(emit, GiOpISub, a, b));
    case GI_PTX_OP_vmin:
    case GI_PTX_OP_vmin2:
    case GI_PTX_OP_vmin4:
        return gi_emit_glsl2(emit, GiGlslSMin, GI_KIND_U64, a, b);
    case GI_PTX_OP_vmax:
    case GI_PTX_OP_vmax2:
    case GI_PTX_OP_vmax4:
        return gi_emit_glsl2(emit, GiGlslSMax, GI_KIND_U64, a, b);
    case GI_PTX_OP_vavrg2:
    case GI_PTX_OP_vavrg4:
        /* rounded away from zero */
        value = op2(emit, GiOpIAdd, a, b);
        more = gi_emit_2(emit, GiOpSGreaterThanEqual, value, s64(emit, 0));
        more = gi_emit_either(emit, GI_KIND_U64, more, 1, 0);
        return gi_emit_2n(emit, GiOpShiftRightArithmetic, op2(emit, GiOpIAdd, value, more), 1);
    case GI_PTX_OP_vshl:
    case GI_PTX_OP_vshr:
        return shifted(emit, instruction, a, b);
    default:                    /* vset */
        if (comparison(instruction) == GiOpNop) {
            gi_emit_wrong(emit, "it has no comparison");
            return GI_NO_ID;
        }
        value = gi_emit_2(emit, comparison(instruction), a, b);
        return gi_emit_either(emit, GI_KIND_U64, value, 1, 0);
    }
}

static bool is_vset(const struct gi_ptx_instruction *instruction)
{
    return instruction->opcode == GI_PTX_OP_vset || instruction->opcode == GI_PTX_OP_vset2
        || instruction->opcode == GI_PTX_OP_vset4;
}

/* Within what so many bits hold. positive: the value has no sign, all its 64 bits count. */
static gi_id saturated(struct gi_emit *emit, gi_id value, uint32_t bits, bool is_signed,
                       bool positive)
{
    int64_t most = (int64_t)(UINT64_MAX >> (64 - (bits - is_signed)));
    gi_id low, high;

    if (positive)
        return gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U64, value, s64(emit, most));
    low = s64(emit, is_signed ? ~most : 0);
    high = s64(emit, most);
    return gi_emit_glsl3(emit, GiGlslSClamp, GI_KIND_U64, value, low, high);
}

/* add, min, max with c, or nothing. */
static gi_id second(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                    bool is_signed, gi_id value, gi_id c)
{
    if (gi_ptx_has(instruction, GI_PTX_M_ADD))
        return op2(emit, GiOpIAdd, value, c);
    if (gi_ptx_has(instruction, GI_PTX_M_MIN))
        return gi_emit_glsl2(emit, is_signed ? GiGlslSMin : GiGlslUMin, GI_KIND_U32, value, c);
    if (gi_ptx_has(instruction, GI_PTX_M_MAX))
        return gi_emit_glsl2(emit, is_signed ? GiGlslSMax : GiGlslUMax, GI_KIND_U32, value, c);
    return value;
}

static bool has_second(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_has(instruction, GI_PTX_M_ADD) || gi_ptx_has(instruction, GI_PTX_M_MIN)
        || gi_ptx_has(instruction, GI_PTX_M_MAX);
}

void gi_emit_video(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *to = &instruction->operands[0];
    enum gi_ptx_type first = gi_ptx_type_at(instruction, 1);
    bool is_signed = !is_vset(instruction) && gi_emit_signed(gi_ptx_type_at(instruction, 2));
    bool up = instruction->opcode == GI_PTX_OP_vshl && !gi_emit_signed(first);
    bool with_c = has_second(instruction) || to->selector.length != 0;
    uint32_t at, bits;
    gi_id value, c = GI_NO_ID;

    if (!selection(to, &at, &bits) || (with_c && instruction->operand_count < 4)
        || (has_second(instruction) && to->selector.length)) {
        gi_emit_wrong(emit, "a part of a word or a second operation needs a third source");
        return;
    }
    if ((instruction->opcode == GI_PTX_OP_vshl || instruction->opcode == GI_PTX_OP_vshr)
        && !gi_ptx_has(instruction, GI_PTX_M_WRAP) && !gi_ptx_has(instruction, GI_PTX_M_CLAMP)) {
        gi_emit_wrong(emit, "it says neither .wrap nor .clamp");
        return;
    }
    value = source(emit, &instruction->operands[1], first);
    value = computed(emit, instruction, value,
                     source(emit, &instruction->operands[2], gi_ptx_type_at(instruction, 0)));
    if (gi_ptx_has(instruction, GI_PTX_M_SAT))
        value = saturated(emit, value, bits, is_signed, up);
    value = gi_emit_1(emit, GiOpUConvert, GI_KIND_U32, value);
    if (with_c)
        c = gi_emit_get(emit, &instruction->operands[3], GI_KIND_U32);
    value = second(emit, instruction, is_signed, value, c);
    if (to->selector.length)
        value = gi_emit_with_field(emit, c, value, at, bits);
    gi_emit_put(emit, to, value, false);
}

/* A product without a sign and a signed number, of which the product or the number is negated: the
 * sum has 65 bits and a sign. Shifted right, its lower 64. */
static gi_id long_sum(struct gi_emit *emit, gi_id product, gi_id c, bool minus, uint32_t shift)
{
    gi_id low = minus ? op2(emit, GiOpISub, c, product) : op2(emit, GiOpIAdd, product, c);
    gi_id high = op2(emit, GiOpShiftRightArithmetic, c, s64(emit, 63));
    gi_id turns = minus ? gi_emit_2(emit, GiOpULessThan, c, product)
                           : gi_emit_2(emit, GiOpULessThan, low, product);

    turns = gi_emit_either(emit, GI_KIND_U64, turns, 1, 0);
    high = op2(emit, minus ? GiOpISub : GiOpIAdd, high, turns);
    if (!shift)
        return low;
    low = op2(emit, GiOpShiftRightLogical, low, s64(emit, shift));
    high = op2(emit, GiOpShiftLeftLogical, high, s64(emit, 64 - shift));
    return op2(emit, GiOpBitwiseOr, low, high);
}

void gi_emit_vmad(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *in = &instruction->operands[1];
    enum gi_ptx_type first = gi_ptx_type_at(instruction, 1), other = gi_ptx_type_at(instruction, 0);
    bool minus = in[0].negated != in[1].negated;
    bool is_signed = gi_emit_signed(first) || gi_emit_signed(other) || minus || in[2].negated;
    uint32_t shift = gi_ptx_has(instruction, GI_PTX_M_SHR7) ? 7
        : gi_ptx_has(instruction, GI_PTX_M_SHR15) ? 15 : 0;
    bool is_long = is_signed && !gi_emit_signed(first) && !gi_emit_signed(other);
    gi_id value, c;

    value = source(emit, &in[0], first);
    value = op2(emit, GiOpIMul, value, source(emit, &in[1], other));
    if (minus && !is_long)
        value = gi_emit_1(emit, GiOpSNegate, GI_KIND_U64, value);
    c = gi_emit_get(emit, &in[2], GI_KIND_U32);
    c = is_signed ? gi_emit_extend(emit, c, GI_KIND_U64)
        : gi_emit_1(emit, GiOpUConvert, GI_KIND_U64, c);
    if (in[2].negated)
        c = gi_emit_1(emit, GiOpSNegate, GI_KIND_U64, c);
    value = is_long ? long_sum(emit, value, c, minus, shift) : op2(emit, GiOpIAdd, value, c);
    if (gi_ptx_has(instruction, GI_PTX_M_PO))
        value = op2(emit, GiOpIAdd, value, s64(emit, 1));
    if (shift && !is_long)
        value = op2(emit, is_signed ? GiOpShiftRightArithmetic : GiOpShiftRightLogical, value,
                    s64(emit, shift));
    if (gi_ptx_has(instruction, GI_PTX_M_SAT))
        value = saturated(emit, value, 32, is_signed, !is_signed);
    gi_emit_put(emit, &instruction->operands[0],
                gi_emit_1(emit, GiOpUConvert, GI_KIND_U32, value), false);
}

/* ---- two halves, or four bytes ---- */

static uint32_t lanes_of(const struct gi_ptx_instruction *instruction)
{
    switch (instruction->opcode) {
    case GI_PTX_OP_vadd2:
    case GI_PTX_OP_vsub2:
    case GI_PTX_OP_vavrg2:
    case GI_PTX_OP_vabsdiff2:
    case GI_PTX_OP_vmin2:
    case GI_PTX_OP_vmax2:
    case GI_PTX_OP_vset2:
        return 2;
    default:
        return 4;
    }
}

/* Which part of {b, a} a lane takes: the digits of .h10 or .b3210, the highest lane first. */
static bool chosen_part(const struct gi_ptx_operand *operand, bool is_b, uint32_t lanes,
                        uint32_t lane, uint32_t *out_part)
{
    struct gi_ptx_text text = operand->selector;

    *out_part = lane + (is_b ? lanes : 0);
    if (text.length == 0)
        return true;
    if (text.length != lanes + 1 || text.start[0] != (lanes == 2 ? 'h' : 'b'))
        return false;
    *out_part = (uint32_t)(text.start[lanes - lane] - '0');
    return *out_part < 2 * lanes;
}

/* Whether a lane is written: .h10, .h0, .b320, ... of the destination; all where there is none. */
static bool is_written(const struct gi_ptx_operand *to, uint32_t lane)
{
    return to->selector.length == 0
        || memchr(to->selector.start + 1, (int)('0' + lane), to->selector.length - 1);
}

static bool mask_is_right(const struct gi_ptx_operand *to, uint32_t lanes)
{
    struct gi_ptx_text text = to->selector;
    char least = (char)('0' + lanes);

    for (uint32_t i = 1; i < text.length; i++) {
        if (text.start[i] >= least || text.start[i] < '0')
            return false;
        least = text.start[i];
    }
    return text.length == 0
        || (text.length > 1 && text.start[0] == (lanes == 2 ? 'h' : 'b'));
}

static gi_id lane_source(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         bool is_b, uint32_t lanes, uint32_t lane)
{
    const struct gi_ptx_operand *operand = &instruction->operands[is_b ? 2 : 1];
    uint32_t bits = 32 / lanes, part;

    if (!chosen_part(operand, is_b, lanes, lane, &part)) {
        gi_emit_wrong(emit, "it selects no parts of two words");
        return GI_NO_ID;
    }
    return extended(emit, gi_emit_get(emit, &instruction->operands[part < lanes ? 1 : 2],
                                      GI_KIND_U32), part % lanes * bits, bits,
                    gi_emit_signed(gi_ptx_type_at(instruction, is_b ? 0 : 1)));
}

void gi_emit_video_lanes(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *to = &instruction->operands[0];
    uint32_t lanes = lanes_of(instruction), bits = 32 / lanes;
    bool is_signed = !is_vset(instruction) && gi_emit_signed(gi_ptx_type_at(instruction, 2));
    gi_id result = gi_emit_get(emit, &instruction->operands[3], GI_KIND_U32);

    if (!mask_is_right(to, lanes)) {
        gi_emit_wrong(emit, "it writes no such parts of a word");
        return;
    }
    for (uint32_t lane = 0; lane < lanes; lane++) {
        gi_id value;

        if (!is_written(to, lane))
            continue;
        value = lane_source(emit, instruction, false, lanes, lane);
        value = computed(emit, instruction, value,
                         lane_source(emit, instruction, true, lanes, lane));
        if (gi_ptx_has(instruction, GI_PTX_M_SAT))
            value = saturated(emit, value, bits, is_signed, false);
        value = gi_emit_1(emit, GiOpUConvert, GI_KIND_U32, value);
        if (gi_ptx_has(instruction, GI_PTX_M_ADD))
            result = op2(emit, GiOpIAdd, result, value);
        else
            result = gi_emit_with_field(emit, result, value, lane * bits, bits);
    }
    gi_emit_put(emit, to, result, false);
}
