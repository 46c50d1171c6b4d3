/** Texture and surface objects; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_TEXTURE_API_H
#define GPUINTEROP_CUDA_TEXTURE_API_H

#include "../driver_types.h"
#include "../surface_types.h"
#include "../texture_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes a texture object: a resource, and how it is read.
 *  Parameter texture: needed for arrays and mipmapped arrays and for pitched memory; for linear
 *      memory it may be NULL.
 *  Parameter view: a part of an array or another format of it; NULL for the whole as it is, and
 *      always for memory.
 *  Owner: the caller, until cudaDestroyTextureObject. The resource has to live as long.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, a field is none of its enum, memory is not
 *      aligned or above the device's limits, or the view does not fit the resource;
 *      cudaErrorInvalidChannelDescriptor; cudaErrorInvalidResourceHandle if the array is none;
 *      cudaErrorInvalidFilterSetting and cudaErrorInvalidNormSetting if the fields do not fit each
 *      other.
 *  Mirrors: cudaCreateTextureObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaCreateTextureObject(
    cudaTextureObject_t *object, const struct cudaResourceDesc *resource,
    const struct cudaTextureDesc *texture, const struct cudaResourceViewDesc *view);

/** Ends a texture object; its resource stays.
 *  0 is legal and does nothing.
 *  Errors: cudaErrorInvalidValue if object is none, or was destroyed before.
 *  Mirrors: cudaDestroyTextureObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);

/** Tells the resource of a texture object.
 *  Errors: cudaErrorInvalidValue if resource is NULL or object is none.
 *  Mirrors: cudaGetTextureObjectResourceDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetTextureObjectResourceDesc(
    struct cudaResourceDesc *resource, cudaTextureObject_t object);

/** Tells how a texture object reads.
 *  Errors: cudaErrorInvalidValue if texture is NULL or object is none.
 *  Mirrors: cudaGetTextureObjectTextureDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetTextureObjectTextureDesc(
    struct cudaTextureDesc *texture, cudaTextureObject_t object);

/** Tells the view of a texture object that was made with one.
 *  Errors: cudaErrorInvalidValue if view is NULL, object is none or it has no view.
 *  Mirrors: cudaGetTextureObjectResourceViewDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetTextureObjectResourceViewDesc(
    struct cudaResourceViewDesc *view, cudaTextureObject_t object);

/** Makes a surface object: an array that is read and written without a sampler.
 *  Owner: the caller, until cudaDestroySurfaceObject. The array has to live as long.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or the array was made without
 *      cudaArraySurfaceLoadStore; cudaErrorInvalidChannelDescriptor if the resource is no array;
 *      cudaErrorInvalidResourceHandle if the array is none.
 *  Mirrors: cudaCreateSurfaceObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaCreateSurfaceObject(
    cudaSurfaceObject_t *object, const struct cudaResourceDesc *resource);

/** Ends a surface object; its array stays.
 *  0 is legal and does nothing.
 *  Errors: cudaErrorInvalidValue if object is none, or was destroyed before.
 *  Mirrors: cudaDestroySurfaceObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);

/** Tells the resource of a surface object.
 *  Errors: cudaErrorInvalidValue if resource is NULL or object is none.
 *  Mirrors: cudaGetSurfaceObjectResourceDesc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetSurfaceObjectResourceDesc(
    struct cudaResourceDesc *resource, cudaSurfaceObject_t object);

/** Tells how many texels of a format a texture of linear memory can have.
 *  Units: texels.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL; cudaErrorInvalidChannelDescriptor;
 *      cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceGetTexture1DLinearMaxWidth of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(
    size_t *width, const struct cudaChannelFormatDesc *format, int device);

#ifdef __cplusplus
}
#endif

#endif
