/** Floats of 16 bits: __half and the pair __half2. Device code has instructions for them, host code
 *  converts. Functions of one number besides arithmetic are those of float. */
#ifndef GPUINTEROP_DEVICE_HALF_H
#define GPUINTEROP_DEVICE_HALF_H

#include "math.h"

struct __half_raw {
    unsigned short x;
};

namespace gpuinterop_half {

/* The bits of a number, rounded to the nearest, even of two. */
GPUINTEROP_BOTH unsigned short pack(float value)
{
    unsigned int bits = __builtin_bit_cast(unsigned int, value), sign = bits >> 16 & 0x8000;
    unsigned int rest = bits & 0x7fffffff, shift, cut;

    if (rest > 0x7f800000)
        return 0x7fff;
    if (rest >= 0x47800000)
        return (unsigned short)(sign | 0x7c00);
    if (rest < 0x33000000)
        return (unsigned short)sign;
    shift = rest < 0x38800000 ? 126 - (rest >> 23) : 13;
    rest = rest < 0x38800000 ? (rest & 0x7fffff) | 0x800000 : rest - 0x38000000;
    cut = rest & ((1u << shift) - 1);
    rest >>= shift;
    if (cut > 1u << (shift - 1) || (cut == 1u << (shift - 1) && (rest & 1)))
        rest++;
    return (unsigned short)(sign | rest);
}

GPUINTEROP_BOTH float unpack(unsigned short half)
{
    unsigned int sign = (half & 0x8000u) << 16, rest = half & 0x7fff;

    if (rest < 0x400)
        return __builtin_bit_cast(float, __builtin_bit_cast(unsigned int, rest * 0x1p-24f) | sign);
    if (rest >= 0x7c00)
        return __builtin_bit_cast(float, sign | 0x7f800000 | (rest & 0x3ff) << 13);
    return __builtin_bit_cast(float, sign | ((rest << 13) + 0x38000000));
}

GPUINTEROP_BOTH unsigned short from_float(float value)
{
#ifdef __CUDA_ARCH__
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    return pack(value);
#endif
}

GPUINTEROP_BOTH float to_float(unsigned short bits)
{
#ifdef __CUDA_ARCH__
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
#else
    return unpack(bits);
#endif
}

} // namespace gpuinterop_half

struct alignas(2) __half {
    unsigned short bits;

    __half() = default;
    GPUINTEROP_MEMBER __half(__half_raw raw) : bits(raw.x) {}
    GPUINTEROP_MEMBER __half(float value) : bits(gpuinterop_half::from_float(value)) {}
    GPUINTEROP_MEMBER __half(double value) : bits(gpuinterop_half::from_float((float)value)) {}
    GPUINTEROP_MEMBER __half(int value) : bits(gpuinterop_half::from_float((float)value)) {}
    GPUINTEROP_MEMBER __half(unsigned int value) : bits(gpuinterop_half::from_float((float)value))
    {
    }
    GPUINTEROP_MEMBER operator float() const { return gpuinterop_half::to_float(bits); }
    GPUINTEROP_MEMBER operator __half_raw() const { return __half_raw{bits}; }
};

struct alignas(4) __half2 {
    __half x, y;

    __half2() = default;
    GPUINTEROP_MEMBER __half2(__half a, __half b) : x(a), y(b) {}
};

typedef __half half;
typedef __half2 half2;

/* Conversions. */

GPUINTEROP_BOTH __half __ushort_as_half(unsigned short bits) { return __half_raw{bits}; }
GPUINTEROP_BOTH __half __short_as_half(short bits) { return __half_raw{(unsigned short)bits}; }
GPUINTEROP_BOTH unsigned short __half_as_ushort(__half h) { return h.bits; }
GPUINTEROP_BOTH short __half_as_short(__half h) { return (short)h.bits; }
GPUINTEROP_BOTH __half __float2half(float x) { return __half(x); }
GPUINTEROP_BOTH __half __float2half_rn(float x) { return __half(x); }
GPUINTEROP_BOTH __half __double2half(double x) { return __half(x); }
GPUINTEROP_BOTH float __half2float(__half h) { return (float)h; }
GPUINTEROP_FN __half __int2half_rn(int x) { return __half((float)x); }
GPUINTEROP_FN __half __uint2half_rn(unsigned int x) { return __half((float)x); }
GPUINTEROP_FN __half __short2half_rn(short x) { return __half((float)x); }
GPUINTEROP_FN __half __ushort2half_rn(unsigned short x) { return __half((float)x); }
GPUINTEROP_FN int __half2int_rn(__half h) { return __float2int_rn(h); }
GPUINTEROP_FN int __half2int_rz(__half h) { return __float2int_rz(h); }
GPUINTEROP_FN int __half2int_rd(__half h) { return __float2int_rd(h); }
GPUINTEROP_FN int __half2int_ru(__half h) { return __float2int_ru(h); }
GPUINTEROP_FN unsigned int __half2uint_rn(__half h) { return __float2uint_rn(h); }
GPUINTEROP_FN unsigned int __half2uint_rz(__half h) { return __float2uint_rz(h); }

GPUINTEROP_BOTH __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
GPUINTEROP_BOTH __half2 make_half2(__half a, __half b) { return __half2(a, b); }
GPUINTEROP_BOTH __half2 __half2half2(__half a) { return __half2(a, a); }
GPUINTEROP_BOTH __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
GPUINTEROP_BOTH __half2 __floats2half2_rn(float a, float b)
{
    return __half2(__half(a), __half(b));
}
GPUINTEROP_BOTH __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
GPUINTEROP_BOTH float2 __half22float2(__half2 a) { return make_float2((float)a.x, (float)a.y); }
GPUINTEROP_BOTH float __low2float(__half2 a) { return (float)a.x; }
GPUINTEROP_BOTH float __high2float(__half2 a) { return (float)a.y; }
GPUINTEROP_BOTH __half __low2half(__half2 a) { return a.x; }
GPUINTEROP_BOTH __half __high2half(__half2 a) { return a.y; }
GPUINTEROP_BOTH __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
GPUINTEROP_BOTH __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
GPUINTEROP_BOTH __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
GPUINTEROP_BOTH __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
GPUINTEROP_BOTH __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

/* Arithmetic, with instructions for one number and for two. */

#define GPUINTEROP_HALF_2(name, instruction) \
    GPUINTEROP_FN __half name(__half a, __half b) \
    { \
        __half r; \
        asm("{ " instruction ".f16 %0, %1, %2; }" : "=h"(r.bits) : "h"(a.bits), "h"(b.bits)); \
        return r; \
    } \
    GPUINTEROP_FN __half2 name##2(__half2 a, __half2 b) \
    { \
        unsigned int r; \
        asm("{ " instruction ".f16x2 %0, %1, %2; }" : "=r"(r) \
            : "r"(__builtin_bit_cast(unsigned int, a)), \
              "r"(__builtin_bit_cast(unsigned int, b))); \
        return __builtin_bit_cast(__half2, r); \
    }
GPUINTEROP_HALF_2(__hadd, "add");
GPUINTEROP_HALF_2(__hsub, "sub");
GPUINTEROP_HALF_2(__hmul, "mul");
#undef GPUINTEROP_HALF_2

GPUINTEROP_FN __half __hfma(__half a, __half b, __half c)
{
    __half r;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r.bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
    return r;
}
GPUINTEROP_FN __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
    unsigned int r;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r)
        : "r"(__builtin_bit_cast(unsigned int, a)), "r"(__builtin_bit_cast(unsigned int, b)),
          "r"(__builtin_bit_cast(unsigned int, c)));
    return __builtin_bit_cast(__half2, r);
}
GPUINTEROP_FN __half __hdiv(__half a, __half b) { return __half((float)a / (float)b); }
GPUINTEROP_FN __half2 __h2div(__half2 a, __half2 b)
{
    return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
GPUINTEROP_BOTH __half __hneg(__half a) { return __half_raw{(unsigned short)(a.bits ^ 0x8000)}; }
GPUINTEROP_BOTH __half __habs(__half a) { return __half_raw{(unsigned short)(a.bits & 0x7fff)}; }
GPUINTEROP_BOTH __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
GPUINTEROP_BOTH __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }
GPUINTEROP_BOTH bool __hisnan(__half a) { return (a.bits & 0x7fff) > 0x7c00; }
GPUINTEROP_BOTH int __hisinf(__half a)
{
    return (a.bits & 0x7fff) != 0x7c00 ? 0 : a.bits >> 15 ? -1 : 1;
}
GPUINTEROP_FN __half __hmax(__half a, __half b) { return __half(fmaxf(a, b)); }
GPUINTEROP_FN __half __hmin(__half a, __half b) { return __half(fminf(a, b)); }
GPUINTEROP_FN __half2 __hmax2(__half2 a, __half2 b)
{
    return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
GPUINTEROP_FN __half2 __hmin2(__half2 a, __half2 b)
{
    return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

/* Comparisons: those with u are true also for what is not ordered. */
#define GPUINTEROP_HALF_COMPARE(name, op) \
    GPUINTEROP_FN bool __h##name(__half a, __half b) { return (float)a op (float)b; } \
    GPUINTEROP_FN bool __h##name##u(__half a, __half b) \
    { \
        return __hisnan(a) || __hisnan(b) || (float)a op (float)b; \
    } \
    GPUINTEROP_FN __half2 __h##name##2(__half2 a, __half2 b) \
    { \
        return __half2(__half(__h##name(a.x, b.x) ? 1.0f : 0.0f), \
                       __half(__h##name(a.y, b.y) ? 1.0f : 0.0f)); \
    } \
    GPUINTEROP_FN bool __hb##name##2(__half2 a, __half2 b) \
    { \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y); \
    }
GPUINTEROP_HALF_COMPARE(eq, ==);
GPUINTEROP_HALF_COMPARE(ne, !=);
GPUINTEROP_HALF_COMPARE(lt, <);
GPUINTEROP_HALF_COMPARE(le, <=);
GPUINTEROP_HALF_COMPARE(gt, >);
GPUINTEROP_HALF_COMPARE(ge, >=);
#undef GPUINTEROP_HALF_COMPARE

#define GPUINTEROP_HALF_OPERATOR(op, name, pair) \
    GPUINTEROP_FN __half operator op(__half a, __half b) { return name(a, b); } \
    GPUINTEROP_FN __half &operator op##=(__half &a, __half b) { return a = name(a, b); } \
    GPUINTEROP_FN __half2 operator op(__half2 a, __half2 b) { return pair(a, b); } \
    GPUINTEROP_FN __half2 &operator op##=(__half2 &a, __half2 b) { return a = pair(a, b); }
GPUINTEROP_HALF_OPERATOR(+, __hadd, __hadd2);
GPUINTEROP_HALF_OPERATOR(-, __hsub, __hsub2);
GPUINTEROP_HALF_OPERATOR(*, __hmul, __hmul2);
GPUINTEROP_HALF_OPERATOR(/, __hdiv, __h2div);
#undef GPUINTEROP_HALF_OPERATOR
GPUINTEROP_FN __half operator-(__half a) { return __hneg(a); }
GPUINTEROP_FN __half2 operator-(__half2 a) { return __hneg2(a); }

#define GPUINTEROP_HALF_1(name, function) \
    GPUINTEROP_FN __half h##name(__half a) { return __half(function((float)a)); } \
    GPUINTEROP_FN __half2 h2##name(__half2 a) { return __half2(h##name(a.x), h##name(a.y)); }
GPUINTEROP_HALF_1(sqrt, sqrtf);
GPUINTEROP_HALF_1(rsqrt, rsqrtf);
GPUINTEROP_HALF_1(exp, expf);
GPUINTEROP_HALF_1(exp2, exp2f);
GPUINTEROP_HALF_1(exp10, exp10f);
GPUINTEROP_HALF_1(log, logf);
GPUINTEROP_HALF_1(log2, log2f);
GPUINTEROP_HALF_1(log10, log10f);
GPUINTEROP_HALF_1(sin, sinf);
GPUINTEROP_HALF_1(cos, cosf);
GPUINTEROP_HALF_1(floor, floorf);
GPUINTEROP_HALF_1(ceil, ceilf);
GPUINTEROP_HALF_1(trunc, truncf);
GPUINTEROP_HALF_1(rint, rintf);
#undef GPUINTEROP_HALF_1
GPUINTEROP_FN __half hrcp(__half a) { return __half(1 / (float)a); }
GPUINTEROP_FN __half2 h2rcp(__half2 a) { return __half2(hrcp(a.x), hrcp(a.y)); }

/* A sum into memory, both parts at once. */
GPUINTEROP_FN __half2 atomicAdd(__half2 *address, __half2 value)
{
    unsigned int *word = (unsigned int *)address, old = *(volatile unsigned int *)word, seen;

    do {
        seen = old;
        old = atomicCAS(word, seen, __builtin_bit_cast(
            unsigned int, __hadd2(__builtin_bit_cast(__half2, seen), value)));
    } while (old != seen);
    return __builtin_bit_cast(__half2, old);
}
GPUINTEROP_FN __half atomicAdd(__half *address, __half value)
{
    unsigned short *word = (unsigned short *)address, old = *(volatile unsigned short *)word, seen;

    do {
        seen = old;
        old = atomicCAS(word, seen, __hadd(__ushort_as_half(seen), value).bits);
    } while (old != seen);
    return __ushort_as_half(old);
}

#endif
