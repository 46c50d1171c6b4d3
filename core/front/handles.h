/** The only casts between programs' handles and the core's. */
#ifndef GI_FRONT_HANDLES_H
#define GI_FRONT_HANDLES_H

#include "front_names.h"

#include "base/handle.h"

static inline uint64_t front_from_pointer(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

static inline void *front_to_pointer(uint64_t pointer)
{
    return (void *)(uintptr_t)pointer;
}

/** Addresses of the device's memory: pointers or integers. */
#define front_from_address(address) ((uint64_t)(uintptr_t)(address))
#define front_to_address(number) ((gpuAddress_t)(uintptr_t)(number))

static inline gi_handle front_from_stream(gpuStream_t stream)
{
    return (gi_handle)(uintptr_t)FRONT_STREAM(stream);
}

static inline gpuStream_t front_to_stream(gi_handle handle)
{
    return (gpuStream_t)(uintptr_t)handle;
}

static inline gpuFunction_t front_to_function(gi_handle handle)
{
    return (gpuFunction_t)(uintptr_t)handle;
}

static inline gi_handle front_from_function(gpuFunction_t function)
{
    return (gi_handle)(uintptr_t)function;
}

static inline gi_handle front_from_event(gpuEvent_t event)
{
    return (gi_handle)(uintptr_t)event;
}

static inline gpuEvent_t front_to_event(gi_handle handle)
{
    return (gpuEvent_t)(uintptr_t)handle;
}

static inline gi_handle front_from_memory(gpuExternalMemory_t memory)
{
    return (gi_handle)(uintptr_t)memory;
}

static inline gpuExternalMemory_t front_to_memory(gi_handle handle)
{
    return (gpuExternalMemory_t)(uintptr_t)handle;
}

static inline gi_handle front_from_semaphore(gpuExternalSemaphore_t semaphore)
{
    return (gi_handle)(uintptr_t)semaphore;
}

static inline gpuExternalSemaphore_t front_to_semaphore(gi_handle handle)
{
    return (gpuExternalSemaphore_t)(uintptr_t)handle;
}

static inline gi_handle front_from_pool(gpuMemPool_t pool)
{
    return (gi_handle)(uintptr_t)pool;
}

static inline gpuMemPool_t front_to_pool(gi_handle handle)
{
    return (gpuMemPool_t)(uintptr_t)handle;
}

static inline gi_handle front_from_array(gpuArray_const_t array)
{
    return (gi_handle)(uintptr_t)array;
}

static inline gpuArray_t front_to_array(gi_handle handle)
{
    return (gpuArray_t)(uintptr_t)handle;
}

static inline gi_handle front_from_mipmapped(gpuMipmappedArray_const_t array)
{
    return (gi_handle)(uintptr_t)array;
}

static inline gpuMipmappedArray_t front_to_mipmapped(gi_handle handle)
{
    return (gpuMipmappedArray_t)(uintptr_t)handle;
}

#endif
