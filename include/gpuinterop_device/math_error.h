/** Error functions, the normal distribution, and their inverses. */
#ifndef GPUINTEROP_DEVICE_MATH_ERROR_H
#define GPUINTEROP_DEVICE_MATH_ERROR_H

#include "math_exp.h"

namespace gpuinterop_math {

GPUINTEROP_FN double error_of_unit(double x)
{
    double p = poly(x * x, -0x1.812746b0379e6p-2, 0x1.ce2f21a042b30p-4, -0x1.b82ce31284e00p-6,
                    0x1.565bcd0dbaa38p-8, -0x1.c02db3dac435fp-11, 0x1.f9a321d5b8e1ep-14,
                    -0x1.f4d1e3183f7aep-17, 0x1.b9df224ca4b97p-20, -0x1.5f1ecb6f0764cp-23,
                    0x1.f7b4bf3b13964p-27, -0x1.389d4f2641625p-30, 0x1.05ffd737fb32ep-34);

    return x * 0x1.20dd750429b6dp+0 + x * (x * x * p);
}

/* e^(x x) erfc(x) for x of at least 0. */
GPUINTEROP_LONG_FN double scaled_complement(double x)
{
    double t = x > 0x1p+60 ? 1 : (x - 4) / (x + 4);
    double p = poly(t, 0x1.3ba5916e9fd7fp+0, -0x1.1df1ad154a286p-3, 0x1.f7f5df66fd797p-7,
                    0x1.16ecefcfa4d10p-4, -0x1.9ddb23c3e8f13p-4, 0x1.7fee004e1eefep-4,
                    -0x1.0fb06dfe4c6c0p-4, 0x1.3079edf5181dfp-5, -0x1.09623884747dbp-6,
                    0x1.49c672e199468p-8, -0x1.8d4a9a6465372p-11, -0x1.a1df5e81f57b2p-13,
                    0x1.3be0432bfa862p-13, -0x1.99537515467dcp-16, -0x1.7884d2487d647p-17,
                    0x1.7ef644c78167cp-18, 0x1.393f4d359bb22p-22, -0x1.b8ce49329350cp-21,
                    0x1.4dcd6b6d7fdcep-24, 0x1.c8a212189ddd9p-24, -0x1.64110b1727bfcp-26,
                    -0x1.a7f4a113893b0p-27, 0x1.bc41def3a5238p-29, 0x1.ff247156bc45ep-31,
                    -0x1.2feb115dcdaa8p-32);

    return p / (1 + 2 * x);
}

/* The complement of x + low, where low is far smaller. */
GPUINTEROP_LONG_FN double error_complement(double x, double low)
{
    double a = __builtin_fabs(x), value;
    wide square;

    if (is_nan(x))
        return x;
    if (a < 0.5)
        return 1 - (error_of_unit(x) + low);
    if (a > 28)
        return x > 0 ? 0 : 2;
    square = product(a, a);
    low = x < 0 ? -low : low;
    value = exponential(wide{-square.high, -square.low - 2 * a * low}) * scaled_complement(a);
    return x < 0 ? 2 - value : value;
}

GPUINTEROP_FN double error_complement(double x) { return error_complement(x, 0); }

GPUINTEROP_FN double error(double x)
{
    double a = __builtin_fabs(x);

    if (a < 1 || is_nan(x))
        return error_of_unit(x);
    return with_sign(a > 6 ? 1 : 1 - error_complement(a), x);
}

GPUINTEROP_FN double error_complement_scaled(double x)
{
    wide square;

    if (is_nan(x))
        return x;
    if (x >= 0)
        return is_infinite(x) ? 0 : scaled_complement(x);
    if (x < -27)
        return infinite_double();
    square = product(x, x);
    return 2 * exponential(square) - scaled_complement(-x);
}

GPUINTEROP_FN double normal_distribution(double x)
{
    if (!(__builtin_fabs(x) < 40))
        return is_nan(x) ? x : x > 0 ? 1 : 0;
    wide z = product(wide{-0x1.6a09e667f3bcdp-1, 0x1.bdd3413b26456p-55}, x);
    return 0.5 * error_complement(z.high, z.low);
}

/* x with erfc(x) = y, for y from 0 to 1; near is 1 - y where that is more exact, else below 0. */
GPUINTEROP_LONG_FN double inverse_of_complement(double y, double near)
{
    double t = __builtin_sqrt(-2 * natural_logarithm(0.5 * y)), x, slope;

    /* A first guess of three digits for the normal distribution's quantile, then Halley's steps. */
    x = (t - (2.30753 + 0.27061 * t) / (1 + t * (0.99229 + 0.04481 * t))) * 0.70710678118654752;
    for (int i = 0; i < 3; i++) {
        double rest = near >= 0 && near < 0.5 ? near - error(x) : error_complement(x) - y;

        slope = -0x1.20dd750429b6dp+0 * exponential(-x * x);
        if (slope == 0)
            break;
        rest /= slope;
        x -= rest / (1 + x * rest);
    }
    return x;
}

GPUINTEROP_FN double error_inverse(double x)
{
    double a = __builtin_fabs(x);

    if (!(a < 1))
        return a == 1 ? with_sign(infinite_double(), x) : nan_double();
    if (a < 0x1p-27)
        return x * 0x1.c5bf891b4ef6bp-1;
    return with_sign(inverse_of_complement(1 - a, a), x);
}

GPUINTEROP_FN double error_complement_inverse(double y)
{
    if (!(y > 0 && y < 2))
        return y == 0 ? infinite_double() : y == 2 ? -infinite_double() : nan_double();
    if (__builtin_fabs(1 - y) < 0x1p-27)
        return (1 - y) * 0x1.c5bf891b4ef6bp-1;
    if (y > 1)
        return -inverse_of_complement(2 - y, y - 1);
    return inverse_of_complement(y, y > 0.5 ? 1 - y : -1);
}

GPUINTEROP_FN double normal_distribution_inverse(double p)
{
    return -1.4142135623730951 * error_complement_inverse(2 * p);
}

} // namespace gpuinterop_math

#endif
