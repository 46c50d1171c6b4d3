/** Hints about managed memory; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_ADVISE_API_H
#define GPUINTEROP_CUDA_ADVISE_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Hints that managed memory will be used soon, and by which processor.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Parameter flags: 0.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, size is 0, the range is not managed memory,
 *      location is not a place, or flags is not 0; cudaErrorInvalidDevice;
 *      cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorMemoryAllocation; cudaErrorNotSupported for a device past the first 63.
 *  Mirrors: cudaMemPrefetchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPrefetchAsync(
    const void *pointer, size_t size, struct cudaMemLocation location, unsigned int flags,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Hints that several ranges of managed memory will be used soon, and by which processor.
 *  Parameter location_starts: the index of the first range to which each of the locations
 *      applies. The first index is 0 and they rise.
 *  Parameter flags: 0.
 *  Units: sizes are in bytes.
 *  Errors: as cudaMemPrefetchAsync; cudaErrorInvalidValue if an array is NULL, a count is 0, the
 *      indexes do not rise, or stream is the legacy default stream.
 *  Mirrors: cudaMemPrefetchBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPrefetchBatchAsync(
    void **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations,
    size_t *location_starts, size_t location_count, unsigned long long flags, cudaStream_t stream);

/** Discards the content of several ranges of managed memory.
 *  Parameter flags: 0.
 *  Units: sizes are in bytes.
 *  Errors: cudaErrorInvalidValue if an array is NULL, count is 0, flags is not 0, a range is not
 *      managed memory, or stream is the legacy default stream; cudaErrorInvalidResourceHandle if
 *      stream is stale or of another kind.
 *  Mirrors: cudaMemDiscardBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemDiscardBatchAsync(
    void **pointers, size_t *sizes, size_t count, unsigned long long flags, cudaStream_t stream);

/** Does what cudaMemDiscardBatchAsync and cudaMemPrefetchBatchAsync do together.
 *  Parameter flags: 0.
 *  Units: sizes are in bytes.
 *  Errors: as cudaMemDiscardBatchAsync; as cudaMemPrefetchBatchAsync.
 *  Mirrors: cudaMemDiscardAndPrefetchBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    void **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations,
    size_t *location_starts, size_t location_count, unsigned long long flags, cudaStream_t stream);

/** Hints how managed memory will be used.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidValue if size is 0, the range is not managed memory, advice is not
 *      one of the enum's, or location is not a place; cudaErrorMemoryAllocation;
 *      cudaErrorNotSupported for a device past the first 63.
 *  Mirrors: cudaMemAdvise of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemAdvise(
    const void *pointer, size_t size, enum cudaMemoryAdvise advice,
    struct cudaMemLocation location);

/** Gets one attribute of a range of managed memory.
 *  Parameter data: gets the value, of 4 bytes. The attribute AccessedBy takes one int for each
 *      device that data has room for.
 *  Units: sizes are in bytes.
 *  Errors: cudaErrorInvalidValue if data is NULL, data_size does not fit, attribute is not one
 *      of the enum's, size is 0, or the range is not managed memory.
 *  Mirrors: cudaMemRangeGetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemRangeGetAttribute(
    void *data, size_t data_size, enum cudaMemRangeAttribute attribute, const void *pointer,
    size_t size);

/** Gets several attributes of a range of managed memory.
 *  Units: sizes are in bytes.
 *  Errors: as cudaMemRangeGetAttribute; cudaErrorInvalidValue if an array is NULL, or count is
 *      0.
 *  Mirrors: cudaMemRangeGetAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemRangeGetAttributes(
    void **data, size_t *data_sizes, enum cudaMemRangeAttribute *attributes, size_t count,
    const void *pointer, size_t size);

/** Makes writes of other devices on the bus visible to this one. No device here has such writes.
 *  Errors: cudaErrorInvalidValue if target or scope is not one of the enum's; else
 *      cudaErrorNotSupported.
 *  Mirrors: cudaDeviceFlushGPUDirectRDMAWrites of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceFlushGPUDirectRDMAWrites(
    enum cudaFlushGPUDirectRDMAWritesTarget target, enum cudaFlushGPUDirectRDMAWritesScope scope);

#ifdef __cplusplus
}
#endif

#endif
