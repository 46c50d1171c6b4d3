/** Launches of kernels of modules. */
#include "driver/device_pointer.h"
#include "empty_launch.h"
#include "handles.h"
#include "driver/module_launch.h"
#include "packed_arguments.h"

#include "module/function.h"

static const struct front_packed_words packed_words = {
    (void *)GPU_LAUNCH_PARAM_END, (void *)GPU_LAUNCH_PARAM_BUFFER_POINTER,
    (void *)GPU_LAUNCH_PARAM_BUFFER_SIZE
};

gi_status front_launch_module(const char *caller, gpuFunction_t function,
                              struct gi_launch *launch, void **extra)
{
    struct gi_function *found;
    gi_status status = front_begin_in(front_to_stream(launch->stream));

    if (status == GI_OK && launch->arguments != NULL && extra != NULL)
        status = gi_fail(GI_INVALID_VALUE, "%s: the arguments are given twice, by pointers and as "
                         "one buffer", caller);
    if (status == GI_OK && extra != NULL)
        status = front_read_packed(caller, &packed_words, extra, launch);
    if (status == GI_OK)
        status = front_find_function(function, &found);
    if (status != GI_OK)
        return status;
    status = front_check_launch(launch);
    if (status == GI_OK)
        status = gi_launch_function(found, launch);
    gi_object_unref(&found->object);
    return status;
}

gpuError_t gpuModuleLaunchKernel(gpuFunction_t function, unsigned int grid_x, unsigned int grid_y,
                                 unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                 unsigned int block_z, unsigned int shared_bytes,
                                 gpuStream_t stream, void **arguments, void **extra)
{
    struct gi_launch launch = {
        .grid = { grid_x, grid_y, grid_z }, .block = { block_x, block_y, block_z },
        .shared_bytes = shared_bytes, .stream = front_from_stream(stream), .arguments = arguments
    };

    return front_error(front_launch_module(__func__, function, &launch, extra));
}

gpuError_t gpuModuleLaunchCooperativeKernel(gpuFunction_t function, unsigned int grid_x,
                                            unsigned int grid_y, unsigned int grid_z,
                                            unsigned int block_x, unsigned int block_y,
                                            unsigned int block_z, unsigned int shared_bytes,
                                            gpuStream_t stream, void **arguments)
{
    struct gi_launch launch = {
        .grid = { grid_x, grid_y, grid_z }, .block = { block_x, block_y, block_z },
        .shared_bytes = shared_bytes, .stream = front_from_stream(stream),
        .arguments = arguments, .is_cooperative = true
    };

    return front_error(front_launch_module(__func__, function, &launch, NULL));
}
