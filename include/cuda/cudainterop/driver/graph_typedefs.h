/** The types of the functions for graphs of the driver interface (cudaTypedefs.h). */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_GRAPH_TYPEDEFS_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_GRAPH_TYPEDEFS_H

#include "graph_types.h"

typedef CUresult (CUDAAPI *PFN_cuDeviceGetGraphMemAttribute_v11040)(CUdevice, CUgraphMem_attribute,
    void *);
typedef CUresult (CUDAAPI *PFN_cuDeviceGraphMemTrim_v11040)(CUdevice);
typedef CUresult (CUDAAPI *PFN_cuDeviceSetGraphMemAttribute_v11040)(CUdevice, CUgraphMem_attribute,
    void *);
typedef CUresult (CUDAAPI *PFN_cuGraphAddBatchMemOpNode_v11070)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, const CUDA_BATCH_MEM_OP_NODE_PARAMS *);
typedef CUresult (CUDAAPI *PFN_cuGraphAddChildGraphNode_v10000)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, CUgraph);
typedef CUresult (CUDAAPI *PFN_cuGraphAddDependencies_v10000)(CUgraph, const CUgraphNode *,
    const CUgraphNode *, size_t);
typedef CUresult (CUDAAPI *PFN_cuGraphAddDependencies_v12030)(CUgraph, const CUgraphNode *,
    const CUgraphNode *, const CUgraphEdgeData *, size_t);
typedef CUresult (CUDAAPI *PFN_cuGraphAddEmptyNode_v10000)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t);
typedef CUresult (CUDAAPI *PFN_cuGraphAddEventRecordNode_v11010)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, CUevent);
typedef CUresult (CUDAAPI *PFN_cuGraphAddEventWaitNode_v11010)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, CUevent);
typedef CUresult (CUDAAPI *PFN_cuGraphAddExternalSemaphoresSignalNode_v11020)(CUgraphNode *,
    CUgraph, const CUgraphNode *, size_t, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphAddExternalSemaphoresWaitNode_v11020)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphAddHostNode_v10000)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, const CUDA_HOST_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphAddKernelNode_v10000)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, const CUDA_KERNEL_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphAddKernelNode_v12000)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, const CUDA_KERNEL_NODE_PARAMS_v2 *);
typedef CUresult (CUDAAPI *PFN_cuGraphAddMemAllocNode_v11040)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, CUDA_MEM_ALLOC_NODE_PARAMS *);
typedef CUresult (CUDAAPI *PFN_cuGraphAddMemFreeNode_v11040)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, CUdeviceptr);
typedef CUresult (CUDAAPI *PFN_cuGraphAddMemcpyNode_v10000)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, const CUDA_MEMCPY3D_v2 *, CUcontext);
typedef CUresult (CUDAAPI *PFN_cuGraphAddMemsetNode_v10000)(CUgraphNode *, CUgraph,
    const CUgraphNode *, size_t, const CUDA_MEMSET_NODE_PARAMS_v1 *, CUcontext);
typedef CUresult (CUDAAPI *PFN_cuGraphAddNode_v12020)(CUgraphNode *, CUgraph, const CUgraphNode *,
    size_t, CUgraphNodeParams *);
typedef CUresult (CUDAAPI *PFN_cuGraphAddNode_v12030)(CUgraphNode *, CUgraph, const CUgraphNode *,
    const CUgraphEdgeData *, size_t, CUgraphNodeParams *);
typedef CUresult (CUDAAPI *PFN_cuGraphBatchMemOpNodeGetParams_v11070)(CUgraphNode,
    CUDA_BATCH_MEM_OP_NODE_PARAMS *);
typedef CUresult (CUDAAPI *PFN_cuGraphBatchMemOpNodeSetParams_v11070)(CUgraphNode,
    const CUDA_BATCH_MEM_OP_NODE_PARAMS *);
typedef CUresult (CUDAAPI *PFN_cuGraphChildGraphNodeGetGraph_v10000)(CUgraphNode, CUgraph *);
typedef CUresult (CUDAAPI *PFN_cuGraphClone_v10000)(CUgraph *, CUgraph);
typedef CUresult (CUDAAPI *PFN_cuGraphConditionalHandleCreate_v12030)(CUgraphConditionalHandle *,
    CUgraph, CUcontext, unsigned int, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuGraphCreate_v10000)(CUgraph *, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuGraphDebugDotPrint_v11030)(CUgraph, const char *, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuGraphDestroyNode_v10000)(CUgraphNode);
typedef CUresult (CUDAAPI *PFN_cuGraphDestroy_v10000)(CUgraph);
typedef CUresult (CUDAAPI *PFN_cuGraphEventRecordNodeGetEvent_v11010)(CUgraphNode, CUevent *);
typedef CUresult (CUDAAPI *PFN_cuGraphEventRecordNodeSetEvent_v11010)(CUgraphNode, CUevent);
typedef CUresult (CUDAAPI *PFN_cuGraphEventWaitNodeGetEvent_v11010)(CUgraphNode, CUevent *);
typedef CUresult (CUDAAPI *PFN_cuGraphEventWaitNodeSetEvent_v11010)(CUgraphNode, CUevent);
typedef CUresult (CUDAAPI *PFN_cuGraphExecBatchMemOpNodeSetParams_v11070)(CUgraphExec, CUgraphNode,
    const CUDA_BATCH_MEM_OP_NODE_PARAMS *);
typedef CUresult (CUDAAPI *PFN_cuGraphExecChildGraphNodeSetParams_v11010)(CUgraphExec, CUgraphNode,
    CUgraph);
typedef CUresult (CUDAAPI *PFN_cuGraphExecDestroy_v10000)(CUgraphExec);
typedef CUresult (CUDAAPI *PFN_cuGraphExecEventRecordNodeSetEvent_v11010)(CUgraphExec, CUgraphNode,
    CUevent);
typedef CUresult (CUDAAPI *PFN_cuGraphExecEventWaitNodeSetEvent_v11010)(CUgraphExec, CUgraphNode,
    CUevent);
typedef CUresult (CUDAAPI *PFN_cuGraphExecExternalSemaphoresSignalNodeSetParams_v11020)(CUgraphExec,
    CUgraphNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphExecExternalSemaphoresWaitNodeSetParams_v11020)(CUgraphExec,
    CUgraphNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphExecGetFlags_v12000)(CUgraphExec, cuuint64_t *);
typedef CUresult (CUDAAPI *PFN_cuGraphExecHostNodeSetParams_v10020)(CUgraphExec, CUgraphNode,
    const CUDA_HOST_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphExecKernelNodeSetParams_v10010)(CUgraphExec, CUgraphNode,
    const CUDA_KERNEL_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphExecKernelNodeSetParams_v12000)(CUgraphExec, CUgraphNode,
    const CUDA_KERNEL_NODE_PARAMS_v2 *);
typedef CUresult (CUDAAPI *PFN_cuGraphExecMemcpyNodeSetParams_v10020)(CUgraphExec, CUgraphNode,
    const CUDA_MEMCPY3D_v2 *, CUcontext);
typedef CUresult (CUDAAPI *PFN_cuGraphExecMemsetNodeSetParams_v10020)(CUgraphExec, CUgraphNode,
    const CUDA_MEMSET_NODE_PARAMS_v1 *, CUcontext);
typedef CUresult (CUDAAPI *PFN_cuGraphExecNodeSetParams_v12020)(CUgraphExec, CUgraphNode,
    CUgraphNodeParams *);
typedef CUresult (CUDAAPI *PFN_cuGraphExecUpdate_v10020)(CUgraphExec, CUgraph, CUgraphNode *,
    CUgraphExecUpdateResult *);
typedef CUresult (CUDAAPI *PFN_cuGraphExecUpdate_v12000)(CUgraphExec, CUgraph,
    CUgraphExecUpdateResultInfo *);
typedef CUresult (CUDAAPI *PFN_cuGraphExternalSemaphoresSignalNodeGetParams_v11020)(CUgraphNode,
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphExternalSemaphoresSignalNodeSetParams_v11020)(CUgraphNode,
    const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphExternalSemaphoresWaitNodeGetParams_v11020)(CUgraphNode,
    CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphExternalSemaphoresWaitNodeSetParams_v11020)(CUgraphNode,
    const CUDA_EXT_SEM_WAIT_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphGetEdges_v10000)(CUgraph, CUgraphNode *, CUgraphNode *,
    size_t *);
typedef CUresult (CUDAAPI *PFN_cuGraphGetEdges_v12030)(CUgraph, CUgraphNode *, CUgraphNode *,
    CUgraphEdgeData *, size_t *);
typedef CUresult (CUDAAPI *PFN_cuGraphGetNodes_v10000)(CUgraph, CUgraphNode *, size_t *);
typedef CUresult (CUDAAPI *PFN_cuGraphGetRootNodes_v10000)(CUgraph, CUgraphNode *, size_t *);
typedef CUresult (CUDAAPI *PFN_cuGraphHostNodeGetParams_v10000)(CUgraphNode,
    CUDA_HOST_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphHostNodeSetParams_v10000)(CUgraphNode,
    const CUDA_HOST_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphInstantiateWithFlags_v11040)(CUgraphExec *, CUgraph,
    unsigned long long);
typedef CUresult (CUDAAPI *PFN_cuGraphInstantiateWithParams_v12000)(CUgraphExec *, CUgraph,
    CUDA_GRAPH_INSTANTIATE_PARAMS *);
typedef CUresult (CUDAAPI *PFN_cuGraphInstantiateWithParams_v12000_ptsz)(CUgraphExec *, CUgraph,
    CUDA_GRAPH_INSTANTIATE_PARAMS *);
typedef CUresult (CUDAAPI *PFN_cuGraphKernelNodeCopyAttributes_v11000)(CUgraphNode, CUgraphNode);
typedef CUresult (CUDAAPI *PFN_cuGraphKernelNodeGetAttribute_v11000)(CUgraphNode,
    CUkernelNodeAttrID, CUkernelNodeAttrValue_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphKernelNodeGetParams_v10000)(CUgraphNode,
    CUDA_KERNEL_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphKernelNodeGetParams_v12000)(CUgraphNode,
    CUDA_KERNEL_NODE_PARAMS_v2 *);
typedef CUresult (CUDAAPI *PFN_cuGraphKernelNodeSetAttribute_v11000)(CUgraphNode,
    CUkernelNodeAttrID, const CUkernelNodeAttrValue_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphKernelNodeSetParams_v10000)(CUgraphNode,
    const CUDA_KERNEL_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphKernelNodeSetParams_v12000)(CUgraphNode,
    const CUDA_KERNEL_NODE_PARAMS_v2 *);
typedef CUresult (CUDAAPI *PFN_cuGraphLaunch_v10000)(CUgraphExec, CUstream);
typedef CUresult (CUDAAPI *PFN_cuGraphLaunch_v10000_ptsz)(CUgraphExec, CUstream);
typedef CUresult (CUDAAPI *PFN_cuGraphMemAllocNodeGetParams_v11040)(CUgraphNode,
    CUDA_MEM_ALLOC_NODE_PARAMS *);
typedef CUresult (CUDAAPI *PFN_cuGraphMemFreeNodeGetParams_v11040)(CUgraphNode, CUdeviceptr *);
typedef CUresult (CUDAAPI *PFN_cuGraphMemcpyNodeGetParams_v10000)(CUgraphNode, CUDA_MEMCPY3D_v2 *);
typedef CUresult (CUDAAPI *PFN_cuGraphMemcpyNodeSetParams_v10000)(CUgraphNode,
    const CUDA_MEMCPY3D_v2 *);
typedef CUresult (CUDAAPI *PFN_cuGraphMemsetNodeGetParams_v10000)(CUgraphNode,
    CUDA_MEMSET_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphMemsetNodeSetParams_v10000)(CUgraphNode,
    const CUDA_MEMSET_NODE_PARAMS_v1 *);
typedef CUresult (CUDAAPI *PFN_cuGraphNodeFindInClone_v10000)(CUgraphNode *, CUgraphNode, CUgraph);
typedef CUresult (CUDAAPI *PFN_cuGraphNodeGetDependencies_v10000)(CUgraphNode, CUgraphNode *,
    size_t *);
typedef CUresult (CUDAAPI *PFN_cuGraphNodeGetDependencies_v12030)(CUgraphNode, CUgraphNode *,
    CUgraphEdgeData *, size_t *);
typedef CUresult (CUDAAPI *PFN_cuGraphNodeGetDependentNodes_v10000)(CUgraphNode, CUgraphNode *,
    size_t *);
typedef CUresult (CUDAAPI *PFN_cuGraphNodeGetDependentNodes_v12030)(CUgraphNode, CUgraphNode *,
    CUgraphEdgeData *, size_t *);
typedef CUresult (CUDAAPI *PFN_cuGraphNodeGetEnabled_v11060)(CUgraphExec, CUgraphNode,
    unsigned int *);
typedef CUresult (CUDAAPI *PFN_cuGraphNodeGetType_v10000)(CUgraphNode, CUgraphNodeType *);
typedef CUresult (CUDAAPI *PFN_cuGraphNodeSetEnabled_v11060)(CUgraphExec, CUgraphNode,
    unsigned int);
typedef CUresult (CUDAAPI *PFN_cuGraphNodeSetParams_v12020)(CUgraphNode, CUgraphNodeParams *);
typedef CUresult (CUDAAPI *PFN_cuGraphReleaseUserObject_v11030)(CUgraph, CUuserObject,
    unsigned int);
typedef CUresult (CUDAAPI *PFN_cuGraphRemoveDependencies_v10000)(CUgraph, const CUgraphNode *,
    const CUgraphNode *, size_t);
typedef CUresult (CUDAAPI *PFN_cuGraphRemoveDependencies_v12030)(CUgraph, const CUgraphNode *,
    const CUgraphNode *, const CUgraphEdgeData *, size_t);
typedef CUresult (CUDAAPI *PFN_cuGraphRetainUserObject_v11030)(CUgraph, CUuserObject, unsigned int,
    unsigned int);
typedef CUresult (CUDAAPI *PFN_cuGraphUpload_v11010)(CUgraphExec, CUstream);
typedef CUresult (CUDAAPI *PFN_cuGraphUpload_v11010_ptsz)(CUgraphExec, CUstream);
typedef CUresult (CUDAAPI *PFN_cuStreamBeginCaptureToGraph_v12030)(CUstream, CUgraph,
    const CUgraphNode *, const CUgraphEdgeData *, size_t, CUstreamCaptureMode);
typedef CUresult (CUDAAPI *PFN_cuStreamBeginCaptureToGraph_v12030_ptsz)(CUstream, CUgraph,
    const CUgraphNode *, const CUgraphEdgeData *, size_t, CUstreamCaptureMode);
typedef CUresult (CUDAAPI *PFN_cuStreamBeginCapture_v10010)(CUstream, CUstreamCaptureMode);
typedef CUresult (CUDAAPI *PFN_cuStreamBeginCapture_v10010_ptsz)(CUstream, CUstreamCaptureMode);
typedef CUresult (CUDAAPI *PFN_cuStreamEndCapture_v10000)(CUstream, CUgraph *);
typedef CUresult (CUDAAPI *PFN_cuStreamEndCapture_v10000_ptsz)(CUstream, CUgraph *);
typedef CUresult (CUDAAPI *PFN_cuStreamUpdateCaptureDependencies_v11030)(CUstream, CUgraphNode *,
    size_t, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuStreamUpdateCaptureDependencies_v11030_ptsz)(CUstream,
    CUgraphNode *, size_t, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuStreamUpdateCaptureDependencies_v12030)(CUstream, CUgraphNode *,
    const CUgraphEdgeData *, size_t, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuStreamUpdateCaptureDependencies_v12030_ptsz)(CUstream,
    CUgraphNode *, const CUgraphEdgeData *, size_t, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuUserObjectCreate_v11030)(CUuserObject *, void *, CUhostFn,
    unsigned int, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuUserObjectRelease_v11030)(CUuserObject, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuUserObjectRetain_v11030)(CUuserObject, unsigned int);

#endif
