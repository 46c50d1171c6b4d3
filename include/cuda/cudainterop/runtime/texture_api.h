/** Texture and surface objects; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_TEXTURE_API_H
#define GPUINTEROP_CUDA_TEXTURE_API_H

#include "../../driver_types.h"
#include "../../surface_types.h"
#include "../../texture_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Creates a texture object: a resource, and how it is read.
 *  Parameter texture: how the resource is read; not NULL.
 *  Parameter view: a part of an array, or another format for it. NULL means the whole array;
 *      memory takes no view.
 *  Owner: the caller, until cudaDestroyTextureObject. The resource must live as long.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, or a field is not one of its enum's;
 *      cudaErrorInvalidValue if memory is not aligned or above the device's limits, or the view
 *      does not fit the resource; cudaErrorInvalidChannelDescriptor if no such texel format
 *      exists; cudaErrorInvalidResourceHandle if the array is stale or of another kind;
 *      cudaErrorInvalidFilterSetting if linear filtering meets texels that are not read as
 *      floats; cudaErrorInvalidNormSetting if the read mode does not fit the format;
 *      cudaErrorNotSupported if the device has no texture objects or cannot read the resource
 *      so; cudaErrorMemoryAllocation.
 *  Mirrors: cudaCreateTextureObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaCreateTextureObject(
    cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
    const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view);

/** Destroys a texture object; its resource stays.
 *  0 does nothing.
 *  Errors: cudaErrorInvalidValue if object is not a texture object, or was destroyed before.
 *  Mirrors: cudaDestroyTextureObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);

/** Gets the resource of a texture object.
 *  Errors: cudaErrorInvalidValue if resource is NULL, or object is not a texture object.
 *  Mirrors: cudaGetTextureObjectResourceDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetTextureObjectResourceDesc(
    struct cudaResourceDesc *resource, cudaTextureObject_t object);

/** Gets how a texture object reads.
 *  Errors: cudaErrorInvalidValue if texture is NULL, or object is not a texture object.
 *  Mirrors: cudaGetTextureObjectTextureDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetTextureObjectTextureDesc(
    struct cudaTextureDesc *texture, cudaTextureObject_t object);

/** Gets the view of a texture object.
 *  Errors: cudaErrorInvalidValue if view is NULL, or object is not a texture object or has no
 *      view.
 *  Mirrors: cudaGetTextureObjectResourceViewDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetTextureObjectResourceViewDesc(
    struct cudaResourceViewDesc *view, cudaTextureObject_t object);

/** Creates a surface object, through which kernels read and write an array without a sampler.
 *  Owner: the caller, until cudaDestroySurfaceObject. The array must live as long.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, the resource is not an array, or its
 *      format is compressed; cudaErrorInvalidResourceHandle if an array is stale or of another
 *      kind; cudaErrorNotSupported if the device has no surface objects;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaCreateSurfaceObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaCreateSurfaceObject(
    cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource);

/** Destroys a surface object; its array stays.
 *  0 does nothing.
 *  Errors: cudaErrorInvalidValue if object is not a surface object, or was destroyed before.
 *  Mirrors: cudaDestroySurfaceObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);

/** Gets the resource of a surface object.
 *  Errors: cudaErrorInvalidValue if resource is NULL, or object is not a surface object.
 *  Mirrors: cudaGetSurfaceObjectResourceDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetSurfaceObjectResourceDesc(
    struct cudaResourceDesc *resource, cudaSurfaceObject_t object);

/** Gets the largest width of a texture of linear memory with a format.
 *  Units: texels.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL; cudaErrorInvalidChannelDescriptor if no
 *      such texel format exists; cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceGetTexture1DLinearMaxWidth of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(
    size_t *width, const struct cudaChannelFormatDesc *format, int device);

#ifdef __cplusplus
}
#endif

#endif
