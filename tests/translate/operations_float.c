#include <math.h>

#include "operations.h"

/* Of min and max the sign is left out: zeros of both signs are one to the device. */
#define LIST(X) \
    X(add, "f32", "f32", "add.rn.f32 %d, %a, %b;", of_f32(f32(a) + f32(b))) \
    X(add_sat, "f32", "f32", "add.sat.f32 %d, %a, %b;", \
      of_f32(fminf(fmaxf(f32(a) + f32(b), 0), 1))) \
    X(sub, "f64", "f64", "sub.f64 %d, %a, %b;", of_f64(f64(a) - f64(b))) \
    X(mul, "f32", "f32", "mul.f32 %d, %a, %b;", of_f32(f32(a) * f32(b))) \
    X(no_contraction, "f32", "f32", "mul.f32 %f0, %a, %b; add.f32 %d, %f0, %c;", \
      of_f32((float)(f32(a) * f32(b)) + f32(c))) \
    X(fma, "f32", "f32", "fma.rn.f32 %d, %a, %b, %c;", of_f32(fmaf(f32(a), f32(b), f32(c)))) \
    X(div, "f32", "f32", "div.rn.f32 %d, %a, %b;", of_f32(f32(a) / f32(b))) \
    X(div64, "f64", "f64", "div.rn.f64 %d, %a, %b;", of_f64(f64(a) / f64(b))) \
    X(sqrt, "f32", "f32", "sqrt.rn.f32 %d, %a;", of_f32(sqrtf(f32(a)))) \
    X(sqrt64, "f64", "f64", "sqrt.rn.f64 %d, %a;", of_f64(sqrt(f64(a)))) \
    X(rcp, "f32", "f32", "rcp.rn.f32 %d, %a;", of_f32(1 / f32(a))) \
    X(neg, "f32", "f32", "neg.f32 %d, %a;", a ^ 0x80000000) \
    X(abs, "f64", "f64", "abs.f64 %d, %a;", a & INT64_MAX) \
    X(min, "f32", "f32", "min.f32 %f0, %a, %b; abs.f32 %d, %f0;", \
      of_f32(fabsf(fminf(f32(a), f32(b))))) \
    X(max, "f64", "f64", "max.f64 %g0, %a, %b; abs.f64 %d, %g0;", \
      of_f64(fabs(fmax(f64(a), f64(b))))) \
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
    X(decimal, "f32", "f32", "mul.f32 %d, %a, 1.5;", of_f32(f32(a) * 1.5f))

OPERATIONS_DEFINE(LIST, operations_float)
