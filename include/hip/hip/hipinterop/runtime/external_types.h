/** Descriptions of memory and semaphores that other programs export. */
#ifndef GPUINTEROP_HIP_EXTERNAL_TYPES_H
#define GPUINTEROP_HIP_EXTERNAL_TYPES_H

#include <stddef.h>

#include "formats.h"
#include "../../../../gpuinterop_device/external_fields.h"

/** Handles of imported memory and imported semaphores. A handle is a number, not an address. A
 *  stale handle, or one of another kind, gives an error and never a crash. */
typedef void *hipExternalMemory_t;
typedef void *hipExternalSemaphore_t;

/** A flag of a memory handle: the exporter made a dedicated allocation. */
#define hipExternalMemoryDedicated 0x1

/** The type of a memory handle. */
enum hipExternalMemoryHandleType_enum {
    hipExternalMemoryHandleTypeOpaqueFd = 1, /* a file descriptor from Vulkan, or a dma-buf */
    hipExternalMemoryHandleTypeOpaqueWin32 = 2,        /* not on Linux */
    hipExternalMemoryHandleTypeOpaqueWin32Kmt = 3,     /* not on Linux */
    hipExternalMemoryHandleTypeD3D12Heap = 4,          /* not on Linux */
    hipExternalMemoryHandleTypeD3D12Resource = 5,      /* not on Linux */
    hipExternalMemoryHandleTypeD3D11Resource = 6,      /* not on Linux */
    hipExternalMemoryHandleTypeD3D11ResourceKmt = 7,   /* not on Linux */
    hipExternalMemoryHandleTypeNvSciBuf = 8            /* not supported */
};
typedef enum hipExternalMemoryHandleType_enum hipExternalMemoryHandleType;

/** The type of a semaphore handle. */
enum hipExternalSemaphoreHandleType_enum {
    hipExternalSemaphoreHandleTypeOpaqueFd = 1,        /* binary, a file descriptor */
    hipExternalSemaphoreHandleTypeOpaqueWin32 = 2,     /* not on Linux */
    hipExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,  /* not on Linux */
    hipExternalSemaphoreHandleTypeD3D12Fence = 4,      /* not on Linux */
    hipExternalSemaphoreHandleTypeD3D11Fence = 5,      /* not on Linux */
    hipExternalSemaphoreHandleTypeNvSciSync = 6,       /* not supported */
    hipExternalSemaphoreHandleTypeKeyedMutex = 7,      /* not on Linux */
    hipExternalSemaphoreHandleTypeKeyedMutexKmt = 8,   /* not on Linux */
    hipExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9, /* timeline, a file descriptor */
    hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10 /* not on Linux */
};
typedef enum hipExternalSemaphoreHandleType_enum hipExternalSemaphoreHandleType;

/** Which memory to import.
 *  Mirrors: hipExternalMemoryHandleDesc of HIP 6.4. */
struct hipExternalMemoryHandleDesc_st {
    hipExternalMemoryHandleType type;
    GPUINTEROP_EXTERNAL_HANDLE(nvSciBufObject);    /* handle.fd: OpaqueFd */
    unsigned long long size;                       /* bytes, as the exporter allocated them */
    unsigned int flags;                            /* 0 or hipExternalMemoryDedicated */
    unsigned int reserved[16];                     /* zero */
};
typedef struct hipExternalMemoryHandleDesc_st hipExternalMemoryHandleDesc;

/** Which bytes of a memory object to map as a buffer.
 *  Mirrors: hipExternalMemoryBufferDesc of HIP 6.4. */
struct hipExternalMemoryBufferDesc_st {
    unsigned long long offset;                     /* bytes from the start of the object */
    unsigned long long size;                       /* bytes */
    unsigned int flags;                            /* 0 */
    unsigned int reserved[16];                     /* zero */
};
typedef struct hipExternalMemoryBufferDesc_st hipExternalMemoryBufferDesc;

/** Which image lies in a memory object.
 *  Mirrors: hipExternalMemoryMipmappedArrayDesc of HIP 6.4. */
struct hipExternalMemoryMipmappedArrayDesc_st {
    unsigned long long offset;                     /* bytes from the start of the object */
    hipChannelFormatDesc formatDesc;
    hipExtent extent;                             /* texels; height and depth may be 0 */
    unsigned int flags;                            /* hipArray... */
    unsigned int numLevels;
};
typedef struct hipExternalMemoryMipmappedArrayDesc_st hipExternalMemoryMipmappedArrayDesc;

/** Which semaphore to import.
 *  Mirrors: hipExternalSemaphoreHandleDesc of HIP 6.4. */
struct hipExternalSemaphoreHandleDesc_st {
    hipExternalSemaphoreHandleType type;
    GPUINTEROP_EXTERNAL_HANDLE(NvSciSyncObj);      /* handle.fd: OpaqueFd, TimelineSemaphoreFd */
    unsigned int flags;                            /* 0 */
    unsigned int reserved[16];                     /* zero */
};
typedef struct hipExternalSemaphoreHandleDesc_st hipExternalSemaphoreHandleDesc;

/** How to signal one semaphore.
 *  Mirrors: hipExternalSemaphoreSignalParams of HIP 6.4. */
struct hipExternalSemaphoreSignalParams_st {
    struct {
        GPUINTEROP_EXTERNAL_SIGNAL;                /* fence.value of a timeline semaphore */
        unsigned int reserved[12];                 /* zero */
    } params;
    unsigned int flags;                            /* 0 */
    unsigned int reserved[16];                     /* zero */
};
typedef struct hipExternalSemaphoreSignalParams_st hipExternalSemaphoreSignalParams;

/** How to wait on one semaphore.
 *  Mirrors: hipExternalSemaphoreWaitParams of HIP 6.4. */
struct hipExternalSemaphoreWaitParams_st {
    struct {
        GPUINTEROP_EXTERNAL_WAIT;                  /* fence.value of a timeline semaphore */
        unsigned int reserved[10];                 /* zero */
    } params;
    unsigned int flags;                            /* 0 */
    unsigned int reserved[16];                     /* zero */
};
typedef struct hipExternalSemaphoreWaitParams_st hipExternalSemaphoreWaitParams;

#endif
