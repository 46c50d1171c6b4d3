/** The indices of threads and blocks, and their sizes. Their elements are functions in disguise, so
 *  a variable of that name in a function hides them as any other. */
#ifndef GPUINTEROP_DEVICE_INDICES_H
#define GPUINTEROP_DEVICE_INDICES_H

#include "qualifiers.h"

#define GPUINTEROP_ELEMENT(element, sreg) \
    __declspec(property(get = get_##element)) unsigned int element; \
    static __inline__ __attribute__((device, always_inline)) unsigned int get_##element() \
    { \
        return __nvvm_read_ptx_sreg_##sreg##_##element(); \
    }

#define GPUINTEROP_INDEX(type, sreg) \
    struct type { \
        GPUINTEROP_ELEMENT(x, sreg) \
        GPUINTEROP_ELEMENT(y, sreg) \
        GPUINTEROP_ELEMENT(z, sreg) \
        __attribute__((device, always_inline)) operator dim3() const \
        { \
            return dim3(get_x(), get_y(), get_z()); \
        } \
        __attribute__((device, always_inline)) operator uint3() const \
        { \
            return make_uint3(get_x(), get_y(), get_z()); \
        } \
        type(const type &) = delete; \
        type &operator=(const type &) = delete; \
    };

GPUINTEROP_INDEX(gpuinterop_thread_index, tid)
GPUINTEROP_INDEX(gpuinterop_block_index, ctaid)
GPUINTEROP_INDEX(gpuinterop_block_size, ntid)
GPUINTEROP_INDEX(gpuinterop_grid_size, nctaid)

#undef GPUINTEROP_INDEX
#undef GPUINTEROP_ELEMENT

extern __attribute__((device, weak)) const gpuinterop_thread_index threadIdx;
extern __attribute__((device, weak)) const gpuinterop_block_index blockIdx;
extern __attribute__((device, weak)) const gpuinterop_block_size blockDim;
extern __attribute__((device, weak)) const gpuinterop_grid_size gridDim;

/* A warp has 32 threads on every device. */
static constexpr int warpSize = 32;

#endif
