/** Roots and lengths. */
#ifndef GPUINTEROP_DEVICE_MATH_ROOT_H
#define GPUINTEROP_DEVICE_MATH_ROOT_H

#include "math_whole.h"

namespace gpuinterop_math {

GPUINTEROP_FN double cube_root(double x)
{
    double a = __builtin_fabs(x), y, rest;
    int e, third;

    if (x == 0 || !is_finite(x))
        return x;
    e = exponent_of(a);
    third = (e + 3000) / 3 - 1000;
    a = scaled(a, -3 * third);          /* from 1 to 8 */
    y = 0.8 + a * (0.22 - a * 0.0092);
    for (int i = 0; i < 4; i++)
        y -= (y - a / (y * y)) * (1.0 / 3);
    wide square = product(y, y);
    rest = sum(product(square, y), -a).high;
    return with_sign(scaled(y - rest / (3 * square.high), third), x);
}

GPUINTEROP_FN float cube_root(float x)
{
    float a = __builtin_fabsf(x), y, square, low;
    int e, third;

    if (x == 0 || !is_finite(x))
        return x;
    e = exponent_of(a);
    third = (e + 300) / 3 - 100;
    a = scaled(a, -3 * third);
    y = 0.8f + a * (0.22f - a * 0.0092f);
    for (int i = 0; i < 3; i++)
        y -= (y - a / (y * y)) * (1.0f / 3);
    square = y * y;
    low = __builtin_fmaf(y, y, -square);
    y -= __builtin_fmaf(low, y, __builtin_fmaf(square, y, -a)) / (3 * square);
    return with_sign(scaled(y, third), x);
}

/* Sums of squares of up to four numbers, scaled by the largest one's exponent. */
template <class _Tp> GPUINTEROP_TEMPLATE int common_exponent(_Tp a, _Tp b, _Tp c, _Tp d)
{
    _Tp m = a > b ? a : b, n = c > d ? c : d;

    m = m > n ? m : n;
    return m == 0 ? 0 : exponent_of(m);
}

GPUINTEROP_FN double square_sum_root(double a, double b, double c, double d, bool inverted)
{
    int e = common_exponent(a, b, c, d);
    wide s;
    double root, rest;

    a = scaled(a, -e), b = scaled(b, -e), c = scaled(c, -e), d = scaled(d, -e);
    s = sum(sum(product(a, a), product(b, b)), sum(product(c, c), product(d, d)));
    if (s.high == 0)
        return inverted ? infinite_double() : 0;
    root = __builtin_sqrt(s.high);
    wide square = product(root, root);
    rest = (((s.high - square.high) - square.low) + s.low) / (2 * root);
    if (!inverted)
        return scaled(root + rest, e);
    return scaled(quotient(wide{1, 0}, wide{root, rest}).high, -e);
}

GPUINTEROP_FN float square_sum_root(float a, float b, float c, float d, bool inverted)
{
    int e = common_exponent(a, b, c, d);
    float s;

    a = scaled(a, -e), b = scaled(b, -e), c = scaled(c, -e), d = scaled(d, -e);
    s = __builtin_fmaf(a, a, __builtin_fmaf(b, b, __builtin_fmaf(c, c, d * d)));
    if (!inverted)
        return scaled(__builtin_sqrtf(s), e);
    return s == 0 ? infinite_float() : scaled(1 / __builtin_sqrtf(s), -e);
}

/* A length is infinite if one coordinate is, whatever the others are. */
template <class _Tp> GPUINTEROP_TEMPLATE _Tp length(_Tp a, _Tp b, _Tp c, _Tp d, bool inverted)
{
    a = with_sign(a, (_Tp)0), b = with_sign(b, (_Tp)0);
    c = with_sign(c, (_Tp)0), d = with_sign(d, (_Tp)0);
    if (is_infinite(a) || is_infinite(b) || is_infinite(c) || is_infinite(d))
        return inverted ? (_Tp)0 : (_Tp)infinite_float();
    if (is_nan(a) || is_nan(b) || is_nan(c) || is_nan(d))
        return (_Tp)nan_float();
    return square_sum_root(a, b, c, d, inverted);
}

/* A vector of any number of coordinates. */
template <class _Tp> GPUINTEROP_TEMPLATE _Tp length(int count, const _Tp *all, bool inverted)
{
    _Tp largest = 0, s = 0;
    int e;

    for (int i = 0; i < count; i++) {
        _Tp a = with_sign(all[i], (_Tp)0);

        if (is_infinite(a))
            return inverted ? (_Tp)0 : a;
        largest = a > largest || is_nan(a) ? a : largest;
        if (is_nan(a))
            s = a;
    }
    if (is_nan(s) || largest == 0)
        return is_nan(s) ? s : inverted ? (_Tp)infinite_float() : (_Tp)0;
    e = exponent_of(largest);
    for (int i = 0; i < count; i++) {
        _Tp a = scaled(all[i], -e);

        s += a * a;
    }
    s = sizeof(_Tp) == 4 ? (_Tp)__builtin_sqrtf((float)s) : (_Tp)__builtin_sqrt(s);
    return inverted ? scaled(1 / s, -e) : scaled(s, e);
}

GPUINTEROP_FN double inverse_root(double x)
{
    double root = __builtin_sqrt(x);

    if (!(x > 0) || is_infinite(x))
        return x == 0 ? with_sign(infinite_double(), x) : x > 0 ? 0 : nan_double();
    wide square = product(root, root);
    return quotient(wide{1, 0}, wide{root, ((x - square.high) - square.low) / (2 * root)}).high;
}

} // namespace gpuinterop_math

#endif
