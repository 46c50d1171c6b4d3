#include "call_configuration.h"

#include "handles.h"
#include "module/configuration.h"

gpuError_t front_push_configuration(dim3 grid, dim3 block, size_t shared_bytes,
                                    gpuStream_t stream)
{
    const struct gi_configuration launch = {
        .grid = { grid.x, grid.y, grid.z }, .block = { block.x, block.y, block.z },
        .shared_bytes = shared_bytes, .stream = front_from_stream(stream),
    };

    return front_error(gi_configuration_push(&launch));
}

gpuError_t front_pop_configuration(const char *caller, dim3 *grid, dim3 *block,
                                   size_t *shared_bytes, gpuStream_t *stream)
{
    struct gi_configuration launch;

    FRONT_REQUIRE(grid != NULL, "%s: grid is NULL", caller);
    FRONT_REQUIRE(block != NULL, "%s: block is NULL", caller);
    FRONT_REQUIRE(shared_bytes != NULL, "%s: shared_bytes is NULL", caller);
    FRONT_REQUIRE(stream != NULL, "%s: stream is NULL", caller);
    FRONT_TRY(gi_configuration_pop(&launch));
    *grid = (dim3){ launch.grid[0], launch.grid[1], launch.grid[2] };
    *block = (dim3){ launch.block[0], launch.block[1], launch.block[2] };
    *shared_bytes = (size_t)launch.shared_bytes;
    *stream = front_to_stream(launch.stream);
    return gpuSuccess;
}
