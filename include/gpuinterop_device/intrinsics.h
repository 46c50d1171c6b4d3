/** Functions that are an instruction or few: bits, conversions, rounding, approximations. */
#ifndef GPUINTEROP_DEVICE_INTRINSICS_H
#define GPUINTEROP_DEVICE_INTRINSICS_H

#include "math_bits.h"

/* One instruction of one result. The letters are those of inline assembly: r, l, f, d. */
#define GPUINTEROP_OP_1(name, result, R, type, A, instruction) \
    GPUINTEROP_FN result name(type a) \
    { \
        result x; \
        asm(instruction " %0, %1;" : "=" R(x) : A(a)); \
        return x; \
    }
#define GPUINTEROP_OP_2(name, type, A, instruction) \
    GPUINTEROP_FN type name(type a, type b) \
    { \
        type x; \
        asm(instruction " %0, %1, %2;" : "=" A(x) : A(a), A(b)); \
        return x; \
    }
#define GPUINTEROP_OP_3(name, type, A, instruction) \
    GPUINTEROP_FN type name(type a, type b, type c) \
    { \
        type x; \
        asm(instruction " %0, %1, %2, %3;" : "=" A(x) : A(a), A(b), A(c)); \
        return x; \
    }

/* Bits of integers. */

GPUINTEROP_FN int __popc(unsigned int x) { return __builtin_popcount(x); }
GPUINTEROP_FN int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
GPUINTEROP_FN int __clz(int x) { return x ? __builtin_clz((unsigned int)x) : 32; }
GPUINTEROP_FN int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
GPUINTEROP_FN int __ffs(int x) { return __builtin_ffs(x); }
GPUINTEROP_FN int __ffsll(long long x) { return __builtin_ffsll(x); }
GPUINTEROP_FN unsigned int __brev(unsigned int x) { return __builtin_bitreverse32(x); }
GPUINTEROP_FN unsigned long long __brevll(unsigned long long x)
{
    return __builtin_bitreverse64(x);
}

GPUINTEROP_OP_3(__byte_perm, unsigned int, "r", "prmt.b32");
GPUINTEROP_FN unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int n)
{
    return (unsigned int)(((unsigned long long)high << 32 | low) << (n & 31) >> 32);
}
GPUINTEROP_FN unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int n)
{
    return (unsigned int)(((unsigned long long)high << 32 | low) >> (n & 31));
}
GPUINTEROP_FN unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int n)
{
    return n >= 32 ? low : __funnelshift_l(low, high, n);
}
GPUINTEROP_FN unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int n)
{
    return n >= 32 ? high : __funnelshift_r(low, high, n);
}

/* Integer arithmetic. */

GPUINTEROP_FN int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
GPUINTEROP_FN unsigned int __umulhi(unsigned int a, unsigned int b)
{
    return (unsigned int)((unsigned long long)a * b >> 32);
}
GPUINTEROP_OP_2(__mul64hi, long long, "l", "mul.hi.s64");
GPUINTEROP_OP_2(__umul64hi, unsigned long long, "l", "mul.hi.u64");
GPUINTEROP_OP_2(__mul24, int, "r", "mul24.lo.s32");
GPUINTEROP_OP_2(__umul24, unsigned int, "r", "mul24.lo.u32");
GPUINTEROP_FN unsigned int __sad(int a, int b, unsigned int c)
{
    return (a < b ? (unsigned int)b - (unsigned int)a : (unsigned int)a - (unsigned int)b) + c;
}
GPUINTEROP_FN unsigned int __usad(unsigned int a, unsigned int b, unsigned int c)
{
    return (a < b ? b - a : a - b) + c;
}
GPUINTEROP_FN int __hadd(int a, int b) { return (a & b) + ((a ^ b) >> 1); }
GPUINTEROP_FN int __rhadd(int a, int b) { return (a | b) - ((a ^ b) >> 1); }
GPUINTEROP_FN unsigned int __uhadd(unsigned int a, unsigned int b)
{
    return (a & b) + ((a ^ b) >> 1);
}
GPUINTEROP_FN unsigned int __urhadd(unsigned int a, unsigned int b)
{
    return (a | b) - ((a ^ b) >> 1);
}

GPUINTEROP_FN int __dp4a(int a, int b, int c)
{
    int x;
    asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(c));
    return x;
}
GPUINTEROP_FN unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c)
{
    unsigned int x;
    asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(c));
    return x;
}
GPUINTEROP_FN int __dp2a_lo(int a, int b, int c)
{
    int x;
    asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(c));
    return x;
}
GPUINTEROP_FN int __dp2a_hi(int a, int b, int c)
{
    int x;
    asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(c));
    return x;
}
GPUINTEROP_FN unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c)
{
    unsigned int x;
    asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(c));
    return x;
}
GPUINTEROP_FN unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c)
{
    unsigned int x;
    asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(x) : "r"(a), "r"(b), "r"(c));
    return x;
}

/* The bits of a float. */

GPUINTEROP_FN int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
GPUINTEROP_FN unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
GPUINTEROP_FN float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
GPUINTEROP_FN float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
GPUINTEROP_FN long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
GPUINTEROP_FN double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
GPUINTEROP_FN int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
GPUINTEROP_FN int __double2loint(double x) { return (int)__double_as_longlong(x); }
GPUINTEROP_FN double __hiloint2double(int high, int low)
{
    return __longlong_as_double((long long)high << 32 | (unsigned int)low);
}

/* Arithmetic with a rounding of its own: to the nearest, to zero, down, up. */
#define GPUINTEROP_ROUNDED(mode, suffix) \
    GPUINTEROP_OP_2(__fadd_##mode, float, "f", "add." suffix ".f32") \
    GPUINTEROP_OP_2(__fsub_##mode, float, "f", "sub." suffix ".f32") \
    GPUINTEROP_OP_2(__fmul_##mode, float, "f", "mul." suffix ".f32") \
    GPUINTEROP_OP_2(__fdiv_##mode, float, "f", "div." suffix ".f32") \
    GPUINTEROP_OP_3(__fmaf_##mode, float, "f", "fma." suffix ".f32") \
    GPUINTEROP_OP_1(__frcp_##mode, float, "f", float, "f", "rcp." suffix ".f32") \
    GPUINTEROP_OP_1(__fsqrt_##mode, float, "f", float, "f", "sqrt." suffix ".f32") \
    GPUINTEROP_OP_2(__dadd_##mode, double, "d", "add." suffix ".f64") \
    GPUINTEROP_OP_2(__dsub_##mode, double, "d", "sub." suffix ".f64") \
    GPUINTEROP_OP_2(__dmul_##mode, double, "d", "mul." suffix ".f64") \
    GPUINTEROP_OP_2(__ddiv_##mode, double, "d", "div." suffix ".f64") \
    GPUINTEROP_OP_3(__fma_##mode, double, "d", "fma." suffix ".f64") \
    GPUINTEROP_OP_1(__drcp_##mode, double, "d", double, "d", "rcp." suffix ".f64") \
    GPUINTEROP_OP_1(__dsqrt_##mode, double, "d", double, "d", "sqrt." suffix ".f64") \
    GPUINTEROP_OP_1(__double2float_##mode, float, "f", double, "d", "cvt." suffix ".f32.f64") \
    GPUINTEROP_OP_1(__int2float_##mode, float, "f", int, "r", "cvt." suffix ".f32.s32") \
    GPUINTEROP_OP_1(__uint2float_##mode, float, "f", unsigned int, "r", "cvt." suffix ".f32.u32") \
    GPUINTEROP_OP_1(__ll2float_##mode, float, "f", long long, "l", "cvt." suffix ".f32.s64") \
    GPUINTEROP_OP_1(__ull2float_##mode, float, "f", unsigned long long, "l", \
                    "cvt." suffix ".f32.u64") \
    GPUINTEROP_OP_1(__ll2double_##mode, double, "d", long long, "l", "cvt." suffix ".f64.s64") \
    GPUINTEROP_OP_1(__ull2double_##mode, double, "d", unsigned long long, "l", \
                    "cvt." suffix ".f64.u64") \
    GPUINTEROP_OP_1(__float2int_##mode, int, "r", float, "f", "cvt." suffix "i.s32.f32") \
    GPUINTEROP_OP_1(__float2uint_##mode, unsigned int, "r", float, "f", "cvt." suffix "i.u32.f32") \
    GPUINTEROP_OP_1(__float2ll_##mode, long long, "l", float, "f", "cvt." suffix "i.s64.f32") \
    GPUINTEROP_OP_1(__float2ull_##mode, unsigned long long, "l", float, "f", \
                    "cvt." suffix "i.u64.f32") \
    GPUINTEROP_OP_1(__double2int_##mode, int, "r", double, "d", "cvt." suffix "i.s32.f64") \
    GPUINTEROP_OP_1(__double2uint_##mode, unsigned int, "r", double, "d", \
                    "cvt." suffix "i.u32.f64") \
    GPUINTEROP_OP_1(__double2ll_##mode, long long, "l", double, "d", "cvt." suffix "i.s64.f64") \
    GPUINTEROP_OP_1(__double2ull_##mode, unsigned long long, "l", double, "d", \
                    "cvt." suffix "i.u64.f64")
GPUINTEROP_ROUNDED(rn, "rn");
GPUINTEROP_ROUNDED(rz, "rz");
GPUINTEROP_ROUNDED(rd, "rm");
GPUINTEROP_ROUNDED(ru, "rp");
#undef GPUINTEROP_ROUNDED

GPUINTEROP_FN double __int2double_rn(int x) { return x; }
GPUINTEROP_FN double __uint2double_rn(unsigned int x) { return x; }

/* Short approximations. */

GPUINTEROP_OP_1(__sinf, float, "f", float, "f", "sin.approx.f32");
GPUINTEROP_OP_1(__cosf, float, "f", float, "f", "cos.approx.f32");
GPUINTEROP_OP_1(__log2f, float, "f", float, "f", "lg2.approx.f32");
GPUINTEROP_OP_1(gpuinterop_exp2, float, "f", float, "f", "ex2.approx.f32");
GPUINTEROP_OP_1(__frsqrt_rn, float, "f", float, "f", "rsqrt.approx.f32");
GPUINTEROP_OP_1(__tanhf, float, "f", float, "f", "tanh.approx.f32");
GPUINTEROP_OP_2(__fdividef, float, "f", "div.approx.f32");
GPUINTEROP_OP_1(__saturatef, float, "f", float, "f", "cvt.sat.f32.f32");
GPUINTEROP_FN float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
GPUINTEROP_FN void __sincosf(float x, float *s, float *c) { *s = __sinf(x), *c = __cosf(x); }
GPUINTEROP_FN float __expf(float x) { return gpuinterop_exp2(x * 0x1.715476p+0f); }
GPUINTEROP_FN float __exp10f(float x) { return gpuinterop_exp2(x * 0x1.a934f0p+1f); }
GPUINTEROP_FN float __logf(float x) { return __log2f(x) * 0x1.62e430p-1f; }
GPUINTEROP_FN float __log10f(float x) { return __log2f(x) * 0x1.344136p-2f; }
GPUINTEROP_FN float __powf(float x, float y) { return gpuinterop_exp2(y * __log2f(x)); }

#undef GPUINTEROP_OP_1
#undef GPUINTEROP_OP_2
#undef GPUINTEROP_OP_3

#endif
