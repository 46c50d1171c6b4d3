/** Graphs of work: their types alone, since this version runs none. */
#ifndef GPUINTEROP_HIP_GRAPH_TYPES_H
#define GPUINTEROP_HIP_GRAPH_TYPES_H

#include <stddef.h>

#include "copy_kind.h"
#include "dim3.h"
#include "external_types.h"
#include "handles.h"
#include "memory_types.h"
#include "pool_types.h"
#include "stream_types.h"

/** Something of the program's that graphs keep; a handle, nothing to look into. */
typedef struct hipUserObject *hipUserObject_t;

/** A context of HIP's driver interface; a handle, nothing to look into. */
typedef struct ihipCtx_t *hipCtx_t;

/** What a node of a graph does. */
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

/** How a graph is made ready; bits. */
enum hipGraphInstantiateFlags {
    hipGraphInstantiateFlagAutoFreeOnLaunch = 1,
    hipGraphInstantiateFlagUpload = 2,
    hipGraphInstantiateFlagDeviceLaunch = 4,
    hipGraphInstantiateFlagUseNodePriority = 8
};
typedef enum hipGraphInstantiateFlags hipGraphInstantiateFlags;

/** What making a graph ready led to. */
enum hipGraphInstantiateResult {
    hipGraphInstantiateSuccess = 0,
    hipGraphInstantiateError = 1,
    hipGraphInstantiateInvalidStructure = 2,
    hipGraphInstantiateNodeOperationNotSupported = 3,
    hipGraphInstantiateMultipleDevicesNotSupported = 4
};
typedef enum hipGraphInstantiateResult hipGraphInstantiateResult;

/** What changing a graph that was made ready led to. */
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

/** What a drawing of a graph shows; bits. */
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

/** What holds for an object of the program's. */
enum hipUserObjectFlags {
    hipUserObjectNoDestructorSync = 1
};
typedef enum hipUserObjectFlags hipUserObjectFlags;

/** Whose references to an object become a graph's. */
enum hipUserObjectRetainFlags {
    hipGraphUserObjectMove = 1
};
typedef enum hipUserObjectRetainFlags hipUserObjectRetainFlags;

/* From where an edge of a graph begins at the node of a kernel. */
#define hipGraphKernelNodePortDefault 0
#define hipGraphKernelNodePortProgrammatic 1
#define hipGraphKernelNodePortLaunchCompletion 2

/* The attributes of launches that nodes of kernels have. */
#define hipKernelNodeAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipKernelNodeAttributeCooperative hipLaunchAttributeCooperative
#define hipKernelNodeAttributePriority hipLaunchAttributePriority

/** A kernel to launch. */
struct hipKernelNodeParams {
    dim3 blockDim;
    void **extra;                                  /* or these, packed */
    void *func;
    dim3 gridDim;
    void **kernelParams;                           /* addresses of the arguments */
    unsigned int sharedMemBytes;                   /* of each block */
};
typedef struct hipKernelNodeParams hipKernelNodeParams;

/** Rows to fill. */
struct hipMemsetParams {
    void *dst;
    unsigned int elementSize;                      /* bytes: 1, 2 or 4 */
    size_t height;                                 /* rows */
    size_t pitch;                                  /* bytes from row to row */
    unsigned int value;
    size_t width;                                  /* elements */
};
typedef struct hipMemsetParams hipMemsetParams;

/** Rows to fill, as HIP's driver interface orders them. */
struct HIP_MEMSET_NODE_PARAMS {
    hipDeviceptr_t dst;
    size_t pitch;                                  /* bytes from row to row */
    unsigned int value;
    unsigned int elementSize;                      /* bytes: 1, 2 or 4 */
    size_t width;                                  /* elements */
    size_t height;                                 /* rows */
};
typedef struct HIP_MEMSET_NODE_PARAMS HIP_MEMSET_NODE_PARAMS;

/** A function to call on the host. */
struct hipHostNodeParams {
    hipHostFn_t fn;
    void *userData;
};
typedef struct hipHostNodeParams hipHostNodeParams;

/** A copy. */
struct hipMemcpyNodeParams {
    int flags;                                     /* 0 */
    int reserved[3];                               /* zero */
    hipMemcpy3DParms copyParams;
};
typedef struct hipMemcpyNodeParams hipMemcpyNodeParams;

/** A graph within a graph. */
struct hipChildGraphNodeParams {
    hipGraph_t graph;
};
typedef struct hipChildGraphNodeParams hipChildGraphNodeParams;

/** An event to wait for. */
struct hipEventWaitNodeParams {
    hipEvent_t event;
};
typedef struct hipEventWaitNodeParams hipEventWaitNodeParams;

/** An event to record. */
struct hipEventRecordNodeParams {
    hipEvent_t event;
};
typedef struct hipEventRecordNodeParams hipEventRecordNodeParams;

/** Semaphores to signal. */
struct hipExternalSemaphoreSignalNodeParams {
    hipExternalSemaphore_t *extSemArray;
    const hipExternalSemaphoreSignalParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};
typedef struct hipExternalSemaphoreSignalNodeParams hipExternalSemaphoreSignalNodeParams;

/** Semaphores to wait for. */
struct hipExternalSemaphoreWaitNodeParams {
    hipExternalSemaphore_t *extSemArray;
    const hipExternalSemaphoreWaitParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};
typedef struct hipExternalSemaphoreWaitNodeParams hipExternalSemaphoreWaitNodeParams;

/** Memory to allocate. */
struct hipMemAllocNodeParams {
    hipMemPoolProps poolProps;
    const hipMemAccessDesc *accessDescs;
    size_t accessDescCount;
    size_t bytesize;
    void *dptr;                                    /* gets the memory's address */
};
typedef struct hipMemAllocNodeParams hipMemAllocNodeParams;

/** Memory to free. */
struct hipMemFreeNodeParams {
    void *dptr;
};
typedef struct hipMemFreeNodeParams hipMemFreeNodeParams;

/** Words of memory to wait for and to write. */
struct hipBatchMemOpNodeParams {
    hipCtx_t ctx;
    unsigned int count;
    hipStreamBatchMemOpParams *paramArray;
    unsigned int flags;
};
typedef struct hipBatchMemOpNodeParams hipBatchMemOpNodeParams;

/** What a node of a graph does, and with what. */
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

/** How a graph is made ready, and what that led to. */
struct hipGraphInstantiateParams {
    hipGraphNode_t errNode_out;                    /* gets the node that failed */
    unsigned long long flags;
    hipGraphInstantiateResult result_out;
    hipStream_t uploadStream;
};
typedef struct hipGraphInstantiateParams hipGraphInstantiateParams;

#endif
