/** Floats of 4 bits and groups of two and four, made of integers, for host and device code. The
 *  numbers are 0, 0.5, 1, 1.5, 2, 3, 4 and 6, with a sign. There is no infinity and no NaN: what is
 *  too large becomes 6, and a NaN the positive one. */
#ifndef CUDAINTEROP_DEVICE_FP4_H
#define CUDAINTEROP_DEVICE_FP4_H

#ifdef GPUINTEROP_DEVICE_CODE

#include <gpuinterop_device/small_float.h>

namespace gpuinterop_fp4 {

enum { MOST = 7, SIGN = 8 };

/* CUDA rounds to the nearest or towards zero. */
GPUINTEROP_BOTH unsigned char from(gpuinterop_small::number value, enum cudaRoundMode rounding)
{
    const bool is_negative = value.is_negative;
    unsigned int size;

    value.is_negative = false;
    size = gpuinterop_small::round<2, 1>(value, rounding == cudaRoundZero
                                         ? gpuinterop_small::towards_zero
                                         : gpuinterop_small::nearest, MOST);
    return (unsigned char)((size < MOST ? size : MOST) | (is_negative ? SIGN : 0));
}

GPUINTEROP_BOTH unsigned char from(float value, enum cudaRoundMode rounding)
{
    unsigned int bits = __builtin_bit_cast(unsigned int, value), size = bits & 0x7fffffff;

    if (size >= 0x7f800000)
        return (unsigned char)(MOST | (size == 0x7f800000 && bits >> 31 != 0 ? SIGN : 0));
    return from(gpuinterop_small::of_bits(bits), rounding);
}

GPUINTEROP_BOTH unsigned char from(double value, enum cudaRoundMode rounding)
{
    unsigned long long bits = __builtin_bit_cast(unsigned long long, value);
    unsigned long long size = bits & ~(1ull << 63), infinity = 0x7ff0000000000000ull;

    if (size >= infinity)
        return (unsigned char)(MOST | (size == infinity && bits >> 63 != 0 ? SIGN : 0));
    return from(gpuinterop_small::of_bits(bits), rounding);
}

GPUINTEROP_BOTH float to_float(unsigned int bits)
{
    const unsigned int sign = (bits & SIGN) << 28, size = bits & MOST;

    if (size < 2)                       /* 0 and 0.5 */
        return __builtin_bit_cast(float, sign | (size != 0 ? 0x3f000000u : 0));
    return __builtin_bit_cast(float, sign | ((size << 22) + (126u << 23)));
}
GPUINTEROP_BOTH unsigned short to_half(unsigned int bits)
{
    return gpuinterop_half::pack(to_float(bits));
}

/* Two of them, and one of several. */
template <class _Tp>
GPUINTEROP_BOTH_TEMPLATE unsigned int pair(_Tp x, _Tp y, enum cudaRoundMode rounding)
{
    return from(x, rounding) | (unsigned int)from(y, rounding) << 4;
}
template <class _Tp>
GPUINTEROP_BOTH_TEMPLATE unsigned int four(_Tp x, _Tp y, _Tp z, _Tp w)
{
    return pair(x, y, cudaRoundNearest) | pair(z, w, cudaRoundNearest) << 8;
}
GPUINTEROP_BOTH float float_at(unsigned int all, int index) { return to_float(all >> 4 * index); }

} // namespace gpuinterop_fp4

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;

/* ---- conversions by functions ---------------------------------------------------------------- */

#define GPUINTEROP_FP4_OF(name, name2, type, type2, value, first, second) \
    GPUINTEROP_BOTH __nv_fp4_storage_t name(type x, __nv_fp4_interpretation_t, \
                                            enum cudaRoundMode rounding) \
    { \
        return gpuinterop_fp4::from(value, rounding); \
    } \
    GPUINTEROP_BOTH __nv_fp4x2_storage_t name2(type2 x, __nv_fp4_interpretation_t kind, \
                                               enum cudaRoundMode rounding) \
    { \
        return (__nv_fp4x2_storage_t)(name(first, kind, rounding) \
                                      | name(second, kind, rounding) << 4); \
    }
GPUINTEROP_FP4_OF(__nv_cvt_float_to_fp4, __nv_cvt_float2_to_fp4x2, float, float2, x, x.x, x.y)
GPUINTEROP_FP4_OF(__nv_cvt_double_to_fp4, __nv_cvt_double2_to_fp4x2, double, double2, x, x.x, x.y)
GPUINTEROP_FP4_OF(__nv_cvt_halfraw_to_fp4, __nv_cvt_halfraw2_to_fp4x2, __half_raw, __half2_raw,
                  gpuinterop_half::unpack(x.x), __half_raw{ x.x }, __half_raw{ x.y })
GPUINTEROP_FP4_OF(__nv_cvt_bfloat16raw_to_fp4, __nv_cvt_bfloat16raw2_to_fp4x2, __nv_bfloat16_raw,
                  __nv_bfloat162_raw, __builtin_bit_cast(float, (unsigned int)x.x << 16),
                  __nv_bfloat16_raw{ x.x }, __nv_bfloat16_raw{ x.y })
#undef GPUINTEROP_FP4_OF

GPUINTEROP_BOTH __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t)
{
    return __half_raw{ gpuinterop_fp4::to_half(x) };
}
GPUINTEROP_BOTH __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x,
                                                       __nv_fp4_interpretation_t)
{
    return __half2_raw{ gpuinterop_fp4::to_half(x), gpuinterop_fp4::to_half(x >> 4) };
}

/* ---- the types ------------------------------------------------------------------------------- */

#define GPUINTEROP_FP4_TAKE(type, x) \
    explicit GPUINTEROP_MEMBER __nv_fp4_e2m1(type value) \
        : __x(gpuinterop_fp4::from(x, cudaRoundNearest)) {}
#define GPUINTEROP_FP4_GIVE(type, result) \
    explicit GPUINTEROP_MEMBER operator type() const \
    { \
        float x = gpuinterop_fp4::to_float(__x); \
        return result; \
    }
/* Integers are cut off, and a value that they cannot hold becomes the nearest. */
#define GPUINTEROP_FP4_TO(type) \
    GPUINTEROP_FP4_GIVE(type, gpuinterop_small::to_integer<type>( \
        x, gpuinterop_small::towards_zero))
#define GPUINTEROP_FP4_INTEGER(type) \
    GPUINTEROP_FP4_TAKE(type, gpuinterop_fp8::whole(value)) \
    GPUINTEROP_FP4_TO(type)

struct __nv_fp4_e2m1 {
    __nv_fp4_storage_t __x;

    __nv_fp4_e2m1() = default;
    GPUINTEROP_FP4_TAKE(__half, (float)value)
    GPUINTEROP_FP4_TAKE(__nv_bfloat16, (float)value)
    GPUINTEROP_FP4_TAKE(float, value)
    GPUINTEROP_FP4_TAKE(double, value)
    GPUINTEROP_EACH_WHOLE(GPUINTEROP_FP4_INTEGER,)
    GPUINTEROP_EACH_TINY(GPUINTEROP_FP4_TO,)
    GPUINTEROP_FP4_GIVE(float, x)
    GPUINTEROP_FP4_GIVE(double, (double)x)
    GPUINTEROP_FP4_GIVE(bool, x != 0)
    GPUINTEROP_FP4_GIVE(__half, (__half_raw{ gpuinterop_half::pack(x) }))
    GPUINTEROP_FP4_GIVE(__nv_bfloat16, __nv_bfloat16(x))
};

#undef GPUINTEROP_FP4_INTEGER
#undef GPUINTEROP_FP4_TO
#undef GPUINTEROP_FP4_GIVE
#undef GPUINTEROP_FP4_TAKE

#define GPUINTEROP_FP4_TWO(type) \
    explicit GPUINTEROP_MEMBER __nv_fp4x2_e2m1(type v) \
        : __x((__nv_fp4x2_storage_t)gpuinterop_fp4::pair(GPUINTEROP_FP4_PART(v.x), \
                                                         GPUINTEROP_FP4_PART(v.y), \
                                                         cudaRoundNearest)) {}
#define GPUINTEROP_FP4_HALVES(type) \
    explicit GPUINTEROP_MEMBER __nv_fp4x4_e2m1(type low, type high) \
        : __x((__nv_fp4x4_storage_t)gpuinterop_fp4::four((float)low.x, (float)low.y, \
                                                         (float)high.x, (float)high.y)) {}
#define GPUINTEROP_FP4_FOUR(type) \
    explicit GPUINTEROP_MEMBER __nv_fp4x4_e2m1(type v) \
        : __x((__nv_fp4x4_storage_t)gpuinterop_fp4::four(v.x, v.y, v.z, v.w)) {}

struct __nv_fp4x2_e2m1 {
    __nv_fp4x2_storage_t __x;

    __nv_fp4x2_e2m1() = default;
#define GPUINTEROP_FP4_PART(x) (float)x
    GPUINTEROP_FP4_TWO(__half2)
    GPUINTEROP_FP4_TWO(__nv_bfloat162)
    GPUINTEROP_FP4_TWO(float2)
#undef GPUINTEROP_FP4_PART
#define GPUINTEROP_FP4_PART(x) x
    GPUINTEROP_FP4_TWO(double2)
#undef GPUINTEROP_FP4_PART
    explicit GPUINTEROP_MEMBER operator __half2() const
    {
        return __nv_cvt_fp4x2_to_halfraw2(__x, __NV_E2M1);
    }
    explicit GPUINTEROP_MEMBER operator float2() const
    {
        return make_float2(gpuinterop_fp4::float_at(__x, 0), gpuinterop_fp4::float_at(__x, 1));
    }
};

struct __nv_fp4x4_e2m1 {
    __nv_fp4x4_storage_t __x;

    __nv_fp4x4_e2m1() = default;
    GPUINTEROP_FP4_HALVES(__half2)
    GPUINTEROP_FP4_HALVES(__nv_bfloat162)
    GPUINTEROP_FP4_FOUR(float4)
    GPUINTEROP_FP4_FOUR(double4)
    explicit GPUINTEROP_MEMBER operator float4() const
    {
        return make_float4(gpuinterop_fp4::float_at(__x, 0), gpuinterop_fp4::float_at(__x, 1),
                           gpuinterop_fp4::float_at(__x, 2), gpuinterop_fp4::float_at(__x, 3));
    }
};

#undef GPUINTEROP_FP4_TWO
#undef GPUINTEROP_FP4_HALVES
#undef GPUINTEROP_FP4_FOUR

#endif

#endif
