/** HIP's older float of 16 bits with the exponent of a float, for host and device code. Arithmetic
 *  is that of float, rounded. */
#ifndef GPUINTEROP_HIP_BFLOAT16_H
#define GPUINTEROP_HIP_BFLOAT16_H

#include <stdint.h>

#include "hip_common.h"

#ifndef __cplusplus

/** Its bits. */
typedef struct hip_bfloat16 {
    uint16_t data;
} hip_bfloat16;

#else

#include <cstring>
#include <ostream>

#include "hip_runtime.h"

#define GPUINTEROP_BFLOAT_FN __host__ __device__ inline

struct hip_bfloat16 {
    uint16_t data;
    enum truncate_t { truncate };

    hip_bfloat16() = default;
    explicit __host__ __device__ hip_bfloat16(float f) : data(float_to_bfloat16(f)) {}
    explicit __host__ __device__ hip_bfloat16(float f, truncate_t)
        : data(truncate_float_to_bfloat16(f))
    {
    }
    __host__ __device__ operator float() const
    {
        uint32_t bits = static_cast<uint32_t>(data) << 16;
        float f;

        memcpy(&f, &bits, sizeof f);
        return f;
    }
    __host__ __device__ hip_bfloat16 &operator=(float f)
    {
        data = float_to_bfloat16(f);
        return *this;
    }
    static __host__ __device__ hip_bfloat16 round_to_bfloat16(float f) { return hip_bfloat16(f); }
    static __host__ __device__ hip_bfloat16 round_to_bfloat16(float f, truncate_t t)
    {
        return hip_bfloat16(f, t);
    }

private:
    static __host__ __device__ uint32_t bits_of(float f)
    {
        uint32_t bits;

        memcpy(&bits, &f, sizeof bits);
        return bits;
    }
    /* To the nearest, even of two. A NaN stays one. */
    static __host__ __device__ uint16_t float_to_bfloat16(float f)
    {
        uint32_t bits = bits_of(f);

        if ((bits & 0x7fffffff) > 0x7f800000)
            return truncate_float_to_bfloat16(f);
        return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    }
    static __host__ __device__ uint16_t truncate_float_to_bfloat16(float f)
    {
        uint32_t bits = bits_of(f);
        bool is_nan = (bits & 0x7fffffff) > 0x7f800000;

        return static_cast<uint16_t>(bits >> 16 | (is_nan && (bits & 0xffff) != 0 ? 1 : 0));
    }
};

/** A hip_bfloat16 without functions, for unions. */
typedef struct hip_bfloat16_public {
    uint16_t data;
} hip_bfloat16_public;

inline std::ostream &operator<<(std::ostream &out, const hip_bfloat16 &value)
{
    return out << static_cast<float>(value);
}

#define GPUINTEROP_BFLOAT_OPERATOR(op) \
    GPUINTEROP_BFLOAT_FN hip_bfloat16 operator op(hip_bfloat16 a, hip_bfloat16 b) \
    { \
        return hip_bfloat16(static_cast<float>(a) op static_cast<float>(b)); \
    } \
    GPUINTEROP_BFLOAT_FN hip_bfloat16 &operator op##=(hip_bfloat16 &a, hip_bfloat16 b) \
    { \
        return a = a op b; \
    }
#define GPUINTEROP_BFLOAT_COMPARE(op) \
    GPUINTEROP_BFLOAT_FN bool operator op(hip_bfloat16 a, hip_bfloat16 b) \
    { \
        return static_cast<float>(a) op static_cast<float>(b); \
    }
GPUINTEROP_BFLOAT_OPERATOR(+)
GPUINTEROP_BFLOAT_OPERATOR(-)
GPUINTEROP_BFLOAT_OPERATOR(*)
GPUINTEROP_BFLOAT_OPERATOR(/)
GPUINTEROP_BFLOAT_COMPARE(<)
GPUINTEROP_BFLOAT_COMPARE(==)
GPUINTEROP_BFLOAT_COMPARE(>)
GPUINTEROP_BFLOAT_COMPARE(<=)
GPUINTEROP_BFLOAT_COMPARE(!=)
GPUINTEROP_BFLOAT_COMPARE(>=)
#undef GPUINTEROP_BFLOAT_OPERATOR
#undef GPUINTEROP_BFLOAT_COMPARE

GPUINTEROP_BFLOAT_FN hip_bfloat16 operator+(hip_bfloat16 a) { return a; }
GPUINTEROP_BFLOAT_FN hip_bfloat16 operator-(hip_bfloat16 a)
{
    a.data = static_cast<uint16_t>(a.data ^ 0x8000);
    return a;
}
GPUINTEROP_BFLOAT_FN hip_bfloat16 &operator++(hip_bfloat16 &a) { return a += hip_bfloat16(1.0f); }
GPUINTEROP_BFLOAT_FN hip_bfloat16 &operator--(hip_bfloat16 &a) { return a -= hip_bfloat16(1.0f); }
GPUINTEROP_BFLOAT_FN hip_bfloat16 operator++(hip_bfloat16 &a, int)
{
    hip_bfloat16 old = a;

    ++a;
    return old;
}
GPUINTEROP_BFLOAT_FN hip_bfloat16 operator--(hip_bfloat16 &a, int)
{
    hip_bfloat16 old = a;

    --a;
    return old;
}

namespace std {
GPUINTEROP_BFLOAT_FN bool isinf(hip_bfloat16 a) { return (a.data & 0x7fff) == 0x7f80; }
GPUINTEROP_BFLOAT_FN bool isnan(hip_bfloat16 a) { return (a.data & 0x7fff) > 0x7f80; }
GPUINTEROP_BFLOAT_FN bool iszero(hip_bfloat16 a) { return (a.data & 0x7fff) == 0; }
} // namespace std
#undef GPUINTEROP_BFLOAT_FN

#endif

#endif
