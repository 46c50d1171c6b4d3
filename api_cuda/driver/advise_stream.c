/** Moves of managed memory in the order of a stream. Compiled once for each kind of default
 *  stream. */
#include "front.h"
#include "handles.h"
#include "pools/managed.h"
#include "runtime_parts.h"

CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t size, CUmemLocation location,
                            unsigned int flags, CUstream stream)
{
    FRONT_TRY(front_begin());
    FRONT_REQUIRE(pointer != 0, "%s: pointer is NULL", __func__);
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    return front_error(gicuda_prefetch(__func__, pointer, size, (int)location.type, location.id,
                                       front_from_stream(stream)));
}

CUresult cuMemPrefetchBatchAsync(CUdeviceptr *pointers, size_t *sizes, size_t count,
                                 CUmemLocation *locations, size_t *location_indices,
                                 size_t location_count, unsigned long long flags, CUstream stream)
{
    FRONT_TRY(front_begin());
    return front_error(gicuda_prefetch_batch(__func__, (void *const *)(void *)pointers, sizes,
                                             count, locations, location_indices, location_count,
                                             flags, front_from_stream(stream)));
}

CUresult cuMemDiscardBatchAsync(CUdeviceptr *pointers, size_t *sizes, size_t count,
                                unsigned long long flags, CUstream stream)
{
    FRONT_TRY(front_begin());
    return front_error(gicuda_discard_batch(__func__, (void *const *)(void *)pointers, sizes, count,
                                            flags, front_from_stream(stream)));
}

CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *pointers, size_t *sizes, size_t count,
                                           CUmemLocation *locations, size_t *location_indices,
                                           size_t location_count, unsigned long long flags,
                                           CUstream stream)
{
    FRONT_TRY(front_begin());
    return front_error(gicuda_prefetch_batch(__func__, (void *const *)(void *)pointers, sizes,
                                             count, locations, location_indices, location_count,
                                             flags, front_from_stream(stream)));
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer, size_t size,
                                unsigned int flags)
{
    FRONT_TRY(front_begin());
    return front_error(gi_stream_attach(front_from_stream(stream), pointer, size, flags));
}

CUresult cuMemBatchDecompressAsync(CUmemDecompressParams *parameters, size_t count,
                                   unsigned int flags, size_t *error_index, CUstream stream)
{
    (void)count, (void)flags, (void)error_index, (void)stream;
    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: no device decompresses", __func__));
}
