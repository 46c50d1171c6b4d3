/** The only casts between what programs hold and what the core has. */
#ifndef GICUDA_HANDLES_H
#define GICUDA_HANDLES_H

#include "cuda_runtime_api.h"

#include "handle.h"

static inline uint64_t gicuda_from_pointer(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static inline void *gicuda_to_pointer(uint64_t pointer)
{
    return (void *)(uintptr_t)pointer;
}

static inline gi_handle gicuda_from_stream(cudaStream_t stream)
{
    return (gi_handle)(uintptr_t)stream;
}

static inline cudaStream_t gicuda_to_stream(gi_handle handle)
{
    return (cudaStream_t)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_event(cudaEvent_t event)
{
    return (gi_handle)(uintptr_t)event;
}

static inline cudaEvent_t gicuda_to_event(gi_handle handle)
{
    return (cudaEvent_t)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_memory(cudaExternalMemory_t memory)
{
    return (gi_handle)(uintptr_t)memory;
}

static inline cudaExternalMemory_t gicuda_to_memory(gi_handle handle)
{
    return (cudaExternalMemory_t)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_semaphore(cudaExternalSemaphore_t semaphore)
{
    return (gi_handle)(uintptr_t)semaphore;
}

static inline cudaExternalSemaphore_t gicuda_to_semaphore(gi_handle handle)
{
    return (cudaExternalSemaphore_t)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_pool(cudaMemPool_t pool)
{
    return (gi_handle)(uintptr_t)pool;
}

static inline cudaMemPool_t gicuda_to_pool(gi_handle handle)
{
    return (cudaMemPool_t)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_log_callback(cudaLogsCallbackHandle callback)
{
    return (gi_handle)(uintptr_t)callback;
}

static inline cudaLogsCallbackHandle gicuda_to_log_callback(gi_handle handle)
{
    return (cudaLogsCallbackHandle)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_notification(cudaAsyncCallbackHandle_t notification)
{
    return (gi_handle)(uintptr_t)notification;
}

static inline cudaAsyncCallbackHandle_t gicuda_to_notification(gi_handle handle)
{
    return (cudaAsyncCallbackHandle_t)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_array(cudaArray_const_t array)
{
    return (gi_handle)(uintptr_t)array;
}

static inline cudaArray_t gicuda_to_array(gi_handle handle)
{
    return (cudaArray_t)(uintptr_t)handle;
}

static inline gi_handle gicuda_from_mipmapped(cudaMipmappedArray_const_t array)
{
    return (gi_handle)(uintptr_t)array;
}

static inline cudaMipmappedArray_t gicuda_to_mipmapped(gi_handle handle)
{
    return (cudaMipmappedArray_t)(uintptr_t)handle;
}

#endif
