#include "real.h"

#include <string.h>

const struct format format_f16 = { 5, 10 };
const struct format format_bf16 = { 8, 7 };
const struct format format_f32 = { 8, 23 };
const struct format format_f64 = { 11, 52 };

enum { TOP = 124 };             /* where the first digit stands for a sum */

static int bias(struct format format)
{
    return (1 << (format.exponent_bits - 1)) - 1;
}

uint64_t sign_bit(struct format format)
{
    return 1ull << (format.exponent_bits + format.fraction_bits);
}

static uint64_t infinity(struct format format)
{
    return ((1ull << format.exponent_bits) - 1) << format.fraction_bits;
}

static uint64_t fraction_mask(struct format format)
{
    return (1ull << format.fraction_bits) - 1;
}

bool is_small(struct format format, uint64_t bits)
{
    return (bits & infinity(format)) == 0 && (bits & fraction_mask(format)) != 0;
}

struct real real_of(struct format format, uint64_t bits)
{
    int exponent = (int)((bits & infinity(format)) >> format.fraction_bits);
    uint64_t fraction = bits & fraction_mask(format);
    struct real value = { .kind = FINITE, .minus = (bits & sign_bit(format)) != 0 };

    if (exponent == (1 << format.exponent_bits) - 1) {
        value.kind = fraction ? NOT_A_NUMBER : INFINITE;
    } else if (exponent == 0) {
        value.kind = fraction ? FINITE : ZERO;
        value.digits = fraction;
        value.exponent = 1 - bias(format) - format.fraction_bits;
    } else {
        value.digits = fraction | 1ull << format.fraction_bits;
        value.exponent = exponent - bias(format) - format.fraction_bits;
    }
    return value;
}

struct real real_of_integer(bool minus, uint64_t amount)
{
    return (struct real){ .kind = amount ? FINITE : ZERO, .minus = amount && minus,
                          .digits = amount };
}

static int highest(unsigned __int128 digits)
{
    uint64_t upper = (uint64_t)(digits >> 64);

    return upper ? 127 - __builtin_clzll(upper) : 63 - __builtin_clzll((uint64_t)digits);
}

/* Shifts right; what falls off makes the last digit 1. */
static unsigned __int128 shifted(unsigned __int128 digits, int by)
{
    unsigned __int128 kept;

    if (by <= 0)
        return digits << -by;
    if (by > 127)
        return digits != 0;
    kept = digits >> by;
    return kept | ((kept << by) != digits);
}

/* Drops digits below 2^lost by the rounding. */
static unsigned __int128 rounded(unsigned __int128 digits, int lost, bool minus,
                                 enum rounding rounding)
{
    unsigned __int128 kept, rest, half;

    if (lost <= 0)
        return digits << -lost;
    if (lost > 126) {
        kept = 0;
        rest = digits != 0;
        half = 2;
    } else {
        kept = digits >> lost;
        rest = digits - (kept << lost);
        half = (unsigned __int128)1 << (lost - 1);
    }
    if (rest == 0)
        return kept;
    switch (rounding) {
    case NEAREST:
        return kept + (rest > half || (rest == half && (kept & 1)));
    case DOWN:
        return kept + minus;
    case UP:
        return kept + !minus;
    case TO_ZERO:
        break;
    }
    return kept;
}

static uint64_t overflowed(struct format format, bool minus, enum rounding rounding)
{
    bool stays = rounding == TO_ZERO || (rounding == DOWN && !minus) || (rounding == UP && minus);

    return (minus ? sign_bit(format) : 0) | (infinity(format) - stays);
}

uint64_t real_bits(struct format format, struct real value, enum rounding rounding)
{
    uint64_t sign = value.minus ? sign_bit(format) : 0;
    int least = 1 - bias(format) - format.fraction_bits;    /* exponent of the last digit */
    unsigned __int128 digits;
    int exponent;

    if (value.kind == NOT_A_NUMBER)     /* f64 has no canonical one; this is the usual */
        return format.fraction_bits == 52 ? 0x7ff8000000000000ull
            : infinity(format) | fraction_mask(format);
    if (value.kind == INFINITE)
        return sign | infinity(format);
    if (value.kind == ZERO)
        return sign;
    exponent = value.exponent + highest(value.digits) - format.fraction_bits;
    if (exponent < least)
        exponent = least;
    digits = rounded(value.digits, exponent - value.exponent, value.minus, rounding);
    if (digits == 0)
        return sign;
    if (highest(digits) > format.fraction_bits) {
        digits >>= 1;
        exponent++;
    }
    if (exponent > bias(format) - format.fraction_bits)
        return overflowed(format, value.minus, rounding);
    if (highest(digits) < format.fraction_bits)
        return sign | (uint64_t)digits;
    return sign | (((uint64_t)(exponent - least + 1) << format.fraction_bits)
                   + ((uint64_t)digits & fraction_mask(format)));
}

static struct real not_a_number(void)
{
    return (struct real){ .kind = NOT_A_NUMBER };
}

/* The same number with its first digit at TOP. */
static struct real raised(struct real value)
{
    int by = TOP - highest(value.digits);

    value.digits = shifted(value.digits, -by);
    value.exponent -= by;
    return value;
}

static struct real add_finite(struct real a, struct real b, enum rounding rounding)
{
    struct real sum;

    a = raised(a);
    b = raised(b);
    if (a.exponent < b.exponent) {
        struct real swap = a;

        a = b;
        b = swap;
    }
    b.digits = shifted(b.digits, a.exponent - b.exponent);
    sum = a;
    if (a.minus == b.minus) {
        sum.digits = a.digits + b.digits;
    } else if (a.digits == b.digits) {
        sum = (struct real){ .kind = ZERO, .minus = rounding == DOWN };
    } else {
        sum.minus = a.digits > b.digits ? a.minus : b.minus;
        sum.digits = a.digits > b.digits ? a.digits - b.digits : b.digits - a.digits;
    }
    return sum;
}

struct real real_add(struct real a, struct real b, enum rounding rounding)
{
    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER
        || (a.kind == INFINITE && b.kind == INFINITE && a.minus != b.minus))
        return not_a_number();
    if (a.kind == INFINITE)
        return a;
    if (b.kind == INFINITE)
        return b;
    if (a.kind == ZERO && b.kind == ZERO) {
        a.minus = a.minus == b.minus ? a.minus : rounding == DOWN;
        return a;
    }
    if (a.kind == ZERO)
        return b;
    if (b.kind == ZERO)
        return a;
    return add_finite(a, b, rounding);
}

struct real real_mul(struct real a, struct real b)
{
    struct real product = { .kind = FINITE, .minus = a.minus != b.minus };

    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER
        || (a.kind == INFINITE && b.kind == ZERO) || (a.kind == ZERO && b.kind == INFINITE))
        return not_a_number();
    if (a.kind != FINITE || b.kind != FINITE) {
        product.kind = a.kind == INFINITE || b.kind == INFINITE ? INFINITE : ZERO;
        return product;
    }
    product.digits = a.digits * b.digits;       /* of 53 digits each */
    product.exponent = a.exponent + b.exponent;
    return product;
}

struct real real_div(struct real a, struct real b)
{
    struct real result = { .kind = FINITE, .minus = a.minus != b.minus };
    unsigned __int128 above;

    if (a.kind == NOT_A_NUMBER || b.kind == NOT_A_NUMBER || (a.kind == b.kind && a.kind != FINITE))
        return not_a_number();
    if (a.kind == INFINITE || b.kind == ZERO) {
        result.kind = INFINITE;
        return result;
    }
    if (a.kind == ZERO || b.kind == INFINITE) {
        result.kind = ZERO;
        return result;
    }
    a = raised(a);              /* b has 53 digits, so 71 at least come out */
    above = a.digits / b.digits;
    result.digits = above | (above * b.digits != a.digits);
    result.exponent = a.exponent - b.exponent;
    return result;
}

struct real real_sqrt(struct real a)
{
    struct real result = { .kind = FINITE };
    unsigned __int128 root = 0;

    if (a.kind == ZERO || a.kind == NOT_A_NUMBER)
        return a;
    if (a.minus)
        return not_a_number();
    if (a.kind == INFINITE)
        return a;
    a = raised(a);
    if (a.exponent % 2 != 0) {
        a.digits <<= 1;
        a.exponent--;
    }
    for (int digit = 63; digit >= 0; digit--) {
        unsigned __int128 more = root | (unsigned __int128)1 << digit;

        if (more * more <= a.digits && digit < 63)
            root = more;
    }
    result.digits = root << 1 | (root * root != a.digits);
    result.exponent = a.exponent / 2 - 1;
    return result;
}

struct real real_whole(struct real value, enum rounding rounding)
{
    if (value.kind != FINITE || value.exponent >= 0)
        return value;
    value.digits = rounded(value.digits, -value.exponent, value.minus, rounding);
    value.exponent = 0;
    if (value.digits == 0)
        value.kind = ZERO;
    return value;
}

__int128 real_integer(struct real whole, __int128 least, __int128 most)
{
    unsigned __int128 amount;

    if (whole.kind == ZERO || whole.kind == NOT_A_NUMBER)
        return 0;
    if (whole.kind == INFINITE || whole.exponent + highest(whole.digits) > 70)
        return whole.minus ? least : most;
    amount = shifted(whole.digits, -whole.exponent);
    if (whole.minus)
        return -(__int128)amount < least ? least : -(__int128)amount;
    return (__int128)amount > most ? most : (__int128)amount;
}

static int compare_amounts(struct real a, struct real b)
{
    struct real difference;

    if (a.kind == ZERO || b.kind == ZERO)
        return a.kind == b.kind ? 0 : a.kind == ZERO ? -1 : 1;
    if (a.kind == INFINITE || b.kind == INFINITE)
        return a.kind == b.kind ? 0 : a.kind == INFINITE ? 1 : -1;
    a.minus = false;
    b.minus = true;
    difference = add_finite(a, b, NEAREST);
    return difference.kind == ZERO ? 0 : difference.minus ? -1 : 1;
}

int real_compare(struct real a, struct real b)
{
    if (a.kind == ZERO && b.kind == ZERO)
        return 0;
    if (a.kind == ZERO)
        return b.minus ? 1 : -1;
    if (b.kind == ZERO || a.minus != b.minus)
        return a.minus ? -1 : 1;
    return a.minus ? -compare_amounts(a, b) : compare_amounts(a, b);
}

double real_double(struct real value)
{
    uint64_t bits = real_bits(format_f64, value, NEAREST);
    double result;

    memcpy(&result, &bits, sizeof(result));
    return result;
}
