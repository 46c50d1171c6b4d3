/** Graphs: nodes that allocate and free memory, and the memory of graphs on a device.
 *
 *  An allocation node gives out its address when it is added. Nodes of its graph may name it from
 *  then on. A launch allocates the memory. Memory that the graph does not free stays allocated
 *  behind the launch, and programs may use it. They free it with hipFree or hipFreeAsync, or by the
 *  launch of another graph with a free node. A graph with these nodes keeps its nodes and edges,
 *  cannot be cloned, and has one executable at a time.
 *  Threads: any.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_GRAPH_MEMORY_API_H
#define GPUINTEROP_HIP_GRAPH_MEMORY_API_H

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
 *  Errors: hipErrorInvalidValue if node or parameters is NULL, graph is stale, or a dependency is
 *      stale, of another graph or there twice; hipErrorInvalidValue if the size is 0, or a
 *      property or an access does not exist; hipErrorNotSupported for memory that is not of a
 *      device, and for handles of other processes; hipErrorInvalidDevice for access of another
 *      device; hipErrorOutOfMemory.
 *  Mirrors: hipGraphAddMemAllocNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddMemAllocNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    hipMemAllocNodeParams *parameters);

/** Gets what an allocation node asks for, and its address. The list is the node's.
 *  Parameter parameters: gets it.
 *  Errors: hipErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphMemAllocNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphMemAllocNodeGetParams(
    hipGraphNode_t node, hipMemAllocNodeParams *parameters);

/** Adds a free of what an allocation node gave out, of the same graph or of another one.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter pointer: the address. The allocation is to come before the node.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorInvalidValue if pointer is not what an allocation
 *      node gave out, or another node of the graph frees it; hipErrorOutOfMemory.
 *  Mirrors: hipGraphAddMemFreeNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddMemFreeNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    void *pointer);

/** Gets the address that a free node frees.
 *  Parameter pointer: gets it.
 *  Errors: hipErrorInvalidValue if pointer is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphMemFreeNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void *pointer);

/** Gets an amount of a device's memory of graphs: used by graphs and executables, or reserved, now
 *  or at most since the attribute was set. On a device with virtual memory both are its physical
 *  memory, from the first launch or upload on, until a trim.
 *  Parameter value: gets an unsigned 64-bit number.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if value is NULL or attribute is none; hipErrorInvalidDevice;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipDeviceGetGraphMemAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetGraphMemAttribute(
    int device, hipGraphMemAttributeType attribute, void *value);

/** Begins a high mark anew.
 *  Parameter value: an unsigned 64-bit number, 0.
 *  Errors: hipErrorInvalidValue if value is NULL or another number, or attribute is no high mark;
 *      hipErrorInvalidDevice; hipErrorOutOfMemory.
 *  Mirrors: hipDeviceSetGraphMemAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSetGraphMemAttribute(
    int device, hipGraphMemAttributeType attribute, void *value);

/** Gives memory back to the driver that no graph or executable has, and physical memory that no
 *  launch uses and no program has.
 *  Errors: hipErrorInvalidDevice; hipErrorOutOfMemory.
 *  Mirrors: hipDeviceGraphMemTrim of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGraphMemTrim(int device);

#ifdef __cplusplus
}
#endif

#endif
