/** The types, constants and flags of the runtime. Source and binary layout are those of HIP
 *  6.4. */
#ifndef GPUINTEROP_HIP_DRIVER_TYPES_H
#define GPUINTEROP_HIP_DRIVER_TYPES_H

#include <stddef.h>

#include "hipinterop/array_structs.h"
#include "hipinterop/copy_kind.h"
#include "hipinterop/device.h"
#include "hipinterop/device_types.h"
#include "hipinterop/errors.h"
#include "hipinterop/external_types.h"
#include "hipinterop/formats.h"
#include "hipinterop/graph_types.h"
#include "hipinterop/handles.h"
#include "hipinterop/memory_types.h"
#include "hipinterop/pool_types.h"
#include "hipinterop/qualifiers.h"
#include "hipinterop/resource_types.h"
#include "hipinterop/stream_types.h"
#include "hipinterop/virtual_memory_types.h"

/** Streams that need no creation: the legacy default stream, in order with all blocking streams,
 *  and the calling thread's own. NULL is one of the two, by the way the program is compiled. */
#define hipStreamLegacy ((hipStream_t)0x1)
#define hipStreamPerThread ((hipStream_t)0x2)

/** Flags of streams. */
#define hipStreamDefault 0x0                               /* in order with the legacy stream */
#define hipStreamNonBlocking 0x1                           /* on its own */

/** Flags of events, of recording them and of waiting for them. */
#define hipEventDefault 0x0
#define hipEventBlockingSync 0x1                           /* waits sleep; here all do */
#define hipEventDisableTiming 0x2                          /* no time is kept */
#define hipEventInterprocess 0x4                           /* for another process */
#define hipEventDisableSystemFence 0x20000000
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000U
#define hipEventRecordDefault 0x0
#define hipEventRecordExternal 0x1                         /* for captured graphs */
#define hipEventWaitDefault 0x0
#define hipEventWaitExternal 0x1                           /* for captured graphs */

/** Flags of host memory. */
#define hipHostAllocDefault 0x0
#define hipHostAllocPortable 0x1                           /* valid on all devices; here always */
#define hipHostAllocMapped 0x2                             /* the device reaches it; here always */
#define hipHostAllocWriteCombined 0x4                      /* slow to read on the host */
#define hipHostMallocDefault 0x0
#define hipHostMallocPortable 0x1
#define hipHostMallocMapped 0x2
#define hipHostMallocWriteCombined 0x4
#define hipHostMallocNumaUser 0x20000000                   /* on the NUMA node the thread chose */
#define hipHostMallocCoherent 0x40000000                   /* fine-grained */
#define hipHostMallocNonCoherent 0x80000000U               /* coarse-grained */

/** Numbers that stand in the place of a device ordinal. */
#define hipCpuDeviceId (-1)                                /* the host */
#define hipInvalidDeviceId (-2)                            /* none */

/** What is known of a pointer. Mirrors: hipPointerAttribute_t of HIP 6.4. */
struct hipPointerAttribute_t {
    enum hipMemoryType type;
    int device;                                    /* ordinal */
    void *devicePointer;                           /* NULL if no device reaches it */
    void *hostPointer;                             /* NULL if the host does not reach it */
    int isManaged;
    unsigned int allocationFlags;                  /* as given to hipHostMalloc */
};
typedef struct hipPointerAttribute_t hipPointerAttribute_t;

#endif
