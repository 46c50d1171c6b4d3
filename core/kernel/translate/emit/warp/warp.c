#include "kernel/translate/emit/warp/warp.h"

#include "kernel/translate/analyse/meeting.h"
#include "kernel/translate/analyse/order.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/warp/lanes.h"
#include "kernel/translate/emit/warp/matrix.h"

static gi_id is_equal(struct gi_emit *emit, gi_id a, gi_id b)
{
    return gi_emit_2(emit, GiOpIEqual, a, b);
}

/* ---- operands ---- */

/* The operand with the lanes that take part; NULL where there is none. */
static const struct gi_ptx_operand *mask_of(const struct gi_ptx_instruction *instruction)
{
    uint32_t place = instruction->opcode == GI_PTX_OP_shfl ? 4
        : instruction->opcode == GI_PTX_OP_activemask ? instruction->operand_count
        : instruction->opcode == GI_PTX_OP_elect ? 1
        : instruction->opcode == GI_PTX_OP_bar || instruction->opcode == GI_PTX_OP_barrier ? 0 : 2;

    return place < instruction->operand_count ? &instruction->operands[place] : NULL;
}

void gi_emit_warp_bring(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                        gi_id *out_values, gi_id *out_mask)
{
    const struct gi_ptx_operand *mask = mask_of(instruction);
    gi_id zero = u32(emit, 0), vote;

    for (uint32_t i = 0; i < GI_EMIT_LANE_WORDS; i++)
        out_values[i] = zero;
    if (gi_ptx_does(instruction, GI_PTX_ALL_LANES)) {
        gi_emit_matrix_bring(emit, instruction, out_values);
        *out_mask = u32(emit, UINT32_MAX);
        return;
    }
    *out_mask = mask ? gi_emit_get(emit, mask, GI_KIND_U32) : zero;
    if (instruction->operand_count < 2)
        return;
    switch (instruction->opcode) {
    case GI_PTX_OP_shfl:
    case GI_PTX_OP_redux:
        out_values[0] = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
        break;
    case GI_PTX_OP_vote:
        vote = gi_emit_get(emit, &instruction->operands[1], GI_KIND_PRED);
        out_values[0] = gi_emit_select(emit, vote, u32(emit, 1), zero);
        break;
    case GI_PTX_OP_match:
        if (gi_emit_words_brought(instruction) > 1)
            gi_emit_split64(emit, gi_emit_get(emit, &instruction->operands[1], GI_KIND_U64),
                            &out_values[0], &out_values[1]);
        else
            out_values[0] = gi_emit_get(emit, &instruction->operands[1], GI_KIND_U32);
        break;
    default:
        break;
    }
}

static bool has_known_type(const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    uint32_t bytes = gi_ptx_type_bytes(type);

    if (instruction->opcode == GI_PTX_OP_elect)
        return type == GI_PTX_T_NONE;
    if (instruction->opcode == GI_PTX_OP_vote && !gi_ptx_has(instruction, GI_PTX_M_BALLOT))
        return type == GI_PTX_T_PRED;
    return bytes == 4 || (bytes == 8 && instruction->opcode == GI_PTX_OP_match);
}

/* Comes together with the others. The mask: of those that take part and are there. */
static gi_id meet(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                  struct gi_emit_lanes *lanes)
{
    gi_id values[GI_EMIT_LANE_WORDS], mask;

    if (!has_known_type(instruction))
        gi_emit_refuse(emit, "this type of it is not built");
    gi_emit_warp_bring(emit, instruction, values, &mask);
    gi_emit_lanes_meet(emit, lanes, values, gi_emit_words_brought(instruction));
    return mask_of(instruction) ? op2(emit, GiOpBitwiseAnd, mask, lanes->here) : lanes->here;
}

/* The two destinations of d|p; the second is NULL where there is only one. */
static const struct gi_ptx_operand *destinations(const struct gi_ptx_instruction *instruction,
                                                 const struct gi_ptx_operand **out_second)
{
    const struct gi_ptx_operand *operand = &instruction->operands[0];

    *out_second = NULL;
    if (operand->kind != GI_PTX_PAIR)
        return operand;
    *out_second = &operand->to.items[1];
    return &operand->to.items[0];
}

/* ---- shuffles ---- */

/* The lane that a shuffle reads; *out_inside: whether it lies in the segment. */
static gi_id source_lane(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         gi_id lane, const gi_id *operands, gi_id *out_inside)
{
    gi_id low = u32(emit, GI_WARP_THREADS - 1);
    gi_id by = op2(emit, GiOpBitwiseAnd, operands[0], low);
    gi_id clamp = op2(emit, GiOpBitwiseAnd, operands[1], low);
    gi_id segment = op2(emit, GiOpBitwiseAnd,
                        op2(emit, GiOpShiftRightLogical, operands[1], u32(emit, 8)), low);
    gi_id rest = gi_emit_1(emit, GiOpNot, GI_KIND_U32, segment);
    gi_id first = op2(emit, GiOpBitwiseAnd, lane, segment);
    gi_id last = op2(emit, GiOpBitwiseOr, first, op2(emit, GiOpBitwiseAnd, clamp, rest));
    enum gi_spirv_opcode inside = GiOpSLessThanEqual;
    gi_id from;

    if (gi_ptx_has(instruction, GI_PTX_M_UP)) {
        from = op2(emit, GiOpISub, lane, by);
        inside = GiOpSGreaterThanEqual;
    } else if (gi_ptx_has(instruction, GI_PTX_M_DOWN)) {
        from = op2(emit, GiOpIAdd, lane, by);
    } else if (gi_ptx_has(instruction, GI_PTX_M_BFLY)) {
        from = op2(emit, GiOpBitwiseXor, lane, by);
    } else {
        from = op2(emit, GiOpBitwiseOr, first, op2(emit, GiOpBitwiseAnd, by, rest));
    }
    *out_inside = gi_emit_2(emit, inside, from, last);
    return gi_emit_select(emit, *out_inside, from, lane);
}

void gi_emit_shfl(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *inside, *result = destinations(instruction, &inside);
    gi_id operands[2], is_inside, from, word;
    struct gi_emit_lanes lanes;

    for (uint32_t i = 0; i < 2; i++)
        operands[i] = gi_emit_get(emit, &instruction->operands[2 + i], GI_KIND_U32);
    (void)meet(emit, instruction, &lanes);
    from = source_lane(emit, instruction, lanes.lane, operands, &is_inside);
    word = gi_emit_lanes_word(emit, &lanes, from, 0);
    gi_emit_put(emit, result, word, false);
    if (inside)
        gi_emit_put(emit, inside, is_inside, false);
}

/* ---- votes ---- */

void gi_emit_vote(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_lanes lanes;
    gi_id mask = meet(emit, instruction, &lanes);
    gi_id bits = op2(emit, GiOpBitwiseAnd, gi_emit_lanes_ballot(emit, &lanes), mask);
    gi_id none = is_equal(emit, bits, u32(emit, 0));
    gi_id all = is_equal(emit, bits, mask);

    if (gi_ptx_has(instruction, GI_PTX_M_BALLOT))
        gi_emit_put(emit, &instruction->operands[0], bits, false);
    else if (gi_ptx_has(instruction, GI_PTX_M_ALL))
        gi_emit_put(emit, &instruction->operands[0], all, false);
    else if (gi_ptx_has(instruction, GI_PTX_M_ANY))
        gi_emit_put(emit, &instruction->operands[0],
                    gi_emit_1(emit, GiOpLogicalNot, GI_KIND_PRED, none), false);
    else
        gi_emit_put(emit, &instruction->operands[0],
                    gi_emit_2(emit, GiOpLogicalOr, all, none), false);
}

void gi_emit_match(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *agrees, *result = destinations(instruction, &agrees);
    struct gi_emit_lanes lanes;
    gi_id mask = meet(emit, instruction, &lanes);
    gi_id same = op2(emit, GiOpBitwiseAnd, gi_emit_lanes_same(emit, &lanes), mask);
    gi_id all = is_equal(emit, same, mask);

    if (gi_ptx_has(instruction, GI_PTX_M_ALL))
        same = gi_emit_select(emit, all, mask, u32(emit, 0));
    gi_emit_put(emit, result, same, false);
    if (agrees)
        gi_emit_put(emit, agrees, all, false);
}

void gi_emit_activemask(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_lanes lanes;
    gi_id mask = meet(emit, instruction, &lanes);

    gi_emit_put(emit, &instruction->operands[0], mask, false);
}

void gi_emit_elect(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *leads, *result = destinations(instruction, &leads);
    struct gi_emit_lanes lanes;
    gi_id mask = meet(emit, instruction, &lanes);
    gi_id leader = gi_emit_glsl1(emit, GiGlslFindILsb, GI_KIND_U32, mask);

    gi_emit_put(emit, result, leader, false);
    if (leads)
        gi_emit_put(emit, leads, is_equal(emit, leader, lanes.lane), false);
}

void gi_emit_warp_barrier(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    (void)instruction;
    if (emit->meetings.way == GI_WARP_EXCHANGE)
        gi_emit_control_barrier(emit, GiScopeWorkgroup, gi_emit_orders_device(emit));
    else if (emit->meetings.way != GI_WARP_MACHINE)
        gi_emit_control_barrier(emit, GiScopeSubgroup, gi_emit_orders_device(emit));
}

/* ---- reductions ---- */

struct reducing {
    const struct gi_emit_lanes *lanes;
    enum gi_ptx_modifier what;
    bool is_signed;
    gi_id mask;
    gi_id none;                 /* the word that changes no result */
    gi_id result;               /* variable */
};

static gi_id reduce(struct gi_emit *emit, const struct reducing *reducing, gi_id a, gi_id b)
{
    bool is_signed = reducing->is_signed;

    if (reducing->what == GI_PTX_M_ADD)
        return op2(emit, GiOpIAdd, a, b);
    if (reducing->what == GI_PTX_M_AND)
        return op2(emit, GiOpBitwiseAnd, a, b);
    if (reducing->what == GI_PTX_M_OR)
        return op2(emit, GiOpBitwiseOr, a, b);
    if (reducing->what == GI_PTX_M_XOR)
        return op2(emit, GiOpBitwiseXor, a, b);
    if (reducing->what == GI_PTX_M_MIN)
        return gi_emit_glsl2(emit, is_signed ? GiGlslSMin : GiGlslUMin, GI_KIND_U32, a, b);
    return gi_emit_glsl2(emit, is_signed ? GiGlslSMax : GiGlslUMax, GI_KIND_U32, a, b);
}

static void reduce_lane(struct gi_emit *emit, void *context, gi_id lane)
{
    const struct reducing *reducing = context;
    gi_id bit = op2(emit, GiOpShiftLeftLogical, u32(emit, 1), lane);
    gi_id absent = op2(emit, GiOpBitwiseAnd, reducing->mask, bit);
    gi_id word;

    absent = is_equal(emit, absent, u32(emit, 0));
    word = gi_emit_lanes_word(emit, reducing->lanes, lane, 0);
    word = gi_emit_select(emit, absent, reducing->none, word);
    gi_emit_store(emit, reducing->result,
                  reduce(emit, reducing, gi_emit_load(emit, GI_KIND_U32, reducing->result), word));
}

static uint32_t neutral(enum gi_ptx_modifier what, bool is_signed)
{
    if (what == GI_PTX_M_AND)
        return UINT32_MAX;
    if (what == GI_PTX_M_MIN)
        return is_signed ? INT32_MAX : UINT32_MAX;
    return what == GI_PTX_M_MAX && is_signed ? (uint32_t)INT32_MAX + 1 : 0;
}

void gi_emit_redux(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    static const uint8_t all[] = { GI_PTX_M_ADD, GI_PTX_M_MIN, GI_PTX_M_MAX, GI_PTX_M_AND,
                                   GI_PTX_M_OR, GI_PTX_M_XOR };
    struct gi_emit_lanes lanes;
    struct reducing reducing = { .lanes = &lanes,
                                 .is_signed = gi_emit_signed(gi_ptx_type_at(instruction, 0)) };

    for (size_t i = 0; i < sizeof(all); i++) {
        if (gi_ptx_has(instruction, (enum gi_ptx_modifier)all[i]))
            reducing.what = (enum gi_ptx_modifier)all[i];
    }
    if (reducing.what == GI_PTX_M_NONE) {
        gi_emit_refuse(emit, "a reduction of this kind is not built");
        return;
    }
    reducing.none = u32(emit, neutral(reducing.what, reducing.is_signed));
    reducing.mask = meet(emit, instruction, &lanes);
    reducing.result = gi_emit_local(emit, GI_KIND_U32);
    gi_emit_store(emit, reducing.result, reducing.none);
    gi_emit_each_lane(emit, reduce_lane, &reducing);
    gi_emit_put(emit, &instruction->operands[0],
                gi_emit_load(emit, GI_KIND_U32, reducing.result), false);
}
