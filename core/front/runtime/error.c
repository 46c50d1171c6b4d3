#include "base/last_error.h"
#include "base/process.h"

#include "front.h"

gpuError_t front_error_of(gi_status status)
{
    switch (gi_process_answer(status)) {
    case GI_OK:                     return gpuSuccess;
    case GI_NOT_READY:              return gpuErrorNotReady;
    case GI_TIMEOUT:                return gpuErrorTimeout;
    case GI_INVALID_VALUE:          return gpuErrorInvalidValue;
    case GI_INVALID_HANDLE:         return gpuErrorInvalidHandle;
    case GI_STALE_HANDLE:           return gpuErrorStaleHandle;
    case GI_INVALID_DEVICE:         return gpuErrorInvalidDevice;
    case GI_INVALID_PITCH:          return gpuErrorInvalidPitchValue;
    case GI_INVALID_CHANNELS:       return gpuErrorInvalidChannels;
    case GI_INVALID_FILTER:         return gpuErrorInvalidFilter;
    case GI_INVALID_NORM:           return gpuErrorInvalidNorm;
    case GI_INVALID_COPY_DIRECTION: return gpuErrorInvalidMemcpyDirection;
    case GI_OUT_OF_MEMORY:          return gpuErrorOutOfMemory;
    case GI_NOT_INITIALIZED:        return gpuErrorNotInitialized;
    case GI_INVALID_CONTEXT:        return gpuErrorInvalidContext;
    case GI_CONTEXT_DESTROYED:      return gpuErrorContextIsDestroyed;
    case GI_PRIMARY_ACTIVE:         return gpuErrorPrimaryActive;
    case GI_NO_DRIVER:              return gpuErrorInsufficientDriver;
    case GI_NO_DEVICE:              return gpuErrorNoDevice;
    case GI_MAP_FAILED:             return gpuErrorMapFailed;
    case GI_OS_ERROR:               return gpuErrorOperatingSystem;
    case GI_IMPORT_FAILED:          return gpuErrorUnknown;
    case GI_NOT_SUPPORTED:          return gpuErrorNotSupported;
    case GI_NOT_PERMITTED:          return gpuErrorNotPermitted;
    case GI_ALREADY_REGISTERED:     return gpuErrorHostMemoryAlreadyRegistered;
    case GI_ENDING:                 return gpuErrorDeinitialized;
    case GI_NOT_REGISTERED:         return gpuErrorHostMemoryNotRegistered;
    case GI_LIMIT_UNSUPPORTED:      return gpuErrorUnsupportedLimit;
    case GI_PEER_UNSUPPORTED:       return gpuErrorPeerAccessUnsupported;
    case GI_PEER_NOT_ENABLED:       return gpuErrorPeerAccessNotEnabled;
    case GI_WRONG_PROCESS:          return gpuErrorWrongProcess;
    case GI_NO_LAUNCH:              return gpuErrorMissingConfiguration;
    case GI_INVALID_CONFIGURATION:  return gpuErrorInvalidConfiguration;
    case GI_INVALID_FUNCTION:       return gpuErrorInvalidDeviceFunction;
    case GI_INVALID_SYMBOL:         return gpuErrorInvalidSymbol;
    case GI_NOT_FOUND:              return gpuErrorNotFound;
    case GI_NO_FILE:                return gpuErrorFileNotFound;
    case GI_OUT_OF_RESOURCES:       return gpuErrorLaunchOutOfResources;
    case GI_TOO_LARGE_COOPERATIVE:  return gpuErrorCooperativeLaunchTooLarge;
    case GI_LAUNCH_ASSERTED:        return gpuErrorAssert;
    case GI_DEVICE_FAULTED:
    case GI_ILLEGAL_ADDRESS:        return gpuErrorIllegalAddress;
    case GI_LAUNCH_TIMEOUT:         return gpuErrorLaunchTimeout;
    case GI_INVALID_PTX:            return gpuErrorInvalidPtx;
    case GI_INVALID_SOURCE:         return gpuErrorInvalidSource;
    case GI_INVALID_IMAGE:          return gpuErrorInvalidImage;
    case GI_NO_BINARY:              return gpuErrorNoBinaryForGpu;
    case GI_LAUNCH_TRAPPED:
    case GI_DEVICE_LOST:
    case GI_AWAITED_FAILED:         return gpuErrorLaunchFailure;
    case GI_CAPTURE_STATE:          return gpuErrorIllegalState;
    case GI_CAPTURE_UNSUPPORTED:    return gpuErrorStreamCaptureUnsupported;
    case GI_CAPTURE_INVALIDATED:    return gpuErrorStreamCaptureInvalidated;
    case GI_CAPTURE_MERGE:          return gpuErrorStreamCaptureMerge;
    case GI_CAPTURE_UNMATCHED:      return gpuErrorStreamCaptureUnmatched;
    case GI_CAPTURE_UNJOINED:       return gpuErrorStreamCaptureUnjoined;
    case GI_CAPTURE_ISOLATION:      return gpuErrorStreamCaptureIsolation;
    case GI_CAPTURE_IMPLICIT:       return gpuErrorStreamCaptureImplicit;
    case GI_CAPTURED_EVENT:         return gpuErrorCapturedEvent;
    case GI_CAPTURE_WRONG_THREAD:   return gpuErrorStreamCaptureWrongThread;
    case GI_LOSSY_QUERY:            return gpuErrorLossyQuery;
    case GI_INTERNAL:               return gpuErrorUnknown;
    }
    return gpuErrorUnknown;
}

gpuError_t front_record(gpuError_t error)
{
    gi_last_error_set(&front_interface, (int)error, false);
    return error;
}

gpuError_t front_error(gi_status status)
{
    gpuError_t error = front_error_of(status);

    if (status != GI_OK && status != GI_NOT_READY)
        gi_last_error_set(&front_interface, (int)error, gi_status_is_lost(status));
    return error;
}

gpuError_t front_outside_capture(const char *caller)
{
    gi_status told = gi_fail(GI_NOT_PERMITTED, "%s: flags is 1 (external), which is for streams "
                             "that are captured", caller);

    (void)told;
    return front_record(gpuErrorIllegalState);
}

gpuError_t gpuGetLastError(void)
{
    return (gpuError_t)gi_last_error_take(&front_interface);
}

gpuError_t gpuPeekAtLastError(void)
{
    return (gpuError_t)gi_last_error_peek(&front_interface);
}

/* ---- names and texts ------------------------------------------------------------------------- */

static const struct front_error_row *find(int code)
{
    size_t first = 0;
    size_t end = front_error_row_count;

    while (first < end) {
        size_t middle = first + (end - first) / 2;

        if ((int)front_error_rows[middle].code == code)
            return &front_error_rows[middle];
        if ((int)front_error_rows[middle].code < code)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

const char *front_error_name(int code)
{
    const struct front_error_row *row = find(code);

    return row ? row->name : FRONT_UNKNOWN_ERROR_NAME;
}

const char *front_error_text(int code)
{
    const struct front_error_row *row = find(code);

    return row ? row->text : FRONT_UNKNOWN_ERROR_TEXT;
}

bool front_error_is_known(int code)
{
    return find(code) != NULL;
}

const char *gpuGetErrorName(gpuError_t error)
{
    return front_error_name((int)error);
}

const char *gpuGetErrorString(gpuError_t error)
{
    return front_error_text((int)error);
}
