/** Exponentials, logarithms, powers and hyperbolic functions of floats. */
#ifndef GPUINTEROP_DEVICE_MATH_EXP_FLOAT_H
#define GPUINTEROP_DEVICE_MATH_EXP_FLOAT_H

#include "math_exp.h"

namespace gpuinterop_math {

/* e^(high + low) = 2^n * (1 + q), for |high| below 200. */
GPUINTEROP_FN float exp_parts(float high, float low, int *out_n)
{
    float n = __builtin_rintf(high * 0x1.715476p+0f);
    float r = __builtin_fmaf(n, -0x1.62e4p-1f, high), p;

    r = __builtin_fmaf(n, -0x1.7f7d1cp-20f, r) + low;
    p = poly(r, 0x1.0p-1f, 0x1.5554dcp-3f, 0x1.55551ap-5f, 0x1.120bb6p-7f, 0x1.6d1150p-10f);
    *out_n = (int)n;
    return __builtin_fmaf(r * r, p, r);
}

/* 2^n * x for x about 1. */
GPUINTEROP_FN float scaled_result(float x, int n)
{
    return x * power_of_two_float(n >> 1) * power_of_two_float(n - (n >> 1));
}

/* e^(high + low) * 2^more. */
GPUINTEROP_FN float exponential(float high, float low, int more)
{
    float q;
    int n;

    if (!(__builtin_fabsf(high) < 110))
        return is_nan(high) ? high : high > 0 ? infinite_float() : 0;
    q = exp_parts(high, low, &n);
    return scaled_result(1 + q, n + more);
}

GPUINTEROP_FN float exponential(float high, float low) { return exponential(high, low, 0); }

GPUINTEROP_FN float exponential(float x) { return exponential(x, 0.0f); }

GPUINTEROP_FN float exponential_2(float x)
{
    if (!(__builtin_fabsf(x) < 160))
        return is_nan(x) ? x : x > 0 ? infinite_float() : 0;
    float n = __builtin_rintf(x), r = x - n;
    float p = poly(r, 0x1.62e430p-1f, 0x1.ebfbe0p-3f, 0x1.c6af6cp-5f, 0x1.3b2a52p-7f,
                   0x1.5f08b8p-10f, 0x1.4413a4p-13f);
    return scaled_result(__builtin_fmaf(r, p, 1.0f), (int)n);
}

GPUINTEROP_FN float exponential_10(float x)
{
    float high = x * 0x1.26bb1cp+1f;
    float low = __builtin_fmaf(x, 0x1.26bb1cp+1f, -high) + x * -0x1.12aabap-25f;

    if (!(__builtin_fabsf(x) < 48))
        return is_nan(x) ? x : x > 0 ? infinite_float() : 0;
    return exponential(high, low);
}

GPUINTEROP_FN float exponential_minus_1(float x)
{
    float q, power;
    int n;

    if (!(x < 89))
        return is_nan(x) ? x : infinite_float();
    if (x < -18)
        return -1;
    if (__builtin_fabsf(x) < 0.52f) {
        q = poly(x, 0x1.p-1f, 0x1.555556p-3f, 0x1.555556p-5f,
                 0x1.110f94p-7f, 0x1.6c1592p-10f, 0x1.a2d84p-13f, 0x1.a24b84p-16f);
        return x == 0 ? x : __builtin_fmaf(x * x, q, x);
    }
    q = exp_parts(x, 0.0f, &n);
    if (n == 128)
        return (1 + q) * 2 * power_of_two_float(127);
    power = power_of_two_float(n);
    return __builtin_fmaf(q, power, power - 1);
}

/* The logarithm of a positive finite number with a correction, as n * ln 2 and the rest. */
GPUINTEROP_FN float logarithm_parts(float x, float correction, float *out_n)
{
    int n;
    float f = take_apart(x, &n) - 1, z = f * f;
    float p = poly(f, 0x1.555554p-2f, -0x1.fffffcp-3f, 0x1.999d5ap-3f, -0x1.555b4ap-3f,
                   0x1.23d214p-3f, -0x1.fcf4a8p-4f, 0x1.dea2c0p-4f, -0x1.d636d0p-4f,
                   0x1.1d8f60p-4f);

    *out_n = (float)n;
    return f + __builtin_fmaf(z, -0.5f, __builtin_fmaf(z * f, p, correction));
}

GPUINTEROP_FN float special_logarithm(float x)
{
    return is_nan(x) ? x : x == 0 ? -infinite_float() : x < 0 ? nan_float() : x;
}

GPUINTEROP_FN float natural_logarithm(float x)
{
    float n, r;

    if (!(x > 0) || is_infinite(x))
        return special_logarithm(x);
    r = logarithm_parts(x, 0.0f, &n);
    return __builtin_fmaf(n, 0x1.62e4p-1f, __builtin_fmaf(n, 0x1.7f7d1cp-20f, r));
}

GPUINTEROP_FN float logarithm_10(float x)
{
    float n, r;

    if (!(x > 0) || is_infinite(x))
        return special_logarithm(x);
    r = logarithm_parts(x, 0.0f, &n);
    r = __builtin_fmaf(r, 0x1.bcb7b2p-2f, r * -0x1.5b235ep-27f);
    return __builtin_fmaf(n, 0x1.344p-2f, __builtin_fmaf(n, 0x1.3509f8p-18f, r));
}

/* The logarithm of a positive finite number to the base 2, with more digits: powers need them. */
struct two_floats {
    float high, low;
};

GPUINTEROP_FN two_floats logarithm_2_parts(float x)
{
    int e;
    float f = take_apart(x, &e) - 1, z = f * f, n = (float)e;
    float z_low = __builtin_fmaf(f, f, -z);
    float p = poly(f, 0x1.555554p-2f, -0x1.fffffcp-3f, 0x1.999d5ap-3f, -0x1.555b4ap-3f,
                   0x1.23d214p-3f, -0x1.fcf4a8p-4f, 0x1.dea2c0p-4f, -0x1.d636d0p-4f,
                   0x1.1d8f60p-4f);
    float cube = z * f, tail = cube * p, tail_low = __builtin_fmaf(cube, p, -tail);
    /* f - z / 2 + tail, and the errors of the roundings. The first term is the largest. */
    float a = f - 0.5f * z, a_low = (f - a) - 0.5f * z;
    float b = a + tail, b_low = (a - b) + tail;
    two_floats r;

    tail_low += __builtin_fmaf(z, f, -cube) * p;
    b_low += a_low - 0.5f * z_low + tail_low;
    /* Times 1 / ln 2. */
    r.high = b * 0x1.715476p+0f;
    r.low = __builtin_fmaf(b, 0x1.715476p+0f, -r.high) +
            __builtin_fmaf(b, 0x1.4ae0c0p-26f, b_low * 0x1.715476p+0f);
    if (e != 0) {
        float sum = n + r.high;
        r.low += (n - sum) + r.high;
        r.high = sum;
    }
    return r;
}

GPUINTEROP_FN float logarithm_2(float x)
{
    if (!(x > 0) || is_infinite(x))
        return special_logarithm(x);
    two_floats l = logarithm_2_parts(x);
    return l.high + l.low;
}

GPUINTEROP_FN float logarithm_1_plus(float x)
{
    float u = 1 + x, n, r, rest;

    if (!(x > -1) || is_infinite(x))
        return is_nan(x) ? x : x == -1 ? -infinite_float() : x < 0 ? nan_float() : x;
    if (x > -0.29f && x < 0.41f) {
        float z = x * x;
        float p = poly(x, 0x1.555554p-2f, -0x1.fffffcp-3f, 0x1.999d5ap-3f, -0x1.555b4ap-3f,
                       0x1.23d214p-3f, -0x1.fcf4a8p-4f, 0x1.dea2c0p-4f, -0x1.d636d0p-4f,
                       0x1.1d8f60p-4f);
        return x == 0 ? x : x + __builtin_fmaf(z, -0.5f, z * x * p);
    }
    rest = x >= 1 ? 1 - (u - x) : x - (u - 1);
    r = logarithm_parts(u, rest / u, &n);
    return __builtin_fmaf(n, 0x1.62e4p-1f, __builtin_fmaf(n, 0x1.7f7d1cp-20f, r));
}

GPUINTEROP_LONG_FN float power_of_positive(float x, float y)
{
    two_floats l = logarithm_2_parts(x);
    float high = l.high * y;

    if (!(__builtin_fabsf(high) < 160))
        return high > 0 ? infinite_float() : 0;
    float low = __builtin_fmaf(l.high, y, -high) + l.low * y;
    float n = __builtin_rintf(high), r = (high - n) + low;
    float p = poly(r, 0x1.62e430p-1f, 0x1.ebfbe0p-3f, 0x1.c6af6cp-5f, 0x1.3b2a52p-7f,
                   0x1.5f08b8p-10f, 0x1.4413a4p-13f);
    return scaled_result(__builtin_fmaf(r, p, 1.0f), (int)n);
}

GPUINTEROP_LONG_FN float power(float x, float y)
{
    float base = __builtin_fabsf(x), result;
    bool is_whole = __builtin_truncf(y) == y;
    bool is_odd = is_whole && __builtin_truncf(y * 0.5f) * 2 != y;

    if (x == 1 || y == 0)
        return 1;
    if (is_nan(x) || is_nan(y))
        return nan_float();
    if (is_infinite(y)) {
        if (base == 1)
            return 1;
        return (base > 1) == (y > 0) ? infinite_float() : 0;
    }
    if (base == 0 || is_infinite(base))
        result = (base == 0) == (y < 0) ? infinite_float() : 0;
    else if (x < 0 && !is_whole)
        return nan_float();
    else
        result = power_of_positive(base, y);
    return is_negative(x) && is_odd ? -result : result;
}

GPUINTEROP_FN float hyperbolic_sine(float x)
{
    float a = __builtin_fabsf(x), e;

    if (a > 20)
        return with_sign(exponential(a, 0.0f, -1), x);
    e = exponential_minus_1(a);
    return with_sign(0.5f * (e + e / (e + 1)), x);
}

GPUINTEROP_FN float hyperbolic_cosine(float x)
{
    float a = __builtin_fabsf(x), e;

    if (a > 20)
        return exponential(a, 0.0f, -1);
    e = exponential(a);
    return 0.5f * e + 0.5f / e;
}

GPUINTEROP_FN float hyperbolic_tangent(float x)
{
    float a = __builtin_fabsf(x), z = x * x;

    if (a < 0.55f) {
        float p = poly(z, -0x1.555554p-2f, 0x1.110fcep-3f, -0x1.b997bcp-5f, 0x1.5cba9ap-6f,
                       -0x1.ae3448p-8f);
        return x == 0 ? x : __builtin_fmaf(x * z, p, x);
    }
    if (!(a < 10))
        return is_nan(x) ? x : with_sign(1.0f, x);
    return with_sign(1 - 2 / (exponential(2 * a) + 1), x);
}

GPUINTEROP_FN float inverse_hyperbolic_sine(float x)
{
    float a = __builtin_fabsf(x);

    if (a > 0x1p+14f)
        return is_finite(x) ? with_sign(natural_logarithm(a) + 0x1.62e430p-1f, x) : x;
    return with_sign(logarithm_1_plus(a + a * a / (1 + __builtin_sqrtf(a * a + 1))), x);
}

GPUINTEROP_FN float inverse_hyperbolic_cosine(float x)
{
    float t = x - 1;

    if (!(x >= 1))
        return nan_float();
    if (x > 0x1p+14f)
        return natural_logarithm(x) + 0x1.62e430p-1f;
    return logarithm_1_plus(t + __builtin_sqrtf(t * (t + 2)));
}

GPUINTEROP_FN float inverse_hyperbolic_tangent(float x)
{
    float a = __builtin_fabsf(x);

    if (!(a < 1))
        return a == 1 ? with_sign(infinite_float(), x) : nan_float();
    return with_sign(0.5f * logarithm_1_plus(2 * a / (1 - a)), x);
}

} // namespace gpuinterop_math

#endif
