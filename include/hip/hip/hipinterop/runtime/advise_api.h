/** Hints about managed memory; a part of hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_ADVISE_API_H
#define GPUINTEROP_HIP_ADVISE_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Hints that managed memory will be used soon, and by which processor.
 *  Parameter device: an ordinal, or hipCpuDeviceId.
 *  Units: size is in bytes. The range is rounded to whole pages, as far as the memory goes.
 *  Errors: hipErrorInvalidValue if size is 0, or the range is not managed memory;
 *      hipErrorInvalidDevice; hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorOutOfMemory; hipErrorNotSupported for a device past the first 63.
 *  Mirrors: hipMemPrefetchAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPrefetchAsync(
    const void *pointer, size_t size, int device, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Hints how managed memory will be used.
 *  Parameter device: an ordinal, or hipCpuDeviceId.
 *  Units: size is in bytes. The range is rounded to whole pages, as far as the memory goes.
 *  Errors: hipErrorInvalidValue if size is 0, the range is not managed memory, or advice is not
 *      one of the enum's; hipErrorInvalidDevice; hipErrorOutOfMemory; hipErrorNotSupported for a
 *      device past the first 63.
 *  Mirrors: hipMemAdvise of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemAdvise(
    const void *pointer, size_t size, hipMemoryAdvise advice, int device);

/** Gets one attribute of a range of managed memory.
 *  Parameter data: gets the value, of 4 bytes. The attribute AccessedBy takes one int for each
 *      device that data has room for.
 *  Units: sizes are in bytes.
 *  Errors: hipErrorInvalidValue if data is NULL, data_size does not fit, attribute is not one of
 *      the enum's, size is 0, or the range is not managed memory.
 *  Mirrors: hipMemRangeGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemRangeGetAttribute(
    void *data, size_t data_size, hipMemRangeAttribute attribute, const void *pointer, size_t size);

/** Gets several attributes of a range of managed memory.
 *  Units: sizes are in bytes.
 *  Errors: as hipMemRangeGetAttribute; hipErrorInvalidValue if an array is NULL, or count is 0.
 *  Mirrors: hipMemRangeGetAttributes of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemRangeGetAttributes(
    void **data, size_t *data_sizes, hipMemRangeAttribute *attributes, size_t count,
    const void *pointer, size_t size);

#ifdef __cplusplus
}
#endif

#endif
