/** Names that only HIP has for device functions; a part of device_code.h. */
#ifndef GPUINTEROP_HIP_DEVICE_NAMES_H
#define GPUINTEROP_HIP_DEVICE_NAMES_H

#ifdef GPUINTEROP_DEVICE_CODE

#include <gpuinterop_device/warp.h>

#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(symbol) symbol
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_DYNAMIC_SHARED_ATTRIBUTE

/* One word of a program can stand for several of these arguments: the second macro sees them. */
#define hipLaunchKernelGGL(kernel, ...) gpuinterop_launch_kernel((kernel), __VA_ARGS__)
#define gpuinterop_launch_kernel(kernel, grid, block, shared_bytes, stream, ...) \
    do { \
        kernel<<<(grid), (block), (shared_bytes), (stream)>>>(__VA_ARGS__); \
    } while (0)

/* Without a mask it is the threads that run together. */

GPUINTEROP_FN unsigned int __lane_id() { return gpuinterop_lane(); }
GPUINTEROP_FN unsigned long long __ballot(int predicate)
{
    return __ballot_sync(__activemask(), predicate);
}
GPUINTEROP_FN unsigned long long __ballot64(int predicate) { return __ballot(predicate); }
GPUINTEROP_FN int __any(int predicate) { return __any_sync(__activemask(), predicate); }
GPUINTEROP_FN int __all(int predicate) { return __all_sync(__activemask(), predicate); }

template <class _Tp> GPUINTEROP_TEMPLATE _Tp __shfl(_Tp value, int lane, int width = 32)
{
    return __shfl_sync(__activemask(), value, lane, width);
}
template <class _Tp>
GPUINTEROP_TEMPLATE _Tp __shfl_up(_Tp value, unsigned int delta, int width = 32)
{
    return __shfl_up_sync(__activemask(), value, delta, width);
}
template <class _Tp>
GPUINTEROP_TEMPLATE _Tp __shfl_down(_Tp value, unsigned int delta, int width = 32)
{
    return __shfl_down_sync(__activemask(), value, delta, width);
}
template <class _Tp> GPUINTEROP_TEMPLATE _Tp __shfl_xor(_Tp value, int mask, int width = 32)
{
    return __shfl_xor_sync(__activemask(), value, mask, width);
}

/* Atomic operations that need no promise of the memory's kind. */
#define unsafeAtomicAdd atomicAdd
#define safeAtomicAdd atomicAdd

GPUINTEROP_FN long long wall_clock64() { return (long long)gpuinterop_globaltimer(); }

#endif

#endif
