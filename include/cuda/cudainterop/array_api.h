/** Arrays of texels: making, freeing and asking; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_ARRAY_API_H
#define GPUINTEROP_CUDA_ARRAY_API_H

#include "../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Puts a texel format together.
 *  Units: x, y, z and w are bits of the channels; 0 for a channel that is not there.
 *  Returns: the format; it is not checked here.
 *  Mirrors: cudaCreateChannelDesc of CUDA 13.0. */
GPUINTEROP_API struct cudaChannelFormatDesc cudaCreateChannelDesc(
    int x, int y, int z, int w, enum cudaChannelFormatKind kind);

/** Allocates an array of one level: a row of texels, or rows of them.
 *  Parameter height: 0 for an array of one row.
 *  Parameter flags: bits of cudaArraySurfaceLoadStore and cudaArrayTextureGather, or
 *      cudaArrayDefault. cudaArraySparse and cudaArrayDeferredMapping are not supported.
 *  Units: width and height are in texels.
 *  Owner: the caller, until cudaFreeArray.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, width is 0, the size is above the device's
 *      limit or a flag is none or does not fit; cudaErrorInvalidChannelDescriptor if no such texel
 *      exists; cudaErrorNotSupported if the device cannot make one; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocArray(
    cudaArray_t *array, const struct cudaChannelFormatDesc *format, size_t width,
    size_t height GPUINTEROP_DEFAULT(0), unsigned int flags GPUINTEROP_DEFAULT(0));

/** Allocates an array of one level, of any shape.
 *  Without flags a height and depth of 0 are an array of one row, a depth of 0 an array of rows,
 *  and else it is a volume. With cudaArrayLayered depth is the number of layers; with
 *  cudaArrayCubemap it is 6, with both a multiple of 6, and faces are square.
 *  Parameter flags: bits of cudaArrayLayered, cudaArrayCubemap and those of cudaMallocArray.
 *  Units: extent is in texels, and in layers.
 *  Owner: the caller, until cudaFreeArray.
 *  Errors: as cudaMallocArray; cudaErrorInvalidValue if the extent does not fit the flags.
 *  Mirrors: cudaMalloc3DArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMalloc3DArray(
    cudaArray_t *array, const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
    unsigned int flags GPUINTEROP_DEFAULT(0));

/** Allocates an array of several levels, each half as wide, high and deep as the one before.
 *  Parameter level_count: brought down to the length of a whole chain.
 *  Parameter flags: as cudaMalloc3DArray.
 *  Units: extent is that of level 0, in texels and in layers.
 *  Owner: the caller, until cudaFreeMipmappedArray.
 *  Errors: as cudaMalloc3DArray.
 *  Mirrors: cudaMallocMipmappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocMipmappedArray(
    cudaMipmappedArray_t *array, const struct cudaChannelFormatDesc *format,
    struct cudaExtent extent, unsigned int level_count, unsigned int flags GPUINTEROP_DEFAULT(0));

/** Frees an array. Waits until all work is done that was enqueued on its device before, in any
 *  stream.
 *  NULL is legal and does nothing; a level of a mipmapped array, too, which ends with that.
 *  Errors: cudaErrorInvalidResourceHandle if array is none, or was freed before.
 *  Mirrors: cudaFreeArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFreeArray(cudaArray_t array);

/** Frees a mipmapped array, also a mapped one. Waits as the free of an array does.
 *  NULL is legal and does nothing. Its levels are gone with it.
 *  Errors: cudaErrorInvalidResourceHandle if array is none, or was freed before.
 *  Mirrors: cudaFreeMipmappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);

/** Gives one level of a mipmapped array as an array.
 *  Owner: the mipmapped array; the level is valid as long as that is.
 *  Errors: cudaErrorInvalidValue if level is NULL or index is above the last level;
 *      cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaGetMipmappedArrayLevel of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetMipmappedArrayLevel(
    cudaArray_t *level, cudaMipmappedArray_const_t array, unsigned int index);

/** Tells what an array was made with. Any of the out pointers may be NULL.
 *  Units: extent is in texels, and in layers.
 *  Errors: cudaErrorInvalidResourceHandle if array is none, or was freed.
 *  Mirrors: cudaArrayGetInfo of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaArrayGetInfo(
    struct cudaChannelFormatDesc *format, struct cudaExtent *extent, unsigned int *flags,
    cudaArray_t array);

/** Tells the texel format of an array.
 *  Errors: cudaErrorInvalidValue if format is NULL; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaGetChannelDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetChannelDesc(
    struct cudaChannelFormatDesc *format, cudaArray_const_t array);

/** Gives one plane of an array whose format has several.
 *  Owner: the array; the plane is valid as long as that is.
 *  Errors: cudaErrorInvalidValue if plane is NULL, the format has one plane only or index is above
 *      the last; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaArrayGetPlane of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaArrayGetPlane(
    cudaArray_t *plane, cudaArray_t array, unsigned int index);

/** Tells what memory an array whose memory is mapped later needs.
 *  No device makes such arrays.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or the array has its own memory;
 *      cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaArrayGetMemoryRequirements of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaArrayGetMemoryRequirements(
    struct cudaArrayMemoryRequirements *requirements, cudaArray_t array, int device);

/** Tells what memory a mipmapped array whose memory is mapped later needs.
 *  Errors: as cudaArrayGetMemoryRequirements.
 *  Mirrors: cudaMipmappedArrayGetMemoryRequirements of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMipmappedArrayGetMemoryRequirements(
    struct cudaArrayMemoryRequirements *requirements, cudaMipmappedArray_t array, int device);

/** Tells how a sparse array is cut into pieces.
 *  No device makes such arrays.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or the array is not sparse;
 *      cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaArrayGetSparseProperties of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaArrayGetSparseProperties(
    struct cudaArraySparseProperties *properties, cudaArray_t array);

/** Tells how a sparse mipmapped array is cut into pieces.
 *  Errors: as cudaArrayGetSparseProperties.
 *  Mirrors: cudaMipmappedArrayGetSparseProperties of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMipmappedArrayGetSparseProperties(
    struct cudaArraySparseProperties *properties, cudaMipmappedArray_t array);

#ifdef __cplusplus
}
#endif

#endif
