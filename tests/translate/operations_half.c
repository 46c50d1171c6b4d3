/* Floats of 16 bits, and what is near to a result only. */
#include <fenv.h>
#include <math.h>

#include "operations.h"

/* A number as bits of a small float, in the rounding that is set. digits: behind the point. */
static uint64_t encoded(double value, int digits, int least_exponent, uint64_t infinity)
{
    volatile double size = fabs(value);
    uint64_t sign = signbit(value) ? 0x8000 : 0;
    uint64_t bits;
    int exponent;

    if (isnan(value))
        return 0x7fff;
    if (isinf(value))
        return sign | infinity;
    (void)frexp(size, &exponent);
    exponent = exponent - 1 < least_exponent || size == 0 ? least_exponent : exponent - 1;
    size = nearbyint(ldexp(size, digits - exponent));
    bits = ((uint64_t)(exponent - least_exponent + 1) << digits) + (uint64_t)size
        - (1ull << digits);
    return sign | (bits > infinity ? infinity : bits);
}

uint64_t half(double value)
{
    return encoded(value, 10, -14, 0x7c00);
}

uint64_t brain(double value)
{
    return encoded(value, 7, -126, 0x7f80);
}

/* Toward zero: no step to infinity. */
static uint64_t half_rounded(double value, int mode)
{
    uint64_t bits;

    /* of the magnitude */
    mode = mode == FE_TOWARDZERO ? FE_DOWNWARD
        : (mode == FE_UPWARD) == (signbit(value) == 0) ? FE_UPWARD : FE_DOWNWARD;
    fesetround(mode);
    bits = half(value);
    fesetround(FE_TONEAREST);
    if (mode == FE_DOWNWARD && (bits & 0x7fff) == 0x7c00 && !isinf(value))
        bits--;
    return bits;
}

double h(uint64_t bits)
{
    uint64_t exponent = bits >> 10 & 31, digits = bits & 1023;
    double value = exponent == 31 ? (digits ? NAN : INFINITY)
        : exponent ? ldexp((double)(digits + 1024), (int)exponent - 25)
        : ldexp((double)digits, -24);

    return bits & 0x8000 ? -value : value;
}

double b16(uint64_t bits)
{
    return f32((bits & 0xffff) << 16);
}

/* a * b + c, so that a rounding to fewer bits is the only one. */
static double odd_fma(double x, double y, double z)
{
    volatile double a = x, b = y, c = z, result;
    uint64_t bits;

    fesetround(FE_TOWARDZERO);
    feclearexcept(FE_INEXACT);
    result = fma(a, b, c);
    bits = of_f64(result) | (fetestexcept(FE_INEXACT) ? 1 : 0);
    fesetround(FE_TONEAREST);
    return isfinite(result) ? f64(bits) : result;
}

static uint64_t fused(uint64_t a, uint64_t b, uint64_t c)
{
    return half(odd_fma(h(a), h(b), h(c)));
}

static uint64_t brain_fused(uint64_t a, uint64_t b, uint64_t c)
{
    return brain(odd_fma(b16(a), b16(b), b16(c)));
}

static uint64_t relu(uint64_t bits)
{
    return (bits & 0x7fff) <= 0x7c00 && bits & 0x8000 ? 0 : bits;
}

static uint64_t brain_relu(uint64_t bits)
{
    return (bits & 0x7fff) <= 0x7f80 && bits & 0x8000 ? 0 : bits;
}

static double clamped(double value)
{
    return fmin(fmax(value, 0), 1);
}

/* f16 with .ftz */
static double hf(uint64_t bits)
{
    return bits & 0x7c00 ? h(bits) : copysign(0, h(bits));
}

#define PAIR(function, a, b, c) \
    (function(a, b, c) | function((a) >> 16, (b) >> 16, (c) >> 16) << 16)

static uint64_t sum(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return half(h(a) + h(b));
}

static uint64_t brain_product(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return brain(b16(a) * b16(b));
}

static uint64_t relu_fused(uint64_t a, uint64_t b, uint64_t c)
{
    return brain_relu(brain_fused(a, b, c));
}

static uint64_t half_relu_fused(uint64_t a, uint64_t b, uint64_t c)
{
    return relu(fused(a, b, c));
}

static uint64_t largest(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return isnan(h(a)) || isnan(h(b)) ? 0x7fff : half(fabs(fmax(h(a), h(b))));
}

static uint64_t smallest(uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    if (isnan(b16(a)) || isnan(b16(b)))
        return 0x7fff;
    return brain(fmin(fabs(b16(a)), fabs(b16(b)))) | ((a ^ b) & 0x8000);
}

#define LIST(X) \
    X(add, "f16", "f16", "add.rn.f16 %d, %a, %b;", half(h(a) + h(b))) \
    X(add_sat, "f16", "f16", "add.sat.f16 %d, %a, %b;", half(clamped(h(a) + h(b)))) \
    X(add_ftz, "f16", "f16", "add.ftz.f16 %d, %a, %b;", half(hf(half(hf(a) + hf(b))))) \
    X(sub, "f16", "f16", "sub.f16 %d, %a, %b;", half(h(a) - h(b))) \
    X(mul, "f16", "f16", "mul.f16 %d, %a, %b;", half(h(a) * h(b))) \
    X(fma, "f16", "f16", "fma.rn.f16 %d, %a, %b, %c;", fused(a, b, c)) \
    X(fma_relu, "f16", "f16", "fma.rn.relu.f16 %d, %a, %b, %c;", half_relu_fused(a, b, c)) \
    X(add2, "f16x2", "f16x2", "add.f16x2 %d, %a, %b;", PAIR(sum, a, b, c)) \
    X(fma2, "f16x2", "f16x2", "fma.rn.f16x2 %d, %a, %b, %c;", PAIR(fused, a, b, c)) \
    X(fma2_relu, "f16x2", "f16x2", "fma.rn.relu.f16x2 %d, %a, %b, %c;", \
      PAIR(half_relu_fused, a, b, c)) \
    X(max2_nan, "f16x2", "f16x2", "max.NaN.f16x2 %d, %a, %b; abs.f16x2 %d, %d;", \
      PAIR(largest, a, b, c)) \
    X(setp2, "f16x2", "b32", "setp.gt.and.f16x2 %p|%q, %a, %b, 1; selp.b32 %d, 1, 0, %p; " \
      "@%q add.u32 %d, %d, 2;", (h(a) > h(b)) + 2 * (h(a >> 16) > h(b >> 16))) \
    X(setp_b, "bf16", "b32", "setp.leu.bf16 %p, %a, %b; selp.b32 %d, 1, 0, %p;", \
      !(b16(a) > b16(b))) \
    X(setp2_b, "bf16x2", "b32", "setp.nan.bf16x2 %p|%q, %a, %b; selp.b32 %d, 1, 0, %p; " \
      "@%q add.u32 %d, %d, 2;", (isnan(b16(a)) || isnan(b16(b))) \
      + 2 * (isnan(b16(a >> 16)) || isnan(b16(b >> 16)))) \
    X(set2, "f16x2", "b32", "set.lt.f16x2.f16x2 %d, %a, %b;", \
      (h(a) < h(b) ? 0x3c00 : 0) | (h(a >> 16) < h(b >> 16) ? 0x3c000000 : 0)) \
    X(set2_u, "f16x2", "b32", "set.ne.u32.f16x2 %d, %a, %b;", \
      (h(a) < h(b) || h(a) > h(b) ? 0xffff : 0) \
      | (h(a >> 16) < h(b >> 16) || h(a >> 16) > h(b >> 16) ? 0xffff0000 : 0)) \
    X(set_f16, "b32", "b16", "set.lt.f16.s32 %d, %a, %b;", s32(a) < s32(b) ? 0x3c00 : 0) \
    X(set_u16, "f16", "b16", "set.ge.u16.f16 %d, %a, %b;", h(a) >= h(b) ? 0xffff : 0) \
    X(neg2, "f16x2", "f16x2", "neg.f16x2 %d, %a;", a ^ 0x80008000) \
    X(brain_add, "bf16", "bf16", "add.bf16 %d, %a, %b;", brain(b16(a) + b16(b))) \
    X(brain_sub, "bf16", "bf16", "sub.rn.bf16 %d, %a, %b;", brain(b16(a) - b16(b))) \
    X(brain_mul2, "bf16x2", "bf16x2", "mul.bf16x2 %d, %a, %b;", PAIR(brain_product, a, b, c)) \
    X(brain_fma, "bf16", "bf16", "fma.rn.bf16 %d, %a, %b, %c;", brain_fused(a, b, c)) \
    X(brain_fma2, "bf16x2", "bf16x2", "fma.rn.relu.bf16x2 %d, %a, %b, %c;", \
      PAIR(relu_fused, a, b, c)) \
    X(brain_min, "bf16", "bf16", "min.NaN.xorsign.abs.bf16 %d, %a, %b;", smallest(a, b, c)) \
    X(brain_abs, "bf16", "bf16", "abs.bf16 %d, %a;", a & 0x7fff) \
    X(f16_rz, "f32", "f16", "cvt.rz.f16.f32 %d, %a;", half_rounded(f32(a), FE_TOWARDZERO)) \
    X(f16_rm, "f32", "f16", "cvt.rm.f16.f32 %d, %a;", half_rounded(f32(a), FE_DOWNWARD)) \
    X(f16_rp64, "f64", "f16", "cvt.rp.f16.f64 %d, %a;", half_rounded(f64(a), FE_UPWARD)) \
    X(f16_f64, "f64", "f16", "cvt.rn.f16.f64 %d, %a;", half(f64(a))) \
    X(f16_relu2, "f32", "f16x2", "cvt.rn.relu.f16x2.f32 %d, %a, %b;", \
      relu(half(f32(a))) << 16 | relu(half(f32(b)))) \
    X(f16_finite, "f32", "f16", "cvt.rn.satfinite.f16.f32 %d, %a;", \
      half(isnan(f32(a)) ? NAN : fmin(fmax(f32(a), -65504), 65504))) \
    X(bf16_rz, "f32", "bf16", "cvt.rz.bf16.f32 %d, %a;", \
      isnan(f32(a)) ? 0x7fff : u32(a) >> 16) \
    X(bf16_f64, "f64", "bf16", "cvt.rn.bf16.f64 %d, %a;", brain(f64(a))) \
    X(bf16_f16, "f16", "bf16", "cvt.rn.bf16.f16 %d, %a;", brain(h(a))) \
    X(f16_bf16, "bf16", "f16", "cvt.rn.f16.bf16 %d, %a;", half(b16(a))) \
    X(f64_bf16, "bf16", "f64", "cvt.f64.bf16 %d, %a;", of_f64(b16(a))) \
    X(bf16_rni, "bf16", "bf16", "cvt.rni.bf16.bf16 %d, %a;", brain(rint(b16(a)))) \
    X(bf16_s32, "b32", "bf16", "cvt.rn.bf16.s32 %d, %a;", brain(s32(a))) \
    X(s32_bf16, "bf16", "b32", "cvt.rzi.s32.bf16 %d, %a;", \
      isnan(b16(a)) ? 0 : b16(a) >= 0x1p31 ? INT32_MAX : b16(a) <= -0x1p31 ? INT32_MIN \
      : (int32_t)b16(a)) \
    X(f16_and_back, "f32", "f32", "cvt.rn.f16.f32 %h0, %a; cvt.f32.f16 %d, %h0;", \
      of_f32((float)h(half(f32(a))))) \
    X(f16_and_f64, "f32", "f64", "cvt.rn.f16.f32 %h0, %a; cvt.f64.f16 %d, %h0;", \
      of_f64(h(half(f32(a))))) \
    X(f16_and_sum, "f32", "f32", "cvt.rn.f16.f32 %h0, %a; cvt.rn.f16.f32 %h1, %b; " \
      "add.f16 %h0, %h0, %h1; cvt.f32.f16 %d, %h0;", \
      of_f32((float)h(half(h(half(f32(a))) + h(half(f32(b))))))) \
    X(f16_s16, "b16", "f16", "cvt.rz.f16.s16 %d, %a;", \
      half_rounded((int16_t)a, FE_TOWARDZERO))

OPERATIONS_DEFINE(LIST, operations_half)

/* An argument from -3.3 to 3.3, and one from -16 to 16, of the lower 16 bits. */
#define ANGLE "cvt.rn.f32.s16 %f0, %a; mul.f32 %f0, %f0, 0f38d1b717; "
#define SIXTEEN "cvt.rn.f32.s16 %f0, %a; mul.f32 %f0, %f0, 0f3a000000; "

static double angle(uint64_t a)
{
    return (float)((float)(int16_t)a * f32(0x38d1b717));
}

static double sixteen(uint64_t a)
{
    return (int16_t)a * 0x1p-11;
}

static double positive(uint64_t a)
{
    return isnormal(f32(a)) ? fabs((double)f32(a)) : 1;
}

#define POSITIVE "testp.normal.f32 %p, %a; selp.f32 %f0, %a, 0f3f800000, %p; abs.f32 %f0, %f0; "

/* The errors that PTX allows: absolute, or, with a minus, of the result's size. */
#define NEAR(X) \
    X(sin, "b32", "f32", ANGLE "sin.approx.f32 %d, %f0;", of_f32((float)sin(angle(a))), 0x1p-20) \
    X(cos, "b32", "f32", ANGLE "cos.approx.f32 %d, %f0;", of_f32((float)cos(angle(a))), 0x1p-20) \
    X(ex2, "b32", "f32", SIXTEEN "ex2.approx.f32 %d, %f0;", of_f32((float)exp2(sixteen(a))), \
      -0x1p-22) \
    X(lg2, "f32", "f32", POSITIVE "lg2.approx.f32 %d, %f0;", \
      of_f32((float)log2(positive(a))), 0x1p-22) \
    X(rsqrt, "f32", "f32", POSITIVE "rsqrt.approx.f32 %d, %f0;", \
      of_f32((float)(1 / sqrt(positive(a)))), -0x1p-22) \
    X(tanh, "b32", "f32", ANGLE "tanh.approx.f32 %d, %f0;", of_f32((float)tanh(angle(a))), \
      -0x1p-11) \
    X(ex2_16, "b32", "f16", "cvt.rn.f16.s16 %h0, %a; mov.b16 %h1, 0x1000; mul.f16 %h0, %h0, %h1; " \
      "ex2.approx.f16 %d, %h0;", half(exp2(h(half(sixteen(a))))), -0x1p-9) \
    X(ex2_16f, "b32", "f16", SIXTEEN "cvt.rn.f16.f32 %h0, %f0; ex2.approx.f16 %d, %h0;", \
      half(exp2(h(half(sixteen(a))))), -0x1p-9) \
    X(ex2_b16, "b32", "bf16", SIXTEEN "cvt.rn.bf16.f32 %h0, %f0; ex2.approx.ftz.bf16 %d, %h0;", \
      brain(exp2(b16(brain(sixteen(a))))), -0x1p-7) \
    X(tanh_16, "b32", "f16", ANGLE "cvt.rn.f16.f32 %h0, %f0; tanh.approx.f16 %d, %h0;", \
      half(tanh(h(half(angle(a))))), 0x1p-10) \
    X(tanh_b16, "b32", "bf16", ANGLE "cvt.rn.bf16.f32 %h0, %f0; tanh.approx.bf16 %d, %h0;", \
      brain(tanh(b16(brain(angle(a))))), -0x1p-7)

NEAR(OPERATION_NEAR_REFERENCE)
static const struct operation near[] = { NEAR(OPERATION_NEAR_ROW) };

struct operations operations_near(void)
{
    return (struct operations){ near, sizeof(near) / sizeof(near[0]) };
}
