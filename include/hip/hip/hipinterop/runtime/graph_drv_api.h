/** Nodes of graphs by the structs of HIP's driver API; a part of hip_runtime_api.h.
 *  Threads: any; two threads that change one graph or executable do so in any order.
 *  Errors: those of a device call. */
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
 *  Parameter parameters: what it becomes.
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

#ifdef __cplusplus
}
#endif

#endif
