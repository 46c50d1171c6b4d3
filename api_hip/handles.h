/** The only casts between what programs hold and what the core has. */
#ifndef GIHIP_HANDLES_H
#define GIHIP_HANDLES_H

#include "hip/hip_runtime_api.h"

#include "copy.h"
#include "handle.h"

static inline uint64_t gihip_from_pointer(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static inline void *gihip_to_pointer(uint64_t pointer)
{
    return (void *)(uintptr_t)pointer;
}

static inline gi_handle gihip_from_stream(hipStream_t stream)
{
    return (gi_handle)(uintptr_t)stream;
}

static inline hipStream_t gihip_to_stream(gi_handle handle)
{
    return (hipStream_t)(uintptr_t)handle;
}

static inline gi_handle gihip_from_event(hipEvent_t event)
{
    return (gi_handle)(uintptr_t)event;
}

static inline hipEvent_t gihip_to_event(gi_handle handle)
{
    return (hipEvent_t)(uintptr_t)handle;
}

static inline gi_handle gihip_from_memory(hipExternalMemory_t memory)
{
    return (gi_handle)(uintptr_t)memory;
}

static inline hipExternalMemory_t gihip_to_memory(gi_handle handle)
{
    return (hipExternalMemory_t)(uintptr_t)handle;
}

static inline gi_handle gihip_from_semaphore(hipExternalSemaphore_t semaphore)
{
    return (gi_handle)(uintptr_t)semaphore;
}

static inline hipExternalSemaphore_t gihip_to_semaphore(gi_handle handle)
{
    return (hipExternalSemaphore_t)(uintptr_t)handle;
}

/** The core's number of a copy's kind; "without compute units" is a wish that changes no result. */
static inline int gihip_from_kind(hipMemcpyKind kind)
{
    return kind == hipMemcpyDeviceToDeviceNoCU ? GI_COPY_DEVICE_TO_DEVICE : (int)kind;
}

static inline gi_handle gihip_from_pool(hipMemPool_t pool)
{
    return (gi_handle)(uintptr_t)pool;
}

static inline hipMemPool_t gihip_to_pool(gi_handle handle)
{
    return (hipMemPool_t)(uintptr_t)handle;
}

static inline gi_handle gihip_from_array(hipArray_const_t array)
{
    return (gi_handle)(uintptr_t)array;
}

static inline hipArray_t gihip_to_array(gi_handle handle)
{
    return (hipArray_t)(uintptr_t)handle;
}

static inline gi_handle gihip_from_mipmapped(hipMipmappedArray_const_t array)
{
    return (gi_handle)(uintptr_t)array;
}

static inline hipMipmappedArray_t gihip_to_mipmapped(gi_handle handle)
{
    return (hipMipmappedArray_t)(uintptr_t)handle;
}

#endif
