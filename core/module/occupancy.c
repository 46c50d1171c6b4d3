#include "occupancy.h"

#include "base/least.h"
#include "function.h"
#include "function_facts.h"
#include "queue/device_state.h"
#include "residency.h"

/* Threads are counted in whole warps, shared memory in whole granules. */
#define GRANULE_BYTES 256u

/* Of a multiprocessor of 1024 threads, as those of 7.5. One of 8.0 has twice as many of both. */
#define MOST_BLOCKS 16u

static uint64_t up(uint64_t value, uint32_t step)
{
    return (value + step - 1) / step * step;
}

struct gi_occupancy_device gi_occupancy_device(const struct gi_device_info *info)
{
    return (struct gi_occupancy_device){
        .threads = info->max_group_threads,
        .blocks = MOST_BLOCKS,
        .shared_bytes = info->max_shared_bytes,
        .block_shared_bytes = info->max_shared_bytes,
        .units = info->compute_units != 0 ? info->compute_units : 1,
    };
}

uint32_t gi_occupancy_blocks(const struct gi_occupancy_device *device,
                             const struct gi_occupancy_kernel *kernel, uint32_t threads,
                             uint64_t dynamic_bytes)
{
    uint32_t blocks = device->blocks;
    uint64_t shared;

    if (threads == 0 || threads > kernel->most_threads ||
        dynamic_bytes > kernel->most_dynamic_bytes)
        return 0;
    shared = kernel->shared_bytes + dynamic_bytes;
    if (shared > device->block_shared_bytes)
        return 0;
    blocks = gi_least_u32(blocks, (uint32_t)(device->threads / up(threads, GI_WARP_THREADS)));
    shared = up(shared, GRANULE_BYTES);
    if (shared > device->shared_bytes)           /* the last granule is cut off */
        shared = device->shared_bytes;
    if (shared != 0)
        blocks = gi_least_u32(blocks, (uint32_t)(device->shared_bytes / shared));
    return blocks != 0 ? blocks : 1;
}

uint64_t gi_occupancy_dynamic_bytes(const struct gi_occupancy_device *device,
                                    const struct gi_occupancy_kernel *kernel, uint32_t blocks,
                                    uint32_t threads)
{
    uint32_t each;

    if (blocks == 0 || gi_occupancy_blocks(device, kernel, threads, 0) < blocks)
        return 0;
    each = device->shared_bytes / blocks;
    if (blocks > 1)
        each = each / GRANULE_BYTES * GRANULE_BYTES;
    each = gi_least_u32(each, device->block_shared_bytes);
    if (each <= kernel->shared_bytes)
        return 0;
    return gi_least_u32(each - kernel->shared_bytes, kernel->most_dynamic_bytes);
}

void gi_occupancy_potential(const struct gi_occupancy_device *device,
                            const struct gi_occupancy_kernel *kernel, uint64_t dynamic_bytes,
                            uint32_t limit, uint32_t *out_blocks, uint32_t *out_threads)
{
    uint32_t most = limit != 0 ? gi_least_u32(limit, kernel->most_threads) : kernel->most_threads;
    uint32_t threads = most;
    uint64_t best = 0;

    *out_blocks = 0;
    *out_threads = 0;
    while (threads > 0) {
        uint32_t blocks = gi_occupancy_blocks(device, kernel, threads, dynamic_bytes);

        if ((uint64_t)blocks * threads > best) {
            best = (uint64_t)blocks * threads;
            *out_blocks = blocks * device->units;
            *out_threads = threads;
        }
        threads = (threads - 1) / GI_WARP_THREADS * GI_WARP_THREADS;
    }
}

/* Blocks that wait for each other. */
static gi_status limit_to_residents(struct gi_device *device, struct gi_occupancy_device *out)
{
    uint32_t blocks;
    gi_status status = gi_residency_blocks(device, &blocks);

    if (status != GI_OK)
        return status;
    blocks /= out->units;
    out->blocks = gi_least_u32(out->blocks, blocks != 0 ? blocks : 1);
    return GI_OK;
}

gi_status gi_occupancy_of(struct gi_function *function, struct gi_occupancy_device *out_device,
                          struct gi_occupancy_kernel *out_kernel)
{
    gi_status status = gi_function_translate(function);

    if (status != GI_OK)
        return status;
    *out_device = gi_occupancy_device(gi_function_info(function));
    if (function->kernel->uses_grid_barrier)
        status = limit_to_residents(function->module->device, out_device);
    *out_kernel = (struct gi_occupancy_kernel){
        .shared_bytes = function->kernel->shared_bytes,
        .most_threads = gi_function_most_threads(function),
        .most_dynamic_bytes = gi_function_most_dynamic(function),
    };
    return status;
}
