/** Hints about managed memory; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_ADVISE_API_H
#define GPUINTEROP_CUDA_ADVISE_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Hints that managed memory will be used at a place soon.
 *  Parameter location: where; its type says what its id means.
 *  Parameter flags: 0.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidValue if the range is not managed memory, the location is none or flags
 *      is not 0; cudaErrorInvalidDevice; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemPrefetchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPrefetchAsync(
    const void *pointer, size_t size, struct cudaMemLocation location, unsigned int flags,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Hints that ranges of managed memory will be used at places soon.
 *  Parameter location_starts: the index of the first range to which each of the locations applies.
 *  Parameter flags: 0.
 *  Units: sizes are in bytes.
 *  Errors: as cudaMemPrefetchAsync; cudaErrorInvalidValue if an array is NULL or a count is 0.
 *  Mirrors: cudaMemPrefetchBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPrefetchBatchAsync(
    void **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations,
    size_t *location_starts, size_t location_count, unsigned long long flags, cudaStream_t stream);

/** Says that nobody needs the content of ranges of managed memory any more.
 *  Parameter flags: 0.
 *  Units: sizes are in bytes.
 *  Errors: cudaErrorInvalidValue if an array is NULL, count or flags is wrong or a range is not
 *      managed memory.
 *  Mirrors: cudaMemDiscardBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemDiscardBatchAsync(
    void **pointers, size_t *sizes, size_t count, unsigned long long flags, cudaStream_t stream);

/** Does as cudaMemDiscardBatchAsync and cudaMemPrefetchBatchAsync together.
 *  Parameter flags: 0.
 *  Units: sizes are in bytes.
 *  Errors: as those two.
 *  Mirrors: cudaMemDiscardAndPrefetchBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    void **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations,
    size_t *location_starts, size_t location_count, unsigned long long flags, cudaStream_t stream);

/** Hints how managed memory will be used.
 *  Parameter location: where; its type says what its id means.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidValue if the range is not managed memory, or advice or location is none;
 *      cudaErrorInvalidDevice.
 *  Mirrors: cudaMemAdvise of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemAdvise(
    const void *pointer, size_t size, enum cudaMemoryAdvise advice,
    struct cudaMemLocation location);

/** Tells one hint that was given for managed memory.
 *  Parameter data: room for the answer; 4 bytes, but one int for each device where they are
 *      several.
 *  Units: sizes are in bytes.
 *  Errors: cudaErrorInvalidValue if data is NULL, data_size does not fit, attribute is none or the
 *      range is not managed memory.
 *  Mirrors: cudaMemRangeGetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemRangeGetAttribute(
    void *data, size_t data_size, enum cudaMemRangeAttribute attribute, const void *pointer,
    size_t size);

/** Tells several hints that were given for managed memory.
 *  Units: sizes are in bytes.
 *  Errors: as cudaMemRangeGetAttribute.
 *  Mirrors: cudaMemRangeGetAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemRangeGetAttributes(
    void **data, size_t *data_sizes, enum cudaMemRangeAttribute *attributes, size_t count,
    const void *pointer, size_t size);

/** Makes writes of other devices on the bus visible to this one.
 *  Errors: cudaErrorInvalidValue if target or scope is none; cudaErrorNotSupported where the device
 *      has no such writes.
 *  Mirrors: cudaDeviceFlushGPUDirectRDMAWrites of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(
    enum cudaFlushGPUDirectRDMAWritesTarget target, enum cudaFlushGPUDirectRDMAWritesScope scope);

#ifdef __cplusplus
}
#endif

#endif
