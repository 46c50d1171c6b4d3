/** Texture and surface objects; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_TEXTURE_API_H
#define GPUINTEROP_HIP_TEXTURE_API_H

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
 *  Owner: the caller, until hipDestroyTextureObject. The resource has to live as long.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, a field is none of its enum, memory is not
 *      aligned or above the device's limits, or the view does not fit the resource;
 *      hipErrorInvalidChannelDescriptor; hipErrorInvalidHandle if the array is none.
 *  Mirrors: hipCreateTextureObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipCreateTextureObject(
    hipTextureObject_t *object, const hipResourceDesc *resource,
    const hipTextureDesc *texture, const struct hipResourceViewDesc *view);

/** Ends a texture object; its resource stays.
 *  NULL is legal and does nothing.
 *  Errors: hipErrorInvalidValue if object is none, or was destroyed before.
 *  Mirrors: hipDestroyTextureObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipDestroyTextureObject(hipTextureObject_t object);

/** Tells the resource of a texture object.
 *  Errors: hipErrorInvalidValue if resource is NULL or object is none.
 *  Mirrors: hipGetTextureObjectResourceDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureObjectResourceDesc(
    hipResourceDesc *resource, hipTextureObject_t object);

/** Tells how a texture object reads.
 *  Errors: hipErrorInvalidValue if texture is NULL or object is none.
 *  Mirrors: hipGetTextureObjectTextureDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureObjectTextureDesc(
    hipTextureDesc *texture, hipTextureObject_t object);

/** Tells the view of a texture object that was made with one.
 *  Errors: hipErrorInvalidValue if view is NULL, object is none or it has no view.
 *  Mirrors: hipGetTextureObjectResourceViewDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetTextureObjectResourceViewDesc(
    struct hipResourceViewDesc *view, hipTextureObject_t object);

/** Makes a surface object: an array that is read and written without a sampler.
 *  Owner: the caller, until hipDestroySurfaceObject. The array has to live as long.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or the array was made without
 *      hipArraySurfaceLoadStore; hipErrorInvalidChannelDescriptor if the resource is no array;
 *      hipErrorInvalidHandle if the array is none.
 *  Mirrors: hipCreateSurfaceObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipCreateSurfaceObject(
    hipSurfaceObject_t *object, const hipResourceDesc *resource);

/** Ends a surface object; its array stays.
 *  NULL is legal and does nothing.
 *  Errors: hipErrorInvalidValue if object is none, or was destroyed before.
 *  Mirrors: hipDestroySurfaceObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipDestroySurfaceObject(hipSurfaceObject_t object);

/** Is declared by the vendor with a pool in the place of a width and a format, and never defined
 *  there.
 *  Errors: hipErrorNotSupported.
 *  Mirrors: hipDeviceGetTexture1DLinearMaxWidth of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetTexture1DLinearMaxWidth(hipMemPool_t *pool, int device);

/* Texture objects by other structs, as the driver interface of CUDA has them. */

/** Makes a texture object: a resource, and how it is read.
 *  Parameter view: NULL for the whole as it is, and always for memory.
 *  Owner: the caller, until hipTexObjectDestroy. The resource has to live as long.
 *  Errors: as hipCreateTextureObject.
 *  Mirrors: hipTexObjectCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectCreate(
    hipTextureObject_t *object, const HIP_RESOURCE_DESC *resource,
    const HIP_TEXTURE_DESC *texture, const HIP_RESOURCE_VIEW_DESC *view);

/** Ends a texture object; its resource stays.
 *  NULL is legal and does nothing.
 *  Errors: hipErrorInvalidValue if object is none, or was destroyed before.
 *  Mirrors: hipTexObjectDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectDestroy(hipTextureObject_t object);

/** Tells the resource of a texture object.
 *  Errors: hipErrorInvalidValue if resource is NULL or object is none.
 *  Mirrors: hipTexObjectGetResourceDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectGetResourceDesc(
    HIP_RESOURCE_DESC *resource, hipTextureObject_t object);

/** Tells how a texture object reads.
 *  Errors: hipErrorInvalidValue if texture is NULL or object is none.
 *  Mirrors: hipTexObjectGetTextureDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectGetTextureDesc(
    HIP_TEXTURE_DESC *texture, hipTextureObject_t object);

/** Tells the view of a texture object that was made with one.
 *  Errors: hipErrorInvalidValue if view is NULL, object is none or it has no view.
 *  Mirrors: hipTexObjectGetResourceViewDesc of HIP 6.4. */
GPUINTEROP_API hipError_t hipTexObjectGetResourceViewDesc(
    HIP_RESOURCE_VIEW_DESC *view, hipTextureObject_t object);

#ifdef __cplusplus
}
#endif

#endif
