/** Overloads for C++ with typed pointers; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_TYPED_H
#define GPUINTEROP_HIP_TYPED_H

#include "../../hip_runtime_api.h"

#ifdef __cplusplus

/* Each calls the function of its name and returns its result, without a cast to void ** in the
 * program. */

template <class _Tp> static inline hipError_t hipMalloc(_Tp **pointer, size_t size)
{
    return ::hipMalloc(reinterpret_cast<void **>(pointer), size);
}

template <class _Tp> static inline hipError_t hipMallocPitch(
    _Tp **pointer, size_t *pitch, size_t width, size_t height)
{
    return ::hipMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}

template <class _Tp> static inline hipError_t hipMallocManaged(
    _Tp **pointer, size_t size, unsigned int flags = hipMemAttachGlobal)
{
    return ::hipMallocManaged(reinterpret_cast<void **>(pointer), size, flags);
}

template <class _Tp> static inline hipError_t hipHostMalloc(
    _Tp **pointer, size_t size, unsigned int flags = hipHostMallocDefault)
{
    return ::hipHostMalloc(reinterpret_cast<void **>(pointer), size, flags);
}

template <class _Tp> static inline hipError_t hipHostAlloc(
    _Tp **pointer, size_t size, unsigned int flags = hipHostAllocDefault)
{
    return ::hipHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}

/* Memory in stream order. The short name also allocates from a pool. */

template <class _Tp> static inline hipError_t hipMallocAsync(
    _Tp **pointer, size_t size, hipStream_t stream)
{
    return ::hipMallocAsync(reinterpret_cast<void **>(pointer), size, stream);
}

static inline hipError_t hipMallocAsync(
    void **pointer, size_t size, hipMemPool_t pool, hipStream_t stream)
{
    return ::hipMallocFromPoolAsync(pointer, size, pool, stream);
}

template <class _Tp> static inline hipError_t hipMallocAsync(
    _Tp **pointer, size_t size, hipMemPool_t pool, hipStream_t stream)
{
    return ::hipMallocFromPoolAsync(reinterpret_cast<void **>(pointer), size, pool, stream);
}

template <class _Tp> static inline hipError_t hipMallocFromPoolAsync(
    _Tp **pointer, size_t size, hipMemPool_t pool, hipStream_t stream)
{
    return ::hipMallocFromPoolAsync(reinterpret_cast<void **>(pointer), size, pool, stream);
}

#endif

#endif
