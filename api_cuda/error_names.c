/** Names and texts of the error codes, one row for each number of the enum, ascending. */
#include "cuda_runtime_api.h"

#include <stddef.h>

#include "front.h"

struct row {
    cudaError_t code;
    const char *name;
    const char *text;
};

#define ROW(code, text) { code, #code, text }

static const struct row rows[] = {
    ROW(cudaSuccess, "no error"),
    ROW(cudaErrorInvalidValue, "an argument is not acceptable"),
    ROW(cudaErrorMemoryAllocation, "memory is exhausted"),
    ROW(cudaErrorInitializationError, "the library could not start in this process"),
    ROW(cudaErrorCudartUnloading, "the library is being unloaded"),
    ROW(cudaErrorProfilerDisabled, "profiling is switched off"),
    ROW(cudaErrorProfilerNotInitialized, "profiling was not set up"),
    ROW(cudaErrorProfilerAlreadyStarted, "profiling already runs"),
    ROW(cudaErrorProfilerAlreadyStopped, "profiling already stands still"),
    ROW(cudaErrorInvalidConfiguration, "the launch dimensions are not possible on this device"),
    ROW(cudaErrorInvalidPitchValue, "the pitch is not possible on this device"),
    ROW(cudaErrorInvalidSymbol, "no symbol of that name"),
    ROW(cudaErrorInvalidHostPointer, "not a host pointer"),
    ROW(cudaErrorInvalidDevicePointer, "not a device pointer"),
    ROW(cudaErrorInvalidTexture, "not a texture"),
    ROW(cudaErrorInvalidTextureBinding, "not a bound texture"),
    ROW(cudaErrorInvalidChannelDescriptor, "no such texel format"),
    ROW(cudaErrorInvalidMemcpyDirection, "no such copy direction"),
    ROW(cudaErrorAddressOfConstant, "the address of a constant cannot be taken"),
    ROW(cudaErrorTextureFetchFailed, "reading a texture failed"),
    ROW(cudaErrorTextureNotBound, "the texture is not bound"),
    ROW(cudaErrorSynchronizationError, "synchronising failed"),
    ROW(cudaErrorInvalidFilterSetting, "no such filter mode here"),
    ROW(cudaErrorInvalidNormSetting, "no such coordinate mode here"),
    ROW(cudaErrorMixedDeviceExecution, "device and emulated code cannot be mixed"),
    ROW(cudaErrorNotYetImplemented, "not written yet"),
    ROW(cudaErrorMemoryValueTooLarge, "the amount of memory is too large"),
    ROW(cudaErrorStubLibrary, "a stub stands in place of the driver"),
    ROW(cudaErrorInsufficientDriver, "no driver that serves this library could be loaded"),
    ROW(cudaErrorCallRequiresNewerDriver, "the driver is too old for this call"),
    ROW(cudaErrorInvalidSurface, "not a surface"),
    ROW(cudaErrorDuplicateVariableName, "two variables share a name"),
    ROW(cudaErrorDuplicateTextureName, "two textures share a name"),
    ROW(cudaErrorDuplicateSurfaceName, "two surfaces share a name"),
    ROW(cudaErrorDevicesUnavailable, "every device is busy or unusable"),
    ROW(cudaErrorIncompatibleDriverContext, "the current context does not fit this library"),
    ROW(cudaErrorMissingConfiguration, "the launch was not configured"),
    ROW(cudaErrorPriorLaunchFailure, "an earlier launch failed"),
    ROW(cudaErrorLaunchMaxDepthExceeded, "launches are nested too deeply"),
    ROW(cudaErrorLaunchFileScopedTex, "textures of file scope cannot be used here"),
    ROW(cudaErrorLaunchFileScopedSurf, "surfaces of file scope cannot be used here"),
    ROW(cudaErrorSyncDepthExceeded, "device-side waits are nested too deeply"),
    ROW(cudaErrorLaunchPendingCountExceeded, "too many launches are pending"),
    ROW(cudaErrorInvalidDeviceFunction, "no such device function"),
    ROW(cudaErrorNoDevice, "there is no usable device"),
    ROW(cudaErrorInvalidDevice, "no device has that number"),
    ROW(cudaErrorDeviceNotLicensed, "the device is not licensed for this"),
    ROW(cudaErrorSoftwareValidityNotEstablished, "the software on the device was not validated"),
    ROW(cudaErrorStartupFailure, "the library failed while it started"),
    ROW(cudaErrorInvalidKernelImage, "the kernel image is damaged or of another format"),
    ROW(cudaErrorDeviceUninitialized, "no usable context on this device"),
    ROW(cudaErrorMapBufferObjectFailed, "memory could not be mapped"),
    ROW(cudaErrorUnmapBufferObjectFailed, "memory could not be unmapped"),
    ROW(cudaErrorArrayIsMapped, "the array is mapped and cannot be destroyed"),
    ROW(cudaErrorAlreadyMapped, "the resource is mapped already"),
    ROW(cudaErrorNoKernelImageForDevice, "no kernel image fits this device"),
    ROW(cudaErrorAlreadyAcquired, "the resource is acquired already"),
    ROW(cudaErrorNotMapped, "the resource is not mapped"),
    ROW(cudaErrorNotMappedAsArray, "the resource is not mapped as an array"),
    ROW(cudaErrorNotMappedAsPointer, "the resource is not mapped as a pointer"),
    ROW(cudaErrorECCUncorrectable, "memory lost data beyond what its check bits can repair"),
    ROW(cudaErrorUnsupportedLimit, "the device has no such limit"),
    ROW(cudaErrorDeviceAlreadyInUse, "the device is in use by another thread"),
    ROW(cudaErrorPeerAccessUnsupported, "the two devices cannot reach each other"),
    ROW(cudaErrorInvalidPtx, "the kernel text could not be compiled"),
    ROW(cudaErrorInvalidGraphicsContext, "the graphics context is not usable"),
    ROW(cudaErrorNvlinkUncorrectable, "the link between devices lost data"),
    ROW(cudaErrorJitCompilerNotFound, "the kernel compiler was not found"),
    ROW(cudaErrorUnsupportedPtxVersion, "the kernel text is too new for this compiler"),
    ROW(cudaErrorJitCompilationDisabled, "compiling at run time is switched off"),
    ROW(cudaErrorUnsupportedExecAffinity, "the device cannot bind work to that part of it"),
    ROW(cudaErrorUnsupportedDevSideSync, "this device-side wait is not supported"),
    ROW(cudaErrorContained, "a contained fault ended the work"),
    ROW(cudaErrorInvalidSource, "the kernel source is not acceptable"),
    ROW(cudaErrorFileNotFound, "a file was not found"),
    ROW(cudaErrorSharedObjectSymbolNotFound, "a shared library lacks a symbol"),
    ROW(cudaErrorSharedObjectInitFailed, "a shared library could not start"),
    ROW(cudaErrorOperatingSystem,
        "the operating system refused, or its handle is not what was said"),
    ROW(cudaErrorInvalidResourceHandle, "the handle is stale, foreign or of another kind"),
    ROW(cudaErrorIllegalState, "not possible in the present state"),
    ROW(cudaErrorLossyQuery, "the question cannot be answered without loss"),
    ROW(cudaErrorSymbolNotFound, "no symbol of that name"),
    ROW(cudaErrorNotReady, "the work is still pending"),
    ROW(cudaErrorIllegalAddress, "the device touched memory that is not its own"),
    ROW(cudaErrorLaunchOutOfResources, "the launch needs more than the device has"),
    ROW(cudaErrorLaunchTimeout, "the launch took too long"),
    ROW(cudaErrorLaunchIncompatibleTexturing, "the texture mode does not fit the launch"),
    ROW(cudaErrorPeerAccessAlreadyEnabled, "access to that device is already enabled"),
    ROW(cudaErrorPeerAccessNotEnabled, "access to that device is not enabled"),
    ROW(cudaErrorSetOnActiveProcess, "the device already runs in this process"),
    ROW(cudaErrorContextIsDestroyed, "the context is gone"),
    ROW(cudaErrorAssert, "an assertion failed on the device"),
    ROW(cudaErrorTooManyPeers, "no further device can be made reachable"),
    ROW(cudaErrorHostMemoryAlreadyRegistered, "the host memory is registered already"),
    ROW(cudaErrorHostMemoryNotRegistered, "the host memory is not registered"),
    ROW(cudaErrorHardwareStackError, "the device's call stack failed"),
    ROW(cudaErrorIllegalInstruction, "the device met an instruction that it does not know"),
    ROW(cudaErrorMisalignedAddress, "the device touched a misaligned address"),
    ROW(cudaErrorInvalidAddressSpace, "the instruction does not work on that kind of memory"),
    ROW(cudaErrorInvalidPc, "the device lost its place in the program"),
    ROW(cudaErrorLaunchFailure, "work on the device failed, or the device is gone"),
    ROW(cudaErrorCooperativeLaunchTooLarge, "too many groups for a cooperative launch"),
    ROW(cudaErrorTensorMemoryLeak, "a kernel left its tensor memory allocated"),
    ROW(cudaErrorNotPermitted, "not allowed here"),
    ROW(cudaErrorNotSupported, "not possible with this device, driver or system"),
    ROW(cudaErrorSystemNotReady, "the system is still starting"),
    ROW(cudaErrorSystemDriverMismatch, "the parts of the driver do not fit each other"),
    ROW(cudaErrorCompatNotSupportedOnDevice, "the compatibility mode does not cover this device"),
    ROW(cudaErrorMpsConnectionFailed, "no connection to the sharing server"),
    ROW(cudaErrorMpsRpcFailure, "the sharing server failed in a call"),
    ROW(cudaErrorMpsServerNotReady, "the sharing server is not ready"),
    ROW(cudaErrorMpsMaxClientsReached, "the sharing server has no room for a client"),
    ROW(cudaErrorMpsMaxConnectionsReached, "the sharing server has no room for a connection"),
    ROW(cudaErrorMpsClientTerminated, "the sharing server ended this client"),
    ROW(cudaErrorCdpNotSupported, "launches from the device are not supported"),
    ROW(cudaErrorCdpVersionMismatch, "launches from the device were built for another version"),
    ROW(cudaErrorStreamCaptureUnsupported, "not possible while a stream is captured"),
    ROW(cudaErrorStreamCaptureInvalidated, "the capture was spoilt by an earlier error"),
    ROW(cudaErrorStreamCaptureMerge, "two captures would become one"),
    ROW(cudaErrorStreamCaptureUnmatched, "the capture was not begun in this stream"),
    ROW(cudaErrorStreamCaptureUnjoined, "the capture has work that was not joined"),
    ROW(cudaErrorStreamCaptureIsolation, "the capture depends on work outside it"),
    ROW(cudaErrorStreamCaptureImplicit, "the capture would depend on the legacy stream"),
    ROW(cudaErrorCapturedEvent, "the event belongs to a capture"),
    ROW(cudaErrorStreamCaptureWrongThread, "the capture belongs to another thread"),
    ROW(cudaErrorTimeout, "a wait took too long"),
    ROW(cudaErrorGraphExecUpdateFailure, "the graph changed too much to be updated"),
    ROW(cudaErrorExternalDevice, "a device outside this process failed"),
    ROW(cudaErrorInvalidClusterSize, "the cluster size is not possible"),
    ROW(cudaErrorFunctionNotLoaded, "the function is not loaded"),
    ROW(cudaErrorInvalidResourceType, "the resource is of another type"),
    ROW(cudaErrorInvalidResourceConfiguration, "the resource cannot be configured so"),
    ROW(cudaErrorUnknown, "an unexpected failure below"),
    ROW(cudaErrorApiFailureBase, "the first number of a reserved range"),
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

const char *gicuda_error_name(int code)
{
    const struct row *row = find(code);

    return row ? row->name : "unrecognized error code";
}

const char *gicuda_error_text(int code)
{
    const struct row *row = find(code);

    return row ? row->text : "unrecognized error code";
}
