/** As legacy.c, for functions that use the default stream. Compiled once for each kind of it. */
#include "legacy.h"

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr pointer, cuuint32_t value,
                             unsigned int flags)
{
    return cuStreamWaitValue32_v2(stream, pointer, value, flags);
}

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr pointer, cuuint64_t value,
                             unsigned int flags)
{
    return cuStreamWaitValue64_v2(stream, pointer, value, flags);
}

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr pointer, cuuint32_t value,
                              unsigned int flags)
{
    return cuStreamWriteValue32_v2(stream, pointer, value, flags);
}

CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr pointer, cuuint64_t value,
                              unsigned int flags)
{
    return cuStreamWriteValue64_v2(stream, pointer, value, flags);
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                            CUstreamBatchMemOpParams *operations, unsigned int flags)
{
    return cuStreamBatchMemOp_v2(stream, count, operations, flags);
}

CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t size, CUdevice device, CUstream stream)
{
    return cuMemPrefetchAsync_v2(pointer, size, gicu_location_of(device), 0, stream);
}
