/** Names and texts of the error codes, one row for each number of the enum, ascending. Where two
 *  names share a number, this is the one that the vendor tells. */
#include "hip/hip_runtime_api.h"

#include <stddef.h>

#include "front.h"

struct row {
    hipError_t code;
    const char *name;
    const char *text;
};

#define ROW(code, text) { code, #code, text }

static const struct row rows[] = {
    ROW(hipSuccess, "no error"),
    ROW(hipErrorInvalidValue, "invalid argument"),
    ROW(hipErrorOutOfMemory, "out of memory"),
    ROW(hipErrorNotInitialized, "initialization error"),
    ROW(hipErrorDeinitialized, "driver shutting down"),
    ROW(hipErrorProfilerDisabled, "profiler disabled while using external profiling tool"),
    ROW(hipErrorProfilerNotInitialized, "profiler is not initialized"),
    ROW(hipErrorProfilerAlreadyStarted, "profiler already started"),
    ROW(hipErrorProfilerAlreadyStopped, "profiler already stopped"),
    ROW(hipErrorInvalidConfiguration, "invalid configuration argument"),
    ROW(hipErrorInvalidPitchValue, "invalid pitch argument"),
    ROW(hipErrorInvalidSymbol, "invalid device symbol"),
    ROW(hipErrorInvalidDevicePointer, "invalid device pointer"),
    ROW(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ROW(hipErrorInsufficientDriver, "driver version is insufficient for runtime version"),
    ROW(hipErrorMissingConfiguration, "__global__ function call is not configured"),
    ROW(hipErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    ROW(hipErrorInvalidDeviceFunction, "invalid device function"),
    ROW(hipErrorNoDevice, "no ROCm-capable device is detected"),
    ROW(hipErrorInvalidDevice, "invalid device ordinal"),
    ROW(hipErrorInvalidImage, "device kernel image is invalid"),
    ROW(hipErrorInvalidContext, "invalid device context"),
    ROW(hipErrorContextAlreadyCurrent, "context is already current context"),
    ROW(hipErrorMapFailed, "mapping of buffer object failed"),
    ROW(hipErrorUnmapFailed, "unmapping of buffer object failed"),
    ROW(hipErrorArrayIsMapped, "array is mapped"),
    ROW(hipErrorAlreadyMapped, "resource already mapped"),
    ROW(hipErrorNoBinaryForGpu, "no kernel image is available for execution on the device"),
    ROW(hipErrorAlreadyAcquired, "resource already acquired"),
    ROW(hipErrorNotMapped, "resource not mapped"),
    ROW(hipErrorNotMappedAsArray, "resource not mapped as array"),
    ROW(hipErrorNotMappedAsPointer, "resource not mapped as pointer"),
    ROW(hipErrorECCNotCorrectable, "uncorrectable ECC error encountered"),
    ROW(hipErrorUnsupportedLimit, "limit is not supported on this architecture"),
    ROW(hipErrorContextAlreadyInUse,
        "exclusive-thread device already in use by a different thread"),
    ROW(hipErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    ROW(hipErrorInvalidKernelFile, "invalid kernel file"),
    ROW(hipErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context"),
    ROW(hipErrorInvalidSource, "device kernel image is invalid"),
    ROW(hipErrorFileNotFound, "file not found"),
    ROW(hipErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    ROW(hipErrorSharedObjectInitFailed, "shared object initialization failed"),
    ROW(hipErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    ROW(hipErrorInvalidHandle, "invalid resource handle"),
    ROW(hipErrorIllegalState, "the operation cannot be performed in the present state"),
    ROW(hipErrorNotFound, "named symbol not found"),
    ROW(hipErrorNotReady, "device not ready"),
    ROW(hipErrorIllegalAddress, "an illegal memory access was encountered"),
    ROW(hipErrorLaunchOutOfResources, "too many resources requested for launch"),
    ROW(hipErrorLaunchTimeOut, "the launch timed out and was terminated"),
    ROW(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ROW(hipErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ROW(hipErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    ROW(hipErrorContextIsDestroyed, "context is destroyed"),
    ROW(hipErrorAssert, "device-side assert triggered"),
    ROW(hipErrorHostMemoryAlreadyRegistered,
        "part or all of the requested memory range is already mapped"),
    ROW(hipErrorHostMemoryNotRegistered,
        "pointer does not correspond to a registered memory region"),
    ROW(hipErrorLaunchFailure, "unspecified launch failure"),
    ROW(hipErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ROW(hipErrorNotSupported, "operation not supported"),
    ROW(hipErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    ROW(hipErrorStreamCaptureInvalidated,
        "operation failed due to a previous error during capture"),
    ROW(hipErrorStreamCaptureMerge,
        "operation would result in a merge of separate capture sequences"),
    ROW(hipErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    ROW(hipErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    ROW(hipErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    ROW(hipErrorStreamCaptureImplicit,
        "operation would make the legacy stream depend on a capturing blocking stream"),
    ROW(hipErrorCapturedEvent,
        "operation not permitted on an event last recorded in a capturing stream"),
    ROW(hipErrorStreamCaptureWrongThread,
        "attempt to terminate a thread-local capture sequence from another thread"),
    ROW(hipErrorGraphExecUpdateFailure,
        "the graph update was not performed because it included changes which violated "
        "constraints specific to instantiated graph update"),
    ROW(hipErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    ROW(hipErrorInvalidTexture, "invalid texture reference"),
    ROW(hipErrorUnknown, "unknown error"),
    ROW(hipErrorRuntimeMemory, "runtime memory call returned error"),
    ROW(hipErrorRuntimeOther, "runtime call other than memory returned error"),
    ROW(hipErrorTbd, "unknown error"),
};

#undef ROW

static const struct row *find(int code)
{
    size_t first = 0;
    size_t end = sizeof rows / sizeof rows[0];

    while (first < end) {
        size_t middle = first + (end - first) / 2;

        if ((int)rows[middle].code == code)
            return &rows[middle];
        if ((int)rows[middle].code < code)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

const char *gihip_error_name(int code)
{
    const struct row *row = find(code);

    return row ? row->name : "hipErrorUnknown";
}

const char *gihip_error_text(int code)
{
    const struct row *row = find(code);

    return row ? row->text : "unknown error";
}

bool gihip_error_is_known(int code)
{
    return find(code) != NULL;
}
