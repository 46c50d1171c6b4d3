/** Creating, freeing and querying arrays; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_ARRAY_API_H
#define GPUINTEROP_CUDA_ARRAY_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Returns a texel format made of its parts.
 *  Units: x, y, z and w are the bits of the channels; 0 for a channel that does not exist.
 *  Returns: the format; it is not checked.
 *  Errors: none.
 *  Mirrors: cudaCreateChannelDesc of CUDA 13.0. */
GPUINTEROP_API struct cudaChannelFormatDesc cudaCreateChannelDesc(
    int x, int y, int z, int w, enum cudaChannelFormatKind kind);

/** Allocates an array of one level with one or two dimensions.
 *  Parameter height: 0 for an array of one dimension.
 *  Parameter flags: bits of cudaArraySurfaceLoadStore and cudaArrayTextureGather, or
 *      cudaArrayDefault. cudaArraySparse and cudaArrayDeferredMapping are not supported.
 *  Units: width and height are in texels.
 *  Owner: the caller, until cudaFreeArray.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, width is 0, the size is above the
 *      device's limit, or a flag is unknown or does not fit; cudaErrorInvalidChannelDescriptor
 *      if no such texel format exists; cudaErrorNotSupported if the device cannot make the
 *      array; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocArray(
    cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width,
    size_t height GPUINTEROP_DEFAULT(0), unsigned int flags GPUINTEROP_DEFAULT(0));

/** Allocates an array of one level of any shape.
 *  Without flags a height and depth of 0 give one dimension, a depth of 0 two dimensions, and
 *  other extents three. With cudaArrayLayered depth is the number of layers. With
 *  cudaArrayCubemap it is 6, with both a multiple of 6, and faces are square.
 *  Parameter flags: bits of cudaArrayLayered and cudaArrayCubemap, and those of cudaMallocArray.
 *  Units: extent is in texels; a number of layers is a count.
 *  Owner: the caller, until cudaFreeArray.
 *  Errors: as cudaMallocArray; cudaErrorInvalidValue if the extent does not fit the flags.
 *  Mirrors: cudaMalloc3DArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMalloc3DArray(
    cudaArray_t *array, const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
    unsigned int flags GPUINTEROP_DEFAULT(0));

/** Allocates an array of several levels. Each level is half as wide, high and deep as the one
 *  before.
 *  Parameter level_count: clamped to the length of a full chain.
 *  Parameter flags: as cudaMalloc3DArray.
 *  Units: extent is that of level 0, in texels; a number of layers is a count.
 *  Owner: the caller, until cudaFreeMipmappedArray.
 *  Errors: as cudaMalloc3DArray.
 *  Mirrors: cudaMallocMipmappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocMipmappedArray(
    cudaMipmappedArray_t *array, const struct cudaChannelFormatDesc *format,
    struct cudaExtent extent, unsigned int level_count, unsigned int flags GPUINTEROP_DEFAULT(0));

/** Frees an array.
 *  The call waits for all work that was enqueued before on the array's device, in any stream.
 *  A NULL array does nothing. Nor does a level of a mipmapped array, which lives as long as that
 *  array.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: cudaErrorInvalidResourceHandle if array is stale or of another kind.
 *  Mirrors: cudaFreeArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFreeArray(cudaArray_t array);

/** Frees a mipmapped array, also a mapped one, and its levels.
 *  The call waits for all work that was enqueued before on the array's device, in any stream.
 *  A NULL array does nothing.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: cudaErrorInvalidResourceHandle if array is stale or of another kind.
 *  Mirrors: cudaFreeMipmappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);

/** Gets one level of a mipmapped array as an array.
 *  Owner: the mipmapped array; the level is valid as long as that array.
 *  Errors: cudaErrorInvalidValue if level is NULL, or index is above the last level;
 *      cudaErrorInvalidResourceHandle if an array is stale or of another kind.
 *  Mirrors: cudaGetMipmappedArrayLevel of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetMipmappedArrayLevel(
    cudaArray_t *level, cudaMipmappedArray_const_t array, unsigned int index);

/** Gets the format, extent and flags of an array. Each out pointer may be NULL.
 *  Units: extent is in texels; a number of layers is a count.
 *  Errors: cudaErrorInvalidResourceHandle if an array is stale or of another kind.
 *  Mirrors: cudaArrayGetInfo of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaArrayGetInfo(
    struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned int *flags,
    cudaArray_t array);

/** Gets the texel format of an array.
 *  Errors: cudaErrorInvalidValue if format is NULL; cudaErrorInvalidResourceHandle if an array
 *      is stale or of another kind.
 *  Mirrors: cudaGetChannelDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetChannelDesc(
    struct cudaChannelFormatDesc *format, cudaArray_const_t array);

/** Gets one plane of an array whose format has several planes. No array of this version has.
 *  Owner: the array; the plane is valid as long as the array.
 *  Errors: cudaErrorInvalidResourceHandle if an array is stale or of another kind; else
 *      cudaErrorInvalidValue.
 *  Mirrors: cudaArrayGetPlane of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaArrayGetPlane(
    cudaArray_t *plane, cudaArray_t array, unsigned int index);

/** Gets the memory that an array with deferred mapping needs. No device makes such arrays.
 *  Errors: cudaErrorInvalidResourceHandle if an array is stale or of another kind; else
 *      cudaErrorInvalidValue.
 *  Mirrors: cudaArrayGetMemoryRequirements of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaArrayGetMemoryRequirements(
    struct cudaArrayMemoryRequirements *requirements, cudaArray_t array, int device);

/** Gets the memory that a mipmapped array with deferred mapping needs. No device makes such
 *  arrays.
 *  Errors: cudaErrorInvalidResourceHandle if an array is stale or of another kind; else
 *      cudaErrorInvalidValue.
 *  Mirrors: cudaMipmappedArrayGetMemoryRequirements of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMipmappedArrayGetMemoryRequirements(
    struct cudaArrayMemoryRequirements *requirements, cudaMipmappedArray_t array, int device);

/** Gets the tile sizes of a sparse array. No device makes such arrays.
 *  Errors: cudaErrorInvalidResourceHandle if an array is stale or of another kind; else
 *      cudaErrorInvalidValue.
 *  Mirrors: cudaArrayGetSparseProperties of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaArrayGetSparseProperties(
    struct cudaArraySparseProperties *properties, cudaArray_t array);

/** Gets the tile sizes of a sparse mipmapped array. No device makes such arrays.
 *  Errors: cudaErrorInvalidResourceHandle if an array is stale or of another kind; else
 *      cudaErrorInvalidValue.
 *  Mirrors: cudaMipmappedArrayGetSparseProperties of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMipmappedArrayGetSparseProperties(
    struct cudaArraySparseProperties *properties, cudaMipmappedArray_t array);

#ifdef __cplusplus
}
#endif

#endif
