/** Graphs: their types. graph_api.h has the functions. */
#ifndef GPUINTEROP_CUDA_GRAPH_TYPES_H
#define GPUINTEROP_CUDA_GRAPH_TYPES_H

#include <stddef.h>

#include "copy_kind.h"
#include "../../../gpuinterop_device/dim3.h"
#include "external_types.h"
#include "handles.h"
#include "memory_types.h"
#include "pool_types.h"
#include "stream_types.h"

/** An opaque handle of a user object, which graphs keep alive. */
typedef struct CUuserObject_st *cudaUserObject_t;

/** A value that decides whether, or how often, a part of a graph runs. */
typedef unsigned long long cudaGraphConditionalHandle;

/** The type of a node of a graph. */
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

/** Flags of the instantiation of a graph; bits. */
enum cudaGraphInstantiateFlags {
    cudaGraphInstantiateFlagAutoFreeOnLaunch = 1,
    cudaGraphInstantiateFlagUpload = 2,
    cudaGraphInstantiateFlagDeviceLaunch = 4,
    cudaGraphInstantiateFlagUseNodePriority = 8
};

/** The result of the instantiation of a graph. */
enum cudaGraphInstantiateResult {
    cudaGraphInstantiateSuccess = 0,
    cudaGraphInstantiateError = 1,
    cudaGraphInstantiateInvalidStructure = 2,
    cudaGraphInstantiateNodeOperationNotSupported = 3,
    cudaGraphInstantiateMultipleDevicesNotSupported = 4,
    cudaGraphInstantiateConditionalHandleUnused = 5
};
typedef enum cudaGraphInstantiateResult cudaGraphInstantiateResult;

/** The result of an update of an executable graph. */
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

/** Flags of the DOT output of a graph; bits. */
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

/** Flags of a user object. */
enum cudaUserObjectFlags {
    cudaUserObjectNoDestructorSync = 1
};

/** Flags of a graph's reference to a user object. */
enum cudaUserObjectRetainFlags {
    cudaGraphUserObjectMove = 1
};

/** Flags of a deciding value: each launch of the graph begins with the default. */
enum cudaGraphConditionalHandleFlags {
    cudaGraphCondAssignDefault = 1
};

/** How a deciding value is looked at. */
enum cudaGraphConditionalNodeType {
    cudaGraphCondTypeIf = 0,
    cudaGraphCondTypeWhile = 1,
    cudaGraphCondTypeSwitch = 2
};

/** Whose the graph within a node is. A graph that is moved ends with the node. It cannot be
 *  destroyed or instantiated, nor be a child of another node or the argument of an update. */
enum cudaGraphChildGraphNodeOwnership {
    cudaGraphChildGraphOwnershipClone = 0,
    cudaGraphChildGraphOwnershipMove = 1
};

/** Fields of a kernel node that device code changes. */
enum cudaGraphKernelNodeField {
    cudaGraphKernelNodeFieldInvalid = 0,
    cudaGraphKernelNodeFieldGridDim = 1,
    cudaGraphKernelNodeFieldParam = 2,
    cudaGraphKernelNodeFieldEnabled = 3
};

/* The port of a kernel node at which an edge begins. */
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortProgrammatic 1
#define cudaGraphKernelNodePortLaunchCompletion 2

/* The launch attributes of kernel nodes. */
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

/** The parameters of a kernel node. */
struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim;
    dim3 blockDim;
    unsigned int sharedMemBytes;                   /* for each block */
    void **kernelParams;                           /* addresses of the arguments */
    void **extra;                                  /* or packed arguments */
};

/** A kernel to launch, as a part of cudaGraphNodeParams. */
struct cudaKernelNodeParamsV2 {
    void *func;
    dim3 gridDim;
    dim3 blockDim;
    unsigned int sharedMemBytes;                   /* for each block */
    void **kernelParams;                           /* addresses of the arguments */
    void **extra;                                  /* or packed arguments */
};

/** The parameters of a fill node. */
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

/** The parameters of a host function node. */
struct cudaHostNodeParams {
    cudaHostFn_t fn;
    void *userData;
};

/** The parameters of a host function node, as a part of cudaGraphNodeParams. */
struct cudaHostNodeParamsV2 {
    cudaHostFn_t fn;
    void *userData;
};

/** The parameters of a copy node. */
struct cudaMemcpyNodeParams {
    int flags;                                     /* 0 */
    int reserved[3];                               /* zero */
    struct cudaMemcpy3DParms copyParams;
};

/** The parameters of a child graph node. */
struct cudaChildGraphNodeParams {
    cudaGraph_t graph;
    enum cudaGraphChildGraphNodeOwnership ownership;
};

/** The parameters of an event wait node. */
struct cudaEventWaitNodeParams {
    cudaEvent_t event;
};

/** The parameters of an event record node. */
struct cudaEventRecordNodeParams {
    cudaEvent_t event;
};

/** The parameters of a semaphore signal node. */
struct cudaExternalSemaphoreSignalNodeParams {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreSignalParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};

/** The parameters of a semaphore signal node, as a part of cudaGraphNodeParams. */
struct cudaExternalSemaphoreSignalNodeParamsV2 {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreSignalParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};

/** The parameters of a semaphore wait node. */
struct cudaExternalSemaphoreWaitNodeParams {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreWaitParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};

/** The parameters of a semaphore wait node, as a part of cudaGraphNodeParams. */
struct cudaExternalSemaphoreWaitNodeParamsV2 {
    cudaExternalSemaphore_t *extSemArray;
    const struct cudaExternalSemaphoreWaitParams *paramsArray;
    unsigned int numExtSems;                       /* in both arrays */
};

/** The parameters of an allocation node. */
struct cudaMemAllocNodeParams {
    struct cudaMemPoolProps poolProps;
    const struct cudaMemAccessDesc *accessDescs;
    size_t accessDescCount;
    size_t bytesize;
    void *dptr;                                    /* gets the memory's address */
};

/** The parameters of an allocation node, as a part of cudaGraphNodeParams. */
struct cudaMemAllocNodeParamsV2 {
    struct cudaMemPoolProps poolProps;
    const struct cudaMemAccessDesc *accessDescs;
    size_t accessDescCount;
    size_t bytesize;
    void *dptr;                                    /* gets the memory's address */
};

/** The parameters of a free node. */
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

/** The type and the parameters of a node. */
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

/** The parameters and the result of the instantiation of a graph. */
struct cudaGraphInstantiateParams_st {
    unsigned long long flags;
    cudaStream_t uploadStream;
    cudaGraphNode_t errNode_out;                   /* gets the node that caused a failure */
    cudaGraphInstantiateResult result_out;
};
typedef struct cudaGraphInstantiateParams_st cudaGraphInstantiateParams;

/** The result of an update of an executable, and the place of an error. */
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
