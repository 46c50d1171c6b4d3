/** Properties and attributes of streams, and the time between events; a part of
 *  cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_STREAM_API_H
#define GPUINTEROP_CUDA_STREAM_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Gets the priority of a stream.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if priority is NULL.
 *  Mirrors: cudaStreamGetPriority of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);

/** Gets the unique number of a stream. No other stream of the process ever has it.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if id is NULL.
 *  Mirrors: cudaStreamGetId of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);

/** Gets the device of a stream.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if device is NULL; cudaErrorInvalidDevice if CUDA_VISIBLE_DEVICES
 *      hides the device.
 *  Mirrors: cudaStreamGetDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);

/** Gets an attribute of a stream.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if value is NULL, or attribute is not one of a stream.
 *  Mirrors: cudaStreamGetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetAttribute(
    cudaStream_t stream, cudaLaunchAttributeID attribute, cudaLaunchAttributeValue *value);

/** Sets an attribute of a stream for later work.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if value is NULL or out of range, or attribute is not one of a
 *      stream.
 *  Mirrors: cudaStreamSetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamSetAttribute(
    cudaStream_t stream, cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue *value);

/** Copies all attributes of a stream to another one.
 *  Errors: cudaErrorInvalidResourceHandle if a stream is stale or of another kind;
 *      cudaErrorInvalidValue if they belong to different devices.
 *  Mirrors: cudaStreamCopyAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source);

/** Sets which streams use managed memory. It has no effect.
 *  Parameter flags: cudaMemAttachGlobal, cudaMemAttachHost or cudaMemAttachSingle.
 *  Units: size is in bytes; 0 means the whole allocation.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if pointer is not the start of managed memory, size is not its
 *      size, or flags is another value; cudaErrorInvalidValue if flags is cudaMemAttachSingle
 *      and stream is the legacy default stream.
 *  Mirrors: cudaStreamAttachMemAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamAttachMemAsync(
    cudaStream_t stream, void *pointer, size_t size GPUINTEROP_DEFAULT(0),
    unsigned int flags GPUINTEROP_DEFAULT(cudaMemAttachSingle));

/** Queries whether a stream is captured into a graph.
 *  Parameter status: gets cudaStreamCaptureStatusInvalidated if the capture is broken.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if status is NULL.
 *  Mirrors: cudaStreamIsCapturing of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamIsCapturing(
    cudaStream_t stream, enum cudaStreamCaptureStatus *status);

/** Gets the capture of a stream. The rest is written only if the stream is captured.
 *  Parameter status: gets the capture's status.
 *  Parameter id: gets its number, which no other capture of the process has; may be NULL.
 *  Parameter graph: gets the graph, to which nodes may be added; may be NULL.
 *  Parameter dependencies: gets the nodes that the stream's next node will follow; may be NULL.
 *  Parameter edges: gets the ports and the types of later edges from them; may be NULL.
 *  Parameter dependency_count: gets the number of nodes; may be NULL.
 *  Owner: the lists are the library's, valid until the next call in the stream.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if status is NULL.
 *  Mirrors: cudaStreamGetCaptureInfo of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetCaptureInfo(
    cudaStream_t stream, enum cudaStreamCaptureStatus *status,
    unsigned long long *id GPUINTEROP_DEFAULT(0), cudaGraph_t *graph GPUINTEROP_DEFAULT(0),
    const cudaGraphNode_t **dependencies GPUINTEROP_DEFAULT(0),
    const cudaGraphEdgeData **edges GPUINTEROP_DEFAULT(0),
    size_t *dependency_count GPUINTEROP_DEFAULT(0));

/** Exchanges the capture mode of the calling thread.
 *  Threads: any; each thread has its own mode.
 *  Errors: cudaErrorInvalidValue if mode is NULL.
 *  Mirrors: cudaThreadExchangeStreamCaptureMode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);

/** Gets the time between two events, as the device measured it.
 *  Units: milliseconds.
 *  Errors: cudaErrorInvalidValue if milliseconds is NULL; cudaErrorInvalidResourceHandle if an
 *      event is stale or of another kind, has timing disabled, was never recorded, or is of
 *      another device than the other; cudaErrorNotReady if the work before an event is not done;
 *      cudaErrorNotSupported on a device without timestamps; the error of the recorded work, if
 *      it failed.
 *  Mirrors: cudaEventElapsedTime of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventElapsedTime(
    float *milliseconds, cudaEvent_t start, cudaEvent_t end);

#ifdef __cplusplus
}
#endif

#endif
