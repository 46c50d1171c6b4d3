/** Memory pools. */
#ifndef GPUINTEROP_CUDA_POOL_TYPES_H
#define GPUINTEROP_CUDA_POOL_TYPES_H

#include <stddef.h>

#include "memory_types.h"

/** An opaque handle of a memory pool. */
typedef struct CUmemPoolHandle_st *cudaMemPool_t;

/** The type of the memory of a pool. */
enum cudaMemAllocationType {
    cudaMemAllocationTypeInvalid = 0,
    cudaMemAllocationTypePinned = 1,                   /* device memory */
    cudaMemAllocationTypeManaged = 2,                  /* managed memory */
    cudaMemAllocationTypeMax = 0x7FFFFFFF
};

/** Handle types that share a pool with other processes; bits. */
enum cudaMemAllocationHandleType {
    cudaMemHandleTypeNone = 0,
    cudaMemHandleTypePosixFileDescriptor = 1,          /* a file descriptor */
    cudaMemHandleTypeWin32 = 2,
    cudaMemHandleTypeWin32Kmt = 4,
    cudaMemHandleTypeFabric = 8
};

/** The access of a device to the memory of a pool. */
enum cudaMemAccessFlags {
    cudaMemAccessFlagsProtNone = 0,
    cudaMemAccessFlagsProtRead = 1,
    cudaMemAccessFlagsProtReadWrite = 3
};

/** A location and its access to the memory of a pool. */
struct cudaMemAccessDesc {
    struct cudaMemLocation location;
    enum cudaMemAccessFlags flags;
};

/** Attributes of a pool. Amounts are in bytes; the first three are 0 or 1. */
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,               /* unused memory that stays in the pool */
    cudaMemPoolAttrReservedMemCurrent = 5,             /* allocated from the device */
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,                 /* allocated by the program */
    cudaMemPoolAttrUsedMemHigh = 8
};

/** A usage of a pool: hardware decompression writes to its memory. */
#define cudaMemPoolCreateUsageHwDecompress 0x2

/** The properties of a new pool.
 *  Mirrors: cudaMemPoolProps of CUDA 13.0. */
struct cudaMemPoolProps {
    enum cudaMemAllocationType allocType;
    enum cudaMemAllocationHandleType handleTypes;
    struct cudaMemLocation location;
    void *win32SecurityAttributes;                 /* not on Linux */
    size_t maxSize;                                /* bytes; 0: no limit */
    unsigned short usage;
    unsigned char reserved[54];                    /* zero */
};

/** An opaque handle of an allocation of a pool for another process. Its bytes can be copied. */
struct cudaMemPoolPtrExportData {
    unsigned char reserved[64];
};

/** A handle for another machine, which this library does not support. */
struct cudaMemFabricHandle_st {
    char reserved[64];
};
typedef struct cudaMemFabricHandle_st cudaMemFabricHandle_t;

#endif
