/** Bessel functions. Near a zero, Y and orders above 1 are exact to the last digits of the largest
 *  values around, not of their own. J0 and J1 lose five bits towards 8. */
#ifndef GPUINTEROP_DEVICE_MATH_BESSEL_H
#define GPUINTEROP_DEVICE_MATH_BESSEL_H

#include "math_angle.h"
#include "math_exp.h"

namespace gpuinterop_math {

/* J0 over the squares' distances to its first two zeros; t is x x / 32 - 1. */
GPUINTEROP_LONG_FN double j0_series(double t)
{
    return poly(t, 0x1.2bc29174dd587p-10, -0x1.15d87e4b8d5b1p-9, 0x1.99e65104a68d3p-10,
                -0x1.5059ea69f58a0p-11, 0x1.6409a6fd7b18ap-13, -0x1.08db6a2de28aap-15,
                0x1.250f5379803acp-18, -0x1.f633ea858ec3cp-22, 0x1.577f683b9ce4dp-25,
                -0x1.801f7fa4157efp-29, 0x1.65ec7d64c1076p-33, -0x1.1a4d043639be7p-37,
                0x1.7df1530c9fe57p-42, -0x1.c1bf0ba107049p-47, 0x1.cde1834d41769p-52);
}

/* J1 / x over the squares' distances to its first two zeros; t is x x / 32 - 1. */
GPUINTEROP_LONG_FN double j1_series(double t)
{
    return poly(t, 0x1.98ec1eee7c01ap-13, -0x1.1adb1329ed86fp-12, 0x1.4c9bd11c0aa3bp-13,
                -0x1.c5a7fc38dd1d1p-15, 0x1.9ac7788fbda1dp-17, -0x1.0af8bb9889cb5p-19,
                0x1.06438a6958c65p-22, -0x1.941a82672e61cp-26, 0x1.f62979d66097ap-30,
                -0x1.0137e04d88c67p-33, 0x1.ba3fb314f5a30p-38, -0x1.43c188ce472e4p-42,
                0x1.98aded4091c26p-47, -0x1.c2d74f295ea93p-52, 0x1.b3b24954f8236p-57);
}

/* Y0 without its logarithm. */
GPUINTEROP_LONG_FN double y0_series(double t)
{
    return poly(t, -0x1.876cb72f1c7ebp-2, -0x1.a828bfbfdc936p-1, 0x1.a5a81d661f788p+0,
                0x1.272bb3b608b42p-3, -0x1.13da2b14a486ep+0, 0x1.5827981135a27p-1,
                -0x1.c06cc647f6a9dp-3, 0x1.7bd6bf2ce921bp-5, -0x1.cc70601236722p-8,
                0x1.a6a8c6c98385bp-11, -0x1.31537c5c91eedp-14, 0x1.651b8eda081b1p-18,
                -0x1.5995ab83d6874p-22, 0x1.1998aad3b2e5ap-26, -0x1.880052e1acd53p-31,
                0x1.d7ca9aa7b0e67p-36, -0x1.f1a7705cf8efcp-41, 0x1.ccbf52cb5a567p-46);
}

/* Y1 without its logarithm and its pole, over x. */
GPUINTEROP_LONG_FN double y1_series(double t)
{
    return poly(t, 0x1.21d516f81acf6p-4, -0x1.f26fddceafd0ep-3, 0x1.7edab31507d03p-6,
                0x1.e16d7a1d07b70p-3, -0x1.923952d7c42a6p-3, 0x1.41bb6917b15dbp-4,
                -0x1.4198f92a31f29p-6, 0x1.c097bb98fdbc4p-9, -0x1.d1604f9ccaf30p-12,
                0x1.76c164b8551b8p-15, -0x1.e35169de28d75p-19, 0x1.ff34fc771f995p-23,
                -0x1.c3f1d9451c511p-27, 0x1.532f6866c9544p-31, -0x1.b5d3615dacbddp-36,
                0x1.eb637888e7b3ap-41, -0x1.e583582591c40p-46, 0x1.a7031bc8588e9p-51);
}

/* For x above 8, by w = 64 / (x x): the cosine's factor. */
GPUINTEROP_LONG_FN double p0_series(double w)
{
    return poly(w, 0x1.0000000000000p+0, -0x1.1ffffffffe5fbp-10, 0x1.cb5fffe8cecadp-16,
                -0x1.251ed77e42567p-19, 0x1.84b6e1abb780dp-22, -0x1.b75a456fdb77fp-24,
                0x1.74be89cc1fb48p-25, -0x1.9f8174351030ap-26, 0x1.fe16d06a7099fp-27,
                -0x1.1d9dad7a933dep-27, 0x1.ed51a9d0fd11cp-29, -0x1.13ad407179dc3p-30,
                0x1.22b4415ab2bd6p-33);
}

/* The sine's factor times x. */
GPUINTEROP_LONG_FN double q0_series(double w)
{
    return poly(w, -0x1.ffffffffffffdp-4, 0x1.2bfffffff1ae1p-10, -0x1.d11dff99bdb92p-15,
                0x1.ba4c1087c493ep-18, -0x1.8608d6de4f95cp-20, 0x1.12de5730e14a1p-21,
                -0x1.155e2625e3601p-22, 0x1.5ef5a63a795cap-23, -0x1.d39db30c5e72ap-24,
                0x1.12e97b4a3e6d7p-24, -0x1.e8aad6d638680p-26, 0x1.15e8f6674e9f8p-27,
                -0x1.2861ff6078182p-30);
}

/* The modified function up to 8. */
GPUINTEROP_LONG_FN double i0_series(double t)
{
    return poly(t, 0x1.89ab1e79fc6a7p+5, 0x1.f8c62327da1e1p+6, 0x1.0b7995b005e2fp+7,
                0x1.3c6611f51af97p+6, 0x1.dd563dcb79235p+4, 0x1.f17946c8c2986p+2,
                0x1.7a643dd804bccp+0, 0x1.b5892bf238799p-3, 0x1.8cd44af2e9374p-6,
                0x1.21780717898c8p-9, 0x1.5aaf0561f9459p-13, 0x1.5ab651aa5ef35p-17,
                0x1.25bcdc42d2047p-21, 0x1.aadb4ae7c1013p-26, 0x1.0cd77d54e0cb7p-30,
                0x1.2848375ee46aap-35, 0x1.20de509a91197p-40, 0x1.f2ba28a423f36p-46);
}

/* The modified function above 8, by u = 8 / x, over e^x / sqrt(x). */
GPUINTEROP_LONG_FN double i0_limit(double u)
{
    return poly(u, 0x1.9884533d43651p-2, 0x1.9884533d3fc18p-8, 0x1.cb94ddc862348p-12,
                0x1.debac7c32d166p-15, 0x1.6eb10fc3b6e08p-17, 0x1.645afca5247b4p-19,
                0x1.558e47deb482ep-19, -0x1.2ab346063b0cep-16, 0x1.30a19b370e4f9p-13,
                -0x1.cda4b53c9c6a2p-11, 0x1.0e7d5ad6fcc9dp-8, -0x1.efd5f98e2b4b7p-7,
                0x1.6653deaaf2e71p-5, -0x1.99ee8f896ccb1p-4, 0x1.7336e82e84992p-3,
                -0x1.090e799541e4dp-2, 0x1.27fc58bc54c54p-2, -0x1.fdc158351545ap-3,
                0x1.4b2179fa6cf0dp-3, -0x1.395ef6e2efd63p-4, 0x1.9752b5d624c4ep-6,
                -0x1.44e966f794505p-8, 0x1.df8b75461429fp-12);
}

/* For x above 8, by w = 64 / (x x): the cosine's factor. */
GPUINTEROP_LONG_FN double p1_series(double w)
{
    return poly(w, 0x1.0000000000000p+0, 0x1.dffffffffe47dp-10, -0x1.274ffff3bd647p-15,
                0x1.5a6a468cd8560p-19, -0x1.b88b797fde46bp-22, 0x1.e5a2971b9aff4p-24,
                -0x1.955f986578c19p-25, 0x1.bf323eb6a0205p-26, -0x1.10cedec130047p-26,
                0x1.3074e3753793cp-27, -0x1.066be0ad7e7ccp-28, 0x1.24f55b2e6c278p-30,
                -0x1.34b51816536b9p-33);
}

/* The sine's factor times x. */
GPUINTEROP_LONG_FN double q1_series(double w)
{
    return poly(w, 0x1.7ffffffffffffp-2, -0x1.a3fffffff0e37p-10, 0x1.1c3cffca0c4e7p-14,
                -0x1.fe57cb832a145p-18, 0x1.b3eca1021feffp-20, -0x1.2d143b55eb8d8p-21,
                0x1.2bc344255dda9p-22, -0x1.780a17bf0e409p-23, 0x1.f27d836003af2p-24,
                -0x1.2439fec7ec45dp-24, 0x1.034cbbab32877p-25, -0x1.26a53917cc79ep-27,
                0x1.3a094528d6b9dp-30);
}

/* The modified function up to 8, over x. */
GPUINTEROP_LONG_FN double i1_series(double t)
{
    return poly(t, 0x1.f8c62327da1e1p+2, 0x1.0b7995b005e2fp+4, 0x1.da991aefa8763p+3,
                0x1.dd563dcb79235p+2, 0x1.36ebcc3d799f4p+1, 0x1.1bcb2e62038dap-1,
                0x1.7ed80673f16a6p-4, 0x1.8cd44af2e9225p-7, 0x1.45a707fa7ac2ap-10,
                0x1.b15ac6ba9d678p-14, 0x1.dcbab04a380cep-18, 0x1.b89b4a173993dp-22,
                0x1.5ad22ce9ac121p-26, 0x1.d679cd09e5383p-31, 0x1.15c3a246bff97p-35,
                0x1.2005ad3244a48p-40, 0x1.0905b4c719e93p-45, 0x1.b1484aa39d158p-51);
}

/* The modified function above 8, by u = 8 / x, over e^x / sqrt(x). */
GPUINTEROP_LONG_FN double i1_limit(double u)
{
    return poly(u, 0x1.9884533d43650p-2, -0x1.32633e6df18e4p-6, -0x1.7efc0e1cb96bcp-11,
                -0x1.4f1c643033a6dp-14, -0x1.d76d8ca4d5c5bp-17, -0x1.b59851f594cfbp-19,
                -0x1.7d0661b69e27bp-19, 0x1.41bfc1a20913ap-16, -0x1.47c237adef822p-13,
                0x1.ef5d89e248998p-11, -0x1.2178f3f0c4cf5p-8, 0x1.0899fabdf82b3p-6,
                -0x1.7d6b006157f03p-5, 0x1.b333b7dda6e42p-4, -0x1.8917a2e1fa803p-3,
                0x1.17fcc1c0761f7p-2, -0x1.37ec0b6435cddp-2, 0x1.0bff7ba0d77a3p-2,
                -0x1.5b6fb7c03d15ep-3, 0x1.48249c25a0de0p-4, -0x1.a9b8839ec5eb2p-6,
                0x1.52fcf2cacbbd7p-8, -0x1.f37ed9d45eba2p-12);
}

/* J (second is false) or Y of order 0 or 1 for x above 8. */
GPUINTEROP_LONG_FN double oscillation(double x, int order, bool second)
{
    double w = 64 / (x * x), q = (order ? q1_series(w) : q0_series(w)) / x;
    double p = order ? p1_series(w) : p0_series(w);
    int quadrant;
    wide rest = rest_of(x, &quadrant);

    /* The phase is x - pi / 4 - order pi / 2; Y is a quarter behind J. */
    if (rest.high > 0) {
        rest = sum(rest, wide{-0x1.921fb54442d18p-1, -0x1.1a62633145c07p-55});
    } else {
        rest = sum(rest, wide{0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55});
        quadrant--;
    }
    quadrant -= order + (second ? 1 : 0);
    return 0x1.9884533d43651p-1 / __builtin_sqrt(x) *
           (p * quadrant_sine(rest, quadrant + 1) - q * quadrant_sine(rest, quadrant));
}

/* x x - z z for a zero z. */
GPUINTEROP_FN double from_zero(double x, double z, double z_low)
{
    return ((x - z) - z_low) * (x + z);
}

GPUINTEROP_LONG_FN double bessel_j0(double x)
{
    double a = __builtin_fabs(x);

    if (!is_finite(x))
        return is_nan(x) ? x : 0;
    if (a > 8)
        return oscillation(a, 0, false);
    return j0_series(a * a * 0x1p-5 - 1) *
           (from_zero(a, 0x1.33d152e971b40p+1, -0x1.0f539d7da258ep-53) *
            from_zero(a, 0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54));
}

GPUINTEROP_LONG_FN double bessel_j1(double x)
{
    double a = __builtin_fabs(x), value;

    if (!is_finite(x))
        return is_nan(x) ? x : 0;
    if (a > 8) {
        value = oscillation(a, 1, false);
        return x < 0 ? -value : value;
    }
    return x * j1_series(a * a * 0x1p-5 - 1) *
           (from_zero(a, 0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53) *
            from_zero(a, 0x1.c0ff5f3b47250p+2, -0x1.b226d9d243827p-54));
}

GPUINTEROP_LONG_FN double bessel_y0(double x)
{
    if (!(x > 0) || is_infinite(x))
        return x == 0 ? -infinite_double() : x > 0 ? 0 : nan_double();
    if (x > 8)
        return oscillation(x, 0, true);
    return y0_series(x * x * 0x1p-5 - 1) +
           0x1.45f306dc9c883p-1 * natural_logarithm(x) * bessel_j0(x);
}

GPUINTEROP_LONG_FN double bessel_y1(double x)
{
    if (!(x > 0) || is_infinite(x))
        return x == 0 ? -infinite_double() : x > 0 ? 0 : nan_double();
    if (x > 8)
        return oscillation(x, 1, true);
    return x * y1_series(x * x * 0x1p-5 - 1) +
           0x1.45f306dc9c883p-1 * (natural_logarithm(x) * bessel_j1(x) - 1 / x);
}

/* Upwards from orders 0 and 1. */
GPUINTEROP_FN double climb(int n, double x, double a, double b)
{
    for (int k = 1; k < n; k++) {
        double next = 2 * k / x * b - a;

        a = b;
        b = next;
    }
    return b;
}

/* Downwards from an order so high that the function vanishes, then scaled by the sum of all. */
GPUINTEROP_LONG_FN double descend(int n, double x)
{
    int first = (int)(2 * ((n + (int)__builtin_sqrt(60.0 * n)) / 2)) + 20;
    double above = 0, here = 1, total = 0, found = 0;

    for (int k = first; k > 0; k--) {
        double below = 2 * k / x * here - above;

        above = here;
        here = below;
        if (__builtin_fabs(here) > 0x1p+500) {
            here *= 0x1p-500, above *= 0x1p-500, total *= 0x1p-500, found *= 0x1p-500;
        }
        if ((k - 1) % 2 == 0)
            total += k == 1 ? here : 2 * here;
        if (k - 1 == n)
            found = here;
    }
    return found / total;
}

GPUINTEROP_LONG_FN double bessel_jn(int n, double x)
{
    double a = __builtin_fabs(x), value;

    if (n < 0)
        return nan_double();
    if (n == 0)
        return bessel_j0(x);
    if (n == 1)
        return bessel_j1(x);
    if (!is_finite(x) || x == 0)
        return is_nan(x) ? x : 0;
    value = a > n ? climb(n, a, bessel_j0(a), bessel_j1(a)) : descend(n, a);
    return x < 0 && n % 2 ? -value : value;
}

GPUINTEROP_LONG_FN double bessel_yn(int n, double x)
{
    if (n < 0)
        return nan_double();
    if (n == 0)
        return bessel_y0(x);
    if (!(x > 0) || is_infinite(x))
        return x == 0 ? -infinite_double() : x > 0 ? 0 : nan_double();
    return climb(n, x, bessel_y0(x), bessel_y1(x));
}

GPUINTEROP_LONG_FN double bessel_i0(double x)
{
    double a = __builtin_fabs(x);

    if (!(a < 720))
        return is_nan(x) ? x : infinite_double();
    if (a > 8) {
        double e = exponential(0.5 * a);
        return e * i0_limit(8 / a) / __builtin_sqrt(a) * e;
    }
    return i0_series(a * a * 0x1p-5 - 1);
}

GPUINTEROP_LONG_FN double bessel_i1(double x)
{
    double a = __builtin_fabs(x);

    if (!(a < 720))
        return is_nan(x) ? x : with_sign(infinite_double(), x);
    if (a > 8) {
        double e = exponential(0.5 * a);
        return with_sign(e * i1_limit(8 / a) / __builtin_sqrt(a) * e, x);
    }
    return x * i1_series(a * a * 0x1p-5 - 1);
}

} // namespace gpuinterop_math

#endif
