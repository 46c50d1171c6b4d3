#include "hip/hip_runtime_api.h"

#include "front.h"
#include "log_listen.h"

/** The calling thread's last error, until it is asked for; that of a lost device stays. */
static _Thread_local hipError_t last_error;
static _Thread_local bool device_lost;

hipError_t gihip_error_of(gi_status status)
{
    switch (status) {
    case GI_OK:                     return hipSuccess;
    case GI_NOT_READY:              return hipErrorNotReady;
    case GI_TIMEOUT:                return hipErrorUnknown;
    case GI_INVALID_VALUE:          return hipErrorInvalidValue;
    case GI_INVALID_HANDLE:         return hipErrorInvalidHandle;
    case GI_STALE_HANDLE:           return hipErrorContextIsDestroyed;
    case GI_INVALID_DEVICE:         return hipErrorInvalidDevice;
    case GI_INVALID_PITCH:          return hipErrorInvalidPitchValue;
    case GI_INVALID_CHANNELS:       return hipErrorInvalidValue;
    case GI_INVALID_FILTER:         return hipErrorInvalidValue;
    case GI_INVALID_NORM:           return hipErrorInvalidValue;
    case GI_INVALID_COPY_DIRECTION: return hipErrorInvalidMemcpyDirection;
    case GI_OUT_OF_MEMORY:          return hipErrorOutOfMemory;
    case GI_NOT_INITIALIZED:        return hipErrorNotInitialized;
    case GI_NO_DRIVER:              return hipErrorInsufficientDriver;
    case GI_NO_DEVICE:              return hipErrorNoDevice;
    case GI_MAP_FAILED:             return hipErrorMapFailed;
    case GI_OS_ERROR:               return hipErrorOperatingSystem;
    case GI_IMPORT_FAILED:          return hipErrorUnknown;
    case GI_NOT_SUPPORTED:          return hipErrorNotSupported;
    case GI_NOT_PERMITTED:          return hipErrorIllegalState;
    case GI_ALREADY_REGISTERED:     return hipErrorHostMemoryAlreadyRegistered;
    case GI_NOT_REGISTERED:         return hipErrorHostMemoryNotRegistered;
    case GI_LIMIT_UNSUPPORTED:      return hipErrorUnsupportedLimit;
    case GI_PEER_UNSUPPORTED:       return hipErrorPeerAccessUnsupported;
    case GI_PEER_NOT_ENABLED:       return hipErrorPeerAccessNotEnabled;
    case GI_WRONG_PROCESS:          return hipErrorInvalidContext;
    case GI_NO_LAUNCH:              return hipErrorMissingConfiguration;
    case GI_INVALID_IMAGE:          return hipErrorInvalidImage;
    case GI_NO_BINARY:              return hipErrorNoBinaryForGpu;
    case GI_DEVICE_LOST:            return hipErrorLaunchFailure;
    case GI_AWAITED_FAILED:         return hipErrorLaunchFailure;
    case GI_INTERNAL:               return hipErrorUnknown;
    }
    return hipErrorUnknown;
}

hipError_t gihip_record(hipError_t error)
{
    if (!device_lost)
        last_error = error;
    gi_log_failed_call();
    return error;
}

void gihip_forget_errors(void)
{
    if (device_lost)
        last_error = hipSuccess;
    device_lost = false;
}

hipError_t gihip_error(gi_status status)
{
    hipError_t error = gihip_error_of(status);

    if (status == GI_OK || status == GI_NOT_READY)
        return error;
    gihip_record(error);
    device_lost |= status == GI_DEVICE_LOST;
    return error;
}

hipError_t gihip_outside_capture(const char *caller)
{
    gi_status told = gi_fail(GI_NOT_PERMITTED, "%s: flags is 1 (external), which is for streams "
                             "that are captured", caller);

    (void)told;
    return gihip_record(hipErrorIllegalState);
}

hipError_t hipGetLastError(void)
{
    hipError_t error = last_error;

    if (!device_lost)
        last_error = hipSuccess;
    return error;
}

hipError_t hipExtGetLastError(void)
{
    return hipGetLastError();
}

hipError_t hipPeekAtLastError(void)
{
    return last_error;
}

const char *hipGetErrorName(hipError_t error)
{
    return gihip_error_name((int)error);
}

const char *hipGetErrorString(hipError_t error)
{
    return gihip_error_text((int)error);
}

hipError_t hipDrvGetErrorName(hipError_t error, const char **name)
{
    GIHIP_NOT_NULL(name);
    *name = gihip_error_is_known((int)error) ? gihip_error_name((int)error) : NULL;
    GIHIP_REQUIRE(*name != NULL, "%s: no error has the number %d", __func__, (int)error);
    return hipSuccess;
}

hipError_t hipDrvGetErrorString(hipError_t error, const char **text)
{
    GIHIP_NOT_NULL(text);
    *text = gihip_error_is_known((int)error) ? gihip_error_text((int)error) : NULL;
    GIHIP_REQUIRE(*text != NULL, "%s: no error has the number %d", __func__, (int)error);
    return hipSuccess;
}
