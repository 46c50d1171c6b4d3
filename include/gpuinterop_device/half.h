/** Floats of 16 bits: __half and the pair __half2. Device code has instructions for them, host code
 *  converts. Functions of one number besides arithmetic are those of float, for device code
 *  alone. */
#ifndef GPUINTEROP_DEVICE_HALF_H
#define GPUINTEROP_DEVICE_HALF_H

#include "small_float.h"

struct __half_raw {
    unsigned short x;
};
struct __half2_raw {
    unsigned short x, y;
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
protected:
    unsigned short __x;         /* types of programs that derive from this one know the name */

public:
    __half() = default;
    GPUINTEROP_MEMBER __half(const __half_raw &raw) : __x(raw.x) {}
    GPUINTEROP_MEMBER __half(float value) : __x(gpuinterop_half::from_float(value)) {}
    GPUINTEROP_MEMBER __half(double value) : __x(of(value)) {}
    GPUINTEROP_MEMBER __half(short value) : __x(of(value)) {}
    GPUINTEROP_MEMBER __half(unsigned short value) : __x(of(value)) {}
    GPUINTEROP_MEMBER __half(int value) : __x(of(value)) {}
    GPUINTEROP_MEMBER __half(unsigned int value) : __x(of(value)) {}
    GPUINTEROP_MEMBER __half(long value) : __x(of(value)) {}
    GPUINTEROP_MEMBER __half(unsigned long value) : __x(of(value)) {}
    GPUINTEROP_MEMBER __half(long long value) : __x(of(value)) {}
    GPUINTEROP_MEMBER __half(unsigned long long value) : __x(of(value)) {}
    GPUINTEROP_MEMBER operator float() const { return gpuinterop_half::to_float(__x); }
    GPUINTEROP_MEMBER operator __half_raw() const { return __half_raw{__x}; }
    GPUINTEROP_MEMBER operator __half_raw() const volatile { return __half_raw{__x}; }
    GPUINTEROP_MEMBER __half &operator=(const __half_raw &raw)
    {
        __x = raw.x;
        return *this;
    }
    GPUINTEROP_MEMBER volatile __half &operator=(const __half_raw &raw) volatile
    {
        __x = raw.x;
        return *this;
    }
    GPUINTEROP_MEMBER volatile __half &operator=(const volatile __half_raw &raw) volatile
    {
        __x = raw.x;
        return *this;
    }

private:
    template <class _Tp> static GPUINTEROP_MEMBER unsigned short of(_Tp value)
    {
        return gpuinterop_small::round_16<5>(value, gpuinterop_small::nearest);
    }
};

struct alignas(4) __half2 {
    __half x, y;

    __half2() = default;
    GPUINTEROP_MEMBER __half2(const __half &a, const __half &b) : x(a), y(b) {}
    GPUINTEROP_MEMBER __half2(const __half2_raw &raw)
        : x(__half_raw{raw.x}), y(__half_raw{raw.y})
    {
    }
    GPUINTEROP_MEMBER operator __half2_raw() const
    {
        return __half2_raw{__half_raw(x).x, __half_raw(y).x};
    }
};

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

/* Instructions for one number and for two; host code computes with floats, and products with a sum
 * with doubles. */
#ifdef __CUDA_ARCH__
#define GPUINTEROP_HALF_2(name, instruction, op) \
    GPUINTEROP_BOTH __half name(__half a, __half b) \
    { \
        __half_raw r; \
        asm("{ " instruction ".f16 %0, %1, %2; }" \
            : "=h"(r.x) : "h"(__half_raw(a).x), "h"(__half_raw(b).x)); \
        return r; \
    } \
    GPUINTEROP_BOTH __half2 name(__half2 a, __half2 b) \
    { \
        unsigned int r; \
        asm("{ " instruction ".f16x2 %0, %1, %2; }" : "=r"(r) \
            : "r"(__builtin_bit_cast(unsigned int, a)), \
              "r"(__builtin_bit_cast(unsigned int, b))); \
        return __builtin_bit_cast(__half2, r); \
    }
#else
#define GPUINTEROP_HALF_2(name, instruction, op) \
    GPUINTEROP_BOTH __half name(__half a, __half b) { return __half((float)a op (float)b); } \
    GPUINTEROP_BOTH __half2 name(__half2 a, __half2 b) \
    { \
        return __half2(name(a.x, b.x), name(a.y, b.y)); \
    }
#endif
GPUINTEROP_HALF_2(gpuinterop_add, "add", +)
GPUINTEROP_HALF_2(gpuinterop_sub, "sub", -)
GPUINTEROP_HALF_2(gpuinterop_mul, "mul", *)
#undef GPUINTEROP_HALF_2

GPUINTEROP_BOTH __half gpuinterop_fma(__half a, __half b, __half c)
{
#ifdef __CUDA_ARCH__
    __half_raw r;
    asm("fma.rn.f16 %0, %1, %2, %3;"
        : "=h"(r.x) : "h"(__half_raw(a).x), "h"(__half_raw(b).x), "h"(__half_raw(c).x));
    return r;
#else
    return __half(gpuinterop_small::add_to_odd<double, unsigned long long>(
        (double)(float)a * (double)(float)b, (double)(float)c));
#endif
}
GPUINTEROP_BOTH __half2 gpuinterop_fma(__half2 a, __half2 b, __half2 c)
{
#ifdef __CUDA_ARCH__
    unsigned int r;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r)
        : "r"(__builtin_bit_cast(unsigned int, a)), "r"(__builtin_bit_cast(unsigned int, b)),
          "r"(__builtin_bit_cast(unsigned int, c)));
    return __builtin_bit_cast(__half2, r);
#else
    return __half2(gpuinterop_fma(a.x, b.x, c.x), gpuinterop_fma(a.y, b.y, c.y));
#endif
}

#define GPUINTEROP_H __half
#define GPUINTEROP_H2 __half2
#define GPUINTEROP_H_RAW __half_raw
#define GPUINTEROP_H_WORD half
#define GPUINTEROP_H2_WORD half2
#define GPUINTEROP_H_EXPONENT 5
#include "half_functions.h"

#endif
