/** Resources of graphics interfaces in the order of a stream. */
#include "every/graphics.h"

#include <limits.h>

#include "base/scratch.h"
#include "graphics/map.h"
#include "graphics/resource.h"
#include "handles.h"

/* A list of resources with room on the stack, which suffices for nearly all calls. */
enum { LOCAL_RESOURCES = 16 };

typedef gi_status (*change)(const gi_handle *resources, size_t count, gi_handle stream);

/* Has the resources of a list changed. An unsigned count is negative, too, where it is huge. Of a
 * list that is longer than there are resources no more is read than has a wrong one in it. */
static gi_status change_all(const char *caller, gpuResourceCount_t count,
                            gpuGraphicsResource_t *resources, gpuStream_t stream, change call)
{
    gi_handle local[LOCAL_RESOURCES] = { 0 }, *handles;
    size_t many = (size_t)count, most = gi_graphics_count() + 1;
    gi_status status;

    if (many > INT_MAX)
        return gi_fail(FRONT_NEGATIVE_RESOURCES, "%s: count is %d", caller, (int)count);
    many = many < most ? many : most;
    handles = gi_scratch(local, sizeof local, many, sizeof *local);
    if (handles == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "%s: no memory for a list of %zu resources", caller, many);
    for (size_t i = 0; i < many; i++)
        handles[i] = front_from_resource(resources[i]);
    status = call(handles, many, front_from_stream(stream));
    gi_scratch_free(handles, local);
    return status;
}

gpuError_t gpuGraphicsMapResources(gpuResourceCount_t count, gpuGraphicsResource_t *resources,
                                   gpuStream_t stream)
{
    FRONT_REQUIRE(count != 0, "%s: count is 0", __func__);
    FRONT_NOT_NULL(resources);
    FRONT_TRY(front_begin());
    return front_error(change_all(__func__, count, resources, stream, gi_graphics_map));
}

gpuError_t gpuGraphicsUnmapResources(gpuResourceCount_t count, gpuGraphicsResource_t *resources,
                                     gpuStream_t stream)
{
    FRONT_REQUIRE(count != 0, "%s: count is 0", __func__);
    FRONT_NOT_NULL(resources);
    FRONT_TRY(front_begin());
    return front_error(change_all(__func__, count, resources, stream, gi_graphics_unmap));
}
