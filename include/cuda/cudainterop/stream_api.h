/** What streams are and have been told, and the time between events; a part of cuda_runtime_api.h.
 */
#ifndef GPUINTEROP_CUDA_STREAM_API_H
#define GPUINTEROP_CUDA_STREAM_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Tells the priority of a stream.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if priority is NULL.
 *  Mirrors: cudaStreamGetPriority of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);

/** Tells the number of a stream, which no other stream of the process ever has.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if id is NULL.
 *  Mirrors: cudaStreamGetId of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id);

/** Tells the device of a stream.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if device is NULL.
 *  Mirrors: cudaStreamGetDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);

/** Tells an attribute of a stream.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if value is NULL or attribute is
 *      not one of a stream.
 *  Mirrors: cudaStreamGetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetAttribute(
    cudaStream_t stream, cudaLaunchAttributeID attribute, cudaLaunchAttributeValue *value);

/** Changes an attribute of a stream, for the work that comes later.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if value is NULL, out of range or
 *      attribute is not one of a stream.
 *  Mirrors: cudaStreamSetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamSetAttribute(
    cudaStream_t stream, cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue *value);

/** Gives a stream the attributes of another.
 *  Errors: cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaStreamCopyAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamCopyAttributes(cudaStream_t destination, cudaStream_t source);

/** Says which streams use managed memory.
 *  Parameter flags: cudaMemAttachGlobal, cudaMemAttachHost or cudaMemAttachSingle.
 *  Units: size is in bytes; 0 means the whole allocation.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if the memory is not managed, or
 *      size or flags is another.
 *  Mirrors: cudaStreamAttachMemAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamAttachMemAsync(
    cudaStream_t stream, void *pointer, size_t size GPUINTEROP_DEFAULT(0),
    unsigned int flags GPUINTEROP_DEFAULT(cudaMemAttachSingle));

/** Tells whether a stream records its work into a graph.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if status is NULL.
 *  Mirrors: cudaStreamIsCapturing of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamIsCapturing(
    cudaStream_t stream, enum cudaStreamCaptureStatus *status);

/** Tells what a stream records into, if it does.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if status is NULL.
 *  Mirrors: cudaStreamGetCaptureInfo of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetCaptureInfo(
    cudaStream_t stream, enum cudaStreamCaptureStatus *status,
    unsigned long long *id GPUINTEROP_DEFAULT(0), cudaGraph_t *graph GPUINTEROP_DEFAULT(0),
    const cudaGraphNode_t **dependencies GPUINTEROP_DEFAULT(0),
    const cudaGraphEdgeData **edges GPUINTEROP_DEFAULT(0),
    size_t *dependency_count GPUINTEROP_DEFAULT(0));

/** Changes what the calling thread may do while a stream records, and gives what it was.
 *  Errors: cudaErrorInvalidValue if mode is NULL or none.
 *  Mirrors: cudaThreadExchangeStreamCaptureMode of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);

/** Tells the time between two events, taken by the device.
 *  Units: milliseconds.
 *  Errors: cudaErrorInvalidResourceHandle if an event is none, keeps no time or was never recorded;
 *      cudaErrorNotReady if one did not come yet.
 *  Mirrors: cudaEventElapsedTime of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventElapsedTime(
    float *milliseconds, cudaEvent_t start, cudaEvent_t end);

#ifdef __cplusplus
}
#endif

#endif
