/** Overloads for C++ that take kernels and variables of device code by their names; a part of
 *  cuda_runtime.h. */
#ifndef GPUINTEROP_CUDA_TYPED_KERNELS_H
#define GPUINTEROP_CUDA_TYPED_KERNELS_H

#include "../../cuda_runtime_api.h"

#ifdef __cplusplus

#include <utility>

#include "../../../gpuinterop_device/widest_block.h"

/* Each calls the function of its name and returns its result. */

template <class _Tp> static inline cudaError_t cudaLaunchKernel(
    _Tp *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes = 0,
    cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel(reinterpret_cast<const void *>(function), grid, block, arguments,
                              shared_bytes, stream);
}

template <class _Tp> static inline cudaError_t cudaLaunchCooperativeKernel(
    _Tp *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes = 0,
    cudaStream_t stream = 0)
{
    return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(function), grid, block,
                                         arguments, shared_bytes, stream);
}

/* The arguments themselves. They are converted to what the kernel takes; a kernel by its handle
 * takes them as they are. */

template <class... Taken, class... Given> static inline cudaError_t cudaLaunchKernelEx(
    const cudaLaunchConfig_t *config, void (*kernel)(Taken...), Given &&...given)
{
    return [&](Taken... taken) {
        void *arguments[sizeof...(Taken) + 1] = {
            const_cast<void *>(static_cast<const volatile void *>(&taken))...};
        return ::cudaLaunchKernelExC(config, reinterpret_cast<const void *>(kernel), arguments);
    }(std::forward<Given>(given)...);
}

template <class... Given> static inline cudaError_t cudaLaunchKernelEx(
    const cudaLaunchConfig_t *config, const cudaKernel_t kernel, Given &&...given)
{
    void *arguments[sizeof...(Given) + 1] = {
        const_cast<void *>(static_cast<const volatile void *>(&given))...};
    return ::cudaLaunchKernelExC(config, reinterpret_cast<const void *>(kernel), arguments);
}

/* How many blocks run at once. */

template <class _Tp> static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(
    size_t *size, _Tp *function, int blocks, int block_threads)
{
    return ::cudaOccupancyAvailableDynamicSMemPerBlock(
        size, reinterpret_cast<const void *>(function), blocks, block_threads);
}

template <class _Tp> static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(
    int *size, _Tp *function, const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxPotentialClusterSize(
        size, reinterpret_cast<const void *>(function), config);
}

template <class _Tp> static inline cudaError_t cudaOccupancyMaxActiveClusters(
    int *clusters, _Tp *function, const cudaLaunchConfig_t *config)
{
    return ::cudaOccupancyMaxActiveClusters(
        clusters, reinterpret_cast<const void *>(function), config);
}

template <class _Tp> static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, _Tp function, int block_threads, size_t dynamic_bytes)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<const void *>(function), block_threads, dynamic_bytes);
}

template <class _Tp>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, _Tp function, int block_threads, size_t dynamic_bytes, unsigned int flags)
{
    return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, reinterpret_cast<const void *>(function), block_threads, dynamic_bytes, flags);
}

/** Finds the size of block with which most threads run at once, and the grid that fills the
 *  device. size_of tells the dynamic shared memory of a block by its number of threads. */
template <class UnaryFunction, class _Tp>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *grid, int *block, _Tp function, UnaryFunction size_of, int limit = 0,
    unsigned int flags = 0)
{
    struct cudaFuncAttributes attributes;
    int device = 0, units = 0;
    if (grid == nullptr || block == nullptr)
        return cudaErrorInvalidValue;
    *grid = *block = 0;
    cudaError_t error = ::cudaFuncGetAttributes(
        &attributes, reinterpret_cast<const void *>(function));
    if (error == cudaSuccess)
        error = ::cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = ::cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, device);
    if (error != cudaSuccess)
        return error;
    int most = attributes.maxThreadsPerBlock;
    if (limit > 0 && limit < most)
        most = limit;
    return gpuinterop_widest_block(error, [&](int *blocks, int threads) {
        return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            blocks, reinterpret_cast<const void *>(function), threads,
            static_cast<size_t>(size_of(threads)), flags);
    }, most, units, grid, block);
}

template <class UnaryFunction, class _Tp>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *grid, int *block, _Tp function, UnaryFunction size_of, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, function, size_of,
                                                                  limit, 0);
}

template <class _Tp> static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(
    int *grid, int *block, _Tp function, size_t dynamic_bytes = 0, int limit = 0,
    unsigned int flags = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        grid, block, function, [=](int) { return dynamic_bytes; }, limit, flags);
}

template <class _Tp> static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(
    int *grid, int *block, _Tp function, size_t dynamic_bytes = 0, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(grid, block, function, dynamic_bytes, limit,
                                                       0);
}

/* Functions for compilers of device code, which take kernels and variables by their names. */
#if defined(__CUDACC__) || defined(__CUDA__)

template <class _Tp> static inline cudaError_t cudaFuncGetAttributes(
    struct cudaFuncAttributes *attributes, _Tp *function)
{
    return ::cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(function));
}

template <class _Tp> static inline cudaError_t cudaFuncSetAttribute(
    _Tp *function, enum cudaFuncAttribute attribute, int value)
{
    return ::cudaFuncSetAttribute(reinterpret_cast<const void *>(function), attribute, value);
}

template <class _Tp> static inline cudaError_t cudaFuncSetCacheConfig(
    _Tp *function, enum cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig(reinterpret_cast<const void *>(function), config);
}

template <class _Tp> static inline cudaError_t cudaFuncGetName(const char **name, _Tp *function)
{
    return ::cudaFuncGetName(name, reinterpret_cast<const void *>(function));
}

template <class _Tp> static inline cudaError_t cudaGetKernel(cudaKernel_t *kernel, _Tp *function)
{
    return ::cudaGetKernel(kernel, reinterpret_cast<const void *>(function));
}

/* Variables. */

template <class _Tp>
static inline cudaError_t cudaGetSymbolAddress(void **pointer, const _Tp &symbol)
{
    return ::cudaGetSymbolAddress(pointer, reinterpret_cast<const void *>(&symbol));
}

template <class _Tp> static inline cudaError_t cudaGetSymbolSize(size_t *size, const _Tp &symbol)
{
    return ::cudaGetSymbolSize(size, reinterpret_cast<const void *>(&symbol));
}

template <class _Tp> static inline cudaError_t cudaMemcpyToSymbol(
    const _Tp &symbol, const void *source, size_t size, size_t offset = 0,
    enum cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol(reinterpret_cast<const void *>(&symbol), source, size, offset,
                               kind);
}

template <class _Tp> static inline cudaError_t cudaMemcpyToSymbolAsync(
    const _Tp &symbol, const void *source, size_t size, size_t offset, enum cudaMemcpyKind kind,
    cudaStream_t stream = 0)
{
    return ::cudaMemcpyToSymbolAsync(reinterpret_cast<const void *>(&symbol), source, size, offset,
                                    kind, stream);
}

template <class _Tp> static inline cudaError_t cudaMemcpyFromSymbol(
    void *destination, const _Tp &symbol, size_t size, size_t offset = 0,
    enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(destination, reinterpret_cast<const void *>(&symbol), size,
                                  offset, kind);
}

template <class _Tp> static inline cudaError_t cudaMemcpyFromSymbolAsync(
    void *destination, const _Tp &symbol, size_t size, size_t offset, enum cudaMemcpyKind kind,
    cudaStream_t stream = 0)
{
    return ::cudaMemcpyFromSymbolAsync(destination, reinterpret_cast<const void *>(&symbol), size,
                                      offset, kind, stream);
}

/* Nodes that copy to or from variables. */

template <class _Tp> static inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const _Tp &symbol, const void *source, size_t size, size_t offset, enum cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeToSymbol(
        node, graph, dependencies, count, reinterpret_cast<const void *>(&symbol), source,
        size, offset, kind);
}

template <class _Tp> static inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    void *destination, const _Tp &symbol, size_t size, size_t offset, enum cudaMemcpyKind kind)
{
    return ::cudaGraphAddMemcpyNodeFromSymbol(
        node, graph, dependencies, count, destination,
        reinterpret_cast<const void *>(&symbol), size, offset, kind);
}

template <class _Tp> static inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(
    cudaGraphNode_t node, const _Tp &symbol, const void *source, size_t size, size_t offset,
    enum cudaMemcpyKind kind)
{
    return ::cudaGraphMemcpyNodeSetParamsToSymbol(
        node, reinterpret_cast<const void *>(&symbol), source, size, offset, kind);
}

template <class _Tp> static inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(
    cudaGraphNode_t node, void *destination, const _Tp &symbol, size_t size, size_t offset,
    enum cudaMemcpyKind kind)
{
    return ::cudaGraphMemcpyNodeSetParamsFromSymbol(
        node, destination, reinterpret_cast<const void *>(&symbol), size, offset, kind);
}

template <class _Tp> static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const _Tp &symbol, const void *source,
    size_t size, size_t offset, enum cudaMemcpyKind kind)
{
    return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(
        exec, node, reinterpret_cast<const void *>(&symbol), source, size, offset, kind);
}

template <class _Tp> static inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, void *destination, const _Tp &symbol, size_t size,
    size_t offset, enum cudaMemcpyKind kind)
{
    return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(
        exec, node, destination, reinterpret_cast<const void *>(&symbol), size, offset, kind);
}

#endif

#endif

#endif
