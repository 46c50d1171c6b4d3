#include "front.h"
#include "resource.h"

gpuError_t gpuCreateSurfaceObject(gpuSurfaceObject_t *object,
                                  const gpuResourceDesc *resource)
{
    struct gi_resource wanted;
    uint64_t number;

    FRONT_NOT_NULL(object);
    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    wanted = front_from_resource(resource);
    FRONT_TRY(gi_surface_create(&wanted, &number));
    *object = (gpuSurfaceObject_t)(uintptr_t)number;
    return gpuSuccess;
}

gpuError_t gpuDestroySurfaceObject(gpuSurfaceObject_t object)
{
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(gi_surface_destroy((uintptr_t)object));
}
