/** The error codes, with the numbers of HIP 6.4. gpuinterop_last_error_detail() returns the
 *  sentence behind an error. */
#ifndef GPUINTEROP_HIP_ERRORS_H
#define GPUINTEROP_HIP_ERRORS_H

/** Every error code of the runtime. This library returns some of them. Two names with the same
 *  number are the same error. */
enum hipError_t {
    hipSuccess = 0,                                    /* success */
    hipErrorInvalidValue = 1,                          /* an argument is wrong */
    hipErrorMemoryAllocation = 2,                      /* host or device memory is exhausted */
    hipErrorOutOfMemory = 2,                           /* host or device memory is exhausted */
    hipErrorInitializationError = 3,                   /* also in a forked child */
    hipErrorNotInitialized = 3,                        /* also in a forked child */
    hipErrorDeinitialized = 4,
    hipErrorProfilerDisabled = 5,
    hipErrorProfilerNotInitialized = 6,
    hipErrorProfilerAlreadyStarted = 7,
    hipErrorProfilerAlreadyStopped = 8,
    hipErrorInvalidConfiguration = 9,
    hipErrorInvalidPitchValue = 12,
    hipErrorInvalidSymbol = 13,
    hipErrorInvalidDevicePointer = 17,                 /* a pointer that is not device memory */
    hipErrorInvalidMemcpyDirection = 21,               /* not one of the copy kinds */
    hipErrorInsufficientDriver = 35,                   /* no driver could be loaded */
    hipErrorMissingConfiguration = 52,
    hipErrorPriorLaunchFailure = 53,
    hipErrorInvalidDeviceFunction = 98,
    hipErrorNoDevice = 100,                            /* there is no usable device */
    hipErrorInvalidDevice = 101,                       /* a device ordinal out of range */
    hipErrorInvalidImage = 200,
    hipErrorInvalidContext = 201,
    hipErrorContextAlreadyCurrent = 202,
    hipErrorMapBufferObjectFailed = 205,               /* memory could not be mapped */
    hipErrorMapFailed = 205,                           /* memory could not be mapped */
    hipErrorUnmapFailed = 206,
    hipErrorArrayIsMapped = 207,
    hipErrorAlreadyMapped = 208,
    hipErrorNoBinaryForGpu = 209,
    hipErrorAlreadyAcquired = 210,
    hipErrorNotMapped = 211,
    hipErrorNotMappedAsArray = 212,
    hipErrorNotMappedAsPointer = 213,
    hipErrorECCNotCorrectable = 214,
    hipErrorUnsupportedLimit = 215,
    hipErrorContextAlreadyInUse = 216,
    hipErrorPeerAccessUnsupported = 217,
    hipErrorInvalidKernelFile = 218,
    hipErrorInvalidGraphicsContext = 219,
    hipErrorInvalidSource = 300,
    hipErrorFileNotFound = 301,
    hipErrorSharedObjectSymbolNotFound = 302,
    hipErrorSharedObjectInitFailed = 303,
    hipErrorOperatingSystem = 304, /* refused by the system, or a wrong OS handle */
    hipErrorInvalidHandle = 400,                       /* stale, foreign or wrong-kind handle */
    hipErrorInvalidResourceHandle = 400,               /* stale, foreign or wrong-kind handle */
    hipErrorIllegalState = 401,
    hipErrorNotFound = 500,
    hipErrorNotReady = 600,                            /* still pending; not a failure */
    hipErrorIllegalAddress = 700,
    hipErrorLaunchOutOfResources = 701,
    hipErrorLaunchTimeOut = 702,
    hipErrorPeerAccessAlreadyEnabled = 704,
    hipErrorPeerAccessNotEnabled = 705,
    hipErrorSetOnActiveProcess = 708,
    hipErrorContextIsDestroyed = 709,
    hipErrorAssert = 710,
    hipErrorHostMemoryAlreadyRegistered = 712,
    hipErrorHostMemoryNotRegistered = 713,
    hipErrorLaunchFailure = 719,
    hipErrorCooperativeLaunchTooLarge = 720,
    hipErrorNotSupported = 801,                        /* not possible on this device or system */
    hipErrorStreamCaptureUnsupported = 900,
    hipErrorStreamCaptureInvalidated = 901,
    hipErrorStreamCaptureMerge = 902,
    hipErrorStreamCaptureUnmatched = 903,
    hipErrorStreamCaptureUnjoined = 904,
    hipErrorStreamCaptureIsolation = 905,
    hipErrorStreamCaptureImplicit = 906,
    hipErrorCapturedEvent = 907,
    hipErrorStreamCaptureWrongThread = 908,
    hipErrorGraphExecUpdateFailure = 910,
    hipErrorInvalidChannelDescriptor = 911,
    hipErrorInvalidTexture = 912,
    hipErrorUnknown = 999,                             /* a defect below, or a lost device */
    hipErrorRuntimeMemory = 1052,
    hipErrorRuntimeOther = 1053,
    hipErrorTbd = 1054
};
typedef enum hipError_t hipError_t;

#endif
