/** Flags, limits and relations of devices; the log; finding functions by name. */
#ifndef GPUINTEROP_CUDA_DEVICE_TYPES_H
#define GPUINTEROP_CUDA_DEVICE_TYPES_H

#include <stddef.h>

/** Flags of devices: how the host waits (here it always sleeps), and more. */
#define cudaDeviceScheduleAuto 0x0
#define cudaDeviceScheduleSpin 0x1
#define cudaDeviceScheduleYield 0x2
#define cudaDeviceScheduleBlockingSync 0x4
#define cudaDeviceBlockingSync 0x4                         /* the older name */
#define cudaDeviceScheduleMask 0x7                         /* all of these */
#define cudaDeviceMapHost 0x8                              /* here always */
#define cudaDeviceLmemResizeToMax 0x10
#define cudaDeviceSyncMemops 0x80
#define cudaDeviceMask 0xff                                /* all flags */

/** For cudaInitDevice: its device flags are to be used. */
#define cudaInitDeviceFlagsAreValid 0x1

/** For the flags of peer access. */
#define cudaPeerAccessDefault 0x0

/** For cudaDeviceGetNvSciSyncAttributes: what the object is for. */
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

/** How cache and shared memory are to be split; a wish. */
enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3
};

/** How wide the banks of shared memory are to be; a wish. */
enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2
};

/** Who may use a device. */
enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
};

/** Properties of the way from one device to another. */
enum cudaDeviceP2PAttr {
    cudaDevP2PAttrPerformanceRank = 1,
    cudaDevP2PAttrAccessSupported = 2,
    cudaDevP2PAttrNativeAtomicSupported = 3,
    cudaDevP2PAttrCudaArrayAccessSupported = 4,
    cudaDevP2PAttrOnlyPartialNativeAtomicSupported = 5
};

/** Whether a device is a node of the host. */
enum cudaDeviceNumaConfig {
    cudaDeviceNumaConfigNone = 0,
    cudaDeviceNumaConfigNumaNode = 1
};

/** Operations on memory that nothing can come between. */
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

/** What a device tells the process of its own accord. */
enum cudaAsyncNotificationType_enum {
    cudaAsyncNotificationTypeOverBudget = 1            /* too much memory is used */
};
typedef enum cudaAsyncNotificationType_enum cudaAsyncNotificationType;

/** What a device tells the process. */
struct cudaAsyncNotificationInfo {
    cudaAsyncNotificationType type;
    union {
        struct {
            unsigned long long bytesOverBudget;    /* bytes to free */
        } overBudget;
    } info;
};
typedef struct cudaAsyncNotificationInfo cudaAsyncNotificationInfo_t;

/** What is called then, and its registration. */
typedef struct cudaAsyncCallbackEntry *cudaAsyncCallbackHandle_t;
typedef void (*cudaAsyncCallback)(
    cudaAsyncNotificationInfo_t *info, void *user_data, cudaAsyncCallbackHandle_t handle);

/** Which default stream a driver function is to mean. */
enum cudaGetDriverEntryPointFlags {
    cudaEnableDefault = 0,
    cudaEnableLegacyStream = 1,
    cudaEnablePerThreadDefaultStream = 2
};

/** How the search for a driver function ended. */
enum cudaDriverEntryPointQueryResult {
    cudaDriverEntryPointSuccess = 0,
    cudaDriverEntryPointSymbolNotFound = 1,
    cudaDriverEntryPointVersionNotSufficent = 2
};

/** How grave a line of the log is. */
enum CUDAlogLevel_enum {
    cudaLogLevelError = 0,
    cudaLogLevelWarning = 1
};
typedef enum CUDAlogLevel_enum cudaLogLevel;

/** Who is called with each line of the log, and its registration; a place in the log. */
typedef struct CUlogsCallbackEntry_st *cudaLogsCallbackHandle;
typedef void (*cudaLogsCallback_t)(
    void *user_data, cudaLogLevel level, char *message, size_t length);
typedef unsigned int cudaLogIterator;

#endif
