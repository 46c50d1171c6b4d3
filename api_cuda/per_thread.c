/** More symbols for programs whose default stream is the calling thread's own. */
#include "front.h"
#include "runtime/chosen_stream.h"
#include "per_thread.h"

cudaError_t cudaEventRecordWithFlags_ptsz(cudaEvent_t event, cudaStream_t stream,
                                          unsigned int flags)
{
    return cudaEventRecordWithFlags(event, front_chosen(stream), flags);
}

cudaError_t cudaMemPrefetchAsync_ptsz(const void *pointer, size_t size,
                                      struct cudaMemLocation location, unsigned int flags,
                                      cudaStream_t stream)
{
    return cudaMemPrefetchAsync(pointer, size, location, flags, front_chosen(stream));
}

cudaError_t cudaMemPrefetchBatchAsync_ptsz(void **pointers, size_t *sizes, size_t count,
                                           struct cudaMemLocation *locations,
                                           size_t *location_starts, size_t location_count,
                                           unsigned long long flags, cudaStream_t stream)
{
    return cudaMemPrefetchBatchAsync(pointers, sizes, count, locations, location_starts,
                                     location_count, flags, front_chosen(stream));
}

cudaError_t cudaMemDiscardBatchAsync_ptsz(void **pointers, size_t *sizes, size_t count,
                                          unsigned long long flags, cudaStream_t stream)
{
    return cudaMemDiscardBatchAsync(pointers, sizes, count, flags, front_chosen(stream));
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync_ptsz(
    void **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations,
    size_t *location_starts, size_t location_count, unsigned long long flags, cudaStream_t stream)
{
    return cudaMemDiscardAndPrefetchBatchAsync(pointers, sizes, count, locations, location_starts,
                                               location_count, flags, front_chosen(stream));
}

cudaError_t cudaMallocAsync_ptsz(void **pointer, size_t size, cudaStream_t stream)
{
    return cudaMallocAsync(pointer, size, front_chosen(stream));
}

cudaError_t cudaMallocFromPoolAsync_ptsz(void **pointer, size_t size, cudaMemPool_t pool,
                                         cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(pointer, size, pool, front_chosen(stream));
}

cudaError_t cudaFreeAsync_ptsz(void *pointer, cudaStream_t stream)
{
    return cudaFreeAsync(pointer, front_chosen(stream));
}

cudaError_t cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    return cudaSignalExternalSemaphoresAsync(semaphores, parameters, count, front_chosen(stream));
}

cudaError_t cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    return cudaWaitExternalSemaphoresAsync(semaphores, parameters, count, front_chosen(stream));
}

cudaError_t cudaMemcpyToArrayAsync_ptsz(cudaArray_t destination, size_t x, size_t y,
                                        const void *source, size_t size, enum cudaMemcpyKind kind,
                                        cudaStream_t stream)
{
    return cudaMemcpyToArrayAsync(destination, x, y, source, size, kind, front_chosen(stream));
}

cudaError_t cudaMemcpyFromArrayAsync_ptsz(void *destination, cudaArray_const_t source, size_t x,
                                          size_t y, size_t size, enum cudaMemcpyKind kind,
                                          cudaStream_t stream)
{
    return cudaMemcpyFromArrayAsync(destination, source, x, y, size, kind, front_chosen(stream));
}

cudaError_t cudaMemcpy3DPeerAsync_ptsz(const struct cudaMemcpy3DPeerParms *parameters,
                                       cudaStream_t stream)
{
    return cudaMemcpy3DPeerAsync(parameters, front_chosen(stream));
}

cudaError_t cudaMemcpyBatchAsync_ptsz(void *const *destinations, const void *const *sources,
                                      const size_t *sizes, size_t count,
                                      struct cudaMemcpyAttributes *attributes,
                                      size_t *attribute_starts, size_t attribute_count,
                                      cudaStream_t stream)
{
    return cudaMemcpyBatchAsync(destinations, sources, sizes, count, attributes, attribute_starts,
                                attribute_count, front_chosen(stream));
}

cudaError_t cudaMemcpy3DBatchAsync_ptsz(size_t count, struct cudaMemcpy3DBatchOp *operations,
                                        unsigned long long flags, cudaStream_t stream)
{
    return cudaMemcpy3DBatchAsync(count, operations, flags, front_chosen(stream));
}

cudaError_t cudaStreamGetId_ptsz(cudaStream_t stream, unsigned long long *id)
{
    return cudaStreamGetId(front_chosen(stream), id);
}

cudaError_t cudaStreamGetDevice_ptsz(cudaStream_t stream, int *device)
{
    return cudaStreamGetDevice(front_chosen(stream), device);
}

cudaError_t cudaStreamGetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                        cudaLaunchAttributeValue *value)
{
    return cudaStreamGetAttribute(front_chosen(stream), attribute, value);
}

cudaError_t cudaStreamSetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                        const cudaLaunchAttributeValue *value)
{
    return cudaStreamSetAttribute(front_chosen(stream), attribute, value);
}

cudaError_t cudaStreamAttachMemAsync_ptsz(cudaStream_t stream, void *pointer, size_t size,
                                          unsigned int flags)
{
    return cudaStreamAttachMemAsync(front_chosen(stream), pointer, size, flags);
}

cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                          unsigned long long *id, cudaGraph_t *graph,
                                          const cudaGraphNode_t **dependencies,
                                          const cudaGraphEdgeData **edges, size_t *dependency_count)
{
    return cudaStreamGetCaptureInfo(front_chosen(stream), status, id, graph, dependencies, edges,
                                    dependency_count);
}

cudaError_t cudaStreamCopyAttributes_ptsz(cudaStream_t destination, cudaStream_t source)
{
    return cudaStreamCopyAttributes(front_chosen(destination), front_chosen(source));
}

cudaError_t cudaGraphInstantiateWithParams_ptsz(cudaGraphExec_t *exec, cudaGraph_t graph,
                                                cudaGraphInstantiateParams *parameters)
{
    cudaGraphInstantiateParams chosen;
    cudaError_t error;

    FRONT_NOT_NULL(parameters);
    chosen = *parameters;
    chosen.uploadStream = front_chosen(parameters->uploadStream);
    error = cudaGraphInstantiateWithParams(exec, graph, &chosen);
    parameters->errNode_out = chosen.errNode_out;
    parameters->result_out = chosen.result_out;
    return error;
}

cudaError_t cudaGraphUpload_ptsz(cudaGraphExec_t exec, cudaStream_t stream)
{
    return cudaGraphUpload(exec, front_chosen(stream));
}

cudaError_t cudaStreamBeginCaptureToGraph_ptsz(cudaStream_t stream, cudaGraph_t graph,
                                               const cudaGraphNode_t *dependencies,
                                               const cudaGraphEdgeData *edges, size_t count,
                                               enum cudaStreamCaptureMode mode)
{
    return cudaStreamBeginCaptureToGraph(front_chosen(stream), graph, dependencies, edges, count,
                                         mode);
}

cudaError_t cudaStreamUpdateCaptureDependencies_ptsz(cudaStream_t stream,
                                                     cudaGraphNode_t *dependencies,
                                                     const cudaGraphEdgeData *edges, size_t count,
                                                     unsigned int flags)
{
    return cudaStreamUpdateCaptureDependencies(front_chosen(stream), dependencies, edges, count,
                                               flags);
}
