/** Creating, freeing and querying arrays; a part of hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_ARRAY_API_H
#define GPUINTEROP_HIP_ARRAY_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Returns a texel format made of its parts.
 *  Units: x, y, z and w are the bits of the channels; 0 for a channel that does not exist.
 *  Returns: the format; it is not checked.
 *  Errors: none.
 *  Mirrors: hipCreateChannelDesc of HIP 6.4. */
GPUINTEROP_API struct hipChannelFormatDesc hipCreateChannelDesc(
    int x, int y, int z, int w, enum hipChannelFormatKind kind);

/** Allocates an array of one level with one or two dimensions.
 *  Parameter height: 0 for an array of one dimension.
 *  Parameter flags: bits of hipArraySurfaceLoadStore and hipArrayTextureGather, or
 *      hipArrayDefault.
 *  Units: width and height are in texels.
 *  Owner: the caller, until hipFreeArray.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, width is 0, the size is above the device's
 *      limit, a flag is unknown or does not fit, or no such texel format exists;
 *      hipErrorNotSupported if the device cannot make the array; hipErrorOutOfMemory.
 *  Mirrors: hipMallocArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocArray(
    hipArray_t *array, const struct hipChannelFormatDesc *format, size_t width,
    size_t height GPUINTEROP_DEFAULT(0), unsigned int flags GPUINTEROP_DEFAULT(0));

/** Allocates an array of one level of any shape.
 *  Without flags a height and depth of 0 give one dimension, a depth of 0 two dimensions, and
 *  other extents three. With hipArrayLayered depth is the number of layers. With hipArrayCubemap
 *  it is 6, with both a multiple of 6, and faces are square.
 *  Parameter flags: bits of hipArrayLayered and hipArrayCubemap, and those of hipMallocArray.
 *  Units: extent is in texels; a number of layers is a count.
 *  Owner: the caller, until hipFreeArray.
 *  Errors: as hipMallocArray; hipErrorInvalidValue if the extent does not fit the flags.
 *  Mirrors: hipMalloc3DArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMalloc3DArray(
    hipArray_t *array, const struct hipChannelFormatDesc *format, struct hipExtent extent,
    unsigned int flags);

/** Allocates an array of several levels. Each level is half as wide, high and deep as the one
 *  before.
 *  Parameter level_count: clamped to the length of a full chain.
 *  Parameter flags: as hipMalloc3DArray.
 *  Units: extent is that of level 0, in texels; a number of layers is a count.
 *  Owner: the caller, until hipFreeMipmappedArray.
 *  Errors: as hipMalloc3DArray.
 *  Mirrors: hipMallocMipmappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocMipmappedArray(
    hipMipmappedArray_t *array, const struct hipChannelFormatDesc *format,
    struct hipExtent extent, unsigned int level_count, unsigned int flags GPUINTEROP_DEFAULT(0));

/** Frees an array.
 *  The call waits for all work that was enqueued before on the array's device, in any stream.
 *  A level of a mipmapped array is accepted and stays: it lives as long as that array.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: hipErrorInvalidValue if array is NULL; hipErrorContextIsDestroyed if it is stale or
 *      of another kind.
 *  Mirrors: hipFreeArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipFreeArray(hipArray_t array);

/** Frees a mipmapped array, also a mapped one, and its levels.
 *  The call waits for all work that was enqueued before on the array's device, in any stream.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: hipErrorInvalidValue if array is NULL; hipErrorContextIsDestroyed if it is stale or
 *      of another kind.
 *  Mirrors: hipFreeMipmappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipFreeMipmappedArray(hipMipmappedArray_t array);

/** Gets one level of a mipmapped array as an array.
 *  Owner: the mipmapped array; the level is valid as long as that array.
 *  Errors: hipErrorInvalidValue if level is NULL, or index is above the last level;
 *      hipErrorContextIsDestroyed if an array is stale or of another kind; hipErrorInvalidHandle
 *      if it is NULL.
 *  Mirrors: hipGetMipmappedArrayLevel of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetMipmappedArrayLevel(
    hipArray_t *level, hipMipmappedArray_const_t array, unsigned int index);

/** Gets the format, extent and flags of an array. Each out pointer may be NULL.
 *  Units: extent is in texels; a number of layers is a count.
 *  Errors: hipErrorContextIsDestroyed if an array is stale or of another kind;
 *      hipErrorInvalidHandle if it is NULL.
 *  Mirrors: hipArrayGetInfo of HIP 6.4. */
GPUINTEROP_API hipError_t hipArrayGetInfo(
    struct hipChannelFormatDesc *format, struct hipExtent *extent, unsigned int *flags,
    hipArray_t array);

/** Gets the texel format of an array.
 *  Errors: hipErrorInvalidValue if format is NULL; hipErrorContextIsDestroyed if an array is
 *      stale or of another kind; hipErrorInvalidHandle if it is NULL.
 *  Mirrors: hipGetChannelDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetChannelDesc(
    struct hipChannelFormatDesc *format, hipArray_const_t array);

/* Arrays that a struct describes, as in the driver API of CUDA. */

/** Allocates an array of one level with one or two dimensions, described by a struct.
 *  Units: sizes are in texels; a height of 0 gives one dimension.
 *  Owner: the caller, until hipArrayDestroy.
 *  Errors: as hipMallocArray.
 *  Mirrors: hipArrayCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipArrayCreate(
    hipArray_t *array, const HIP_ARRAY_DESCRIPTOR *descriptor);

/** Allocates an array of one level of any shape, described by a struct.
 *  Units: sizes are in texels; a number of layers is a count.
 *  Owner: the caller, until hipArrayDestroy.
 *  Errors: as hipMalloc3DArray.
 *  Mirrors: hipArray3DCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipArray3DCreate(
    hipArray_t *array, const HIP_ARRAY3D_DESCRIPTOR *descriptor);

/** Frees an array, as hipFreeArray does.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: as hipFreeArray.
 *  Mirrors: hipArrayDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipArrayDestroy(hipArray_t array);

/** Gets the descriptor of an array of one or two dimensions.
 *  Errors: hipErrorInvalidValue if descriptor is NULL, or the array has a depth;
 *      hipErrorContextIsDestroyed if an array is stale or of another kind; hipErrorInvalidHandle
 *      if it is NULL; hipErrorNotSupported if the descriptor has no word for the format.
 *  Mirrors: hipArrayGetDescriptor of HIP 6.4. */
GPUINTEROP_API hipError_t hipArrayGetDescriptor(
    HIP_ARRAY_DESCRIPTOR *descriptor, hipArray_t array);

/** Gets the descriptor of an array.
 *  Errors: hipErrorInvalidValue if descriptor is NULL; hipErrorContextIsDestroyed if an array is
 *      stale or of another kind; hipErrorInvalidHandle if it is NULL; hipErrorNotSupported if
 *      the descriptor has no word for the format.
 *  Mirrors: hipArray3DGetDescriptor of HIP 6.4. */
GPUINTEROP_API hipError_t hipArray3DGetDescriptor(
    HIP_ARRAY3D_DESCRIPTOR *descriptor, hipArray_t array);

/** Allocates an array of several levels, described by a struct.
 *  Parameter level_count: clamped to the length of a full chain.
 *  Units: sizes are in texels; a number of layers is a count.
 *  Owner: the caller, until hipMipmappedArrayDestroy.
 *  Errors: as hipMallocMipmappedArray.
 *  Mirrors: hipMipmappedArrayCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipMipmappedArrayCreate(
    hipMipmappedArray_t *array, HIP_ARRAY3D_DESCRIPTOR *descriptor, unsigned int level_count);

/** Frees a mipmapped array, as hipFreeMipmappedArray does.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: as hipFreeMipmappedArray.
 *  Mirrors: hipMipmappedArrayDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t array);

/** Gets one level of a mipmapped array as an array.
 *  Owner: the mipmapped array; the level is valid as long as that array.
 *  Errors: as hipGetMipmappedArrayLevel.
 *  Mirrors: hipMipmappedArrayGetLevel of HIP 6.4. */
GPUINTEROP_API hipError_t hipMipmappedArrayGetLevel(
    hipArray_t *level, hipMipmappedArray_t array, unsigned int index);

#ifdef __cplusplus
}
#endif

#endif
