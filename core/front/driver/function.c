/** Kernels of modules: attributes, and how many blocks run at once. */
#include "device_pointer.h"
#include "handles.h"
#include "module_launch.h"
#include "runtime/occupancy.h"

#include "module/function.h"
#include "module/function_facts.h"

static gi_status find_by_handle(gpuFunction_t function, struct gi_function **out_function)
{
    gi_status status = front_begin_object();

    return status == GI_OK ? front_find_function(function, out_function) : status;
}

gi_status front_function_attribute(const char *caller, const struct gi_function_facts *facts,
                                   int attribute, int *out_value)
{
    const uint64_t values[FRONT_FUNCTION_ATTRIBUTES] = {
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
    FRONT_TRY(find_by_handle(function, &found));
    status = gi_function_describe(found, &facts);
    gi_object_unref(&found->object);
    if (status == GI_OK)
        status = front_function_attribute(__func__, &facts, (int)attribute, value);
    return front_error(status);
}

static gi_status active(const char *caller, gpuFunction_t function, int block_threads,
                        size_t dynamic_bytes, unsigned int flags, int *out_blocks)
{
    struct gi_function *found;
    gi_status status = find_by_handle(function, &found);

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
