/** Questions about kernels that CUDA alone has. */
#include "available_bytes.h"
#include "base/handle.h"
#include "module/function.h"
#include "module/function_facts.h"
#include "module/lookup.h"
#include "module/occupancy.h"

static gi_status find_by_symbol(const void *function, struct gi_function **out_function)
{
    gi_status status = front_begin();

    return status == GI_OK ? gi_lookup_function(function, out_function) : status;
}

cudaError_t cudaFuncGetName(const char **name, const void *function)
{
    struct gi_function *found;

    FRONT_NOT_NULL(name);
    FRONT_TRY(find_by_symbol(function, &found));
    *name = found->name;
    gi_object_unref(&found->object);
    return cudaSuccess;
}

cudaError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset, size_t *size)
{
    uint32_t offset_bytes, bytes;
    struct gi_function *found;
    gi_status status;

    FRONT_NOT_NULL(offset);
    FRONT_TRY(find_by_symbol(function, &found));
    status = gi_function_parameter(found, index, &offset_bytes, &bytes);
    gi_object_unref(&found->object);
    FRONT_TRY(status);
    *offset = offset_bytes;
    if (size != NULL)
        *size = bytes;
    return cudaSuccess;
}

/* ---- occupancy ------------------------------------------------------------------------------- */

gi_status gicuda_available_bytes(const char *caller, struct gi_function *function, int blocks,
                                 int block_threads, size_t *out_size)
{
    struct gi_occupancy_device device;
    struct gi_occupancy_kernel kernel;
    gi_status status = gi_occupancy_of(function, &device, &kernel);

    if (status != GI_OK)
        return status;
    if (blocks <= 0 || block_threads <= 0 ||
        gi_occupancy_blocks(&device, &kernel, (uint32_t)block_threads, 0) < (uint32_t)blocks)
        return gi_fail(GI_INVALID_VALUE, "%s: %d blocks of %d threads do not run at once", caller,
                       blocks, block_threads);
    *out_size = (size_t)gi_occupancy_dynamic_bytes(&device, &kernel, (uint32_t)blocks,
                                                   (uint32_t)block_threads);
    return GI_OK;
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, const void *function,
                                                      int blocks, int block_threads)
{
    struct gi_function *found;
    gi_status status;

    FRONT_NOT_NULL(size);
    FRONT_TRY(find_by_symbol(function, &found));
    status = gicuda_available_bytes(__func__, found, blocks, block_threads, size);
    gi_object_unref(&found->object);
    return front_error(status);
}

/* Devices have no clusters. */
static gi_status refuse_clusters(const char *caller, const void *function)
{
    struct gi_function *found;
    gi_status status = find_by_symbol(function, &found);

    if (status != GI_OK)
        return status;
    gi_object_unref(&found->object);
    return gi_fail(GI_NOT_SUPPORTED, "%s: no device has clusters", caller);
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                                 const cudaLaunchConfig_t *config)
{
    FRONT_NOT_NULL(size);
    FRONT_NOT_NULL(config);
    return front_error(refuse_clusters(__func__, function));
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function,
                                           const cudaLaunchConfig_t *config)
{
    FRONT_NOT_NULL(clusters);
    FRONT_NOT_NULL(config);
    return front_error(refuse_clusters(__func__, function));
}
