/** Products and quotients of the compiler's own complex numbers, which std::complex is made of.
 *  Clang calls these functions by their names. Infinite and undefined operands give what annex G of
 *  the C standard says, as libgcc's functions of the same names do. */
#ifndef GPUINTEROP_DEVICE_COMPLEX_OPERATORS_H
#define GPUINTEROP_DEVICE_COMPLEX_OPERATORS_H

#include "intrinsics.h"
#include "math.h"

#ifdef __CUDA_ARCH__

namespace gpuinterop_complex {

template <class _Tp> struct limits;
template <> struct limits<float> {
    static constexpr float half_of_largest = 0x1p126f, small = 0x1p-60f, scale = 0x1p60f;
};
template <> struct limits<double> {
    static constexpr double half_of_largest = 0x1p1022, small = 0x1p-500, scale = 0x1p500;
};

template <class _Tp> GPUINTEROP_TEMPLATE bool is_infinite(_Tp x)
{
    return fabs(x) == (_Tp)__builtin_inf();
}
template <class _Tp> GPUINTEROP_TEMPLATE bool is_finite(_Tp x)
{
    return fabs(x) < (_Tp)__builtin_inf();
}
/* 1 for an infinity, else 0, with the sign of x. */
template <class _Tp> GPUINTEROP_TEMPLATE _Tp boxed(_Tp x)
{
    return copysign((_Tp)(is_infinite(x) ? 1 : 0), x);
}
/* 0 for what is no number, with its sign. */
template <class _Tp> GPUINTEROP_TEMPLATE _Tp without_nan(_Tp x)
{
    return x != x ? copysign((_Tp)0, x) : x;
}

/* A product that the compiler joins with no sum. */
GPUINTEROP_FN float times(float a, float b) { return __fmul_rn(a, b); }
GPUINTEROP_FN double times(double a, double b) { return __dmul_rn(a, b); }

/* A product whose parts are both no numbers, although an operand is infinite or has parts that made
 * an infinite product. */
template <class _Tp>
GPUINTEROP_LONG_TEMPLATE void mend_product(_Tp a, _Tp b, _Tp c, _Tp d, _Tp &x, _Tp &y)
{
    bool is_infinity = false;

    if (is_infinite(a) || is_infinite(b)) {
        a = boxed(a), b = boxed(b), c = without_nan(c), d = without_nan(d);
        is_infinity = true;
    }
    if (is_infinite(c) || is_infinite(d)) {
        c = boxed(c), d = boxed(d), a = without_nan(a), b = without_nan(b);
        is_infinity = true;
    }
    if (!is_infinity && (is_infinite(times(a, c)) || is_infinite(times(b, d))
                         || is_infinite(times(a, d)) || is_infinite(times(b, c)))) {
        a = without_nan(a), b = without_nan(b), c = without_nan(c), d = without_nan(d);
        is_infinity = true;
    }
    if (is_infinity) {
        x = (_Tp)__builtin_inf() * (times(a, c) - times(b, d));
        y = (_Tp)__builtin_inf() * (times(a, d) + times(b, c));
    }
}

template <class _Tp>
GPUINTEROP_LONG_TEMPLATE void multiply(_Tp a, _Tp b, _Tp c, _Tp d, _Tp &x, _Tp &y)
{
    x = times(a, c) - times(b, d);
    y = times(a, d) + times(b, c);
    if (x != x && y != y)
        mend_product(a, b, c, d, x, y);
}

/* b * d / c, where ratio is d / c. Where that has become small, b / c is taken first, if it is a
 * number. */
template <class _Tp> GPUINTEROP_TEMPLATE _Tp part_of(_Tp b, _Tp c, _Tp d, _Tp ratio)
{
    _Tp other = b / c;

    return fabs(ratio) < limits<_Tp>::small && is_finite(other) ? d * other : b * ratio;
}

/* (a + b i) / (c + d i) where |c| >= |d|, by Smith's method. */
template <class _Tp>
GPUINTEROP_LONG_TEMPLATE void divide_by_larger(_Tp a, _Tp b, _Tp c, _Tp d, _Tp &x, _Tp &y)
{
    _Tp ratio = d / c, divisor = c + d * ratio;

    x = (a + part_of(b, c, d, ratio)) / divisor;
    y = (b - part_of(a, c, d, ratio)) / divisor;
}

template <class _Tp>
GPUINTEROP_LONG_TEMPLATE void divide(_Tp a, _Tp b, _Tp c, _Tp d, _Tp &x, _Tp &y)
{
    const _Tp above = fmax(fabs(a), fabs(b)), below = fmax(fabs(c), fabs(d));
    _Tp factor = 1, divisor_factor, rest = 1;

    /* One power of two for all four leaves the quotient as it is. A divisor that it would make too
     * small for devices without denormals has another one, and the quotient the rest. */
    if (above >= limits<_Tp>::half_of_largest || below >= limits<_Tp>::half_of_largest)
        factor = (_Tp)0.25;
    else if ((above < limits<_Tp>::small || below < limits<_Tp>::small)
             && above < limits<_Tp>::scale && below < limits<_Tp>::scale)
        factor = limits<_Tp>::scale;
    divisor_factor = factor;
    if (factor < 1 && below < limits<_Tp>::small) {
        divisor_factor = limits<_Tp>::scale;
        rest = 4 * limits<_Tp>::scale;
    }
    if (fabs(c) < fabs(d)) {            /* times -i above and below */
        divide_by_larger(b * factor, -a * factor, d * divisor_factor, -c * divisor_factor, x, y);
    } else {
        divide_by_larger(a * factor, b * factor, c * divisor_factor, d * divisor_factor, x, y);
    }
    x *= rest;
    y *= rest;
    if (!(x != x && y != y))
        return;
    if (c == 0 && d == 0 && (a == a || b == b)) {
        x = copysign((_Tp)__builtin_inf(), c) * a;
        y = copysign((_Tp)__builtin_inf(), c) * b;
    } else if ((is_infinite(a) || is_infinite(b)) && is_finite(c) && is_finite(d)) {
        a = boxed(a), b = boxed(b);
        x = (_Tp)__builtin_inf() * (a * c + b * d);
        y = (_Tp)__builtin_inf() * (b * c - a * d);
    } else if ((is_infinite(c) || is_infinite(d)) && is_finite(a) && is_finite(b)) {
        a *= factor, b *= factor, c = boxed(c), d = boxed(d);
        x = 0 * (a * c + b * d);
        y = 0 * (b * c - a * d);
    }
}

} // namespace gpuinterop_complex

#define GPUINTEROP_COMPLEX_OPERATOR(name, type, operation) \
    extern "C" __inline__ __attribute__((device)) type _Complex name(type a, type b, type c, \
                                                                     type d) \
    { \
        type _Complex result; \
        type x, y; \
        gpuinterop_complex::operation<type>(a, b, c, d, x, y); \
        __real__ result = x; \
        __imag__ result = y; \
        return result; \
    }
GPUINTEROP_COMPLEX_OPERATOR(__mulsc3, float, multiply)
GPUINTEROP_COMPLEX_OPERATOR(__muldc3, double, multiply)
GPUINTEROP_COMPLEX_OPERATOR(__divsc3, float, divide)
GPUINTEROP_COMPLEX_OPERATOR(__divdc3, double, divide)
#undef GPUINTEROP_COMPLEX_OPERATOR

#endif

#endif
