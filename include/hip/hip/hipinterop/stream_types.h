/** Attributes of streams, and what recording them into graphs needs. */
#ifndef GPUINTEROP_HIP_STREAM_TYPES_H
#define GPUINTEROP_HIP_STREAM_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "errors.h"
#include "handles.h"

/** Work on the host: a stream callback, which is told of errors, and a host function. */
typedef void (*hipStreamCallback_t)(hipStream_t stream, hipError_t status, void *user_data);
typedef void (*hipHostFn_t)(void *user_data);

/** A graph, its nodes and a graph made ready; handles, nothing to look into. */
typedef struct ihipGraph *hipGraph_t;
typedef struct hipGraphNode *hipGraphNode_t;
typedef struct hipGraphExec *hipGraphExec_t;

/** How one node of a graph waits for another. */
enum hipGraphDependencyType {
    hipGraphDependencyTypeDefault = 0,
    hipGraphDependencyTypeProgrammatic = 1
};
typedef enum hipGraphDependencyType hipGraphDependencyType;

/** More about the edge between two nodes of a graph. */
struct hipGraphEdgeData {
    unsigned char from_port;
    unsigned char reserved[5];                     /* zero */
    unsigned char to_port;
    unsigned char type;
};
typedef struct hipGraphEdgeData hipGraphEdgeData;

/** Whether a stream records its work into a graph. */
enum hipStreamCaptureStatus {
    hipStreamCaptureStatusNone = 0,
    hipStreamCaptureStatusActive = 1,
    hipStreamCaptureStatusInvalidated = 2
};
typedef enum hipStreamCaptureStatus hipStreamCaptureStatus;

/** Which calls are refused while a stream records. */
enum hipStreamCaptureMode {
    hipStreamCaptureModeGlobal = 0,
    hipStreamCaptureModeThreadLocal = 1,
    hipStreamCaptureModeRelaxed = 2
};
typedef enum hipStreamCaptureMode hipStreamCaptureMode;

/** What to do with what the next node of a recorded graph waits for. */
enum hipStreamUpdateCaptureDependenciesFlags {
    hipStreamAddCaptureDependencies = 0,
    hipStreamSetCaptureDependencies = 1
};
typedef enum hipStreamUpdateCaptureDependenciesFlags hipStreamUpdateCaptureDependenciesFlags;

/** How long lines of the cache are kept. */
enum hipAccessProperty {
    hipAccessPropertyNormal = 0,
    hipAccessPropertyStreaming = 1,
    hipAccessPropertyPersisting = 2
};
typedef enum hipAccessProperty hipAccessProperty;

/** Which part of the cache a range of memory is to have; a wish. */
struct hipAccessPolicyWindow {
    void *base_ptr;                                /* start of the range */
    hipAccessProperty hitProp;
    float hitRatio;                                /* 0 to 1 */
    hipAccessProperty missProp;
    size_t num_bytes;                              /* bytes */
};
typedef struct hipAccessPolicyWindow hipAccessPolicyWindow;

/** Attributes of launches; some of them are those of streams. */
enum hipLaunchAttributeID {
    hipLaunchAttributeAccessPolicyWindow = 1,
    hipLaunchAttributeCooperative = 2,
    hipLaunchAttributePriority = 8
};
typedef enum hipLaunchAttributeID hipLaunchAttributeID;

/** The value of an attribute; which member is used follows from its id. */
union hipLaunchAttributeValue {
    hipAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    int priority;
};
typedef union hipLaunchAttributeValue hipLaunchAttributeValue;

/** What a stream compares a number in memory for: not less, equal, a bit in common, not all bits
 *  set. */
#define hipStreamWaitValueGte 0x0
#define hipStreamWaitValueEq 0x1
#define hipStreamWaitValueAnd 0x2
#define hipStreamWaitValueNor 0x3

/** What one operation of hipStreamBatchMemOp does. */
enum hipStreamBatchMemOpType {
    hipStreamMemOpWaitValue32 = 1,
    hipStreamMemOpWriteValue32 = 2,
    hipStreamMemOpFlushRemoteWrites = 3,
    hipStreamMemOpWaitValue64 = 4,
    hipStreamMemOpWriteValue64 = 5,
    hipStreamMemOpBarrier = 6
};
typedef enum hipStreamBatchMemOpType hipStreamBatchMemOpType;

/** A wait until a number in memory has a value. */
struct hipStreamMemOpWaitValueParams_t {
    hipStreamBatchMemOpType operation;
    hipDeviceptr_t address;
    union {
        uint32_t value;                            /* for 32 bits */
        uint64_t value64;                          /* for 64 bits */
    };
    unsigned int flags;                            /* one of hipStreamWaitValueGte and so on */
    hipDeviceptr_t alias;                          /* not looked at */
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
    hipDeviceptr_t alias;                          /* not looked at */
};

/** Making writes of other devices visible. */
struct hipStreamMemOpFlushRemoteWritesParams_t {
    hipStreamBatchMemOpType operation;
    unsigned int flags;
};

/** A barrier between what is before and after it. */
struct hipStreamMemOpMemoryBarrierParams_t {
    hipStreamBatchMemOpType operation;
    unsigned int flags;
};

/** One operation of hipStreamBatchMemOp; the operation says which member is used. */
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
