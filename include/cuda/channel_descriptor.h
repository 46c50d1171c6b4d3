/** Texel formats of C++ types; a part of cuda_runtime.h. */
#ifndef GPUINTEROP_CUDA_CHANNEL_DESCRIPTOR_H
#define GPUINTEROP_CUDA_CHANNEL_DESCRIPTOR_H

#include "cudainterop/runtime/array_api.h"
#include "vector_types.h"

#ifdef __cplusplus

/** The texel format of a C++ type, as in cudaCreateChannelDesc<float4>(). A type of three
 *  elements has no texel format. Without one there are no channels, and the kind is None. */
template <class _Tp> static inline struct cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

/* One, two and four channels of each element type. */
#define GPUINTEROP_TEXELS(element, one, two, four, bits, kind) \
    template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<element>() \
    { \
        return cudaCreateChannelDesc(bits, 0, 0, 0, kind); \
    } \
    template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<one>() \
    { \
        return cudaCreateChannelDesc(bits, 0, 0, 0, kind); \
    } \
    template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<two>() \
    { \
        return cudaCreateChannelDesc(bits, bits, 0, 0, kind); \
    } \
    template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<four>() \
    { \
        return cudaCreateChannelDesc(bits, bits, bits, bits, kind); \
    }

GPUINTEROP_TEXELS(signed char, char1, char2, char4, 8, cudaChannelFormatKindSigned)
GPUINTEROP_TEXELS(unsigned char, uchar1, uchar2, uchar4, 8, cudaChannelFormatKindUnsigned)
GPUINTEROP_TEXELS(short, short1, short2, short4, 16, cudaChannelFormatKindSigned)
GPUINTEROP_TEXELS(unsigned short, ushort1, ushort2, ushort4, 16, cudaChannelFormatKindUnsigned)
GPUINTEROP_TEXELS(int, int1, int2, int4, 32, cudaChannelFormatKindSigned)
GPUINTEROP_TEXELS(unsigned int, uint1, uint2, uint4, 32, cudaChannelFormatKindUnsigned)
GPUINTEROP_TEXELS(float, float1, float2, float4, 32, cudaChannelFormatKindFloat)

#undef GPUINTEROP_TEXELS

template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<char>()
{
    return cudaCreateChannelDesc(8, 0, 0, 0,
        (char)-1 < 0 ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned);
}

/* Half floats have no C++ type here. */

static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf()
{
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}

static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf1()
{
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}

static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf2()
{
    return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}

static inline struct cudaChannelFormatDesc cudaCreateChannelDescHalf4()
{
    return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

/* Two planes: luma bytes, and pairs of chroma bytes at half the width and height. */
static inline struct cudaChannelFormatDesc cudaCreateChannelDescNV12()
{
    return cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindNV12);
}

/** The texel format of a kind that implies its bits. Other kinds give no channels and the kind
 *  None. */
template <enum cudaChannelFormatKind>
static inline struct cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define GPUINTEROP_KIND(kind, x, y, z, w) \
    template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<kind>() \
    { \
        return cudaCreateChannelDesc(x, y, z, w, kind); \
    }

GPUINTEROP_KIND(cudaChannelFormatKindNV12, 8, 8, 8, 0)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedNormalized8X1, 8, 0, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedNormalized8X2, 8, 8, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedNormalized8X4, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindSignedNormalized8X1, 8, 0, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindSignedNormalized8X2, 8, 8, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindSignedNormalized8X4, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedNormalized16X1, 16, 0, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedNormalized16X2, 16, 16, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedNormalized16X4, 16, 16, 16, 16)
GPUINTEROP_KIND(cudaChannelFormatKindSignedNormalized16X1, 16, 0, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindSignedNormalized16X2, 16, 16, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindSignedNormalized16X4, 16, 16, 16, 16)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed1, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed1SRGB, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed2, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed2SRGB, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed3, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed3SRGB, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed4, 8, 0, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindSignedBlockCompressed4, 8, 0, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed5, 8, 8, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindSignedBlockCompressed5, 8, 8, 0, 0)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed6H, 16, 16, 16, 0)
GPUINTEROP_KIND(cudaChannelFormatKindSignedBlockCompressed6H, 16, 16, 16, 0)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed7, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedBlockCompressed7SRGB, 8, 8, 8, 8)
GPUINTEROP_KIND(cudaChannelFormatKindUnsignedNormalized1010102, 10, 10, 10, 2)

#undef GPUINTEROP_KIND

#endif

#endif
