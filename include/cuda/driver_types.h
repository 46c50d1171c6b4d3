/** The types, constants and flags of the runtime. Source and binary layout are those of CUDA
 *  13.0. */
#ifndef GPUINTEROP_CUDA_DRIVER_TYPES_H
#define GPUINTEROP_CUDA_DRIVER_TYPES_H

#include <stddef.h>

#include "cudainterop/copy_kind.h"
#include "cudainterop/device.h"
#include "cudainterop/device_types.h"
#include "cudainterop/errors.h"
#include "cudainterop/external_types.h"
#include "cudainterop/formats.h"
#include "cudainterop/graph_types.h"
#include "cudainterop/handles.h"
#include "cudainterop/memory_types.h"
#include "cudainterop/pool_types.h"
#include "cudainterop/qualifiers.h"
#include "cudainterop/resource_types.h"
#include "cudainterop/stream_types.h"

/** Streams that need no creation: the legacy default stream, in order with all blocking streams,
 *  and the calling thread's own. NULL is one of the two, by the way the program is compiled. */
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

/** Flags of streams. */
#define cudaStreamDefault 0x0                              /* in order with the legacy stream */
#define cudaStreamNonBlocking 0x1                          /* on its own */

/** Flags of events, of recording them and of waiting for them. */
#define cudaEventDefault 0x0
#define cudaEventBlockingSync 0x1                          /* waits sleep; here all do */
#define cudaEventDisableTiming 0x2                         /* no time is kept */
#define cudaEventInterprocess 0x4                          /* for another process */
#define cudaEventRecordDefault 0x0
#define cudaEventRecordExternal 0x1                        /* for captured graphs */
#define cudaEventWaitDefault 0x0
#define cudaEventWaitExternal 0x1                          /* for captured graphs */

/** Flags of host memory. */
#define cudaHostAllocDefault 0x0
#define cudaHostAllocPortable 0x1                          /* valid on all devices; here always */
#define cudaHostAllocMapped 0x2                            /* the device reaches it; here always */
#define cudaHostAllocWriteCombined 0x4                     /* slow to read on the host */

/** Numbers that stand in the place of a device ordinal. */
#define cudaCpuDeviceId (-1)                               /* the host */
#define cudaInvalidDeviceId (-2)                           /* none */

/** What is known of a pointer. Mirrors: cudaPointerAttributes of CUDA 13.0. */
struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;                                    /* ordinal */
    void *devicePointer;                           /* NULL if no device reaches it */
    void *hostPointer;                             /* NULL if the host does not reach it */
    long reserved[8];                              /* zero */
};

#endif
