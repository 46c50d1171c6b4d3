/** Compiles FFmpeg's filter kernels for the processor, as C++: what a device program has without an
 *  include, over this library's own vector types. A texture object is the address of a
 *  reference_texture. One thread runs at a time; the kernels that it is for have no barriers.
 *  Units: texels. Not for use by several threads. */
#pragma once
#include <cmath>
#include <cstdint>

#include <cuda_runtime_api.h>
#include <vector_functions.h>

#include "texture.h"

extern "C" {
uint3 reference_block, reference_thread;
dim3 reference_block_size;
}
#define blockIdx reference_block
#define threadIdx reference_thread
#define blockDim reference_block_size

template <typename A, typename B> static inline auto max(A a, B b) { return a > b ? a : b; }
template <typename A, typename B> static inline auto min(A a, B b) { return a < b ? a : b; }
static inline int atomicAdd(int *word, int value) { int old = *word; *word += value; return old; }
static inline float __saturatef(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
#define __sinf std::sin              /* libm has functions of these names */
#define __expf std::exp

static inline const void *reference_texel(cudaTextureObject_t object, float x, float y)
{
    const auto *texture = reinterpret_cast<const reference_texture *>(object);
    int column = reference_clamp((int)std::floor(x), texture->width);
    int row = reference_clamp((int)std::floor(y), texture->height);

    return (const char *)texture->texels +
           ((size_t)row * texture->width + column) * texture->channels * texture->channel_bytes;
}

/* The channels of a texel, as numbers of the type asked for. */
template <typename T> struct reference_reader {
    static T read(cudaTextureObject_t object, float x, float y)
    {
        return *static_cast<const T *>(reference_texel(object, x, y));
    }
};

static inline float reference_channel(cudaTextureObject_t object, float x, float y, unsigned index)
{
    const auto *texture = reinterpret_cast<const reference_texture *>(object);
    const void *texel = reference_texel(object, x, y);

    if (index >= texture->channels)
        return 0;
    return texture->channel_bytes == 1 ? static_cast<const uint8_t *>(texel)[index] / 255.0f
                                       : static_cast<const uint16_t *>(texel)[index] / 65535.0f;
}

template <> struct reference_reader<float> {
    static float read(cudaTextureObject_t object, float x, float y)
    {
        return reference_channel(object, x, y, 0);
    }
};
template <> struct reference_reader<float2> {
    static float2 read(cudaTextureObject_t object, float x, float y)
    {
        return make_float2(reference_channel(object, x, y, 0), reference_channel(object, x, y, 1));
    }
};
template <> struct reference_reader<float4> {
    static float4 read(cudaTextureObject_t object, float x, float y)
    {
        return make_float4(reference_channel(object, x, y, 0), reference_channel(object, x, y, 1),
                           reference_channel(object, x, y, 2), reference_channel(object, x, y, 3));
    }
};

template <typename T> static inline T tex2D(cudaTextureObject_t object, float x, float y)
{
    return reference_reader<T>::read(object, x, y);
}

#define __CUDA__ 1                  /* the filters' headers look for a CUDA compiler */
