/** Pools of memory. */
#ifndef GPUINTEROP_CUDA_POOL_TYPES_H
#define GPUINTEROP_CUDA_POOL_TYPES_H

#include <stddef.h>

#include "memory_types.h"

/** A pool of memory; a handle, nothing to look into. */
typedef struct CUmemPoolHandle_st *cudaMemPool_t;

/** What the memory of a pool is. */
enum cudaMemAllocationType {
    cudaMemAllocationTypeInvalid = 0,
    cudaMemAllocationTypePinned = 1,                   /* stays on its device */
    cudaMemAllocationTypeManaged = 2,                  /* moves */
    cudaMemAllocationTypeMax = 0x7FFFFFFF
};

/** With what a pool can be shared with other processes; bits. */
enum cudaMemAllocationHandleType {
    cudaMemHandleTypeNone = 0,
    cudaMemHandleTypePosixFileDescriptor = 1,          /* a file descriptor */
    cudaMemHandleTypeWin32 = 2,
    cudaMemHandleTypeWin32Kmt = 4,
    cudaMemHandleTypeFabric = 8
};

/** What a device may do with the memory of a pool. */
enum cudaMemAccessFlags {
    cudaMemAccessFlagsProtNone = 0,
    cudaMemAccessFlagsProtRead = 1,
    cudaMemAccessFlagsProtReadWrite = 3
};

/** Who may do what with the memory of a pool. */
struct cudaMemAccessDesc {
    struct cudaMemLocation location;
    enum cudaMemAccessFlags flags;
};

/** Attributes of a pool. Amounts are in bytes; the first three are 0 or 1. */
enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,               /* kept for later */
    cudaMemPoolAttrReservedMemCurrent = 5,             /* taken from the device */
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,                 /* given to the program */
    cudaMemPoolAttrUsedMemHigh = 8
};

/** For the usage of a pool: its memory can hold what a decompressor writes. */
#define cudaMemPoolCreateUsageHwDecompress 0x2

/** What a pool is to be.
 *  Mirrors: cudaMemPoolProps of CUDA 13.0. */
struct cudaMemPoolProps {
    enum cudaMemAllocationType allocType;
    enum cudaMemAllocationHandleType handleTypes;
    struct cudaMemLocation location;
    void *win32SecurityAttributes;                 /* not on Linux */
    size_t maxSize;                                /* bytes; 0: as much as there is */
    unsigned short usage;
    unsigned char reserved[54];                    /* zero */
};

/** An allocation of a pool for another process; bytes to be copied, nothing to look into. */
struct cudaMemPoolPtrExportData {
    unsigned char reserved[64];
};

/** A handle that goes from machine to machine, which this library does not have. */
struct cudaMemFabricHandle_st {
    char reserved[64];
};
typedef struct cudaMemFabricHandle_st cudaMemFabricHandle_t;

#endif
