/** Kernels of modules: launches, attributes, and how many blocks run at once. */
#include "device_pointer.h"
#include "handles.h"
#include "module_launch.h"
#include "occupancy.h"

#include "module/function.h"
#include "module/function_facts.h"

/* ---- launches -------------------------------------------------------------------------------- */

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
    gi_status status = front_begin();

    if (status == GI_OK && launch->arguments != NULL && extra != NULL)
        status = gi_fail(GI_INVALID_VALUE, "%s: the arguments are given twice, by pointers and as "
                         "one buffer", caller);
    if (status == GI_OK && extra != NULL)
        status = read_packed(caller, extra, launch);
    return status == GI_OK ? gi_launch(front_from_function(function), launch) : status;
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

/* ---- questions ------------------------------------------------------------------------------- */

static gi_status find(gpuFunction_t function, struct gi_function **out_function)
{
    gi_status status = front_begin();

    return status == GI_OK ? gi_function_acquire(front_from_function(function), out_function)
                           : status;
}

static gi_status attribute_of(const char *caller, const struct gi_function_facts *facts,
                              int attribute, int *out_value)
{
    const uint64_t values[] = {
        [GPU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK] = facts->most_threads,
        [GPU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES] = facts->shared_bytes,
        [GPU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES] = facts->constant_bytes,
        [GPU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES] = facts->local_bytes,
        [GPU_FUNC_ATTRIBUTE_NUM_REGS] = facts->registers,
        [GPU_FUNC_ATTRIBUTE_PTX_VERSION] = facts->ptx_version,
        [GPU_FUNC_ATTRIBUTE_BINARY_VERSION] = facts->binary_version,
        [GPU_FUNC_ATTRIBUTE_CACHE_MODE_CA] = 0,
        [GPU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES] = facts->most_dynamic_bytes,
        [GPU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT] = (uint64_t)(int64_t)facts->carveout,
    };
    const int count = (int)(sizeof values / sizeof values[0]);

    if (attribute < 0 || attribute >= count)
        return gi_fail(GI_INVALID_VALUE, "%s: attribute is %d; 0 to %d exist", caller, attribute,
                       count - 1);
    *out_value = (int)values[attribute];
    return GI_OK;
}

gpuError_t gpuFuncGetAttribute(int *value, gpuFunction_attribute attribute, gpuFunction_t function)
{
    struct gi_function_facts facts;
    struct gi_function *found;
    gi_status status;

    FRONT_NOT_NULL(value);
    FRONT_TRY(find(function, &found));
    status = gi_function_describe(found, &facts);
    gi_object_unref(&found->object);
    if (status == GI_OK)
        status = attribute_of(__func__, &facts, (int)attribute, value);
    return front_error(status);
}

static gi_status active(const char *caller, gpuFunction_t function, int block_threads,
                        size_t dynamic_bytes, unsigned int flags, int *out_blocks)
{
    struct gi_function *found;
    gi_status status = find(function, &found);

    if (status != GI_OK)
        return status;
    status = front_active_blocks(caller, found, block_threads, dynamic_bytes, flags, out_blocks);
    gi_object_unref(&found->object);
    return status;
}

gpuError_t gpuModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, gpuFunction_t function,
                                                              int block_threads,
                                                              size_t dynamic_bytes)
{
    FRONT_NOT_NULL(blocks);
    return front_error(active(__func__, function, block_threads, dynamic_bytes, 0, blocks));
}

gpuError_t gpuModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, gpuFunction_t function, int block_threads, size_t dynamic_bytes,
    unsigned int flags)
{
    FRONT_NOT_NULL(blocks);
    return front_error(active(__func__, function, block_threads, dynamic_bytes, flags, blocks));
}
