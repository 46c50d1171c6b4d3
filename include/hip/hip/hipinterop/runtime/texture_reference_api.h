/** Texture references, which texture objects replaced; a part of hip_runtime_api.h.
 *  Threads: any; a texture reference is the program's own struct, and the library does not lock it.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_TEXTURE_REFERENCE_API_H
#define GPUINTEROP_HIP_TEXTURE_REFERENCE_API_H

#include "../../driver_types.h"
#include "../../texture_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A texture reference is a variable of device code, in programs from before texture objects.
 * Functions that only read or write its fields work. Functions that need the device code are not
 * supported. */

/** Finds the texture reference of a variable of device code. There are no such variables.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorInvalidTexture.
 *  Mirrors: hipGetTextureReference of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureReference(
    const textureReference **reference, const void *symbol);

/** Binds linear memory to a texture reference.
 *  Units: offset and size are in bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipBindTexture of HIP 6.4. */
GPUINTEROP_API hipError_t hipBindTexture(
    size_t *offset, const textureReference *reference, const void *memory,
    const hipChannelFormatDesc *format, size_t size GPUINTEROP_DEFAULT(0x7fffffff));

/** Binds rows of memory to a texture reference.
 *  Units: width is in texels, height in rows; offset and pitch are in bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipBindTexture2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipBindTexture2D(
    size_t *offset, const textureReference *reference, const void *memory,
    const hipChannelFormatDesc *format, size_t width, size_t height, size_t pitch);

/** Binds an array to a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipBindTextureToArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipBindTextureToArray(
    const textureReference *reference, hipArray_const_t array, const hipChannelFormatDesc *format);

/** Binds a mipmapped array to a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipBindTextureToMipmappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipBindTextureToMipmappedArray(
    const textureReference *reference, hipMipmappedArray_const_t array,
    const hipChannelFormatDesc *format);

/** Unbinds a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipUnbindTexture of HIP 6.4. */
GPUINTEROP_API hipError_t hipUnbindTexture(const textureReference *reference);

/** Gets the offset of the texture that is bound to a texture reference.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipGetTextureAlignmentOffset of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureAlignmentOffset(
    size_t *offset, const textureReference *reference);

/** Binds an array to a texture reference.
 *  Parameter flags: bits of HIP_TRSA_*.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipTexRefSetArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetArray(
    textureReference *reference, hipArray_const_t array, unsigned int flags);

/** Gets the array that is bound to a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipTexRefGetArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetArray(hipArray_t *array, const textureReference *reference);

/** Binds a mipmapped array to a texture reference.
 *  Parameter flags: bits of HIP_TRSA_*.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipTexRefSetMipmappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMipmappedArray(
    textureReference *reference, struct hipMipmappedArray *array, unsigned int flags);

/** Gets the mipmapped array that is bound to a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipTexRefGetMipMappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMipMappedArray(
    hipMipmappedArray_t *array, const textureReference *reference);

/** Binds linear memory to a texture reference.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipTexRefSetAddress of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetAddress(
    size_t *offset, textureReference *reference, hipDeviceptr_t memory, size_t size);

/** Gets the memory that is bound to a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipTexRefGetAddress of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetAddress(
    hipDeviceptr_t *memory, const textureReference *reference);

/** Binds rows of memory to a texture reference.
 *  Units: pitch is in bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipTexRefSetAddress2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetAddress2D(
    textureReference *reference, const HIP_ARRAY_DESCRIPTOR *descriptor, hipDeviceptr_t memory,
    size_t pitch);

/** Sets the address mode of one dimension of a texture reference.
 *  Errors: hipErrorInvalidValue if reference is NULL, or dimension is not 0, 1 or 2; no other.
 *  Mirrors: hipTexRefSetAddressMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetAddressMode(
    textureReference *reference, int dimension, enum hipTextureAddressMode mode);

/** Gets the address mode of one dimension of a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or dimension is not 0, 1 or 2; no other.
 *  Mirrors: hipTexRefGetAddressMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetAddressMode(
    enum hipTextureAddressMode *mode, const textureReference *reference, int dimension);

/** Sets the border color of a texture reference, four floats. The struct has no field for it.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipTexRefSetBorderColor of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetBorderColor(textureReference *reference, float *color);

/** Gets the border color of a texture reference, four floats. The struct has no field for it.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; else hipErrorNotSupported.
 *  Mirrors: hipTexRefGetBorderColor of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetBorderColor(float *color, const textureReference *reference);

/** Sets the filter mode of a texture reference.
 *  Errors: hipErrorInvalidValue if reference is NULL; no other.
 *  Mirrors: hipTexRefSetFilterMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetFilterMode(
    textureReference *reference, enum hipTextureFilterMode mode);

/** Gets the filter mode of a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; no other.
 *  Mirrors: hipTexRefGetFilterMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetFilterMode(
    enum hipTextureFilterMode *mode, const textureReference *reference);

/** Sets the filter mode between levels of a texture reference.
 *  Errors: hipErrorInvalidValue if reference is NULL; no other.
 *  Mirrors: hipTexRefSetMipmapFilterMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMipmapFilterMode(
    textureReference *reference, enum hipTextureFilterMode mode);

/** Gets the filter mode between levels of a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; no other.
 *  Mirrors: hipTexRefGetMipmapFilterMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMipmapFilterMode(
    enum hipTextureFilterMode *mode, const textureReference *reference);

/** Sets the flags of a texture reference.
 *  Parameter flags: bits of HIP_TRSF_*.
 *  Errors: hipErrorInvalidValue if reference is NULL, or flags has an unknown bit; no other.
 *  Mirrors: hipTexRefSetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetFlags(textureReference *reference, unsigned int flags);

/** Gets the flags of a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; no other.
 *  Mirrors: hipTexRefGetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetFlags(unsigned int *flags, const textureReference *reference);

/** Sets the maximum anisotropy of a texture reference.
 *  Errors: hipErrorInvalidValue if reference is NULL; no other.
 *  Mirrors: hipTexRefSetMaxAnisotropy of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMaxAnisotropy(
    textureReference *reference, unsigned int ratio);

/** Gets the maximum anisotropy of a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; no other.
 *  Mirrors: hipTexRefGetMaxAnisotropy of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMaxAnisotropy(int *ratio, const textureReference *reference);

/** Sets the bias that a texture reference adds to the level.
 *  Units: levels.
 *  Errors: hipErrorInvalidValue if reference is NULL; no other.
 *  Mirrors: hipTexRefSetMipmapLevelBias of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMipmapLevelBias(textureReference *reference, float bias);

/** Gets the bias that a texture reference adds to the level.
 *  Units: levels.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; no other.
 *  Mirrors: hipTexRefGetMipmapLevelBias of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMipmapLevelBias(
    float *bias, const textureReference *reference);

/** Sets the lowest and the highest level of a texture reference.
 *  Units: levels.
 *  Errors: hipErrorInvalidValue if reference is NULL; no other.
 *  Mirrors: hipTexRefSetMipmapLevelClamp of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetMipmapLevelClamp(
    textureReference *reference, float lowest, float highest);

/** Gets the lowest and the highest level of a texture reference.
 *  Units: levels.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; no other.
 *  Mirrors: hipTexRefGetMipmapLevelClamp of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetMipmapLevelClamp(
    float *lowest, float *highest, const textureReference *reference);

/** Sets the texel format of a texture reference.
 *  Errors: hipErrorInvalidValue if reference is NULL; no other.
 *  Mirrors: hipTexRefSetFormat of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefSetFormat(
    textureReference *reference, hipArray_Format format, int channel_count);

/** Gets the texel format of a texture reference.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; no other.
 *  Mirrors: hipTexRefGetFormat of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexRefGetFormat(
    hipArray_Format *format, int *channel_count, const textureReference *reference);

#ifdef __cplusplus
}
#endif

#endif
