#include "occupancy.h"

#include "base/handle.h"
#include "module/function.h"
#include "module/lookup.h"
#include "module/occupancy.h"

static gi_status check_flags(const char *caller, unsigned int flags)
{
    if ((flags & ~(unsigned int)gpuOccupancyDisableCachingOverride) == 0)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "%s: flags are 0x%x; 0 and 1 exist", caller, flags);
}

gi_status front_active_blocks(const char *caller, struct gi_function *function, int block_threads,
                              size_t dynamic_bytes, unsigned int flags, int *out_blocks)
{
    struct gi_occupancy_device device;
    struct gi_occupancy_kernel kernel;
    gi_status status = check_flags(caller, flags);

    if (status == GI_OK && block_threads <= 0)
        status = gi_fail(GI_INVALID_VALUE, "%s: the block has %d threads", caller, block_threads);
    if (status == GI_OK)
        status = gi_occupancy_of(function, &device, &kernel);
    if (status == GI_OK)
        *out_blocks = (int)gi_occupancy_blocks(&device, &kernel, (uint32_t)block_threads,
                                               dynamic_bytes);
    return status;
}

gi_status front_potential_block(const char *caller, struct gi_function *function,
                                size_t dynamic_bytes, int limit, unsigned int flags,
                                int *out_grid, int *out_block)
{
    struct gi_occupancy_device device;
    struct gi_occupancy_kernel kernel;
    uint32_t blocks, threads;
    gi_status status = check_flags(caller, flags);

    if (status == GI_OK && limit < 0)
        status = gi_fail(GI_INVALID_VALUE, "%s: the limit of the block is %d", caller, limit);
    if (status == GI_OK)
        status = gi_occupancy_of(function, &device, &kernel);
    if (status != GI_OK)
        return status;
    gi_occupancy_potential(&device, &kernel, dynamic_bytes, (uint32_t)limit, &blocks, &threads);
    *out_grid = (int)blocks;
    *out_block = (int)threads;
    return GI_OK;
}

static gi_status active(const char *caller, const void *function, int block_threads,
                        size_t dynamic_bytes, unsigned int flags, int *out_blocks)
{
    struct gi_function *found;
    gi_status status = front_begin();

    if (status == GI_OK)
        status = gi_lookup_function(function, &found);
    if (status != GI_OK)
        return status;
    status = front_active_blocks(caller, found, block_threads, dynamic_bytes, flags, out_blocks);
    gi_object_unref(&found->object);
    return status;
}

gpuError_t gpuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                        int block_threads, size_t dynamic_bytes)
{
    FRONT_NOT_NULL(blocks);
    return front_error(active(__func__, function, block_threads, dynamic_bytes, 0, blocks));
}

gpuError_t gpuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block_threads, size_t dynamic_bytes, unsigned int flags)
{
    FRONT_NOT_NULL(blocks);
    return front_error(active(__func__, function, block_threads, dynamic_bytes, flags, blocks));
}
