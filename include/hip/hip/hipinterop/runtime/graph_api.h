/** Graphs: nodes and edges that are launched as one; a part of hip_runtime_api.h.
 *
 *  A node is a kernel, a copy, a fill, a host function, a graph, or nothing. It may also record an
 *  event or wait for one, and signal semaphores of other programs or wait for them. An edge says
 *  that a node runs after another. An executable is a snapshot of a graph, which can be launched
 *  any number of times. Branches of a graph do not wait for each other.
 *  Threads: any; two threads that change one graph or executable do so in any order.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_GRAPH_API_H
#define GPUINTEROP_HIP_GRAPH_API_H

#include <stddef.h>

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes an empty graph.
 *  Parameter graph: gets the graph.
 *  Parameter flags: must be 0.
 *  Owner: the caller, until hipGraphDestroy.
 *  Errors: hipErrorInvalidValue if graph is NULL or flags is not 0; hipErrorOutOfMemory.
 *  Mirrors: hipGraphCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphCreate(hipGraph_t *graph, unsigned int flags);

/** Destroys a graph with its nodes. Executables that were made of it stay as they are.
 *  Errors: hipErrorInvalidValue if graph is stale, or is the graph of a child node, which ends
 *      with the node.
 *  Beyond: a second destruction is an error and not undefined.
 *  Mirrors: hipGraphDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphDestroy(hipGraph_t graph);

/** Makes a graph with copies of all nodes and edges of another, also of graphs within it.
 *  Parameter clone: gets the new graph.
 *  Parameter original: the graph.
 *  Owner: the caller, until hipGraphDestroy.
 *  Errors: hipErrorInvalidValue if clone is NULL or original is stale;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipGraphClone of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphClone(hipGraph_t *clone, hipGraph_t original);

/** Writes a picture of a graph and of the graphs within it, in the language of graphviz (DOT).
 *  Parameter path: the file. It is made, or cut and written anew.
 *  Parameter flags: enum hipGraphDebugDotFlags; other bits have no effect.
 *  Errors: hipErrorInvalidValue if graph is stale or path is NULL; hipErrorOperatingSystem if the
 *      file cannot be opened or written, or is a pipe; hipErrorOutOfMemory.
 *  Mirrors: hipGraphDebugDotPrint of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphDebugDotPrint(
    hipGraph_t graph, const char *path, unsigned int flags);

/** Finds the copy of a node in a clone of its graph.
 *  Parameter node: gets the copy.
 *  Parameter original: the node.
 *  Parameter clone: a graph that hipGraphClone made of the node's graph.
 *  Errors: hipErrorInvalidValue if node is NULL, original or clone is stale, or clone has no
 *      copy of the node.
 *  Mirrors: hipGraphNodeFindInClone of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphNodeFindInClone(
    hipGraphNode_t *node, hipGraphNode_t original, hipGraph_t clone);

/** Destroys a node with its edges.
 *  Errors: hipErrorInvalidValue if node is stale.
 *  Beyond: a second destruction is an error and not undefined.
 *  Mirrors: hipGraphDestroyNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphDestroyNode(hipGraphNode_t node);

/** Adds edges: all of them, or on failure none. Whether edges make a circle is found out when the
 *  graph is instantiated.
 *  Parameter from: the nodes where the edges begin.
 *  Parameter to: the nodes where they end, one for each of from.
 *  Parameter count: the number of edges.
 *  Errors: hipErrorInvalidValue if graph or a node is stale, a list is NULL, or a node is of
 *      another graph; hipErrorInvalidValue for an edge that is there already, or leads from a node
 *      to itself; hipErrorOutOfMemory.
 *  Mirrors: hipGraphAddDependencies of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddDependencies(
    hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count);

/** Removes edges: all of them, or on failure none.
 *  Parameter from: the nodes where the edges begin.
 *  Parameter to: the nodes where they end, one for each of from.
 *  Parameter count: the number of edges.
 *  Errors: hipErrorInvalidValue if graph or a node is stale, a list is NULL, or an edge is not
 *      there; hipErrorOutOfMemory.
 *  Mirrors: hipGraphRemoveDependencies of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphRemoveDependencies(
    hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count);

/** Lists the nodes of a graph in the order in which they were added: all of them, or those
 *  without dependencies.
 *  Parameter nodes: gets the nodes, and NULL behind the last one; NULL: only their number is
 *      asked for.
 *  Parameter count: how many there is room for; gets how many there are, at most the room.
 *  Errors: hipErrorInvalidValue if count is NULL or graph is stale; hipErrorOutOfMemory.
 *  Mirrors: hipGraphGetNodes of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphGetNodes(
    hipGraph_t graph, hipGraphNode_t *nodes, size_t *count);
GPUINTEROP_API hipError_t hipGraphGetRootNodes(
    hipGraph_t graph, hipGraphNode_t *nodes, size_t *count);

/** Lists the edges of a graph in the order in which they were added.
 *  Parameter from: gets the nodes where edges begin; NULL: only the number is asked for.
 *  Parameter to: gets the nodes where they end; NULL if from is.
 *  Parameter count: how many there is room for; gets how many there are, at most the room.
 *  Errors: hipErrorInvalidValue if count is NULL, one of from and to is NULL, or graph is stale;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipGraphGetEdges of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphGetEdges(
    hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to, size_t *count);

/** Lists the nodes that come directly before a node, or directly after it, in the order in which
 *  the edges were added.
 *  Parameter nodes: gets the nodes, and NULL behind the last one; NULL: only their number is
 *      asked for.
 *  Parameter count: how many there is room for; gets how many there are, at most the room.
 *  Errors: hipErrorInvalidValue if count is NULL or node is stale; hipErrorOutOfMemory.
 *  Mirrors: hipGraphNodeGetDependencies of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphNodeGetDependencies(
    hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count);
GPUINTEROP_API hipError_t hipGraphNodeGetDependentNodes(
    hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count);

/** Gets the type of a node.
 *  Parameter type: gets the type.
 *  Errors: hipErrorInvalidValue if type is NULL or node is stale.
 *  Mirrors: hipGraphNodeGetType of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType *type);

/** Adds a node of any type that has a function of its own. An edge leads to it from each
 *  dependency.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter params: the type and the parameters. Members that the type does not use are 0.
 *  Errors: hipErrorInvalidValue if node or params is NULL, graph is stale, the type does not exist,
 *      or a reserved member is not 0; hipErrorInvalidValue if a dependency is stale, of another
 *      graph or there twice; hipErrorNotSupported for nodes of memory, words and conditions;
 *      hipErrorOutOfMemory; those of the type's own function.
 *  Mirrors: hipGraphAddNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    hipGraphNodeParams *params);

/** Sets the parameters of a node of any type but child and empty ones.
 *  Parameter params: the type, which is the node's, and the parameters.
 *  Errors: hipErrorInvalidValue if params is NULL, node is stale or of another type, or a reserved
 *      member is not 0; those of the type's own function.
 *  Mirrors: hipGraphNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphNodeSetParams(hipGraphNode_t node, hipGraphNodeParams *params);

/** Sets the parameters of a node of any type but empty ones, in later launches of an executable.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter params: the type, which is the node's, and the parameters.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type;
 *      those of the type's own function.
 *  Mirrors: hipGraphExecNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, hipGraphNodeParams *params);

/** Adds a node that does nothing.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory.
 *  Mirrors: hipGraphAddEmptyNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddEmptyNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count);

/** Adds a node that runs a graph. The node gets a clone of it.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter child: the graph.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; hipErrorInvalidValue if child is
 *      stale or graph itself; hipErrorNotSupported for graphs within graphs deeper than 128.
 *  Mirrors: hipGraphAddChildGraphNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddChildGraphNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    hipGraph_t child);

/** Adds a launch of a kernel. The arguments are copied.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the launch.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; those of hipLaunchKernel that
 *      are about its arguments.
 *  Mirrors: hipGraphAddKernelNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddKernelNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const hipKernelNodeParams *parameters);

/** Adds a copy as hipMemcpy3D does it. Pageable memory is read and written when the node runs.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the copy.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; those of hipMemcpy3D;
 *      hipErrorInvalidValue for a copy of nothing.
 *  Mirrors: hipGraphAddMemcpyNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddMemcpyNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const hipMemcpy3DParms *parameters);

/** Adds a copy as hipMemcpy does it. Pageable memory is read and written when the node runs.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; those of hipMemcpy;
 *      hipErrorInvalidValue if size is 0.
 *  Mirrors: hipGraphAddMemcpyNode1D of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddMemcpyNode1D(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    void *destination, const void *source, size_t size, hipMemcpyKind kind);

/** Adds a copy to a variable of device code.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Units: size and offset are in bytes.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; those of hipMemcpyToSymbol;
 *      hipErrorInvalidValue if size is 0.
 *  Mirrors: hipGraphAddMemcpyNodeToSymbol of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddMemcpyNodeToSymbol(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const void *symbol, const void *source, size_t size, size_t offset, hipMemcpyKind kind);

/** Adds a copy from a variable of device code.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Units: size and offset are in bytes.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; those of hipMemcpyFromSymbol;
 *      hipErrorInvalidValue if size is 0.
 *  Mirrors: hipGraphAddMemcpyNodeFromSymbol of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddMemcpyNodeFromSymbol(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    void *destination, const void *symbol, size_t size, size_t offset, hipMemcpyKind kind);

/** Adds a fill of rows.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the fill.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; hipErrorInvalidValue if
 *      parameters is NULL, elementSize is not 1, 2 or 4, an extent is 0, or the rows are not in
 *      one allocation of device memory.
 *  Mirrors: hipGraphAddMemsetNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddMemsetNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const hipMemsetParams *parameters);

/** Adds a call of a host function, as hipLaunchHostFunc does it.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the function and its argument.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; hipErrorInvalidValue if
 *      parameters or the function is NULL.
 *  Mirrors: hipGraphAddHostNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddHostNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const hipHostNodeParams *parameters);

/** Adds a record of an event, or a wait for the record that is the event's newest when the graph
 *  is launched.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; hipErrorContextIsDestroyed if
 *      event is stale.
 *  Mirrors: hipGraphAddEventRecordNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddEventRecordNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    hipEvent_t event);
GPUINTEROP_API hipError_t hipGraphAddEventWaitNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    hipEvent_t event);

/** Adds signals of semaphores of other programs.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the semaphores, a description of each, and their number. The lists are
 *      copied. Flags and reserved words are not looked at, as the vendor does.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; hipErrorInvalidValue if
 *      parameters is NULL, or a list is NULL and the number is not 0;
 *      hipErrorContextIsDestroyed if a semaphore is stale, or two are of different devices.
 *  Mirrors: hipGraphAddExternalSemaphoresSignalNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddExternalSemaphoresSignalNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const hipExternalSemaphoreSignalNodeParams *parameters);

/** Adds waits for semaphores of other programs. Only nodes that come after this one wait.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the semaphores, a description of each, and their number. The lists are
 *      copied. Flags and reserved words are not looked at, as the vendor does.
 *  Errors: hipErrorInvalidValue if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; hipErrorOutOfMemory; hipErrorInvalidValue if
 *      parameters is NULL, or a list is NULL and the number is not 0;
 *      hipErrorContextIsDestroyed if a semaphore is stale, or two are of different devices.
 *  Mirrors: hipGraphAddExternalSemaphoresWaitNode of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphAddExternalSemaphoresWaitNode(
    hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies, size_t count,
    const hipExternalSemaphoreWaitNodeParams *parameters);

/** Gets the launch of a kernel node.
 *  Parameter parameters: gets it.
 *  Owner: lists in it are the node's, until its parameters are set or it is destroyed.
 *  Errors: hipErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphKernelNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphKernelNodeGetParams(
    hipGraphNode_t node, hipKernelNodeParams *parameters);

/** Sets the launch of a kernel node.
 *  Parameter parameters: the new parameters.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipGraphAddKernelNode.
 *  Mirrors: hipGraphKernelNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphKernelNodeSetParams(
    hipGraphNode_t node, const hipKernelNodeParams *parameters);

/** Gets an attribute of the launch of a kernel node; zeros if it was not set.
 *  Parameter attribute: the attribute.
 *  Parameter value: gets it.
 *  Errors: hipErrorInvalidValue if value is NULL, kernel nodes lack the
 *      attribute, or node is stale or of another type.
 *  Mirrors: hipGraphKernelNodeGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphKernelNodeGetAttribute(
    hipGraphNode_t node, hipLaunchAttributeID attribute, hipLaunchAttributeValue *value);

/** Sets an attribute of the launch of a kernel node. hipLaunchAttributeCooperative makes the
 *  launch cooperative; a priority counts if an executable's flags say so; the others do nothing.
 *  Parameter attribute: the attribute.
 *  Parameter value: the new value of the attribute.
 *  Errors: hipErrorInvalidValue if value is NULL, kernel nodes lack the
 *      attribute, or node is stale or of another type; hipErrorNotSupported for clusters and for
 *      updates by the device; hipErrorCooperativeLaunchTooLarge.
 *  Mirrors: hipGraphKernelNodeSetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphKernelNodeSetAttribute(
    hipGraphNode_t node, hipLaunchAttributeID attribute, const hipLaunchAttributeValue *value);

/** Copies all attributes of a kernel node to another.
 *  Parameter source: the node that has them.
 *  Parameter destination: the node that gets them.
 *  Errors: hipErrorInvalidValue if a node is stale or of another type;
 *      hipErrorCooperativeLaunchTooLarge.
 *  Mirrors: hipGraphKernelNodeCopyAttributes of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphKernelNodeCopyAttributes(
    hipGraphNode_t source, hipGraphNode_t destination);

/** Gets the copy of a copy node.
 *  Parameter parameters: gets it.
 *  Errors: hipErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphMemcpyNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphMemcpyNodeGetParams(
    hipGraphNode_t node, hipMemcpy3DParms *parameters);

/** Sets the copy of a copy node.
 *  Parameter parameters: the new parameters.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipGraphAddMemcpyNode.
 *  Mirrors: hipGraphMemcpyNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphMemcpyNodeSetParams(
    hipGraphNode_t node, const hipMemcpy3DParms *parameters);

/** Sets the copy of a copy node, as hipMemcpy describes it.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipGraphAddMemcpyNode1D.
 *  Mirrors: hipGraphMemcpyNodeSetParams1D of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphMemcpyNodeSetParams1D(
    hipGraphNode_t node, void *destination, const void *source, size_t size,
    hipMemcpyKind kind);

/** Sets the copy of a copy node to one to a variable, or from one.
 *  Units: size and offset are in bytes.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipGraphAddMemcpyNodeToSymbol.
 *  Mirrors: hipGraphMemcpyNodeSetParamsToSymbol of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphMemcpyNodeSetParamsToSymbol(
    hipGraphNode_t node, const void *symbol, const void *source, size_t size, size_t offset,
    hipMemcpyKind kind);
GPUINTEROP_API hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(
    hipGraphNode_t node, void *destination, const void *symbol, size_t size, size_t offset,
    hipMemcpyKind kind);

/** Gets the fill of a fill node.
 *  Parameter parameters: gets it.
 *  Errors: hipErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphMemsetNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphMemsetNodeGetParams(
    hipGraphNode_t node, hipMemsetParams *parameters);

/** Sets the fill of a fill node.
 *  Parameter parameters: the new parameters.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipGraphAddMemsetNode.
 *  Mirrors: hipGraphMemsetNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphMemsetNodeSetParams(
    hipGraphNode_t node, const hipMemsetParams *parameters);

/** Gets the function of a host node.
 *  Parameter parameters: gets it.
 *  Errors: hipErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphHostNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphHostNodeGetParams(
    hipGraphNode_t node, hipHostNodeParams *parameters);

/** Sets the function of a host node.
 *  Parameter parameters: the new parameters.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipGraphAddHostNode.
 *  Mirrors: hipGraphHostNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphHostNodeSetParams(
    hipGraphNode_t node, const hipHostNodeParams *parameters);

/** Gets the graph of a child node. Changes of it count for later instantiations.
 *  Parameter graph: gets the graph.
 *  Owner: the node, with which it ends.
 *  Errors: hipErrorInvalidValue if graph is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphChildGraphNodeGetGraph of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphChildGraphNodeGetGraph(
    hipGraphNode_t node, hipGraph_t *graph);

/** Gets the event that a node records.
 *  Parameter event: gets the event.
 *  Errors: hipErrorInvalidValue if event is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphEventRecordNodeGetEvent of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphEventRecordNodeGetEvent(
    hipGraphNode_t node, hipEvent_t *event);

/** Sets the event that a node records.
 *  Errors: hipErrorInvalidValue if node is stale or of another type;
 *      hipErrorContextIsDestroyed if event is stale.
 *  Mirrors: hipGraphEventRecordNodeSetEvent of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphEventRecordNodeSetEvent(
    hipGraphNode_t node, hipEvent_t event);

/** Gets the event that a node waits for.
 *  Parameter event: gets the event.
 *  Errors: hipErrorInvalidValue if event is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphEventWaitNodeGetEvent of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphEventWaitNodeGetEvent(
    hipGraphNode_t node, hipEvent_t *event);

/** Sets the event that a node waits for.
 *  Errors: hipErrorInvalidValue if node is stale or of another type;
 *      hipErrorContextIsDestroyed if event is stale.
 *  Mirrors: hipGraphEventWaitNodeSetEvent of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphEventWaitNodeSetEvent(
    hipGraphNode_t node, hipEvent_t event);

/** Gets the signals of a node.
 *  Parameter parameters: gets it.
 *  Owner: lists in it are the node's, until its parameters are set or it is destroyed.
 *  Errors: hipErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphExternalSemaphoresSignalNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExternalSemaphoresSignalNodeGetParams(
    hipGraphNode_t node, hipExternalSemaphoreSignalNodeParams *parameters);

/** Sets the signals of a node.
 *  Parameter parameters: the new parameters.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipGraphAddExternalSemaphoresSignalNode.
 *  Mirrors: hipGraphExternalSemaphoresSignalNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExternalSemaphoresSignalNodeSetParams(
    hipGraphNode_t node, const hipExternalSemaphoreSignalNodeParams *parameters);

/** Gets the waits of a node.
 *  Parameter parameters: gets it.
 *  Owner: lists in it are the node's, until its parameters are set or it is destroyed.
 *  Errors: hipErrorInvalidValue if parameters is NULL, or node is stale or of another type.
 *  Mirrors: hipGraphExternalSemaphoresWaitNodeGetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExternalSemaphoresWaitNodeGetParams(
    hipGraphNode_t node, hipExternalSemaphoreWaitNodeParams *parameters);

/** Sets the waits of a node.
 *  Parameter parameters: the new parameters.
 *  Errors: hipErrorInvalidValue if node is stale or of another type; those of
 *      hipGraphAddExternalSemaphoresWaitNode.
 *  Mirrors: hipGraphExternalSemaphoresWaitNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExternalSemaphoresWaitNodeSetParams(
    hipGraphNode_t node, const hipExternalSemaphoreWaitNodeParams *parameters);

/** Makes an executable of a graph. Kernels are compiled.
 *  Parameter exec: gets the executable.
 *  Parameter error_node: gets the node that caused a failure; may be NULL.
 *  Parameter log: gets the sentence of a failure; may be NULL.
 *  Parameter size: the bytes of log.
 *  Owner: the caller, until hipGraphExecDestroy. It needs the graph no more.
 *  Errors: hipErrorInvalidValue if exec is NULL, graph is stale, or edges make a circle; those of
 *      the nodes' operations; hipErrorOutOfMemory.
 *  Mirrors: hipGraphInstantiate of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphInstantiate(
    hipGraphExec_t *exec, hipGraph_t graph, hipGraphNode_t *error_node, char *log, size_t size);

/** Makes an executable of a graph. Kernels are compiled.
 *  Parameter exec: gets the executable.
 *  Parameter flags: hipGraphInstantiateFlag... bits, but not hipGraphInstantiateFlagUpload.
 *      Priorities of nodes have no effect.
 *  Owner: the caller, until hipGraphExecDestroy. It needs the graph no more.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, graph is stale, flags has an unknown bit,
 *      or edges make a circle; hipErrorNotSupported for hipGraphInstantiateFlagDeviceLaunch;
 *      those of the nodes' operations; hipErrorOutOfMemory.
 *  Mirrors: hipGraphInstantiateWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphInstantiateWithFlags(
    hipGraphExec_t *exec, hipGraph_t graph, unsigned long long flags);

/** Makes an executable of a graph, and says at which node it failed.
 *  Parameter exec: gets the executable.
 *  Parameter parameters: the flags, and the stream for hipGraphInstantiateFlagUpload;
 *      errNode_out and result_out get the node and the reason of a failure.
 *  Owner: the caller, until hipGraphExecDestroy.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, graph is stale, flags has an unknown bit,
 *      or edges make a circle; hipErrorNotSupported for hipGraphInstantiateFlagDeviceLaunch;
 *      those of the nodes' operations; hipErrorOutOfMemory.
 *  Mirrors: hipGraphInstantiateWithParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphInstantiateWithParams(
    hipGraphExec_t *exec, hipGraph_t graph, hipGraphInstantiateParams *parameters);

/** Destroys an executable. Launches go on.
 *  Errors: hipErrorInvalidValue if exec is stale.
 *  Beyond: a second destruction is an error and not undefined.
 *  Mirrors: hipGraphExecDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecDestroy(hipGraphExec_t exec);

/** Gets the flags of an executable, without hipGraphInstantiateFlagUseNodePriority and
 *  hipGraphInstantiateFlagUpload, as the vendor does.
 *  Parameter flags: gets the flags.
 *  Errors: hipErrorInvalidValue if flags is NULL or exec is stale.
 *  Mirrors: hipGraphExecGetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecGetFlags(hipGraphExec_t exec, unsigned long long *flags);

/** Looks up what the nodes name, and compiles what is not compiled, so that a launch need not.
 *  Errors: hipErrorInvalidValue if exec is stale; hipErrorContextIsDestroyed if stream is
 *      stale, or an event or semaphore of a node was destroyed; those of the nodes' operations,
 *      if what they name is gone. Nothing is enqueued then.
 *  Mirrors: hipGraphUpload of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphUpload(hipGraphExec_t exec, hipStream_t stream);

/** Enqueues a launch of an executable. It runs after the stream's earlier work and after the
 *  executable's last launch, in whatever stream, and before the stream's later work.
 *
 *  Branches of the graph do not wait for each other. A launch that waits for a semaphore holds
 *  only what comes after the wait, and the stream's later work. It keeps the values that it was
 *  launched with.
 *  Errors: hipErrorInvalidValue if exec is stale; hipErrorContextIsDestroyed if stream is
 *      stale, or an event or semaphore of a node was destroyed; those of the nodes' operations,
 *      if what they name is gone. Nothing is enqueued then.
 *  Beyond: the call finds objects that a node names and that are gone. The sentence names the node.
 *  Mirrors: hipGraphLaunch of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream);

/** Sets whether a kernel, copy or fill node of an executable does something in later launches.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter enabled: 0: it is as an empty node.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type.
 *  Mirrors: hipGraphNodeSetEnabled of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphNodeSetEnabled(
    hipGraphExec_t exec, hipGraphNode_t node, unsigned int enabled);

/** Gets whether a kernel, copy or fill node of an executable does something.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter enabled: gets 1 or 0.
 *  Errors: as hipGraphNodeSetEnabled; hipErrorInvalidValue if enabled is NULL.
 *  Mirrors: hipGraphNodeGetEnabled of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphNodeGetEnabled(
    hipGraphExec_t exec, hipGraphNode_t node, unsigned int *enabled);

/** Sets the launch of a kernel node in later launches of an executable. The kernel's device, and
 *  whether the launch is cooperative, stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the launch.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type;
 *      those of hipGraphAddKernelNode.
 *  Mirrors: hipGraphExecKernelNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecKernelNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, const hipKernelNodeParams *parameters);

/** Sets the copy of a copy node in later launches of an executable. Both copies are one row of
 *  memory; the kind, the device and the kinds of memory stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the copy.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type,
 *      or for another change; those of hipGraphAddMemcpyNode.
 *  Mirrors: hipGraphExecMemcpyNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecMemcpyNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, hipMemcpy3DParms *parameters);

/** Sets the copy of a copy node in later launches of an executable, as hipMemcpy describes it.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Units: size is in bytes.
 *  Errors: as hipGraphExecMemcpyNodeSetParams.
 *  Mirrors: hipGraphExecMemcpyNodeSetParams1D of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecMemcpyNodeSetParams1D(
    hipGraphExec_t exec, hipGraphNode_t node, void *destination, const void *source, size_t size,
    hipMemcpyKind kind);

/** Sets the copy of a copy node in later launches of an executable to one to a variable, or from
 *  one.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Units: size and offset are in bytes.
 *  Errors: as hipGraphExecMemcpyNodeSetParams; those of hipGraphAddMemcpyNodeToSymbol.
 *  Mirrors: hipGraphExecMemcpyNodeSetParamsToSymbol of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(
    hipGraphExec_t exec, hipGraphNode_t node, const void *symbol, const void *source, size_t size,
    size_t offset, hipMemcpyKind kind);
GPUINTEROP_API hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(
    hipGraphExec_t exec, hipGraphNode_t node, void *destination, const void *symbol, size_t size,
    size_t offset, hipMemcpyKind kind);

/** Sets the fill of a fill node in later launches of an executable. Both fills are one row; the
 *  device and the kind of memory stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the fill.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type,
 *      or for another change; those of hipGraphAddMemsetNode.
 *  Mirrors: hipGraphExecMemsetNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecMemsetNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, const hipMemsetParams *parameters);

/** Sets the function of a host node in later launches of an executable.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the function and its argument.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type;
 *      those of hipGraphAddHostNode.
 *  Mirrors: hipGraphExecHostNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecHostNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, const hipHostNodeParams *parameters);

/** Sets all nodes within a child node in later launches of an executable to those of another graph.
 *  That graph has as many nodes, of the same types and with the same edges, added in the same
 *  order.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter graph: the other graph.
 *  Errors: hipErrorInvalidValue if exec, node or graph is stale, node is of another graph or type,
 *      or graph has other nodes or edges; hipErrorInvalidValue if a node does not allow its
 *      change.
 *  Mirrors: hipGraphExecChildGraphNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecChildGraphNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node, hipGraph_t graph);

/** Takes over what the nodes of a graph ask for, in later launches of an executable. The graph has
 *  as many nodes as the one that the executable was made of. They have the same types and edges,
 *  added in the same order. Nodes that no other follows are paired first, and then the nodes before
 *  two paired ones. The graph's user objects take the place of the executable's. Nothing has
 *  changed after a failure.
 *  Parameter graph: the graph.
 *  Parameter error_node: gets the graph's node where it failed.
 *  Parameter result: gets the result.
 *  Errors: hipErrorInvalidValue if exec or graph is stale, or a pointer is NULL;
 *      hipErrorGraphExecUpdateFailure for a difference that is not allowed. Kernels keep their
 *      device and whether the launch is cooperative. Copies of one row keep the kind and the types
 *      of memory, other copies everything. Fills of several rows keep all but the address and the
 *      value, semaphores their number.
 *  Mirrors: hipGraphExecUpdate of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecUpdate(
    hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t *error_node,
    hipGraphExecUpdateResult *result);

/** Sets the event that a node records, or waits for, in later launches of an executable. The
 *  device of an event that is recorded stays.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type;
 *      hipErrorContextIsDestroyed if event is stale.
 *  Mirrors: hipGraphExecEventRecordNodeSetEvent of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecEventRecordNodeSetEvent(
    hipGraphExec_t exec, hipGraphNode_t node, hipEvent_t event);
GPUINTEROP_API hipError_t hipGraphExecEventWaitNodeSetEvent(
    hipGraphExec_t exec, hipGraphNode_t node, hipEvent_t event);

/** Sets the signals of a node in later launches of an executable: other values, and other
 *  semaphores. Their number stays. Launches that are under way keep theirs.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the signals.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type,
 *      or for another number; those of hipGraphAddExternalSemaphoresSignalNode.
 *  Mirrors: hipGraphExecExternalSemaphoresSignalNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecExternalSemaphoresSignalNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node,
    const hipExternalSemaphoreSignalNodeParams *parameters);

/** Sets the waits of a node in later launches of an executable: other values, and other
 *  semaphores. Their number stays. Launches that are under way keep theirs.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the waits.
 *  Errors: hipErrorInvalidValue if exec or node is stale, or node is of another graph or type,
 *      or for another number; those of hipGraphAddExternalSemaphoresWaitNode.
 *  Mirrors: hipGraphExecExternalSemaphoresWaitNodeSetParams of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphExecExternalSemaphoresWaitNodeSetParams(
    hipGraphExec_t exec, hipGraphNode_t node,
    const hipExternalSemaphoreWaitNodeParams *parameters);

/** Makes an object of the program that graphs and executables keep alive. When its last reference
 *  is given back, destroy is called with the pointer, perhaps in the calling thread, and must not
 *  call this library.
 *  Parameter object: gets the object.
 *  Parameter pointer: the argument of destroy.
 *  Parameter destroy: ends what the object stands for.
 *  Parameter count: the caller's references; 1 to INT_MAX.
 *  Parameter flags: hipUserObjectNoDestructorSync.
 *  Owner: the caller, who gives the references back by hipUserObjectRelease or moves them to a
 *      graph.
 *  Errors: hipErrorInvalidValue if a pointer or destroy is NULL, count is out of range, or flags
 *      is another value; hipErrorOutOfMemory.
 *  Mirrors: hipUserObjectCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipUserObjectCreate(
    hipUserObject_t *object, void *pointer, hipHostFn_t destroy, unsigned int count,
    unsigned int flags);

/** Takes more references of the program to a user object, or gives some back.
 *  Parameter count: how many; 1 to INT_MAX.
 *  Errors: hipErrorInvalidValue if object is stale, or count is out of range or above what the
 *      program has.
 *  Beyond: giving back more than there are is an error and not undefined.
 *  Mirrors: hipUserObjectRetain of HIP 6.4. */
GPUINTEROP_API hipError_t hipUserObjectRetain(
    hipUserObject_t object, unsigned int count GPUINTEROP_DEFAULT(1));
GPUINTEROP_API hipError_t hipUserObjectRelease(
    hipUserObject_t object, unsigned int count GPUINTEROP_DEFAULT(1));

/** Gives a graph references to a user object. Its clones and executables get as many. The graph
 *  gives them back when it is destroyed, an executable when its last launch is over.
 *  Parameter count: how many; 1 to INT_MAX.
 *  Parameter flags: 0, or hipGraphUserObjectMove: they are taken from the program's.
 *  Errors: hipErrorInvalidValue if graph or object is stale, count is out of range or above what
 *      is moved from, or flags has an unknown bit; hipErrorOutOfMemory.
 *  Mirrors: hipGraphRetainUserObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphRetainUserObject(
    hipGraph_t graph, hipUserObject_t object, unsigned int count GPUINTEROP_DEFAULT(1),
    unsigned int flags GPUINTEROP_DEFAULT(0));

/** Takes references to a user object away from a graph.
 *  Parameter count: how many; 1 to INT_MAX.
 *  Errors: hipErrorInvalidValue if graph or object is stale, or count is out of range or above
 *      what the graph has.
 *  Mirrors: hipGraphReleaseUserObject of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphReleaseUserObject(
    hipGraph_t graph, hipUserObject_t object, unsigned int count GPUINTEROP_DEFAULT(1));

#ifdef __cplusplus
}
#endif

#endif
