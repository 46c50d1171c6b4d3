/** Graphs: nodes and edges that are launched as one; a part of cuda_runtime_api.h.
 *
 *  A node is a kernel, a copy, a fill, a host function, a graph, or nothing. It may also record an
 *  event or wait for one, and signal semaphores of other programs or wait for them. An edge says
 *  that a node runs after another. An executable is a snapshot of a graph, which can be launched
 *  any number of times. Branches of a graph do not wait for each other.
 *  Threads: any; two threads that change one graph or executable do so in any order.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_GRAPH_API_H
#define GPUINTEROP_CUDA_GRAPH_API_H

#include <stddef.h>

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes an empty graph.
 *  Parameter graph: gets the graph.
 *  Parameter flags: must be 0.
 *  Owner: the caller, until cudaGraphDestroy.
 *  Errors: cudaErrorInvalidValue if graph is NULL or flags is not 0; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphCreate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags);

/** Destroys a graph with its nodes. Executables that were made of it stay as they are.
 *  Errors: cudaErrorInvalidValue if graph is stale, or is the graph of a child node, which ends
 *      with the node.
 *  Beyond: a second destruction is an error and not undefined.
 *  Mirrors: cudaGraphDestroy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphDestroy(cudaGraph_t graph);

/** Makes a graph with copies of all nodes and edges of another, also of graphs within it.
 *  Parameter clone: gets the new graph.
 *  Parameter original: the graph.
 *  Owner: the caller, until cudaGraphDestroy.
 *  Errors: cudaErrorInvalidValue if clone is NULL or original is stale;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphClone of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original);

/** Writes a picture of a graph and of the graphs within it, in the language of graphviz (DOT).
 *  Parameter path: the file. It is made, or cut and written anew.
 *  Parameter flags: enum cudaGraphDebugDotFlags; other bits have no effect.
 *  Errors: cudaErrorInvalidValue if graph is stale or path is NULL; cudaErrorOperatingSystem if the
 *      file cannot be opened or written, or is a pipe; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphDebugDotPrint of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphDebugDotPrint(
    cudaGraph_t graph, const char *path, unsigned int flags);

/** Finds the copy of a node in a clone of its graph.
 *  Parameter node: gets the copy.
 *  Parameter original: the node.
 *  Parameter clone: a graph that cudaGraphClone made of the node's graph.
 *  Errors: cudaErrorInvalidValue if node is NULL, original or clone is stale, or clone has no
 *      copy of the node.
 *  Mirrors: cudaGraphNodeFindInClone of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphNodeFindInClone(
    cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone);

/** Destroys a node with its edges.
 *  Errors: cudaErrorInvalidValue if node is stale.
 *  Beyond: a second destruction is an error and not undefined.
 *  Mirrors: cudaGraphDestroyNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node);

/** Adds edges: all of them, or on failure none. Whether edges make a circle is found out when the
 *  graph is instantiated. Programmatic edges are kept, and order the whole nodes.
 *  Parameter from: the nodes where the edges begin.
 *  Parameter to: the nodes where they end, one for each of from.
 *  Parameter edges: the ports and the type of each edge; NULL: all 0. Only edges that begin at a
 *      kernel node may have a port or a type that is not 0.
 *  Parameter count: the number of edges.
 *  Errors: cudaErrorInvalidValue if graph or a node is stale, a list is NULL, or a node is of
 *      another graph; cudaErrorInvalidValue for an edge that is there already, leads from a node to
 *      itself, or has invalid data; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphAddDependencies of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddDependencies(
    cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
    const cudaGraphEdgeData *edges, size_t count);

/** Removes edges: all of them, or on failure none.
 *  Parameter from: the nodes where the edges begin.
 *  Parameter to: the nodes where they end, one for each of from.
 *  Parameter edges: the ports and the type of each edge, as they are; NULL: all 0.
 *  Parameter count: the number of edges.
 *  Errors: cudaErrorInvalidValue if graph or a node is stale, a list is NULL, or an edge is not
 *      there; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphRemoveDependencies of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphRemoveDependencies(
    cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
    const cudaGraphEdgeData *edges, size_t count);

/** Lists the nodes of a graph in the order in which they were added: all of them, or those
 *  without dependencies.
 *  Parameter nodes: gets the nodes, and NULL behind the last one; NULL: only their number is
 *      asked for.
 *  Parameter count: how many there is room for; gets how many there are, at most the room.
 *  Errors: cudaErrorInvalidValue if count is NULL or graph is stale; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphGetNodes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphGetNodes(
    cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
GPUINTEROP_API cudaError_t cudaGraphGetRootNodes(
    cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);

/** Lists the edges of a graph in the order in which they were added.
 *  Parameter from: gets the nodes where edges begin; NULL: only the number is asked for.
 *  Parameter to: gets the nodes where they end; NULL if from is.
 *  Parameter edges: gets the ports and the types of the edges; may be NULL if all are 0.
 *  Parameter count: how many there is room for; gets how many there are, at most the room.
 *  Errors: cudaErrorInvalidValue if count is NULL, one of from and to is NULL, or graph is stale;
 *      cudaErrorLossyQuery if edges is NULL and a port or type is not 0, with the number in count;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphGetEdges of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphGetEdges(
    cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges,
    size_t *count);

/** Lists the nodes that come directly before a node, or directly after it, in the order in which
 *  the edges were added.
 *  Parameter nodes: gets the nodes, and NULL behind the last one; NULL: only their number is
 *      asked for.
 *  Parameter edges: gets the ports and the types of the edges; may be NULL if all are 0.
 *  Parameter count: how many there is room for; gets how many there are, at most the room.
 *  Errors: as cudaGraphGetEdges.
 *  Mirrors: cudaGraphNodeGetDependencies of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphNodeGetDependencies(
    cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count);
GPUINTEROP_API cudaError_t cudaGraphNodeGetDependentNodes(
    cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count);

/** Gets the type of a node.
 *  Parameter type: gets the type.
 *  Errors: cudaErrorInvalidValue if type is NULL or node is stale.
 *  Mirrors: cudaGraphNodeGetType of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type);

/** Adds a node of any type that has a function of its own.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter edges: the ports and the type of each edge; NULL: all 0.
 *  Parameter count: the number of dependencies.
 *  Parameter params: the type and the parameters. Members that the type does not use are 0.
 *  Errors: cudaErrorInvalidValue if node or params is NULL, graph is stale, the type does not
 *      exist, or a reserved member is not 0; cudaErrorNotSupported for nodes of memory and words;
 *      those of the type's own function. For a conditional node cudaErrorInvalidValue also if its
 *      handle is of another graph or has a node already, or its type or size is none.
 *  Mirrors: cudaGraphAddNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
    const cudaGraphEdgeData *edges, size_t count, struct cudaGraphNodeParams *params);

/** Makes a number that decides whether a part of a graph runs, which part, or how often. A
 *  conditional node (cudaGraphAddNode) looks at it, and kernels set it (cudaGraphSetConditional).
 *  It ends with the graph.
 *  Parameter handle: gets the number's handle.
 *  Parameter graph: where the node will be, or a graph around or within that one.
 *  Parameter value: the first value of each launch, with the flag.
 *  Parameter flags: 0 or cudaGraphCondAssignDefault. Without it a launch begins with what the one
 *      before has left, at first 0.
 *  Errors: cudaErrorInvalidValue if handle is NULL, graph is stale or a flag does not exist;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphConditionalHandleCreate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphConditionalHandleCreate(
    cudaGraphConditionalHandle *handle, cudaGraph_t graph,
    unsigned int value GPUINTEROP_DEFAULT(0), unsigned int flags GPUINTEROP_DEFAULT(0));

/** Sets the parameters of a node of a graph, but of a child or empty one, or those of a node of an
 *  executable in its later launches.
 *  Parameter params: the type, which is the node's, and the parameters.
 *  Errors: cudaErrorInvalidValue if params is NULL, exec or node is stale, node is of another type
 *      or graph, or a reserved member is not 0; those of the type's own function.
 *  Mirrors: cudaGraphNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphNodeSetParams(
    cudaGraphNode_t node, struct cudaGraphNodeParams *params);
GPUINTEROP_API cudaError_t cudaGraphExecNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, struct cudaGraphNodeParams *params);

/** Adds a node that does nothing.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphAddEmptyNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddEmptyNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count);

/** Adds a node that runs a graph. The node gets a clone of it.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter child: the graph.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; cudaErrorInvalidValue if child is
 *      stale or graph itself; cudaErrorNotSupported for graphs within graphs deeper than 128.
 *  Mirrors: cudaGraphAddChildGraphNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddChildGraphNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    cudaGraph_t child);

/** Adds a launch of a kernel. The arguments are copied.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the launch.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; those of cudaLaunchKernel that
 *      are about its arguments.
 *  Mirrors: cudaGraphAddKernelNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddKernelNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaKernelNodeParams *parameters);

/** Adds a copy as cudaMemcpy3D does it. Pageable memory is read and written when the node runs.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the copy.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; those of cudaMemcpy3D;
 *      cudaErrorInvalidValue for a copy of nothing.
 *  Mirrors: cudaGraphAddMemcpyNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddMemcpyNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaMemcpy3DParms *parameters);

/** Adds a copy as cudaMemcpy does it. Pageable memory is read and written when the node runs.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; those of cudaMemcpy;
 *      cudaErrorInvalidValue if size is 0.
 *  Mirrors: cudaGraphAddMemcpyNode1D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddMemcpyNode1D(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    void *destination, const void *source, size_t size, enum cudaMemcpyKind kind);

/** Adds a copy to a variable of device code.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Units: size and offset are in bytes.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; those of cudaMemcpyToSymbol;
 *      cudaErrorInvalidValue if size is 0.
 *  Mirrors: cudaGraphAddMemcpyNodeToSymbol of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddMemcpyNodeToSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const void *symbol, const void *source, size_t size, size_t offset, enum cudaMemcpyKind kind);

/** Adds a copy from a variable of device code.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Units: size and offset are in bytes.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; those of cudaMemcpyFromSymbol;
 *      cudaErrorInvalidValue if size is 0.
 *  Mirrors: cudaGraphAddMemcpyNodeFromSymbol of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddMemcpyNodeFromSymbol(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    void *destination, const void *symbol, size_t size, size_t offset, enum cudaMemcpyKind kind);

/** Adds a fill of rows.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the fill.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; cudaErrorInvalidValue if
 *      parameters is NULL, elementSize is not 1, 2 or 4, an extent is 0, or the rows are not in
 *      one allocation of device memory.
 *  Mirrors: cudaGraphAddMemsetNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddMemsetNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaMemsetParams *parameters);

/** Adds a call of a host function, as cudaLaunchHostFunc does it.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the function and its argument.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; cudaErrorInvalidValue if
 *      parameters or the function is NULL.
 *  Mirrors: cudaGraphAddHostNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddHostNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaHostNodeParams *parameters);

/** Adds a record of an event, or a wait for the record that is the event's newest when the graph
 *  is launched.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; cudaErrorInvalidResourceHandle if
 *      event is stale.
 *  Mirrors: cudaGraphAddEventRecordNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddEventRecordNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    cudaEvent_t event);
GPUINTEROP_API cudaError_t cudaGraphAddEventWaitNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    cudaEvent_t event);

/** Adds signals of semaphores of other programs.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the semaphores, a description of each, and their number. The lists are
 *      copied. Flags and reserved words are not looked at, as the vendor does.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; cudaErrorInvalidValue if
 *      parameters is NULL, or a list is NULL and the number is not 0;
 *      cudaErrorInvalidResourceHandle if a semaphore is stale, or two are of different devices.
 *  Mirrors: cudaGraphAddExternalSemaphoresSignalNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddExternalSemaphoresSignalNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaExternalSemaphoreSignalNodeParams *parameters);

/** Adds waits for semaphores of other programs. Only nodes that come after this one wait.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the semaphores, a description of each, and their number. The lists are
 *      copied. Flags and reserved words are not looked at, as the vendor does.
 *  Errors: cudaErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; cudaErrorMemoryAllocation; cudaErrorInvalidValue if
 *      parameters is NULL, or a list is NULL and the number is not 0;
 *      cudaErrorInvalidResourceHandle if a semaphore is stale, or two are of different devices.
 *  Mirrors: cudaGraphAddExternalSemaphoresWaitNode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphAddExternalSemaphoresWaitNode(
    cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies, size_t count,
    const struct cudaExternalSemaphoreWaitNodeParams *parameters);

/** Gets the launch of a kernel node.
 *  Parameter parameters: gets it.
 *  Owner: lists in it are the node's, until its parameters are set or it is destroyed.
 *  Errors: cudaErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphKernelNodeGetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphKernelNodeGetParams(
    cudaGraphNode_t node, struct cudaKernelNodeParams *parameters);

/** Sets the launch of a kernel node.
 *  Parameter parameters: the new parameters.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type; those of
 *      cudaGraphAddKernelNode.
 *  Mirrors: cudaGraphKernelNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphKernelNodeSetParams(
    cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters);

/** Gets an attribute of the launch of a kernel node; zeros if it was not set.
 *  Parameter attribute: the attribute.
 *  Parameter value: gets it.
 *  Errors: cudaErrorInvalidValue if value is NULL, kernel nodes lack the
 *      attribute, or node is stale or of another type.
 *  Mirrors: cudaGraphKernelNodeGetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphKernelNodeGetAttribute(
    cudaGraphNode_t node, cudaLaunchAttributeID attribute, cudaLaunchAttributeValue *value);

/** Sets an attribute of the launch of a kernel node. cudaLaunchAttributeCooperative makes the
 *  launch cooperative; a priority counts if an executable's flags say so; the others do nothing.
 *  Parameter attribute: the attribute.
 *  Parameter value: the new value of the attribute.
 *  Errors: cudaErrorInvalidValue if value is NULL, kernel nodes lack the
 *      attribute, or node is stale or of another type; cudaErrorNotSupported for clusters and for
 *      updates by the device; cudaErrorCooperativeLaunchTooLarge.
 *  Mirrors: cudaGraphKernelNodeSetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphKernelNodeSetAttribute(
    cudaGraphNode_t node, cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue *value);

/** Copies all attributes of a kernel node to another.
 *  Parameter destination: the node that gets them.
 *  Parameter source: the node that has them.
 *  Errors: cudaErrorInvalidValue if a node is stale or of another type;
 *      cudaErrorCooperativeLaunchTooLarge.
 *  Mirrors: cudaGraphKernelNodeCopyAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphKernelNodeCopyAttributes(
    cudaGraphNode_t destination, cudaGraphNode_t source);

/** Gets the copy of a copy node.
 *  Parameter parameters: gets it.
 *  Errors: cudaErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphMemcpyNodeGetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphMemcpyNodeGetParams(
    cudaGraphNode_t node, struct cudaMemcpy3DParms *parameters);

/** Sets the copy of a copy node.
 *  Parameter parameters: the new parameters.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type; those of
 *      cudaGraphAddMemcpyNode.
 *  Mirrors: cudaGraphMemcpyNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphMemcpyNodeSetParams(
    cudaGraphNode_t node, const struct cudaMemcpy3DParms *parameters);

/** Sets the copy of a copy node, as cudaMemcpy describes it.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type; those of
 *      cudaGraphAddMemcpyNode1D.
 *  Mirrors: cudaGraphMemcpyNodeSetParams1D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphMemcpyNodeSetParams1D(
    cudaGraphNode_t node, void *destination, const void *source, size_t size,
    enum cudaMemcpyKind kind);

/** Sets the copy of a copy node to one to a variable, or from one.
 *  Units: size and offset are in bytes.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type; those of
 *      cudaGraphAddMemcpyNodeToSymbol.
 *  Mirrors: cudaGraphMemcpyNodeSetParamsToSymbol of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(
    cudaGraphNode_t node, const void *symbol, const void *source, size_t size, size_t offset,
    enum cudaMemcpyKind kind);
GPUINTEROP_API cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(
    cudaGraphNode_t node, void *destination, const void *symbol, size_t size, size_t offset,
    enum cudaMemcpyKind kind);

/** Gets the fill of a fill node.
 *  Parameter parameters: gets it.
 *  Errors: cudaErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphMemsetNodeGetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphMemsetNodeGetParams(
    cudaGraphNode_t node, struct cudaMemsetParams *parameters);

/** Sets the fill of a fill node.
 *  Parameter parameters: the new parameters.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type; those of
 *      cudaGraphAddMemsetNode.
 *  Mirrors: cudaGraphMemsetNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphMemsetNodeSetParams(
    cudaGraphNode_t node, const struct cudaMemsetParams *parameters);

/** Gets the function of a host node.
 *  Parameter parameters: gets it.
 *  Errors: cudaErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphHostNodeGetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphHostNodeGetParams(
    cudaGraphNode_t node, struct cudaHostNodeParams *parameters);

/** Sets the function of a host node.
 *  Parameter parameters: the new parameters.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type; those of
 *      cudaGraphAddHostNode.
 *  Mirrors: cudaGraphHostNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphHostNodeSetParams(
    cudaGraphNode_t node, const struct cudaHostNodeParams *parameters);

/** Gets the graph of a child node. Changes of it count for later instantiations.
 *  Parameter graph: gets the graph.
 *  Owner: the node, with which it ends.
 *  Errors: cudaErrorInvalidValue if graph is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphChildGraphNodeGetGraph of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphChildGraphNodeGetGraph(
    cudaGraphNode_t node, cudaGraph_t *graph);

/** Gets the event that a node records.
 *  Parameter event: gets the event.
 *  Errors: cudaErrorInvalidValue if event is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphEventRecordNodeGetEvent of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphEventRecordNodeGetEvent(
    cudaGraphNode_t node, cudaEvent_t *event);

/** Sets the event that a node records.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type;
 *      cudaErrorInvalidResourceHandle if event is stale.
 *  Mirrors: cudaGraphEventRecordNodeSetEvent of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphEventRecordNodeSetEvent(
    cudaGraphNode_t node, cudaEvent_t event);

/** Gets the event that a node waits for.
 *  Parameter event: gets the event.
 *  Errors: cudaErrorInvalidValue if event is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphEventWaitNodeGetEvent of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphEventWaitNodeGetEvent(
    cudaGraphNode_t node, cudaEvent_t *event);

/** Sets the event that a node waits for.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type;
 *      cudaErrorInvalidResourceHandle if event is stale.
 *  Mirrors: cudaGraphEventWaitNodeSetEvent of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphEventWaitNodeSetEvent(
    cudaGraphNode_t node, cudaEvent_t event);

/** Gets the signals of a node.
 *  Parameter parameters: gets it.
 *  Owner: lists in it are the node's, until its parameters are set or it is destroyed.
 *  Errors: cudaErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphExternalSemaphoresSignalNodeGetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExternalSemaphoresSignalNodeGetParams(
    cudaGraphNode_t node, struct cudaExternalSemaphoreSignalNodeParams *parameters);

/** Sets the signals of a node.
 *  Parameter parameters: the new parameters.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type; those of
 *      cudaGraphAddExternalSemaphoresSignalNode.
 *  Mirrors: cudaGraphExternalSemaphoresSignalNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExternalSemaphoresSignalNodeSetParams(
    cudaGraphNode_t node, const struct cudaExternalSemaphoreSignalNodeParams *parameters);

/** Gets the waits of a node.
 *  Parameter parameters: gets it.
 *  Owner: lists in it are the node's, until its parameters are set or it is destroyed.
 *  Errors: cudaErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cudaGraphExternalSemaphoresWaitNodeGetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(
    cudaGraphNode_t node, struct cudaExternalSemaphoreWaitNodeParams *parameters);

/** Sets the waits of a node.
 *  Parameter parameters: the new parameters.
 *  Errors: cudaErrorInvalidValue if node is stale or of another type; those of
 *      cudaGraphAddExternalSemaphoresWaitNode.
 *  Mirrors: cudaGraphExternalSemaphoresWaitNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExternalSemaphoresWaitNodeSetParams(
    cudaGraphNode_t node, const struct cudaExternalSemaphoreWaitNodeParams *parameters);

/** Makes an executable of a graph. Kernels are compiled.
 *  Parameter exec: gets the executable.
 *  Parameter flags: cudaGraphInstantiateFlag... bits. With cudaGraphInstantiateFlagUseNodePriority
 *      kernels of higher priority are enqueued first. cudaGraphInstantiateFlagUpload is refused.
 *  Owner: the caller, until cudaGraphExecDestroy. It needs the graph no more.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, graph is stale, flags has an unknown bit,
 *      or edges make a circle; cudaErrorNotSupported for cudaGraphInstantiateFlagDeviceLaunch;
 *      those of the nodes' operations; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphInstantiate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphInstantiate(
    cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags GPUINTEROP_DEFAULT(0));
GPUINTEROP_API cudaError_t cudaGraphInstantiateWithFlags(
    cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags GPUINTEROP_DEFAULT(0));

/** Makes an executable of a graph, and says at which node it failed.
 *  Parameter exec: gets the executable.
 *  Parameter parameters: the flags, and the stream for cudaGraphInstantiateFlagUpload;
 *      errNode_out and result_out get the node and the reason of a failure.
 *  Owner: the caller, until cudaGraphExecDestroy.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, graph is stale, flags has an unknown bit,
 *      or edges make a circle; cudaErrorNotSupported for cudaGraphInstantiateFlagDeviceLaunch;
 *      those of the nodes' operations; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphInstantiateWithParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphInstantiateWithParams(
    cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphInstantiateParams *parameters);

/** Destroys an executable. Launches go on.
 *  Errors: cudaErrorInvalidValue if exec is stale.
 *  Beyond: a second destruction is an error and not undefined.
 *  Mirrors: cudaGraphExecDestroy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);

/** Gets the flags of an executable, without cudaGraphInstantiateFlagUseNodePriority and
 *  cudaGraphInstantiateFlagUpload, as the vendor does.
 *  Parameter flags: gets the flags.
 *  Errors: cudaErrorInvalidValue if flags is NULL or exec is stale.
 *  Mirrors: cudaGraphExecGetFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags);

/** Looks up what the nodes name, and compiles what is not compiled, so that a launch need not.
 *  Errors: cudaErrorInvalidValue if exec is stale; cudaErrorInvalidResourceHandle if stream is
 *      stale, or an event or semaphore of a node was destroyed; those of the nodes' operations,
 *      if what they name is gone. Nothing is enqueued then.
 *  Mirrors: cudaGraphUpload of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);

/** Enqueues a launch of an executable. It runs after the stream's earlier work and after the
 *  executable's last launch, in whatever stream, and before the stream's later work.
 *
 *  Branches of the graph do not wait for each other. A launch that waits for a semaphore holds
 *  only what comes after the wait, and the stream's later work. It keeps the values that it was
 *  launched with.
 *  Errors: cudaErrorInvalidValue if exec is stale; cudaErrorInvalidResourceHandle if stream is
 *      stale, or an event or semaphore of a node was destroyed; those of the nodes' operations,
 *      if what they name is gone. Nothing is enqueued then.
 *  Beyond: the call finds objects that a node names and that are gone. The sentence names the node.
 *  Mirrors: cudaGraphLaunch of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);

/** Sets whether a kernel, copy or fill node of an executable does something in later launches.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter enabled: 0: it is as an empty node.
 *  Errors: cudaErrorInvalidValue if exec or node is stale, or node is of another graph or type.
 *  Mirrors: cudaGraphNodeSetEnabled of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphNodeSetEnabled(
    cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled);

/** Gets whether a kernel, copy or fill node of an executable does something.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter enabled: gets 1 or 0.
 *  Errors: as cudaGraphNodeSetEnabled; cudaErrorInvalidValue if enabled is NULL.
 *  Mirrors: cudaGraphNodeGetEnabled of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphNodeGetEnabled(
    cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled);

/** Sets the launch of a kernel node in later launches of an executable. The kernel's device, and
 *  whether the launch is cooperative, stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the launch.
 *  Errors: cudaErrorInvalidValue if exec or node is stale, or node is of another graph or type;
 *      those of cudaGraphAddKernelNode.
 *  Mirrors: cudaGraphExecKernelNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaKernelNodeParams *parameters);

/** Sets the copy of a copy node in later launches of an executable. Both copies are one row of
 *  memory; the kind, the device and the kinds of memory stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the copy.
 *  Errors: cudaErrorInvalidValue if exec or node is stale, or node is of another graph or type,
 *      or for another change; those of cudaGraphAddMemcpyNode.
 *  Mirrors: cudaGraphExecMemcpyNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecMemcpyNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemcpy3DParms *parameters);

/** Sets the copy of a copy node in later launches of an executable, as cudaMemcpy describes it.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Units: size is in bytes.
 *  Errors: as cudaGraphExecMemcpyNodeSetParams.
 *  Mirrors: cudaGraphExecMemcpyNodeSetParams1D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecMemcpyNodeSetParams1D(
    cudaGraphExec_t exec, cudaGraphNode_t node, void *destination, const void *source, size_t size,
    enum cudaMemcpyKind kind);

/** Sets the copy of a copy node in later launches of an executable to one to a variable, or from
 *  one.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Units: size and offset are in bytes.
 *  Errors: as cudaGraphExecMemcpyNodeSetParams; those of cudaGraphAddMemcpyNodeToSymbol.
 *  Mirrors: cudaGraphExecMemcpyNodeSetParamsToSymbol of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, const void *symbol, const void *source, size_t size,
    size_t offset, enum cudaMemcpyKind kind);
GPUINTEROP_API cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(
    cudaGraphExec_t exec, cudaGraphNode_t node, void *destination, const void *symbol, size_t size,
    size_t offset, enum cudaMemcpyKind kind);

/** Sets the fill of a fill node in later launches of an executable. Both fills are one row; the
 *  device and the kind of memory stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the fill.
 *  Errors: cudaErrorInvalidValue if exec or node is stale, or node is of another graph or type,
 *      or for another change; those of cudaGraphAddMemsetNode.
 *  Mirrors: cudaGraphExecMemsetNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecMemsetNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaMemsetParams *parameters);

/** Sets the function of a host node in later launches of an executable.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the function and its argument.
 *  Errors: cudaErrorInvalidValue if exec or node is stale, or node is of another graph or type;
 *      those of cudaGraphAddHostNode.
 *  Mirrors: cudaGraphExecHostNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecHostNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, const struct cudaHostNodeParams *parameters);

/** Sets all nodes within a child node in later launches of an executable to those of another graph.
 *  That graph has as many nodes, of the same types and with the same edges, added in the same
 *  order.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter graph: the other graph.
 *  Errors: cudaErrorInvalidValue if exec, node or graph is stale, node is of another graph or type,
 *      or graph has other nodes or edges; cudaErrorInvalidValue if a node does not allow its
 *      change.
 *  Mirrors: cudaGraphExecChildGraphNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecChildGraphNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t graph);

/** Takes over what the nodes of a graph ask for, in later launches of an executable. The graph has
 *  as many nodes as the one that the executable was made of. They have the same types and edges,
 *  added in the same order. The graph's user objects take the place of the executable's. Nothing
 *  has changed after a failure.
 *  Parameter graph: the graph.
 *  Parameter info: gets the result, and the graph's nodes where it failed.
 *  Errors: cudaErrorInvalidValue if exec or graph is stale, or info is NULL;
 *      cudaErrorGraphExecUpdateFailure for a difference that is not allowed. Kernels keep their
 *      device and whether they are cooperative. Copies of one row keep kind and types of memory,
 *      others everything. Fills of several rows keep all but address and value.
 *  Mirrors: cudaGraphExecUpdate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecUpdate(
    cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info);

/** Sets the event that a node records, or waits for, in later launches of an executable. The
 *  device of an event that is recorded stays.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Errors: cudaErrorInvalidValue if exec or node is stale, or node is of another graph or type;
 *      cudaErrorInvalidResourceHandle if event is stale.
 *  Mirrors: cudaGraphExecEventRecordNodeSetEvent of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecEventRecordNodeSetEvent(
    cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event);
GPUINTEROP_API cudaError_t cudaGraphExecEventWaitNodeSetEvent(
    cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event);

/** Sets the signals of a node in later launches of an executable: other values, and other
 *  semaphores. Their number stays. Launches that are under way keep theirs.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the signals.
 *  Errors: cudaErrorInvalidValue if exec or node is stale, or node is of another graph or type,
 *      or for another number; those of cudaGraphAddExternalSemaphoresSignalNode.
 *  Mirrors: cudaGraphExecExternalSemaphoresSignalNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecExternalSemaphoresSignalNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaExternalSemaphoreSignalNodeParams *parameters);

/** Sets the waits of a node in later launches of an executable: other values, and other
 *  semaphores. Their number stays. Launches that are under way keep theirs.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the waits.
 *  Errors: cudaErrorInvalidValue if exec or node is stale, or node is of another graph or type,
 *      or for another number; those of cudaGraphAddExternalSemaphoresWaitNode.
 *  Mirrors: cudaGraphExecExternalSemaphoresWaitNodeSetParams of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphExecExternalSemaphoresWaitNodeSetParams(
    cudaGraphExec_t exec, cudaGraphNode_t node,
    const struct cudaExternalSemaphoreWaitNodeParams *parameters);

/** Makes an object of the program that graphs and executables keep alive. When its last reference
 *  is given back, destroy is called with the pointer, perhaps in the calling thread, and must not
 *  call this library.
 *  Parameter object: gets the object.
 *  Parameter pointer: the argument of destroy.
 *  Parameter destroy: ends what the object stands for.
 *  Parameter count: the caller's references; 1 to INT_MAX.
 *  Parameter flags: cudaUserObjectNoDestructorSync.
 *  Owner: the caller, who gives the references back by cudaUserObjectRelease or moves them to a
 *      graph.
 *  Errors: cudaErrorInvalidValue if a pointer or destroy is NULL, count is out of range, or flags
 *      is another value; cudaErrorMemoryAllocation.
 *  Mirrors: cudaUserObjectCreate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaUserObjectCreate(
    cudaUserObject_t *object, void *pointer, cudaHostFn_t destroy, unsigned int count,
    unsigned int flags);

/** Takes more references of the program to a user object, or gives some back.
 *  Parameter count: how many; 1 to INT_MAX.
 *  Errors: cudaErrorInvalidValue if object is stale, or count is out of range or above what the
 *      program has.
 *  Beyond: giving back more than there are is an error and not undefined.
 *  Mirrors: cudaUserObjectRetain of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaUserObjectRetain(
    cudaUserObject_t object, unsigned int count GPUINTEROP_DEFAULT(1));
GPUINTEROP_API cudaError_t cudaUserObjectRelease(
    cudaUserObject_t object, unsigned int count GPUINTEROP_DEFAULT(1));

/** Gives a graph references to a user object. Its clones and executables get as many. The graph
 *  gives them back when it is destroyed, an executable when its last launch is over.
 *  Parameter count: how many; 1 to INT_MAX.
 *  Parameter flags: 0, or cudaGraphUserObjectMove: they are taken from the program's.
 *  Errors: cudaErrorInvalidValue if graph or object is stale, count is out of range or above what
 *      is moved from, or flags has an unknown bit; cudaErrorMemoryAllocation.
 *  Mirrors: cudaGraphRetainUserObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphRetainUserObject(
    cudaGraph_t graph, cudaUserObject_t object, unsigned int count GPUINTEROP_DEFAULT(1),
    unsigned int flags GPUINTEROP_DEFAULT(0));

/** Takes references to a user object away from a graph.
 *  Parameter count: how many; 1 to INT_MAX.
 *  Errors: cudaErrorInvalidValue if graph or object is stale, or count is out of range or above
 *      what the graph has.
 *  Mirrors: cudaGraphReleaseUserObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphReleaseUserObject(
    cudaGraph_t graph, cudaUserObject_t object, unsigned int count GPUINTEROP_DEFAULT(1));

#ifdef __cplusplus
}
#endif

#endif
