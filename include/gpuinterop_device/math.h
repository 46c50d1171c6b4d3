/** The math functions by the names that programs use. */
#ifndef GPUINTEROP_DEVICE_MATH_H
#define GPUINTEROP_DEVICE_MATH_H

#include "math_angle.h"
#include "math_arc.h"
#include "math_bessel.h"
#include "math_error.h"
#include "math_exp.h"
#include "math_exp_float.h"
#include "math_gamma.h"
#include "math_root.h"
#include "math_whole.h"
#include "intrinsics.h"

#define GPUINTEROP_DEFINE_1(name, float_name, function) \
    GPUINTEROP_FN double name(double x) { return gpuinterop_math::function(x); } \
    GPUINTEROP_FN float name(float x) { return gpuinterop_math::function(x); } \
    GPUINTEROP_FN float float_name(float x) { return gpuinterop_math::function(x); }
#define GPUINTEROP_DEFINE_DOUBLE_1(name, float_name, function) \
    GPUINTEROP_FN double name(double x) { return gpuinterop_math::function(x); } \
    GPUINTEROP_FN float name(float x) { return (float)gpuinterop_math::function((double)x); } \
    GPUINTEROP_FN float float_name(float x) { return (float)gpuinterop_math::function((double)x); }
#define GPUINTEROP_DEFINE_BUILTIN_1(name, float_name) \
    GPUINTEROP_FN double name(double x) { return __builtin_##name(x); } \
    GPUINTEROP_FN float name(float x) { return __builtin_##float_name(x); } \
    GPUINTEROP_FN float float_name(float x) { return __builtin_##float_name(x); }
#define GPUINTEROP_DEFINE_2(name, float_name, function) \
    GPUINTEROP_FN double name(double x, double y) { return gpuinterop_math::function(x, y); } \
    GPUINTEROP_FN float name(float x, float y) { return gpuinterop_math::function(x, y); } \
    GPUINTEROP_FN float float_name(float x, float y) { return gpuinterop_math::function(x, y); }
#define GPUINTEROP_DEFINE_BUILTIN_2(name, float_name) \
    GPUINTEROP_FN double name(double x, double y) { return __builtin_##name(x, y); } \
    GPUINTEROP_FN float name(float x, float y) { return __builtin_##float_name(x, y); } \
    GPUINTEROP_FN float float_name(float x, float y) { return __builtin_##float_name(x, y); }

GPUINTEROP_MATH_1(GPUINTEROP_DEFINE_1);
GPUINTEROP_MATH_DOUBLE_1(GPUINTEROP_DEFINE_DOUBLE_1);
GPUINTEROP_MATH_BUILTIN_1(GPUINTEROP_DEFINE_BUILTIN_1);
GPUINTEROP_MATH_2(GPUINTEROP_DEFINE_2);
GPUINTEROP_MATH_BUILTIN_2(GPUINTEROP_DEFINE_BUILTIN_2);

/* One body for double and float. */
#define GPUINTEROP_DEFINE_BOTH(result, name, float_name, parameters, body) \
    GPUINTEROP_FN result##_d name parameters(double) body \
    GPUINTEROP_FN result##_f name parameters(float) body \
    GPUINTEROP_FN result##_f float_name parameters(float) body
typedef double gpuinterop_own_d;
typedef float gpuinterop_own_f;
typedef int gpuinterop_int_d, gpuinterop_int_f;
typedef long gpuinterop_long_d, gpuinterop_long_f;
typedef long long gpuinterop_long_long_d, gpuinterop_long_long_f;

#define GPUINTEROP_X(_Tp) (_Tp x)
#define GPUINTEROP_XY(_Tp) (_Tp x, _Tp y)
#define GPUINTEROP_XN(_Tp) (_Tp x, int n)
#define GPUINTEROP_XL(_Tp) (_Tp x, long n)
#define GPUINTEROP_XP(_Tp) (_Tp x, int *p)
#define GPUINTEROP_XW(_Tp) (_Tp x, _Tp *p)
#define GPUINTEROP_XYP(_Tp) (_Tp x, _Tp y, int *p)
#define GPUINTEROP_XYZ(_Tp) (_Tp x, _Tp y, _Tp z)
#define GPUINTEROP_XYZW(_Tp) (_Tp x, _Tp y, _Tp z, _Tp w)

GPUINTEROP_DEFINE_BOTH(gpuinterop_own, hypot, hypotf, GPUINTEROP_XY,
                       { return gpuinterop_math::length(x, y, x * 0, y * 0, false); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, remainder, remainderf, GPUINTEROP_XY,
                       { int q; return gpuinterop_math::nearest_rest(x, y, &q); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, remquo, remquof, GPUINTEROP_XYP,
                       { return gpuinterop_math::nearest_rest(x, y, p); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, fdim, fdimf, GPUINTEROP_XY,
                       { return x > y || x != x || y != y ? x - y : 0; });
GPUINTEROP_DEFINE_BOTH(gpuinterop_int, ilogb, ilogbf, GPUINTEROP_X,
                       { return gpuinterop_math::exponent_as_integer(x); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_long, lrint, lrintf, GPUINTEROP_X, { return (long)rint(x); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_long, lround, lroundf, GPUINTEROP_X, { return (long)round(x); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_long_long, llrint, llrintf, GPUINTEROP_X,
                       { return (long long)rint(x); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_long_long, llround, llroundf, GPUINTEROP_X,
                       { return (long long)round(x); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, ldexp, ldexpf, GPUINTEROP_XN,
                       { return gpuinterop_math::scaled(x, n); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, scalbn, scalbnf, GPUINTEROP_XN,
                       { return gpuinterop_math::scaled(x, n); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, scalbln, scalblnf, GPUINTEROP_XL, {
    return gpuinterop_math::scaled(x, n > 9999 ? 9999 : n < -9999 ? -9999 : (int)n);
});
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, frexp, frexpf, GPUINTEROP_XP,
                       { return gpuinterop_math::split(x, p); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, modf, modff, GPUINTEROP_XW,
                       { return gpuinterop_math::fraction_of(x, p); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, norm3d, norm3df, GPUINTEROP_XYZ,
                       { return gpuinterop_math::length(x, y, z, z * 0, false); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, rnorm3d, rnorm3df, GPUINTEROP_XYZ,
                       { return gpuinterop_math::length(x, y, z, z * 0, true); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, norm4d, norm4df, GPUINTEROP_XYZW,
                       { return gpuinterop_math::length(x, y, z, w, false); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, rnorm4d, rnorm4df, GPUINTEROP_XYZW,
                       { return gpuinterop_math::length(x, y, z, w, true); });
GPUINTEROP_DEFINE_BOTH(gpuinterop_own, rhypot, rhypotf, GPUINTEROP_XY,
                       { return gpuinterop_math::length(x, y, x * 0, y * 0, true); });

GPUINTEROP_FN double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
GPUINTEROP_FN float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
GPUINTEROP_FN float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
GPUINTEROP_FN double nan(const char *) { return gpuinterop_math::nan_double(); }
GPUINTEROP_FN float nanf(const char *) { return gpuinterop_math::nan_float(); }
GPUINTEROP_FN int abs(int x) { return x < 0 ? -x : x; }
GPUINTEROP_FN long labs(long x) { return x < 0 ? -x : x; }
GPUINTEROP_FN long long llabs(long long x) { return x < 0 ? -x : x; }
GPUINTEROP_FN double norm(int n, const double *p)
{
    return gpuinterop_math::length(n, p, false);
}
GPUINTEROP_FN float normf(int n, const float *p) { return gpuinterop_math::length(n, p, false); }
GPUINTEROP_FN double rnorm(int n, const double *p)
{
    return gpuinterop_math::length(n, p, true);
}
GPUINTEROP_FN float rnormf(int n, const float *p) { return gpuinterop_math::length(n, p, true); }

/* Functions that only device code has. */

GPUINTEROP_DEFINE_1(exp10, exp10f, exponential_10);
GPUINTEROP_DEFINE_1(sinpi, sinpif, sine_pi);
GPUINTEROP_DEFINE_1(cospi, cospif, cosine_pi);
GPUINTEROP_DEFINE_DOUBLE_1(erfinv, erfinvf, error_inverse);
GPUINTEROP_DEFINE_DOUBLE_1(erfcinv, erfcinvf, error_complement_inverse);
GPUINTEROP_DEFINE_DOUBLE_1(erfcx, erfcxf, error_complement_scaled);
GPUINTEROP_DEFINE_DOUBLE_1(normcdf, normcdff, normal_distribution);
GPUINTEROP_DEFINE_DOUBLE_1(normcdfinv, normcdfinvf, normal_distribution_inverse);
GPUINTEROP_DEFINE_DOUBLE_1(j0, j0f, bessel_j0);
GPUINTEROP_DEFINE_DOUBLE_1(j1, j1f, bessel_j1);
GPUINTEROP_DEFINE_DOUBLE_1(y0, y0f, bessel_y0);
GPUINTEROP_DEFINE_DOUBLE_1(y1, y1f, bessel_y1);
GPUINTEROP_DEFINE_DOUBLE_1(cyl_bessel_i0, cyl_bessel_i0f, bessel_i0);
GPUINTEROP_DEFINE_DOUBLE_1(cyl_bessel_i1, cyl_bessel_i1f, bessel_i1);

GPUINTEROP_FN double jn(int n, double x) { return gpuinterop_math::bessel_jn(n, x); }
GPUINTEROP_FN float jnf(int n, float x) { return (float)gpuinterop_math::bessel_jn(n, x); }
GPUINTEROP_FN double yn(int n, double x) { return gpuinterop_math::bessel_yn(n, x); }
GPUINTEROP_FN float ynf(int n, float x) { return (float)gpuinterop_math::bessel_yn(n, x); }
GPUINTEROP_FN double rsqrt(double x) { return gpuinterop_math::inverse_root(x); }
GPUINTEROP_FN float rsqrtf(float x) { return __frsqrt_rn(x); }
GPUINTEROP_FN float rsqrt(float x) { return __frsqrt_rn(x); }
GPUINTEROP_FN double rcbrt(double x) { return 1 / gpuinterop_math::cube_root(x); }
GPUINTEROP_FN float rcbrtf(float x) { return 1 / gpuinterop_math::cube_root(x); }
GPUINTEROP_FN float rcbrt(float x) { return rcbrtf(x); }
GPUINTEROP_FN float fdividef(float x, float y) { return x / y; }
GPUINTEROP_FN double fdivide(double x, double y) { return x / y; }

GPUINTEROP_FN void sincos(double x, double *s, double *c) { *s = sin(x), *c = cos(x); }
GPUINTEROP_FN void sincosf(float x, float *s, float *c) { *s = sinf(x), *c = cosf(x); }
GPUINTEROP_FN void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
GPUINTEROP_FN void sincospi(double x, double *s, double *c) { *s = sinpi(x), *c = cospi(x); }
GPUINTEROP_FN void sincospif(float x, float *s, float *c) { *s = sinpif(x), *c = cospif(x); }
GPUINTEROP_FN void sincospi(float x, float *s, float *c) { sincospif(x, s, c); }

/* The smaller and the larger of two. The host has them where its library has no such names. */
#define GPUINTEROP_EXTREMES(_Tp) \
    GPUINTEROP_BOTH _Tp min(_Tp a, _Tp b) { return b < a ? b : a; } \
    GPUINTEROP_BOTH _Tp max(_Tp a, _Tp b) { return a < b ? b : a; }
GPUINTEROP_EXTREMES(int)
GPUINTEROP_EXTREMES(unsigned int)
GPUINTEROP_EXTREMES(long)
GPUINTEROP_EXTREMES(unsigned long)
GPUINTEROP_EXTREMES(long long)
GPUINTEROP_EXTREMES(unsigned long long)
#undef GPUINTEROP_EXTREMES
#define GPUINTEROP_MIXED(A, B, _Tp) \
    GPUINTEROP_BOTH _Tp min(A a, B b) { return min((_Tp)a, (_Tp)b); } \
    GPUINTEROP_BOTH _Tp max(A a, B b) { return max((_Tp)a, (_Tp)b); } \
    GPUINTEROP_BOTH _Tp min(B a, A b) { return min((_Tp)a, (_Tp)b); } \
    GPUINTEROP_BOTH _Tp max(B a, A b) { return max((_Tp)a, (_Tp)b); }
GPUINTEROP_MIXED(int, unsigned int, unsigned int)
GPUINTEROP_MIXED(long, unsigned long, unsigned long)
GPUINTEROP_MIXED(long long, unsigned long long, unsigned long long)
#undef GPUINTEROP_MIXED
GPUINTEROP_BOTH float min(float a, float b) { return __builtin_fminf(a, b); }
GPUINTEROP_BOTH float max(float a, float b) { return __builtin_fmaxf(a, b); }
GPUINTEROP_BOTH double min(double a, double b) { return __builtin_fmin(a, b); }
GPUINTEROP_BOTH double max(double a, double b) { return __builtin_fmax(a, b); }
GPUINTEROP_BOTH double min(float a, double b) { return __builtin_fmin(a, b); }
GPUINTEROP_BOTH double max(float a, double b) { return __builtin_fmax(a, b); }
GPUINTEROP_BOTH double min(double a, float b) { return __builtin_fmin(a, b); }
GPUINTEROP_BOTH double max(double a, float b) { return __builtin_fmax(a, b); }
GPUINTEROP_BOTH unsigned int umin(unsigned int a, unsigned int b) { return min(a, b); }
GPUINTEROP_BOTH unsigned int umax(unsigned int a, unsigned int b) { return max(a, b); }

/* The C library's own names of what a float is, which it has for host code alone. */
#define GPUINTEROP_FLOAT_IS(name, type, function) \
    GPUINTEROP_FN int name(type x) { return gpuinterop_math::function(x); }
GPUINTEROP_FLOAT_IS(__isnanf, float, is_nan)
GPUINTEROP_FLOAT_IS(__isinff, float, is_infinite)
GPUINTEROP_FLOAT_IS(__finitef, float, is_finite)
GPUINTEROP_FLOAT_IS(__signbitf, float, is_negative)
GPUINTEROP_FLOAT_IS(__isnan, double, is_nan)
GPUINTEROP_FLOAT_IS(__isinf, double, is_infinite)
GPUINTEROP_FLOAT_IS(__finite, double, is_finite)
GPUINTEROP_FLOAT_IS(__signbit, double, is_negative)
#undef GPUINTEROP_FLOAT_IS

/* With -use_fast_math the float's names give short approximations. */
#ifdef __USE_FAST_MATH__
#define sinf(x) __sinf(x)
#define cosf(x) __cosf(x)
#define tanf(x) __tanf(x)
#define sincosf(x, s, c) __sincosf(x, s, c)
#define expf(x) __expf(x)
#define exp10f(x) __exp10f(x)
#define logf(x) __logf(x)
#define log2f(x) __log2f(x)
#define log10f(x) __log10f(x)
#define powf(x, y) __powf(x, y)
#endif

#endif
