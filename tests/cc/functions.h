/* The functions that test_math checks: name, its numbers' type, the range of arguments, the error
 * that is allowed in units in the last place, and the reference on the host. L is even in the
 * logarithm of the range, U even in the range; P and S tell if arguments have signs. */
#ifndef CC_FUNCTIONS_H
#define CC_FUNCTIONS_H

#define CC_FUNCTIONS_1(F) \
    F(sinf, float, L, S, 1e-10, 1e30, 2, sin(x)) F(cosf, float, L, S, 1e-10, 1e30, 2, cos(x)) \
    F(tanf, float, L, S, 1e-10, 1e30, 4, tan(x)) F(sinpif, float, U, S, 1e-5, 8, 2, sinpi_of(x)) \
    F(cospif, float, U, S, 1e-5, 8, 2, cospi_of(x)) F(expf, float, U, S, 1e-5, 87, 2, exp(x)) \
    F(exp2f, float, U, S, 1e-5, 125, 2, exp2(x)) F(exp10f, float, U, S, 1e-5, 37, 2, exp10(x)) \
    F(expm1f, float, L, S, 1e-8, 85, 1.5, expm1(x)) F(logf, float, L, P, 1e-37, 1e38, 1, log(x)) \
    F(log2f, float, L, P, 1e-37, 1e38, 1, log2(x)) \
    F(log10f, float, L, P, 1e-37, 1e38, 2, log10(x)) \
    F(log1pf, float, L, P, 1e-10, 1e30, 1, log1p(x)) F(sinhf, float, U, S, 1e-5, 88, 3, sinh(x)) \
    F(coshf, float, U, S, 1e-5, 88, 2, cosh(x)) F(tanhf, float, L, S, 1e-8, 20, 2, tanh(x)) \
    F(asinhf, float, L, S, 1e-8, 1e30, 3, asinh(x)) F(acoshf, float, L, P, 1, 1e30, 4, acosh(x)) \
    F(atanhf, float, U, S, 1e-8, 0.99, 3, atanh(x)) F(asinf, float, U, S, 1e-8, 1, 2, asin(x)) \
    F(acosf, float, U, S, 1e-8, 1, 2, acos(x)) F(atanf, float, L, S, 1e-4, 1e4, 2, atan(x)) \
    F(cbrtf, float, L, S, 1e-30, 1e30, 1, cbrt(x)) F(sqrtf, float, L, P, 1e-30, 1e30, 1, sqrt(x)) \
    F(rsqrtf, float, L, P, 1e-30, 1e30, 2, 1 / sqrt(x)) \
    F(rcbrtf, float, L, S, 1e-30, 1e30, 2, 1 / cbrt(x)) F(erff, float, U, S, 0, 4, 2, erf(x)) \
    F(erfcf, float, U, S, 0, 9, 4, erfc(x)) F(tgammaf, float, U, P, 0.01, 34, 5, tgamma(x)) \
    F(lgammaf, float, U, P, 0.01, 90, 6, lgamma(x)) F(roundf, float, L, S, 0.1, 1e9, 0, round(x)) \
    F(rintf, float, L, S, 0.1, 1e9, 0, rint(x)) F(floorf, float, L, S, 0.1, 1e9, 0, floor(x)) \
    F(logbf, float, L, S, 1e-37, 1e37, 0, logb(x)) \
    F(sin, double, L, S, 1e-10, 1e300, 2, sinl(x)) F(cos, double, L, S, 1e-10, 1e17, 2, cosl(x)) \
    F(tan, double, U, S, 1e-10, 100, 2, tanl(x)) F(exp, double, U, S, 1e-5, 700, 1, expl(x)) \
    F(exp2, double, U, S, 1e-5, 1000, 1, exp2l(x)) \
    F(exp10, double, U, S, 1e-5, 300, 1, exp10l(x)) \
    F(expm1, double, L, S, 1e-10, 700, 1, expm1l(x)) \
    F(log, double, L, P, 1e-300, 1e300, 1, logl(x)) \
    F(log2, double, L, P, 1e-300, 1e300, 1, log2l(x)) \
    F(log10, double, L, P, 1e-300, 1e300, 1, log10l(x)) \
    F(log1p, double, L, P, 1e-10, 1e30, 1, log1pl(x)) \
    F(sinh, double, U, S, 1e-5, 700, 2, sinhl(x)) F(cosh, double, U, S, 1e-5, 700, 2, coshl(x)) \
    F(tanh, double, L, S, 1e-8, 20, 2, tanhl(x)) \
    F(asinh, double, L, S, 1e-8, 1e30, 3, asinhl(x)) \
    F(acosh, double, L, P, 1, 1e30, 3, acoshl(x)) F(atanh, double, U, S, 0, 0.99, 2, atanhl(x)) \
    F(asin, double, U, S, 1e-8, 1, 2, asinl(x)) F(acos, double, U, S, 1e-8, 1, 2, acosl(x)) \
    F(atan, double, L, S, 1e-4, 1e4, 2, atanl(x)) F(cbrt, double, L, S, 1e-30, 1e30, 1, cbrtl(x)) \
    F(rsqrt, double, L, P, 1e-30, 1e30, 1, 1 / sqrtl(x)) F(erf, double, U, S, 0, 6, 2, erfl(x)) \
    F(erfc, double, U, S, 0, 26, 5, erfcl(x)) \
    F(erfcx, double, U, P, 0, 20, 4, expl((long double)x * x) * erfcl(x)) \
    F(tgamma, double, U, P, 0.01, 170, 10, tgammal(x)) \
    F(lgamma, double, U, P, 0.01, 900, 4, lgammal(x)) \
    F(normcdf, double, U, S, 0, 30, 5, 0.5L * erfcl(-x / sqrtl(2)))

/* These are within 1e-14 of the largest value of the range; the reference is the host's. */
#define CC_FUNCTIONS_NEAR(F) \
    F(j0, double, U, S, 0, 50, 0, j0l(x)) F(j1, double, U, S, 0, 50, 0, j1l(x)) \
    F(y0, double, U, P, 0.5, 50, 0, y0l(x)) F(y1, double, U, P, 0.5, 50, 0, y1l(x)) \
    F(cc_inverse, double, U, S, 0, 0.99, 0, x) F(cc_upper, double, L, P, 1e-9, 1.9, 0, x)

#define CC_FUNCTIONS_2(F) \
    F(powf, float, 1e-3, 1e3, 10, 4, pow(x, y)) F(atan2f, float, 1e-3, 1e3, 1e3, 3, atan2(x, y)) \
    F(hypotf, float, 1e-3, 1e3, 1e3, 3, hypot(x, y)) F(fmodf, float, 1e-3, 1e9, 9, 0, fmod(x, y)) \
    F(remainderf, float, 1e-3, 1e9, 9, 0, remainder(x, y)) \
    F(pow, double, 1e-3, 1e3, 90, 2, powl(x, y)) \
    F(atan2, double, 1e-3, 1e3, 1e3, 2, atan2l(x, y)) \
    F(hypot, double, 1e-3, 1e3, 1e3, 2, hypotl(x, y)) \
    F(fmod, double, 1e-3, 1e9, 9, 0, fmodl(x, y))

#endif
