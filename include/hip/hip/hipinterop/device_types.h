/** Flags, limits and relations of devices; the log; finding functions by name. */
#ifndef GPUINTEROP_HIP_DEVICE_TYPES_H
#define GPUINTEROP_HIP_DEVICE_TYPES_H

#include <stddef.h>

/** Flags of devices: how the host waits (here it always sleeps), and more. */
#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleSpin 0x1
#define hipDeviceScheduleYield 0x2
#define hipDeviceScheduleBlockingSync 0x4
#define hipDeviceScheduleMask 0x7                          /* all of these */
#define hipDeviceMapHost 0x8                               /* here always */
#define hipDeviceLmemResizeToMax 0x10

/** Limits of a device. */
enum hipLimit_t {
    hipLimitStackSize = 0,                             /* bytes for each thread */
    hipLimitPrintfFifoSize = 1,                        /* bytes */
    hipLimitMallocHeapSize = 2,                        /* bytes */
    hipLimitRange = 3
};

/** How cache and shared memory are to be split; a wish. */
enum hipFuncCache_t {
    hipFuncCachePreferNone = 0,
    hipFuncCachePreferShared = 1,
    hipFuncCachePreferL1 = 2,
    hipFuncCachePreferEqual = 3
};
typedef enum hipFuncCache_t hipFuncCache_t;

/** How wide the banks of shared memory are to be; a wish. */
enum hipSharedMemConfig {
    hipSharedMemBankSizeDefault = 0,
    hipSharedMemBankSizeFourByte = 1,
    hipSharedMemBankSizeEightByte = 2
};
typedef enum hipSharedMemConfig hipSharedMemConfig;

/** Who may use a device. */
enum hipComputeMode {
    hipComputeModeDefault = 0,
    hipComputeModeExclusive = 1,
    hipComputeModeProhibited = 2,
    hipComputeModeExclusiveProcess = 3
};

/** Properties of the way from one device to another. */
enum hipDeviceP2PAttr {
    hipDevP2PAttrPerformanceRank = 0,
    hipDevP2PAttrAccessSupported = 1,
    hipDevP2PAttrNativeAtomicSupported = 2,
    hipDevP2PAttrHipArrayAccessSupported = 3
};
typedef enum hipDeviceP2PAttr hipDeviceP2PAttr;

/** How the search for a function ended. */
enum hipDriverProcAddressQueryResult {
    HIP_GET_PROC_ADDRESS_SUCCESS = 0,
    HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
    HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
};
typedef enum hipDriverProcAddressQueryResult hipDriverProcAddressQueryResult;

#endif
