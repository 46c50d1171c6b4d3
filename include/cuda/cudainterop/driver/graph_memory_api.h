/** Graphs of the driver interface: nodes that allocate and free memory, and the memory of graphs on
 *  a device; a part of cuda.h.
 *
 *  An allocation node gives out its address when it is added. Nodes of its graph may name it from
 *  then on. A launch allocates the memory. Memory that the graph does not free stays allocated
 *  behind the launch, and programs may use it. They free it with cuMemFree or cuMemFreeAsync, or by
 *  the launch of another graph with a free node. A graph with these nodes keeps its nodes and
 *  edges, cannot be cloned, and has one executable at a time.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_GRAPH_MEMORY_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_GRAPH_MEMORY_API_H

#include "graph_types.h"
#include "names.h"

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
 *  Errors: CUDA_ERROR_INVALID_VALUE if node or parameters is NULL, graph is stale, or a dependency
 *      is stale, of another graph or there twice; CUDA_ERROR_INVALID_VALUE if the size is 0, or a
 *      property or an access does not exist; CUDA_ERROR_NOT_SUPPORTED for memory that is not of a
 *      device, and for handles of other processes; CUDA_ERROR_INVALID_DEVICE for access of another
 *      device; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphAddMemAllocNode of CUDA 13.0. */
CUresult cuGraphAddMemAllocNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    CUDA_MEM_ALLOC_NODE_PARAMS *parameters);

/** Gets what an allocation node asks for, and its address. The list is the node's.
 *  Parameter parameters: gets it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphMemAllocNodeGetParams of CUDA 13.0. */
CUresult cuGraphMemAllocNodeGetParams(
    CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *parameters);

/** Adds a free of what an allocation node gave out, of the same graph or of another one.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter pointer: the address. The allocation is to come before the node.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_INVALID_VALUE if pointer is not what an allocation
 *      node gave out, or another node of the graph frees it; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphAddMemFreeNode of CUDA 13.0. */
CUresult cuGraphAddMemFreeNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    CUdeviceptr pointer);

/** Gets the address that a free node frees.
 *  Parameter pointer: gets it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphMemFreeNodeGetParams of CUDA 13.0. */
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *pointer);

/* The memory of graphs of a device. These functions need no current context.
 *  Errors: those of a driver call. */

/** Gets an amount of a device's memory of graphs: used by graphs and executables, or reserved, now
 *  or at most since the attribute was set. On a device with virtual memory both are its physical
 *  memory, from the first launch or upload on, until a trim.
 *  Parameter value: gets an unsigned 64-bit number.
 *  Units: bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL or attribute is none;
 *      CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuDeviceGetGraphMemAttribute of CUDA 13.0. */
CUresult cuDeviceGetGraphMemAttribute(
    CUdevice device, CUgraphMem_attribute attribute, void *value);

/** Begins a high mark anew.
 *  Parameter value: an unsigned 64-bit number, 0.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL or another number, or attribute is no high
 *      mark; CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuDeviceSetGraphMemAttribute of CUDA 13.0. */
CUresult cuDeviceSetGraphMemAttribute(
    CUdevice device, CUgraphMem_attribute attribute, void *value);

/** Gives memory back to the driver that no graph or executable has, and physical memory that no
 *  launch uses and no program has.
 *  Errors: CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuDeviceGraphMemTrim of CUDA 13.0. */
CUresult cuDeviceGraphMemTrim(CUdevice device);

#ifdef __cplusplus
}
#endif

#endif
