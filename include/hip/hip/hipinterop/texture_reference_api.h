/** Texture references, which texture objects replaced; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_TEXTURE_REFERENCE_API_H
#define GPUINTEROP_HIP_TEXTURE_REFERENCE_API_H

#include "../driver_types.h"
#include "../texture_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A texture reference is a variable of device code, of programs from before texture objects. What
 * only its fields are about is done; what would have to reach device code is not supported. */

/** Finds the texture reference of a variable of device code.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorInvalidTexture, for there are
 *      no variables of device code.
 *  Mirrors: hipGetTextureReference of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureReference(
    const textureReference **reference, const void *symbol);

/** Lets a texture reference read linear memory.
 *  Units: offset and size are in bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipBindTexture of HIP 6.4. */
GPUINTEROP_API hipError_t hipBindTexture(
    size_t *offset, const textureReference *reference, const void *memory,
    const hipChannelFormatDesc *format, size_t size GPUINTEROP_DEFAULT(0x7fffffff));

/** Lets a texture reference read rows of memory.
 *  Units: width is in texels, height in rows, offset and pitch are in bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipBindTexture2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipBindTexture2D(
    size_t *offset, const textureReference *reference, const void *memory,
    const hipChannelFormatDesc *format, size_t width, size_t height, size_t pitch);

/** Lets a texture reference read an array.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipBindTextureToArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipBindTextureToArray(
    const textureReference *reference, hipArray_const_t array, const hipChannelFormatDesc *format);

/** Lets a texture reference read a mipmapped array.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipBindTextureToMipmappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipBindTextureToMipmappedArray(
    const textureReference *reference, hipMipmappedArray_const_t array,
    const hipChannelFormatDesc *format);

/** Lets a texture reference read nothing.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipUnbindTexture of HIP 6.4. */
GPUINTEROP_API hipError_t hipUnbindTexture(const textureReference *reference);

/** Tells how far from its start a bound texture lies.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipGetTextureAlignmentOffset of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureAlignmentOffset(
    size_t *offset, const textureReference *reference);

/** Lets a texture reference read an array.
 *  Parameter flags: bits of HIP_TRSA_*.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipTexRefSetArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetArray(
    textureReference *reference, hipArray_const_t array, unsigned int flags);

/** Tells the array that a texture reference reads.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipTexRefGetArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetArray(hipArray_t *array, const textureReference *reference);

/** Lets a texture reference read a mipmapped array.
 *  Parameter flags: bits of HIP_TRSA_*.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipTexRefSetMipmappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMipmappedArray(
    textureReference *reference, struct hipMipmappedArray *array, unsigned int flags);

/** Tells the mipmapped array that a texture reference reads.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipTexRefGetMipMappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMipMappedArray(
    hipMipmappedArray_t *array, const textureReference *reference);

/** Lets a texture reference read linear memory.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipTexRefSetAddress of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetAddress(
    size_t *offset, textureReference *reference, hipDeviceptr_t memory, size_t size);

/** Tells the memory that a texture reference reads.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipTexRefGetAddress of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetAddress(
    hipDeviceptr_t *memory, const textureReference *reference);

/** Lets a texture reference read rows of memory.
 *  Units: pitch is in bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the
 *      reference is a variable of device code.
 *  Mirrors: hipTexRefSetAddress2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetAddress2D(
    textureReference *reference, const HIP_ARRAY_DESCRIPTOR *descriptor, hipDeviceptr_t memory,
    size_t pitch);

/** Sets what a texture reference reads beyond its edges.
 *  Errors: hipErrorInvalidValue if reference is NULL or dimension is none of 0, 1 and 2.
 *  Mirrors: hipTexRefSetAddressMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetAddressMode(
    textureReference *reference, int dimension, enum hipTextureAddressMode mode);

/** Tells what a texture reference reads beyond its edges.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or dimension is none of 0, 1 and 2.
 *  Mirrors: hipTexRefGetAddressMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetAddressMode(
    enum hipTextureAddressMode *mode, const textureReference *reference, int dimension);

/** Sets the colour of the border; four floats.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the struct has
 *      no place for it.
 *  Mirrors: hipTexRefSetBorderColor of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetBorderColor(textureReference *reference, float *color);

/** Tells the colour of the border; four floats.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported, for the struct has
 *      no place for it.
 *  Mirrors: hipTexRefGetBorderColor of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetBorderColor(float *color, const textureReference *reference);

/** Sets which texels make up what is read.
 *  Errors: hipErrorInvalidValue if reference is NULL.
 *  Mirrors: hipTexRefSetFilterMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetFilterMode(
    textureReference *reference, enum hipTextureFilterMode mode);

/** Tells which texels make up what is read.
 *  Errors: hipErrorInvalidValue if a pointer is NULL.
 *  Mirrors: hipTexRefGetFilterMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetFilterMode(
    enum hipTextureFilterMode *mode, const textureReference *reference);

/** Sets how levels are mixed.
 *  Errors: hipErrorInvalidValue if reference is NULL.
 *  Mirrors: hipTexRefSetMipmapFilterMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMipmapFilterMode(
    textureReference *reference, enum hipTextureFilterMode mode);

/** Tells how levels are mixed.
 *  Errors: hipErrorInvalidValue if a pointer is NULL.
 *  Mirrors: hipTexRefGetMipmapFilterMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMipmapFilterMode(
    enum hipTextureFilterMode *mode, const textureReference *reference);

/** Sets the bits of HIP_TRSF_*.
 *  Parameter flags: the bits.
 *  Errors: hipErrorInvalidValue if reference is NULL.
 *  Mirrors: hipTexRefSetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetFlags(textureReference *reference, unsigned int flags);

/** Tells the bits of HIP_TRSF_*.
 *  Errors: hipErrorInvalidValue if a pointer is NULL.
 *  Mirrors: hipTexRefGetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetFlags(unsigned int *flags, const textureReference *reference);

/** Sets the most texels that a slanting read takes.
 *  Errors: hipErrorInvalidValue if reference is NULL.
 *  Mirrors: hipTexRefSetMaxAnisotropy of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMaxAnisotropy(
    textureReference *reference, unsigned int ratio);

/** Tells the most texels that a slanting read takes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL.
 *  Mirrors: hipTexRefGetMaxAnisotropy of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMaxAnisotropy(int *ratio, const textureReference *reference);

/** Sets what is added to the level.
 *  Units: levels.
 *  Errors: hipErrorInvalidValue if reference is NULL.
 *  Mirrors: hipTexRefSetMipmapLevelBias of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMipmapLevelBias(textureReference *reference, float bias);

/** Tells what is added to the level.
 *  Units: levels.
 *  Errors: hipErrorInvalidValue if a pointer is NULL.
 *  Mirrors: hipTexRefGetMipmapLevelBias of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMipmapLevelBias(
    float *bias, const textureReference *reference);

/** Sets the lowest and the highest level.
 *  Units: levels.
 *  Errors: hipErrorInvalidValue if reference is NULL.
 *  Mirrors: hipTexRefSetMipmapLevelClamp of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMipmapLevelClamp(
    textureReference *reference, float lowest, float highest);

/** Tells the lowest and the highest level.
 *  Units: levels.
 *  Errors: hipErrorInvalidValue if a pointer is NULL.
 *  Mirrors: hipTexRefGetMipmapLevelClamp of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMipmapLevelClamp(
    float *lowest, float *highest, const textureReference *reference);

/** Sets the format of texels.
 *  Errors: hipErrorInvalidValue if reference is NULL.
 *  Mirrors: hipTexRefSetFormat of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetFormat(
    textureReference *reference, hipArray_Format format, int channel_count);

/** Tells the format of texels.
 *  Errors: hipErrorInvalidValue if a pointer is NULL.
 *  Mirrors: hipTexRefGetFormat of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetFormat(
    hipArray_Format *format, int *channel_count, const textureReference *reference);

#ifdef __cplusplus
}
#endif

#endif
