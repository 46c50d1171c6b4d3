/** Pools of memory. */
#ifndef GPUINTEROP_HIP_POOL_TYPES_H
#define GPUINTEROP_HIP_POOL_TYPES_H

#include <stddef.h>

#include "memory_types.h"

/** A pool of memory; a handle, nothing to look into. */
typedef struct ihipMemPoolHandle_t *hipMemPool_t;

/** What the memory of a pool is. */
enum hipMemAllocationType {
    hipMemAllocationTypeInvalid = 0,
    hipMemAllocationTypePinned = 1,                    /* stays on its device */
    hipMemAllocationTypeMax = 0x7FFFFFFF
};
typedef enum hipMemAllocationType hipMemAllocationType;

/** With what a pool can be shared with other processes; bits. */
enum hipMemAllocationHandleType {
    hipMemHandleTypeNone = 0,
    hipMemHandleTypePosixFileDescriptor = 1,           /* a file descriptor */
    hipMemHandleTypeWin32 = 2,
    hipMemHandleTypeWin32Kmt = 4
};
typedef enum hipMemAllocationHandleType hipMemAllocationHandleType;

/** What a device may do with the memory of a pool. */
enum hipMemAccessFlags {
    hipMemAccessFlagsProtNone = 0,
    hipMemAccessFlagsProtRead = 1,
    hipMemAccessFlagsProtReadWrite = 3
};
typedef enum hipMemAccessFlags hipMemAccessFlags;

/** Who may do what with the memory of a pool. */
struct hipMemAccessDesc {
    hipMemLocation location;
    hipMemAccessFlags flags;
};
typedef struct hipMemAccessDesc hipMemAccessDesc;

/** Attributes of a pool. Amounts are in bytes; the first three are 0 or 1. */
enum hipMemPoolAttr {
    hipMemPoolReuseFollowEventDependencies = 1,
    hipMemPoolReuseAllowOpportunistic = 2,
    hipMemPoolReuseAllowInternalDependencies = 3,
    hipMemPoolAttrReleaseThreshold = 4,                /* kept for later */
    hipMemPoolAttrReservedMemCurrent = 5,              /* taken from the device */
    hipMemPoolAttrReservedMemHigh = 6,
    hipMemPoolAttrUsedMemCurrent = 7,                  /* given to the program */
    hipMemPoolAttrUsedMemHigh = 8
};
typedef enum hipMemPoolAttr hipMemPoolAttr;

/** What a pool is to be.
 *  Mirrors: hipMemPoolProps of HIP 6.4. */
struct hipMemPoolProps {
    hipMemAllocationType allocType;
    hipMemAllocationHandleType handleTypes;
    hipMemLocation location;
    void *win32SecurityAttributes;                 /* not on Linux */
    size_t maxSize;                                /* bytes; 0: as much as there is */
    unsigned char reserved[56];                    /* not looked at */
};
typedef struct hipMemPoolProps hipMemPoolProps;

/** An allocation of a pool for another process; bytes to be copied, nothing to look into. */
struct hipMemPoolPtrExportData {
    unsigned char reserved[64];
};
typedef struct hipMemPoolPtrExportData hipMemPoolPtrExportData;

#endif
