#include "base/last_error.h"
#include "base/process.h"

#include "front.h"

/* The interface's code for each status; the compiler reports a missing one. */
#define ROWS(R) \
    R(GI_OK, gpuSuccess) \
    R(GI_NOT_READY, gpuErrorNotReady) \
    R(GI_TIMEOUT, gpuErrorTimeout) \
    R(GI_INVALID_VALUE, gpuErrorInvalidValue) \
    R(GI_INVALID_HANDLE, gpuErrorInvalidHandle) \
    R(GI_STALE_HANDLE, gpuErrorStaleHandle) \
    R(GI_INVALID_DEVICE, gpuErrorInvalidDevice) \
    R(GI_INVALID_PITCH, gpuErrorInvalidPitchValue) \
    R(GI_INVALID_CHANNELS, gpuErrorInvalidChannels) \
    R(GI_INVALID_FILTER, gpuErrorInvalidFilter) \
    R(GI_INVALID_NORM, gpuErrorInvalidNorm) \
    R(GI_INVALID_COPY_DIRECTION, gpuErrorInvalidMemcpyDirection) \
    R(GI_OUT_OF_MEMORY, gpuErrorOutOfMemory) \
    R(GI_NOT_INITIALIZED, gpuErrorNotInitialized) \
    R(GI_INVALID_CONTEXT, gpuErrorInvalidContext) \
    R(GI_CONTEXT_DESTROYED, gpuErrorContextIsDestroyed) \
    R(GI_PRIMARY_ACTIVE, gpuErrorPrimaryActive) \
    R(GI_NO_DRIVER, gpuErrorInsufficientDriver) \
    R(GI_NO_DEVICE, gpuErrorNoDevice) \
    R(GI_MAP_FAILED, gpuErrorMapFailed) \
    R(GI_OS_ERROR, gpuErrorOperatingSystem) \
    R(GI_IMPORT_FAILED, gpuErrorUnknown) \
    R(GI_NOT_SUPPORTED, gpuErrorNotSupported) \
    R(GI_NOT_PERMITTED, gpuErrorNotPermitted) \
    R(GI_ALREADY_REGISTERED, gpuErrorHostMemoryAlreadyRegistered) \
    R(GI_ENDING, gpuErrorDeinitialized) \
    R(GI_NOT_REGISTERED, gpuErrorHostMemoryNotRegistered) \
    R(GI_LIMIT_UNSUPPORTED, gpuErrorUnsupportedLimit) \
    R(GI_PEER_UNSUPPORTED, gpuErrorPeerAccessUnsupported) \
    R(GI_PEER_NOT_ENABLED, gpuErrorPeerAccessNotEnabled) \
    R(GI_WRONG_PROCESS, gpuErrorWrongProcess) \
    R(GI_NO_LAUNCH, gpuErrorMissingConfiguration) \
    R(GI_INVALID_CONFIGURATION, gpuErrorInvalidConfiguration) \
    R(GI_INVALID_FUNCTION, gpuErrorInvalidDeviceFunction) \
    R(GI_INVALID_SYMBOL, gpuErrorInvalidSymbol) \
    R(GI_NOT_FOUND, gpuErrorNotFound) \
    R(GI_NO_FILE, gpuErrorFileNotFound) \
    R(GI_OUT_OF_RESOURCES, gpuErrorLaunchOutOfResources) \
    R(GI_TOO_LARGE_COOPERATIVE, gpuErrorCooperativeLaunchTooLarge) \
    R(GI_LAUNCH_ASSERTED, gpuErrorAssert) \
    R(GI_DEVICE_FAULTED, gpuErrorIllegalAddress) \
    R(GI_ILLEGAL_ADDRESS, gpuErrorIllegalAddress) \
    R(GI_LAUNCH_TIMEOUT, gpuErrorLaunchTimeout) \
    R(GI_INVALID_PTX, gpuErrorInvalidPtx) \
    R(GI_INVALID_SOURCE, gpuErrorInvalidSource) \
    R(GI_INVALID_IMAGE, gpuErrorInvalidImage) \
    R(GI_NO_BINARY, gpuErrorNoBinaryForGpu) \
    R(GI_LAUNCH_TRAPPED, gpuErrorLaunchFailure) \
    R(GI_DEVICE_LOST, gpuErrorLaunchFailure) \
    R(GI_AWAITED_FAILED, gpuErrorLaunchFailure) \
    R(GI_CAPTURE_STATE, gpuErrorIllegalState) \
    R(GI_CAPTURE_UNSUPPORTED, gpuErrorStreamCaptureUnsupported) \
    R(GI_CAPTURE_INVALIDATED, gpuErrorStreamCaptureInvalidated) \
    R(GI_CAPTURE_MERGE, gpuErrorStreamCaptureMerge) \
    R(GI_CAPTURE_UNMATCHED, gpuErrorStreamCaptureUnmatched) \
    R(GI_CAPTURE_UNJOINED, gpuErrorStreamCaptureUnjoined) \
    R(GI_CAPTURE_ISOLATION, gpuErrorStreamCaptureIsolation) \
    R(GI_CAPTURE_IMPLICIT, gpuErrorStreamCaptureImplicit) \
    R(GI_CAPTURED_EVENT, gpuErrorCapturedEvent) \
    R(GI_CAPTURE_WRONG_THREAD, gpuErrorStreamCaptureWrongThread) \
    R(GI_LOSSY_QUERY, gpuErrorLossyQuery) \
    R(GI_INVALID_GRAPHICS_CONTEXT, gpuErrorInvalidGraphicsContext) \
    R(GI_ALREADY_MAPPED, gpuErrorAlreadyMapped) \
    R(GI_NOT_MAPPED, gpuErrorNotMapped) \
    R(GI_NOT_MAPPED_AS_ARRAY, gpuErrorNotMappedAsArray) \
    R(GI_NOT_MAPPED_AS_POINTER, gpuErrorNotMappedAsPointer) \
    R(GI_INTERNAL, gpuErrorUnknown)

gpuError_t front_error_of(gi_status status)
{
#define ROW(from, to) case from: return to;
    switch (gi_process_answer(status)) {
    ROWS(ROW)
    }
#undef ROW
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

static const struct front_error_row *find_error(int code)
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
    const struct front_error_row *row = find_error(code);

    return row ? row->name : FRONT_UNKNOWN_ERROR_NAME;
}

const char *front_error_text(int code)
{
    const struct front_error_row *row = find_error(code);

    return row ? row->text : FRONT_UNKNOWN_ERROR_TEXT;
}

bool front_error_is_known(int code)
{
    return find_error(code) != NULL;
}

const char *gpuGetErrorName(gpuError_t error)
{
    return front_error_name((int)error);
}

const char *gpuGetErrorString(gpuError_t error)
{
    return front_error_text((int)error);
}
