/** Arrays of texels: making, freeing and asking; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_ARRAY_API_H
#define GPUINTEROP_HIP_ARRAY_API_H

#include "../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Puts a texel format together.
 *  Units: x, y, z and w are bits of the channels; 0 for a channel that is not there.
 *  Returns: the format; it is not checked here.
 *  Mirrors: hipCreateChannelDesc of HIP 6.4. */
GPUINTEROP_API struct hipChannelFormatDesc hipCreateChannelDesc(
    int x, int y, int z, int w, enum hipChannelFormatKind kind);

/** Allocates an array of one level: a row of texels, or rows of them.
 *  Parameter height: 0 for an array of one row.
 *  Parameter flags: bits of hipArraySurfaceLoadStore and hipArrayTextureGather, or
 *      hipArrayDefault.
 *  Units: width and height are in texels.
 *  Owner: the caller, until hipFreeArray.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, width is 0, the size is above the device's
 *      limit, a flag is none or does not fit, or no such texel exists; hipErrorNotSupported if the
 *      device cannot make one; hipErrorOutOfMemory.
 *  Mirrors: hipMallocArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocArray(
    hipArray_t *array, const struct hipChannelFormatDesc *format, size_t width,
    size_t height GPUINTEROP_DEFAULT(0), unsigned int flags GPUINTEROP_DEFAULT(0));

/** Allocates an array of one level, of any shape.
 *  Without flags a height and depth of 0 are an array of one row, a depth of 0 an array of rows,
 *  and else it is a volume. With hipArrayLayered depth is the number of layers; with
 *  hipArrayCubemap it is 6, with both a multiple of 6, and faces are square.
 *  Parameter flags: bits of hipArrayLayered, hipArrayCubemap and those of hipMallocArray.
 *  Units: extent is in texels, and in layers.
 *  Owner: the caller, until hipFreeArray.
 *  Errors: as hipMallocArray; hipErrorInvalidValue if the extent does not fit the flags.
 *  Mirrors: hipMalloc3DArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMalloc3DArray(
    hipArray_t *array, const struct hipChannelFormatDesc *format, struct hipExtent extent,
    unsigned int flags);

/** Allocates an array of several levels, each half as wide, high and deep as the one before.
 *  Parameter level_count: brought down to the length of a whole chain.
 *  Parameter flags: as hipMalloc3DArray.
 *  Units: extent is that of level 0, in texels and in layers.
 *  Owner: the caller, until hipFreeMipmappedArray.
 *  Errors: as hipMalloc3DArray.
 *  Mirrors: hipMallocMipmappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocMipmappedArray(
    hipMipmappedArray_t *array, const struct hipChannelFormatDesc *format,
    struct hipExtent extent, unsigned int level_count, unsigned int flags GPUINTEROP_DEFAULT(0));

/** Frees an array. Waits until all work is done that was enqueued on its device before, in any
 *  stream.
 *  A level of a mipmapped array is legal and stays: it ends with that.
 *  Errors: hipErrorInvalidValue if array is NULL; hipErrorContextIsDestroyed if it is none, or was
 *      freed before.
 *  Mirrors: hipFreeArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipFreeArray(hipArray_t array);

/** Frees a mipmapped array, also a mapped one. Waits as the free of an array does.
 *  Its levels are gone with it.
 *  Errors: hipErrorInvalidValue if array is NULL; hipErrorContextIsDestroyed if it is none, or was
 *      freed before.
 *  Mirrors: hipFreeMipmappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipFreeMipmappedArray(hipMipmappedArray_t array);

/** Gives one level of a mipmapped array as an array.
 *  Owner: the mipmapped array; the level is valid as long as that is.
 *  Errors: hipErrorInvalidValue if level is NULL or index is above the last level;
 *      hipErrorInvalidHandle.
 *  Mirrors: hipGetMipmappedArrayLevel of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetMipmappedArrayLevel(
    hipArray_t *level, hipMipmappedArray_const_t array, unsigned int index);

/** Tells what an array was made with. Any of the out pointers may be NULL.
 *  Units: extent is in texels, and in layers.
 *  Errors: hipErrorContextIsDestroyed if array is none, or was freed.
 *  Mirrors: hipArrayGetInfo of HIP 6.4. */
GPUINTEROP_API hipError_t hipArrayGetInfo(
    struct hipChannelFormatDesc *format, struct hipExtent *extent, unsigned int *flags,
    hipArray_t array);

/** Tells the texel format of an array.
 *  Errors: hipErrorInvalidValue if format is NULL; hipErrorInvalidHandle.
 *  Mirrors: hipGetChannelDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetChannelDesc(
    struct hipChannelFormatDesc *format, hipArray_const_t array);

/* Arrays by a struct, as the driver interface of CUDA has them. */

/** Allocates an array of one level as a struct says: a row of texels, or rows of them.
 *  Units: sizes are in texels; a height of 0 is an array of one row.
 *  Owner: the caller, until hipArrayDestroy.
 *  Errors: as hipMallocArray.
 *  Mirrors: hipArrayCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipArrayCreate(
    hipArray_t *array, const HIP_ARRAY_DESCRIPTOR *descriptor);

/** Allocates an array of one level, of any shape, as a struct says.
 *  Units: sizes are in texels, and in layers.
 *  Owner: the caller, until hipArrayDestroy.
 *  Errors: as hipMalloc3DArray.
 *  Mirrors: hipArray3DCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipArray3DCreate(
    hipArray_t *array, const HIP_ARRAY3D_DESCRIPTOR *descriptor);

/** Frees an array. Waits until all work is done that was enqueued on its device before, in any
 *  stream.
 *  Errors: hipErrorInvalidValue if array is NULL; else as hipFreeArray.
 *  Mirrors: hipArrayDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipArrayDestroy(hipArray_t array);

/** Tells what an array of one or two dimensions was made with.
 *  Errors: hipErrorInvalidValue if descriptor is NULL; hipErrorInvalidHandle if array is none.
 *  Mirrors: hipArrayGetDescriptor of HIP 6.4. */
GPUINTEROP_API hipError_t hipArrayGetDescriptor(
    HIP_ARRAY_DESCRIPTOR *descriptor, hipArray_t array);

/** Tells what an array was made with.
 *  Errors: as hipArrayGetDescriptor.
 *  Mirrors: hipArray3DGetDescriptor of HIP 6.4. */
GPUINTEROP_API hipError_t hipArray3DGetDescriptor(
    HIP_ARRAY3D_DESCRIPTOR *descriptor, hipArray_t array);

/** Allocates an array of several levels as a struct says.
 *  Parameter level_count: brought down to the length of a whole chain.
 *  Owner: the caller, until hipMipmappedArrayDestroy.
 *  Errors: as hipMallocMipmappedArray.
 *  Mirrors: hipMipmappedArrayCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipMipmappedArrayCreate(
    hipMipmappedArray_t *array, HIP_ARRAY3D_DESCRIPTOR *descriptor, unsigned int level_count);

/** Frees a mipmapped array after the work before it is done.
 *  Errors: hipErrorInvalidValue if array is NULL; else as hipFreeMipmappedArray.
 *  Mirrors: hipMipmappedArrayDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t array);

/** Gives one level of a mipmapped array as an array.
 *  Owner: the mipmapped array; the level is valid as long as that is.
 *  Errors: as hipGetMipmappedArrayLevel.
 *  Mirrors: hipMipmappedArrayGetLevel of HIP 6.4. */
GPUINTEROP_API hipError_t hipMipmappedArrayGetLevel(
    hipArray_t *level, hipMipmappedArray_t array, unsigned int index);

#ifdef __cplusplus
}
#endif

#endif
