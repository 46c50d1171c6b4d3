/** Resources of graphics interfaces. */
#include "graphics.h"

gpuError_t gpuGraphicsUnregisterResource(gpuGraphicsResource_t resource)
{
    return front_refuse_resource(__func__, resource);
}

gpuError_t gpuGraphicsResourceGetMappedPointer(gpuAddress_t *pointer, size_t *size,
                                               gpuGraphicsResource_t resource)
{
    (void)size;
    FRONT_NOT_NULL(pointer);
    return front_refuse_resource(__func__, resource);
}

gpuError_t gpuGraphicsSubResourceGetMappedArray(gpuArray_t *array, gpuGraphicsResource_t resource,
                                                unsigned int layer, unsigned int level)
{
    (void)layer, (void)level;
    FRONT_NOT_NULL(array);
    return front_refuse_resource(__func__, resource);
}
