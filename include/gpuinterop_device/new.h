/** operator new and delete in device code. Where clang compiles as CUDA, its own header <new> has
 *  them; where it compiles host code as HIP, they are here. No kernel can allocate memory:
 *  clang refuses it, or the kernel's first launch fails. */
#ifndef GPUINTEROP_DEVICE_NEW_H
#define GPUINTEROP_DEVICE_NEW_H

#include <new>

#ifndef __CLANG_CUDA_WRAPPERS_NEW

#include <cstddef>
#include <cstdlib>

#include "qualifiers.h"

__device__ inline void *operator new(std::size_t bytes) { return ::malloc(bytes); }
__device__ inline void *operator new[](std::size_t bytes) { return ::malloc(bytes); }
__device__ inline void operator delete(void *memory) noexcept { ::free(memory); }
__device__ inline void operator delete[](void *memory) noexcept { ::free(memory); }
__device__ inline void operator delete(void *memory, std::size_t) noexcept { ::free(memory); }
__device__ inline void operator delete[](void *memory, std::size_t) noexcept { ::free(memory); }

__device__ inline void *operator new(std::size_t, void *place) noexcept { return place; }
__device__ inline void *operator new[](std::size_t, void *place) noexcept { return place; }
__device__ inline void operator delete(void *, void *) noexcept {}
__device__ inline void operator delete[](void *, void *) noexcept {}

#endif

#endif
