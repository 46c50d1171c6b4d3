/** Texture and surface objects; a part of hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_TEXTURE_API_H
#define GPUINTEROP_HIP_TEXTURE_API_H

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
 *  Owner: the caller, until hipDestroyTextureObject. The resource must live as long.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or a field is not one of its enum's;
 *      hipErrorInvalidValue if memory is not aligned or above the device's limits, or the view
 *      does not fit the resource; hipErrorInvalidValue if no such texel format exists, or the
 *      format does not allow the filter or read mode; hipErrorContextIsDestroyed if the array is
 *      stale or of another kind; hipErrorInvalidHandle if the array is NULL;
 *      hipErrorNotSupported if the device has no texture objects or cannot read the resource so;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipCreateTextureObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipCreateTextureObject(
    hipTextureObject_t *object, const hipResourceDesc *resource,
    const hipTextureDesc *texture, const struct hipResourceViewDesc *view);

/** Destroys a texture object; its resource stays.
 *  NULL does nothing.
 *  Errors: hipErrorInvalidValue if object is not a texture object, or was destroyed before.
 *  Mirrors: hipDestroyTextureObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipDestroyTextureObject(hipTextureObject_t object);

/** Gets the resource of a texture object.
 *  Errors: hipErrorInvalidValue if resource is NULL, or object is not a texture object.
 *  Mirrors: hipGetTextureObjectResourceDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureObjectResourceDesc(
    hipResourceDesc *resource, hipTextureObject_t object);

/** Gets how a texture object reads.
 *  Errors: hipErrorInvalidValue if texture is NULL, or object is not a texture object.
 *  Mirrors: hipGetTextureObjectTextureDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureObjectTextureDesc(
    hipTextureDesc *texture, hipTextureObject_t object);

/** Gets the view of a texture object.
 *  Errors: hipErrorInvalidValue if view is NULL, or object is not a texture object or has no
 *      view.
 *  Mirrors: hipGetTextureObjectResourceViewDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureObjectResourceViewDesc(
    struct hipResourceViewDesc *view, hipTextureObject_t object);

/** Creates a surface object, through which kernels read and write an array without a sampler.
 *  Owner: the caller, until hipDestroySurfaceObject. The array must live as long.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, the resource is not an array, or its
 *      format is compressed; hipErrorContextIsDestroyed if an array is stale or of another kind;
 *      hipErrorInvalidHandle if it is NULL; hipErrorNotSupported if the device has no surface
 *      objects; hipErrorOutOfMemory.
 *  Mirrors: hipCreateSurfaceObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipCreateSurfaceObject(
    hipSurfaceObject_t *object, const hipResourceDesc *resource);

/** Destroys a surface object; its array stays.
 *  NULL does nothing.
 *  Errors: hipErrorInvalidValue if object is not a surface object, or was destroyed before.
 *  Mirrors: hipDestroySurfaceObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipDestroySurfaceObject(hipSurfaceObject_t object);

/** Is not supported. The vendor declares it with a pool in the place of a width and a format,
 *  and never defines it.
 *  Errors: hipErrorNotSupported, always.
 *  Mirrors: hipDeviceGetTexture1DLinearMaxWidth of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetTexture1DLinearMaxWidth(hipMemPool_t *pool, int device);

/* Texture objects that other structs describe, as in the driver API of CUDA. */

/** Creates a texture object: a resource, and how it is read.
 *  Parameter view: NULL means the whole resource; memory takes no view.
 *  Owner: the caller, until hipTexObjectDestroy. The resource must live as long.
 *  Errors: as hipCreateTextureObject; hipErrorInvalidValue if texture is NULL, or its flags has
 *      an unknown bit.
 *  Mirrors: hipTexObjectCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectCreate(
    hipTextureObject_t *object, const HIP_RESOURCE_DESC *resource,
    const HIP_TEXTURE_DESC *texture, const HIP_RESOURCE_VIEW_DESC *view);

/** Destroys a texture object; its resource stays.
 *  NULL does nothing.
 *  Errors: hipErrorInvalidValue if object is not a texture object, or was destroyed before.
 *  Mirrors: hipTexObjectDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectDestroy(hipTextureObject_t object);

/** Gets the resource of a texture object.
 *  Errors: hipErrorInvalidValue if resource is NULL, or object is not a texture object;
 *      hipErrorNotSupported if the struct has no word for the format.
 *  Mirrors: hipTexObjectGetResourceDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectGetResourceDesc(
    HIP_RESOURCE_DESC *resource, hipTextureObject_t object);

/** Gets how a texture object reads.
 *  Errors: hipErrorInvalidValue if texture is NULL, or object is not a texture object.
 *  Mirrors: hipTexObjectGetTextureDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectGetTextureDesc(
    HIP_TEXTURE_DESC *texture, hipTextureObject_t object);

/** Gets the view of a texture object.
 *  Errors: hipErrorInvalidValue if view is NULL, or object is not a texture object or has no
 *      view.
 *  Mirrors: hipTexObjectGetResourceViewDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectGetResourceViewDesc(
    HIP_RESOURCE_VIEW_DESC *view, hipTextureObject_t object);

#ifdef __cplusplus
}
#endif

#endif
