/** Functions for resources of graphics interfaces that CUDA's two interfaces alone have. */
#include "both_names.h"
#include "every/graphics.h"

gpuError_t gpuGraphicsResourceSetMapFlags(gpuGraphicsResource_t resource, unsigned int flags)
{
    (void)flags;
    return front_refuse_resource(__func__, resource);
}

gpuError_t gpuGraphicsResourceGetMappedMipmappedArray(gpuMipmappedArray_t *array,
                                                      gpuGraphicsResource_t resource)
{
    FRONT_NOT_NULL(array);
    return front_refuse_resource(__func__, resource);
}
