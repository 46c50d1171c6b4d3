/** Floats of 16 bits with the exponent of a float. Arithmetic is that of float, rounded. The type's
 *  name is GPUINTEROP_BFLOAT, which the header before this one defines. */
#ifndef GPUINTEROP_DEVICE_BFLOAT_H
#define GPUINTEROP_DEVICE_BFLOAT_H

#include "math.h"

struct alignas(2) GPUINTEROP_BFLOAT {
    unsigned short bits;

    GPUINTEROP_BFLOAT() = default;
    GPUINTEROP_MEMBER GPUINTEROP_BFLOAT(float value)
    {
        unsigned int all = __builtin_bit_cast(unsigned int, value);

        bits = (all & 0x7fffffff) > 0x7f800000
            ? 0x7fff : (unsigned short)((all + 0x7fff + (all >> 16 & 1)) >> 16);
    }
    GPUINTEROP_MEMBER operator float() const
    {
        return __builtin_bit_cast(float, (unsigned int)bits << 16);
    }
};

GPUINTEROP_BOTH GPUINTEROP_BFLOAT __float2bfloat16(float x) { return GPUINTEROP_BFLOAT(x); }
GPUINTEROP_BOTH GPUINTEROP_BFLOAT __float2bfloat16_rn(float x) { return GPUINTEROP_BFLOAT(x); }
GPUINTEROP_BOTH float __bfloat162float(GPUINTEROP_BFLOAT x) { return (float)x; }
GPUINTEROP_BOTH unsigned short __bfloat16_as_ushort(GPUINTEROP_BFLOAT x) { return x.bits; }
GPUINTEROP_BOTH GPUINTEROP_BFLOAT __ushort_as_bfloat16(unsigned short bits)
{
    GPUINTEROP_BFLOAT x;
    x.bits = bits;
    return x;
}

#define GPUINTEROP_BFLOAT_OPERATOR(name, op) \
    GPUINTEROP_BOTH GPUINTEROP_BFLOAT name(GPUINTEROP_BFLOAT a, GPUINTEROP_BFLOAT b) \
    { \
        return GPUINTEROP_BFLOAT((float)a op (float)b); \
    } \
    GPUINTEROP_BOTH GPUINTEROP_BFLOAT operator op(GPUINTEROP_BFLOAT a, GPUINTEROP_BFLOAT b) \
    { \
        return name(a, b); \
    }
GPUINTEROP_BFLOAT_OPERATOR(__hadd, +);
GPUINTEROP_BFLOAT_OPERATOR(__hsub, -);
GPUINTEROP_BFLOAT_OPERATOR(__hmul, *);
GPUINTEROP_BFLOAT_OPERATOR(__hdiv, /);
#undef GPUINTEROP_BFLOAT_OPERATOR

#endif
