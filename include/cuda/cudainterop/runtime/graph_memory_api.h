/** Graphs: nodes that allocate and free memory, and the memory of graphs on a device.
 *
 *  An allocation node gives out its address when it is added. Nodes of its graph may name it from
 *  then on. A launch allocates the memory. Memory that the graph does not free stays allocated
 *  behind the launch, and programs may use it. They free it with cudaFree or cudaFreeAsync, or by
 *  the launch of another graph with a free node. A graph with these nodes keeps its nodes and
 *  edges, cannot be cloned, and has one executable at a time.
 *  Threads: any.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_GRAPH_MEMORY_API_H
#define GPUINTEROP_CUDA_GRAPH_MEMORY_API_H

#include <stddef.h>

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Adds an allocation of memory of a device. If it comes after a free of the same graph, it may
 *  get the freed memory.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the size, the device, and the devices that have access; dptr gets the
 *      address.
 *  Owner: the launch, until a free. Physical memory stays with the graph until the graph and its
 *      executables are destroyed.
 *  Errors: cudaErrorInvalidValue if node or parameters is NULL, graph is stale, or a dependency is
 *      stale, of another graph or there twice; cudaErrorInvalidValue if the size is 0, or a
 *      property or an access does not exist; cudaErrorNotSupported for memory that is not of a
 *      device, and for handles of other processes; cudaErrorInvalidDevice for access of another
 *      device; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphAddMemAllocNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddMemAllocNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    struct cudaMemAllocNodeParams *parameters);

/** Gets what an allocation node asks for, and its address. The list is the node's.
 *  Parameter parameters: gets it.
 *  Errors: cudaErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphMemAllocNodeGetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphMemAllocNodeGetParams(
    cudaGraphNode_t node, struct cudaMemAllocNodeParams *parameters);

/** Adds a free of what an allocation node gave out, of the same graph or of another one.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter pointer: the address. The allocation is to come before the node.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorInvalidValue if pointer is not what an allocation
 *      node gave out, or another node of the graph frees it; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphAddMemFreeNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddMemFreeNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    void *pointer);

/** Gets the address that a free node frees.
 *  Parameter pointer: gets it.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphMemFreeNodeGetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *pointer);

/** Gets an amount of a device's memory of graphs: used by graphs and executables, or reserved, now
 *  or at most since the attribute was set. On a device with virtual memory both are its physical
 *  memory, from the first launch or upload on, until a trim.
 *  Parameter value: gets an unsigned 64-bit number.
 *  Units: bytes.
 *  Errors: cudaErrorInvalidValue if value is NULL or attribute is none; cudaErrorInvalidDevice;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaDeviceGetGraphMemAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetGraphMemAttribute(
    int device, enum cudaGraphMemAttributeType attribute, void *value);

/** Begins a high mark anew.
 *  Parameter value: an unsigned 64-bit number, 0.
 *  Errors: cudaErrorInvalidValue if value is NULL or another number, or attribute is no high mark;
 *      cudaErrorInvalidDevice; cudaErrorMemoryAllocation.
 *  Mirrors: cudaDeviceSetGraphMemAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSetGraphMemAttribute(
    int device, enum cudaGraphMemAttributeType attribute, void *value);

/** Gives memory back to the driver that no graph or executable has, and physical memory that no
 *  launch uses and no program has.
 *  Errors: cudaErrorInvalidDevice; cudaErrorMemoryAllocation.
 *  Mirrors: cudaDeviceGraphMemTrim of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGraphMemTrim(int device);

#ifdef __cplusplus
}
#endif

#endif
