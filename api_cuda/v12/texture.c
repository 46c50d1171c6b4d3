/** Textures and surfaces. Their descriptions are shorter in CUDA 12, so members behind the end
 *  must not be accessed. */
#include <string.h>

#include "front.h"
#include "v12.h"

_Static_assert(sizeof(struct cudaResourceDesc_v12) < sizeof(struct cudaResourceDesc)
               && offsetof(struct cudaResourceDesc_v12, res) == offsetof(struct cudaResourceDesc,
                                                                         res)
               && sizeof(struct cudaResourceViewDesc_v12) < sizeof(struct cudaResourceViewDesc)
               && offsetof(struct cudaResourceViewDesc_v12, lastLayer)
                  == offsetof(struct cudaResourceViewDesc, lastLayer), "they begin alike");

static struct cudaResourceDesc from_resource(const struct cudaResourceDesc_v12 *resource)
{
    struct cudaResourceDesc now = { .resType = resource->resType };

    memcpy(&now.res, &resource->res, sizeof resource->res);
    return now;
}

static void tell_resource(struct cudaResourceDesc_v12 *resource,
                          const struct cudaResourceDesc *now)
{
    resource->resType = now->resType;
    memcpy(&resource->res, &now->res, sizeof resource->res);
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc_v12 *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc_v12 *view)
{
    struct cudaResourceViewDesc view_now = { .width = 0 };
    struct cudaResourceDesc now;

    FRONT_NOT_NULL(object);
    FRONT_NOT_NULL(resource);
    now = from_resource(resource);
    if (view != NULL)
        memcpy(&view_now, view, sizeof *view);
    return gicuda_v13_cudaCreateTextureObject(object, &now, texture,
                                              view != NULL ? &view_now : NULL);
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc_v12 *resource,
                                             cudaTextureObject_t object)
{
    struct cudaResourceDesc now;
    cudaError_t error;

    FRONT_NOT_NULL(resource);
    error = gicuda_v13_cudaGetTextureObjectResourceDesc(&now, object);
    if (error == cudaSuccess)
        tell_resource(resource, &now);
    return error;
}

cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc_v12 *view,
                                                 cudaTextureObject_t object)
{
    struct cudaResourceViewDesc now;
    cudaError_t error;

    FRONT_NOT_NULL(view);
    error = gicuda_v13_cudaGetTextureObjectResourceViewDesc(&now, object);
    if (error == cudaSuccess)
        memcpy(view, &now, sizeof *view);
    return error;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc_v12 *resource)
{
    struct cudaResourceDesc now;

    FRONT_NOT_NULL(object);
    FRONT_NOT_NULL(resource);
    now = from_resource(resource);
    return gicuda_v13_cudaCreateSurfaceObject(object, &now);
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc_v12 *resource,
                                             cudaSurfaceObject_t object)
{
    struct cudaResourceDesc now;
    cudaError_t error;

    FRONT_NOT_NULL(resource);
    error = gicuda_v13_cudaGetSurfaceObjectResourceDesc(&now, object);
    if (error == cudaSuccess)
        tell_resource(resource, &now);
    return error;
}
