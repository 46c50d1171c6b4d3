/** The qualifiers of device code, for clang. */
#ifndef GPUINTEROP_DEVICE_QUALIFIERS_H
#define GPUINTEROP_DEVICE_QUALIFIERS_H
#define __HOST_DEFINES_H__   /* thrust would take the qualifiers away otherwise */

#include "function.h"
#include "math_declare.h"

/* Before clang 15 __noinline__ has to be a macro. It spoils the attribute of that name in the C++
 * library (wrappers/bits/shared_ptr_base.h). */
#if __clang_major__ < 15
#define __noinline__ __attribute__((noinline))
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
/* Clang refuses a shared variable whose type has a destructor. A source with one is compiled once
 * more (core/clang/refused.h). Macros name the lines of such declarations: __GPUINTEROP_SHARED_12
 * is a comma, and the words for line 12. Then clang takes the variable if its type's constructor is
 * trivial. It refuses an initializer. */
#ifdef __GPUINTEROP_SHARED_LINES__
#define __GPUINTEROP_SECOND__(one, two, ...) two
#define __GPUINTEROP_SECOND_OF__(...) __GPUINTEROP_SECOND__(__VA_ARGS__)
#define __GPUINTEROP_STORAGE_OF__(line) __GPUINTEROP_SECOND_OF__(__GPUINTEROP_SHARED_##line, , )
#define __GPUINTEROP_STORAGE__(line) __GPUINTEROP_STORAGE_OF__(line)
#define __shared__ __attribute__((shared)) __GPUINTEROP_STORAGE__(__LINE__)
#else
#define __shared__ __attribute__((shared))
#endif
/* Clang believes that nobody writes a constant variable of an unnamed namespace or type. Its device
 * pass would drop the variable. */
#ifdef __CUDA_ARCH__
#define __constant__ __attribute__((constant, used))
#else
#define __constant__ __attribute__((constant))
#endif
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __grid_constant__
#define __device_builtin__
#define __builtin_align__(bytes) __attribute__((aligned(bytes)))
#define __cudart_builtin__

/* Managed variables. Clang has them for HIP, and for the host only. So the device pass marks them
 * by an alignment. A source with some is compiled twice, each time with another alignment. The
 * difference of the two PTX texts shows the variables (core/clang/managed.c). The host pass of the
 * file is HIP's. */
#if defined(__GPUINTEROP_CC__) && defined(__CUDA_ARCH__)
#ifndef __GPUINTEROP_MANAGED_ALIGN__
#define __GPUINTEROP_MANAGED_ALIGN__ 8192
#endif
#define __managed__ __attribute__((device, used, aligned(__GPUINTEROP_MANAGED_ALIGN__)))
#elif defined(__HIP__) || defined(__GPUINTEROP_MANAGED__)
#define __managed__ __attribute__((managed))
#else
#define __managed__ \
    __attribute__((device, unavailable("managed variables need the compiler driver, and a file " \
                                       "whose device code has them")))
#endif

/* Clang takes alignas only in front of a declaration's other words. nvcc takes it behind
 * __shared__, too. A source that has it there is compiled once more with this macro
 * (core/clang/refused.h). Its attribute may stand in all places of alignas. The words in the
 * brackets are types or numbers. An expression with > in it is an error then. */
#ifdef __GPUINTEROP_ALIGNAS__
namespace gpuinterop_alignment {

template <unsigned long long bytes> constexpr unsigned long long largest()
{
    return bytes;
}

template <unsigned long long one, unsigned long long two, unsigned long long... others>
constexpr unsigned long long largest()
{
    return largest<(one > two ? one : two), others...>();
}

template <class one, class... others> constexpr unsigned long long largest()
{
    return largest<alignof(one), alignof(others)...>();
}

} // namespace gpuinterop_alignment

#define alignas(...) __attribute__((aligned(::gpuinterop_alignment::largest< __VA_ARGS__ >())))
#endif

#endif
