/** Hints about managed memory; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_ADVISE_API_H
#define GPUINTEROP_HIP_ADVISE_API_H

#include "../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Hints that managed memory will be used by a device soon.
 *  Parameter device: an ordinal, or hipCpuDeviceId.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidValue if the range is not managed memory; hipErrorInvalidDevice;
 *      hipErrorInvalidHandle.
 *  Mirrors: hipMemPrefetchAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPrefetchAsync(
    const void *pointer, size_t size, int device, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Hints how managed memory will be used.
 *  Parameter device: an ordinal, or hipCpuDeviceId.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidValue if the range is not managed memory or advice is none;
 *      hipErrorInvalidDevice.
 *  Mirrors: hipMemAdvise of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemAdvise(
    const void *pointer, size_t size, hipMemoryAdvise advice, int device);

/** Tells one hint that was given for managed memory.
 *  Parameter data: room for the answer; 4 bytes, but one int for each device where they are
 *      several.
 *  Units: sizes are in bytes.
 *  Errors: hipErrorInvalidValue if data is NULL, data_size does not fit, attribute is none or the
 *      range is not managed memory.
 *  Mirrors: hipMemRangeGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemRangeGetAttribute(
    void *data, size_t data_size, hipMemRangeAttribute attribute, const void *pointer, size_t size);

/** Tells several hints that were given for managed memory.
 *  Units: sizes are in bytes.
 *  Errors: as hipMemRangeGetAttribute.
 *  Mirrors: hipMemRangeGetAttributes of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemRangeGetAttributes(
    void **data, size_t *data_sizes, hipMemRangeAttribute *attributes, size_t count,
    const void *pointer, size_t size);

#ifdef __cplusplus
}
#endif

#endif
