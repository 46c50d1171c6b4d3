/** Resources of graphics interfaces in the order of a stream. Compiled once for each kind of
 *  default stream. */
#include "graphics.h"

static CUresult refuse(const char *caller, unsigned int count, CUgraphicsResource *resources)
{
    FRONT_REQUIRE(count != 0, "%s: count is 0", caller);
    FRONT_REQUIRE(resources != NULL, "%s: resources is NULL", caller);
    return gicu_refuse_resource(caller, resources[0]);
}

CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream stream)
{
    (void)stream;
    return refuse(__func__, count, resources);
}

CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources,
                                  CUstream stream)
{
    (void)stream;
    return refuse(__func__, count, resources);
}
