/** Descriptions of memory, copies and hints, and handles for other processes. */
#ifndef GPUINTEROP_HIP_MEMORY_TYPES_H
#define GPUINTEROP_HIP_MEMORY_TYPES_H

#include <stddef.h>

#include "copy_kind.h"
#include "formats.h"
#include "handles.h"

/** Flags of managed memory. */
#define hipMemAttachGlobal 0x1                             /* any stream may use it */
#define hipMemAttachHost 0x2                               /* only the host uses it */
#define hipMemAttachSingle 0x4                             /* only one stream uses it */

/** Flags of registered host memory. */
#define hipHostRegisterDefault 0x0
#define hipHostRegisterPortable 0x1                        /* valid on all devices; here always */
#define hipHostRegisterMapped 0x2                          /* the device accesses it; here always */
#define hipHostRegisterIoMemory 0x4                        /* memory of a device on the bus */
#define hipHostRegisterReadOnly 0x8                        /* the device must not write to it */
#define hipExtHostRegisterCoarseGrained 0x8

/** Flags of hipExtMallocWithFlags. */
#define hipDeviceMallocDefault 0x0
#define hipDeviceMallocFinegrained 0x1
#define hipMallocSignalMemory 0x2
#define hipDeviceMallocUncached 0x3
#define hipDeviceMallocContiguous 0x4

/** Flags of hipIpcOpenMemHandle. */
#define hipIpcMemLazyEnablePeerAccess 0x1                  /* the only flag */

/** The size of a handle for another process, in bytes. */
#define HIP_IPC_HANDLE_SIZE 0x40

/** An opaque handle of memory for another process. Its bytes can be copied. */
struct hipIpcMemHandle_st {
    char reserved[64];
};
typedef struct hipIpcMemHandle_st hipIpcMemHandle_t;

/** An opaque handle of an event for another process. Its bytes can be copied. */
struct hipIpcEventHandle_st {
    char reserved[64];
};
typedef struct hipIpcEventHandle_st hipIpcEventHandle_t;

/** The type of a location, which defines the meaning of its id. */
enum hipMemLocationType {
    hipMemLocationTypeInvalid = 0,
    hipMemLocationTypeDevice = 1                       /* id is an ordinal */
};
typedef enum hipMemLocationType hipMemLocationType;

/** A location of memory. */
struct hipMemLocation {
    hipMemLocationType type;
    int id;
};
typedef struct hipMemLocation hipMemLocation;

/** Hints about how managed memory will be used. */
enum hipMemoryAdvise {
    hipMemAdviseSetReadMostly = 1,                     /* mostly read; may be replicated */
    hipMemAdviseUnsetReadMostly = 2,
    hipMemAdviseSetPreferredLocation = 3,              /* where it is best stored */
    hipMemAdviseUnsetPreferredLocation = 4,
    hipMemAdviseSetAccessedBy = 5,                     /* which processor will use it */
    hipMemAdviseUnsetAccessedBy = 6,
    hipMemAdviseSetCoarseGrain = 100,
    hipMemAdviseUnsetCoarseGrain = 101
};
typedef enum hipMemoryAdvise hipMemoryAdvise;

/** The attributes of hipMemRangeGetAttribute. */
enum hipMemRangeAttribute {
    hipMemRangeAttributeReadMostly = 1,
    hipMemRangeAttributePreferredLocation = 2,
    hipMemRangeAttributeAccessedBy = 3,
    hipMemRangeAttributeLastPrefetchLocation = 4,
    hipMemRangeAttributeCoherencyMode = 100
};
typedef enum hipMemRangeAttribute hipMemRangeAttribute;

/** A copy of a volume. */
struct hipMemcpy3DParms {
    hipArray_t srcArray;                           /* NULL if srcPtr is used */
    struct hipPos srcPos;
    struct hipPitchedPtr srcPtr;
    hipArray_t dstArray;                           /* NULL if dstPtr is used */
    struct hipPos dstPos;
    struct hipPitchedPtr dstPtr;
    struct hipExtent extent;
    enum hipMemcpyKind kind;
};
typedef struct hipMemcpy3DParms hipMemcpy3DParms;

/** A copy of rows. The memory type selects the address that is used. */
struct hip_Memcpy2D {
    size_t srcXInBytes;
    size_t srcY;
    hipMemoryType srcMemoryType;
    const void *srcHost;
    hipDeviceptr_t srcDevice;
    hipArray_t srcArray;
    size_t srcPitch;
    size_t dstXInBytes;
    size_t dstY;
    hipMemoryType dstMemoryType;
    void *dstHost;
    hipDeviceptr_t dstDevice;
    hipArray_t dstArray;
    size_t dstPitch;
    size_t WidthInBytes;
    size_t Height;                                 /* rows */
};
typedef struct hip_Memcpy2D hip_Memcpy2D;

/** A copy of a volume. The memory type selects the address that is used. */
struct HIP_MEMCPY3D {
    size_t srcXInBytes;
    size_t srcY;
    size_t srcZ;
    size_t srcLOD;
    hipMemoryType srcMemoryType;
    const void *srcHost;
    hipDeviceptr_t srcDevice;
    hipArray_t srcArray;
    size_t srcPitch;
    size_t srcHeight;
    size_t dstXInBytes;
    size_t dstY;
    size_t dstZ;
    size_t dstLOD;
    hipMemoryType dstMemoryType;
    void *dstHost;
    hipDeviceptr_t dstDevice;
    hipArray_t dstArray;
    size_t dstPitch;
    size_t dstHeight;
    size_t WidthInBytes;
    size_t Height;                                 /* rows */
    size_t Depth;                                  /* slices */
};
typedef struct HIP_MEMCPY3D HIP_MEMCPY3D;

/** The attributes of hipPointerGetAttribute. Pointers and handle types have 8 bytes;
 *  SYNC_MEMOPS, IS_MANAGED and MAPPED have 1 (a bool); all others have 4. A larger size is
 *  clamped to RANGE_SIZE's 4 bytes; hipMemGetAddressRange gets it in full. */
enum hipPointer_attribute {
    HIP_POINTER_ATTRIBUTE_CONTEXT = 1,
    HIP_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    HIP_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
    HIP_POINTER_ATTRIBUTE_HOST_POINTER = 4,
    HIP_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
    HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
    HIP_POINTER_ATTRIBUTE_BUFFER_ID = 7,
    HIP_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
    HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE = 10,
    HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
    HIP_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
    HIP_POINTER_ATTRIBUTE_MAPPED = 13,
    HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
    HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
    HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
    HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17
};
typedef enum hipPointer_attribute hipPointer_attribute;

/** The coherence between host and device. */
enum hipMemRangeCoherencyMode {
    hipMemRangeCoherencyModeFineGrain = 0,
    hipMemRangeCoherencyModeCoarseGrain = 1,
    hipMemRangeCoherencyModeIndeterminate = 2
};
typedef enum hipMemRangeCoherencyMode hipMemRangeCoherencyMode;

/** Ways to flush writes of other devices on the bus; bits. */
enum hipFlushGPUDirectRDMAWritesOptions {
    hipFlushGPUDirectRDMAWritesOptionHost = 1,
    hipFlushGPUDirectRDMAWritesOptionMemOps = 2
};

/** Which devices see writes of other devices on the bus in order. */
enum hipGPUDirectRDMAWritesOrdering {
    hipGPUDirectRDMAWritesOrderingNone = 0,
    hipGPUDirectRDMAWritesOrderingOwner = 100,
    hipGPUDirectRDMAWritesOrderingAllDevices = 200
};

#endif
