/** Floats of 4 bits, e2m1, in sources with device code: alone, two in a byte and four in two bytes.
 *  They are rounded to the nearest or towards zero. The largest is 6. There is neither an infinity
 *  nor a NaN: what is larger becomes the largest, and a NaN becomes 6. */
#ifndef GPUINTEROP_CUDA_FP4_H
#define GPUINTEROP_CUDA_FP4_H
#define __CUDA_FP4_H__   /* programs ask for it, to see whether this header is there */

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_types.h"
#ifdef GPUINTEROP_DEVICE_CODE

#include <gpuinterop_device/fp8_bits.h>

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;

/** Which format the bits have. */
typedef enum __nv_fp4_interpretation_t {
    __NV_E2M1
} __nv_fp4_interpretation_t;

namespace gpuinterop_fp4 {

enum { LARGEST = 7, SIGN = 8 };

GPUINTEROP_BOTH gpuinterop_small::rounding mode_of(cudaRoundMode mode)
{
    return mode == cudaRoundZero ? gpuinterop_small::towards_zero : gpuinterop_small::nearest;
}

GPUINTEROP_BOTH unsigned char from(gpuinterop_small::number value, cudaRoundMode mode)
{
    unsigned int sign = value.is_negative ? SIGN : 0, size;

    value.is_negative = false;
    size = gpuinterop_small::round<2, 1>(value, mode_of(mode), LARGEST);
    return (unsigned char)((size > LARGEST ? LARGEST : size) | sign);
}

GPUINTEROP_BOTH unsigned char from(double value, cudaRoundMode mode = cudaRoundNearest)
{
    unsigned long long bits = __builtin_bit_cast(unsigned long long, value);
    unsigned long long size = bits & ~(1ull << 63), infinity = 0x7ff0000000000000ull;

    if (size > infinity)
        return LARGEST;
    if (size == infinity)
        return (unsigned char)(LARGEST | (bits >> 63 ? SIGN : 0));
    return from(gpuinterop_small::of_bits(bits), mode);
}
GPUINTEROP_BOTH unsigned char from(float value, cudaRoundMode mode = cudaRoundNearest)
{
    return from((double)value, mode);
}

GPUINTEROP_BOTH float to_float(unsigned int all, int index)
{
    const unsigned int bits = all >> 4 * index & 15, size = bits & LARGEST;
    const unsigned int value = size == 0 ? 0 : 0x3f000000u + (size < 2 ? 0 : size << 22);

    return __builtin_bit_cast(float, value | (bits & SIGN) << 28);
}
GPUINTEROP_BOTH unsigned short to_half(unsigned int all, int index)
{
    return gpuinterop_half::pack(to_float(all, index));
}

template <class _Tp>
GPUINTEROP_BOTH_TEMPLATE unsigned char pair(_Tp x, _Tp y, cudaRoundMode mode = cudaRoundNearest)
{
    return (unsigned char)(from(x, mode) | from(y, mode) << 4);
}

} // namespace gpuinterop_fp4

#define GPUINTEROP_FP4_OF(name, storage, type, value) \
    GPUINTEROP_BOTH __nv_##storage##_storage_t __nv_##name(type x, __nv_fp4_interpretation_t, \
                                                           enum cudaRoundMode mode) \
    { \
        return value; \
    }
#define GPUINTEROP_FP4_BFLOAT(part) __builtin_bit_cast(float, (unsigned int)(part) << 16)
GPUINTEROP_FP4_OF(cvt_float_to_fp4, fp4, float, gpuinterop_fp4::from(x, mode))
GPUINTEROP_FP4_OF(cvt_double_to_fp4, fp4, double, gpuinterop_fp4::from(x, mode))
GPUINTEROP_FP4_OF(cvt_halfraw_to_fp4, fp4, __half_raw,
                  gpuinterop_fp4::from(gpuinterop_half::unpack(x.x), mode))
GPUINTEROP_FP4_OF(cvt_bfloat16raw_to_fp4, fp4, __nv_bfloat16_raw,
                  gpuinterop_fp4::from(GPUINTEROP_FP4_BFLOAT(x.x), mode))
GPUINTEROP_FP4_OF(cvt_float2_to_fp4x2, fp4x2, float2, gpuinterop_fp4::pair(x.x, x.y, mode))
GPUINTEROP_FP4_OF(cvt_double2_to_fp4x2, fp4x2, double2, gpuinterop_fp4::pair(x.x, x.y, mode))
GPUINTEROP_FP4_OF(cvt_halfraw2_to_fp4x2, fp4x2, __half2_raw,
                  gpuinterop_fp4::pair(gpuinterop_half::unpack(x.x), gpuinterop_half::unpack(x.y),
                                       mode))
GPUINTEROP_FP4_OF(cvt_bfloat16raw2_to_fp4x2, fp4x2, __nv_bfloat162_raw,
                  gpuinterop_fp4::pair(GPUINTEROP_FP4_BFLOAT(x.x), GPUINTEROP_FP4_BFLOAT(x.y),
                                       mode))
#undef GPUINTEROP_FP4_OF
#undef GPUINTEROP_FP4_BFLOAT

GPUINTEROP_BOTH __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t)
{
    return __half_raw{ gpuinterop_fp4::to_half(x, 0) };
}
GPUINTEROP_BOTH __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x,
                                                       __nv_fp4_interpretation_t)
{
    return __half2_raw{ gpuinterop_fp4::to_half(x, 0), gpuinterop_fp4::to_half(x, 1) };
}

#define GPUINTEROP_FP4_TAKE(given, x) \
    explicit GPUINTEROP_MEMBER __nv_fp4_e2m1(given value) \
        : __x(gpuinterop_fp4::from(x, cudaRoundNearest)) {}
#define GPUINTEROP_FP4_GIVE(to, result) \
    explicit GPUINTEROP_MEMBER operator to() const \
    { \
        float x = gpuinterop_fp4::to_float(__x, 0); \
        return result; \
    }
#define GPUINTEROP_FP4_TINY(other) \
    GPUINTEROP_FP4_GIVE(other, gpuinterop_small::to_integer<other>(x, \
                                                                   gpuinterop_small::towards_zero))
#define GPUINTEROP_FP4_INTEGER(other) \
    GPUINTEROP_FP4_TAKE(other, gpuinterop_fp8::whole(value)) \
    GPUINTEROP_FP4_TINY(other)
struct __nv_fp4_e2m1 {
    __nv_fp4_storage_t __x;
    __nv_fp4_e2m1() = default;
    GPUINTEROP_FP4_TAKE(__half, (float)value)
    GPUINTEROP_FP4_TAKE(__nv_bfloat16, (float)value)
    GPUINTEROP_FP4_TAKE(float, value)
    GPUINTEROP_FP4_TAKE(double, value)
    GPUINTEROP_FP4_INTEGER(short)
    GPUINTEROP_FP4_INTEGER(unsigned short)
    GPUINTEROP_FP4_INTEGER(int)
    GPUINTEROP_FP4_INTEGER(unsigned int)
    GPUINTEROP_FP4_INTEGER(long)
    GPUINTEROP_FP4_INTEGER(unsigned long)
    GPUINTEROP_FP4_INTEGER(long long)
    GPUINTEROP_FP4_INTEGER(unsigned long long)
    GPUINTEROP_FP4_TINY(char)
    GPUINTEROP_FP4_TINY(signed char)
    GPUINTEROP_FP4_TINY(unsigned char)
    GPUINTEROP_FP4_GIVE(float, x)
    GPUINTEROP_FP4_GIVE(double, (double)x)
    GPUINTEROP_FP4_GIVE(bool, x != 0)
    GPUINTEROP_FP4_GIVE(__half, (__half_raw{ gpuinterop_half::pack(x) }))
    GPUINTEROP_FP4_GIVE(__nv_bfloat16, __nv_bfloat16(x))
};
#undef GPUINTEROP_FP4_TAKE
#undef GPUINTEROP_FP4_GIVE
#undef GPUINTEROP_FP4_TINY
#undef GPUINTEROP_FP4_INTEGER

#define GPUINTEROP_FP4_TAKE_2(given, x, y) \
    explicit GPUINTEROP_MEMBER __nv_fp4x2_e2m1(given v) : __x(gpuinterop_fp4::pair(x, y)) {}
struct __nv_fp4x2_e2m1 {
    __nv_fp4x2_storage_t __x;
    __nv_fp4x2_e2m1() = default;
    GPUINTEROP_FP4_TAKE_2(__half2, (float)v.x, (float)v.y)
    GPUINTEROP_FP4_TAKE_2(__nv_bfloat162, (float)v.x, (float)v.y)
    GPUINTEROP_FP4_TAKE_2(float2, v.x, v.y)
    GPUINTEROP_FP4_TAKE_2(double2, v.x, v.y)
    explicit GPUINTEROP_MEMBER operator __half2() const
    {
        return __half2_raw{ gpuinterop_fp4::to_half(__x, 0), gpuinterop_fp4::to_half(__x, 1) };
    }
    explicit GPUINTEROP_MEMBER operator float2() const
    {
        return make_float2(gpuinterop_fp4::to_float(__x, 0), gpuinterop_fp4::to_float(__x, 1));
    }
};
#undef GPUINTEROP_FP4_TAKE_2

#define GPUINTEROP_FP4_ALL(x, y, z, w) \
    ((__nv_fp4x4_storage_t)(gpuinterop_fp4::pair(x, y) | gpuinterop_fp4::pair(z, w) << 8))
struct __nv_fp4x4_e2m1 {
    __nv_fp4x4_storage_t __x;
    __nv_fp4x4_e2m1() = default;
    explicit GPUINTEROP_MEMBER __nv_fp4x4_e2m1(__half2 low, __half2 high)
        : __x(GPUINTEROP_FP4_ALL((float)low.x, (float)low.y, (float)high.x, (float)high.y)) {}
    explicit GPUINTEROP_MEMBER __nv_fp4x4_e2m1(__nv_bfloat162 low, __nv_bfloat162 high)
        : __x(GPUINTEROP_FP4_ALL((float)low.x, (float)low.y, (float)high.x, (float)high.y)) {}
    explicit GPUINTEROP_MEMBER __nv_fp4x4_e2m1(float4 v)
        : __x(GPUINTEROP_FP4_ALL(v.x, v.y, v.z, v.w)) {}
    explicit GPUINTEROP_MEMBER __nv_fp4x4_e2m1(double4 v)
        : __x(GPUINTEROP_FP4_ALL(v.x, v.y, v.z, v.w)) {}
    explicit GPUINTEROP_MEMBER operator float4() const
    {
        return make_float4(gpuinterop_fp4::to_float(__x, 0), gpuinterop_fp4::to_float(__x, 1),
                           gpuinterop_fp4::to_float(__x, 2), gpuinterop_fp4::to_float(__x, 3));
    }
};
#undef GPUINTEROP_FP4_ALL

#endif

#endif
