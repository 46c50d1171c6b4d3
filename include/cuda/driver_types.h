/** The types, constants and flags of the runtime, with the source and binary layout of CUDA
 *  13.0. */
#ifndef GPUINTEROP_CUDA_DRIVER_TYPES_H
#define GPUINTEROP_CUDA_DRIVER_TYPES_H
#define __DRIVER_TYPES_H__   /* programs ask for it, to see whether this header is there */

#include <limits.h>     /* programs rely on it */
#include <stddef.h>

#include "cudainterop/runtime/copy_kind.h"
#include "cudainterop/runtime/device.h"
#include "cudainterop/runtime/device_types.h"
#include "cudainterop/runtime/errors.h"
#include "cudainterop/runtime/external_types.h"
#include "cudainterop/runtime/formats.h"
#include "cudainterop/runtime/graph_types.h"
#include "cudainterop/runtime/graphics_types.h"
#include "cudainterop/runtime/handles.h"
#include "cudainterop/runtime/memory_types.h"
#include "cudainterop/runtime/pool_types.h"
#include "cudainterop/device/qualifiers.h"
#include "cudainterop/runtime/resource_types.h"
#include "cudainterop/runtime/stream_types.h"

/** Streams that always exist: the legacy default stream, which is ordered with all blocking
 *  streams, and the calling thread's default stream. How the program is compiled decides which
 *  of them NULL is. */
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

/** Flags of streams. */
#define cudaStreamDefault 0x0                              /* ordered with the legacy stream */
#define cudaStreamNonBlocking 0x1                          /* not ordered with it */

/** Flags of events, of their records and of waits for them. */
#define cudaEventDefault 0x0
#define cudaEventBlockingSync 0x1        /* the host sleeps in waits; here always */
#define cudaEventDisableTiming 0x2                         /* without a timestamp */
#define cudaEventInterprocess 0x4                          /* can be shared with other processes */
#define cudaEventRecordDefault 0x0
#define cudaEventRecordExternal 0x1                        /* for captured streams only */
#define cudaEventWaitDefault 0x0
#define cudaEventWaitExternal 0x1                          /* for captured streams only */

/** Flags of host memory. */
#define cudaHostAllocDefault 0x0
#define cudaHostAllocPortable 0x1                          /* valid on all devices; here always */
#define cudaHostAllocMapped 0x2                            /* the device accesses it; here always */
#define cudaHostAllocWriteCombined 0x4                     /* the host reads it slowly */

/** Numbers that are used instead of a device ordinal. */
#define cudaCpuDeviceId (-1)                               /* the host */
#define cudaInvalidDeviceId (-2)                           /* no device */

/** Properties of the memory that a pointer points to.
 *  Mirrors: cudaPointerAttributes of CUDA 13.0. */
struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;                                    /* ordinal */
    void *devicePointer;                           /* NULL if no device accesses it */
    void *hostPointer;                             /* NULL if the host does not access it */
    long reserved[8];                              /* zero */
};

#endif
