/** What describes memory, copies, hints and handles for other processes. */
#ifndef GPUINTEROP_CUDA_MEMORY_TYPES_H
#define GPUINTEROP_CUDA_MEMORY_TYPES_H

#include <stddef.h>

#include "copy_kind.h"
#include "formats.h"

/** Flags of managed memory. */
#define cudaMemAttachGlobal 0x1                            /* any stream uses it */
#define cudaMemAttachHost 0x2                              /* the host only */
#define cudaMemAttachSingle 0x4                            /* one stream only */

/** Flags of host memory that is made known. */
#define cudaHostRegisterDefault 0x0
#define cudaHostRegisterPortable 0x1                       /* valid on all devices; here always */
#define cudaHostRegisterMapped 0x2                         /* the device reaches it; here always */
#define cudaHostRegisterIoMemory 0x4                       /* of a device on the bus */
#define cudaHostRegisterReadOnly 0x8                       /* the device only reads it */

/** Flags of opening memory of another process. */
#define cudaIpcMemLazyEnablePeerAccess 0x1                 /* the only one there is */

/** A handle of memory for another process; bytes to be copied, nothing to look into. */
struct cudaIpcMemHandle_st {
    char reserved[64];
};
typedef struct cudaIpcMemHandle_st cudaIpcMemHandle_t;

/** A handle of an event for another process; bytes to be copied, nothing to look into. */
struct cudaIpcEventHandle_st {
    char reserved[64];
};
typedef struct cudaIpcEventHandle_st cudaIpcEventHandle_t;

/** What the id of a place means. */
enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeNone = 0,
    cudaMemLocationTypeDevice = 1,                     /* id is an ordinal */
    cudaMemLocationTypeHost = 2,                       /* id is not looked at */
    cudaMemLocationTypeHostNuma = 3,                   /* id is a node of the host */
    cudaMemLocationTypeHostNumaCurrent = 4             /* the calling thread's node */
};

/** A place where memory is. */
struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

/** Hints about how managed memory will be used. */
enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,                    /* mostly read; may be in several places */
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,             /* where it is best kept */
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,                    /* who will use it */
    cudaMemAdviseUnsetAccessedBy = 6
};

/** What cudaMemRangeGetAttribute can be asked for. */
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

/** A place in an array, in texels. */
struct cudaOffset3D {
    size_t x;
    size_t y;
    size_t z;
};

/** Flags of batched copies. */
enum cudaMemcpyFlags {
    cudaMemcpyFlagDefault = 0,
    cudaMemcpyFlagPreferOverlapWithCompute = 1         /* beside kernels; a wish */
};

/** When a batched copy may read its source. */
enum cudaMemcpySrcAccessOrder {
    cudaMemcpySrcAccessOrderInvalid = 0,
    cudaMemcpySrcAccessOrderStream = 1,                /* in the order of the stream */
    cudaMemcpySrcAccessOrderDuringApiCall = 2,         /* before the call returns */
    cudaMemcpySrcAccessOrderAny = 3,                   /* at any time, also before */
    cudaMemcpySrcAccessOrderMax = 0x7FFFFFFF
};

/** How copies of a batch are made. */
struct cudaMemcpyAttributes {
    enum cudaMemcpySrcAccessOrder srcAccessOrder;
    struct cudaMemLocation srcLocHint;
    struct cudaMemLocation dstLocHint;
    unsigned int flags;                            /* of cudaMemcpyFlags */
};

/** What one end of a batched copy of a volume is. */
enum cudaMemcpy3DOperandType {
    cudaMemcpyOperandTypePointer = 1,
    cudaMemcpyOperandTypeArray = 2,
    cudaMemcpyOperandTypeMax = 0x7FFFFFFF
};

/** One end of a batched copy of a volume. */
struct cudaMemcpy3DOperand {
    enum cudaMemcpy3DOperandType type;
    union {
        struct {
            cudaArray_t array;
            struct cudaOffset3D offset;
        } array;
        struct {
            void *ptr;
            size_t rowLength;                      /* elements; 0: packed */
            size_t layerHeight;                    /* rows; 0: packed */
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
    cudaArray_t srcArray;                          /* NULL where srcPtr is used */
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;                          /* NULL where dstPtr is used */
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

/** A copy of a volume from one device to another. */
struct cudaMemcpy3DPeerParms {
    cudaArray_t srcArray;                          /* NULL where srcPtr is used */
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    int srcDevice;                                 /* ordinal */
    cudaArray_t dstArray;                          /* NULL where dstPtr is used */
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    int dstDevice;                                 /* ordinal */
    struct cudaExtent extent;
};

/** How writes of other devices on the bus can be made visible; bits. */
enum cudaFlushGPUDirectRDMAWritesOptions {
    cudaFlushGPUDirectRDMAWritesOptionHost = 1,
    cudaFlushGPUDirectRDMAWritesOptionMemOps = 2
};

/** Which devices see writes of others on the bus in order. */
enum cudaGPUDirectRDMAWritesOrdering {
    cudaGPUDirectRDMAWritesOrderingNone = 0,
    cudaGPUDirectRDMAWritesOrderingOwner = 100,
    cudaGPUDirectRDMAWritesOrderingAllDevices = 200
};

/** Whose writes to make visible. */
enum cudaFlushGPUDirectRDMAWritesTarget {
    cudaFlushGPUDirectRDMAWritesTargetCurrentDevice = 0
};

/** To whom to make writes visible. */
enum cudaFlushGPUDirectRDMAWritesScope {
    cudaFlushGPUDirectRDMAWritesToOwner = 100,
    cudaFlushGPUDirectRDMAWritesToAllDevices = 200
};

#endif
