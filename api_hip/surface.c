#include "front.h"
#include "resource.h"

hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *object,
                                    const struct hipResourceDesc *resource)
{
    struct gi_resource wanted;
    uint64_t number;

    GIHIP_NOT_NULL(object);
    GIHIP_NOT_NULL(resource);
    GIHIP_TRY(gihip_begin());
    wanted = gihip_from_resource(resource);
    GIHIP_TRY(gi_surface_create(&wanted, &number));
    *object = (hipSurfaceObject_t)(uintptr_t)number;
    return hipSuccess;
}

hipError_t hipDestroySurfaceObject(hipSurfaceObject_t object)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_surface_destroy((uintptr_t)object));
}
