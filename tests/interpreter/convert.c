/* cvt. */
#include "floats.h"

static enum rounding whole_rounding(const struct gi_ptx_instruction *in)
{
    if (gi_ptx_has(in, GI_PTX_M_RZI))
        return TO_ZERO;
    if (gi_ptx_has(in, GI_PTX_M_RMI))
        return DOWN;
    return gi_ptx_has(in, GI_PTX_M_RPI) ? UP : NEAREST;
}

static bool rounds_to_whole(const struct gi_ptx_instruction *in)
{
    return gi_ptx_has(in, GI_PTX_M_RNI) || gi_ptx_has(in, GI_PTX_M_RZI)
        || gi_ptx_has(in, GI_PTX_M_RMI) || gi_ptx_has(in, GI_PTX_M_RPI);
}

static __int128 least_of(enum gi_ptx_type type)
{
    return is_signed(type) ? -((__int128)(type_mask(type) >> 1) + 1) : 0;
}

static __int128 most_of(enum gi_ptx_type type)
{
    return (__int128)(is_signed(type) ? type_mask(type) >> 1 : type_mask(type));
}

static uint64_t of_integer(const struct gi_ptx_instruction *in, enum gi_ptx_type to,
                           enum gi_ptx_type from, uint64_t value)
{
    __int128 number = is_signed(from) ? (__int128)signed_value(value, from) : (__int128)value;

    if (is_float(to)) {
        uint64_t bits = real_bits(format_of(to),
                                  real_of_integer(number < 0,
                                                  (uint64_t)(number < 0 ? -number : number)),
                                  rounding_of(in));

        return gi_ptx_has(in, GI_PTX_M_SAT) ? saturated_float(to, bits) : bits;
    }
    if (gi_ptx_has(in, GI_PTX_M_SAT))
        number = number < least_of(to) ? least_of(to) : number > most_of(to) ? most_of(to) : number;
    return (uint64_t)number;
}

/* NaN is zero, but the middle of the range where f64, s64 or u64 take part. */
static uint64_t to_integer(const struct gi_ptx_instruction *in, enum gi_ptx_type to,
                           enum gi_ptx_type from, struct real value)
{
    if (value.kind == NOT_A_NUMBER) {
        bool is_long = from == GI_PTX_T_F64 || gi_ptx_type_bytes(to) == 8;

        return is_long ? (type_mask(to) >> 1) + 1 : 0;
    }
    return (uint64_t)real_integer(real_whole(value, whole_rounding(in)), least_of(to),
                                  most_of(to));
}

/* cvt.ftz is about small numbers of f32: those of f16 stay. */
static uint64_t single_flushed(const struct gi_ptx_instruction *in, enum gi_ptx_type type,
                               uint64_t bits)
{
    return type == GI_PTX_T_F32 ? flushed(in, type, bits) : bits;
}

static uint64_t between_floats(const struct gi_ptx_instruction *in, enum gi_ptx_type to,
                               struct real value)
{
    uint64_t bits;

    if (rounds_to_whole(in))
        value = real_whole(value, whole_rounding(in));
    bits = single_flushed(in, to, real_bits(format_of(to), value, rounding_of(in)));
    if (gi_ptx_has(in, GI_PTX_M_RELU) && (value.minus || value.kind == NOT_A_NUMBER))
        bits = value.kind == NOT_A_NUMBER ? bits : 0;
    return gi_ptx_has(in, GI_PTX_M_SAT) ? saturated_float(to, bits) : bits;
}

static uint64_t converted(const struct gi_ptx_instruction *in, enum gi_ptx_type to,
                          enum gi_ptx_type from, uint64_t value)
{
    struct real number;

    if (!is_float(from))
        return of_integer(in, to, from, value);
    number = real_of(format_of(from), single_flushed(in, from, value));
    return is_float(to) ? between_floats(in, to, number)
        : to_integer(in, to, from, number);
}

/* cvt.pack: the second operand is the lowest number, and the third comes above both. */
static enum step pack(struct thread *thread, const struct gi_ptx_instruction *in,
                      enum gi_ptx_type to)
{
    uint32_t bits = to == GI_PTX_T_U2 || to == GI_PTX_T_S2 ? 2
        : to == GI_PTX_T_U4 || to == GI_PTX_T_S4 ? 4 : 8 * gi_ptx_type_bytes(to);
    bool has_sign = gi_ptx_type_class(to) == GI_PTX_SIGNED;
    int64_t most = (1 << (bits - has_sign)) - 1, least = has_sign ? -most - 1 : 0;
    uint64_t result = in->type_count == 3 ? value_at(thread, in, 3, GI_PTX_T_B32) : 0;

    for (uint32_t i = 1; i <= 2; i++) {
        int64_t value = (int32_t)value_at(thread, in, i, GI_PTX_T_S32);

        value = value < least ? least : value > most ? most : value;
        result = result << bits | ((uint64_t)value & ((1u << bits) - 1));
    }
    set_result(thread, in, GI_PTX_T_B32, (uint32_t)result);
    return NEXT;
}

/* ---- floats of 8 bits ---- */

static bool is_eight(enum gi_ptx_type type)
{
    return type == GI_PTX_T_E4M3X2 || type == GI_PTX_T_E5M2X2;
}

/* e4m3 is taken as numbers of 5 bits of exponent, 2^-8 times as large: so none is an infinity. */
static uint64_t to_eight(const struct gi_ptx_instruction *in, enum gi_ptx_type to,
                         struct real value)
{
    bool is_e4m3 = to == GI_PTX_T_E4M3X2;
    struct format format = { 5, is_e4m3 ? 3 : 2 };
    uint64_t largest = is_e4m3 ? 0x7e : 0x7b, sign = value.minus ? 0x80 : 0, bits;

    if (value.kind == NOT_A_NUMBER)
        return 0x7f;
    if (value.minus && gi_ptx_has(in, GI_PTX_M_RELU))
        return 0;
    value.minus = false;
    value.exponent -= is_e4m3 ? 8 : 0;
    bits = real_bits(format, value, NEAREST);
    return sign | (bits < largest ? bits : largest);
}

static uint64_t from_eight(const struct gi_ptx_instruction *in, enum gi_ptx_type from,
                           uint64_t bits)
{
    bool is_e4m3 = from == GI_PTX_T_E4M3X2;
    struct real value = real_of((struct format){ 5, is_e4m3 ? 3 : 2 }, bits & 0x7f);

    value.exponent += is_e4m3 ? 8 : 0;
    value.minus = bits >> 7;
    if (is_e4m3 && (bits & 0x7f) == 0x7f)
        value.kind = NOT_A_NUMBER;
    if (value.minus && value.kind != NOT_A_NUMBER && gi_ptx_has(in, GI_PTX_M_RELU))
        return 0;
    return real_bits(format_f16, value, NEAREST);
}

/* Of two f32 the first goes to the upper half. */
static enum step convert_eights(struct thread *thread, const struct gi_ptx_instruction *in,
                                enum gi_ptx_type to, enum gi_ptx_type from)
{
    uint64_t result = 0;

    for (uint32_t i = 0; i < 2; i++) {
        uint64_t value = value_at(thread, in, in->operand_count == 3 ? 2 - i : 1, from);

        if (is_eight(from)) {
            result |= from_eight(in, from, value >> 8 * i & 0xff) << 16 * i;
        } else {
            value = part_of(value, from, i);
            result |= to_eight(in, to, real_of(format_of(from), value)) << 8 * i;
        }
    }
    set_result(thread, in, to, result);
    return NEXT;
}

enum step op_cvt(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type to = type_of(in, 0), from = type_of(in, 1);
    uint64_t result;

    if (gi_ptx_has(in, GI_PTX_M_PACK))
        return pack(thread, in, to);
    if (is_eight(to) || is_eight(from))
        return convert_eights(thread, in, to, from);
    if (from == GI_PTX_T_TF32) {
        stop(thread, INTERPRETER_NOT_BUILT, "this conversion is not interpreted");
        return STAYS;
    }
    if (part_count(to) == 2) {  /* two operands, the first goes to the upper half */
        result = converted(in, part_type(to), from, value_at(thread, in, 2, from))
            | converted(in, part_type(to), from, value_at(thread, in, 1, from)) << 16;
    } else {
        result = converted(in, to, from, value_at(thread, in, 1, from));
    }
    set_result(thread, in, to, result);
    return NEXT;
}
