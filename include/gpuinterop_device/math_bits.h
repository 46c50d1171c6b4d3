/** The parts of the math functions: bits of floats, polynomials, and numbers of twice the
 *  digits. Nothing here needs a fused multiply-add of doubles, and none does harm. */
#ifndef GPUINTEROP_DEVICE_MATH_BITS_H
#define GPUINTEROP_DEVICE_MATH_BITS_H

#include "qualifiers.h"

namespace gpuinterop_math {

GPUINTEROP_FN unsigned int bits_of(float x) { return __builtin_bit_cast(unsigned int, x); }
GPUINTEROP_FN float float_of(unsigned int bits) { return __builtin_bit_cast(float, bits); }
GPUINTEROP_FN unsigned long long bits_of(double x)
{
    return __builtin_bit_cast(unsigned long long, x);
}
GPUINTEROP_FN double double_of(unsigned long long bits)
{
    return __builtin_bit_cast(double, bits);
}

GPUINTEROP_FN bool is_nan(float x) { return (bits_of(x) << 1) > 0xff000000u; }
GPUINTEROP_FN bool is_nan(double x) { return (bits_of(x) << 1) > 0xffe0000000000000ull; }
GPUINTEROP_FN bool is_finite(float x) { return (bits_of(x) << 1) < 0xff000000u; }
GPUINTEROP_FN bool is_finite(double x) { return (bits_of(x) << 1) < 0xffe0000000000000ull; }
GPUINTEROP_FN bool is_infinite(float x) { return (bits_of(x) << 1) == 0xff000000u; }
GPUINTEROP_FN bool is_infinite(double x) { return (bits_of(x) << 1) == 0xffe0000000000000ull; }
GPUINTEROP_FN bool is_negative(float x) { return bits_of(x) >> 31; }
GPUINTEROP_FN bool is_negative(double x) { return bits_of(x) >> 63; }

GPUINTEROP_FN float infinite_float() { return float_of(0x7f800000u); }
GPUINTEROP_FN float nan_float() { return float_of(0x7fffffffu); }
GPUINTEROP_FN double infinite_double() { return double_of(0x7ff0000000000000ull); }
GPUINTEROP_FN double nan_double() { return double_of(0x7fffffffffffffffull); }

/* With the sign of another number. */
GPUINTEROP_FN float with_sign(float x, float sign)
{
    return float_of((bits_of(x) & 0x7fffffffu) | (bits_of(sign) & 0x80000000u));
}
GPUINTEROP_FN double with_sign(double x, double sign)
{
    return double_of((bits_of(x) & 0x7fffffffffffffffull) |
                     (bits_of(sign) & 0x8000000000000000ull));
}

/* A polynomial, the constant first. */
GPUINTEROP_FN float poly(float, float c) { return c; }
template <class... More> GPUINTEROP_TEMPLATE float poly(float x, float c, More... more)
{
    return __builtin_fmaf(x, poly(x, more...), c);
}
GPUINTEROP_FN double poly(double, double c) { return c; }
template <class... More> GPUINTEROP_TEMPLATE double poly(double x, double c, More... more)
{
    return x * poly(x, more...) + c;
}

/* Two to a power within the exponents of normal numbers. */
GPUINTEROP_FN float power_of_two_float(int n) { return float_of((unsigned int)(n + 127) << 23); }
GPUINTEROP_FN double power_of_two(int n)
{
    return double_of((unsigned long long)(n + 1023) << 52);
}

/* x times two to a power. Steps down leave room for all digits, so only the last one rounds. */
GPUINTEROP_FN float scaled(float x, int n)
{
    n = n > 300 ? 300 : n < -300 ? -300 : n;
    for (; n > 127; n -= 127)
        x *= power_of_two_float(127);
    for (; n < -126; n += 102)
        x *= power_of_two_float(-102);
    return x * power_of_two_float(n);
}
GPUINTEROP_FN double scaled(double x, int n)
{
    n = n > 2200 ? 2200 : n < -2200 ? -2200 : n;
    for (; n > 1023; n -= 1023)
        x *= power_of_two(1023);
    for (; n < -1022; n += 969)
        x *= power_of_two(-969);
    return x * power_of_two(n);
}

/* A positive number is mantissa * 2^exponent, with a mantissa from sqrt(1/2) to sqrt(2). */
GPUINTEROP_FN float take_apart(float x, int *exponent)
{
    int small = x < power_of_two_float(-126) ? 23 : 0;
    unsigned int bits = bits_of(small ? x * power_of_two_float(23) : x);
    int e = (int)((bits - 0x3f3504f3u) & 0xff800000u) >> 23;

    *exponent = e - small;
    return float_of(bits - ((unsigned int)e << 23));
}
GPUINTEROP_FN double take_apart(double x, int *exponent)
{
    int small = x < power_of_two(-1022) ? 52 : 0;
    unsigned long long bits = bits_of(small ? x * power_of_two(52) : x);
    long long e = (long long)(bits - 0x3fe6a09e667f3bcdull) >> 52;

    *exponent = (int)e - small;
    return double_of(bits - ((unsigned long long)e << 52));
}

/* The unevaluated sum of two doubles. */
struct wide {
    double high, low;
};

/* A sum and a product that are rounded by themselves: the compiler joins no product to them. The
 * functions below compute with the errors of single roundings. */
GPUINTEROP_FN double rounded_sum(double a, double b)
{
    double r;
    __asm__("add.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}
GPUINTEROP_FN double rounded_product(double a, double b)
{
    double r;
    __asm__("mul.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b));
    return r;
}

/* The sum of two numbers, the first of which is not smaller. */
GPUINTEROP_FN wide fast_sum(double a, double b)
{
    wide r;
    r.high = rounded_sum(a, b);
    r.low = rounded_sum(b, -rounded_sum(r.high, -a));
    return r;
}
GPUINTEROP_FN wide sum(double a, double b)
{
    wide r;
    r.high = rounded_sum(a, b);
    double rest = rounded_sum(r.high, -a);
    r.low = rounded_sum(rounded_sum(a, -rounded_sum(r.high, -rest)), rounded_sum(b, -rest));
    return r;
}
GPUINTEROP_FN wide product(double a, double b)
{
    wide r;
    r.high = rounded_product(a, b);
    r.low = __builtin_fma(a, b, -r.high);
    return r;
}
GPUINTEROP_FN wide sum(wide a, wide b)
{
    wide r = sum(a.high, b.high);
    return fast_sum(r.high, r.low + (a.low + b.low));
}
GPUINTEROP_FN wide sum(wide a, double b)
{
    wide r = sum(a.high, b);
    return fast_sum(r.high, r.low + a.low);
}
GPUINTEROP_FN wide product(wide a, double b)
{
    wide r = product(a.high, b);
    return fast_sum(r.high, r.low + a.low * b);
}
GPUINTEROP_FN wide product(wide a, wide b)
{
    wide r = product(a.high, b.high);
    return fast_sum(r.high, r.low + (a.high * b.low + a.low * b.high));
}
GPUINTEROP_FN wide quotient(wide a, wide b)
{
    double q = a.high / b.high;
    wide p = product(b, q);
    double rest = ((a.high - p.high) - p.low) + a.low;
    return fast_sum(q, rest / b.high);
}
GPUINTEROP_FN wide negated(wide a)
{
    wide r = {-a.high, -a.low};
    return r;
}

} // namespace gpuinterop_math

#endif
