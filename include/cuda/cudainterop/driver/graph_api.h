/** Graphs of the driver interface: nodes and edges that are launched as one; a part of cuda.h. A
 *  graph, a node and an executable are the same in the runtime interface.
 *
 *  A node is a kernel, a copy, a fill, a host function, a graph, operations on words, or nothing.
 *  It may also record an event or wait for one, and signal semaphores of other programs or wait for
 *  them. An edge says that a node runs after another. An executable is a snapshot of a graph, which
 *  can be launched any number of times. Branches of a graph do not wait for each other.
 *  Threads: any; two threads that change one graph or executable do so in any order.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_GRAPH_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_GRAPH_API_H

#include "graph_types.h"
#include "names.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes an empty graph.
 *  Parameter graph: gets the graph.
 *  Parameter flags: must be 0.
 *  Owner: the caller, until cuGraphDestroy.
 *  Errors: CUDA_ERROR_INVALID_VALUE if graph is NULL or flags is not 0; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphCreate of CUDA 13.0. */
CUresult cuGraphCreate(CUgraph *graph, unsigned int flags);

/** Destroys a graph with its nodes. Executables that were made of it stay as they are.
 *  Errors: CUDA_ERROR_INVALID_VALUE if graph is stale, or is the graph of a child node, which ends
 *      with the node.
 *  Beyond: a second destruction is an error and not undefined.
 *  Mirrors: cuGraphDestroy of CUDA 13.0. */
CUresult cuGraphDestroy(CUgraph graph);

/** Makes a graph with copies of all nodes and edges of another, also of graphs within it.
 *  Parameter clone: gets the new graph.
 *  Parameter original: the graph.
 *  Owner: the caller, until cuGraphDestroy.
 *  Errors: CUDA_ERROR_INVALID_VALUE if clone is NULL or original is stale;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphClone of CUDA 13.0. */
CUresult cuGraphClone(CUgraph *clone, CUgraph original);

/** Writes a picture of a graph and of the graphs within it, in the language of graphviz (DOT).
 *  Parameter path: the file. It is made, or cut and written anew.
 *  Parameter flags: enum CUgraphDebugDot_flags; other bits have no effect.
 *  Errors: CUDA_ERROR_INVALID_VALUE if graph is stale or path is NULL;
 *      CUDA_ERROR_OPERATING_SYSTEM if the file cannot be opened or written, or is a pipe;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphDebugDotPrint of CUDA 13.0. */
CUresult cuGraphDebugDotPrint(
    CUgraph graph, const char *path, unsigned int flags);

/** Finds the copy of a node in a clone of its graph.
 *  Parameter node: gets the copy.
 *  Parameter original: the node.
 *  Parameter clone: a graph that cuGraphClone made of the node's graph.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, original or clone is stale, or clone has no
 *      copy of the node.
 *  Mirrors: cuGraphNodeFindInClone of CUDA 13.0. */
CUresult cuGraphNodeFindInClone(
    CUgraphNode *node, CUgraphNode original, CUgraph clone);

/** Destroys a node with its edges.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale.
 *  Beyond: a second destruction is an error and not undefined.
 *  Mirrors: cuGraphDestroyNode of CUDA 13.0. */
CUresult cuGraphDestroyNode(CUgraphNode node);

/** Adds edges: all of them, or on failure none. Whether edges make a circle is found out when the
 *  graph is instantiated. Programmatic edges are kept, and order the whole nodes.
 *  Parameter from: the nodes where the edges begin.
 *  Parameter to: the nodes where they end, one for each of from.
 *  Parameter edges: the ports and the type of each edge; NULL: all 0. Only edges that begin at a
 *      kernel node may have a port or a type that is not 0.
 *  Parameter count: the number of edges.
 *  Errors: CUDA_ERROR_INVALID_VALUE if graph or a node is stale, a list is NULL, or a node is of
 *      another graph; CUDA_ERROR_INVALID_VALUE for an edge that is there already, leads from a node
 *      to itself, or has invalid data; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphAddDependencies of CUDA 13.0. */
CUresult cuGraphAddDependencies(
    CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
    const CUgraphEdgeData *edges, size_t count);

/** Removes edges: all of them, or on failure none.
 *  Parameter from: the nodes where the edges begin.
 *  Parameter to: the nodes where they end, one for each of from.
 *  Parameter edges: the ports and the type of each edge, as they are; NULL: all 0.
 *  Parameter count: the number of edges.
 *  Errors: CUDA_ERROR_INVALID_VALUE if graph or a node is stale, a list is NULL, or an edge is not
 *      there; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphRemoveDependencies of CUDA 13.0. */
CUresult cuGraphRemoveDependencies(
    CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
    const CUgraphEdgeData *edges, size_t count);

/** Lists the nodes of a graph in the order in which they were added: all of them, or those
 *  without dependencies.
 *  Parameter nodes: gets the nodes, and NULL behind the last one; NULL: only their number is
 *      asked for.
 *  Parameter count: how many there is room for; gets how many there are, at most the room.
 *  Errors: CUDA_ERROR_INVALID_VALUE if count is NULL or graph is stale; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphGetNodes of CUDA 13.0. */
CUresult cuGraphGetNodes(
    CUgraph graph, CUgraphNode *nodes, size_t *count);
CUresult cuGraphGetRootNodes(
    CUgraph graph, CUgraphNode *nodes, size_t *count);

/** Lists the edges of a graph in the order in which they were added.
 *  Parameter from: gets the nodes where edges begin; NULL: only the number is asked for.
 *  Parameter to: gets the nodes where they end; NULL if from is.
 *  Parameter edges: gets the ports and the types of the edges; may be NULL if all are 0.
 *  Parameter count: how many there is room for; gets how many there are, at most the room.
 *  Errors: CUDA_ERROR_INVALID_VALUE if count is NULL, one of from and to is NULL, or graph is
 *      stale; CUDA_ERROR_LOSSY_QUERY if edges is NULL and a port or type is not 0, with the number
 *      in count; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphGetEdges of CUDA 13.0. */
CUresult cuGraphGetEdges(
    CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges,
    size_t *count);

/** Lists the nodes that come directly before a node, or directly after it, in the order in which
 *  the edges were added.
 *  Parameter nodes: gets the nodes, and NULL behind the last one; NULL: only their number is
 *      asked for.
 *  Parameter edges: gets the ports and the types of the edges; may be NULL if all are 0.
 *  Parameter count: how many there is room for; gets how many there are, at most the room.
 *  Errors: as cuGraphGetEdges.
 *  Mirrors: cuGraphNodeGetDependencies of CUDA 13.0. */
CUresult cuGraphNodeGetDependencies(
    CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges, size_t *count);
CUresult cuGraphNodeGetDependentNodes(
    CUgraphNode node, CUgraphNode *nodes, CUgraphEdgeData *edges, size_t *count);

/** Gets the type of a node.
 *  Parameter type: gets the type.
 *  Errors: CUDA_ERROR_INVALID_VALUE if type is NULL or node is stale.
 *  Mirrors: cuGraphNodeGetType of CUDA 13.0. */
CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type);

/** Adds a node of any type that has a function of its own, or of a condition.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter edges: the ports and the type of each edge; NULL: all 0.
 *  Parameter count: the number of dependencies.
 *  Parameter params: the type and the parameters. Members that the type does not use are 0.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node or params is NULL, graph is stale, the type does not
 *      exist, or a reserved member is not 0; the same if a dependency is stale, of another graph or
 *      there twice, or a condition's handle is of another graph or has a node; for a condition
 *      CUDA_ERROR_INVALID_CONTEXT if ctx is NULL or stale; CUDA_ERROR_NOT_SUPPORTED for nodes of
 *      memory; CUDA_ERROR_OUT_OF_MEMORY; those of the type's own function.
 *  Mirrors: cuGraphAddNode of CUDA 13.0. */
CUresult cuGraphAddNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
    const CUgraphEdgeData *edges, size_t count, CUgraphNodeParams *params);

/** Makes a number for a conditional node, which kernels set by cudaGraphSetConditional.
 *  Parameter handle: gets the number's handle.
 *  Parameter graph: where the node will be, or a graph around or within that one.
 *  Parameter context: of the device whose kernels set it.
 *  Parameter value: the first value of each launch, if flags is CU_GRAPH_COND_ASSIGN_DEFAULT and
 *      not 0.
 *  Errors: CUDA_ERROR_INVALID_VALUE if handle is NULL, or graph or flags wrong;
 *      CUDA_ERROR_INVALID_CONTEXT if context is NULL or stale; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphConditionalHandleCreate of CUDA 13.0. */
CUresult cuGraphConditionalHandleCreate(
    CUgraphConditionalHandle *handle, CUgraph graph, CUcontext context, unsigned int value,
    unsigned int flags);

/** Sets the parameters of a node of any type but child and empty ones.
 *  Parameter params: the type, which is the node's, and the parameters.
 *  Errors: CUDA_ERROR_INVALID_VALUE if params is NULL, node is stale or of another type, or a
 *      reserved member is not 0; those of the type's own function.
 *  Mirrors: cuGraphNodeSetParams of CUDA 13.0. */
CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params);

/** Sets the parameters of a node of any type but empty ones, in later launches of an executable.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter params: the type, which is the node's, and the parameters.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type;
 *      those of the type's own function.
 *  Mirrors: cuGraphExecNodeSetParams of CUDA 13.0. */
CUresult cuGraphExecNodeSetParams(
    CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params);

/** Adds a node that does nothing.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphAddEmptyNode of CUDA 13.0. */
CUresult cuGraphAddEmptyNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count);

/** Adds a node that runs a graph. The node gets a clone of it.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter child: the graph.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_INVALID_VALUE if child is
 *      stale or graph itself; CUDA_ERROR_NOT_SUPPORTED for graphs within graphs deeper than 128.
 *  Mirrors: cuGraphAddChildGraphNode of CUDA 13.0. */
CUresult cuGraphAddChildGraphNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    CUgraph child);

/** Adds a launch of a kernel. The arguments are copied.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the launch.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_OUT_OF_MEMORY; those of cuLaunchKernel that
 *      are about its arguments.
 *  Mirrors: cuGraphAddKernelNode of CUDA 13.0. */
CUresult cuGraphAddKernelNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    const CUDA_KERNEL_NODE_PARAMS *parameters);

/** Adds a copy as cuMemcpy3D does it. Pageable memory is read and written when the node runs.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the copy.
 *  Parameter context: the context that the work belongs to.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_OUT_OF_MEMORY; those of cuMemcpy3D;
 *      CUDA_ERROR_INVALID_VALUE for a copy of nothing.
 *  Mirrors: cuGraphAddMemcpyNode of CUDA 13.0. */
CUresult cuGraphAddMemcpyNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    const CUDA_MEMCPY3D *parameters, CUcontext context);

/** Adds a fill of rows.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the fill.
 *  Parameter context: the context that the work belongs to.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_INVALID_VALUE if
 *      parameters is NULL, elementSize is not 1, 2 or 4, an extent is 0, or the rows are not in
 *      one allocation of device memory.
 *  Mirrors: cuGraphAddMemsetNode of CUDA 13.0. */
CUresult cuGraphAddMemsetNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext context);

/** Adds a batch of writes of words and waits for them, as cuStreamBatchMemOp does it.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the context that the work belongs to, and at most 256 operations, which
 *      are copied. The memory of the words is looked up when the graph is instantiated, and at each
 *      launch.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node or parameters is NULL, graph is stale, or a dependency
 *      is stale, of another graph or there twice; CUDA_ERROR_INVALID_VALUE if flags is not 0, the
 *      list is NULL, an operation or its condition is none, or a word is not aligned;
 *      CUDA_ERROR_NOT_SUPPORTED for flushes and barriers; CUDA_ERROR_INVALID_CONTEXT if ctx is
 *      stale, CUDA_ERROR_INVALID_VALUE if it is NULL; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphAddBatchMemOpNode of CUDA 13.0. */
CUresult cuGraphAddBatchMemOpNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    const CUDA_BATCH_MEM_OP_NODE_PARAMS *parameters);

/** Gets the batch of a node of words. The list is the node's, until it is set or destroyed. Of a
 *  captured wait the mask is missing.
 *  Parameter parameters: gets the batch.
 *  Errors: CUDA_ERROR_INVALID_VALUE if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphBatchMemOpNodeGetParams of CUDA 13.0. */
CUresult cuGraphBatchMemOpNodeGetParams(
    CUgraphNode node, CUDA_BATCH_MEM_OP_NODE_PARAMS *parameters);

/** Sets the batch of a node of words.
 *  Parameter parameters: the new parameters.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale or of another type; those of
 *      cuGraphAddBatchMemOpNode.
 *  Mirrors: cuGraphBatchMemOpNodeSetParams of CUDA 13.0. */
CUresult cuGraphBatchMemOpNodeSetParams(
    CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *parameters);

/** Sets the batch of a node of words in later launches of an executable. The number and the types
 *  of its operations stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the batch.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type,
 *      or for another change; those of cuGraphAddBatchMemOpNode.
 *  Mirrors: cuGraphExecBatchMemOpNodeSetParams of CUDA 13.0. */
CUresult cuGraphExecBatchMemOpNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_BATCH_MEM_OP_NODE_PARAMS *parameters);

/** Adds a call of a host function, as cuLaunchHostFunc does it.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the function and its argument.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_INVALID_VALUE if
 *      parameters or the function is NULL.
 *  Mirrors: cuGraphAddHostNode of CUDA 13.0. */
CUresult cuGraphAddHostNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    const CUDA_HOST_NODE_PARAMS *parameters);

/** Adds a record of an event, or a wait for the record that is the event's newest when the graph
 *  is launched.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_INVALID_HANDLE if
 *      event is stale.
 *  Mirrors: cuGraphAddEventRecordNode of CUDA 13.0. */
CUresult cuGraphAddEventRecordNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    CUevent event);
CUresult cuGraphAddEventWaitNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    CUevent event);

/** Adds signals of semaphores of other programs.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the semaphores, a description of each, and their number. The lists are
 *      copied. Flags and reserved words are not looked at, as the vendor does.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_INVALID_VALUE if
 *      parameters is NULL, or a list is NULL and the number is not 0;
 *      CUDA_ERROR_INVALID_HANDLE if a semaphore is stale, or two are of different devices.
 *  Mirrors: cuGraphAddExternalSemaphoresSignalNode of CUDA 13.0. */
CUresult cuGraphAddExternalSemaphoresSignalNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters);

/** Adds waits for semaphores of other programs. Only nodes that come after this one wait.
 *  Parameter node: gets the node.
 *  Parameter dependencies: nodes of the graph that come before it; NULL if there are none.
 *  Parameter count: the number of dependencies.
 *  Parameter parameters: the semaphores, a description of each, and their number. The lists are
 *      copied. Flags and reserved words are not looked at, as the vendor does.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is NULL, graph is stale, or a dependency is stale, of
 *      another graph or there twice; CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_INVALID_VALUE if
 *      parameters is NULL, or a list is NULL and the number is not 0;
 *      CUDA_ERROR_INVALID_HANDLE if a semaphore is stale, or two are of different devices.
 *  Mirrors: cuGraphAddExternalSemaphoresWaitNode of CUDA 13.0. */
CUresult cuGraphAddExternalSemaphoresWaitNode(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters);

/** Gets the launch of a kernel node.
 *  Parameter parameters: gets it.
 *  Owner: lists in it are the node's, until its parameters are set or it is destroyed.
 *  Errors: CUDA_ERROR_INVALID_VALUE if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphKernelNodeGetParams of CUDA 13.0. */
CUresult cuGraphKernelNodeGetParams(
    CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *parameters);

/** Sets the launch of a kernel node.
 *  Parameter parameters: the new parameters.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale or of another type; those of
 *      cuGraphAddKernelNode.
 *  Mirrors: cuGraphKernelNodeSetParams of CUDA 13.0. */
CUresult cuGraphKernelNodeSetParams(
    CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *parameters);

/** Gets an attribute of the launch of a kernel node; zeros if it was not set.
 *  Parameter attribute: the attribute.
 *  Parameter value: gets it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, kernel nodes lack the
 *      attribute, or node is stale or of another type.
 *  Mirrors: cuGraphKernelNodeGetAttribute of CUDA 13.0. */
CUresult cuGraphKernelNodeGetAttribute(
    CUgraphNode node, CUkernelNodeAttrID attribute, CUkernelNodeAttrValue *value);

/** Sets an attribute of the launch of a kernel node. CU_LAUNCH_ATTRIBUTE_COOPERATIVE makes the
 *  launch cooperative; a priority counts if an executable's flags say so; the others do nothing.
 *  Parameter attribute: the attribute.
 *  Parameter value: the new value of the attribute.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, kernel nodes lack the attribute, or node is
 *      stale or of another type; CUDA_ERROR_NOT_SUPPORTED for clusters and for updates by the
 *      device; CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE if a cooperative launch has more blocks than
 *      run at once.
 *  Mirrors: cuGraphKernelNodeSetAttribute of CUDA 13.0. */
CUresult cuGraphKernelNodeSetAttribute(
    CUgraphNode node, CUkernelNodeAttrID attribute, const CUkernelNodeAttrValue *value);

/** Copies all attributes of a kernel node to another.
 *  Parameter destination: the node that gets them.
 *  Parameter source: the node that has them.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a node is stale or of another type;
 *      CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE if a cooperative launch has more blocks than run at
 *      once.
 *  Mirrors: cuGraphKernelNodeCopyAttributes of CUDA 13.0. */
CUresult cuGraphKernelNodeCopyAttributes(
    CUgraphNode destination, CUgraphNode source);

/** Gets the copy of a copy node.
 *  Parameter parameters: gets it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphMemcpyNodeGetParams of CUDA 13.0. */
CUresult cuGraphMemcpyNodeGetParams(
    CUgraphNode node, CUDA_MEMCPY3D *parameters);

/** Sets the copy of a copy node.
 *  Parameter parameters: the new parameters.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale or of another type; those of
 *      cuGraphAddMemcpyNode.
 *  Mirrors: cuGraphMemcpyNodeSetParams of CUDA 13.0. */
CUresult cuGraphMemcpyNodeSetParams(
    CUgraphNode node, const CUDA_MEMCPY3D *parameters);

/** Gets the fill of a fill node.
 *  Parameter parameters: gets it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphMemsetNodeGetParams of CUDA 13.0. */
CUresult cuGraphMemsetNodeGetParams(
    CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *parameters);

/** Sets the fill of a fill node.
 *  Parameter parameters: the new parameters.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale or of another type; those of
 *      cuGraphAddMemsetNode.
 *  Mirrors: cuGraphMemsetNodeSetParams of CUDA 13.0. */
CUresult cuGraphMemsetNodeSetParams(
    CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *parameters);

/** Gets the function of a host node.
 *  Parameter parameters: gets it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphHostNodeGetParams of CUDA 13.0. */
CUresult cuGraphHostNodeGetParams(
    CUgraphNode node, CUDA_HOST_NODE_PARAMS *parameters);

/** Sets the function of a host node.
 *  Parameter parameters: the new parameters.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale or of another type; those of
 *      cuGraphAddHostNode.
 *  Mirrors: cuGraphHostNodeSetParams of CUDA 13.0. */
CUresult cuGraphHostNodeSetParams(
    CUgraphNode node, const CUDA_HOST_NODE_PARAMS *parameters);

/** Gets the graph of a child node. Changes of it count for later instantiations.
 *  Parameter graph: gets the graph.
 *  Owner: the node, with which it ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if graph is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphChildGraphNodeGetGraph of CUDA 13.0. */
CUresult cuGraphChildGraphNodeGetGraph(
    CUgraphNode node, CUgraph *graph);

/** Gets the event that a node records.
 *  Parameter event: gets the event.
 *  Errors: CUDA_ERROR_INVALID_VALUE if event is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphEventRecordNodeGetEvent of CUDA 13.0. */
CUresult cuGraphEventRecordNodeGetEvent(
    CUgraphNode node, CUevent *event);

/** Sets the event that a node records.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale or of another type;
 *      CUDA_ERROR_INVALID_HANDLE if event is stale.
 *  Mirrors: cuGraphEventRecordNodeSetEvent of CUDA 13.0. */
CUresult cuGraphEventRecordNodeSetEvent(
    CUgraphNode node, CUevent event);

/** Gets the event that a node waits for.
 *  Parameter event: gets the event.
 *  Errors: CUDA_ERROR_INVALID_VALUE if event is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphEventWaitNodeGetEvent of CUDA 13.0. */
CUresult cuGraphEventWaitNodeGetEvent(
    CUgraphNode node, CUevent *event);

/** Sets the event that a node waits for.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale or of another type;
 *      CUDA_ERROR_INVALID_HANDLE if event is stale.
 *  Mirrors: cuGraphEventWaitNodeSetEvent of CUDA 13.0. */
CUresult cuGraphEventWaitNodeSetEvent(
    CUgraphNode node, CUevent event);

/** Gets the signals of a node.
 *  Parameter parameters: gets it.
 *  Owner: lists in it are the node's, until its parameters are set or it is destroyed.
 *  Errors: CUDA_ERROR_INVALID_VALUE if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphExternalSemaphoresSignalNodeGetParams of CUDA 13.0. */
CUresult cuGraphExternalSemaphoresSignalNodeGetParams(
    CUgraphNode node, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters);

/** Sets the signals of a node.
 *  Parameter parameters: the new parameters.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale or of another type; those of
 *      cuGraphAddExternalSemaphoresSignalNode.
 *  Mirrors: cuGraphExternalSemaphoresSignalNodeSetParams of CUDA 13.0. */
CUresult cuGraphExternalSemaphoresSignalNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters);

/** Gets the waits of a node.
 *  Parameter parameters: gets it.
 *  Owner: lists in it are the node's, until its parameters are set or it is destroyed.
 *  Errors: CUDA_ERROR_INVALID_VALUE if parameters is NULL, or node is stale or of another type.
 *  Mirrors: cuGraphExternalSemaphoresWaitNodeGetParams of CUDA 13.0. */
CUresult cuGraphExternalSemaphoresWaitNodeGetParams(
    CUgraphNode node, CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters);

/** Sets the waits of a node.
 *  Parameter parameters: the new parameters.
 *  Errors: CUDA_ERROR_INVALID_VALUE if node is stale or of another type; those of
 *      cuGraphAddExternalSemaphoresWaitNode.
 *  Mirrors: cuGraphExternalSemaphoresWaitNodeSetParams of CUDA 13.0. */
CUresult cuGraphExternalSemaphoresWaitNodeSetParams(
    CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters);

/** Makes an executable of a graph. Kernels are compiled.
 *  Parameter exec: gets the executable.
 *  Parameter flags: CUDA_GRAPH_INSTANTIATE_FLAG_... bits, but not
 *      CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD. With that for priorities urgent kernels go first.
 *  Owner: the caller, until cuGraphExecDestroy. It needs the graph no more.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, graph is stale, flags has an unknown bit,
 *      or edges make a circle; CUDA_ERROR_NOT_SUPPORTED for
 *      CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH; those of the nodes' operations;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphInstantiateWithFlags of CUDA 13.0. */
CUresult cuGraphInstantiate(
    CUgraphExec *exec, CUgraph graph, unsigned long long flags);

/** Makes an executable of a graph, and says at which node it failed.
 *  Parameter exec: gets the executable.
 *  Parameter parameters: the flags, and the stream for CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD;
 *      hErrNode_out and result_out get the node and the reason of a failure.
 *  Owner: the caller, until cuGraphExecDestroy.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, graph is stale, flags has an unknown bit,
 *      or edges make a circle; CUDA_ERROR_NOT_SUPPORTED for
 *      CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH; those of the nodes' operations;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphInstantiateWithParams of CUDA 13.0. */
CUresult cuGraphInstantiateWithParams(
    CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *parameters);

/** Destroys an executable. Launches go on.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec is stale.
 *  Beyond: a second destruction is an error and not undefined.
 *  Mirrors: cuGraphExecDestroy of CUDA 13.0. */
CUresult cuGraphExecDestroy(CUgraphExec exec);

/** Gets the flags of an executable, without CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY and
 *  CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD, as the vendor does.
 *  Parameter flags: gets the flags.
 *  Errors: CUDA_ERROR_INVALID_VALUE if flags is NULL or exec is stale.
 *  Mirrors: cuGraphExecGetFlags of CUDA 13.0. */
CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags);

/** Looks up what the nodes name, and compiles what is not compiled, so that a launch need not.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec is stale; CUDA_ERROR_INVALID_HANDLE if stream is
 *      stale, or an event or semaphore of a node was destroyed; those of the nodes' operations,
 *      if what they name is gone. Nothing is enqueued then.
 *  Mirrors: cuGraphUpload of CUDA 13.0. */
CUresult cuGraphUpload(CUgraphExec exec, CUstream stream);

/** Begins the capture of a stream into a new graph. Until cuStreamEndCapture, work in the stream
 *  becomes nodes of the graph and nothing runs. A stream that waits for an event of a captured
 *  stream joins the capture. A call that breaks the capture returns an error, and
 *  cuStreamEndCapture returns one, too.
 *  Parameter mode: which calls are refused meanwhile, because they are unsafe in a capture: with
 *      CU_STREAM_CAPTURE_MODE_GLOBAL those of all threads, with
 *      CU_STREAM_CAPTURE_MODE_THREAD_LOCAL those of this thread, with
 *      CU_STREAM_CAPTURE_MODE_RELAXED none.
 *  Errors: CUDA_ERROR_INVALID_VALUE for another mode; CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED for
 *      the legacy default stream; CUDA_ERROR_ILLEGAL_STATE if the stream is captured already;
 *      CUDA_ERROR_INVALID_HANDLE if stream is stale; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuStreamBeginCapture of CUDA 13.0. */
CUresult cuStreamBeginCapture(
    CUstream stream, CUstreamCaptureMode mode);

/** Begins the capture of a stream into a graph that exists.
 *  Parameter graph: the graph, which stays the program's.
 *  Parameter dependencies: nodes of the graph that the first captured node follows.
 *  Parameter edges: the ports and the types of the edges from these nodes; NULL: all 0.
 *  Parameter count: the number of nodes.
 *  Parameter mode: as for cuStreamBeginCapture.
 *  Errors: those of cuStreamBeginCapture; CUDA_ERROR_ILLEGAL_STATE if another stream is captured
 *      into the graph; CUDA_ERROR_INVALID_VALUE if graph is NULL or stale, a list is NULL and
 *      count is not 0, or a node is of another graph.
 *  Mirrors: cuStreamBeginCaptureToGraph of CUDA 13.0. */
CUresult cuStreamBeginCaptureToGraph(
    CUstream stream, CUgraph graph, const CUgraphNode *dependencies,
    const CUgraphEdgeData *edges, size_t count, CUstreamCaptureMode mode);

/** Ends the capture that began in a stream, for all streams that joined it.
 *  Parameter graph: gets the graph, or NULL after an error; with NULL a new graph is destroyed.
 *  Owner: the caller, until cuGraphDestroy.
 *  Errors: CUDA_ERROR_ILLEGAL_STATE if the stream is not captured;
 *      CUDA_ERROR_STREAM_CAPTURE_UNMATCHED if the capture began in another stream;
 *      CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD if another thread began it, unless its mode is
 *      relaxed; CUDA_ERROR_STREAM_CAPTURE_UNJOINED if the stream does not wait for the work of one
 *      that joined; CUDA_ERROR_STREAM_CAPTURE_INVALIDATED if the capture was broken;
 *      CUDA_ERROR_INVALID_HANDLE if stream is stale.
 *  Beyond: the sentence of an error says which call, in which stream, broke the capture.
 *  Mirrors: cuStreamEndCapture of CUDA 13.0. */
CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph);

/** Changes which nodes the next node of a captured stream follows.
 *  Parameter dependencies: nodes of the graph of the capture.
 *  Parameter edges: the ports and the types of later edges from these nodes; NULL: all 0.
 *  Parameter count: the number of nodes.
 *  Parameter flags: CU_STREAM_ADD_CAPTURE_DEPENDENCIES or CU_STREAM_SET_CAPTURE_DEPENDENCIES.
 *  Errors: CUDA_ERROR_ILLEGAL_STATE if the stream is not captured;
 *      CUDA_ERROR_STREAM_CAPTURE_INVALIDATED if the capture is broken; CUDA_ERROR_INVALID_VALUE
 *      for other flags, a list that is NULL, and a node of another graph;
 *      CUDA_ERROR_INVALID_HANDLE if stream is stale; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuStreamUpdateCaptureDependencies of CUDA 13.0. */
CUresult cuStreamUpdateCaptureDependencies(
    CUstream stream, CUgraphNode *dependencies, const CUgraphEdgeData *edges,
    size_t count, unsigned int flags);

/** Enqueues a launch of an executable. It runs after the stream's earlier work and after the
 *  executable's last launch, in whatever stream, and before the stream's later work.
 *
 *  Branches of the graph do not wait for each other. A launch that waits for a semaphore holds
 *  only what comes after the wait, and the stream's later work. It keeps the values that it was
 *  launched with.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec is stale; CUDA_ERROR_INVALID_HANDLE if stream is
 *      stale, or an event or semaphore of a node was destroyed; those of the nodes' operations,
 *      if what they name is gone. Nothing is enqueued then.
 *  Beyond: the call finds objects that a node names and that are gone. The sentence names the node.
 *  Mirrors: cuGraphLaunch of CUDA 13.0. */
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream);

/** Sets whether a kernel, copy or fill node of an executable does something in later launches.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter enabled: 0: it is as an empty node.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type.
 *  Mirrors: cuGraphNodeSetEnabled of CUDA 13.0. */
CUresult cuGraphNodeSetEnabled(
    CUgraphExec exec, CUgraphNode node, unsigned int enabled);

/** Gets whether a kernel, copy or fill node of an executable does something.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter enabled: gets 1 or 0.
 *  Errors: as cuGraphNodeSetEnabled; CUDA_ERROR_INVALID_VALUE if enabled is NULL.
 *  Mirrors: cuGraphNodeGetEnabled of CUDA 13.0. */
CUresult cuGraphNodeGetEnabled(
    CUgraphExec exec, CUgraphNode node, unsigned int *enabled);

/** Sets the launch of a kernel node in later launches of an executable. The kernel's device, and
 *  whether the launch is cooperative, stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the launch.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type;
 *      those of cuGraphAddKernelNode.
 *  Mirrors: cuGraphExecKernelNodeSetParams of CUDA 13.0. */
CUresult cuGraphExecKernelNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *parameters);

/** Sets the copy of a copy node in later launches of an executable. Both copies are one row of
 *  memory; the kind, the device and the kinds of memory stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the copy.
 *  Parameter context: the context that the work belongs to.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type,
 *      or for another change; those of cuGraphAddMemcpyNode.
 *  Mirrors: cuGraphExecMemcpyNodeSetParams of CUDA 13.0. */
CUresult cuGraphExecMemcpyNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *parameters,
    CUcontext context);

/** Sets the fill of a fill node in later launches of an executable. Both fills are one row; the
 *  device and the kind of memory stay.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the fill.
 *  Parameter context: the context that the work belongs to.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type,
 *      or for another change; those of cuGraphAddMemsetNode.
 *  Mirrors: cuGraphExecMemsetNodeSetParams of CUDA 13.0. */
CUresult cuGraphExecMemsetNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *parameters,
    CUcontext context);

/** Sets the function of a host node in later launches of an executable.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the function and its argument.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type;
 *      those of cuGraphAddHostNode.
 *  Mirrors: cuGraphExecHostNodeSetParams of CUDA 13.0. */
CUresult cuGraphExecHostNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_HOST_NODE_PARAMS *parameters);

/** Sets all nodes within a child node in later launches of an executable to those of another graph.
 *  That graph has as many nodes, of the same types and with the same edges, added in the same
 *  order.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter graph: the other graph.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec, node or graph is stale, node is of another graph or
 *      type, or graph has other nodes or edges; CUDA_ERROR_INVALID_VALUE if a node does not allow
 *      its change.
 *  Mirrors: cuGraphExecChildGraphNodeSetParams of CUDA 13.0. */
CUresult cuGraphExecChildGraphNodeSetParams(
    CUgraphExec exec, CUgraphNode node, CUgraph graph);

/** Takes over what the nodes of a graph ask for, in later launches of an executable. The graph has
 *  as many nodes as the one that the executable was made of. They have the same types and edges,
 *  added in the same order. Nodes that no other follows are paired first, and then the nodes before
 *  two paired ones. The graph's user objects take the place of the executable's. Nothing has
 *  changed after a failure.
 *  Parameter graph: the graph.
 *  Parameter info: gets the result, and the graph's nodes where it failed; may be NULL.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or graph is stale; CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE
 *      for a difference that is not allowed. Kernels keep their device and whether the launch is
 *      cooperative. Copies of one row keep the kind and the types of memory, other copies
 *      everything. Fills of several rows keep all but the address and the value, semaphores their
 *      number.
 *  Mirrors: cuGraphExecUpdate of CUDA 13.0. */
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info);

/** Sets the event that a node records, or waits for, in later launches of an executable. The
 *  device of an event that is recorded stays.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type;
 *      CUDA_ERROR_INVALID_HANDLE if event is stale.
 *  Mirrors: cuGraphExecEventRecordNodeSetEvent of CUDA 13.0. */
CUresult cuGraphExecEventRecordNodeSetEvent(
    CUgraphExec exec, CUgraphNode node, CUevent event);
CUresult cuGraphExecEventWaitNodeSetEvent(
    CUgraphExec exec, CUgraphNode node, CUevent event);

/** Sets the signals of a node in later launches of an executable: other values, and other
 *  semaphores. Their number stays. Launches that are under way keep theirs.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the signals.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type,
 *      or for another number; those of cuGraphAddExternalSemaphoresSignalNode.
 *  Mirrors: cuGraphExecExternalSemaphoresSignalNodeSetParams of CUDA 13.0. */
CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(
    CUgraphExec exec, CUgraphNode node,
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters);

/** Sets the waits of a node in later launches of an executable: other values, and other
 *  semaphores. Their number stays. Launches that are under way keep theirs.
 *  Parameter node: a node of the graph that the executable was made of.
 *  Parameter parameters: the waits.
 *  Errors: CUDA_ERROR_INVALID_VALUE if exec or node is stale, or node is of another graph or type,
 *      or for another number; those of cuGraphAddExternalSemaphoresWaitNode.
 *  Mirrors: cuGraphExecExternalSemaphoresWaitNodeSetParams of CUDA 13.0. */
CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(
    CUgraphExec exec, CUgraphNode node,
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters);

/** Makes an object of the program that graphs and executables keep alive. When its last reference
 *  is given back, destroy is called with the pointer, perhaps in the calling thread, and must not
 *  call this library.
 *  Parameter object: gets the object.
 *  Parameter pointer: the argument of destroy.
 *  Parameter destroy: ends what the object stands for.
 *  Parameter count: the caller's references; 1 to INT_MAX.
 *  Parameter flags: CU_USER_OBJECT_NO_DESTRUCTOR_SYNC.
 *  Owner: the caller, who gives the references back by cuUserObjectRelease or moves them to a
 *      graph.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer or destroy is NULL, count is out of range, or
 *      flags is another value; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuUserObjectCreate of CUDA 13.0. */
CUresult cuUserObjectCreate(
    CUuserObject *object, void *pointer, CUhostFn destroy, unsigned int count,
    unsigned int flags);

/** Takes more references of the program to a user object, or gives some back.
 *  Parameter count: how many; 1 to INT_MAX.
 *  Errors: CUDA_ERROR_INVALID_VALUE if object is stale, or count is out of range or above what the
 *      program has.
 *  Beyond: giving back more than there are is an error and not undefined.
 *  Mirrors: cuUserObjectRetain of CUDA 13.0. */
CUresult cuUserObjectRetain(
    CUuserObject object, unsigned int count);
CUresult cuUserObjectRelease(
    CUuserObject object, unsigned int count);

/** Gives a graph references to a user object. Its clones and executables get as many. The graph
 *  gives them back when it is destroyed, an executable when its last launch is over.
 *  Parameter count: how many; 1 to INT_MAX.
 *  Parameter flags: 0, or CU_GRAPH_USER_OBJECT_MOVE: they are taken from the program's.
 *  Errors: CUDA_ERROR_INVALID_VALUE if graph or object is stale, count is out of range or above
 *      what is moved from, or flags has an unknown bit; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuGraphRetainUserObject of CUDA 13.0. */
CUresult cuGraphRetainUserObject(
    CUgraph graph, CUuserObject object, unsigned int count,
    unsigned int flags);

/** Takes references to a user object away from a graph.
 *  Parameter count: how many; 1 to INT_MAX.
 *  Errors: CUDA_ERROR_INVALID_VALUE if graph or object is stale, or count is out of range or above
 *      what the graph has.
 *  Mirrors: cuGraphReleaseUserObject of CUDA 13.0. */
CUresult cuGraphReleaseUserObject(
    CUgraph graph, CUuserObject object, unsigned int count);

#ifdef __cplusplus
}
#endif

#endif
