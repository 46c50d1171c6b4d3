/** The other symbols of functions that take or mean the default stream, for programs whose default
 *  stream is the calling thread's own. */
#include "per_thread.h"

/** The stream that a program means whose NULL stream is the thread's own. */
static cudaStream_t chosen(cudaStream_t stream)
{
    return stream ? stream : cudaStreamPerThread;
}

cudaError_t cudaStreamQuery_ptsz(cudaStream_t stream)
{
    return cudaStreamQuery(chosen(stream));
}

cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream)
{
    return cudaStreamSynchronize(chosen(stream));
}

cudaError_t cudaStreamWaitEvent_ptsz(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    return cudaStreamWaitEvent(chosen(stream), event, flags);
}

cudaError_t cudaStreamAddCallback_ptsz(cudaStream_t stream, cudaStreamCallback_t callback,
                                       void *user_data, unsigned int flags)
{
    return cudaStreamAddCallback(chosen(stream), callback, user_data, flags);
}

cudaError_t cudaLaunchHostFunc_ptsz(cudaStream_t stream, cudaHostFn_t function, void *user_data)
{
    return cudaLaunchHostFunc(chosen(stream), function, user_data);
}

cudaError_t cudaStreamGetFlags_ptsz(cudaStream_t stream, unsigned int *flags)
{
    return cudaStreamGetFlags(chosen(stream), flags);
}

cudaError_t cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream)
{
    return cudaEventRecord(event, chosen(stream));
}

cudaError_t cudaEventRecordWithFlags_ptsz(cudaEvent_t event, cudaStream_t stream,
                                          unsigned int flags)
{
    return cudaEventRecordWithFlags(event, chosen(stream), flags);
}

cudaError_t cudaMemPrefetchAsync_ptsz(const void *pointer, size_t size,
                                      struct cudaMemLocation location, unsigned int flags,
                                      cudaStream_t stream)
{
    return cudaMemPrefetchAsync(pointer, size, location, flags, chosen(stream));
}

cudaError_t cudaMemPrefetchBatchAsync_ptsz(void **pointers, size_t *sizes, size_t count,
                                           struct cudaMemLocation *locations,
                                           size_t *location_starts, size_t location_count,
                                           unsigned long long flags, cudaStream_t stream)
{
    return cudaMemPrefetchBatchAsync(pointers, sizes, count, locations, location_starts,
                                     location_count, flags, chosen(stream));
}

cudaError_t cudaMemDiscardBatchAsync_ptsz(void **pointers, size_t *sizes, size_t count,
                                          unsigned long long flags, cudaStream_t stream)
{
    return cudaMemDiscardBatchAsync(pointers, sizes, count, flags, chosen(stream));
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync_ptsz(
    void **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations,
    size_t *location_starts, size_t location_count, unsigned long long flags, cudaStream_t stream)
{
    return cudaMemDiscardAndPrefetchBatchAsync(pointers, sizes, count, locations, location_starts,
                                               location_count, flags, chosen(stream));
}

cudaError_t cudaMemsetAsync_ptsz(void *pointer, int value, size_t size, cudaStream_t stream)
{
    return cudaMemsetAsync(pointer, value, size, chosen(stream));
}

cudaError_t cudaMemcpyAsync_ptsz(void *destination, const void *source, size_t size,
                                 enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return cudaMemcpyAsync(destination, source, size, kind, chosen(stream));
}

cudaError_t cudaMallocAsync_ptsz(void **pointer, size_t size, cudaStream_t stream)
{
    return cudaMallocAsync(pointer, size, chosen(stream));
}

cudaError_t cudaMallocFromPoolAsync_ptsz(void **pointer, size_t size, cudaMemPool_t pool,
                                         cudaStream_t stream)
{
    return cudaMallocFromPoolAsync(pointer, size, pool, chosen(stream));
}

cudaError_t cudaFreeAsync_ptsz(void *pointer, cudaStream_t stream)
{
    return cudaFreeAsync(pointer, chosen(stream));
}

cudaError_t cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    return cudaSignalExternalSemaphoresAsync(semaphores, parameters, count, chosen(stream));
}

cudaError_t cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams *parameters, unsigned int count,
    cudaStream_t stream)
{
    return cudaWaitExternalSemaphoresAsync(semaphores, parameters, count, chosen(stream));
}

cudaError_t cudaMemcpy2DAsync_ptsz(void *destination, size_t destination_pitch, const void *source,
                                   size_t source_pitch, size_t width, size_t height,
                                   enum cudaMemcpyKind kind, cudaStream_t stream)
{
    return cudaMemcpy2DAsync(destination, destination_pitch, source, source_pitch, width, height,
                             kind, chosen(stream));
}

cudaError_t cudaMemcpy2DToArrayAsync_ptsz(cudaArray_t destination, size_t x, size_t y,
                                          const void *source, size_t source_pitch, size_t width,
                                          size_t height, enum cudaMemcpyKind kind,
                                          cudaStream_t stream)
{
    return cudaMemcpy2DToArrayAsync(destination, x, y, source, source_pitch, width, height, kind,
                                    chosen(stream));
}

cudaError_t cudaMemcpy2DFromArrayAsync_ptsz(void *destination, size_t destination_pitch,
                                            cudaArray_const_t source, size_t x, size_t y,
                                            size_t width, size_t height, enum cudaMemcpyKind kind,
                                            cudaStream_t stream)
{
    return cudaMemcpy2DFromArrayAsync(destination, destination_pitch, source, x, y, width, height,
                                      kind, chosen(stream));
}

cudaError_t cudaMemcpyToArrayAsync_ptsz(cudaArray_t destination, size_t x, size_t y,
                                        const void *source, size_t size, enum cudaMemcpyKind kind,
                                        cudaStream_t stream)
{
    return cudaMemcpyToArrayAsync(destination, x, y, source, size, kind, chosen(stream));
}

cudaError_t cudaMemcpyFromArrayAsync_ptsz(void *destination, cudaArray_const_t source, size_t x,
                                          size_t y, size_t size, enum cudaMemcpyKind kind,
                                          cudaStream_t stream)
{
    return cudaMemcpyFromArrayAsync(destination, source, x, y, size, kind, chosen(stream));
}

cudaError_t cudaMemcpy3DAsync_ptsz(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream)
{
    return cudaMemcpy3DAsync(parameters, chosen(stream));
}

cudaError_t cudaMemcpy3DPeerAsync_ptsz(const struct cudaMemcpy3DPeerParms *parameters,
                                       cudaStream_t stream)
{
    return cudaMemcpy3DPeerAsync(parameters, chosen(stream));
}

cudaError_t cudaMemset2DAsync_ptsz(void *pointer, size_t pitch, int value, size_t width,
                                   size_t height, cudaStream_t stream)
{
    return cudaMemset2DAsync(pointer, pitch, value, width, height, chosen(stream));
}

cudaError_t cudaMemset3DAsync_ptsz(struct cudaPitchedPtr pitched, int value,
                                   struct cudaExtent extent, cudaStream_t stream)
{
    return cudaMemset3DAsync(pitched, value, extent, chosen(stream));
}

cudaError_t cudaMemcpyBatchAsync_ptsz(void *const *destinations, const void *const *sources,
                                      const size_t *sizes, size_t count,
                                      struct cudaMemcpyAttributes *attributes,
                                      size_t *attribute_starts, size_t attribute_count,
                                      cudaStream_t stream)
{
    return cudaMemcpyBatchAsync(destinations, sources, sizes, count, attributes, attribute_starts,
                                attribute_count, chosen(stream));
}

cudaError_t cudaMemcpy3DBatchAsync_ptsz(size_t count, struct cudaMemcpy3DBatchOp *operations,
                                        unsigned long long flags, cudaStream_t stream)
{
    return cudaMemcpy3DBatchAsync(count, operations, flags, chosen(stream));
}

cudaError_t cudaStreamGetPriority_ptsz(cudaStream_t stream, int *priority)
{
    return cudaStreamGetPriority(chosen(stream), priority);
}

cudaError_t cudaStreamGetId_ptsz(cudaStream_t stream, unsigned long long *id)
{
    return cudaStreamGetId(chosen(stream), id);
}

cudaError_t cudaStreamGetDevice_ptsz(cudaStream_t stream, int *device)
{
    return cudaStreamGetDevice(chosen(stream), device);
}

cudaError_t cudaStreamGetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                        cudaLaunchAttributeValue *value)
{
    return cudaStreamGetAttribute(chosen(stream), attribute, value);
}

cudaError_t cudaStreamSetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                        const cudaLaunchAttributeValue *value)
{
    return cudaStreamSetAttribute(chosen(stream), attribute, value);
}

cudaError_t cudaStreamAttachMemAsync_ptsz(cudaStream_t stream, void *pointer, size_t size,
                                          unsigned int flags)
{
    return cudaStreamAttachMemAsync(chosen(stream), pointer, size, flags);
}

cudaError_t cudaStreamIsCapturing_ptsz(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    return cudaStreamIsCapturing(chosen(stream), status);
}

cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                          unsigned long long *id, cudaGraph_t *graph,
                                          const cudaGraphNode_t **dependencies,
                                          const cudaGraphEdgeData **edges, size_t *dependency_count)
{
    return cudaStreamGetCaptureInfo(chosen(stream), status, id, graph, dependencies, edges,
                                    dependency_count);
}

cudaError_t cudaStreamCopyAttributes_ptsz(cudaStream_t destination, cudaStream_t source)
{
    return cudaStreamCopyAttributes(chosen(destination), chosen(source));
}
