/* Arithmetic of floats: exact, then rounded once as the instruction says. */
#include "floats.h"

#include <math.h>
#include <string.h>

struct format format_of(enum gi_ptx_type type)
{
    type = part_type(type);
    if (type == GI_PTX_T_F16)
        return format_f16;
    if (type == GI_PTX_T_BF16)
        return format_bf16;
    return type == GI_PTX_T_F64 ? format_f64 : format_f32;
}

enum gi_ptx_type part_type(enum gi_ptx_type type)
{
    return type == GI_PTX_T_F16X2 ? GI_PTX_T_F16 : type == GI_PTX_T_BF16X2 ? GI_PTX_T_BF16 : type;
}

uint32_t part_count(enum gi_ptx_type type)
{
    return part_type(type) == type ? 1 : 2;
}

uint64_t part_of(uint64_t value, enum gi_ptx_type type, uint32_t part)
{
    return part_count(type) == 1 ? value : value >> 16 * part & 0xffff;
}

enum rounding rounding_of(const struct gi_ptx_instruction *in)
{
    if (gi_ptx_has(in, GI_PTX_M_RZ))
        return TO_ZERO;
    if (gi_ptx_has(in, GI_PTX_M_RM))
        return DOWN;
    return gi_ptx_has(in, GI_PTX_M_RP) ? UP : NEAREST;
}

uint64_t flushed(const struct gi_ptx_instruction *in, enum gi_ptx_type type, uint64_t bits)
{
    struct format format = format_of(type);

    if (gi_ptx_has(in, GI_PTX_M_FTZ) && is_small(format, bits))
        return bits & sign_bit(format);
    return bits;
}

uint64_t saturated_float(enum gi_ptx_type type, uint64_t bits)
{
    struct format format = format_of(type);
    struct real value = real_of(format, bits);
    struct real one = real_of_integer(false, 1);

    if (value.kind == NOT_A_NUMBER || value.minus)
        return 0;
    if (value.kind == ZERO)
        return 0;
    return real_compare(value, one) > 0 ? real_bits(format, one, NEAREST) : bits;
}

typedef uint64_t computation(struct thread *thread, const struct gi_ptx_instruction *in,
                             enum gi_ptx_type type, const uint64_t *operands);

/* Computes each part of the operands. */
static enum step for_parts(struct thread *thread, const struct gi_ptx_instruction *in,
                           computation *compute)
{
    enum gi_ptx_type type = type_of(in, 0), part = part_type(type);
    uint64_t result = 0;

    for (uint32_t i = 0; i < part_count(type); i++) {
        uint64_t operands[3] = { 0, 0, 0 }, bits;

        for (uint32_t k = 1; k < in->operand_count && k < 4; k++) {
            operands[k - 1] = flushed(in, part, part_of(value_at(thread, in, k, type), type, i));
        }
        bits = flushed(in, part, compute(thread, in, part, operands));
        if (gi_ptx_has(in, GI_PTX_M_SAT))
            bits = saturated_float(part, bits);
        result |= bits << 16 * i;
    }
    set_result(thread, in, type, result);
    return NEXT;
}

static uint64_t add_or_multiply(struct thread *thread, const struct gi_ptx_instruction *in,
                                enum gi_ptx_type type, const uint64_t *operands)
{
    struct format format = format_of(type);
    enum rounding rounding = rounding_of(in);
    struct real a = real_of(format, operands[0]), b = real_of(format, operands[1]);

    (void)thread;
    if (in->opcode == GI_PTX_OP_mul)
        return real_bits(format, real_mul(a, b), rounding);
    if (in->opcode == GI_PTX_OP_sub)
        b.minus = !b.minus;
    return real_bits(format, real_add(a, b, rounding), rounding);
}

/* add, sub, mul */
enum step op_float_add(struct thread *thread, const struct gi_ptx_instruction *in)
{
    return for_parts(thread, in, add_or_multiply);
}

static uint64_t multiply_and_add(struct thread *thread, const struct gi_ptx_instruction *in,
                                 enum gi_ptx_type type, const uint64_t *operands)
{
    struct format format = format_of(type);
    enum rounding rounding = rounding_of(in);
    struct real product = real_mul(real_of(format, operands[0]), real_of(format, operands[1]));
    uint64_t bits;

    (void)thread;
    bits = real_bits(format, real_add(product, real_of(format, operands[2]), rounding), rounding);
    if (gi_ptx_has(in, GI_PTX_M_RELU) && real_of(format, bits).minus)
        return 0;
    return bits;
}

/* fma, mad */
enum step op_fma(struct thread *thread, const struct gi_ptx_instruction *in)
{
    return for_parts(thread, in, multiply_and_add);
}

static uint64_t divide(struct thread *thread, const struct gi_ptx_instruction *in,
                       enum gi_ptx_type type, const uint64_t *operands)
{
    struct format format = format_of(type);

    (void)thread;
    return real_bits(format, real_div(real_of(format, operands[0]), real_of(format, operands[1])),
                     rounding_of(in));
}

/* div; .approx and .full are right within bounds that the comparison knows */
enum step op_float_div(struct thread *thread, const struct gi_ptx_instruction *in)
{
    return for_parts(thread, in, divide);
}

/* NaN loses against a number, unless .NaN is written; -0 is less than +0. */
static uint64_t less_or_greater(struct thread *thread, const struct gi_ptx_instruction *in,
                                enum gi_ptx_type type, const uint64_t *operands)
{
    struct format format = format_of(type);
    struct real a = real_of(format, operands[0]), b = real_of(format, operands[1]);
    bool is_nan = a.kind == NOT_A_NUMBER, other_is_nan = b.kind == NOT_A_NUMBER;
    bool less;

    (void)thread;
    if ((is_nan && other_is_nan) || ((is_nan || other_is_nan) && gi_ptx_has(in, GI_PTX_M_NAN)))
        return real_bits(format, (struct real){ .kind = NOT_A_NUMBER }, NEAREST);
    if (is_nan || other_is_nan)
        return is_nan ? operands[1] : operands[0];
    less = a.kind == ZERO && b.kind == ZERO ? a.minus && !b.minus : real_compare(a, b) < 0;
    return (in->opcode == GI_PTX_OP_min) == less ? operands[0] : operands[1];
}

enum step op_float_minmax(struct thread *thread, const struct gi_ptx_instruction *in)
{
    return for_parts(thread, in, less_or_greater);
}

static uint64_t change_sign(struct thread *thread, const struct gi_ptx_instruction *in,
                            enum gi_ptx_type type, const uint64_t *operands)
{
    uint64_t sign = sign_bit(format_of(type));

    (void)thread;
    return in->opcode == GI_PTX_OP_neg ? operands[0] ^ sign : operands[0] & ~sign;
}

/* neg, abs */
enum step op_float_sign(struct thread *thread, const struct gi_ptx_instruction *in)
{
    return for_parts(thread, in, change_sign);
}

static uint64_t root_or_reciprocal(struct thread *thread, const struct gi_ptx_instruction *in,
                                   enum gi_ptx_type type, const uint64_t *operands)
{
    struct format format = format_of(type);
    struct real a = real_of(format, operands[0]);
    struct real one = real_of_integer(false, 1);

    (void)thread;
    if (in->opcode == GI_PTX_OP_sqrt)
        return real_bits(format, real_sqrt(a), rounding_of(in));
    if (in->opcode == GI_PTX_OP_rcp)
        return real_bits(format, real_div(one, a), rounding_of(in));
    if (a.kind == ZERO)         /* rsqrt keeps the sign of zero */
        return real_bits(format, real_div(one, a), NEAREST);
    a = real_of(format_f64, real_bits(format_f64, real_sqrt(a), NEAREST));
    return real_bits(format, real_div(one, a), NEAREST);
}

/* sqrt, rcp, rsqrt */
enum step op_root(struct thread *thread, const struct gi_ptx_instruction *in)
{
    return for_parts(thread, in, root_or_reciprocal);
}

static uint64_t approximation(struct thread *thread, const struct gi_ptx_instruction *in,
                              enum gi_ptx_type type, const uint64_t *operands)
{
    struct format format = format_of(type);
    double a = real_double(real_of(format, operands[0]));
    uint64_t bits;

    (void)thread;
    switch (in->opcode) {
    case GI_PTX_OP_sin:
        a = sin(a);
        break;
    case GI_PTX_OP_cos:
        a = cos(a);
        break;
    case GI_PTX_OP_ex2:
        a = exp2(a);
        break;
    case GI_PTX_OP_lg2:
        a = log2(a);
        break;
    default:
        a = tanh(a);
    }
    memcpy(&bits, &a, sizeof(bits));
    return real_bits(format, real_of(format_f64, bits), NEAREST);
}

/* sin, cos, ex2, lg2, tanh: the true value; devices come near it */
enum step op_approximate(struct thread *thread, const struct gi_ptx_instruction *in)
{
    return for_parts(thread, in, approximation);
}

/* The sign of the first operand on the second. */
static uint64_t copy_sign(struct thread *thread, const struct gi_ptx_instruction *in,
                          enum gi_ptx_type type, const uint64_t *operands)
{
    uint64_t sign = sign_bit(format_of(type));

    (void)thread;
    (void)in;
    return (operands[0] & sign) | (operands[1] & ~sign);
}

enum step op_copysign(struct thread *thread, const struct gi_ptx_instruction *in)
{
    return for_parts(thread, in, copy_sign);
}

enum step op_testp(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t bits = value_at(thread, in, 1, type);
    enum real_kind kind = real_of(format_of(type), bits).kind;
    bool small = is_small(format_of(type), bits);
    bool result;

    if (gi_ptx_has(in, GI_PTX_M_FINITE))
        result = kind == ZERO || kind == FINITE;
    else if (gi_ptx_has(in, GI_PTX_M_INFINITE))
        result = kind == INFINITE;
    else if (gi_ptx_has(in, GI_PTX_M_NUMBER))
        result = kind != NOT_A_NUMBER;
    else if (gi_ptx_has(in, GI_PTX_M_NOTANUMBER))
        result = kind == NOT_A_NUMBER;
    else if (gi_ptx_has(in, GI_PTX_M_NORMAL))
        result = kind == FINITE && !small;
    else
        result = small;
    set_result(thread, in, GI_PTX_T_PRED, result);
    return NEXT;
}
