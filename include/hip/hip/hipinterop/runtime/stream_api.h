/** Properties and attributes of streams, and the time between events; a part of
 *  hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_STREAM_API_H
#define GPUINTEROP_HIP_STREAM_API_H

#include <stdint.h>

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Gets the priority of a stream.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if priority is NULL.
 *  Mirrors: hipStreamGetPriority of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetPriority(hipStream_t stream, int *priority);

/** Gets the device of a stream.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if device is NULL; hipErrorInvalidDevice if HIP_VISIBLE_DEVICES
 *      hides the device.
 *  Mirrors: hipStreamGetDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *device);

/** Returns the ordinal of the device of a stream.
 *  Returns: the ordinal, or -1 if hipStreamGetDevice fails.
 *  Errors: none are returned; hipGetLastError returns the error of hipStreamGetDevice.
 *  Mirrors: hipGetStreamDeviceId of HIP 6.4. */
GPUINTEROP_API int hipGetStreamDeviceId(hipStream_t stream);

/** Sets which streams use managed memory. It has no effect.
 *  Parameter flags: hipMemAttachGlobal, hipMemAttachHost or hipMemAttachSingle.
 *  Units: size is in bytes; 0 means the whole allocation.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if pointer is not the start of managed memory, size is not its size,
 *      or flags is another value; hipErrorInvalidValue if flags is hipMemAttachSingle and stream
 *      is the legacy default stream.
 *  Mirrors: hipStreamAttachMemAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamAttachMemAsync(
    hipStream_t stream, void *pointer, size_t size GPUINTEROP_DEFAULT(0),
    unsigned int flags GPUINTEROP_DEFAULT(hipMemAttachSingle));

/** Queries whether a stream is captured into a graph.
 *  Parameter status: gets hipStreamCaptureStatusInvalidated if the capture is broken.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if status is NULL.
 *  Mirrors: hipStreamIsCapturing of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus *status);

/** Gets the capture of a stream. The number is written only if the stream is captured.
 *  Parameter status: gets the status of the capture.
 *  Parameter id: gets its number, which no other capture of the process has; may be NULL.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if status is NULL.
 *  Mirrors: hipStreamGetCaptureInfo of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetCaptureInfo(
    hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id);

/** Gets the capture of a stream and its graph. The rest is written only if the stream is captured.
 *  Parameter status: gets the status of the capture.
 *  Parameter id: gets its number, which no other capture of the process has; may be NULL.
 *  Parameter graph: gets the graph, to which nodes may be added; may be NULL.
 *  Parameter dependencies: gets the nodes that the stream's next node will follow; may be NULL.
 *  Parameter dependency_count: gets the number of nodes; may be NULL.
 *  Owner: the list is the library's, valid until the next call in the stream.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if status is NULL.
 *  Mirrors: hipStreamGetCaptureInfo_v2 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetCaptureInfo_v2(
    hipStream_t stream, hipStreamCaptureStatus *status,
    unsigned long long *id GPUINTEROP_DEFAULT(0), hipGraph_t *graph GPUINTEROP_DEFAULT(0),
    const hipGraphNode_t **dependencies GPUINTEROP_DEFAULT(0),
    size_t *dependency_count GPUINTEROP_DEFAULT(0));

/** Exchanges the capture mode of the calling thread.
 *  Threads: any; each thread has its own mode.
 *  Errors: hipErrorInvalidValue if mode is NULL.
 *  Mirrors: hipThreadExchangeStreamCaptureMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode);

/** Makes later work of a stream wait until a number in memory meets a condition.
 *  Parameter flags: hipStreamWaitValueGte, hipStreamWaitValueEq, hipStreamWaitValueAnd or
 *      hipStreamWaitValueNor. hipStreamWaitValueGte compares numbers without a sign.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if pointer is NULL, unknown or not aligned, or flags is another
 *      value; hipErrorNotSupported for a multicast address; those of a stream call.
 *  Mirrors: hipStreamWaitValue32 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWaitValue32(
    hipStream_t stream, void *pointer, uint32_t value, unsigned int flags,
    uint32_t mask GPUINTEROP_DEFAULT(0xFFFFFFFF));

/** Makes later work of a stream wait until a 64-bit number in memory meets a condition.
 *  Parameter flags: as hipStreamWaitValue32.
 *  Errors: as hipStreamWaitValue32; those of a stream call.
 *  Mirrors: hipStreamWaitValue64 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWaitValue64(
    hipStream_t stream, void *pointer, uint64_t value, unsigned int flags,
    uint64_t mask GPUINTEROP_DEFAULT(0xFFFFFFFFFFFFFFFF));

/** Enqueues a write of a number to memory.
 *  Parameter flags: 0.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if pointer is NULL, unknown or not aligned, or flags is not 0;
 *      hipErrorNotSupported for memory of another device; those of a stream call.
 *  Mirrors: hipStreamWriteValue32 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWriteValue32(
    hipStream_t stream, void *pointer, uint32_t value, unsigned int flags);

/** Enqueues a write of a 64-bit number to memory.
 *  Parameter flags: 0.
 *  Errors: as hipStreamWriteValue32; those of a stream call.
 *  Mirrors: hipStreamWriteValue64 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWriteValue64(
    hipStream_t stream, void *pointer, uint64_t value, unsigned int flags);

/** Enqueues several waits and writes of numbers in memory, in their order.
 *  Parameter flags: 0.
 *  Errors: as hipStreamWaitValue32; hipErrorInvalidValue if operations is NULL, count is not 1
 *      to 256, flags is not 0, or an operation is unknown; hipErrorNotSupported for a flush or a
 *      barrier; hipErrorOutOfMemory; those of a stream call.
 *  Mirrors: hipStreamBatchMemOp of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamBatchMemOp(
    hipStream_t stream, unsigned int count, hipStreamBatchMemOpParams *operations,
    unsigned int flags);

/** Creates a stream with a mask of compute units. Its work still runs on all of them.
 *  Parameter mask: one bit for each compute unit, of which all may be 0.
 *  Owner: the caller, until hipStreamDestroy.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or mask_words is 0; hipErrorOutOfMemory.
 *  Mirrors: hipExtStreamCreateWithCUMask of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtStreamCreateWithCUMask(
    hipStream_t *stream, uint32_t mask_words, const uint32_t *mask);

/** Gets the mask of compute units of a stream.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if mask is NULL or too short.
 *  Mirrors: hipExtStreamGetCUMask of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtStreamGetCUMask(
    hipStream_t stream, uint32_t mask_words, uint32_t *mask);

/** Gets the time between two events, as the device measured it.
 *  Units: milliseconds.
 *  Errors: hipErrorInvalidValue if milliseconds is NULL; hipErrorContextIsDestroyed if an event
 *      is stale or of another kind; hipErrorInvalidHandle if an event is NULL, has timing
 *      disabled, was never recorded, or is of another device than the other; hipErrorNotReady if
 *      the work before an event is not done; hipErrorNotSupported on a device without
 *      timestamps; the error of the recorded work, if it failed.
 *  Mirrors: hipEventElapsedTime of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventElapsedTime(
    float *milliseconds, hipEvent_t start, hipEvent_t end);

#ifdef __cplusplus
}
#endif

#endif
