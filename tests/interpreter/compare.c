/* Comparisons and choices. */
#include "floats.h"

/* Whether one of the modifiers is written. */
static bool any_of(const struct gi_ptx_instruction *in, enum gi_ptx_modifier a,
                   enum gi_ptx_modifier b, enum gi_ptx_modifier c)
{
    return gi_ptx_has(in, a) || gi_ptx_has(in, b) || gi_ptx_has(in, c);
}

/* order: -1, 0, 1, or 2 where one is NaN. The forms that end with u are true for NaN. */
static bool holds(const struct gi_ptx_instruction *in, int order)
{
    if (gi_ptx_has(in, GI_PTX_M_NUM))
        return order != 2;
    if (gi_ptx_has(in, GI_PTX_M_NAN_TEST))
        return order == 2;
    if (order == 2)
        return any_of(in, GI_PTX_M_EQU, GI_PTX_M_NEU, GI_PTX_M_LTU)
            || any_of(in, GI_PTX_M_LEU, GI_PTX_M_GTU, GI_PTX_M_GEU);
    if (any_of(in, GI_PTX_M_EQ, GI_PTX_M_EQU, GI_PTX_M_EQ))
        return order == 0;
    if (any_of(in, GI_PTX_M_NE, GI_PTX_M_NEU, GI_PTX_M_NE))
        return order != 0;
    if (any_of(in, GI_PTX_M_LT, GI_PTX_M_LTU, GI_PTX_M_LO))
        return order < 0;
    if (any_of(in, GI_PTX_M_LE, GI_PTX_M_LEU, GI_PTX_M_LS))
        return order <= 0;
    if (any_of(in, GI_PTX_M_GT, GI_PTX_M_GTU, GI_PTX_M_HI))
        return order > 0;
    return order >= 0;
}

static int order_of(struct thread *thread, const struct gi_ptx_instruction *in,
                    enum gi_ptx_type type, uint32_t part)
{
    uint64_t a = part_of(value_at(thread, in, 1, type), type, part);
    uint64_t b = part_of(value_at(thread, in, 2, type), type, part);

    if (is_float(type)) {
        struct format format = format_of(type);
        struct real x = real_of(format, flushed(in, type, a));
        struct real y = real_of(format, flushed(in, type, b));

        return x.kind == NOT_A_NUMBER || y.kind == NOT_A_NUMBER ? 2 : real_compare(x, y);
    }
    if (is_signed(type)) {
        int64_t x = signed_value(a, type), y = signed_value(b, type);

        return (x > y) - (x < y);
    }
    return (a > b) - (a < b);
}

/* Joins a result with the predicate that follows the operands, if there is one. */
static bool joined(struct thread *thread, const struct gi_ptx_instruction *in, bool value)
{
    bool other;

    if (in->operand_count < 4)
        return value;
    other = value_at(thread, in, 3, GI_PTX_T_PRED) != 0;
    if (gi_ptx_has(in, GI_PTX_M_AND))
        return value && other;
    if (gi_ptx_has(in, GI_PTX_M_OR))
        return value || other;
    return value != other;
}

/* Of packed floats, each part has its predicate; else the second one is of the opposite. */
enum step op_setp(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    bool value = holds(in, order_of(thread, in, type, 0));
    bool second = part_count(type) == 2 ? holds(in, order_of(thread, in, type, 1)) : !value;
    const struct gi_ptx_operand *result = &in->operands[0];

    value = joined(thread, in, value);
    second = joined(thread, in, second);
    if (result->kind != GI_PTX_PAIR) {
        set_value(thread, result, GI_PTX_T_PRED, value);
        return NEXT;
    }
    set_value(thread, &result->to.items[0], GI_PTX_T_PRED, value);
    set_value(thread, &result->to.items[1], GI_PTX_T_PRED, second);
    return NEXT;
}

/* True is 1.0 for floats, all ones for integers. */
enum step op_set(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type to = type_of(in, 0), type = type_of(in, 1);
    uint64_t result = 0;

    for (uint32_t i = 0; i < part_count(type); i++) {
        bool value = joined(thread, in, holds(in, order_of(thread, in, type, i)));
        uint64_t bits = 0;

        if (value && is_float(to))
            bits = real_bits(format_of(to), real_of_integer(false, 1), NEAREST);
        else if (value)
            bits = part_count(type) == 2 ? 0xffff : type_mask(to);
        result |= bits << 16 * i;
    }
    set_result(thread, in, to, result);
    return NEXT;
}

enum step op_selp(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);

    set_result(thread, in, type,
               value_at(thread, in, value_at(thread, in, 3, GI_PTX_T_PRED) ? 1 : 2, type));
    return NEXT;
}

/* The first where the third is not below zero; -0 is not, NaN is. */
enum step op_slct(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0), by = type_of(in, 1);
    uint64_t chooser = value_at(thread, in, 3, by);
    bool first;

    if (is_float(by)) {
        struct real value = real_of(format_of(by), flushed(in, by, chooser));

        first = value.kind == ZERO || (value.kind != NOT_A_NUMBER && !value.minus);
    } else {
        first = signed_value(chooser, by) >= 0;
    }
    set_result(thread, in, type, value_at(thread, in, first ? 1 : 2, type));
    return NEXT;
}
