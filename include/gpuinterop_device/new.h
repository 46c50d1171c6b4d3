/** malloc, free, operator new and delete in device code. Where clang compiles as CUDA, its own
 *  header <new> has the operators; where it compiles host code as HIP, they are here. No kernel can
 *  allocate memory: a call that is left in device code is an error with the sentence below. For an
 *  operator it names a line of clang's header. */
#ifndef GPUINTEROP_DEVICE_NEW_H
#define GPUINTEROP_DEVICE_NEW_H

#include <cstddef>
#include <cstdlib>

#include "qualifiers.h"

#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
extern "C" {
__device__ __attribute__((error("kernels cannot allocate memory here, neither by new nor by "
                                "malloc; allocate it on the host and pass a pointer")))
void *malloc(std::size_t bytes);
__device__ void free(void *memory);
}
#endif

#include <new>

#ifndef __CLANG_CUDA_WRAPPERS_NEW

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
