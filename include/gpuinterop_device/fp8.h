/** Floats of 8 bits and groups of two and four, made of integers, for host and device code. The
 *  header before this one defines the names: GPUINTEROP_FP8(name) puts the vendor's prefix before a
 *  name, GPUINTEROP_FP8_EXPLICIT stands before conversions, GPUINTEROP_FP8_BFLOAT and
 *  GPUINTEROP_FP8_BFLOAT2 are the types of bfloat16. GPUINTEROP_FP8_IS_HIP says whose rules hold
 *  where the vendors part: for the NaN that results, and for what overflows. */
#ifndef GPUINTEROP_DEVICE_FP8_H
#define GPUINTEROP_DEVICE_FP8_H

#include "fp8_bits.h"

typedef unsigned char GPUINTEROP_FP8(fp8_storage_t);
typedef unsigned short GPUINTEROP_FP8(fp8x2_storage_t);
typedef unsigned int GPUINTEROP_FP8(fp8x4_storage_t);

#define GPUINTEROP_FP8_HOW \
    GPUINTEROP_FP8(saturation_t) saturate, GPUINTEROP_FP8(fp8_interpretation_t) interpretation

/* ---- conversions by functions ---------------------------------------------------------------- */

#define GPUINTEROP_FP8_OF(name, type, value) \
    GPUINTEROP_BOTH GPUINTEROP_FP8(fp8_storage_t) GPUINTEROP_FP8(name)(type x, GPUINTEROP_FP8_HOW) \
    { \
        return gpuinterop_fp8::from(value, saturate != 0, (gpuinterop_fp8::format)interpretation, \
                                    GPUINTEROP_FP8_IS_HIP); \
    }
#define GPUINTEROP_FP8_OF_2(name, of_one, type, first, second) \
    GPUINTEROP_BOTH GPUINTEROP_FP8(fp8x2_storage_t) GPUINTEROP_FP8(name)(type x, \
                                                                         GPUINTEROP_FP8_HOW) \
    { \
        unsigned int low = GPUINTEROP_FP8(of_one)(first, saturate, interpretation); \
        unsigned int high = GPUINTEROP_FP8(of_one)(second, saturate, interpretation); \
        return (GPUINTEROP_FP8(fp8x2_storage_t))(low | high << 8); \
    }
#define GPUINTEROP_FP8_RAW(part) GPUINTEROP_FP8(bfloat16_raw){ part }
GPUINTEROP_FP8_OF(cvt_float_to_fp8, float, x)
GPUINTEROP_FP8_OF(cvt_double_to_fp8, double, x)
GPUINTEROP_FP8_OF(cvt_halfraw_to_fp8, __half_raw, gpuinterop_half::unpack(x.x))
GPUINTEROP_FP8_OF(cvt_bfloat16raw_to_fp8, GPUINTEROP_FP8(bfloat16_raw),
                  __builtin_bit_cast(float, (unsigned int)x.x << 16))
GPUINTEROP_FP8_OF_2(cvt_float2_to_fp8x2, cvt_float_to_fp8, float2, x.x, x.y)
GPUINTEROP_FP8_OF_2(cvt_double2_to_fp8x2, cvt_double_to_fp8, double2, x.x, x.y)
GPUINTEROP_FP8_OF_2(cvt_halfraw2_to_fp8x2, cvt_halfraw_to_fp8, __half2_raw, __half_raw{ x.x },
                    __half_raw{ x.y })
GPUINTEROP_FP8_OF_2(cvt_bfloat16raw2_to_fp8x2, cvt_bfloat16raw_to_fp8,
                    GPUINTEROP_FP8(bfloat162_raw), GPUINTEROP_FP8_RAW(x.x),
                    GPUINTEROP_FP8_RAW(x.y))
#undef GPUINTEROP_FP8_RAW
#undef GPUINTEROP_FP8_OF
#undef GPUINTEROP_FP8_OF_2
#undef GPUINTEROP_FP8_HOW

GPUINTEROP_BOTH __half_raw GPUINTEROP_FP8(cvt_fp8_to_halfraw)(
    GPUINTEROP_FP8(fp8_storage_t) x, GPUINTEROP_FP8(fp8_interpretation_t) interpretation)
{
    return __half_raw{ gpuinterop_fp8::to_half(x, (gpuinterop_fp8::format)interpretation) };
}
GPUINTEROP_BOTH __half2_raw GPUINTEROP_FP8(cvt_fp8x2_to_halfraw2)(
    GPUINTEROP_FP8(fp8x2_storage_t) x, GPUINTEROP_FP8(fp8_interpretation_t) interpretation)
{
    gpuinterop_fp8::format format = (gpuinterop_fp8::format)interpretation;

    return __half2_raw{ gpuinterop_fp8::to_half((unsigned char)(x & 0xff), format),
                        gpuinterop_fp8::to_half((unsigned char)(x >> 8), format) };
}

/* ---- the types ------------------------------------------------------------------------------- */

#define GPUINTEROP_FP8_TAKE(type, kind, given, x) \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER type(given value) \
        : __x(gpuinterop_fp8::from(x, true, gpuinterop_fp8::kind, GPUINTEROP_FP8_IS_HIP)) \
    { \
    }
#define GPUINTEROP_FP8_GIVE(to, kind, result) \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER operator to() const \
    { \
        float x = gpuinterop_fp8::to_float(__x, gpuinterop_fp8::kind); \
        return result; \
    }
/* Integers are cut off, and a value that they cannot hold becomes the nearest. */
#define GPUINTEROP_FP8_INTEGER(type, kind, other) \
    GPUINTEROP_FP8_TAKE(type, kind, other, gpuinterop_fp8::whole(value)) \
    GPUINTEROP_FP8_GIVE(other, kind, gpuinterop_small::to_integer<other>( \
        x, gpuinterop_small::towards_zero))
#define GPUINTEROP_FP8_TINY(kind, other) \
    GPUINTEROP_FP8_GIVE(other, kind, gpuinterop_small::to_integer<other>( \
        x, gpuinterop_small::towards_zero))

#define GPUINTEROP_FP8_ONE(type, kind) \
struct type { \
    GPUINTEROP_FP8(fp8_storage_t) __x; \
    type() = default; \
    GPUINTEROP_FP8_TAKE(type, kind, __half, (float)value) \
    GPUINTEROP_FP8_TAKE(type, kind, GPUINTEROP_FP8_BFLOAT, (float)value) \
    GPUINTEROP_FP8_TAKE(type, kind, float, value) \
    GPUINTEROP_FP8_TAKE(type, kind, double, value) \
    GPUINTEROP_EACH_WHOLE(GPUINTEROP_FP8_INTEGER, type, kind,) \
    GPUINTEROP_EACH_TINY(GPUINTEROP_FP8_TINY, kind,) \
    GPUINTEROP_FP8_GIVE(float, kind, x) \
    GPUINTEROP_FP8_GIVE(double, kind, (double)x) \
    GPUINTEROP_FP8_GIVE(bool, kind, x != 0) \
    GPUINTEROP_FP8_GIVE(__half, kind, (__half_raw{ gpuinterop_half::pack(x) })) \
    GPUINTEROP_FP8_GIVE(GPUINTEROP_FP8_BFLOAT, kind, GPUINTEROP_FP8_BFLOAT(x)) \
};

#define GPUINTEROP_FP8_EACH_2(kind, x, y) \
    (GPUINTEROP_FP8(fp8x2_storage_t))gpuinterop_fp8::pair(x, y, gpuinterop_fp8::kind, \
                                                          GPUINTEROP_FP8_IS_HIP)
#define GPUINTEROP_FP8_TWO(type, kind) \
struct type { \
    GPUINTEROP_FP8(fp8x2_storage_t) __x; \
    type() = default; \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER type(__half2 v) \
        : __x(GPUINTEROP_FP8_EACH_2(kind, (float)v.x, (float)v.y)) {} \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER type(GPUINTEROP_FP8_BFLOAT2 v) \
        : __x(GPUINTEROP_FP8_EACH_2(kind, (float)v.x, (float)v.y)) {} \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER type(float2 v) \
        : __x(GPUINTEROP_FP8_EACH_2(kind, v.x, v.y)) {} \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER type(double2 v) \
        : __x(GPUINTEROP_FP8_EACH_2(kind, v.x, v.y)) {} \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER operator __half2() const \
    { \
        return __half2_raw{ gpuinterop_fp8::half_at(__x, 0, gpuinterop_fp8::kind), \
                            gpuinterop_fp8::half_at(__x, 1, gpuinterop_fp8::kind) }; \
    } \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER operator float2() const \
    { \
        return make_float2(gpuinterop_fp8::float_at(__x, 0, gpuinterop_fp8::kind), \
                           gpuinterop_fp8::float_at(__x, 1, gpuinterop_fp8::kind)); \
    } \
};

#define GPUINTEROP_FP8_EACH_4(kind, x, y, z, w) \
    (gpuinterop_fp8::pair(x, y, gpuinterop_fp8::kind, GPUINTEROP_FP8_IS_HIP) \
     | gpuinterop_fp8::pair(z, w, gpuinterop_fp8::kind, GPUINTEROP_FP8_IS_HIP) << 16)
#define GPUINTEROP_FP8_FOUR(type, kind) \
struct type { \
    GPUINTEROP_FP8(fp8x4_storage_t) __x; \
    type() = default; \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER type(__half2 low, __half2 high) \
        : __x(GPUINTEROP_FP8_EACH_4(kind, (float)low.x, (float)low.y, (float)high.x, \
                                    (float)high.y)) {} \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER type(GPUINTEROP_FP8_BFLOAT2 low, \
                                                   GPUINTEROP_FP8_BFLOAT2 high) \
        : __x(GPUINTEROP_FP8_EACH_4(kind, (float)low.x, (float)low.y, (float)high.x, \
                                    (float)high.y)) {} \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER type(float4 v) \
        : __x(GPUINTEROP_FP8_EACH_4(kind, v.x, v.y, v.z, v.w)) {} \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER type(double4 v) \
        : __x(GPUINTEROP_FP8_EACH_4(kind, v.x, v.y, v.z, v.w)) {} \
    GPUINTEROP_FP8_EXPLICIT GPUINTEROP_MEMBER operator float4() const \
    { \
        return make_float4(gpuinterop_fp8::float_at(__x, 0, gpuinterop_fp8::kind), \
                           gpuinterop_fp8::float_at(__x, 1, gpuinterop_fp8::kind), \
                           gpuinterop_fp8::float_at(__x, 2, gpuinterop_fp8::kind), \
                           gpuinterop_fp8::float_at(__x, 3, gpuinterop_fp8::kind)); \
    } \
};

#define GPUINTEROP_FP8_TYPES(kind) \
    GPUINTEROP_FP8_ONE(GPUINTEROP_FP8(fp8_##kind), kind) \
    GPUINTEROP_FP8_TWO(GPUINTEROP_FP8(fp8x2_##kind), kind) \
    GPUINTEROP_FP8_FOUR(GPUINTEROP_FP8(fp8x4_##kind), kind)
GPUINTEROP_FP8_TYPES(e4m3)
GPUINTEROP_FP8_TYPES(e5m2)
#if GPUINTEROP_FP8_IS_HIP
GPUINTEROP_FP8_TYPES(e4m3_fnuz)
GPUINTEROP_FP8_TYPES(e5m2_fnuz)
#endif
#undef GPUINTEROP_FP8_TYPES
#undef GPUINTEROP_FP8_ONE
#undef GPUINTEROP_FP8_TWO
#undef GPUINTEROP_FP8_FOUR
#undef GPUINTEROP_FP8_EACH_2
#undef GPUINTEROP_FP8_EACH_4
#undef GPUINTEROP_FP8_TAKE
#undef GPUINTEROP_FP8_GIVE
#undef GPUINTEROP_FP8_INTEGER
#undef GPUINTEROP_FP8_TINY

#endif
