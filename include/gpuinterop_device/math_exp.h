/** Exponentials, logarithms, powers, and hyperbolic functions. */
#ifndef GPUINTEROP_DEVICE_MATH_EXP_H
#define GPUINTEROP_DEVICE_MATH_EXP_H

#include "math_bits.h"

namespace gpuinterop_math {

/* e^(x.high + x.low) = 2^n * (1 + q): q and n. */
GPUINTEROP_FN wide exp_parts(wide x, int *out_n)
{
    double n = __builtin_rint(x.high * 0x1.71547652b82fep+0);
    wide r = sum(x.high - n * 0x1.62e42ff000000p-1, n * 0x1.718432a200000p-35);
    double p;

    r = fast_sum(r.high, r.low + (x.low - n * 0x1.3c7673007e5edp-69));
    p = poly(r.high, 0x1.0000000000000p-1, 0x1.5555555555557p-3, 0x1.5555555555556p-5,
             0x1.11111111100c9p-7, 0x1.6c16c16c162cap-10, 0x1.a01a01abf20adp-13,
             0x1.a01a01a6de478p-16, 0x1.71de0211bc37ep-19, 0x1.27e4db5238e9ap-22,
             0x1.af4e2bbb50609p-26, 0x1.1f732921c514bp-29);
    *out_n = (int)n;
    return fast_sum(r.high, r.low + (r.high * r.high * p + r.high * r.low));
}

GPUINTEROP_LONG_FN double exponential(wide x)
{
    wide q;
    int n;

    if (is_nan(x.high))
        return x.high;
    if (x.high > 710)
        return infinite_double();
    if (x.high < -746)
        return 0;
    q = exp_parts(x, &n);
    return scaled(1 + (q.high + q.low), n);
}

GPUINTEROP_FN double exponential(double x) { return exponential(wide{x, 0}); }

GPUINTEROP_FN double exponential_2(double x)
{
    if (!(__builtin_fabs(x) < 1100))
        return is_nan(x) ? x : x > 0 ? infinite_double() : 0;
    double n = __builtin_rint(x);
    wide r = product(wide{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}, x - n);
    int zero;
    wide q = exp_parts(r, &zero);
    return scaled(1 + (q.high + q.low), (int)n + zero);
}

GPUINTEROP_FN double exponential_10(double x)
{
    if (!(__builtin_fabs(x) < 400))
        return is_nan(x) ? x : x > 0 ? infinite_double() : 0;
    return exponential(product(wide{0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53}, x));
}

/* e^x - 1 for x from -40 to 709. */
GPUINTEROP_LONG_FN wide wide_exponential_minus_1(double x)
{
    int n;
    wide q = exp_parts(wide{x, 0}, &n);
    double power = power_of_two(n);

    /* 2^n - 1 is exact, but for large n, where it does not matter. */
    wide r = sum(power - 1, q.high * power);
    return fast_sum(r.high, r.low + q.low * power);
}

GPUINTEROP_LONG_FN double exponential_minus_1(double x)
{
    if (!(x < 709))
        return exponential(x);
    if (x < -40)
        return -1;
    return __builtin_fabs(x) < 0x1p-54 ? x : wide_exponential_minus_1(x).high;
}

/* The logarithm of a positive finite x.high + x.low. */
GPUINTEROP_LONG_FN wide logarithm(wide x)
{
    int n;
    double m = take_apart(x.high, &n);
    double low = x.low == 0 ? 0 : scaled(x.low, -n);
    wide s = quotient(sum(sum(m, -1), low), sum(sum(m, 1), low));
    double z = s.high * s.high;
    double q = poly(z, 0x1.999999999999ap-2, 0x1.2492492492522p-2, 0x1.c71c71c6ea871p-3,
                    0x1.745d177aad02ap-3, 0x1.3b1395c881220p-3, 0x1.1118c9ee5b8a4p-3,
                    0x1.df7c5bc7c7563p-4, 0x1.e032e4d8436a1p-4);
    wide cube = product(product(s, s), s);
    wide r = sum(product(cube, wide{0x1.5555555555555p-1, 0x1.5555555555555p-55}),
                 cube.high * z * q);

    r = sum(wide{2 * s.high, 2 * s.low}, r);
    return sum(product(wide{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}, n), r);
}

GPUINTEROP_FN double special_logarithm(double x)
{
    return is_nan(x) ? x : x == 0 ? -infinite_double() : x < 0 ? nan_double() : x;
}

GPUINTEROP_FN double natural_logarithm(double x)
{
    if (!(x > 0) || is_infinite(x))
        return special_logarithm(x);
    return logarithm(wide{x, 0}).high;
}

GPUINTEROP_FN double logarithm_2(double x)
{
    if (!(x > 0) || is_infinite(x))
        return special_logarithm(x);
    return product(logarithm(wide{x, 0}), wide{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56}).high;
}

GPUINTEROP_FN double logarithm_10(double x)
{
    if (!(x > 0) || is_infinite(x))
        return special_logarithm(x);
    return product(logarithm(wide{x, 0}), wide{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}).high;
}

GPUINTEROP_FN double logarithm_1_plus(double x)
{
    if (!(x > -1) || is_infinite(x))
        return is_nan(x) ? x : x == -1 ? -infinite_double() : x < 0 ? nan_double() : x;
    if (__builtin_fabs(x) < 0x1p-54)
        return x;
    return logarithm(sum(1, x)).high;
}

/* x to y where x is positive and finite. */
GPUINTEROP_LONG_FN double power_of_positive(double x, double y)
{
    wide l = logarithm(wide{x, 0});
    double rough = l.high * y;

    if (!(__builtin_fabs(rough) < 800))
        return rough > 0 ? infinite_double() : 0;
    return exponential(product(l, y));
}

/* Whether a number is whole (1), and odd (2). */
GPUINTEROP_FN int wholeness(double y)
{
    if (__builtin_trunc(y) != y)
        return 0;
    return __builtin_trunc(y * 0.5) * 2 != y ? 2 : 1;
}

/* The limit of a power at infinities and zeros; base is without its sign. */
GPUINTEROP_FN double power_of_limit(double base, double y)
{
    return (base == 0) == (y < 0) ? infinite_double() : 0;
}

GPUINTEROP_LONG_FN double power(double x, double y)
{
    double base = __builtin_fabs(x), result;
    int whole;

    if (x == 1 || y == 0)
        return 1;
    if (is_nan(x) || is_nan(y))
        return nan_double();
    if (is_infinite(y)) {
        if (base == 1)
            return 1;
        return (base > 1) == (y > 0) ? infinite_double() : 0;
    }
    whole = wholeness(y);
    if (base == 0 || is_infinite(base))
        result = power_of_limit(base, y);
    else if (x < 0 && !whole)
        return nan_double();
    else
        result = power_of_positive(base, y);
    return is_negative(x) && whole == 2 ? -result : result;
}

GPUINTEROP_FN double hyperbolic_sine(double x)
{
    double a = __builtin_fabs(x), e;

    if (a > 709)
        return with_sign(exponential(a - 709) * 0x1.d422d2be5dc9bp+1021 * 2, x);
    e = exponential_minus_1(a);
    return with_sign(0.5 * (e + e / (e + 1)), x);
}

GPUINTEROP_FN double hyperbolic_cosine(double x)
{
    double a = __builtin_fabs(x), e;

    if (a > 709)
        return exponential(a - 709) * 0x1.d422d2be5dc9bp+1021 * 2;
    e = exponential(a);
    return 0.5 * e + 0.5 / e;
}

GPUINTEROP_FN double hyperbolic_tangent(double x)
{
    double a = __builtin_fabs(x);

    if (!(a < 20))
        return is_nan(x) ? x : with_sign(1.0, x);
    if (a < 0x1p-54)
        return x;
    wide e = wide_exponential_minus_1(2 * a);
    return with_sign(quotient(e, sum(e, 2)).high, x);
}

GPUINTEROP_FN double inverse_hyperbolic_sine(double x)
{
    double a = __builtin_fabs(x);

    if (a > 0x1p+28)
        return is_finite(x) ? with_sign(natural_logarithm(a) + 0x1.62e42fefa39efp-1, x) : x;
    if (a < 0x1p-28)
        return x;
    return with_sign(logarithm_1_plus(a + a * a / (1 + __builtin_sqrt(a * a + 1))), x);
}

GPUINTEROP_FN double inverse_hyperbolic_cosine(double x)
{
    double t = x - 1;

    if (!(x >= 1))
        return nan_double();
    if (x > 0x1p+28)
        return natural_logarithm(x) + 0x1.62e42fefa39efp-1;
    return logarithm_1_plus(t + __builtin_sqrt(t * (t + 2)));
}

GPUINTEROP_FN double inverse_hyperbolic_tangent(double x)
{
    double a = __builtin_fabs(x);

    if (!(a < 1))
        return a == 1 ? with_sign(infinite_double(), x) : nan_double();
    if (a < 0x1p-28)
        return x;
    return with_sign(0.5 * logarithm_1_plus(2 * a / (1 - a)), x);
}

} // namespace gpuinterop_math

#endif
