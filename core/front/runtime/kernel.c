/** Launches of kernels by what the program's source calls them. */
#include "kernel.h"

#include "handles.h"
#include "module/function.h"
#include "module/lookup.h"

gi_status front_launch(const void *function, struct gi_launch *described)
{
    struct gi_function *found;
    gi_status status = front_begin();

    if (status == GI_OK)
        status = gi_lookup_function(function, &found);
    if (status != GI_OK)
        return status;
    described->name = front_from_pointer(function);
    status = front_check_launch(described);
    if (status == GI_OK)
        status = gi_launch_function(found, described);
    gi_object_unref(&found->object);
    return status;
}

struct gi_launch front_describe(dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                                gpuStream_t stream)
{
    return (struct gi_launch){
        .grid = { grid.x, grid.y, grid.z }, .block = { block.x, block.y, block.z },
        .shared_bytes = shared_bytes, .stream = front_from_stream(stream),
        .arguments = arguments
    };
}

gpuError_t gpuLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                           size_t shared_bytes, gpuStream_t stream)
{
    struct gi_launch described = front_describe(grid, block, arguments, shared_bytes, stream);

    return front_error(front_launch(function, &described));
}

gpuError_t gpuLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                      void **arguments, gpuCooperativeBytes_t shared_bytes,
                                      gpuStream_t stream)
{
    struct gi_launch described = front_describe(grid, block, arguments, shared_bytes, stream);

    described.is_cooperative = true;
    return front_error(front_launch(function, &described));
}
