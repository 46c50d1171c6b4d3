/** The symbols of these functions in programs whose default stream is the calling thread's own. */
#include "front.h"
#include "v12.h"

static cudaStream_t chosen(cudaStream_t stream)
{
    return stream ? stream : cudaStreamPerThread;
}

cudaError_t cudaMemPrefetchAsync_ptsz(const void *pointer, size_t size, int device,
                                      cudaStream_t stream)
{
    return cudaMemPrefetchAsync(pointer, size, device, chosen(stream));
}

cudaError_t cudaMemcpyBatchAsync_ptsz(void **destinations, void **sources, size_t *sizes,
                                      size_t count, struct cudaMemcpyAttributes *attributes,
                                      size_t *attribute_starts, size_t attribute_count,
                                      size_t *fail_index, cudaStream_t stream)
{
    return cudaMemcpyBatchAsync(destinations, sources, sizes, count, attributes, attribute_starts,
                                attribute_count, fail_index, chosen(stream));
}

cudaError_t cudaMemcpy3DBatchAsync_ptsz(size_t count, struct cudaMemcpy3DBatchOp *operations,
                                        size_t *fail_index, unsigned long long flags,
                                        cudaStream_t stream)
{
    return cudaMemcpy3DBatchAsync(count, operations, fail_index, flags, chosen(stream));
}

cudaError_t cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams_v1 *parameters, unsigned int count,
    cudaStream_t stream)
{
    return cudaSignalExternalSemaphoresAsync(semaphores, parameters, count, chosen(stream));
}

cudaError_t cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams_v1 *parameters, unsigned int count,
    cudaStream_t stream)
{
    return cudaWaitExternalSemaphoresAsync(semaphores, parameters, count, chosen(stream));
}

cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                          unsigned long long *id)
{
    return cudaStreamGetCaptureInfo(chosen(stream), status, id);
}

cudaError_t cudaStreamGetCaptureInfo_v2_ptsz(cudaStream_t stream,
                                             enum cudaStreamCaptureStatus *status,
                                             unsigned long long *id, cudaGraph_t *graph,
                                             const cudaGraphNode_t **dependencies,
                                             size_t *dependency_count)
{
    return cudaStreamGetCaptureInfo_v2(chosen(stream), status, id, graph, dependencies,
                                       dependency_count);
}

cudaError_t cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t stream,
                                                     cudaGraphNode_t *dependencies, size_t count,
                                                     unsigned int flags)
{
    return cudaStreamUpdateCaptureDependencies(chosen(stream), dependencies, count, flags);
}
