/** Memory pools. */
#ifndef GPUINTEROP_HIP_POOL_TYPES_H
#define GPUINTEROP_HIP_POOL_TYPES_H

#include <stddef.h>

#include "memory_types.h"

/** An opaque handle of a memory pool. */
typedef struct ihipMemPoolHandle_t *hipMemPool_t;

/** The type of the memory of a pool. */
enum hipMemAllocationType {
    hipMemAllocationTypeInvalid = 0,
    hipMemAllocationTypePinned = 1,                    /* device memory */
    hipMemAllocationTypeMax = 0x7FFFFFFF
};
typedef enum hipMemAllocationType hipMemAllocationType;

/** Handle types that share a pool with other processes; bits. */
enum hipMemAllocationHandleType {
    hipMemHandleTypeNone = 0,
    hipMemHandleTypePosixFileDescriptor = 1,           /* a file descriptor */
    hipMemHandleTypeWin32 = 2,
    hipMemHandleTypeWin32Kmt = 4
};
typedef enum hipMemAllocationHandleType hipMemAllocationHandleType;

/** The access of a device to the memory of a pool. */
enum hipMemAccessFlags {
    hipMemAccessFlagsProtNone = 0,
    hipMemAccessFlagsProtRead = 1,
    hipMemAccessFlagsProtReadWrite = 3
};
typedef enum hipMemAccessFlags hipMemAccessFlags;

/** A location and its access to the memory of a pool. */
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
    hipMemPoolAttrReleaseThreshold = 4,                /* unused memory that stays in the pool */
    hipMemPoolAttrReservedMemCurrent = 5,              /* allocated from the device */
    hipMemPoolAttrReservedMemHigh = 6,
    hipMemPoolAttrUsedMemCurrent = 7,                  /* allocated by the program */
    hipMemPoolAttrUsedMemHigh = 8
};
typedef enum hipMemPoolAttr hipMemPoolAttr;

/** The properties of a new pool.
 *  Mirrors: hipMemPoolProps of HIP 6.4. */
struct hipMemPoolProps {
    hipMemAllocationType allocType;
    hipMemAllocationHandleType handleTypes;
    hipMemLocation location;
    void *win32SecurityAttributes;                 /* not on Linux */
    size_t maxSize;                                /* bytes; 0: no limit */
    unsigned char reserved[56];                    /* ignored */
};
typedef struct hipMemPoolProps hipMemPoolProps;

/** An opaque handle of an allocation of a pool for another process. Its bytes can be copied. */
struct hipMemPoolPtrExportData {
    unsigned char reserved[64];
};
typedef struct hipMemPoolPtrExportData hipMemPoolPtrExportData;

#endif
