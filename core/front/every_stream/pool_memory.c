/** Memory in the order of a stream. */
#include "ops/pool_call.h"

#include "front.h"
#include "handles.h"

static gpuError_t alloc_async(const char *caller, gpuAddress_t *pointer, size_t size,
                              gi_handle pool, gpuStream_t stream)
{
    uint64_t address;

    FRONT_REQUIRE(pointer != NULL, "%s: pointer is NULL", caller);
    FRONT_CLEAR_FIRST(pointer);
    FRONT_TRY(front_begin_in(stream));
    FRONT_CLEAR(pointer);
    FRONT_TRY(gi_memory_alloc_async(size, pool, front_from_stream(stream), &address));
    *pointer = front_to_address(address);
    return gpuSuccess;
}

gpuError_t gpuMallocAsync(gpuAddress_t *pointer, size_t size, gpuStream_t stream)
{
    return alloc_async(__func__, pointer, size, 0, stream);
}

gpuError_t gpuMallocFromPoolAsync(gpuAddress_t *pointer, size_t size, gpuMemPool_t pool,
                                  gpuStream_t stream)
{
    FRONT_NOT_NULL(pointer);
    FRONT_CLEAR_FIRST(pointer);
    FRONT_TRY(front_begin_in(stream));
    FRONT_CLEAR(pointer);
    FRONT_NOT_NULL(pool);
    return alloc_async(__func__, pointer, size, front_from_pool(pool), stream);
}

gpuError_t gpuFreeAsync(gpuAddress_t pointer, gpuStream_t stream)
{
    FRONT_REQUIRE(pointer != 0 || FRONT_FREES_NULL, "%s: pointer is NULL", __func__);
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_memory_free_async(front_from_address(pointer),
                                            front_from_stream(stream)));
}
