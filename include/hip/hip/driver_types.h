/** The types, constants and flags of the runtime, with the source and binary layout of HIP 6.4. */
#ifndef GPUINTEROP_HIP_DRIVER_TYPES_H
#define GPUINTEROP_HIP_DRIVER_TYPES_H

#include <stddef.h>

#include "hipinterop/runtime/array_structs.h"
#include "hipinterop/runtime/copy_kind.h"
#include "hipinterop/runtime/device.h"
#include "hipinterop/runtime/device_types.h"
#include "hipinterop/runtime/errors.h"
#include "hipinterop/runtime/external_types.h"
#include "hipinterop/runtime/formats.h"
#include "hipinterop/runtime/graph_types.h"
#include "hipinterop/runtime/graphics_types.h"
#include "hipinterop/runtime/handles.h"
#include "hipinterop/runtime/memory_types.h"
#include "hipinterop/runtime/pool_types.h"
#include "hipinterop/device/qualifiers.h"
#include "hipinterop/runtime/resource_types.h"
#include "hipinterop/runtime/stream_types.h"
#include "hipinterop/runtime/virtual_memory_types.h"

/** Streams that always exist: the legacy default stream, which is ordered with all blocking
 *  streams, and the calling thread's default stream. How the program is compiled decides which
 *  of them NULL is. */
#define hipStreamLegacy ((hipStream_t)0x1)
#define hipStreamPerThread ((hipStream_t)0x2)

/** Flags of streams. */
#define hipStreamDefault 0x0                               /* ordered with the legacy stream */
#define hipStreamNonBlocking 0x1                           /* not ordered with it */

/** Flags of events, of their records and of waits for them. */
#define hipEventDefault 0x0
#define hipEventBlockingSync 0x1        /* the host sleeps in waits; here always */
#define hipEventDisableTiming 0x2                          /* without a timestamp */
#define hipEventInterprocess 0x4                           /* can be shared with other processes */
#define hipEventDisableSystemFence 0x20000000
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000U
#define hipEventRecordDefault 0x0
#define hipEventRecordExternal 0x1                         /* for captured streams only */
#define hipEventWaitDefault 0x0
#define hipEventWaitExternal 0x1                           /* for captured streams only */

/** Flags of host memory. */
#define hipHostAllocDefault 0x0
#define hipHostAllocPortable 0x1                           /* valid on all devices; here always */
#define hipHostAllocMapped 0x2                             /* the device accesses it; here always */
#define hipHostAllocWriteCombined 0x4                      /* the host reads it slowly */
#define hipHostMallocDefault 0x0
#define hipHostMallocPortable 0x1
#define hipHostMallocMapped 0x2
#define hipHostMallocWriteCombined 0x4
#define hipHostMallocNumaUser 0x20000000        /* on the NUMA node of the calling thread */
#define hipHostMallocCoherent 0x40000000                   /* fine-grained */
#define hipHostMallocNonCoherent 0x80000000U               /* coarse-grained */

/** Numbers that are used instead of a device ordinal. */
#define hipCpuDeviceId (-1)                                /* the host */
#define hipInvalidDeviceId (-2)                            /* no device */

/** Properties of the memory that a pointer points to.
 *  Mirrors: hipPointerAttribute_t of HIP 6.4. */
struct hipPointerAttribute_t {
    enum hipMemoryType type;
    int device;                                    /* ordinal */
    void *devicePointer;                           /* NULL if no device accesses it */
    void *hostPointer;                             /* NULL if the host does not access it */
    int isManaged;
    unsigned int allocationFlags;                  /* as given to hipHostMalloc */
};
typedef struct hipPointerAttribute_t hipPointerAttribute_t;

#endif
