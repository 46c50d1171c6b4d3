/** Whole numbers in floats, their parts, and remainders. */
#ifndef GPUINTEROP_DEVICE_MATH_WHOLE_H
#define GPUINTEROP_DEVICE_MATH_WHOLE_H

#include "math_bits.h"

namespace gpuinterop_math {

GPUINTEROP_FN float away_from_zero(float x)
{
    float t = __builtin_truncf(x);
    return with_sign(__builtin_fabsf(x - t) >= 0.5f ? t + with_sign(1.0f, x) : t, x);
}
GPUINTEROP_FN double away_from_zero(double x)
{
    double t = __builtin_trunc(x);
    return with_sign(__builtin_fabs(x - t) >= 0.5 ? t + with_sign(1.0, x) : t, x);
}

/* The layout of a type. */
template <class _Tp> struct layout;
template <> struct layout<float> {
    typedef unsigned int bits;
    static constexpr int digits = 23, bias = 127, top = 0xff;
};
template <> struct layout<double> {
    typedef unsigned long long bits;
    static constexpr int digits = 52, bias = 1023, top = 0x7ff;
};

/* The exponent of a finite number that is not 0: it is at least 1 and less than 2 times that power
 * of two. */
template <class _Tp> GPUINTEROP_TEMPLATE int exponent_of(_Tp x)
{
    typedef layout<_Tp> form;
    int e = (int)(bits_of(x) >> form::digits & form::top);

    if (e == 0)
        e = (int)(bits_of(x * (_Tp)0x1p+60) >> form::digits & form::top) - 60;
    return e - form::bias;
}

template <class _Tp> GPUINTEROP_TEMPLATE _Tp split(_Tp x, int *exponent)
{
    *exponent = 0;
    if (x == 0 || !is_finite(x))
        return x;
    *exponent = exponent_of(x) + 1;
    return scaled(x, -*exponent);
}

template <class _Tp> GPUINTEROP_TEMPLATE _Tp fraction_of(_Tp x, _Tp *whole)
{
    _Tp t = sizeof(_Tp) == 4 ? (_Tp)__builtin_truncf((float)x) : (_Tp)__builtin_trunc(x);

    *whole = t;
    return with_sign(is_infinite(x) ? (_Tp)0 : x - t, x);
}

template <class _Tp> GPUINTEROP_TEMPLATE _Tp exponent_as_number(_Tp x)
{
    if (x == 0)
        return (_Tp)-infinite_float();
    return is_finite(x) ? (_Tp)exponent_of(x) : x * x;
}

GPUINTEROP_FN int exponent_as_integer(double x)
{
    if (x == 0 || is_nan(x))
        return -2147483647 - 1;
    return is_finite(x) ? exponent_of(x) : 2147483647;
}
GPUINTEROP_FN int exponent_as_integer(float x)
{
    if (x == 0 || is_nan(x))
        return -2147483647 - 1;
    return is_finite(x) ? exponent_of(x) : 2147483647;
}

/* The next number towards another. */
template <class _Tp> GPUINTEROP_TEMPLATE _Tp next_after(_Tp x, _Tp to)
{
    typename layout<_Tp>::bits bits = bits_of(x);

    if (is_nan(x) || is_nan(to))
        return x + to;
    if (x == to)
        return to;
    if (x == 0)
        return with_sign(__builtin_bit_cast(_Tp, (typename layout<_Tp>::bits)1), to);
    bits += (x < to) == (x > 0) ? 1 : -1;
    return __builtin_bit_cast(_Tp, bits);
}

/* The remainder of finite numbers without signs, b not 0, and the quotient's low bits. */
template <class _Tp> GPUINTEROP_TEMPLATE _Tp rest_of_division(_Tp a, _Tp b, unsigned int *quotient)
{
    typedef layout<_Tp> form;
    typedef typename form::bits bits;
    unsigned int q = 0;

    if (a >= b) {
        int ea = exponent_of(a), eb = exponent_of(b);
        bits hidden = (bits)1 << form::digits;
        bits ma = (bits)scaled(scaled(a, -ea), form::digits);
        bits mb = (bits)scaled(scaled(b, -eb), form::digits);

        for (int n = ea - eb; n >= 0; n--) {
            q = q << 1 | (ma >= mb);
            ma = ma >= mb ? ma - mb : ma;
            ma <<= n != 0;
        }
        a = scaled((_Tp)(ma & (hidden | (hidden - 1))), eb - form::digits);
    }
    *quotient = q;
    return a;
}

template <class _Tp> GPUINTEROP_TEMPLATE _Tp truncated_rest(_Tp x, _Tp y)
{
    unsigned int quotient;
    _Tp a = with_sign(x, (_Tp)0), b = with_sign(y, (_Tp)0);

    if (!is_finite(x) || is_nan(y) || y == 0)
        return (_Tp)nan_float();
    if (is_infinite(y))
        return x;
    return with_sign(rest_of_division(a, b, &quotient), x);
}

/* The remainder to the nearest quotient, and three bits of that with the sign. */
template <class _Tp> GPUINTEROP_TEMPLATE _Tp nearest_rest(_Tp x, _Tp y, int *quotient)
{
    unsigned int q = 0;
    _Tp a = with_sign(x, (_Tp)0), b = with_sign(y, (_Tp)0);

    *quotient = 0;
    if (!is_finite(x) || is_nan(y) || y == 0)
        return (_Tp)nan_float();
    if (is_finite(y)) {
        _Tp r = rest_of_division(a, b, &q), other = b - r;

        if (r > other || (r == other && (q & 1))) {
            r = -other;
            q++;
        }
        a = r;
    }
    *quotient = is_negative(x) != is_negative(y) ? -(int)(q & 7) : (int)(q & 7);
    if (a == 0)
        return with_sign(a, x);
    return is_negative(x) ? -a : a;
}

} // namespace gpuinterop_math

#endif
