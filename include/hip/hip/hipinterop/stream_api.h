/** What streams are and have been told, and the time between events; a part of hip_runtime_api.h.
 */
#ifndef GPUINTEROP_HIP_STREAM_API_H
#define GPUINTEROP_HIP_STREAM_API_H

#include <stdint.h>

#include "../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Tells the priority of a stream.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if priority is NULL.
 *  Mirrors: hipStreamGetPriority of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetPriority(hipStream_t stream, int *priority);

/** Tells the device of a stream.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if device is NULL.
 *  Mirrors: hipStreamGetDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *device);

/** Returns the ordinal of the device of a stream.
 *  Returns: the ordinal, or -1 if stream is none.
 *  Mirrors: hipGetStreamDeviceId of HIP 6.4. */
GPUINTEROP_API int hipGetStreamDeviceId(hipStream_t stream);

/** Says which streams use managed memory.
 *  Parameter flags: hipMemAttachGlobal, hipMemAttachHost or hipMemAttachSingle.
 *  Units: size is in bytes; 0 means the whole allocation.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if the memory is not managed, or size or
 *      flags is another.
 *  Mirrors: hipStreamAttachMemAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamAttachMemAsync(
    hipStream_t stream, void *pointer, size_t size GPUINTEROP_DEFAULT(0),
    unsigned int flags GPUINTEROP_DEFAULT(hipMemAttachSingle));

/** Tells whether a stream records its work into a graph.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if status is NULL.
 *  Mirrors: hipStreamIsCapturing of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus *status);

/** Tells what a stream records into, if it does.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if status is NULL.
 *  Mirrors: hipStreamGetCaptureInfo of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetCaptureInfo(
    hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id);

/** Does as hipStreamGetCaptureInfo, and tells the graph.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if status is NULL.
 *  Mirrors: hipStreamGetCaptureInfo_v2 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetCaptureInfo_v2(
    hipStream_t stream, hipStreamCaptureStatus *status,
    unsigned long long *id GPUINTEROP_DEFAULT(0), hipGraph_t *graph GPUINTEROP_DEFAULT(0),
    const hipGraphNode_t **dependencies GPUINTEROP_DEFAULT(0),
    size_t *dependency_count GPUINTEROP_DEFAULT(0));

/** Changes what the calling thread may do while a stream records, and gives what it was.
 *  Errors: hipErrorInvalidValue if mode is NULL or none.
 *  Mirrors: hipThreadExchangeStreamCaptureMode of HIP 6.4. */
GPUINTEROP_API hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode);

/** Makes later work of a stream wait until a number in memory has a value.
 *  Parameter flags: hipStreamWaitValueGte, hipStreamWaitValueEq, hipStreamWaitValueAnd or
 *      hipStreamWaitValueNor.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if the pointer is unknown or not aligned, or
 *      flags is another; hipErrorNotSupported.
 *  Mirrors: hipStreamWaitValue32 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWaitValue32(
    hipStream_t stream, void *pointer, uint32_t value, unsigned int flags,
    uint32_t mask GPUINTEROP_DEFAULT(0xFFFFFFFF));

/** Makes later work of a stream wait until a 64-bit number in memory has a value.
 *  Parameter flags: as hipStreamWaitValue32.
 *  Errors: as hipStreamWaitValue32.
 *  Mirrors: hipStreamWaitValue64 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWaitValue64(
    hipStream_t stream, void *pointer, uint64_t value, unsigned int flags,
    uint64_t mask GPUINTEROP_DEFAULT(0xFFFFFFFFFFFFFFFF));

/** Writes a number to memory, in the order of a stream.
 *  Parameter flags: 0.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if the pointer is unknown or not aligned.
 *  Mirrors: hipStreamWriteValue32 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWriteValue32(
    hipStream_t stream, void *pointer, uint32_t value, unsigned int flags);

/** Writes a 64-bit number to memory, in the order of a stream.
 *  Parameter flags: 0.
 *  Errors: as hipStreamWriteValue32.
 *  Mirrors: hipStreamWriteValue64 of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWriteValue64(
    hipStream_t stream, void *pointer, uint64_t value, unsigned int flags);

/** Makes several waits for and writes of numbers, in the order of a stream.
 *  Parameter flags: 0.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if operations is NULL, or one of them is
 *      none.
 *  Mirrors: hipStreamBatchMemOp of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamBatchMemOp(
    hipStream_t stream, unsigned int count, hipStreamBatchMemOpParams *operations,
    unsigned int flags);

/** Creates a stream whose kernels use some compute units only.
 *  Owner: the caller, until hipStreamDestroy.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or mask_words is 0; hipErrorOutOfMemory.
 *  Mirrors: hipExtStreamCreateWithCUMask of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtStreamCreateWithCUMask(
    hipStream_t *stream, uint32_t mask_words, const uint32_t *mask);

/** Tells the compute units that the kernels of a stream use.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if mask is NULL or too short.
 *  Mirrors: hipExtStreamGetCUMask of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtStreamGetCUMask(
    hipStream_t stream, uint32_t mask_words, uint32_t *mask);

/** Tells the time between two events, taken by the device.
 *  Units: milliseconds.
 *  Errors: hipErrorInvalidHandle if an event is none, keeps no time or was never recorded;
 *      hipErrorNotReady if one did not come yet.
 *  Mirrors: hipEventElapsedTime of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventElapsedTime(
    float *milliseconds, hipEvent_t start, hipEvent_t end);

#ifdef __cplusplus
}
#endif

#endif
