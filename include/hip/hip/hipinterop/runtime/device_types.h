/** Flags, limits and links of devices; the log; finding functions by name. */
#ifndef GPUINTEROP_HIP_DEVICE_TYPES_H
#define GPUINTEROP_HIP_DEVICE_TYPES_H

#include <stddef.h>

/** Flags of devices. Most of them choose how the host waits; here it always sleeps. */
#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleSpin 0x1
#define hipDeviceScheduleYield 0x2
#define hipDeviceScheduleBlockingSync 0x4
#define hipDeviceScheduleMask 0x7                          /* the mask of those above */
#define hipDeviceMapHost 0x8                               /* here always */
#define hipDeviceLmemResizeToMax 0x10

/** Limits of a device. */
enum hipLimit_t {
    hipLimitStackSize = 0,                             /* bytes for each thread */
    hipLimitPrintfFifoSize = 1,                        /* bytes */
    hipLimitMallocHeapSize = 2,                        /* bytes */
    hipLimitRange = 3
};

/** The preferred split between cache and shared memory; a hint. */
enum hipFuncCache_t {
    hipFuncCachePreferNone = 0,
    hipFuncCachePreferShared = 1,
    hipFuncCachePreferL1 = 2,
    hipFuncCachePreferEqual = 3
};
typedef enum hipFuncCache_t hipFuncCache_t;

/** The preferred width of the banks of shared memory; a hint. */
enum hipSharedMemConfig {
    hipSharedMemBankSizeDefault = 0,
    hipSharedMemBankSizeFourByte = 1,
    hipSharedMemBankSizeEightByte = 2
};
typedef enum hipSharedMemConfig hipSharedMemConfig;

/** Limits on the processes and threads that use a device. */
enum hipComputeMode {
    hipComputeModeDefault = 0,
    hipComputeModeExclusive = 1,
    hipComputeModeProhibited = 2,
    hipComputeModeExclusiveProcess = 3
};

/** Attributes of the link between two devices. */
enum hipDeviceP2PAttr {
    hipDevP2PAttrPerformanceRank = 0,
    hipDevP2PAttrAccessSupported = 1,
    hipDevP2PAttrNativeAtomicSupported = 2,
    hipDevP2PAttrHipArrayAccessSupported = 3
};
typedef enum hipDeviceP2PAttr hipDeviceP2PAttr;

/** The result of the search for a function. */
enum hipDriverProcAddressQueryResult {
    HIP_GET_PROC_ADDRESS_SUCCESS = 0,
    HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
    HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
};
typedef enum hipDriverProcAddressQueryResult hipDriverProcAddressQueryResult;

#endif
