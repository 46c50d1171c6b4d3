/** Texture references, which are variables of device code. Their fields are stored. A call
 *  that would have to reach device code is not supported. */
#include "front.h"

#define ALL_FLAGS \
    (HIP_TRSF_READ_AS_INTEGER | HIP_TRSF_NORMALIZED_COORDINATES | HIP_TRSF_SRGB)

static hipError_t refuse_reference(const char *caller, bool complete)
{
    if (!complete)
        return front_error(gi_fail(GI_INVALID_VALUE, "%s: a pointer is NULL", caller));
    FRONT_TRY(front_begin());
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: texture references are variables of device "
                               "code, which this library does not reach; use a texture object",
                               caller));
}

hipError_t hipGetTextureReference(const textureReference **reference, const void *symbol)
{
    gi_status told;

    FRONT_NOT_NULL(reference);
    FRONT_NOT_NULL(symbol);
    FRONT_TRY(front_begin());
    told = gi_fail(GI_INVALID_VALUE, "%s: %p is no texture reference", __func__, symbol);
    (void)told;
    return front_record(hipErrorInvalidTexture);
}

hipError_t hipBindTexture(size_t *offset, const textureReference *reference, const void *memory,
                          const hipChannelFormatDesc *format, size_t size)
{
    (void)offset, (void)size;
    return refuse_reference(__func__, reference != NULL && memory != NULL && format != NULL);
}

hipError_t hipBindTexture2D(size_t *offset, const textureReference *reference, const void *memory,
                            const hipChannelFormatDesc *format, size_t width, size_t height,
                            size_t pitch)
{
    (void)offset, (void)width, (void)height, (void)pitch;
    return refuse_reference(__func__, reference != NULL && memory != NULL && format != NULL);
}

hipError_t hipBindTextureToArray(const textureReference *reference, hipArray_const_t array,
                                 const hipChannelFormatDesc *format)
{
    return refuse_reference(__func__, reference != NULL && array != NULL && format != NULL);
}

hipError_t hipBindTextureToMipmappedArray(const textureReference *reference,
                                          hipMipmappedArray_const_t array,
                                          const hipChannelFormatDesc *format)
{
    return refuse_reference(__func__, reference != NULL && array != NULL && format != NULL);
}

hipError_t hipUnbindTexture(const textureReference *reference)
{
    return refuse_reference(__func__, reference != NULL);
}

hipError_t hipGetTextureAlignmentOffset(size_t *offset, const textureReference *reference)
{
    return refuse_reference(__func__, offset != NULL && reference != NULL);
}

hipError_t hipTexRefSetArray(textureReference *reference, hipArray_const_t array,
                             unsigned int flags)
{
    (void)flags;
    return refuse_reference(__func__, reference != NULL && array != NULL);
}

hipError_t hipTexRefGetArray(hipArray_t *array, const textureReference *reference)
{
    return refuse_reference(__func__, array != NULL && reference != NULL);
}

hipError_t hipTexRefSetMipmappedArray(textureReference *reference,
                                      struct hipMipmappedArray *array, unsigned int flags)
{
    (void)flags;
    return refuse_reference(__func__, reference != NULL && array != NULL);
}

hipError_t hipTexRefGetMipMappedArray(hipMipmappedArray_t *array,
                                      const textureReference *reference)
{
    return refuse_reference(__func__, array != NULL && reference != NULL);
}

hipError_t hipTexRefSetAddress(size_t *offset, textureReference *reference, hipDeviceptr_t memory,
                               size_t size)
{
    (void)offset, (void)size;
    return refuse_reference(__func__, reference != NULL && memory != NULL);
}

hipError_t hipTexRefGetAddress(hipDeviceptr_t *memory, const textureReference *reference)
{
    return refuse_reference(__func__, memory != NULL && reference != NULL);
}

hipError_t hipTexRefSetAddress2D(textureReference *reference,
                                 const HIP_ARRAY_DESCRIPTOR *descriptor, hipDeviceptr_t memory,
                                 size_t pitch)
{
    (void)pitch;
    return refuse_reference(__func__, reference != NULL && descriptor != NULL && memory != NULL);
}

/* ---- fields --------------------------------------------------------------------------------- */

hipError_t hipTexRefSetAddressMode(textureReference *reference, int dimension,
                                   enum hipTextureAddressMode mode)
{
    FRONT_NOT_NULL(reference);
    FRONT_REQUIRE(dimension >= 0 && dimension <= 2, "%s: dimension is %d; 0, 1 and 2 exist",
                  __func__, dimension);
    reference->addressMode[dimension] = mode;
    return hipSuccess;
}

hipError_t hipTexRefGetAddressMode(enum hipTextureAddressMode *mode,
                                   const textureReference *reference, int dimension)
{
    FRONT_NOT_NULL(mode);
    FRONT_NOT_NULL(reference);
    FRONT_REQUIRE(dimension >= 0 && dimension <= 2, "%s: dimension is %d; 0, 1 and 2 exist",
                  __func__, dimension);
    *mode = reference->addressMode[dimension];
    return hipSuccess;
}

/** The struct has no field for the border colour. */
hipError_t hipTexRefSetBorderColor(textureReference *reference, float *color)
{
    return refuse_reference(__func__, reference != NULL && color != NULL);
}

hipError_t hipTexRefGetBorderColor(float *color, const textureReference *reference)
{
    return refuse_reference(__func__, color != NULL && reference != NULL);
}

hipError_t hipTexRefSetFilterMode(textureReference *reference, enum hipTextureFilterMode mode)
{
    FRONT_NOT_NULL(reference);
    reference->filterMode = mode;
    return hipSuccess;
}

hipError_t hipTexRefGetFilterMode(enum hipTextureFilterMode *mode,
                                  const textureReference *reference)
{
    FRONT_NOT_NULL(mode);
    FRONT_NOT_NULL(reference);
    *mode = reference->filterMode;
    return hipSuccess;
}

hipError_t hipTexRefSetMipmapFilterMode(textureReference *reference,
                                        enum hipTextureFilterMode mode)
{
    FRONT_NOT_NULL(reference);
    reference->mipmapFilterMode = mode;
    return hipSuccess;
}

hipError_t hipTexRefGetMipmapFilterMode(enum hipTextureFilterMode *mode,
                                        const textureReference *reference)
{
    FRONT_NOT_NULL(mode);
    FRONT_NOT_NULL(reference);
    *mode = reference->mipmapFilterMode;
    return hipSuccess;
}

hipError_t hipTexRefSetFlags(textureReference *reference, unsigned int flags)
{
    FRONT_NOT_NULL(reference);
    FRONT_REQUIRE((flags & ~(unsigned int)ALL_FLAGS) == 0, "%s: flags is 0x%x; 0x%x of it exists",
                  __func__, flags, flags & (unsigned int)ALL_FLAGS);
    reference->readMode = (flags & HIP_TRSF_READ_AS_INTEGER) != 0 ? hipReadModeElementType
                                                                  : hipReadModeNormalizedFloat;
    reference->normalized = (flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0;
    reference->sRGB = (flags & HIP_TRSF_SRGB) != 0;
    return hipSuccess;
}

hipError_t hipTexRefGetFlags(unsigned int *flags, const textureReference *reference)
{
    FRONT_NOT_NULL(flags);
    FRONT_NOT_NULL(reference);
    *flags = (reference->readMode == hipReadModeElementType ? HIP_TRSF_READ_AS_INTEGER : 0u)
             | (reference->normalized != 0 ? HIP_TRSF_NORMALIZED_COORDINATES : 0u)
             | (reference->sRGB != 0 ? HIP_TRSF_SRGB : 0u);
    return hipSuccess;
}

hipError_t hipTexRefSetMaxAnisotropy(textureReference *reference, unsigned int ratio)
{
    FRONT_NOT_NULL(reference);
    reference->maxAnisotropy = ratio;
    return hipSuccess;
}

hipError_t hipTexRefGetMaxAnisotropy(int *ratio, const textureReference *reference)
{
    FRONT_NOT_NULL(ratio);
    FRONT_NOT_NULL(reference);
    *ratio = (int)reference->maxAnisotropy;
    return hipSuccess;
}

hipError_t hipTexRefSetMipmapLevelBias(textureReference *reference, float bias)
{
    FRONT_NOT_NULL(reference);
    reference->mipmapLevelBias = bias;
    return hipSuccess;
}

hipError_t hipTexRefGetMipmapLevelBias(float *bias, const textureReference *reference)
{
    FRONT_NOT_NULL(bias);
    FRONT_NOT_NULL(reference);
    *bias = reference->mipmapLevelBias;
    return hipSuccess;
}

hipError_t hipTexRefSetMipmapLevelClamp(textureReference *reference, float lowest, float highest)
{
    FRONT_NOT_NULL(reference);
    reference->minMipmapLevelClamp = lowest;
    reference->maxMipmapLevelClamp = highest;
    return hipSuccess;
}

hipError_t hipTexRefGetMipmapLevelClamp(float *lowest, float *highest,
                                        const textureReference *reference)
{
    FRONT_NOT_NULL(lowest);
    FRONT_NOT_NULL(highest);
    FRONT_NOT_NULL(reference);
    *lowest = reference->minMipmapLevelClamp;
    *highest = reference->maxMipmapLevelClamp;
    return hipSuccess;
}

hipError_t hipTexRefSetFormat(textureReference *reference, hipArray_Format format,
                              int channel_count)
{
    FRONT_NOT_NULL(reference);
    reference->format = format;
    reference->numChannels = channel_count;
    return hipSuccess;
}

hipError_t hipTexRefGetFormat(hipArray_Format *format, int *channel_count,
                              const textureReference *reference)
{
    FRONT_NOT_NULL(format);
    FRONT_NOT_NULL(channel_count);
    FRONT_NOT_NULL(reference);
    *format = reference->format;
    *channel_count = reference->numChannels;
    return hipSuccess;
}
