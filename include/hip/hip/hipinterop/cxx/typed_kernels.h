/** Overloads for C++ that take kernels and variables of device code by their names; a part of
 *  hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_TYPED_KERNELS_H
#define GPUINTEROP_HIP_TYPED_KERNELS_H

#include "../../hip_runtime_api.h"

#ifdef __cplusplus

#include "../../../../gpuinterop_device/widest_block.h"

/* Each calls the function of its name and returns its result. */

template <class _Tp> static inline hipError_t hipLaunchCooperativeKernel(
    _Tp function, dim3 grid, dim3 block, void **arguments, unsigned int shared_bytes,
    hipStream_t stream)
{
    return ::hipLaunchCooperativeKernel(reinterpret_cast<const void *>(function), grid, block,
                                        arguments, shared_bytes, stream);
}

template <class _Tp> static inline hipError_t hipLaunchCooperativeKernelMultiDevice(
    hipLaunchParams *launches, unsigned int count, unsigned int flags = 0)
{
    return ::hipLaunchCooperativeKernelMultiDevice(launches, static_cast<int>(count), flags);
}

template <class _Tp> static inline hipError_t hipExtLaunchMultiKernelMultiDevice(
    hipLaunchParams *launches, unsigned int count, unsigned int flags = 0)
{
    return ::hipExtLaunchMultiKernelMultiDevice(launches, static_cast<int>(count), flags);
}

/* How many blocks run at once. */

template <class _Tp> static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, _Tp function, int block_threads, size_t dynamic_bytes)
{
    return ::hipOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<const void *>(function), block_threads, dynamic_bytes);
}

template <class _Tp> static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, _Tp function, int block_threads, size_t dynamic_bytes, unsigned int flags)
{
    return ::hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, reinterpret_cast<const void *>(function), block_threads, dynamic_bytes, flags);
}

/** Finds the size of block with which most threads run at once, and the grid that fills the
 *  device. size_of tells the dynamic shared memory of a block by its number of threads. */
template <class UnaryFunction, class _Tp>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid, int *block, _Tp function, UnaryFunction size_of, int limit = 0,
    unsigned int flags = 0)
{
    struct hipFuncAttributes attributes;
    int device = 0, units = 0;
    if (grid == nullptr || block == nullptr)
        return hipErrorInvalidValue;
    *grid = *block = 0;
    hipError_t error = ::hipFuncGetAttributes(
        &attributes, reinterpret_cast<const void *>(function));
    if (error == hipSuccess)
        error = ::hipGetDevice(&device);
    if (error == hipSuccess)
        error = ::hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, device);
    if (error != hipSuccess)
        return error;
    int most = attributes.maxThreadsPerBlock;
    if (limit > 0 && limit < most)
        most = limit;
    return gpuinterop_widest_block(error, [&](int *blocks, int threads) {
        return ::hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            blocks, reinterpret_cast<const void *>(function), threads,
            static_cast<size_t>(size_of(threads)), flags);
    }, most, units, grid, block);
}

template <class UnaryFunction, class _Tp>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(
    int *grid, int *block, _Tp function, UnaryFunction size_of, int limit = 0)
{
    return hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, function, size_of,
                                                                  limit, 0);
}

template <class _Tp> static inline hipError_t hipOccupancyMaxPotentialBlockSize(
    int *grid, int *block, _Tp function, size_t dynamic_bytes, uint32_t limit)
{
    return ::hipOccupancyMaxPotentialBlockSize(
        grid, block, reinterpret_cast<const void *>(function), dynamic_bytes,
        static_cast<int>(limit));
}

/* Variables. */

template <class _Tp> static inline hipError_t hipGetSymbolAddress(void **pointer, const _Tp &symbol)
{
    return ::hipGetSymbolAddress(pointer, reinterpret_cast<const void *>(&symbol));
}

template <class _Tp> static inline hipError_t hipGetSymbolSize(size_t *size, const _Tp &symbol)
{
    return ::hipGetSymbolSize(size, reinterpret_cast<const void *>(&symbol));
}

template <class _Tp> static inline hipError_t hipMemcpyToSymbol(
    const _Tp &symbol, const void *source, size_t size, size_t offset = 0,
    hipMemcpyKind kind = hipMemcpyHostToDevice)
{
    return ::hipMemcpyToSymbol(reinterpret_cast<const void *>(&symbol), source, size, offset,
                               kind);
}

template <class _Tp> static inline hipError_t hipMemcpyToSymbolAsync(
    const _Tp &symbol, const void *source, size_t size, size_t offset, hipMemcpyKind kind,
    hipStream_t stream = 0)
{
    return ::hipMemcpyToSymbolAsync(reinterpret_cast<const void *>(&symbol), source, size, offset,
                                    kind, stream);
}

template <class _Tp> static inline hipError_t hipMemcpyFromSymbol(
    void *destination, const _Tp &symbol, size_t size, size_t offset = 0,
    hipMemcpyKind kind = hipMemcpyDeviceToHost)
{
    return ::hipMemcpyFromSymbol(destination, reinterpret_cast<const void *>(&symbol), size, offset,
                                 kind);
}

template <class _Tp> static inline hipError_t hipMemcpyFromSymbolAsync(
    void *destination, const _Tp &symbol, size_t size, size_t offset, hipMemcpyKind kind,
    hipStream_t stream = 0)
{
    return ::hipMemcpyFromSymbolAsync(destination, reinterpret_cast<const void *>(&symbol), size,
                                      offset, kind, stream);
}

#endif

#endif
