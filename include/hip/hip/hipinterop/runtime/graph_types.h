/** Graphs: their types. graph_api.h has the functions. */
#ifndef GPUINTEROP_HIP_GRAPH_TYPES_H
#define GPUINTEROP_HIP_GRAPH_TYPES_H

#include <stddef.h>

#include "copy_kind.h"
#include "../../../../gpuinterop_device/dim3.h"
#include "external_types.h"
#include "handles.h"
#include "memory_types.h"
#include "pool_types.h"
#include "stream_types.h"

/** An opaque handle of a user object, which graphs keep alive. */
typedef struct hipUserObject *hipUserObject_t;

/** An opaque handle of a context of HIP's driver API. */
typedef struct ihipCtx_t *hipCtx_t;

/** The type of a node of a graph. */
enum hipGraphNodeType {
    hipGraphNodeTypeKernel = 0,
    hipGraphNodeTypeMemcpy = 1,
    hipGraphNodeTypeMemset = 2,
    hipGraphNodeTypeHost = 3,
    hipGraphNodeTypeGraph = 4,
    hipGraphNodeTypeEmpty = 5,
    hipGraphNodeTypeWaitEvent = 6,
    hipGraphNodeTypeEventRecord = 7,
    hipGraphNodeTypeExtSemaphoreSignal = 8,
    hipGraphNodeTypeExtSemaphoreWait = 9,
    hipGraphNodeTypeMemAlloc = 10,
    hipGraphNodeTypeMemFree = 11,
    hipGraphNodeTypeMemcpyFromSymbol = 12,
    hipGraphNodeTypeMemcpyToSymbol = 13,
    hipGraphNodeTypeBatchMemOp = 14,
    hipGraphNodeTypeCount = 15
};
typedef enum hipGraphNodeType hipGraphNodeType;

/** Flags of the instantiation of a graph; bits. */
enum hipGraphInstantiateFlags {
    hipGraphInstantiateFlagAutoFreeOnLaunch = 1,
    hipGraphInstantiateFlagUpload = 2,
    hipGraphInstantiateFlagDeviceLaunch = 4,
    hipGraphInstantiateFlagUseNodePriority = 8
};
typedef enum hipGraphInstantiateFlags hipGraphInstantiateFlags;

/** The result of the instantiation of a graph. */
enum hipGraphInstantiateResult {
    hipGraphInstantiateSuccess = 0,
    hipGraphInstantiateError = 1,
    hipGraphInstantiateInvalidStructure = 2,
    hipGraphInstantiateNodeOperationNotSupported = 3,
    hipGraphInstantiateMultipleDevicesNotSupported = 4
};
typedef enum hipGraphInstantiateResult hipGraphInstantiateResult;

/** The result of an update of an executable graph. */
enum hipGraphExecUpdateResult {
    hipGraphExecUpdateSuccess = 0,
    hipGraphExecUpdateError = 1,
    hipGraphExecUpdateErrorTopologyChanged = 2,
    hipGraphExecUpdateErrorNodeTypeChanged = 3,
    hipGraphExecUpdateErrorFunctionChanged = 4,
    hipGraphExecUpdateErrorParametersChanged = 5,
    hipGraphExecUpdateErrorNotSupported = 6,
    hipGraphExecUpdateErrorUnsupportedFunctionChange = 7
};
typedef enum hipGraphExecUpdateResult hipGraphExecUpdateResult;

/** Amounts of memory that graphs hold on a device, in bytes. */
enum hipGraphMemAttributeType {
    hipGraphMemAttrUsedMemCurrent = 0,
    hipGraphMemAttrUsedMemHigh = 1,
    hipGraphMemAttrReservedMemCurrent = 2,
    hipGraphMemAttrReservedMemHigh = 3
};
typedef enum hipGraphMemAttributeType hipGraphMemAttributeType;

/** Flags of the DOT output of a graph; bits. */
enum hipGraphDebugDotFlags {
    hipGraphDebugDotFlagsVerbose = 0x1,
    hipGraphDebugDotFlagsKernelNodeParams = 0x4,
    hipGraphDebugDotFlagsMemcpyNodeParams = 0x8,
    hipGraphDebugDotFlagsMemsetNodeParams = 0x10,
    hipGraphDebugDotFlagsHostNodeParams = 0x20,
    hipGraphDebugDotFlagsEventNodeParams = 0x40,
    hipGraphDebugDotFlagsExtSemasSignalNodeParams = 0x80,
    hipGraphDebugDotFlagsExtSemasWaitNodeParams = 0x100,
    hipGraphDebugDotFlagsKernelNodeAttributes = 0x200,
    hipGraphDebugDotFlagsHandles = 0x400
};

/** Flags of a user object. */
enum hipUserObjectFlags {
    hipUserObjectNoDestructorSync = 1
};
typedef enum hipUserObjectFlags hipUserObjectFlags;

/** Flags of a graph's reference to a user object. */
enum hipUserObjectRetainFlags {
    hipGraphUserObjectMove = 1
};
typedef enum hipUserObjectRetainFlags hipUserObjectRetainFlags;

/* The port of a kernel node at which an edge begins. */
#define hipGraphKernelNodePortDefault 0
#define hipGraphKernelNodePortProgrammatic 1
#define hipGraphKernelNodePortLaunchCompletion 2

/* The launch attributes of kernel nodes. */
#define hipKernelNodeAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipKernelNodeAttributeCooperative hipLaunchAttributeCooperative
#define hipKernelNodeAttributePriority hipLaunchAttributePriority

/** The parameters of a kernel node. */
struct hipKernelNodeParams {
    dim3 blockDim;
    void **extra;                                  /* or packed arguments */
    void *func;
    dim3 gridDim;
    void **kernelParams;                           /* addresses of the arguments */
    unsigned int sharedMemBytes;                   /* for each block */
};
typedef struct hipKernelNodeParams hipKernelNodeParams;

/** The parameters of a fill node. */
struct hipMemsetParams {
    void *dst;
    unsigned int elementSize;                      /* bytes: 1, 2 or 4 */
    size_t height;                                 /* rows */
    size_t pitch;                                  /* bytes from row to row */
    unsigned int value;
    size_t width;                                  /* elements */
};
typedef struct hipMemsetParams hipMemsetParams;

/** The parameters of a fill node, in the order of HIP's driver API. */
struct HIP_MEMSET_NODE_PARAMS {
    hipDeviceptr_t dst;
    size_t pitch;                                  /* bytes from row to row */
    unsigned int value;
    unsigned int elementSize;                      /* bytes: 1, 2 or 4 */
    size_t width;                                  /* elements */
    size_t height;                                 /* rows */
};
typedef struct HIP_MEMSET_NODE_PARAMS HIP_MEMSET_NODE_PARAMS;

/** The parameters of a host function node. */
struct hipHostNodeParams {
    hipHostFn_t fn;
    void *userData;
};
typedef struct hipHostNodeParams hipHostNodeParams;

/** The parameters of a copy node. */
struct hipMemcpyNodeParams {
    int flags;                                     /* 0 */
    int reserved[3];                               /* zero */
    hipMemcpy3DParms copyParams;
};
typedef struct hipMemcpyNodeParams hipMemcpyNodeParams;

/** The parameters of a child graph node. */
struct hipChildGraphNodeParams {
    hipGraph_t graph;
};
typedef struct hipChildGraphNodeParams hipChildGraphNodeParams;

/** The parameters of an event wait node. */
struct hipEventWaitNodeParams {
    hipEvent_t event;
};
typedef struct hipEventWaitNodeParams hipEventWaitNodeParams;

/** The parameters of an event record node. */
struct hipEventRecordNodeParams {
    hipEvent_t event;
};
typedef struct hipEventRecordNodeParams hipEventRecordNodeParams;

/** The parameters of a semaphore signal node. */
struct hipExternalSemaphoreSignalNodeParams {
    hipExternalSemaphore_t *extSemArray;
    const hipExternalSemaphoreSignalParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};
typedef struct hipExternalSemaphoreSignalNodeParams hipExternalSemaphoreSignalNodeParams;

/** The parameters of a semaphore wait node. */
struct hipExternalSemaphoreWaitNodeParams {
    hipExternalSemaphore_t *extSemArray;
    const hipExternalSemaphoreWaitParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};
typedef struct hipExternalSemaphoreWaitNodeParams hipExternalSemaphoreWaitNodeParams;

/** The parameters of an allocation node. */
struct hipMemAllocNodeParams {
    hipMemPoolProps poolProps;
    const hipMemAccessDesc *accessDescs;
    size_t accessDescCount;
    size_t bytesize;
    void *dptr;                                    /* gets the memory's address */
};
typedef struct hipMemAllocNodeParams hipMemAllocNodeParams;

/** The parameters of a free node. */
struct hipMemFreeNodeParams {
    void *dptr;
};
typedef struct hipMemFreeNodeParams hipMemFreeNodeParams;

/** The parameters of a batch node of memory operations. */
struct hipBatchMemOpNodeParams {
    hipCtx_t ctx;
    unsigned int count;
    hipStreamBatchMemOpParams *paramArray;
    unsigned int flags;
};
typedef struct hipBatchMemOpNodeParams hipBatchMemOpNodeParams;

/** The type and the parameters of a node. */
struct hipGraphNodeParams {
    hipGraphNodeType type;
    int reserved0[3];                              /* zero */
    union {
        long long reserved1[29];                   /* zero */
        hipKernelNodeParams kernel;
        hipMemcpyNodeParams memcpy;
        hipMemsetParams memset;
        hipHostNodeParams host;
        hipChildGraphNodeParams graph;
        hipEventWaitNodeParams eventWait;
        hipEventRecordNodeParams eventRecord;
        hipExternalSemaphoreSignalNodeParams extSemSignal;
        hipExternalSemaphoreWaitNodeParams extSemWait;
        hipMemAllocNodeParams alloc;
        hipMemFreeNodeParams free;
    };
    long long reserved2;                           /* zero */
};
typedef struct hipGraphNodeParams hipGraphNodeParams;

/** The parameters and the result of the instantiation of a graph. */
struct hipGraphInstantiateParams {
    hipGraphNode_t errNode_out;                    /* gets the node that caused a failure */
    unsigned long long flags;
    hipGraphInstantiateResult result_out;
    hipStream_t uploadStream;
};
typedef struct hipGraphInstantiateParams hipGraphInstantiateParams;

#endif
