/** Launches of kernels of modules. */
#include "driver/device_pointer.h"
#include "empty_launch.h"
#include "handles.h"
#include "driver/module_launch.h"

#include "module/function.h"

/* The arguments as one struct: pairs of a word that says what follows, and that. */
static gi_status read_packed(const char *caller, void **extra, struct gi_launch *out)
{
    const size_t *size = NULL;

    for (int i = 0; extra[i] != (void *)GPU_LAUNCH_PARAM_END; i += 2) {
        if (i == 4)
            return gi_fail(GI_INVALID_VALUE, "%s: extra has no end", caller);
        if (extra[i] == (void *)GPU_LAUNCH_PARAM_BUFFER_POINTER)
            out->packed = extra[i + 1];
        else if (extra[i] == (void *)GPU_LAUNCH_PARAM_BUFFER_SIZE)
            size = extra[i + 1];
        else
            return gi_fail(GI_INVALID_VALUE, "%s: extra has %p where the buffer, its size or the "
                           "end is named", caller, extra[i]);
    }
    if (out->packed == NULL || size == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: extra has no %s", caller,
                       size == NULL ? "size" : "buffer");
    out->packed_bytes = *size;
    return GI_OK;
}

gi_status front_launch_module(const char *caller, gpuFunction_t function,
                              struct gi_launch *launch, void **extra)
{
    struct gi_function *found;
    gi_status status = front_begin_in(front_to_stream(launch->stream));

    if (status == GI_OK && launch->arguments != NULL && extra != NULL)
        status = gi_fail(GI_INVALID_VALUE, "%s: the arguments are given twice, by pointers and as "
                         "one buffer", caller);
    if (status == GI_OK && extra != NULL)
        status = read_packed(caller, extra, launch);
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
