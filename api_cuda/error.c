#include "cuda_runtime_api.h"

#include "front.h"
#include "log_listen.h"

/** The calling thread's last error, until it is asked for; that of a lost device stays. */
static _Thread_local cudaError_t last_error;
static _Thread_local bool device_lost;

cudaError_t gicuda_error_of(gi_status status)
{
    switch (status) {
    case GI_OK:                     return cudaSuccess;
    case GI_NOT_READY:              return cudaErrorNotReady;
    case GI_TIMEOUT:                return cudaErrorTimeout;
    case GI_INVALID_VALUE:          return cudaErrorInvalidValue;
    case GI_INVALID_HANDLE:         return cudaErrorInvalidResourceHandle;
    case GI_STALE_HANDLE:           return cudaErrorInvalidResourceHandle;
    case GI_INVALID_DEVICE:         return cudaErrorInvalidDevice;
    case GI_INVALID_PITCH:          return cudaErrorInvalidPitchValue;
    case GI_INVALID_CHANNELS:       return cudaErrorInvalidChannelDescriptor;
    case GI_INVALID_FILTER:         return cudaErrorInvalidFilterSetting;
    case GI_INVALID_NORM:           return cudaErrorInvalidNormSetting;
    case GI_INVALID_COPY_DIRECTION: return cudaErrorInvalidMemcpyDirection;
    case GI_OUT_OF_MEMORY:          return cudaErrorMemoryAllocation;
    case GI_NOT_INITIALIZED:        return cudaErrorInitializationError;
    case GI_NO_DRIVER:              return cudaErrorInsufficientDriver;
    case GI_NO_DEVICE:              return cudaErrorNoDevice;
    case GI_MAP_FAILED:             return cudaErrorMapBufferObjectFailed;
    case GI_OS_ERROR:               return cudaErrorOperatingSystem;
    case GI_IMPORT_FAILED:          return cudaErrorUnknown;
    case GI_NOT_SUPPORTED:          return cudaErrorNotSupported;
    case GI_NOT_PERMITTED:          return cudaErrorNotPermitted;
    case GI_ALREADY_REGISTERED:     return cudaErrorHostMemoryAlreadyRegistered;
    case GI_NOT_REGISTERED:         return cudaErrorHostMemoryNotRegistered;
    case GI_LIMIT_UNSUPPORTED:      return cudaErrorUnsupportedLimit;
    case GI_PEER_UNSUPPORTED:       return cudaErrorPeerAccessUnsupported;
    case GI_PEER_NOT_ENABLED:       return cudaErrorPeerAccessNotEnabled;
    case GI_WRONG_PROCESS:          return cudaErrorDeviceUninitialized;
    case GI_NO_LAUNCH:              return cudaErrorMissingConfiguration;
    case GI_INVALID_IMAGE:          return cudaErrorInvalidKernelImage;
    case GI_NO_BINARY:              return cudaErrorNoKernelImageForDevice;
    case GI_DEVICE_LOST:            return cudaErrorLaunchFailure;
    case GI_AWAITED_FAILED:         return cudaErrorLaunchFailure;
    case GI_INTERNAL:               return cudaErrorUnknown;
    }
    return cudaErrorUnknown;
}

cudaError_t gicuda_record(cudaError_t error)
{
    if (!device_lost)
        last_error = error;
    gi_log_failed_call();
    return error;
}

void gicuda_forget_errors(void)
{
    if (device_lost)
        last_error = cudaSuccess;
    device_lost = false;
}

cudaError_t gicuda_error(gi_status status)
{
    cudaError_t error = gicuda_error_of(status);

    if (status == GI_OK || status == GI_NOT_READY)
        return error;
    gicuda_record(error);
    device_lost |= status == GI_DEVICE_LOST;
    return error;
}

cudaError_t gicuda_outside_capture(const char *caller)
{
    gi_status told = gi_fail(GI_NOT_PERMITTED, "%s: flags is 1 (external), which is for streams "
                             "that are captured", caller);

    (void)told;
    return gicuda_record(cudaErrorIllegalState);
}

cudaError_t cudaGetLastError(void)
{
    cudaError_t error = last_error;

    if (!device_lost)
        last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    return last_error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    return gicuda_error_name((int)error);
}

const char *cudaGetErrorString(cudaError_t error)
{
    return gicuda_error_text((int)error);
}
