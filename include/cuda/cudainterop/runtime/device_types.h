/** Flags, limits and links of devices; the log; finding functions by name. */
#ifndef GPUINTEROP_CUDA_DEVICE_TYPES_H
#define GPUINTEROP_CUDA_DEVICE_TYPES_H

#include <stddef.h>

/** Flags of devices. Most of them choose how the host waits; here it always sleeps. */
#define cudaDeviceScheduleAuto 0x0
#define cudaDeviceScheduleSpin 0x1
#define cudaDeviceScheduleYield 0x2
#define cudaDeviceScheduleBlockingSync 0x4
#define cudaDeviceBlockingSync 0x4                         /* the older name */
#define cudaDeviceScheduleMask 0x7                         /* the mask of those above */
#define cudaDeviceMapHost 0x8                              /* here always */
#define cudaDeviceLmemResizeToMax 0x10
#define cudaDeviceSyncMemops 0x80
#define cudaDeviceMask 0xff                                /* the mask of all flags */

/** A flag of cudaInitDevice: device_flags is valid. */
#define cudaInitDeviceFlagsAreValid 0x1

/** The flags of peer access. */
#define cudaPeerAccessDefault 0x0

/** Flags of cudaDeviceGetNvSciSyncAttributes: the use of the object. */
#define cudaNvSciSyncAttrSignal 0x1
#define cudaNvSciSyncAttrWait 0x2

/** Limits of a device. */
enum cudaLimit {
    cudaLimitStackSize = 0,                            /* bytes for each thread */
    cudaLimitPrintfFifoSize = 1,                       /* bytes */
    cudaLimitMallocHeapSize = 2,                       /* bytes */
    cudaLimitDevRuntimeSyncDepth = 3,
    cudaLimitDevRuntimePendingLaunchCount = 4,
    cudaLimitMaxL2FetchGranularity = 5,
    cudaLimitPersistingL2CacheSize = 6
};

/** The preferred split between cache and shared memory; a hint. */
enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};

/** The preferred width of the banks of shared memory; a hint. */
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};

/** Limits on the processes and threads that use a device. */
enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
};

/** Attributes of the link between two devices. */
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4,
    cudaDevP2PAttrOnlyPartialNativeAtomicSupported = 5
};

/** Whether a device is a NUMA node of the host. */
enum cudaDeviceNumaConfig {
    cudaDeviceNumaConfigNone = 0,
    cudaDeviceNumaConfigNumaNode = 1
};

/** Atomic operations on memory. */
enum cudaAtomicOperation {
    cudaAtomicOperationIntegerAdd = 0,
    cudaAtomicOperationIntegerMin = 1,
    cudaAtomicOperationIntegerMax = 2,
    cudaAtomicOperationIntegerIncrement = 3,
    cudaAtomicOperationIntegerDecrement = 4,
    cudaAtomicOperationAnd = 5,
    cudaAtomicOperationOr = 6,
    cudaAtomicOperationXOR = 7,
    cudaAtomicOperationExchange = 8,
    cudaAtomicOperationCAS = 9,
    cudaAtomicOperationFloatAdd = 10,
    cudaAtomicOperationFloatMin = 11,
    cudaAtomicOperationFloatMax = 12
};

/** The operands of an atomic operation; bits. */
enum cudaAtomicOperationCapability {
    cudaAtomicCapabilitySigned = 1,
    cudaAtomicCapabilityUnsigned = 2,
    cudaAtomicCapabilityReduction = 4,
    cudaAtomicCapabilityScalar32 = 8,
    cudaAtomicCapabilityScalar64 = 16,
    cudaAtomicCapabilityScalar128 = 32,
    cudaAtomicCapabilityVector32x4 = 64
};

/** Types of notifications that a device sends. */
enum cudaAsyncNotificationType_enum {
    cudaAsyncNotificationTypeOverBudget = 1            /* the process uses too much memory */
};
typedef enum cudaAsyncNotificationType_enum cudaAsyncNotificationType;

/** A notification that a device sends. */
struct cudaAsyncNotificationInfo {
    cudaAsyncNotificationType type;
    union {
        struct {
            unsigned long long bytesOverBudget;    /* bytes to free */
        } overBudget;
    } info;
};
typedef struct cudaAsyncNotificationInfo cudaAsyncNotificationInfo_t;

/** The callback for notifications, and its registration. */
typedef struct cudaAsyncCallbackEntry *cudaAsyncCallbackHandle_t;
typedef void (*cudaAsyncCallback)(
    cudaAsyncNotificationInfo_t *info, void *user_data, cudaAsyncCallbackHandle_t handle);

/** The default stream that a driver function uses. */
enum cudaGetDriverEntryPointFlags {
    cudaEnableDefault = 0,
    cudaEnableLegacyStream = 1,
    cudaEnablePerThreadDefaultStream = 2
};

/** The result of the search for a driver function. */
enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess = 0,
    cudaDriverEntryPointSymbolNotFound = 1,
    cudaDriverEntryPointVersionNotSufficent = 2
};

/** The severity of a line of the log. */
enum CUDAlogLevel_enum {
    cudaLogLevelError = 0,
    cudaLogLevelWarning = 1
};
typedef enum CUDAlogLevel_enum cudaLogLevel;

/** The callback for lines of the log, its registration, and a position in the log. */
typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef void (*cudaLogsCallback_t)(
    void *user_data, cudaLogLevel level, char *message, size_t length);
typedef unsigned int cudaLogIterator;

#endif
