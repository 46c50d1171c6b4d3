/** Descriptions of memory, copies and hints, and handles for other processes. */
#ifndef GPUINTEROP_CUDA_MEMORY_TYPES_H
#define GPUINTEROP_CUDA_MEMORY_TYPES_H

#include <stddef.h>

#include "copy_kind.h"
#include "formats.h"

/** Flags of managed memory. */
#define cudaMemAttachGlobal 0x1                            /* any stream may use it */
#define cudaMemAttachHost 0x2                              /* only the host uses it */
#define cudaMemAttachSingle 0x4                            /* only one stream uses it */

/** Flags of registered host memory. */
#define cudaHostRegisterDefault 0x0
#define cudaHostRegisterPortable 0x1                       /* valid on all devices; here always */
#define cudaHostRegisterMapped 0x2                         /* the device accesses it; here always */
#define cudaHostRegisterIoMemory 0x4                       /* memory of a device on the bus */
#define cudaHostRegisterReadOnly 0x8                       /* the device must not write to it */

/** Flags of cudaIpcOpenMemHandle. */
#define cudaIpcMemLazyEnablePeerAccess 0x1                 /* the only flag */

/** The size of a handle for another process, in bytes. */
#define CUDA_IPC_HANDLE_SIZE 64

/** An opaque handle of memory for another process. Its bytes can be copied. */
struct cudaIpcMemHandle_st {
    char reserved[CUDA_IPC_HANDLE_SIZE];
};
typedef struct cudaIpcMemHandle_st cudaIpcMemHandle_t;

/** An opaque handle of an event for another process. Its bytes can be copied. */
struct cudaIpcEventHandle_st {
    char reserved[64];
};
typedef struct cudaIpcEventHandle_st cudaIpcEventHandle_t;

/** The type of a location, which defines the meaning of its id. */
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeNone = 0,
    cudaMemLocationTypeDevice = 1,                     /* id is an ordinal */
    cudaMemLocationTypeHost = 2,                       /* id is ignored */
    cudaMemLocationTypeHostNuma = 3,                   /* id is a NUMA node of the host */
    cudaMemLocationTypeHostNumaCurrent = 4             /* the NUMA node of the calling thread */
};

/** A location of memory. */
struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

/** Hints about how managed memory will be used. */
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,                    /* mostly read; may be replicated */
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,             /* where it is best stored */
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,                    /* which processor will use it */
    cudaMemAdviseUnsetAccessedBy = 6
};

/** The attributes of cudaMemRangeGetAttribute. */
enum cudaMemRangeAttribute {
    cudaMemRangeAttributeReadMostly = 1,
    cudaMemRangeAttributePreferredLocation = 2,
    cudaMemRangeAttributeAccessedBy = 3,
    cudaMemRangeAttributeLastPrefetchLocation = 4,
    cudaMemRangeAttributePreferredLocationType = 5,
    cudaMemRangeAttributePreferredLocationId = 6,
    cudaMemRangeAttributeLastPrefetchLocationType = 7,
    cudaMemRangeAttributeLastPrefetchLocationId = 8
};

/** A position in an array, in texels. */
struct cudaOffset3D {
    size_t x;
    size_t y;
    size_t z;
};

/** Flags of batched copies. */
enum cudaMemcpyFlags {
    cudaMemcpyFlagDefault = 0,
    cudaMemcpyFlagPreferOverlapWithCompute = 1         /* overlaps kernels; a hint */
};

/** When a batched copy may read its source. */
enum cudaMemcpySrcAccessOrder {
    cudaMemcpySrcAccessOrderInvalid = 0,
    cudaMemcpySrcAccessOrderStream = 1,                /* in stream order */
    cudaMemcpySrcAccessOrderDuringApiCall = 2,         /* before the call returns */
    cudaMemcpySrcAccessOrderAny = 3,                   /* at any time, even before earlier work */
    cudaMemcpySrcAccessOrderMax = 0x7FFFFFFF
};

/** Attributes of copies of a batch. */
struct cudaMemcpyAttributes {
    enum cudaMemcpySrcAccessOrder srcAccessOrder;
    struct cudaMemLocation srcLocHint;
    struct cudaMemLocation dstLocHint;
    unsigned int flags;                            /* of cudaMemcpyFlags */
};

/** The type of an operand of a batched copy. */
enum cudaMemcpy3DOperandType {
    cudaMemcpyOperandTypePointer = 1,
    cudaMemcpyOperandTypeArray = 2,
    cudaMemcpyOperandTypeMax = 0x7FFFFFFF
};

/** An operand of a batched copy. */
struct cudaMemcpy3DOperand {
    enum cudaMemcpy3DOperandType type;
    union {
        struct {
            cudaArray_t array;
            struct cudaOffset3D offset;
        } array;
        struct {
            void *ptr;
            size_t rowLength;                      /* elements; 0: tightly packed */
            size_t layerHeight;                    /* rows; 0: tightly packed */
            struct cudaMemLocation locHint;
        } ptr;
    } op;
};

/** One copy of a batch of volumes. */
struct cudaMemcpy3DBatchOp {
    struct cudaMemcpy3DOperand src;
    struct cudaMemcpy3DOperand dst;
    struct cudaExtent extent;
    enum cudaMemcpySrcAccessOrder srcAccessOrder;
    unsigned int flags;                            /* of cudaMemcpyFlags */
};

/** A copy of a volume. */
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;                          /* NULL if srcPtr is used */
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;                          /* NULL if dstPtr is used */
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

/** A copy of a volume from one device to another. */
struct cudaMemcpy3DPeerParms {
    cudaArray_t srcArray;                          /* NULL if srcPtr is used */
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    int srcDevice;                                 /* ordinal */
    cudaArray_t dstArray;                          /* NULL if dstPtr is used */
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    int dstDevice;                                 /* ordinal */
    struct cudaExtent extent;
};

/** Ways to flush writes of other devices on the bus; bits. */
enum cudaFlushGPUDirectRDMAWritesOptions {
    cudaFlushGPUDirectRDMAWritesOptionHost = 1,
    cudaFlushGPUDirectRDMAWritesOptionMemOps = 2
};

/** Which devices see writes of other devices on the bus in order. */
enum cudaGPUDirectRDMAWritesOrdering {
    cudaGPUDirectRDMAWritesOrderingNone = 0,
    cudaGPUDirectRDMAWritesOrderingOwner = 100,
    cudaGPUDirectRDMAWritesOrderingAllDevices = 200
};

/** The target of a flush of such writes. */
enum cudaFlushGPUDirectRDMAWritesTarget {
    cudaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0
};

/** The scope of a flush of such writes. */
enum cudaFlushGPUDirectRDMAWritesScope {
    cudaFlushGPUDirectRDMAWritesToOwner = 100,
    cudaFlushGPUDirectRDMAWritesToAllDevices = 200
};

#endif
