/** Graphs of work: their types alone, since this version runs none. */
#ifndef GPUINTEROP_CUDA_GRAPH_TYPES_H
#define GPUINTEROP_CUDA_GRAPH_TYPES_H

#include <stddef.h>

#include "copy_kind.h"
#include "dim3.h"
#include "external_types.h"
#include "handles.h"
#include "memory_types.h"
#include "pool_types.h"
#include "stream_types.h"

/** Something of the program's that graphs keep; a handle, nothing to look into. */
typedef struct CUuserObject_st *cudaUserObject_t;

/** A value that decides whether, or how often, a part of a graph runs. */
typedef unsigned long long cudaGraphConditionalHandle;

/** What a node of a graph does. */
enum cudaGraphNodeType {
    cudaGraphNodeTypeKernel = 0,
    cudaGraphNodeTypeMemcpy = 1,
    cudaGraphNodeTypeMemset = 2,
    cudaGraphNodeTypeHost = 3,
    cudaGraphNodeTypeGraph = 4,
    cudaGraphNodeTypeEmpty = 5,
    cudaGraphNodeTypeWaitEvent = 6,
    cudaGraphNodeTypeEventRecord = 7,
    cudaGraphNodeTypeExtSemaphoreSignal = 8,
    cudaGraphNodeTypeExtSemaphoreWait = 9,
    cudaGraphNodeTypeMemAlloc = 10,
    cudaGraphNodeTypeMemFree = 11,
    cudaGraphNodeTypeConditional = 13,
    cudaGraphNodeTypeCount = 14
};

/** How a graph is made ready; bits. */
enum cudaGraphInstantiateFlags {
    cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
    cudaGraphInstantiateFlagUpload = 2,
    cudaGraphInstantiateFlagDeviceLaunch = 4,
    cudaGraphInstantiateFlagUseNodePriority = 8
};

/** What making a graph ready led to. */
enum cudaGraphInstantiateResult {
    cudaGraphInstantiateSuccess = 0,
    cudaGraphInstantiateError = 1,
    cudaGraphInstantiateInvalidStructure = 2,
    cudaGraphInstantiateNodeOperationNotSupported = 3,
    cudaGraphInstantiateMultipleDevicesNotSupported = 4,
    cudaGraphInstantiateConditionalHandleUnused = 5
};
typedef enum cudaGraphInstantiateResult cudaGraphInstantiateResult;

/** What changing a graph that was made ready led to. */
enum cudaGraphExecUpdateResult {
    cudaGraphExecUpdateSuccess = 0,
    cudaGraphExecUpdateError = 1,
    cudaGraphExecUpdateErrorTopologyChanged = 2,
    cudaGraphExecUpdateErrorNodeTypeChanged = 3,
    cudaGraphExecUpdateErrorFunctionChanged = 4,
    cudaGraphExecUpdateErrorParametersChanged = 5,
    cudaGraphExecUpdateErrorNotSupported = 6,
    cudaGraphExecUpdateErrorUnsupportedFunctionChange = 7,
    cudaGraphExecUpdateErrorAttributesChanged = 8
};

/** Amounts of memory that graphs hold on a device, in bytes. */
enum cudaGraphMemAttributeType {
    cudaGraphMemAttrUsedMemCurrent = 0,
    cudaGraphMemAttrUsedMemHigh = 1,
    cudaGraphMemAttrReservedMemCurrent = 2,
    cudaGraphMemAttrReservedMemHigh = 3
};

/** What a drawing of a graph shows; bits. */
enum cudaGraphDebugDotFlags {
    cudaGraphDebugDotFlagsVerbose = 0x1,
    cudaGraphDebugDotFlagsKernelNodeParams = 0x4,
    cudaGraphDebugDotFlagsMemcpyNodeParams = 0x8,
    cudaGraphDebugDotFlagsMemsetNodeParams = 0x10,
    cudaGraphDebugDotFlagsHostNodeParams = 0x20,
    cudaGraphDebugDotFlagsEventNodeParams = 0x40,
    cudaGraphDebugDotFlagsExtSemasSignalNodeParams = 0x80,
    cudaGraphDebugDotFlagsExtSemasWaitNodeParams = 0x100,
    cudaGraphDebugDotFlagsKernelNodeAttributes = 0x200,
    cudaGraphDebugDotFlagsHandles = 0x400,
    cudaGraphDebugDotFlagsConditionalNodeParams = 0x8000
};

/** What holds for an object of the program's. */
enum cudaUserObjectFlags {
    cudaUserObjectNoDestructorSync = 1
};

/** Whose references to an object become a graph's. */
enum cudaUserObjectRetainFlags {
    cudaGraphUserObjectMove = 1
};

/** What holds for a deciding value; bits. */
enum cudaGraphConditionalHandleFlags {
    cudaGraphCondAssignDefault = 1
};

/** How a deciding value is looked at. */
enum cudaGraphConditionalNodeType {
    cudaGraphCondTypeIf = 0,
    cudaGraphCondTypeWhile = 1,
    cudaGraphCondTypeSwitch = 2
};

/** Whose the graph within a node is. */
enum cudaGraphChildGraphNodeOwnership {
    cudaGraphChildGraphOwnershipClone = 0,
    cudaGraphChildGraphOwnershipMove = 1
};

/** What of a kernel's node the device changes. */
enum cudaGraphKernelNodeField {
    cudaGraphKernelNodeFieldInvalid = 0,
    cudaGraphKernelNodeFieldGridDim = 1,
    cudaGraphKernelNodeFieldParam = 2,
    cudaGraphKernelNodeFieldEnabled = 3
};

/* From where an edge of a graph begins at the node of a kernel. */
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortProgrammatic 1
#define cudaGraphKernelNodePortLaunchCompletion 2

/* The attributes of launches that nodes of kernels have. */
#define cudaKernelNodeAttrID cudaLaunchAttributeID
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributeClusterDimension cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference \
    cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaKernelNodeAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttributeDeviceUpdatableKernelNode \
    cudaLaunchAttributeDeviceUpdatableKernelNode
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout \
    cudaLaunchAttributePreferredSharedMemoryCarveout
#define cudaKernelNodeAttributeNvlinkUtilCentricScheduling \
    cudaLaunchAttributeNvlinkUtilCentricScheduling

/** A kernel to launch. */
struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim;
    dim3 blockDim;
    unsigned int sharedMemBytes;                   /* of each block */
    void **kernelParams;                           /* addresses of the arguments */
    void **extra;                                  /* or these, packed */
};

/** A kernel to launch, as a part of cudaGraphNodeParams. */
struct cudaKernelNodeParamsV2 {
    void *func;
    dim3 gridDim;
    dim3 blockDim;
    unsigned int sharedMemBytes;                   /* of each block */
    void **kernelParams;                           /* addresses of the arguments */
    void **extra;                                  /* or these, packed */
};

/** Rows to fill. */
struct cudaMemsetParams {
    void *dst;
    size_t pitch;                                  /* bytes from row to row */
    unsigned int value;
    unsigned int elementSize;                      /* bytes: 1, 2 or 4 */
    size_t width;                                  /* elements */
    size_t height;                                 /* rows */
};

/** Rows to fill, as a part of cudaGraphNodeParams. */
struct cudaMemsetParamsV2 {
    void *dst;
    size_t pitch;                                  /* bytes from row to row */
    unsigned int value;
    unsigned int elementSize;                      /* bytes: 1, 2 or 4 */
    size_t width;                                  /* elements */
    size_t height;                                 /* rows */
};

/** A function to call on the host. */
struct cudaHostNodeParams {
    cudaHostFn_t fn;
    void *userData;
};

/** The same, as a part of cudaGraphNodeParams. */
struct cudaHostNodeParamsV2 {
    cudaHostFn_t fn;
    void *userData;
};

/** A copy. */
struct cudaMemcpyNodeParams {
    int flags;                                     /* 0 */
    int reserved[3];                               /* zero */
    struct cudaMemcpy3DParms copyParams;
};

/** A graph within a graph. */
struct cudaChildGraphNodeParams {
    cudaGraph_t graph;
    enum cudaGraphChildGraphNodeOwnership ownership;
};

/** An event to wait for. */
struct cudaEventWaitNodeParams {
    cudaEvent_t event;
};

/** An event to record. */
struct cudaEventRecordNodeParams {
    cudaEvent_t event;
};

/** Semaphores to signal. */
struct cudaExternalSemaphoreSignalNodeParams {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreSignalParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};

/** The same, as a part of cudaGraphNodeParams. */
struct cudaExternalSemaphoreSignalNodeParamsV2 {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreSignalParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};

/** Semaphores to wait for. */
struct cudaExternalSemaphoreWaitNodeParams {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreWaitParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};

/** The same, as a part of cudaGraphNodeParams. */
struct cudaExternalSemaphoreWaitNodeParamsV2 {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreWaitParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};

/** Memory to allocate. */
struct cudaMemAllocNodeParams {
    struct cudaMemPoolProps poolProps;
    const struct cudaMemAccessDesc *accessDescs;
    size_t accessDescCount;
    size_t bytesize;
    void *dptr;                                    /* gets the memory's address */
};

/** The same, as a part of cudaGraphNodeParams. */
struct cudaMemAllocNodeParamsV2 {
    struct cudaMemPoolProps poolProps;
    const struct cudaMemAccessDesc *accessDescs;
    size_t accessDescCount;
    size_t bytesize;
    void *dptr;                                    /* gets the memory's address */
};

/** Memory to free. */
struct cudaMemFreeNodeParams {
    void *dptr;
};

/** A part of a graph that a value decides about. */
struct cudaConditionalNodeParams {
    cudaGraphConditionalHandle handle;
    enum cudaGraphConditionalNodeType type;
    unsigned int size;                             /* graphs */
    cudaGraph_t *phGraph_out;                      /* gets them */
};

/** What a node of a graph does, and with what. */
struct cudaGraphNodeParams {
    enum cudaGraphNodeType type;
    int reserved0[3];                              /* zero */
    union {
        long long reserved1[29];                   /* zero */
        struct cudaKernelNodeParamsV2 kernel;
        struct cudaMemcpyNodeParams memcpy;
        struct cudaMemsetParamsV2 memset;
        struct cudaHostNodeParamsV2 host;
        struct cudaChildGraphNodeParams graph;
        struct cudaEventWaitNodeParams eventWait;
        struct cudaEventRecordNodeParams eventRecord;
        struct cudaExternalSemaphoreSignalNodeParamsV2 extSemSignal;
        struct cudaExternalSemaphoreWaitNodeParamsV2 extSemWait;
        struct cudaMemAllocNodeParamsV2 alloc;
        struct cudaMemFreeNodeParams free;
        struct cudaConditionalNodeParams conditional;
    };
    long long reserved2;                           /* zero */
};

/** How a graph is made ready, and what that led to. */
struct cudaGraphInstantiateParams_st {
    unsigned long long flags;
    cudaStream_t uploadStream;
    cudaGraphNode_t errNode_out;                   /* gets the node that failed */
    cudaGraphInstantiateResult result_out;
};
typedef struct cudaGraphInstantiateParams_st cudaGraphInstantiateParams;

/** What changing a graph that was made ready led to, and where. */
struct cudaGraphExecUpdateResultInfo_st {
    enum cudaGraphExecUpdateResult result;
    cudaGraphNode_t errorNode;                     /* of the new graph */
    cudaGraphNode_t errorFromNode;                 /* at the other end of its edge */
};
typedef struct cudaGraphExecUpdateResultInfo_st cudaGraphExecUpdateResultInfo;

/** A change to the node of a kernel that the device makes. */
struct cudaGraphKernelNodeUpdate {
    cudaGraphDeviceNode_t node;
    enum cudaGraphKernelNodeField field;
    union {
        dim3 gridDim;
        struct {
            const void *pValue;
            size_t offset;
            size_t size;
        } param;
        unsigned int isEnabled;
    } updateData;
};

#endif
