/** Descriptions of kernels. */
#ifndef GPUINTEROP_HIP_KERNEL_TYPES_H
#define GPUINTEROP_HIP_KERNEL_TYPES_H

#include <stddef.h>

#include "../../../../gpuinterop_device/dim3.h"
#include "handles.h"

/** Attributes of a kernel. Sizes are in bytes, versions are capabilities times ten. */
typedef struct hipFuncAttributes {
    int binaryVersion;
    int cacheModeCA;                     /* 0 */
    size_t constSizeBytes;
    size_t localSizeBytes;               /* of each thread */
    int maxDynamicSharedSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int preferredShmemCarveout;
    int ptxVersion;
    size_t sharedSizeBytes;              /* static shared memory */
} hipFuncAttributes;

/** Attributes of a kernel that programs set. */
typedef enum hipFuncAttribute {
    hipFuncAttributeMaxDynamicSharedMemorySize = 8,
    hipFuncAttributePreferredSharedMemoryCarveout = 9,
    hipFuncAttributeMax = 10
} hipFuncAttribute;

/** Flags of questions about occupancy. */
#define hipOccupancyDefault 0x00
#define hipOccupancyDisableCachingOverride 0x01

#endif
