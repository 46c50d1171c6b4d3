/** Descriptions of memory and semaphores that other programs export. */
#ifndef GPUINTEROP_CUDA_EXTERNAL_TYPES_H
#define GPUINTEROP_CUDA_EXTERNAL_TYPES_H

#include <stddef.h>

#include "formats.h"
#include "../../../gpuinterop_device/external_fields.h"

/** Handles of imported memory and imported semaphores. A handle is a number, not an address. A
 *  stale handle, or one of another kind, gives an error and never a crash. */
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;

/** A flag of a memory handle: the exporter made a dedicated allocation. */
#define cudaExternalMemoryDedicated 0x1

/** Flags of signals and waits of NvSciSync objects, which this library does not support. */
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync 0x02

/** The type of a memory handle. */
enum cudaExternalMemoryHandleType {
    cudaExternalMemoryHandleTypeOpaqueFd = 1, /* a file descriptor from Vulkan, or a dma-buf */
    cudaExternalMemoryHandleTypeOpaqueWin32 = 2,       /* not on Linux */
    cudaExternalMemoryHandleTypeOpaqueWin32Kmt = 3,    /* not on Linux */
    cudaExternalMemoryHandleTypeD3D12Heap = 4,         /* not on Linux */
    cudaExternalMemoryHandleTypeD3D12Resource = 5,     /* not on Linux */
    cudaExternalMemoryHandleTypeD3D11Resource = 6,     /* not on Linux */
    cudaExternalMemoryHandleTypeD3D11ResourceKmt = 7,  /* not on Linux */
    cudaExternalMemoryHandleTypeNvSciBuf = 8           /* not supported */
};

/** The type of a semaphore handle. */
enum cudaExternalSemaphoreHandleType {
    cudaExternalSemaphoreHandleTypeOpaqueFd = 1,       /* binary, a file descriptor */
    cudaExternalSemaphoreHandleTypeOpaqueWin32 = 2,    /* not on Linux */
    cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3, /* not on Linux */
    cudaExternalSemaphoreHandleTypeD3D12Fence = 4,     /* not on Linux */
    cudaExternalSemaphoreHandleTypeD3D11Fence = 5,     /* not on Linux */
    cudaExternalSemaphoreHandleTypeNvSciSync = 6,      /* not supported */
    cudaExternalSemaphoreHandleTypeKeyedMutex = 7,     /* not on Linux */
    cudaExternalSemaphoreHandleTypeKeyedMutexKmt = 8,  /* not on Linux */
    cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9, /* timeline, a file descriptor */
    cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10 /* not on Linux */
};

/** Which memory to import.
 *  Mirrors: cudaExternalMemoryHandleDesc of CUDA 13.0. */
struct cudaExternalMemoryHandleDesc {
    enum cudaExternalMemoryHandleType type;
    GPUINTEROP_EXTERNAL_HANDLE(nvSciBufObject);    /* handle.fd: OpaqueFd */
    unsigned long long size;                       /* bytes, as the exporter allocated them */
    unsigned int flags;                            /* 0 or cudaExternalMemoryDedicated */
    unsigned int reserved[16];                     /* zero */
};

/** Which bytes of a memory object to map as a buffer.
 *  Mirrors: cudaExternalMemoryBufferDesc of CUDA 13.0. */
struct cudaExternalMemoryBufferDesc {
    unsigned long long offset;                     /* bytes from the start of the object */
    unsigned long long size;                       /* bytes */
    unsigned int flags;                            /* 0 */
    unsigned int reserved[16];                     /* zero */
};

/** Which image lies in a memory object.
 *  Mirrors: cudaExternalMemoryMipmappedArrayDesc of CUDA 13.0. */
struct cudaExternalMemoryMipmappedArrayDesc {
    unsigned long long offset;                     /* bytes from the start of the object */
    struct cudaChannelFormatDesc formatDesc;
    struct cudaExtent extent;                             /* texels; height and depth may be 0 */
    unsigned int flags;                            /* cudaArray... */
    unsigned int numLevels;
    unsigned int reserved[16];                     /* zero */
};

/** Which semaphore to import.
 *  Mirrors: cudaExternalSemaphoreHandleDesc of CUDA 13.0. */
struct cudaExternalSemaphoreHandleDesc {
    enum cudaExternalSemaphoreHandleType type;
    GPUINTEROP_EXTERNAL_HANDLE(nvSciSyncObj);      /* handle.fd: OpaqueFd, TimelineSemaphoreFd */
    unsigned int flags;                            /* 0 */
    unsigned int reserved[16];                     /* zero */
};

/** How to signal one semaphore.
 *  Mirrors: cudaExternalSemaphoreSignalParams of CUDA 13.0. */
struct cudaExternalSemaphoreSignalParams {
    struct {
        GPUINTEROP_EXTERNAL_SIGNAL;                /* fence.value of a timeline semaphore */
        unsigned int reserved[12];                 /* zero */
    } params;
    unsigned int flags;                            /* 0 */
    unsigned int reserved[16];                     /* zero */
};

/** How to wait on one semaphore.
 *  Mirrors: cudaExternalSemaphoreWaitParams of CUDA 13.0. */
struct cudaExternalSemaphoreWaitParams {
    struct {
        GPUINTEROP_EXTERNAL_WAIT;                  /* fence.value of a timeline semaphore */
        unsigned int reserved[10];                 /* zero */
    } params;
    unsigned int flags;                            /* 0 */
    unsigned int reserved[16];                     /* zero */
};

#endif
