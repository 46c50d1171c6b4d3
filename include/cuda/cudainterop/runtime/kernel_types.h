/** Descriptions of kernels and of launches. */
#ifndef GPUINTEROP_CUDA_KERNEL_TYPES_H
#define GPUINTEROP_CUDA_KERNEL_TYPES_H

#include <stddef.h>

#include "../../../gpuinterop_device/dim3.h"
#include "handles.h"
#include "stream_types.h"

/** Which threads a group of threads has. No function here takes one. */
enum cudaCGScope {
    cudaCGScopeInvalid = 0,
    cudaCGScopeGrid = 1,
    cudaCGScopeReserved = 2
};

/** Attributes of a kernel. Sizes are in bytes, versions are capabilities times ten. */
struct cudaFuncAttributes {
    size_t sharedSizeBytes;              /* static shared memory */
    size_t constSizeBytes;
    size_t localSizeBytes;               /* of each thread */
    int maxThreadsPerBlock;
    int numRegs;
    int ptxVersion;
    int binaryVersion;
    int cacheModeCA;                     /* 0 */
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
    int clusterDimMustBeSet;             /* this and the next five: 0 */
    int requiredClusterWidth;
    int requiredClusterHeight;
    int requiredClusterDepth;
    int clusterSchedulingPolicyPreference;
    int nonPortableClusterSizeAllowed;
    int reserved[16];
};

/** Attributes of a kernel that programs set. */
enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeClusterDimMustBeSet = 10,
    cudaFuncAttributeRequiredClusterWidth = 11,
    cudaFuncAttributeRequiredClusterHeight = 12,
    cudaFuncAttributeRequiredClusterDepth = 13,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
    cudaFuncAttributeClusterSchedulingPolicyPreference = 15,
    cudaFuncAttributeMax = 16
};

/** A launch with attributes. */
struct cudaLaunchConfig_st {
    dim3 gridDim;
    dim3 blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
};
typedef struct cudaLaunchConfig_st cudaLaunchConfig_t;

/* Flags of questions about occupancy. */
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01

#endif
