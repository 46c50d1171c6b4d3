/** Attributes of streams, and the types of stream capture. */
#ifndef GPUINTEROP_HIP_STREAM_TYPES_H
#define GPUINTEROP_HIP_STREAM_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "errors.h"
#include "handles.h"

/** Functions that streams call on the host: a stream callback, which gets errors, and a host
 *  function. */
typedef void (*hipStreamCallback_t)(hipStream_t stream, hipError_t status, void *user_data);
typedef void (*hipHostFn_t)(void *user_data);

/** Opaque handles of a graph, a node and an executable graph. */
typedef struct ihipGraph *hipGraph_t;
typedef struct hipGraphNode *hipGraphNode_t;
typedef struct hipGraphExec *hipGraphExec_t;

/** The type of an edge between two nodes of a graph. */
enum hipGraphDependencyType {
    hipGraphDependencyTypeDefault = 0,
    hipGraphDependencyTypeProgrammatic = 1
};
typedef enum hipGraphDependencyType hipGraphDependencyType;

/** The data of an edge between two nodes of a graph. */
struct hipGraphEdgeData {
    unsigned char from_port;
    unsigned char reserved[5];                     /* zero */
    unsigned char to_port;
    unsigned char type;
};
typedef struct hipGraphEdgeData hipGraphEdgeData;

/** Whether a stream captures its work into a graph. */
enum hipStreamCaptureStatus {
    hipStreamCaptureStatusNone = 0,
    hipStreamCaptureStatusActive = 1,
    hipStreamCaptureStatusInvalidated = 2
};
typedef enum hipStreamCaptureStatus hipStreamCaptureStatus;

/** Which calls fail while a stream captures. */
enum hipStreamCaptureMode {
    hipStreamCaptureModeGlobal = 0,
    hipStreamCaptureModeThreadLocal = 1,
    hipStreamCaptureModeRelaxed = 2
};
typedef enum hipStreamCaptureMode hipStreamCaptureMode;

/** How to change the dependencies of the next captured node. */
enum hipStreamUpdateCaptureDependenciesFlags {
    hipStreamAddCaptureDependencies = 0,
    hipStreamSetCaptureDependencies = 1
};
typedef enum hipStreamUpdateCaptureDependenciesFlags hipStreamUpdateCaptureDependenciesFlags;

/** How long cache lines stay in the cache. */
enum hipAccessProperty {
    hipAccessPropertyNormal = 0,
    hipAccessPropertyStreaming = 1,
    hipAccessPropertyPersisting = 2
};
typedef enum hipAccessProperty hipAccessProperty;

/** The share of the cache for a range of memory; a hint. */
struct hipAccessPolicyWindow {
    void *base_ptr;                                /* start of the range */
    hipAccessProperty hitProp;
    float hitRatio;                                /* 0 to 1 */
    hipAccessProperty missProp;
    size_t num_bytes;                              /* bytes */
};
typedef struct hipAccessPolicyWindow hipAccessPolicyWindow;

/** Attributes of launches. Streams have some of them. */
enum hipLaunchAttributeID {
    hipLaunchAttributeAccessPolicyWindow = 1,
    hipLaunchAttributeCooperative = 2,
    hipLaunchAttributePriority = 8
};
typedef enum hipLaunchAttributeID hipLaunchAttributeID;

/** The value of an attribute. The id selects the member. */
union hipLaunchAttributeValue {
    hipAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    int priority;
};
typedef union hipLaunchAttributeValue hipLaunchAttributeValue;

/** The condition of a wait for a number in memory: not less, equal, a common bit, not all bits
 *  set. */
#define hipStreamWaitValueGte 0x0
#define hipStreamWaitValueEq 0x1
#define hipStreamWaitValueAnd 0x2
#define hipStreamWaitValueNor 0x3

/** The type of an operation of hipStreamBatchMemOp. */
enum hipStreamBatchMemOpType {
    hipStreamMemOpWaitValue32 = 1,
    hipStreamMemOpWriteValue32 = 2,
    hipStreamMemOpFlushRemoteWrites = 3,
    hipStreamMemOpWaitValue64 = 4,
    hipStreamMemOpWriteValue64 = 5,
    hipStreamMemOpBarrier = 6
};
typedef enum hipStreamBatchMemOpType hipStreamBatchMemOpType;

/** A wait until a number in memory meets a condition. */
struct hipStreamMemOpWaitValueParams_t {
    hipStreamBatchMemOpType operation;
    hipDeviceptr_t address;
    union {
        uint32_t value;                            /* for 32 bits */
        uint64_t value64;                          /* for 64 bits */
    };
    unsigned int flags;                            /* one of hipStreamWaitValueGte and so on */
    hipDeviceptr_t alias;                          /* ignored */
};

/** A write of a number to memory. */
struct hipStreamMemOpWriteValueParams_t {
    hipStreamBatchMemOpType operation;
    hipDeviceptr_t address;
    union {
        uint32_t value;                            /* for 32 bits */
        uint64_t value64;                          /* for 64 bits */
    };
    unsigned int flags;                            /* 0 */
    hipDeviceptr_t alias;                          /* ignored */
};

/** A flush of writes of other devices. */
struct hipStreamMemOpFlushRemoteWritesParams_t {
    hipStreamBatchMemOpType operation;
    unsigned int flags;
};

/** A barrier between earlier and later operations. */
struct hipStreamMemOpMemoryBarrierParams_t {
    hipStreamBatchMemOpType operation;
    unsigned int flags;
};

/** One operation of hipStreamBatchMemOp. Its type selects the member. */
union hipStreamBatchMemOpParams_union {
    hipStreamBatchMemOpType operation;
    struct hipStreamMemOpWaitValueParams_t waitValue;
    struct hipStreamMemOpWriteValueParams_t writeValue;
    struct hipStreamMemOpFlushRemoteWritesParams_t flushRemoteWrites;
    struct hipStreamMemOpMemoryBarrierParams_t memoryBarrier;
    uint64_t pad[6];
};
typedef union hipStreamBatchMemOpParams_union hipStreamBatchMemOpParams;

#endif
