/** Typed texture references for C++; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_TYPED_TEXTURE_H
#define GPUINTEROP_HIP_TYPED_TEXTURE_H

#include "../../channel_descriptor.h"
#include "../../hip_runtime_api.h"

#ifdef __cplusplus

/** A texture reference with a texel type, a dimension and a read mode. */
template <class _Tp, int shape = hipTextureType1D,
          enum hipTextureReadMode mode = hipReadModeElementType>
struct texture : public textureReference {
    texture(int normalized_coords = 0, enum hipTextureFilterMode filter = hipFilterModePoint,
            enum hipTextureAddressMode address = hipAddressModeClamp)
        : texture(normalized_coords, filter, address, hipCreateChannelDesc<_Tp>())
    {
    }

    texture(int normalized_coords, enum hipTextureFilterMode filter,
            enum hipTextureAddressMode address, struct hipChannelFormatDesc format)
        : textureReference()
    {
        normalized = normalized_coords;
        readMode = mode;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = format;
    }
};

/* Each calls the function of its name and returns its result. The shorter forms take the format
 * of the reference. */

template <class _Tp, int shape, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture(
    size_t *offset, const struct texture<_Tp, shape, mode> &reference, const void *memory,
    const struct hipChannelFormatDesc &format, size_t size = 0x7fffffff)
{
    return ::hipBindTexture(offset, &reference, memory, &format, size);
}

template <class _Tp, int shape, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture(
    size_t *offset, const struct texture<_Tp, shape, mode> &reference, const void *memory,
    size_t size = 0x7fffffff)
{
    return ::hipBindTexture(offset, &reference, memory, &reference.channelDesc, size);
}

template <class _Tp, int shape, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture2D(
    size_t *offset, const struct texture<_Tp, shape, mode> &reference, const void *memory,
    const struct hipChannelFormatDesc &format, size_t width, size_t height, size_t pitch)
{
    return ::hipBindTexture2D(offset, &reference, memory, &format, width, height, pitch);
}

template <class _Tp, int shape, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture2D(
    size_t *offset, const struct texture<_Tp, shape, mode> &reference, const void *memory,
    size_t width, size_t height, size_t pitch)
{
    return ::hipBindTexture2D(offset, &reference, memory, &reference.channelDesc, width, height,
                              pitch);
}

template <class _Tp, int shape, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToArray(
    const struct texture<_Tp, shape, mode> &reference, hipArray_const_t array,
    const struct hipChannelFormatDesc &format)
{
    return ::hipBindTextureToArray(&reference, array, &format);
}

template <class _Tp, int shape, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToArray(
    const struct texture<_Tp, shape, mode> &reference, hipArray_const_t array)
{
    return ::hipBindTextureToArray(&reference, array, &reference.channelDesc);
}

template <class _Tp, int shape, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToMipmappedArray(
    const struct texture<_Tp, shape, mode> &reference, hipMipmappedArray_const_t array,
    const struct hipChannelFormatDesc &format)
{
    return ::hipBindTextureToMipmappedArray(&reference, array, &format);
}

template <class _Tp, int shape, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToMipmappedArray(
    const struct texture<_Tp, shape, mode> &reference, hipMipmappedArray_const_t array)
{
    return ::hipBindTextureToMipmappedArray(&reference, array, &reference.channelDesc);
}

template <class _Tp, int shape, enum hipTextureReadMode mode>
static inline hipError_t hipUnbindTexture(const struct texture<_Tp, shape, mode> &reference)
{
    return ::hipUnbindTexture(&reference);
}

#endif

#endif
