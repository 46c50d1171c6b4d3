/** Sine, cosine and tangent: an angle becomes a quadrant and a rest. */
#ifndef GPUINTEROP_DEVICE_MATH_ANGLE_H
#define GPUINTEROP_DEVICE_MATH_ANGLE_H

#include "math_bits.h"

namespace gpuinterop_math {

/* The digits of 2 / pi, for angles of any size. */
GPUINTEROP_LONG_FN unsigned long long two_over_pi(int word)
{
    static const __attribute__((device)) unsigned long long digits[20] = {
        0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
        0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
        0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full,
        0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull,
        0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull, 0xf0cfbc209af4361dull};

    return word < 0 ? 0 : digits[word];
}

/* 64 digits of 2 / pi from a bit on; the first bit behind the point is 0. */
GPUINTEROP_FN unsigned long long digits_from(int bit)
{
    int word = (bit + 64) / 64 - 1, shift = bit - word * 64;
    unsigned long long high = two_over_pi(word);

    return shift ? high << shift | two_over_pi(word + 1) >> (64 - shift) : high;
}

GPUINTEROP_FN unsigned long long high_product(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}

/* mantissa * 2^exponent * 2 / pi, without multiples of 4: two bits of quadrant and 126 behind the
 * point, in two words. */
GPUINTEROP_LONG_FN void turn(unsigned long long mantissa, int exponent,
                             unsigned long long *out_high, unsigned long long *out_low)
{
    /* The product's bit of value 2 comes from the digit with this number and those behind it. */
    int first = exponent - 2;
    unsigned long long a = digits_from(first), b = digits_from(first + 64);
    unsigned long long c = digits_from(first + 128);
    unsigned long long middle = mantissa * b + high_product(mantissa, c);
    unsigned long long carry = middle < mantissa * b;

    *out_high = mantissa * a + high_product(mantissa, b) + carry;
    *out_low = middle;
}

/* The rest of a large angle in [-pi/4, pi/4], and its quadrant. */
GPUINTEROP_LONG_FN wide rest_of_large(unsigned long long mantissa, int exponent, int *quadrant)
{
    unsigned long long high, low;
    wide rest;
    long long top;

    turn(mantissa, exponent, &high, &low);
    *quadrant = (int)(high >> 62) + (int)(high >> 61 & 1);
    top = (long long)(high << 2 | low >> 62);
    low <<= 2;
    /* The 32 upper bits, and the bits behind them, are exact doubles. */
    rest = sum((double)(top >> 32) * power_of_two(-32),
               (double)((unsigned long long)top << 32 >> 11 | low >> 43) * power_of_two(-85));
    return product(rest, wide{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54});
}

GPUINTEROP_LONG_FN wide rest_of(double x, int *quadrant)
{
    double n = __builtin_rint(x * 0x1.45f306dc9c883p-1);
    wide rest;

    if (__builtin_fabs(x) > 0x1p+20) {
        unsigned long long bits = bits_of(x);

        rest = rest_of_large((bits & 0xfffffffffffffull) | 0x10000000000000ull,
                             (int)(bits >> 52 & 0x7ff) - 1075, quadrant);
        if (is_negative(x)) {
            *quadrant = -*quadrant;
            rest = negated(rest);
        }
        return rest;
    }
    *quadrant = (int)n;
    /* Products of n, of 21 bits, and parts of 32 bits are exact. */
    rest = sum(x - n * 0x1.921fb54400000p+0, -n * 0x1.0b4611a600000p-34);
    rest = sum(rest, -n * 0x1.3198a2e000000p-69);
    return sum(rest, -n * 0x1.b839a252049c1p-104);
}

GPUINTEROP_FN double sine_of_rest(wide r)
{
    double z = r.high * r.high;
    double p = poly(z, -0x1.5555555555555p-3, 0x1.1111111111110p-7, -0x1.a01a01a01990ap-13,
                    0x1.71de3a545b148p-19, -0x1.ae6454093c147p-26, 0x1.61217781a8ccdp-33,
                    -0x1.ab13654fd392ap-41);

    return r.high + (r.high * z * p + r.low * (1 - 0.5 * z));
}

GPUINTEROP_FN double cosine_of_rest(wide r)
{
    double z = r.high * r.high;
    double p = poly(z, 0x1.5555555555555p-5, -0x1.6c16c16c16c16p-10, 0x1.a01a01a019cf6p-16,
                    -0x1.27e4fb7710638p-22, 0x1.1eed8de759d0dp-29, -0x1.9394b3581cec8p-37,
                    0x1.ab746999271a1p-45);
    wide half = product(r.high, 0.5 * r.high);
    wide base = fast_sum(1, -half.high);

    return base.high + (base.low + (z * z * p - half.low - r.high * r.low));
}

/* pi times the rest of x to the next half. */
GPUINTEROP_FN wide rest_of_half_turns(double x, int *quadrant)
{
    double n = __builtin_rint(x * 2), whole = n - 4 * __builtin_trunc(n * 0.25);

    *quadrant = (int)whole;
    return product(wide{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}, x - n * 0.5);
}

/* Floats. */

GPUINTEROP_FN float rest_of(float x, int *quadrant)
{
    float n = __builtin_rintf(x * 0x1.45f306p-1f), r;

    if (__builtin_fabsf(x) > 0x1p+16f) {
        unsigned int bits = bits_of(x);
        unsigned long long high, low;

        turn((bits & 0x7fffffu) | 0x800000u, (int)(bits >> 23 & 0xff) - 150, &high, &low);
        *quadrant = (int)(high >> 62) + (int)(high >> 61 & 1);
        long long top = (long long)(high << 2 | low >> 62);
        float first = (float)top, more = (float)(top - (long long)first);

        r = __builtin_fmaf(first, 0x1.921fb6p-64f,
                           __builtin_fmaf(first, -0x1.777a5cp-89f, more * 0x1.921fb6p-64f));
        *quadrant = is_negative(x) ? -*quadrant : *quadrant;
        return is_negative(x) ? -r : r;
    }
    *quadrant = (int)n;
    r = __builtin_fmaf(n, -0x1.921fb6p+0f, x);
    r = __builtin_fmaf(n, 0x1.777a5cp-25f, r);
    return __builtin_fmaf(n, 0x1.ee59dap-50f, r);
}

GPUINTEROP_FN float sine_of_rest(float r)
{
    float z = r * r;
    float p = poly(z, -0x1.555556p-3f, 0x1.11110ep-7f, -0x1.a01396p-13f, 0x1.6db8acp-19f);

    return __builtin_fmaf(r * z, p, r);
}

GPUINTEROP_FN float cosine_of_rest(float r)
{
    float z = r * r;
    float p = poly(z, 0x1.555554p-5f, -0x1.6c12c8p-10f, 0x1.9bd314p-16f);

    float half = 0.5f * z, base = 1 - half;

    return base + __builtin_fmaf(z * z, p, (1 - base) - half);
}

GPUINTEROP_FN float rest_of_half_turns(float x, int *quadrant)
{
    float n = __builtin_rintf(x * 2), r = __builtin_fmaf(n, -0.5f, x);

    *quadrant = (int)__builtin_fmaf(__builtin_truncf(n * 0.25f), -4.0f, n);
    return __builtin_fmaf(r, 0x1.921fb6p+1f, r * -0x1.777a5cp-24f);
}

/* Both. */

GPUINTEROP_FN double nan_like(double) { return nan_double(); }
GPUINTEROP_FN float nan_like(float) { return nan_float(); }

/* Whether the angle is so small that it is its own sine and tangent. */
GPUINTEROP_FN bool is_own_sine(double x) { return __builtin_fabs(x) < 0x1p-27; }
GPUINTEROP_FN bool is_own_sine(float x) { return x == 0; }

template <class Rest>
GPUINTEROP_TEMPLATE auto quadrant_sine(Rest rest, int quadrant) -> decltype(sine_of_rest(rest))
{
    auto value = quadrant & 1 ? cosine_of_rest(rest) : sine_of_rest(rest);

    return quadrant & 2 ? -value : value;
}

template <class _Tp> GPUINTEROP_TEMPLATE _Tp sine(_Tp x)
{
    int quadrant;

    if (!is_finite(x))
        return nan_like(x);
    if (is_own_sine(x))
        return x;
    auto rest = rest_of(x, &quadrant);
    return quadrant_sine(rest, quadrant);
}

template <class _Tp> GPUINTEROP_TEMPLATE _Tp cosine(_Tp x)
{
    int quadrant;

    if (!is_finite(x))
        return nan_like(x);
    auto rest = rest_of(x, &quadrant);
    return quadrant_sine(rest, quadrant + 1);
}

template <class _Tp> GPUINTEROP_TEMPLATE _Tp tangent(_Tp x)
{
    int quadrant;

    if (!is_finite(x))
        return nan_like(x);
    if (is_own_sine(x))
        return x;
    auto rest = rest_of(x, &quadrant);
    auto s = sine_of_rest(rest), c = cosine_of_rest(rest);
    return quadrant & 1 ? -c / s : s / c;
}

template <class _Tp> GPUINTEROP_TEMPLATE _Tp sine_pi(_Tp x)
{
    int quadrant;

    if (!is_finite(x))
        return nan_like(x);
    auto rest = rest_of_half_turns(x, &quadrant);
    auto value = quadrant_sine(rest, quadrant);
    return value == 0 ? with_sign(_Tp(0), x) : value;
}

template <class _Tp> GPUINTEROP_TEMPLATE _Tp cosine_pi(_Tp x)
{
    int quadrant;

    if (!is_finite(x))
        return nan_like(x);
    auto rest = rest_of_half_turns(x, &quadrant);
    auto value = quadrant_sine(rest, quadrant + 1);
    return value == 0 ? 0 : value;
}

} // namespace gpuinterop_math

#endif
