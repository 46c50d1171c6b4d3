/** Resources of graphics interfaces in the order of a stream. */
#include "every/graphics.h"

static gpuError_t refuse(const char *caller, gpuResourceCount_t count,
                         gpuGraphicsResource_t *resources)
{
    FRONT_REQUIRE(count > 0, "%s: count is %lld", caller, (long long)count);
    FRONT_REQUIRE(resources != NULL, "%s: resources is NULL", caller);
    return front_refuse_resource(caller, resources[0]);
}

gpuError_t gpuGraphicsMapResources(gpuResourceCount_t count, gpuGraphicsResource_t *resources,
                                   gpuStream_t stream)
{
    (void)stream;
    return refuse(__func__, count, resources);
}

gpuError_t gpuGraphicsUnmapResources(gpuResourceCount_t count, gpuGraphicsResource_t *resources,
                                     gpuStream_t stream)
{
    (void)stream;
    return refuse(__func__, count, resources);
}
