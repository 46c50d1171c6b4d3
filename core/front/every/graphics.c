/** Resources of graphics interfaces. */
#include "graphics.h"

#include "graphics/resource.h"
#include "handles.h"

gpuError_t gpuGraphicsGLRegisterBuffer(gpuGraphicsResource_t *resource, unsigned int buffer,
                                       unsigned int flags)
{
    gi_handle handle;

    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graphics_register_buffer(buffer, flags, &handle));
    *resource = front_to_resource(handle);
    return gpuSuccess;
}

gpuError_t gpuGraphicsGLRegisterImage(gpuGraphicsResource_t *resource, unsigned int image,
                                      unsigned int target, unsigned int flags)
{
    gi_handle handle;

    FRONT_NOT_NULL(resource);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graphics_register_image(image, target, flags, &handle));
    *resource = front_to_resource(handle);
    return gpuSuccess;
}

gpuError_t gpuGraphicsUnregisterResource(gpuGraphicsResource_t resource)
{
    FRONT_TRY(front_begin());
    return front_error(gi_graphics_unregister(front_from_resource(resource)));
}

gpuError_t gpuGraphicsResourceGetMappedPointer(gpuAddress_t *pointer, size_t *size,
                                               gpuGraphicsResource_t resource)
{
    uint64_t address, size_bytes;

    FRONT_REQUIRE(pointer != NULL || FRONT_MAPPED_POINTER_IS_OPTIONAL, "%s: pointer is NULL",
                  __func__);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graphics_pointer(front_from_resource(resource), &address, &size_bytes));
    if (pointer != NULL)
        *pointer = front_to_address(address);
    if (size != NULL)
        *size = size_bytes;
    return gpuSuccess;
}

gpuError_t gpuGraphicsSubResourceGetMappedArray(gpuArray_t *array, gpuGraphicsResource_t resource,
                                                unsigned int layer, unsigned int level)
{
    gi_handle found;

    FRONT_NOT_NULL(array);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_graphics_array(front_from_resource(resource), layer, level, &found));
    *array = front_to_array(found);
    return gpuSuccess;
}
