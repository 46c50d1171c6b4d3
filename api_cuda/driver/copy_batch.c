/** Copies in batches. The runtime interface has the same structs. Compiled once for each kind of
 *  default stream. */
#include "front.h"
#include "handles.h"
#include "runtime_parts.h"

_Static_assert(sizeof(CUdeviceptr) == sizeof(void *), "arrays of addresses are passed on");

CUresult cuMemcpyBatchAsync(CUdeviceptr *destinations, CUdeviceptr *sources, size_t *sizes,
                            size_t count, CUmemcpyAttributes *attributes, size_t *attribute_indices,
                            size_t attribute_count, CUstream stream)
{
    FRONT_TRY(front_begin());
    return front_error(gicuda_copy_batch(__func__, (void *const *)(void *)destinations,
                                         (const void *const *)(void *)sources, sizes, count,
                                         attributes, attribute_indices, attribute_count,
                                         front_from_stream(stream)));
}

CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP *operations,
                              unsigned long long flags, CUstream stream)
{
    FRONT_TRY(front_begin());
    FRONT_NOT_NULL(operations);
    FRONT_REQUIRE(count != 0, "%s: count is 0", __func__);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%llx, it must be 0", __func__, flags);
    return front_error(gicuda_copy_boxes(__func__, count, operations, front_from_stream(stream)));
}
