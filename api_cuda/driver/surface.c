#include "driver/resource_struct.h"
#include "front.h"

CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource)
{
    struct gi_resource wanted;
    uint64_t number;

    FRONT_NOT_NULL(object);
    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    FRONT_TRY(front_from_struct(__func__, resource, &wanted));
    FRONT_TRY(gi_surface_create(&wanted, &number));
    *object = number;
    return CUDA_SUCCESS;
}

CUresult cuSurfObjectDestroy(CUsurfObject object)
{
    FRONT_TRY(front_begin_object());
    FRONT_UNSAFE();
    return front_error(gi_surface_destroy(object));
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject object)
{
    struct gi_texture_info info;

    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin_object());
    FRONT_TRY(gi_surface_query(object, &info));
    return front_error(front_to_struct(__func__, &info.resource, resource));
}
