#include "kernel/translate/ptx/lane_number.h"

enum { LANES = 32, LANE_BITS = 5 };

/* Facts that a number has with another of the same fact, under sums and operations of bits. */
enum { KEPT = GI_PTX_LANES_SHARE | GI_PTX_IS_WHOLE | GI_PTX_IS_ROW | GI_PTX_IS_WIDTH };

typedef struct gi_ptx_lane_number number;

/* ---- operands -------------------------------------------------------------------------------- */

static uint64_t mask_of(enum gi_ptx_type type)
{
    uint32_t bytes = gi_ptx_type_bytes(type);

    return bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << bytes * 8) - 1;
}

static number constant(uint64_t value)
{
    uint8_t facts = GI_PTX_LANES_SHARE | GI_PTX_IS_CONSTANT;

    if (value % LANES == 0)
        facts |= GI_PTX_IS_WHOLE | GI_PTX_IS_WIDTH;
    if (value == 0)
        facts |= GI_PTX_IS_ROW;
    return (number){ facts, value };
}

/* Largest blocks have 1024, 1024 and 64 threads in a direction. */
static number special(const struct gi_ptx_operand *operand)
{
    static const uint64_t most[4] = { 1023, 1023, 63, 0 };

    switch (operand->index) {
    case GI_PTX_S_tid:
        return (number){ operand->part ? GI_PTX_LANES_SHARE | GI_PTX_IS_ROW : GI_PTX_COUNTS_LANES,
                         most[operand->part & 3] };
    case GI_PTX_S_ntid:
        return (number){ operand->part ? GI_PTX_LANES_SHARE : GI_PTX_LANES_SHARE | GI_PTX_IS_WIDTH,
                         most[operand->part & 3] + 1 };
    default:
        return gi_ptx_lanes_unknown();
    }
}

/* An operand of an instruction for numbers of a type. */
static number operand_of(const struct gi_ptx_instruction *instruction, uint32_t place,
                         enum gi_ptx_type type, const number *registers)
{
    const struct gi_ptx_operand *operand = &instruction->operands[place];

    switch (operand->kind) {
    case GI_PTX_INTEGER_VALUE:
        return constant(operand->value & mask_of(type));
    case GI_PTX_SPECIAL:
        return special(operand);
    case GI_PTX_REGISTER:
        return operand->selector.length ? gi_ptx_lanes_unknown() : registers[operand->index];
    default:
        return gi_ptx_lanes_unknown();
    }
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

/* Gives a result the facts that its greatest value has. */
static number bounded(uint8_t facts, uint64_t most, uint64_t mask)
{
    number known = { facts, most < mask ? most : mask };

    if (most == 0)
        return constant(0);
    return known;
}

static number added(number a, number b, uint64_t mask)
{
    uint8_t facts = a.facts & b.facts & KEPT;
    bool counts = (a.facts & GI_PTX_COUNTS_LANES && b.facts & GI_PTX_IS_WHOLE)
        || (b.facts & GI_PTX_COUNTS_LANES && a.facts & GI_PTX_IS_WHOLE);
    bool fits = a.most <= mask && b.most <= mask - a.most;

    return bounded(counts ? GI_PTX_COUNTS_LANES : facts, fits ? a.most + b.most : mask, mask);
}

static number subtracted(number a, number b, uint64_t mask)
{
    bool counts = a.facts & GI_PTX_COUNTS_LANES && b.facts & GI_PTX_IS_WHOLE;

    return bounded(counts ? GI_PTX_COUNTS_LANES : a.facts & b.facts & KEPT, mask, mask);
}

/* One bit of the result follows from the same bits of both. */
static number joined(number a, number b, bool is_and, uint64_t mask)
{
    number sum = added(a, b, mask);

    if (!is_and)                     /* with a whole number there are no carries from the lane */
        return bounded(sum.facts, sum.most, mask);
    if (a.facts & GI_PTX_COUNTS_LANES && b.facts & GI_PTX_IS_WHOLE)
        sum.facts = GI_PTX_IS_WHOLE | GI_PTX_IS_WIDTH | GI_PTX_LANES_SHARE;
    else if (b.facts & GI_PTX_COUNTS_LANES && a.facts & GI_PTX_IS_WHOLE)
        sum.facts = GI_PTX_IS_WHOLE | GI_PTX_IS_WIDTH | GI_PTX_LANES_SHARE;
    else if (a.facts & b.facts & GI_PTX_LANES_SHARE)
        sum.facts = (a.facts | b.facts) & KEPT;
    return bounded(sum.facts, a.most < b.most ? a.most : b.most, mask);
}

static number multiplied(number a, number b, uint64_t mask)
{
    uint8_t facts = a.facts & b.facts & GI_PTX_LANES_SHARE ? (a.facts | b.facts) & KEPT : 0;
    bool fits = a.most == 0 || b.most <= mask / a.most;

    if ((facts & (GI_PTX_IS_ROW | GI_PTX_IS_WIDTH)) == (GI_PTX_IS_ROW | GI_PTX_IS_WIDTH))
        facts |= GI_PTX_IS_WHOLE;
    return bounded(facts, fits ? a.most * b.most : mask, mask);
}

/* By a number of bits that the instruction names. */
static number shifted_left(number a, number by, uint64_t mask)
{
    uint8_t facts = a.facts & KEPT;
    bool fits = by.facts & GI_PTX_IS_CONSTANT && by.most < 64 && a.most <= mask >> by.most;

    if (!(by.facts & GI_PTX_IS_CONSTANT))
        return bounded(a.facts & by.facts & GI_PTX_LANES_SHARE, mask, mask);
    if (facts & GI_PTX_LANES_SHARE && by.most >= LANE_BITS)
        facts |= GI_PTX_IS_WHOLE | GI_PTX_IS_WIDTH;
    return bounded(facts, fits ? a.most << by.most : mask, mask);
}

/* A counted number is shared above the bits of its lane. */
static number shifted_right(number a, number by, bool has_sign, uint64_t mask)
{
    uint8_t facts = a.facts & by.facts & GI_PTX_LANES_SHARE;
    bool is_known = by.facts & GI_PTX_IS_CONSTANT && (!has_sign || a.most <= mask >> 1);

    if (by.facts & GI_PTX_IS_CONSTANT && by.most >= LANE_BITS && a.facts & GI_PTX_COUNTS_LANES)
        facts = GI_PTX_LANES_SHARE;
    if (!is_known)
        return bounded(facts, mask, mask);
    return bounded(facts, by.most < 64 ? a.most >> by.most : 0, mask);
}

static number divided(number a, number by, bool has_sign, uint64_t mask)
{
    uint8_t facts = a.facts & by.facts & GI_PTX_LANES_SHARE;

    if (has_sign && (a.most > mask >> 1 || by.most > mask >> 1))
        return bounded(facts, mask, mask);
    if (!(by.facts & GI_PTX_IS_CONSTANT) || by.most == 0)
        return bounded(facts, mask, mask);
    if (a.facts & GI_PTX_COUNTS_LANES && by.most % LANES == 0)
        facts = GI_PTX_LANES_SHARE;
    return bounded(facts, a.most / by.most, mask);
}

/* Some bits of a number, with its sign or without. */
static number field(number a, number place, number length, bool has_sign)
{
    uint8_t facts = a.facts & place.facts & length.facts & GI_PTX_LANES_SHARE;
    bool is_known = place.facts & GI_PTX_IS_CONSTANT && place.most < 64;

    if (is_known && place.most >= LANE_BITS && a.facts & GI_PTX_COUNTS_LANES)
        facts = length.facts & GI_PTX_LANES_SHARE;
    return bounded(facts, is_known && !has_sign ? a.most >> place.most : UINT64_MAX, UINT64_MAX);
}

/* To a type of as many bits or others. Lower bits stay; a sign is one of the upper bits. */
static number converted(number a, enum gi_ptx_type from, enum gi_ptx_type to)
{
    uint64_t lower = mask_of(from) < mask_of(to) ? mask_of(from) : mask_of(to);
    bool has_sign = gi_ptx_type_class(from) == GI_PTX_SIGNED && a.most > mask_of(from) >> 1;

    if (a.facts & GI_PTX_IS_CONSTANT && !has_sign)
        return constant(a.most & lower);
    return bounded(a.facts & (KEPT | GI_PTX_COUNTS_LANES),
                   has_sign ? mask_of(to) : a.most < lower ? a.most : lower, mask_of(to));
}

/* ---- instructions ---------------------------------------------------------------------------- */

static bool is_integer(enum gi_ptx_type type)
{
    enum gi_ptx_class of = gi_ptx_type_class(type);
    uint32_t bytes = gi_ptx_type_bytes(type);

    return (of == GI_PTX_UNSIGNED || of == GI_PTX_SIGNED || of == GI_PTX_BITS)
        && (bytes == 2 || bytes == 4 || bytes == 8);
}

/* A product that is as wide as its factors, or wider; with a third operand, their sum. */
static number product(const struct gi_ptx_instruction *instruction, const number *registers)
{
    enum gi_ptx_type type = instruction->types[0];
    bool is_wide = gi_ptx_has(instruction, GI_PTX_M_WIDE);
    bool has_sign = gi_ptx_type_class(type) == GI_PTX_SIGNED;
    uint64_t mask = mask_of(type), whole = is_wide && mask < UINT32_MAX ? UINT32_MAX
        : is_wide ? UINT64_MAX : mask;
    number a = operand_of(instruction, 1, type, registers);
    number b = operand_of(instruction, 2, type, registers), made;

    /* numbers below zero are not known to be the same with more bits */
    if (is_wide && has_sign && (a.most > mask >> 1 || b.most > mask >> 1))
        made = bounded(a.facts & b.facts & GI_PTX_LANES_SHARE, whole, whole);
    else
        made = multiplied(a, b, whole);
    if (instruction->operand_count == 3)
        return made;
    return added(made, operand_of(instruction, 3, is_wide ? GI_PTX_T_B64 : type, registers), whole);
}

static number of_two(const struct gi_ptx_instruction *instruction, number a, number b)
{
    enum gi_ptx_type type = instruction->types[0];
    uint64_t mask = mask_of(type);
    bool has_sign = gi_ptx_type_class(type) == GI_PTX_SIGNED;

    switch (instruction->opcode) {
    case GI_PTX_OP_add:
        return added(a, b, mask);
    case GI_PTX_OP_sub:
        return subtracted(a, b, mask);
    case GI_PTX_OP_and:
        return joined(a, b, true, mask);
    case GI_PTX_OP_or:
    case GI_PTX_OP_xor:
        return joined(a, b, false, mask);
    case GI_PTX_OP_shl:
        return shifted_left(a, b, mask);
    case GI_PTX_OP_shr:
        return shifted_right(a, b, has_sign, mask);
    case GI_PTX_OP_div:
        return divided(a, b, has_sign, mask);
    default:
        return gi_ptx_lanes_unknown();
    }
}

/* Arithmetic that drops upper bits alone: without modifiers, but for the half of a product. */
static bool is_modular(const struct gi_ptx_instruction *instruction)
{
    if (instruction->opcode == GI_PTX_OP_mul || instruction->opcode == GI_PTX_OP_mad)
        return instruction->modifier_count == 1 && (gi_ptx_has(instruction, GI_PTX_M_LO)
                                                    || gi_ptx_has(instruction, GI_PTX_M_WIDE));
    return instruction->modifier_count == 0;
}

static number plain_number(const struct gi_ptx_instruction *instruction, const number *registers)
{
    enum gi_ptx_type type = instruction->types[0];
    enum gi_ptx_type from = instruction->types[instruction->type_count - 1];
    number a = operand_of(instruction, 1, from, registers), b;

    switch (instruction->opcode) {
    case GI_PTX_OP_mov:
        return a;
    case GI_PTX_OP_cvt:
        return is_integer(from) ? converted(a, from, type) : gi_ptx_lanes_unknown();
    case GI_PTX_OP_mul:
    case GI_PTX_OP_mad:
        return instruction->operand_count >= 3 ? product(instruction, registers)
                                               : gi_ptx_lanes_unknown();
    case GI_PTX_OP_bfe:
        if (instruction->operand_count != 4)
            return gi_ptx_lanes_unknown();
        return field(a, operand_of(instruction, 2, GI_PTX_T_U32, registers),
                     operand_of(instruction, 3, GI_PTX_T_U32, registers),
                     gi_ptx_type_class(type) == GI_PTX_SIGNED);
    default:
        if (instruction->operand_count != 3)
            return gi_ptx_lanes_unknown();
        /* bits are counted by 32 bits, whatever they shift */
        b = operand_of(instruction, 2, instruction->opcode == GI_PTX_OP_shl
                       || instruction->opcode == GI_PTX_OP_shr ? GI_PTX_T_U32 : type, registers);
        return of_two(instruction, a, b);
    }
}

struct gi_ptx_lane_number gi_ptx_lane_number_of(const struct gi_ptx_instruction *instruction,
                                                const struct gi_ptx_lane_number *registers)
{
    bool is_known = instruction->type_count >= 1 && instruction->vector <= 1
        && instruction->operand_count >= 2 && instruction->operands[0].kind == GI_PTX_REGISTER
        && is_integer(instruction->types[0]) && is_modular(instruction);

    return is_known ? plain_number(instruction, registers) : gi_ptx_lanes_unknown();
}

/* ---- operations between lanes ---------------------------------------------------------------- */

static bool names_constant(const struct gi_ptx_instruction *instruction, uint32_t place,
                      const number *registers, uint64_t *out_value)
{
    number known = operand_of(instruction, place, GI_PTX_T_U32, registers);

    *out_value = known.most;
    return (known.facts & GI_PTX_IS_CONSTANT) != 0;
}

/* Without a mask, all that come. */
static bool names_all_lanes(const struct gi_ptx_instruction *instruction, const number *registers)
{
    uint64_t mask;

    return !gi_ptx_has(instruction, GI_PTX_M_SYNC)
        || (names_constant(instruction, instruction->operand_count - 1, registers, &mask)
            && mask == UINT32_MAX);
}

/* A lane that is none gives each its own word, and one of a segment each segment another. */
static bool reads_one_lane(const struct gi_ptx_instruction *instruction, const number *registers)
{
    uint64_t lane, limits;

    return gi_ptx_has(instruction, GI_PTX_M_IDX) && instruction->operand_count >= 4
        && names_constant(instruction, 2, registers, &lane)
        && names_constant(instruction, 3, registers, &limits)
        && limits < LANES && lane % LANES <= limits;
}

bool gi_ptx_gives_lanes_one(const struct gi_ptx_instruction *instruction,
                            const struct gi_ptx_lane_number *registers)
{
    switch (instruction->opcode) {
    case GI_PTX_OP_activemask:
        return true;
    case GI_PTX_OP_vote:
    case GI_PTX_OP_redux:
        return instruction->operand_count >= 2 && names_all_lanes(instruction, registers);
    case GI_PTX_OP_shfl:
        return reads_one_lane(instruction, registers) && names_all_lanes(instruction, registers);
    default:
        return false;
    }
}
