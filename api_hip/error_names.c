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
    ROW(hipErrorInvalidValue, "an argument is not acceptable"),
    ROW(hipErrorOutOfMemory, "memory is exhausted"),
    ROW(hipErrorNotInitialized, "the library could not start in this process"),
    ROW(hipErrorDeinitialized, "the library is being unloaded"),
    ROW(hipErrorProfilerDisabled, "profiling is switched off"),
    ROW(hipErrorProfilerNotInitialized, "profiling was not set up"),
    ROW(hipErrorProfilerAlreadyStarted, "profiling already runs"),
    ROW(hipErrorProfilerAlreadyStopped, "profiling already stands still"),
    ROW(hipErrorInvalidConfiguration, "the launch dimensions are not possible on this device"),
    ROW(hipErrorInvalidPitchValue, "the pitch is not possible on this device"),
    ROW(hipErrorInvalidSymbol, "no symbol of that name"),
    ROW(hipErrorInvalidDevicePointer, "not a device pointer"),
    ROW(hipErrorInvalidMemcpyDirection, "no such copy direction"),
    ROW(hipErrorInsufficientDriver, "no driver that serves this library could be loaded"),
    ROW(hipErrorMissingConfiguration, "the launch was not configured"),
    ROW(hipErrorPriorLaunchFailure, "an earlier launch failed"),
    ROW(hipErrorInvalidDeviceFunction, "no such device function"),
    ROW(hipErrorNoDevice, "there is no usable device"),
    ROW(hipErrorInvalidDevice, "no device has that number"),
    ROW(hipErrorInvalidImage, "the kernel image is damaged or of another format"),
    ROW(hipErrorInvalidContext, "no usable context on this device"),
    ROW(hipErrorContextAlreadyCurrent, "the context is current already"),
    ROW(hipErrorMapFailed, "memory could not be mapped"),
    ROW(hipErrorUnmapFailed, "memory could not be unmapped"),
    ROW(hipErrorArrayIsMapped, "the array is mapped and cannot be destroyed"),
    ROW(hipErrorAlreadyMapped, "the resource is mapped already"),
    ROW(hipErrorNoBinaryForGpu, "no kernel image fits this device"),
    ROW(hipErrorAlreadyAcquired, "the resource is acquired already"),
    ROW(hipErrorNotMapped, "the resource is not mapped"),
    ROW(hipErrorNotMappedAsArray, "the resource is not mapped as an array"),
    ROW(hipErrorNotMappedAsPointer, "the resource is not mapped as a pointer"),
    ROW(hipErrorECCNotCorrectable, "memory lost data beyond what its check bits can repair"),
    ROW(hipErrorUnsupportedLimit, "the device has no such limit"),
    ROW(hipErrorContextAlreadyInUse, "the device is in use by another thread"),
    ROW(hipErrorPeerAccessUnsupported, "the two devices cannot reach each other"),
    ROW(hipErrorInvalidKernelFile, "the kernel text could not be compiled"),
    ROW(hipErrorInvalidGraphicsContext, "the graphics context is not usable"),
    ROW(hipErrorInvalidSource, "the kernel source is not acceptable"),
    ROW(hipErrorFileNotFound, "a file was not found"),
    ROW(hipErrorSharedObjectSymbolNotFound, "a shared library lacks a symbol"),
    ROW(hipErrorSharedObjectInitFailed, "a shared library could not start"),
    ROW(hipErrorOperatingSystem,
        "the operating system refused, or its handle is not what was said"),
    ROW(hipErrorInvalidHandle, "the handle is stale, foreign or of another kind"),
    ROW(hipErrorIllegalState, "not possible in the present state"),
    ROW(hipErrorNotFound, "no symbol of that name"),
    ROW(hipErrorNotReady, "the work is still pending"),
    ROW(hipErrorIllegalAddress, "the device touched memory that is not its own"),
    ROW(hipErrorLaunchOutOfResources, "the launch needs more than the device has"),
    ROW(hipErrorLaunchTimeOut, "the launch took too long"),
    ROW(hipErrorPeerAccessAlreadyEnabled, "access to that device is already enabled"),
    ROW(hipErrorPeerAccessNotEnabled, "access to that device is not enabled"),
    ROW(hipErrorSetOnActiveProcess, "the device already runs in this process"),
    ROW(hipErrorContextIsDestroyed, "the context is gone"),
    ROW(hipErrorAssert, "an assertion failed on the device"),
    ROW(hipErrorHostMemoryAlreadyRegistered, "the host memory is registered already"),
    ROW(hipErrorHostMemoryNotRegistered, "the host memory is not registered"),
    ROW(hipErrorLaunchFailure, "work on the device failed, or the device is gone"),
    ROW(hipErrorCooperativeLaunchTooLarge, "too many groups for a cooperative launch"),
    ROW(hipErrorNotSupported, "not possible with this device, driver or system"),
    ROW(hipErrorStreamCaptureUnsupported, "not possible while a stream is captured"),
    ROW(hipErrorStreamCaptureInvalidated, "the capture was spoilt by an earlier error"),
    ROW(hipErrorStreamCaptureMerge, "two captures would become one"),
    ROW(hipErrorStreamCaptureUnmatched, "the capture was not begun in this stream"),
    ROW(hipErrorStreamCaptureUnjoined, "the capture has work that was not joined"),
    ROW(hipErrorStreamCaptureIsolation, "the capture depends on work outside it"),
    ROW(hipErrorStreamCaptureImplicit, "the capture would depend on the legacy stream"),
    ROW(hipErrorCapturedEvent, "the event belongs to a capture"),
    ROW(hipErrorStreamCaptureWrongThread, "the capture belongs to another thread"),
    ROW(hipErrorGraphExecUpdateFailure, "the graph changed too much to be updated"),
    ROW(hipErrorInvalidChannelDescriptor, "no such texel format"),
    ROW(hipErrorInvalidTexture, "not a texture"),
    ROW(hipErrorUnknown, "an unexpected failure below"),
    ROW(hipErrorRuntimeMemory, "the runtime ran into a fault with memory"),
    ROW(hipErrorRuntimeOther, "the runtime ran into some other fault"),
    ROW(hipErrorTbd, "a kind of failure without a meaning yet"),
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

    return row ? row->text : "an unexpected failure below";
}

bool gihip_error_is_known(int code)
{
    return find(code) != NULL;
}
