/** The gamma function and its logarithm. */
#ifndef GPUINTEROP_DEVICE_MATH_GAMMA_H
#define GPUINTEROP_DEVICE_MATH_GAMMA_H

#include "math_angle.h"
#include "math_exp.h"

namespace gpuinterop_math {

/* For an x of at least 0.5: the logarithm of gamma(x) times *factor, which is the product of the
 * numbers from x up to 13. */
GPUINTEROP_LONG_FN wide log_of_gamma(wide x, wide *factor)
{
    wide l, r, shifted = x;
    double w, series;

    *factor = wide{1, 0};
    while (shifted.high < 13) {
        *factor = product(*factor, shifted);
        shifted = sum(shifted, 1);
    }
    l = logarithm(shifted);
    r = product(sum(shifted, -0.5), l);
    r = sum(r, negated(shifted));
    w = 1 / (shifted.high * shifted.high);
    series = poly(w, 0x1.5555555555555p-4, -0x1.6c16c16c16c17p-9, 0x1.a01a01a01a01ap-11,
                  -0x1.3813813813814p-11, 0x1.b951e2b18ff23p-11, -0x1.f6ab0d9993c7dp-10,
                  0x1.a41a41a41a41ap-8) / shifted.high;
    return sum(r, sum(wide{0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55}, series));
}

GPUINTEROP_LONG_FN double gamma_of(double x)
{
    wide factor, l;

    if (is_nan(x) || x == 0)
        return x == 0 ? with_sign(infinite_double(), x) : x;
    if (x > 172)
        return infinite_double();
    if (x < 0 && (is_infinite(x) || __builtin_trunc(x) == x))
        return nan_double();
    if (x >= 0.5) {
        l = log_of_gamma(wide{x, 0}, &factor);
        return x > 13 ? exponential(l) : exponential(l) / factor.high;
    }
    if (x < -185)               /* its sign is that of the sine */
        return with_sign(0.0, sine_pi(x));
    if (x > -0x1p-56 && x < 0x1p-56)
        return 1 / x;
    l = log_of_gamma(sum(1, -x), &factor);
    /* pi / (sin(pi x) gamma(1 - x)); the sine comes first, so that nothing overflows. */
    return exponential(negated(l)) * factor.high * (0x1.921fb54442d18p+1 / sine_pi(x));
}

/* The logarithm of gamma(1 + t), divided by t; |t| is at most 0.3. */
GPUINTEROP_FN double log_gamma_near_1(double t)
{
    return poly(t, -0x1.2788cfc6fb619p-1, 0x1.a51a6625307d3p-1, -0x1.9a4d55beab399p-2,
                0x1.151322ac7d902p-2, -0x1.a8b9c17a83733p-3, 0x1.5b40cb0feb13dp-3,
                -0x1.2703a1f0140efp-3, 0x1.010b36c1d8cfbp-3, -0x1.c80665ae81549p-4,
                0x1.9a01d93fc0331p-4, -0x1.748deca6d77ccp-4, 0x1.556c7c61b66f7p-4,
                -0x1.3af2a3e6a51b1p-4, 0x1.246dcfdbc9d03p-4, -0x1.13a3d2821e3e0p-4,
                0x1.0274b08b0e985p-4, -0x1.b33b8815b5242p-5, 0x1.9a856458c2e26p-5,
                -0x1.4879ef7ceb2d8p-4, 0x1.38ad3e12187c9p-4);
}

GPUINTEROP_LONG_FN double log_gamma(double x)
{
    wide factor, l;

    if (!is_finite(x))
        return x * x;
    if (x < 0.5) {
        double s;

        if (x <= 0 && __builtin_trunc(x) == x)
            return infinite_double();
        if (__builtin_fabs(x) < 0x1p-60)
            return -natural_logarithm(__builtin_fabs(x));
        s = __builtin_fabs(sine_pi(x));
        l = log_of_gamma(sum(1, -x), &factor);
        l = sum(logarithm(product(factor, quotient(wide{0x1.921fb54442d18p+1,
                                                        0x1.1a62633145c07p-53}, wide{s, 0}))),
                negated(l));
        return l.high;
    }
    if (x > 0.7 && x < 1.3)
        return (x - 1) * log_gamma_near_1(x - 1);
    if (x > 1.7 && x < 2.3) {
        l = logarithm(sum(x, -1));
        return sum(l, (x - 2) * log_gamma_near_1(x - 2)).high;
    }
    if (x > 0x1p+60)
        return x * (natural_logarithm(x) - 1);
    l = log_of_gamma(wide{x, 0}, &factor);
    return x < 13 ? sum(l, negated(logarithm(factor))).high : l.high;
}

} // namespace gpuinterop_math

#endif
