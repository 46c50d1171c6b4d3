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
template <class T> struct layout;
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
template <class T> GPUINTEROP_TEMPLATE int exponent_of(T x)
{
    typedef layout<T> L;
    int e = (int)(bits_of(x) >> L::digits & L::top);

    if (e == 0)
        e = (int)(bits_of(x * (T)0x1p+60) >> L::digits & L::top) - 60;
    return e - L::bias;
}

template <class T> GPUINTEROP_TEMPLATE T split(T x, int *exponent)
{
    *exponent = 0;
    if (x == 0 || !is_finite(x))
        return x;
    *exponent = exponent_of(x) + 1;
    return scaled(x, -*exponent);
}

template <class T> GPUINTEROP_TEMPLATE T fraction_of(T x, T *whole)
{
    T t = sizeof(T) == 4 ? (T)__builtin_truncf((float)x) : (T)__builtin_trunc(x);

    *whole = t;
    return with_sign(is_infinite(x) ? (T)0 : x - t, x);
}

template <class T> GPUINTEROP_TEMPLATE T exponent_as_number(T x)
{
    if (x == 0)
        return (T)-infinite_float();
    return is_finite(x) ? (T)exponent_of(x) : x * x;
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
template <class T> GPUINTEROP_TEMPLATE T next_after(T x, T to)
{
    typename layout<T>::bits bits = bits_of(x);

    if (is_nan(x) || is_nan(to))
        return x + to;
    if (x == to)
        return to;
    if (x == 0)
        return with_sign(__builtin_bit_cast(T, (typename layout<T>::bits)1), to);
    bits += (x < to) == (x > 0) ? 1 : -1;
    return __builtin_bit_cast(T, bits);
}

/* The remainder of finite numbers without signs, b not 0, and the quotient's low bits. */
template <class T> GPUINTEROP_TEMPLATE T rest_of_division(T a, T b, unsigned int *quotient)
{
    typedef layout<T> L;
    typedef typename L::bits bits;
    unsigned int q = 0;

    if (a >= b) {
        int ea = exponent_of(a), eb = exponent_of(b);
        bits hidden = (bits)1 << L::digits;
        bits ma = (bits)scaled(scaled(a, -ea), L::digits);
        bits mb = (bits)scaled(scaled(b, -eb), L::digits);

        for (int n = ea - eb; n >= 0; n--) {
            q = q << 1 | (ma >= mb);
            ma = ma >= mb ? ma - mb : ma;
            ma <<= n != 0;
        }
        a = scaled((T)(ma & (hidden | (hidden - 1))), eb - L::digits);
    }
    *quotient = q;
    return a;
}

template <class T> GPUINTEROP_TEMPLATE T truncated_rest(T x, T y)
{
    unsigned int quotient;
    T a = with_sign(x, (T)0), b = with_sign(y, (T)0);

    if (!is_finite(x) || is_nan(y) || y == 0)
        return (T)nan_float();
    if (is_infinite(y))
        return x;
    return with_sign(rest_of_division(a, b, &quotient), x);
}

/* The remainder to the nearest quotient, and three bits of that with the sign. */
template <class T> GPUINTEROP_TEMPLATE T nearest_rest(T x, T y, int *quotient)
{
    unsigned int q = 0;
    T a = with_sign(x, (T)0), b = with_sign(y, (T)0);

    *quotient = 0;
    if (!is_finite(x) || is_nan(y) || y == 0)
        return (T)nan_float();
    if (is_finite(y)) {
        T r = rest_of_division(a, b, &q), other = b - r;

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
