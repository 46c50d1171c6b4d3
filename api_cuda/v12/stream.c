/** Streams and events: CUDA 12's older and newer names of functions that CUDA 13 has under one
 *  name. */
#include "front.h"
#include "v12.h"

cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    return cudaEventElapsedTime(milliseconds, start, end);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id)
{
    return cudaStreamGetCaptureInfo_v3(stream, status, id, NULL, NULL, NULL, NULL);
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **dependencies,
                                        size_t *dependency_count)
{
    return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies, NULL,
                                       dependency_count);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                size_t count, unsigned int flags)
{
    return cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, NULL, count, flags);
}
