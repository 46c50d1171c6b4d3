/** The neutral names of graphs besides those of the kernels' tests and the scenarios. */
#ifndef GRAPH_NAMES_H
#define GRAPH_NAMES_H

#include "../kernels/kernels.h"

#define gpuExternalSemaphoreSignalNodeParams TYPE(ExternalSemaphoreSignalNodeParams)
#define gpuExternalSemaphoreWaitNodeParams TYPE(ExternalSemaphoreWaitNodeParams)
#define gpuExternalSemaphoreSignalParams TYPE(ExternalSemaphoreSignalParams)
#define gpuExternalSemaphoreWaitParams TYPE(ExternalSemaphoreWaitParams)
#define gpuGraphDebugDotFlagsEventNodeParams API(GraphDebugDotFlagsEventNodeParams)
#define gpuGraphDebugDotFlagsExtSemasSignalNodeParams \
    API(GraphDebugDotFlagsExtSemasSignalNodeParams)
#define gpuGraphDebugDotFlagsExtSemasWaitNodeParams API(GraphDebugDotFlagsExtSemasWaitNodeParams)
#define gpuGraphDebugDotFlagsHandles API(GraphDebugDotFlagsHandles)
#define gpuGraphDebugDotFlagsHostNodeParams API(GraphDebugDotFlagsHostNodeParams)
#define gpuGraphDebugDotFlagsKernelNodeAttributes API(GraphDebugDotFlagsKernelNodeAttributes)
#define gpuGraphDebugDotFlagsKernelNodeParams API(GraphDebugDotFlagsKernelNodeParams)
#define gpuGraphDebugDotFlagsMemcpyNodeParams API(GraphDebugDotFlagsMemcpyNodeParams)
#define gpuGraphDebugDotFlagsMemsetNodeParams API(GraphDebugDotFlagsMemsetNodeParams)
#define gpuGraphDebugDotFlagsVerbose API(GraphDebugDotFlagsVerbose)
#define gpuGraphExec_t API(GraphExec_t)
#define gpuGraphNodeParams TYPE(GraphNodeParams)
#define gpuGraphNodeType ENUM(GraphNodeType)
#define gpuGraphNodeTypeGraph API(GraphNodeTypeGraph)
#define gpuGraphNodeTypeMemcpy API(GraphNodeTypeMemcpy)
#define gpuGraphNode_t API(GraphNode_t)
#define gpuGraph_t API(Graph_t)
#define gpuHostNodeParams TYPE(HostNodeParams)
#define gpuKernelNodeParams TYPE(KernelNodeParams)
#define gpuLaunchAttributeID API(LaunchAttributeID)
#define gpuLaunchAttributePriority API(LaunchAttributePriority)
#define gpuLaunchAttributeValue API(LaunchAttributeValue)
#define gpuMemAllocNodeParams TYPE(MemAllocNodeParams)
#define gpuMemsetParams TYPE(MemsetParams)
#define gpuUserObject_t API(UserObject_t)

/** An update; of a failure the result and the node. */
#if SCENARIO_CUDA
#define UPDATE(exec, graph, result, node) update_cuda(exec, graph, result, node)
static inline cudaError_t update_cuda(cudaGraphExec_t exec, cudaGraph_t graph, int *result,
                                      cudaGraphNode_t *node)
{
    cudaGraphExecUpdateResultInfo info;
    cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);

    *result = (int)info.result;
    *node = info.errorNode;
    return error;
}
#else
#define UPDATE(exec, graph, result, node) update_hip(exec, graph, result, node)
static inline hipError_t update_hip(hipGraphExec_t exec, hipGraph_t graph, int *result,
                                    hipGraphNode_t *node)
{
    hipGraphExecUpdateResult got;
    hipError_t error = hipGraphExecUpdate(exec, graph, node, &got);

    *result = (int)got;
    return error;
}
#endif
#define gpuErrorOperatingSystem API(ErrorOperatingSystem)
#define gpuErrorGraphExecUpdateFailure API(ErrorGraphExecUpdateFailure)

/* HIP's edges have no data, and its calls name the source first. */
#if SCENARIO_CUDA
#define TYPE(name) struct cuda##name
#define ENUM(name) enum cuda##name
#define ADD_EDGES(graph, from, to, count) \
    cudaGraphAddDependencies(graph, from, to, NULL, count)
#define REMOVE_EDGES(graph, from, to, count) \
    cudaGraphRemoveDependencies(graph, from, to, NULL, count)
#define COPY_ATTRIBUTES(to, from) cudaGraphKernelNodeCopyAttributes(to, from)
#else
#define TYPE(name) hip##name
#define ENUM(name) hip##name
#define ADD_EDGES(graph, from, to, count) hipGraphAddDependencies(graph, from, to, count)
#define REMOVE_EDGES(graph, from, to, count) hipGraphRemoveDependencies(graph, from, to, count)
#define COPY_ATTRIBUTES(to, from) hipGraphKernelNodeCopyAttributes(from, to)
#endif

/** A node of STUB_ADD or STUB_FILL over count elements, behind another. */
static inline gpuGraphNode_t graph_kernel(gpuGraph_t graph, gpuGraphNode_t before, enum stub stub,
                                          uint32_t *data, uint32_t value, unsigned count)
{
    void *arguments[] = { &data, &value };
    const gpuKernelNodeParams parameters = {
        .func = (void *)(uintptr_t)&stubs[stub], .gridDim = GRID(count / 32, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    };
    gpuGraphNode_t node;

    OK(gpuGraphAddKernelNode(&node, graph, &before, before != NULL, &parameters));
    return node;
}

#endif
