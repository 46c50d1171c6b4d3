/** Occupancy: calls that the driver interface alone has. */
#include "available_bytes.h"
#include "driver.h"

#include "module/function.h"
#include "module/lookup.h"
#include "module/occupancy.h"
#include "runtime/occupancy.h"

/* The block of most threads at once, where each size of block has its own dynamic shared memory. Of
 * equal ones the largest is taken. */
static void search(const struct gi_occupancy_device *device,
                   const struct gi_occupancy_kernel *kernel, CUoccupancyB2DSize bytes_of_block,
                   uint32_t limit, int *out_grid, int *out_block)
{
    uint32_t most = limit == 0 || limit > kernel->most_threads ? kernel->most_threads : limit;
    uint32_t best = 0, best_blocks = 0, block = most;

    while (block != 0) {
        uint32_t blocks = gi_occupancy_blocks(device, kernel, block, bytes_of_block((int)block));

        if ((uint64_t)blocks * block > (uint64_t)best_blocks * best) {
            best = block;
            best_blocks = blocks;
        }
        block = block <= GI_WARP_THREADS ? 0 : (block - 1) / GI_WARP_THREADS * GI_WARP_THREADS;
    }
    *out_grid = (int)(best_blocks * device->units);
    *out_block = (int)best;
}

static gi_status potential(const char *caller, struct gi_function *function,
                           CUoccupancyB2DSize bytes_of_block, size_t dynamic_bytes, int limit,
                           unsigned int flags, int *out_grid, int *out_block)
{
    struct gi_occupancy_device device;
    struct gi_occupancy_kernel kernel;
    gi_status status = front_potential_block(caller, function, dynamic_bytes, limit, flags,
                                             out_grid, out_block);

    if (status == GI_OK && bytes_of_block != NULL)
        status = gi_occupancy_of(function, &device, &kernel);
    if (status == GI_OK && bytes_of_block != NULL)
        search(&device, &kernel, bytes_of_block, (uint32_t)limit, out_grid, out_block);
    return status;
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction function,
                                                   CUoccupancyB2DSize bytes_of_block,
                                                   size_t dynamic_bytes, int limit,
                                                   unsigned int flags)
{
    struct gi_function *found;
    gi_status status;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(grid);
    CU_NOT_NULL(block);
    CU_TRY(gi_lookup_function(function, &found));
    status = potential(__func__, found, bytes_of_block, dynamic_bytes, limit, flags, grid, block);
    gi_object_unref(&found->object);
    return gicu_error(status);
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
                                          CUoccupancyB2DSize bytes_of_block, size_t dynamic_bytes,
                                          int limit)
{
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, bytes_of_block,
                                                     dynamic_bytes, limit, 0);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *size, CUfunction function, int blocks,
                                                 int block_threads)
{
    struct gi_function *found;
    gi_status status;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(size);
    CU_TRY(gi_lookup_function(function, &found));
    status = gicuda_available_bytes(__func__, found, blocks, block_threads, size);
    gi_object_unref(&found->object);
    return gicu_error(status);
}

/* Devices have no clusters. */
static CUresult refuse_clusters(const char *caller, const int *number, CUfunction function,
                                const CUlaunchConfig *config)
{
    struct gi_function *found;

    CU_TRY(gicu_begin());
    CU_REQUIRE(number != NULL && config != NULL, "%s: a pointer is NULL", caller);
    CU_TRY(gi_lookup_function(function, &found));
    gi_object_unref(&found->object);
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: no device has clusters", caller));
}

CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function,
                                            const CUlaunchConfig *config)
{
    return refuse_clusters(__func__, size, function, config);
}

CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function,
                                      const CUlaunchConfig *config)
{
    return refuse_clusters(__func__, clusters, function, config);
}
