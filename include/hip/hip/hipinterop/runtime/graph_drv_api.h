/** Nodes of graphs by the structs of HIP's driver API; a part of hip_runtime_api.h.
 *  Threads: any; two threads that change one graph or executable do so in any order.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_GRAPH_DRV_API_H
#define GPUINTEROP_HIP_GRAPH_DRV_API_H

#include <stddef.h>

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Adds a copy as hipDrvMemcpy3D does it, or a fill of rows. Pageable memory is read and written
 *  when the node runs.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the copy or the fill.
 *  Parameter context: the context that the work belongs to; NULL: the current one.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; hipErrorInvalidContext if context is
 *      stale; those of hipDrvMemcpy3D and of hipGraphAddMemsetNode.
 *  Mirrors: hipDrvGraphAddMemcpyNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvGraphAddMemcpyNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const HIP_MEMCPY3D *parameters, hipCtx_t context);
GPUINTEROP_API hipError_t hipDrvGraphAddMemsetNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const HIP_MEMSET_NODE_PARAMS *parameters, hipCtx_t context);

/** Gets the copy of a copy node.
 *  Parameter parameters: gets the copy.
 *  Errors: hipErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: hipDrvGraphMemcpyNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvGraphMemcpyNodeGetParams(
    hipGraphNode_t node, HIP_MEMCPY3D *parameters);

/** Sets the copy of a copy node.
 *  Parameter parameters: the new parameters.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipDrvGraphAddMemcpyNode.
 *  Mirrors: hipDrvGraphMemcpyNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvGraphMemcpyNodeSetParams(
    hipGraphNode_t node, const HIP_MEMCPY3D *parameters);

/** Sets the copy or the fill of a node in later launches of an executable, as
 *  hipGraphExecMemcpyNodeSetParams and hipGraphExecMemsetNodeSetParams do.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the copy or the fill.
 *  Parameter context: the context that the work belongs to; NULL: the current one.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type,
 *      or for another change; those of hipDrvGraphAddMemcpyNode.
 *  Mirrors: hipDrvGraphExecMemcpyNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvGraphExecMemcpyNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, const HIP_MEMCPY3D *parameters, hipCtx_t context);
GPUINTEROP_API hipError_t hipDrvGraphExecMemsetNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, const HIP_MEMSET_NODE_PARAMS *parameters,
    hipCtx_t context);

/** Adds a batch of writes of words and waits for them, as hipStreamBatchMemOp does it.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the context that the work belongs to (NULL: the current one), and at most
 *      256 operations, which are copied. The memory of the words is looked up when the graph is
 *      instantiated, and at each launch.
 *  Errors: hipErrorInvalidValue if node or parameters is NULL, graph is stale, or a dependency is
 *      stale, of another graph or there twice; hipErrorInvalidValue if flags is not 0, the list is
 *      NULL, an operation or its condition is none, or a word is not aligned; hipErrorNotSupported
 *      for flushes and barriers; hipErrorInvalidContext if ctx is stale; hipErrorOutOfMemory.
 *  Mirrors: hipGraphAddBatchMemOpNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddBatchMemOpNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const hipBatchMemOpNodeParams *parameters);

/** Gets the batch of a node of words. The list is the node's, until it is set or destroyed. Of a
 *  captured wait the mask is missing.
 *  Parameter parameters: gets the batch.
 *  Errors: hipErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphBatchMemOpNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphBatchMemOpNodeGetParams(
    hipGraphNode_t node, hipBatchMemOpNodeParams *parameters);

/** Sets the batch of a node of words.
 *  Parameter parameters: the new parameters.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipGraphAddBatchMemOpNode.
 *  Mirrors: hipGraphBatchMemOpNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphBatchMemOpNodeSetParams(
    hipGraphNode_t node, hipBatchMemOpNodeParams *parameters);

/** Sets the batch of a node of words in later launches of an executable. The number and the types
 *  of its operations stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the batch.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type, or
 *      for another change; those of hipGraphAddBatchMemOpNode.
 *  Mirrors: hipGraphExecBatchMemOpNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecBatchMemOpNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, const hipBatchMemOpNodeParams *parameters);

/** Adds a free of what an allocation node gave out, as hipGraphAddMemFreeNode does.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter pointer: the address.
 *  Errors: those of hipGraphAddMemFreeNode.
 *  Mirrors: hipDrvGraphAddMemFreeNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvGraphAddMemFreeNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    hipDeviceptr_t pointer);

#ifdef __cplusplus
}
#endif

#endif
