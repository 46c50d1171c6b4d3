/** Powers of two in 8 bits, __nv_fp8_e8m0: from 2^-127 to 2^127, and a NaN. There is neither a sign
 *  nor zero. A part of cuda_fp8.h. */
#ifndef GPUINTEROP_CUDA_FP8_EXPONENT_H
#define GPUINTEROP_CUDA_FP8_EXPONENT_H

#ifdef GPUINTEROP_DEVICE_CODE

#include <gpuinterop_device/fp8_bits.h>

namespace gpuinterop_fp8 {

enum { POWER_BIAS = 127, LARGEST_POWER = 0xfe, NO_POWER = 0xff };

/* The power of two at or below the size of a number, or at or above it; that is 2^-127 for smaller
 * ones. Larger ones give the largest power, or, upwards without saturation, the NaN. */
GPUINTEROP_BOTH unsigned char power_of(gpuinterop_small::number value, bool saturates, bool goes_up)
{
    int code, shift;

    if (value.significand == 0)
        return 0;
    shift = __builtin_clzll(value.significand) - 11;
    code = value.exponent - shift + POWER_BIAS;
    code += goes_up && value.significand << shift != 1ull << 52;
    if (code > LARGEST_POWER)
        code = saturates || !goes_up ? LARGEST_POWER : NO_POWER;
    return (unsigned char)(code < 0 ? 0 : code);
}
template <class _Tp>
GPUINTEROP_BOTH_TEMPLATE unsigned char power_of(_Tp value, bool saturates, bool goes_up)
{
    if (!(value == value))
        return NO_POWER;
    if (value - value != 0)
        return (unsigned char)(saturates ? LARGEST_POWER : NO_POWER);
    return power_of(
        gpuinterop_small::of_bits(__builtin_bit_cast(unsigned long long, (double)value)), saturates,
        goes_up);
}

/* The bits of a bfloat16. */
GPUINTEROP_BOTH unsigned short bfloat_of_power(unsigned char code)
{
    return code == 0 ? 0x40 : code == NO_POWER ? 0x7fff : (unsigned short)(code << 7);
}
GPUINTEROP_BOTH float float_of_power(unsigned int code)
{
    return __builtin_bit_cast(float, (unsigned int)bfloat_of_power((unsigned char)code) << 16);
}

} // namespace gpuinterop_fp8

/* ---- conversions by functions ---------------------------------------------------------------- */

#define GPUINTEROP_POWER_HOW __nv_saturation_t saturate, enum cudaRoundMode rounding
#define GPUINTEROP_POWER_OF(name, name2, type, type2, value, first, second) \
    GPUINTEROP_BOTH __nv_fp8_storage_t name(type x, GPUINTEROP_POWER_HOW) \
    { \
        return gpuinterop_fp8::power_of(value, saturate == __NV_SATFINITE, \
                                        rounding == cudaRoundPosInf); \
    } \
    GPUINTEROP_BOTH __nv_fp8x2_storage_t name2(type2 x, GPUINTEROP_POWER_HOW) \
    { \
        return (__nv_fp8x2_storage_t)(name(first, saturate, rounding) \
                                      | name(second, saturate, rounding) << 8); \
    }
GPUINTEROP_POWER_OF(__nv_cvt_float_to_e8m0, __nv_cvt_float2_to_e8m0x2, float, float2, x, x.x, x.y)
GPUINTEROP_POWER_OF(__nv_cvt_double_to_e8m0, __nv_cvt_double2_to_e8m0x2, double, double2, x, x.x,
                    x.y)
GPUINTEROP_POWER_OF(__nv_cvt_bfloat16raw_to_e8m0, __nv_cvt_bfloat162raw_to_e8m0x2,
                    __nv_bfloat16_raw, __nv_bfloat162_raw,
                    __builtin_bit_cast(float, (unsigned int)x.x << 16), __nv_bfloat16_raw{ x.x },
                    __nv_bfloat16_raw{ x.y })
#undef GPUINTEROP_POWER_OF
#undef GPUINTEROP_POWER_HOW

GPUINTEROP_BOTH __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x)
{
    return __nv_bfloat16_raw{ gpuinterop_fp8::bfloat_of_power(x) };
}
GPUINTEROP_BOTH __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x)
{
    return __nv_bfloat162_raw{ gpuinterop_fp8::bfloat_of_power((unsigned char)(x & 0xff)),
                               gpuinterop_fp8::bfloat_of_power((unsigned char)(x >> 8)) };
}

/* ---- the types: numbers are rounded up, to the largest power at most ------------------------- */

#define GPUINTEROP_POWER_TAKE(type, x) \
    explicit GPUINTEROP_MEMBER __nv_fp8_e8m0(type value) \
        : __x(gpuinterop_fp8::power_of(x, true, true)) {}
#define GPUINTEROP_POWER_GIVE(type) \
    explicit GPUINTEROP_MEMBER operator type() const \
    { \
        return gpuinterop_small::to_integer<type>(gpuinterop_fp8::float_of_power(__x), \
                                                  gpuinterop_small::towards_zero); \
    }
#define GPUINTEROP_POWER_INTEGER(type) \
    GPUINTEROP_POWER_TAKE(type, gpuinterop_fp8::whole(value)) \
    GPUINTEROP_POWER_GIVE(type)

struct __nv_fp8_e8m0 {
    __nv_fp8_storage_t __x;

    __nv_fp8_e8m0() = default;
    GPUINTEROP_POWER_TAKE(__half, (float)value)
    GPUINTEROP_POWER_TAKE(__nv_bfloat16, (float)value)
    GPUINTEROP_POWER_TAKE(float, value)
    GPUINTEROP_POWER_TAKE(double, value)
    GPUINTEROP_EACH_WHOLE(GPUINTEROP_POWER_INTEGER,)
    GPUINTEROP_EACH_TINY(GPUINTEROP_POWER_GIVE,)
    explicit GPUINTEROP_MEMBER operator float() const
    {
        return gpuinterop_fp8::float_of_power(__x);
    }
    explicit GPUINTEROP_MEMBER operator double() const
    {
        return (double)gpuinterop_fp8::float_of_power(__x);
    }
    explicit GPUINTEROP_MEMBER operator __nv_bfloat16() const
    {
        return __nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(__x));
    }
    explicit GPUINTEROP_MEMBER operator __half() const
    {
        return __half_raw{ gpuinterop_half::pack(gpuinterop_fp8::float_of_power(__x)) };
    }
    explicit GPUINTEROP_MEMBER operator bool() const { return true; }       /* there is no zero */
};
#undef GPUINTEROP_POWER_TAKE
#undef GPUINTEROP_POWER_GIVE
#undef GPUINTEROP_POWER_INTEGER

#define GPUINTEROP_POWERS(x, y) \
    (__nv_fp8x2_storage_t)(gpuinterop_fp8::power_of(x, true, true) \
                           | gpuinterop_fp8::power_of(y, true, true) << 8)

struct alignas(2) __nv_fp8x2_e8m0 {
    __nv_fp8x2_storage_t __x;

    __nv_fp8x2_e8m0() = default;
    explicit GPUINTEROP_MEMBER __nv_fp8x2_e8m0(__half2 v)
        : __x(GPUINTEROP_POWERS((float)v.x, (float)v.y)) {}
    explicit GPUINTEROP_MEMBER __nv_fp8x2_e8m0(__nv_bfloat162 v)
        : __x(GPUINTEROP_POWERS((float)v.x, (float)v.y)) {}
    explicit GPUINTEROP_MEMBER __nv_fp8x2_e8m0(float2 v) : __x(GPUINTEROP_POWERS(v.x, v.y)) {}
    explicit GPUINTEROP_MEMBER __nv_fp8x2_e8m0(double2 v) : __x(GPUINTEROP_POWERS(v.x, v.y)) {}
    explicit GPUINTEROP_MEMBER operator __nv_bfloat162() const
    {
        return __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x));
    }
    explicit GPUINTEROP_MEMBER operator float2() const
    {
        return make_float2(gpuinterop_fp8::float_of_power(__x),
                           gpuinterop_fp8::float_of_power((unsigned int)__x >> 8));
    }
    explicit GPUINTEROP_MEMBER operator __half2() const
    {
        float2 both = (float2)*this;

        return __half2_raw{ gpuinterop_half::pack(both.x), gpuinterop_half::pack(both.y) };
    }
};

#define GPUINTEROP_POWERS_4(given, x, y, z, w) \
    explicit GPUINTEROP_MEMBER __nv_fp8x4_e8m0(given v) \
        : __x((unsigned int)GPUINTEROP_POWERS(x, y) \
              | (unsigned int)GPUINTEROP_POWERS(z, w) << 16) {}

struct alignas(4) __nv_fp8x4_e8m0 {
    __nv_fp8x4_storage_t __x;

    __nv_fp8x4_e8m0() = default;
    explicit GPUINTEROP_MEMBER __nv_fp8x4_e8m0(__half2 low, __half2 high)
        : __x(__nv_fp8x2_e8m0(low).__x | (unsigned int)__nv_fp8x2_e8m0(high).__x << 16) {}
    explicit GPUINTEROP_MEMBER __nv_fp8x4_e8m0(__nv_bfloat162 low, __nv_bfloat162 high)
        : __x(__nv_fp8x2_e8m0(low).__x | (unsigned int)__nv_fp8x2_e8m0(high).__x << 16) {}
    GPUINTEROP_POWERS_4(float4, v.x, v.y, v.z, v.w)
    GPUINTEROP_POWERS_4(double4, v.x, v.y, v.z, v.w)
    GPUINTEROP_POWERS_4(double4_16a, v.x, v.y, v.z, v.w)
    GPUINTEROP_POWERS_4(double4_32a, v.x, v.y, v.z, v.w)
    explicit GPUINTEROP_MEMBER operator float4() const
    {
        return make_float4(gpuinterop_fp8::float_of_power(__x),
                           gpuinterop_fp8::float_of_power(__x >> 8),
                           gpuinterop_fp8::float_of_power(__x >> 16),
                           gpuinterop_fp8::float_of_power(__x >> 24));
    }
};
#undef GPUINTEROP_POWERS_4
#undef GPUINTEROP_POWERS

#endif

#endif
