/** All of the runtime that host programs need, with typed forms for C++; there is no device
 *  side. */
#ifndef GPUINTEROP_CUDA_RUNTIME_H
#define GPUINTEROP_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"
#include "driver_functions.h"
#include "vector_functions.h"

#ifdef __cplusplus
/* Typed forms, which spare a program the cast to void **. */
template <class T> static inline cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return ::cudaMalloc(reinterpret_cast<void **>(pointer), size);
}

template <class T> static inline cudaError_t cudaHostAlloc(T **pointer, size_t size,
                                                           unsigned int flags)
{
    return ::cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}

template <class T> static inline cudaError_t cudaHostGetDevicePointer(
    T **device_pointer, void *host_pointer, unsigned int flags)
{
    return ::cudaHostGetDevicePointer(reinterpret_cast<void **>(device_pointer), host_pointer,
                                      flags);
}

static inline cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned int flags)
{
    return ::cudaHostAlloc(pointer, size, flags);
}

template <class T> static inline cudaError_t cudaMallocHost(T **pointer, size_t size,
                                                            unsigned int flags = 0)
{
    return ::cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags)
{
    return ::cudaEventCreateWithFlags(event, flags);
}
#endif

#endif
