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

/* CUDA 10.0 had no modes, and refused no call of the host that is unsafe today. */
CUresult cuStreamBeginCapture(CUstream stream)
{
    return cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_RELAXED);
}

CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id)
{
    return cuStreamGetCaptureInfo_v3(stream, status, id, NULL, NULL, NULL, NULL);
}

CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                   CUgraph *graph, const CUgraphNode **dependencies,
                                   size_t *dependency_count)
{
    return cuStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, NULL,
                                     dependency_count);
}

CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *dependencies, size_t count,
                                           unsigned int flags)
{
    return cuStreamUpdateCaptureDependencies_v2(stream, dependencies, NULL, count, flags);
}
