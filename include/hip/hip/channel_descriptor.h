/** Texel formats of C++ types; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_CHANNEL_DESCRIPTOR_H
#define GPUINTEROP_HIP_CHANNEL_DESCRIPTOR_H

#include "hipinterop/runtime/array_api.h"
#include "hip_vector_types.h"

#ifdef __cplusplus

/** The texel format of a C++ type, as in hipCreateChannelDesc<float4>(). A type of three
 *  elements has no texel format. Without one there are no channels, and the kind is None. */
template <class _Tp> static inline struct hipChannelFormatDesc hipCreateChannelDesc()
{
    return hipCreateChannelDesc(0, 0, 0, 0, hipChannelFormatKindNone);
}

/* One, two and four channels of each element type. */
#define GPUINTEROP_TEXELS(element, one, two, four, bits, kind) \
    template <> inline struct hipChannelFormatDesc hipCreateChannelDesc<element>() \
    { \
        return hipCreateChannelDesc(bits, 0, 0, 0, kind); \
    } \
    template <> inline struct hipChannelFormatDesc hipCreateChannelDesc<one>() \
    { \
        return hipCreateChannelDesc(bits, 0, 0, 0, kind); \
    } \
    template <> inline struct hipChannelFormatDesc hipCreateChannelDesc<two>() \
    { \
        return hipCreateChannelDesc(bits, bits, 0, 0, kind); \
    } \
    template <> inline struct hipChannelFormatDesc hipCreateChannelDesc<four>() \
    { \
        return hipCreateChannelDesc(bits, bits, bits, bits, kind); \
    }

GPUINTEROP_TEXELS(signed char, char1, char2, char4, 8, hipChannelFormatKindSigned)
GPUINTEROP_TEXELS(unsigned char, uchar1, uchar2, uchar4, 8, hipChannelFormatKindUnsigned)
GPUINTEROP_TEXELS(short, short1, short2, short4, 16, hipChannelFormatKindSigned)
GPUINTEROP_TEXELS(unsigned short, ushort1, ushort2, ushort4, 16, hipChannelFormatKindUnsigned)
GPUINTEROP_TEXELS(int, int1, int2, int4, 32, hipChannelFormatKindSigned)
GPUINTEROP_TEXELS(unsigned int, uint1, uint2, uint4, 32, hipChannelFormatKindUnsigned)
GPUINTEROP_TEXELS(float, float1, float2, float4, 32, hipChannelFormatKindFloat)

#undef GPUINTEROP_TEXELS

template <> inline struct hipChannelFormatDesc hipCreateChannelDesc<char>()
{
    return hipCreateChannelDesc(8, 0, 0, 0,
        (char)-1 < 0 ? hipChannelFormatKindSigned : hipChannelFormatKindUnsigned);
}

/* Half floats have no C++ type here. */

static inline struct hipChannelFormatDesc hipCreateChannelDescHalf()
{
    return hipCreateChannelDesc(16, 0, 0, 0, hipChannelFormatKindFloat);
}

static inline struct hipChannelFormatDesc hipCreateChannelDescHalf1()
{
    return hipCreateChannelDesc(16, 0, 0, 0, hipChannelFormatKindFloat);
}

static inline struct hipChannelFormatDesc hipCreateChannelDescHalf2()
{
    return hipCreateChannelDesc(16, 16, 0, 0, hipChannelFormatKindFloat);
}

static inline struct hipChannelFormatDesc hipCreateChannelDescHalf4()
{
    return hipCreateChannelDesc(16, 16, 16, 16, hipChannelFormatKindFloat);
}

#endif

#endif
