/** malloc, free, operator new and delete in device code. Where the heap is full,
 *  operators return NULL, since no kernel throws. clang takes the result of a plain new for not
 *  NULL, so programs that look call malloc, or new with std::nothrow_t{}. */
#ifndef GPUINTEROP_DEVICE_NEW_H
#define GPUINTEROP_DEVICE_NEW_H

#include <cstddef>
#include <cstdlib>

#include "qualifiers.h"

extern "C" {
__device__ void *malloc(std::size_t bytes);
__device__ void free(void *memory);
__device__ void *__cuda_syscall_aligned_malloc(std::size_t bytes, std::size_t align);
}

/** Memory at a multiple of align, a power of two up to 4096; free gives it back. */
__device__ inline void *__nv_aligned_device_malloc(std::size_t bytes, std::size_t align)
{
    return ::__cuda_syscall_aligned_malloc(bytes, align);
}

/* clang's <new> leaves its operators out while this name is no macro. Its
 * operators with std::nothrow_t call the others, whose results are taken for not NULL. */
#pragma push_macro("__device__")
#undef __device__
#include <new>
#pragma pop_macro("__device__")
#define __CLANG_CUDA_WRAPPERS_NEW

__device__ inline void *operator new(std::size_t bytes)
{
    return ::malloc(bytes ? bytes : 1);
}
__device__ inline void *operator new[](std::size_t bytes)
{
    return ::malloc(bytes ? bytes : 1);
}
__device__ inline void *operator new(std::size_t bytes, const std::nothrow_t &) noexcept
{
    return ::malloc(bytes ? bytes : 1);
}
__device__ inline void *operator new[](std::size_t bytes, const std::nothrow_t &) noexcept
{
    return ::malloc(bytes ? bytes : 1);
}
__device__ inline void operator delete(void *memory) noexcept { ::free(memory); }
__device__ inline void operator delete[](void *memory) noexcept { ::free(memory); }
__device__ inline void operator delete(void *memory, const std::nothrow_t &) noexcept
{
    ::free(memory);
}
__device__ inline void operator delete[](void *memory, const std::nothrow_t &) noexcept
{
    ::free(memory);
}
__device__ inline void operator delete(void *memory, std::size_t) noexcept { ::free(memory); }
__device__ inline void operator delete[](void *memory, std::size_t) noexcept { ::free(memory); }

__device__ inline void *operator new(std::size_t, void *place) noexcept { return place; }
__device__ inline void *operator new[](std::size_t, void *place) noexcept { return place; }
__device__ inline void operator delete(void *, void *) noexcept {}
__device__ inline void operator delete[](void *, void *) noexcept {}

#ifdef __cpp_aligned_new
__device__ inline void *operator new(std::size_t bytes, std::align_val_t align)
{
    return ::__cuda_syscall_aligned_malloc(bytes ? bytes : 1, static_cast<std::size_t>(align));
}
__device__ inline void *operator new[](std::size_t bytes, std::align_val_t align)
{
    return ::__cuda_syscall_aligned_malloc(bytes ? bytes : 1, static_cast<std::size_t>(align));
}
__device__ inline void operator delete(void *memory, std::align_val_t) noexcept { ::free(memory); }
__device__ inline void operator delete[](void *memory, std::align_val_t) noexcept
{
    ::free(memory);
}
__device__ inline void operator delete(void *memory, std::size_t, std::align_val_t) noexcept
{
    ::free(memory);
}
__device__ inline void operator delete[](void *memory, std::size_t, std::align_val_t) noexcept
{
    ::free(memory);
}
#endif

#endif
