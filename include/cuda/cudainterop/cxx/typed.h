/** Overloads for C++ with typed pointers, or with fewer arguments; a part of cuda_runtime.h. */
#ifndef GPUINTEROP_CUDA_TYPED_H
#define GPUINTEROP_CUDA_TYPED_H

#include "../../cuda_runtime_api.h"

#ifdef __cplusplus

/* Each calls the function of its name and returns its result, without a cast to void ** in the
 * program. */

template <class _Tp> static inline cudaError_t cudaMalloc(_Tp **pointer, size_t size)
{
    return ::cudaMalloc((void **)pointer, size);
}

template <class _Tp> static inline cudaError_t cudaMallocPitch(
    _Tp **pointer, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)pointer, pitch, width, height);
}

template <class _Tp> static inline cudaError_t cudaMallocManaged(
    _Tp **pointer, size_t size, unsigned int flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)pointer, size, flags);
}

template <class _Tp> static inline cudaError_t cudaStreamAttachMemAsync(
    cudaStream_t stream, _Tp *pointer, size_t size = 0, unsigned int flags = cudaMemAttachSingle)
{
    return ::cudaStreamAttachMemAsync(stream, (void *)pointer, size, flags);
}

template <class _Tp> static inline cudaError_t cudaHostAlloc(_Tp **pointer, size_t size,
                                                             unsigned int flags)
{
    return ::cudaHostAlloc((void **)pointer, size, flags);
}

template <class _Tp> static inline cudaError_t cudaHostGetDevicePointer(
    _Tp **device_pointer, void *host_pointer, unsigned int flags)
{
    return ::cudaHostGetDevicePointer(reinterpret_cast<void **>(device_pointer), host_pointer,
                                      flags);
}

/* The form of CUDA 11, which has no flags. Nothing is written about a failure. */
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                               cudaGraphNode_t *error_node, char *log, size_t size)
{
    (void)error_node;
    (void)log;
    (void)size;
    return ::cudaGraphInstantiate(exec, graph, 0);
}

/* The form of CUDA 11, which gives the parts of cudaGraphExecUpdateResultInfo. */
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                              cudaGraphNode_t *error_node,
                                              enum cudaGraphExecUpdateResult *result)
{
    cudaGraphExecUpdateResultInfo info = {};
    cudaError_t status = ::cudaGraphExecUpdate(exec, graph, &info);
    if (error_node != 0)
        *error_node = info.errorNode;
    if (result != 0)
        *result = info.result;
    return status;
}

/* A user object that deletes the object of C++ which it is made of. */

#if __cplusplus >= 201103L
template <class _Tp> static inline cudaError_t cudaUserObjectCreate(
    cudaUserObject_t *object, _Tp *wrapped, unsigned int references, unsigned int flags)
{
    return ::cudaUserObjectCreate(object, wrapped,
                                  [](void *gone) { delete reinterpret_cast<_Tp *>(gone); },
                                  references, flags);
}

template <class _Tp> static inline cudaError_t cudaUserObjectCreate(
    cudaUserObject_t *object, _Tp *wrapped, unsigned int references, cudaUserObjectFlags flags)
{
    return cudaUserObjectCreate(object, wrapped, references, (unsigned int)flags);
}
#endif

/* Host memory with the flags of cudaHostAlloc. */

static inline cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned int flags)
{
    return ::cudaHostAlloc(pointer, size, flags);
}

template <class _Tp> static inline cudaError_t cudaMallocHost(_Tp **pointer, size_t size,
                                                              unsigned int flags = 0)
{
    return ::cudaHostAlloc((void **)pointer, size, flags);
}

/* Memory in stream order. The short name also allocates from a pool. */

template <class _Tp> static inline cudaError_t cudaMallocAsync(
    _Tp **pointer, size_t size, cudaStream_t stream)
{
    return ::cudaMallocAsync((void **)pointer, size, stream);
}

static inline cudaError_t cudaMallocAsync(
    void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync(pointer, size, pool, stream);
}

template <class _Tp> static inline cudaError_t cudaMallocAsync(
    _Tp **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)pointer, size, pool, stream);
}

template <class _Tp> static inline cudaError_t cudaMallocFromPoolAsync(
    _Tp **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
    return ::cudaMallocFromPoolAsync((void **)pointer, size, pool, stream);
}

/* Batches. The shorter forms take one location or one set of attributes for all items. */

template <class _Tp, class _Up> static inline cudaError_t cudaMemcpyBatchAsync(
    _Tp *const *destinations, _Up *const *sources, const size_t *sizes, size_t count,
    struct cudaMemcpyAttributes *attributes, size_t *attribute_starts, size_t attribute_count,
    cudaStream_t stream)
{
    return ::cudaMemcpyBatchAsync(reinterpret_cast<void *const *>(destinations),
                                  reinterpret_cast<const void *const *>(sources), sizes, count,
                                  attributes, attribute_starts, attribute_count, stream);
}

template <class _Tp, class _Up> static inline cudaError_t cudaMemcpyBatchAsync(
    _Tp *const *destinations, _Up *const *sources, const size_t *sizes, size_t count,
    struct cudaMemcpyAttributes attributes, cudaStream_t stream)
{
    size_t start = 0;
    return ::cudaMemcpyBatchAsync(reinterpret_cast<void *const *>(destinations),
                                  reinterpret_cast<const void *const *>(sources), sizes, count,
                                  &attributes, &start, 1, stream);
}

template <class _Tp> static inline cudaError_t cudaMemPrefetchBatchAsync(
    _Tp **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations,
    size_t *location_starts, size_t location_count, unsigned long long flags, cudaStream_t stream)
{
    return ::cudaMemPrefetchBatchAsync((void **)pointers, sizes, count, locations,
                                       location_starts, location_count, flags, stream);
}

template <class _Tp> static inline cudaError_t cudaMemPrefetchBatchAsync(
    _Tp **pointers, size_t *sizes, size_t count, struct cudaMemLocation location,
    unsigned long long flags, cudaStream_t stream)
{
    size_t start = 0;
    return ::cudaMemPrefetchBatchAsync((void **)pointers, sizes, count, &location,
                                       &start, 1, flags, stream);
}

template <class _Tp> static inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    _Tp **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations,
    size_t *location_starts, size_t location_count, unsigned long long flags, cudaStream_t stream)
{
    return ::cudaMemDiscardAndPrefetchBatchAsync((void **)pointers, sizes, count,
                                                 locations, location_starts, location_count, flags,
                                                 stream);
}

template <class _Tp> static inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    _Tp **pointers, size_t *sizes, size_t count, struct cudaMemLocation location,
    unsigned long long flags, cudaStream_t stream)
{
    size_t start = 0;
    return ::cudaMemDiscardAndPrefetchBatchAsync((void **)pointers, sizes, count,
                                                 &location, &start, 1, flags, stream);
}

/* The short name also takes flags. */

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}

#endif

#endif
