/* Arithmetic of integers. Everything is computed in 128 bits and cut to the type. */
#include "state.h"

static __int128 number(struct thread *thread, const struct gi_ptx_instruction *in, uint32_t index,
                       enum gi_ptx_type type)
{
    uint64_t value = value_at(thread, in, index, type);

    return is_signed(type) ? (__int128)signed_value(value, type) : (__int128)value;
}

static uint32_t width(enum gi_ptx_type type)
{
    return gi_ptx_type_bytes(type) * 8;
}

static uint64_t saturated(__int128 value)
{
    return (uint64_t)(value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value);
}

/* add, sub and both with a carry. The carry of a subtraction is its borrow. */
enum step op_add(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    bool minus = in->opcode == GI_PTX_OP_sub || in->opcode == GI_PTX_OP_subc;
    bool carries = in->opcode == GI_PTX_OP_addc || in->opcode == GI_PTX_OP_subc;
    unsigned __int128 a = value_at(thread, in, 1, type);
    unsigned __int128 b = value_at(thread, in, 2, type);
    unsigned __int128 sum;

    if (gi_ptx_has(in, GI_PTX_M_SAT)) {
        __int128 x = number(thread, in, 1, type), y = number(thread, in, 2, type);

        set_result(thread, in, type, saturated(minus ? x - y : x + y));
        return NEXT;
    }
    b += carries && thread->carry;
    sum = minus ? a - b : a + b;
    if (gi_ptx_has(in, GI_PTX_M_CC))
        thread->carry = (sum >> width(type) & 1) != 0;
    set_result(thread, in, type, (uint64_t)sum);
    return NEXT;
}

static enum gi_ptx_type wide(enum gi_ptx_type type)
{
    if (gi_ptx_type_bytes(type) == 2)
        return is_signed(type) ? GI_PTX_T_S32 : GI_PTX_T_U32;
    return is_signed(type) ? GI_PTX_T_S64 : GI_PTX_T_U64;
}

/* The half of the product that the instruction asks for, or all of it. */
static __int128 product(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    __int128 a = number(thread, in, 1, type), b = number(thread, in, 2, type);

    if (!gi_ptx_has(in, GI_PTX_M_HI))
        return (__int128)((unsigned __int128)a * (unsigned __int128)b);
    if (is_signed(type))
        return a * b >> width(type);
    return (__int128)((unsigned __int128)a * (unsigned __int128)b >> width(type));
}

/* mul, mad */
enum step op_mul(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    enum gi_ptx_type result = gi_ptx_has(in, GI_PTX_M_WIDE) ? wide(type) : type;
    __int128 value = product(thread, in);

    if (in->opcode == GI_PTX_OP_mad && gi_ptx_has(in, GI_PTX_M_CC))
        return op_madc(thread, in);
    if (in->opcode == GI_PTX_OP_mad && gi_ptx_has(in, GI_PTX_M_SAT)) {
        set_result(thread, in, type, saturated(value + number(thread, in, 3, type)));
        return NEXT;
    }
    if (in->opcode == GI_PTX_OP_mad)
        value += value_at(thread, in, 3, result);
    set_result(thread, in, result, (uint64_t)value);
    return NEXT;
}

/* madc, and mad with a carry out */
enum step op_madc(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    unsigned __int128 sum = (uint64_t)product(thread, in) & type_mask(type);

    sum += value_at(thread, in, 3, type);
    sum += in->opcode == GI_PTX_OP_madc && thread->carry;
    if (gi_ptx_has(in, GI_PTX_M_CC))
        thread->carry = (sum >> width(type) & 1) != 0;
    set_result(thread, in, type, (uint64_t)sum);
    return NEXT;
}

static int64_t low24(uint64_t value, bool has_sign)
{
    value &= 0xffffff;
    return has_sign && value >> 23 ? (int64_t)value - 0x1000000 : (int64_t)value;
}

/* mul24, mad24: .hi is bits 16 to 47 of the product */
enum step op_mul24(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    int64_t value = low24(value_at(thread, in, 1, type), is_signed(type))
        * low24(value_at(thread, in, 2, type), is_signed(type));

    if (gi_ptx_has(in, GI_PTX_M_HI))
        value >>= 16;
    if (in->opcode == GI_PTX_OP_mad24 && gi_ptx_has(in, GI_PTX_M_SAT)) {
        value = signed_value((uint64_t)value, type);
        set_result(thread, in, type, saturated(value + number(thread, in, 3, type)));
        return NEXT;
    }
    if (in->opcode == GI_PTX_OP_mad24)
        value += (int64_t)number(thread, in, 3, type);
    set_result(thread, in, type, (uint64_t)value);
    return NEXT;
}

/* div, rem. The manual leaves division by zero to the device: NVIDIA's give all ones, and the
 * dividend as the remainder. */
enum step op_div(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    __int128 a = number(thread, in, 1, type), b = number(thread, in, 2, type);
    bool remainder = in->opcode == GI_PTX_OP_rem;

    if (b == 0)
        set_result(thread, in, type, remainder ? (uint64_t)a : UINT64_MAX);
    else
        set_result(thread, in, type, (uint64_t)(remainder ? a % b : a / b));
    return NEXT;
}

enum step op_minmax(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    __int128 a = number(thread, in, 1, type), b = number(thread, in, 2, type);

    set_result(thread, in, type, (uint64_t)((in->opcode == GI_PTX_OP_min) == (a < b) ? a : b));
    return NEXT;
}

/* neg, abs */
enum step op_negate(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    __int128 a = number(thread, in, 1, type);

    set_result(thread, in, type, (uint64_t)(in->opcode == GI_PTX_OP_neg || a < 0 ? -a : a));
    return NEXT;
}

enum step op_sad(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    __int128 a = number(thread, in, 1, type), b = number(thread, in, 2, type);

    set_result(thread, in, type, (uint64_t)((a < b ? b - a : a - b) + number(thread, in, 3, type)));
    return NEXT;
}

static int64_t part(uint64_t value, uint32_t index, uint32_t bits, bool has_sign)
{
    uint64_t cut = value >> index * bits & ((1ull << bits) - 1);

    return has_sign && cut >> (bits - 1) ? (int64_t)cut - (1ll << bits) : (int64_t)cut;
}

/* dp4a: four bytes by four bytes; dp2a: two halves by the lower or upper two bytes */
enum step op_dot(struct thread *thread, const struct gi_ptx_instruction *in)
{
    bool two = in->opcode == GI_PTX_OP_dp2a;
    uint64_t a = value_at(thread, in, 1, GI_PTX_T_B32), b = value_at(thread, in, 2, GI_PTX_T_B32);
    uint64_t sum = value_at(thread, in, 3, GI_PTX_T_B32);
    uint32_t from = two && gi_ptx_has(in, GI_PTX_M_HI) ? 2 : 0;

    for (uint32_t i = 0; i < (two ? 2u : 4u); i++) {
        sum += (uint64_t)(part(a, i, two ? 16 : 8, is_signed(type_of(in, 0)))
                          * part(b, i + from, 8, is_signed(type_of(in, 1))));
    }
    set_result(thread, in, GI_PTX_T_B32, sum);
    return NEXT;
}
