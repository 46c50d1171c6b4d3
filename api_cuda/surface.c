#include "front.h"
#include "resource.h"

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource)
{
    struct gi_resource wanted;
    uint64_t number;

    GICUDA_NOT_NULL(object);
    GICUDA_NOT_NULL(resource);
    GICUDA_TRY(gicuda_begin());
    wanted = gicuda_from_resource(resource);
    GICUDA_TRY(gi_surface_create(&wanted, &number));
    *object = number;
    return cudaSuccess;
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_surface_destroy(object));
}

cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaSurfaceObject_t object)
{
    struct gi_texture_info info;

    GICUDA_NOT_NULL(resource);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_surface_query(object, &info));
    *resource = gicuda_to_resource(&info.resource);
    return cudaSuccess;
}
