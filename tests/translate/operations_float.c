#include <fenv.h>
#include <math.h>

#include "operations.h"

/* With a rounding of the processor. Volatile, so that the compiler computes nothing before. */
#define ROUNDED(name, type, mode, expression) \
    static type name(type x, type y, type z) \
    { \
        volatile type a = x, b = y, c = z, result; \
        (void)b; \
        (void)c; \
        fesetround(mode); \
        result = expression; \
        fesetround(FE_TONEAREST); \
        return result; \
    }
#define ROUNDED_ALL(name, type, suffix, root) \
    ROUNDED(name##_add, type, suffix, a + b) \
    ROUNDED(name##_sub, type, suffix, a - b) \
    ROUNDED(name##_mul, type, suffix, a * b) \
    ROUNDED(name##_div, type, suffix, a / b) \
    ROUNDED(name##_rcp, type, suffix, 1 / a) \
    ROUNDED(name##_sqrt, type, suffix, root(a))

ROUNDED_ALL(rz32, float, FE_TOWARDZERO, sqrtf)
ROUNDED_ALL(rm32, float, FE_DOWNWARD, sqrtf)
ROUNDED_ALL(rp32, float, FE_UPWARD, sqrtf)
ROUNDED_ALL(rz64, double, FE_TOWARDZERO, sqrt)
ROUNDED_ALL(rm64, double, FE_DOWNWARD, sqrt)
ROUNDED_ALL(rp64, double, FE_UPWARD, sqrt)
ROUNDED(rz32_fma, float, FE_TOWARDZERO, fmaf(a, b, c))
ROUNDED(rm32_fma, float, FE_DOWNWARD, fmaf(a, b, c))
ROUNDED(rz64_fma, double, FE_TOWARDZERO, fma(a, b, c))
ROUNDED(rm64_fma, double, FE_DOWNWARD, fma(a, b, c))
ROUNDED(rp64_fma, double, FE_UPWARD, fma(a, b, c))
ROUNDED(rp32_fma, float, FE_UPWARD, fmaf(a, b, c))

#define IN32(function) of_f32(function(f32(a), f32(b), f32(c)))
#define IN64(function) of_f64(function(f64(a), f64(b), f64(c)))
#define LIST_ROUNDED(X, mode) \
    X(mode##_add, "f32", "f32", "add." #mode ".f32 %d, %a, %b;", IN32(mode##32_add)) \
    X(mode##_sub, "f32", "f32", "sub." #mode ".f32 %d, %a, %b;", IN32(mode##32_sub)) \
    X(mode##_mul, "f32", "f32", "mul." #mode ".f32 %d, %a, %b;", IN32(mode##32_mul)) \
    X(mode##_div, "f32", "f32", "div." #mode ".f32 %d, %a, %b;", IN32(mode##32_div)) \
    X(mode##_rcp, "f32", "f32", "rcp." #mode ".f32 %d, %a;", IN32(mode##32_rcp)) \
    X(mode##_sqrt, "f32", "f32", "sqrt." #mode ".f32 %d, %a;", IN32(mode##32_sqrt)) \
    X(mode##_fma, "f32", "f32", "fma." #mode ".f32 %d, %a, %b, %c;", IN32(mode##32_fma)) \
    X(mode##_fma64, "f64", "f64", "fma." #mode ".f64 %d, %a, %b, %c;", IN64(mode##64_fma)) \
    X(mode##_fma64b, "b64", "f64", "mov.b64 %g0, %a; mov.b64 %g1, %b; mov.b64 %g2, %c; " \
      "fma." #mode ".f64 %d, %g0, %g1, %g2;", IN64(mode##64_fma)) \
    X(mode##_fma64c, "f64", "f64", "mul.f64 %g0, %a, %b; neg.f64 %g0, %g0; " \
      "fma." #mode ".f64 %d, %a, %b, %g0;", of_f64(mode##64_fma(f64(a), f64(b), \
                                                               -(f64(a) * f64(b))))) \
    X(mode##_add64, "f64", "f64", "add." #mode ".f64 %d, %a, %b;", IN64(mode##64_add)) \
    X(mode##_sub64, "f64", "f64", "sub." #mode ".f64 %d, %a, %b;", IN64(mode##64_sub)) \
    X(mode##_mul64, "f64", "f64", "mul." #mode ".f64 %d, %a, %b;", IN64(mode##64_mul)) \
    X(mode##_div64, "f64", "f64", "div." #mode ".f64 %d, %a, %b;", IN64(mode##64_div)) \
    X(mode##_rcp64, "f64", "f64", "rcp." #mode ".f64 %d, %a;", IN64(mode##64_rcp)) \
    X(mode##_sqrt64, "f64", "f64", "sqrt." #mode ".f64 %d, %a;", IN64(mode##64_sqrt))

/* .ftz: small numbers are zeros of their sign, before and after. */
static float flush(float value)
{
    return fabsf(value) < 0x1p-126f ? copysignf(0, value) : value;
}

bool operations_flush_between;

/* What the first of two instructions gives to the second one. */
static float between(float value)
{
    return operations_flush_between ? flush(value) : value;
}

/* Of min and max the sign is left out: zeros of both signs are one to the device. */
#define LIST(X) \
    X(add, "f32", "f32", "add.rn.f32 %d, %a, %b;", of_f32(f32(a) + f32(b))) \
    X(add_sat, "f32", "f32", "add.sat.f32 %d, %a, %b;", \
      of_f32((float)least(most(f32(a) + f32(b), 0), 1))) \
    X(sub, "f64", "f64", "sub.f64 %d, %a, %b;", of_f64(f64(a) - f64(b))) \
    X(mul, "f32", "f32", "mul.f32 %d, %a, %b;", of_f32(f32(a) * f32(b))) \
    X(no_contraction, "f32", "f32", "mul.f32 %f0, %a, %b; add.f32 %d, %f0, %c;", \
      of_f32(between((float)(f32(a) * f32(b))) + f32(c))) \
    X(fma, "f32", "f32", "fma.rn.f32 %d, %a, %b, %c;", of_f32(fmaf(f32(a), f32(b), f32(c)))) \
    X(div, "f32", "f32", "div.rn.f32 %d, %a, %b;", of_f32(f32(a) / f32(b))) \
    X(div64, "f64", "f64", "div.rn.f64 %d, %a, %b;", of_f64(f64(a) / f64(b))) \
    X(sqrt, "f32", "f32", "sqrt.rn.f32 %d, %a;", of_f32(sqrtf(f32(a)))) \
    X(sqrt64, "f64", "f64", "sqrt.rn.f64 %d, %a;", of_f64(sqrt(f64(a)))) \
    X(rcp, "f32", "f32", "rcp.rn.f32 %d, %a;", of_f32(1 / f32(a))) \
    X(neg, "f32", "f32", "neg.f32 %d, %a;", a ^ 0x80000000) \
    X(abs, "f64", "f64", "abs.f64 %d, %a;", a & INT64_MAX) \
    X(min, "f32", "f32", "min.f32 %f0, %a, %b; abs.f32 %d, %f0;", \
      of_f32(fabsf((float)least(f32(a), f32(b))))) \
    X(max, "f64", "f64", "max.f64 %g0, %a, %b; abs.f64 %d, %g0;", \
      of_f64(fabs(most(f64(a), f64(b))))) \
    X(max_nan, "f32", "f32", "max.NaN.f32 %f0, %a, %b; abs.f32 %d, %f0;", \
      isnan(f32(a)) || isnan(f32(b)) ? 0x7fffffff : of_f32(fabsf(fmaxf(f32(a), f32(b))))) \
    X(copysign, "f32", "f32", "copysign.f32 %d, %a, %b;", \
      (a & 0x80000000) | (b & 0x7fffffff)) \
    X(finite, "f32", "b32", "testp.finite.f32 %p, %a; selp.b32 %d, 1, 0, %p;", \
      isfinite(f32(a)) != 0) \
    X(subnormal, "f64", "b32", "testp.subnormal.f64 %p, %a; selp.b32 %d, 1, 0, %p;", \
      fpclassify(f64(a)) == FP_SUBNORMAL) \
    X(normal, "f32", "b32", "testp.normal.f32 %p, %a; selp.b32 %d, 1, 0, %p;", \
      isnormal(f32(a)) != 0) \
    X(lt, "f32", "b32", "setp.lt.f32 %p, %a, %b; selp.b32 %d, 1, 0, %p;", f32(a) < f32(b)) \
    X(ne, "f32", "b32", "setp.ne.f32 %p, %a, %b; selp.b32 %d, 1, 0, %p;", \
      f32(a) < f32(b) || f32(a) > f32(b)) \
    X(neu, "f32", "b32", "setp.neu.f32 %p, %a, %b; selp.b32 %d, 1, 0, %p;", f32(a) != f32(b)) \
    X(geu, "f64", "b32", "setp.geu.f64 %p, %a, %b; selp.b32 %d, 1, 0, %p;", \
      !(f64(a) < f64(b))) \
    X(nan, "f64", "b32", "setp.nan.f64 %p, %a, %b; selp.b32 %d, 1, 0, %p;", \
      isnan(f64(a)) || isnan(f64(b))) \
    X(set_f32, "f32", "f32", "set.le.f32.f32 %d, %a, %b;", f32(a) <= f32(b) ? 0x3f800000 : 0) \
    X(slct, "f32", "f32", "slct.f32.f32 %d, %a, %b, %c;", f32(c) >= 0 ? a : b) \
    X(fma64, "f64", "f64", "fma.rn.f64 %d, %a, %b, %c;", of_f64(fma(f64(a), f64(b), f64(c)))) \
    X(fma64_cancels, "f64", "f64", "mul.f64 %g0, %a, %b; neg.f64 %g0, %g0; " \
      "fma.rn.f64 %d, %a, %b, %g0;", of_f64(fma(f64(a), f64(b), -(f64(a) * f64(b))))) \
    X(fma64_bits, "b64", "f64", "mov.b64 %g0, %a; mov.b64 %g1, %b; mov.b64 %g2, %c; " \
      "fma.rn.f64 %d, %g0, %g1, %g2;", of_f64(fma(f64(a), f64(b), f64(c)))) \
    X(fma64_small, "b64", "f64", "and.b64 %l0, %a, 0x800fffffffffffff; " \
      "and.b64 %l1, %b, 0x80ffffffffffffff; or.b64 %l0, %l0, 0x1f50000000000000; " \
      "or.b64 %l1, %l1, 0x2000000000000000; and.b64 %l2, %c, 0x803fffffffffffff; " \
      "mov.b64 %g0, %l0; mov.b64 %g1, %l1; mov.b64 %g2, %l2; fma.rn.f64 %d, %g0, %g1, %g2;", \
      of_f64(fma(f64((a & 0x800fffffffffffff) | 0x1f50000000000000), \
                 f64((b & 0x80ffffffffffffff) | 0x2000000000000000), \
                 f64(c & 0x803fffffffffffff)))) \
    LIST_ROUNDED(X, rz) \
    LIST_ROUNDED(X, rm) \
    LIST_ROUNDED(X, rp) \
    X(add_ftz, "f32", "f32", "add.ftz.f32 %d, %a, %b;", \
      of_f32(flush(flush(f32(a)) + flush(f32(b))))) \
    X(mul_ftz, "f32", "f32", "mul.ftz.f32 %d, %a, %b;", \
      of_f32(flush(flush(f32(a)) * flush(f32(b))))) \
    X(add_rz_ftz, "f32", "f32", "add.rz.ftz.sat.f32 %d, %a, %b;", \
      of_f32(flush(fminf(fmaxf(rz32_add(flush(f32(a)), flush(f32(b)), 0), 0), 1)))) \
    X(xorsign, "f32", "f32", "min.xorsign.abs.f32 %d, %a, %b;", \
      of_f32((float)least(fabsf(f32(a)), fabsf(f32(b)))) | ((a ^ b) & 0x80000000)) \
    X(decimal, "f32", "f32", "mul.f32 %d, %a, 1.5;", of_f32(f32(a) * 1.5f))

OPERATIONS_DEFINE(LIST, operations_float)
