/** Functions for resources of graphics interfaces that CUDA's two interfaces alone have. */
#include "both_names.h"
#include "every/graphics.h"
#include "graphics/resource.h"
#include "graphics/rows.h"
#include "handles.h"

gpuError_t gpuGraphicsResourceSetMapFlags(gpuGraphicsResource_t resource, unsigned int flags)
{
    FRONT_TRY(front_begin());
    return front_error(gi_graphics_set_use(front_from_resource(resource), flags,
                                           FRONT_MOST_MAP_FLAGS));
}

gpuError_t gpuGraphicsResourceGetMappedMipmappedArray(gpuMipmappedArray_t *array,
                                                      gpuGraphicsResource_t resource)
{
    gi_handle found;

    FRONT_NOT_NULL(array);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graphics_mipmapped(front_from_resource(resource), &found));
    *array = front_to_mipmapped(found);
    return gpuSuccess;
}

gpuError_t gpuGraphicsEGLRegisterImage(gpuGraphicsResource_t *resource, void *image,
                                       unsigned int flags)
{
    gi_handle handle;

    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graphics_register_shared(image, flags, &handle));
    *resource = front_to_resource(handle);
    return gpuSuccess;
}
