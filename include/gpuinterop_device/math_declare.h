/** The names of the math functions, before the C++ library's: where it finds that a device function
 *  of a name is there, its own is for the host. */
#ifndef GPUINTEROP_DEVICE_MATH_DECLARE_H
#define GPUINTEROP_DEVICE_MATH_DECLARE_H

#include "function.h"

/* Functions of one number, with the float's name, and what computes them. C and C++ have them. */
#define GPUINTEROP_MATH_1(F) \
    F(sin, sinf, sine) F(cos, cosf, cosine) F(tan, tanf, tangent) F(asin, asinf, arc_sine) \
    F(acos, acosf, arc_cosine) F(atan, atanf, arc_tangent) F(sinh, sinhf, hyperbolic_sine) \
    F(cosh, coshf, hyperbolic_cosine) F(tanh, tanhf, hyperbolic_tangent) \
    F(asinh, asinhf, inverse_hyperbolic_sine) F(acosh, acoshf, inverse_hyperbolic_cosine) \
    F(atanh, atanhf, inverse_hyperbolic_tangent) F(exp, expf, exponential) \
    F(exp2, exp2f, exponential_2) F(expm1, expm1f, exponential_minus_1) \
    F(log, logf, natural_logarithm) F(log2, log2f, logarithm_2) \
    F(log10, log10f, logarithm_10) F(log1p, log1pf, logarithm_1_plus) F(cbrt, cbrtf, cube_root) \
    F(round, roundf, away_from_zero) F(logb, logbf, exponent_as_number)
/* Functions that are computed by double alone. */
#define GPUINTEROP_MATH_DOUBLE_1(F) \
    F(erf, erff, error) F(erfc, erfcf, error_complement) F(tgamma, tgammaf, gamma_of) \
    F(lgamma, lgammaf, log_gamma)
/* Functions that clang has an instruction for. */
#define GPUINTEROP_MATH_BUILTIN_1(F) \
    F(sqrt, sqrtf) F(ceil, ceilf) F(floor, floorf) F(trunc, truncf) F(rint, rintf) \
    F(nearbyint, nearbyintf) F(fabs, fabsf)
#define GPUINTEROP_MATH_2(F) \
    F(pow, powf, power) F(atan2, atan2f, arc_tangent) F(fmod, fmodf, truncated_rest) \
    F(nextafter, nextafterf, next_after)
#define GPUINTEROP_MATH_BUILTIN_2(F) F(fmax, fmaxf) F(fmin, fminf) F(copysign, copysignf)

#define GPUINTEROP_DECLARE_1(name, float_name, ...) \
    GPUINTEROP_FN double name(double); \
    GPUINTEROP_FN float name(float); \
    GPUINTEROP_FN float float_name(float);
#define GPUINTEROP_DECLARE_2(name, float_name, ...) \
    GPUINTEROP_FN double name(double, double); \
    GPUINTEROP_FN float name(float, float); \
    GPUINTEROP_FN float float_name(float, float);
#define GPUINTEROP_DECLARE_T(result, name, float_name, ...) \
    GPUINTEROP_FN result name(double __VA_ARGS__); \
    GPUINTEROP_FN result name(float __VA_ARGS__); \
    GPUINTEROP_FN result float_name(float __VA_ARGS__);

GPUINTEROP_MATH_1(GPUINTEROP_DECLARE_1)
GPUINTEROP_MATH_DOUBLE_1(GPUINTEROP_DECLARE_1)
GPUINTEROP_MATH_BUILTIN_1(GPUINTEROP_DECLARE_1)
GPUINTEROP_MATH_2(GPUINTEROP_DECLARE_2)
GPUINTEROP_MATH_BUILTIN_2(GPUINTEROP_DECLARE_2)
GPUINTEROP_DECLARE_2(hypot, hypotf)
GPUINTEROP_DECLARE_2(remainder, remainderf)
GPUINTEROP_DECLARE_2(fdim, fdimf)
GPUINTEROP_DECLARE_T(int, ilogb, ilogbf)
GPUINTEROP_DECLARE_T(long, lrint, lrintf)
GPUINTEROP_DECLARE_T(long, lround, lroundf)
GPUINTEROP_DECLARE_T(long long, llrint, llrintf)
GPUINTEROP_DECLARE_T(long long, llround, llroundf)
GPUINTEROP_FN double fma(double, double, double);
GPUINTEROP_FN float fma(float, float, float);
GPUINTEROP_FN float fmaf(float, float, float);
GPUINTEROP_FN double ldexp(double, int);
GPUINTEROP_FN float ldexp(float, int);
GPUINTEROP_FN float ldexpf(float, int);
GPUINTEROP_FN double scalbn(double, int);
GPUINTEROP_FN float scalbn(float, int);
GPUINTEROP_FN float scalbnf(float, int);
GPUINTEROP_FN double scalbln(double, long);
GPUINTEROP_FN float scalbln(float, long);
GPUINTEROP_FN float scalblnf(float, long);
GPUINTEROP_FN double frexp(double, int *);
GPUINTEROP_FN float frexp(float, int *);
GPUINTEROP_FN float frexpf(float, int *);
GPUINTEROP_FN double modf(double, double *);
GPUINTEROP_FN float modf(float, float *);
GPUINTEROP_FN float modff(float, float *);
GPUINTEROP_FN double remquo(double, double, int *);
GPUINTEROP_FN float remquo(float, float, int *);
GPUINTEROP_FN float remquof(float, float, int *);
GPUINTEROP_FN double nan(const char *);
GPUINTEROP_FN float nanf(const char *);
GPUINTEROP_FN int abs(int);
GPUINTEROP_FN long labs(long);
GPUINTEROP_FN long long llabs(long long);

/* Memory. */
GPUINTEROP_FN void *memcpy(void *to, const void *from, __SIZE_TYPE__ bytes)
{
    return __builtin_memcpy(to, from, bytes);
}
GPUINTEROP_FN void *memmove(void *to, const void *from, __SIZE_TYPE__ bytes)
{
    return __builtin_memmove(to, from, bytes);
}
GPUINTEROP_FN void *memset(void *to, int value, __SIZE_TYPE__ bytes)
{
    return __builtin_memset(to, value, bytes);
}

#define GPUINTEROP_USING(name, float_name, ...) using ::name; using ::float_name;
namespace std {
GPUINTEROP_MATH_1(GPUINTEROP_USING)
GPUINTEROP_MATH_DOUBLE_1(GPUINTEROP_USING)
GPUINTEROP_MATH_BUILTIN_1(GPUINTEROP_USING)
GPUINTEROP_MATH_2(GPUINTEROP_USING)
GPUINTEROP_MATH_BUILTIN_2(GPUINTEROP_USING)
GPUINTEROP_USING(hypot, hypotf)
GPUINTEROP_USING(remainder, remainderf)
GPUINTEROP_USING(fdim, fdimf)
GPUINTEROP_USING(ilogb, ilogbf)
GPUINTEROP_USING(lrint, lrintf)
GPUINTEROP_USING(lround, lroundf)
GPUINTEROP_USING(llrint, llrintf)
GPUINTEROP_USING(llround, llroundf)
GPUINTEROP_USING(fma, fmaf)
GPUINTEROP_USING(ldexp, ldexpf)
GPUINTEROP_USING(scalbn, scalbnf)
GPUINTEROP_USING(scalbln, scalblnf)
GPUINTEROP_USING(frexp, frexpf)
GPUINTEROP_USING(modf, modff)
GPUINTEROP_USING(remquo, remquof)
GPUINTEROP_USING(nan, nanf)
using ::memcpy;
using ::memmove;
using ::memset;
using ::abs;
using ::labs;
using ::llabs;
} // namespace std
#undef GPUINTEROP_USING

/* Headers that programs have without an include. */
#include <cmath>
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#endif
