/** Copies to, from and between arrays; a part of hip_runtime_api.h.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a stream call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_ARRAY_COPY_API_H
#define GPUINTEROP_HIP_ARRAY_COPY_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Widths and x are in bytes, heights and y in rows. A row of a compressed array is a row of blocks.
 * A copy may begin and end inside a texel. It keeps the other bytes of that texel, unless another
 * stream writes to the texel at the same time, and is slower than a copy of whole texels. Of an
 * array with slices, layers or faces the first is used. A copy of 0 bytes accepts any pointer. */

/** Copies rows of memory into an array, and returns when they are copied.
 *  Units: width, x and the pitch are in bytes; height and y are in rows.
 *  Errors: hipErrorInvalidValue if the rows leave the array or the memory's allocation, or the
 *      memory does not fit kind; hipErrorInvalidPitchValue if a row is wider than the pitch;
 *      hipErrorInvalidMemcpyDirection if kind is not one of the enum's, or makes the array host
 *      memory; hipErrorContextIsDestroyed if an array is stale or of another kind;
 *      hipErrorInvalidHandle if it is NULL.
 *  Mirrors: hipMemcpy2DToArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DToArray(
    hipArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind);

/** Enqueues a copy of rows of memory into an array.
 *  Units: as hipMemcpy2DToArray.
 *  Errors: as hipMemcpy2DToArray; hipErrorContextIsDestroyed if stream is stale or of another
 *      kind.
 *  Mirrors: hipMemcpy2DToArrayAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DToArrayAsync(
    hipArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies rows of an array into memory, and returns when they are copied.
 *  Units: as hipMemcpy2DToArray.
 *  Errors: as hipMemcpy2DToArray.
 *  Mirrors: hipMemcpy2DFromArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DFromArray(
    void *destination, size_t destination_pitch, hipArray_const_t source, size_t x, size_t y,
    size_t width, size_t height, hipMemcpyKind kind);

/** Enqueues a copy of rows of an array into memory.
 *  Units: as hipMemcpy2DToArray.
 *  Errors: as hipMemcpy2DToArray; hipErrorContextIsDestroyed if stream is stale or of another
 *      kind.
 *  Mirrors: hipMemcpy2DFromArrayAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DFromArrayAsync(
    void *destination, size_t destination_pitch, hipArray_const_t source, size_t x, size_t y,
    size_t width, size_t height, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies rows of one array into another.
 *  Units: as hipMemcpy2DToArray.
 *  Errors: as hipMemcpy2DToArray.
 *  Mirrors: hipMemcpy2DArrayToArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DArrayToArray(
    hipArray_t destination, size_t destination_x, size_t destination_y, hipArray_const_t source,
    size_t source_x, size_t source_y, size_t width, size_t height, hipMemcpyKind kind);

/** Copies packed bytes into an array, row after row from a position in it. It is an older form
 *  of hipMemcpy2DToArray.
 *  Units: x and size are in bytes, y is in rows.
 *  Errors: as hipMemcpy2DToArray.
 *  Mirrors: hipMemcpyToArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyToArray(
    hipArray_t destination, size_t x, size_t y, const void *source, size_t size,
    hipMemcpyKind kind);

/** Copies bytes out of an array, packed, row after row from a position in it. It is an older
 *  form of hipMemcpy2DFromArray.
 *  Units: as hipMemcpyToArray.
 *  Errors: as hipMemcpy2DToArray.
 *  Mirrors: hipMemcpyFromArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyFromArray(
    void *destination, hipArray_const_t source, size_t x, size_t y, size_t size,
    hipMemcpyKind kind);

/* Copies of arrays of one dimension, as in the driver API of CUDA. Of an array with several rows
 * they copy the first one. */

/** Copies host memory into an array of one row.
 *  Units: offset and size are in bytes.
 *  Errors: hipErrorInvalidValue if an array is NULL, or a range leaves the array's row or an
 *      allocation; hipErrorContextIsDestroyed if an array is stale or of another kind.
 *  Mirrors: hipMemcpyHtoA of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyHtoA(
    hipArray_t destination, size_t offset, const void *source, size_t size);

/** Enqueues a copy of host memory into an array of one row.
 *  Units: offset and size are in bytes.
 *  Errors: as hipMemcpyHtoA; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemcpyHtoAAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyHtoAAsync(
    hipArray_t destination, size_t offset, const void *source, size_t size, hipStream_t stream);

/** Copies an array of one row into host memory.
 *  Units: offset and size are in bytes.
 *  Errors: as hipMemcpyHtoA.
 *  Mirrors: hipMemcpyAtoH of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyAtoH(
    void *destination, hipArray_t source, size_t offset, size_t size);

/** Enqueues a copy of an array of one row into host memory.
 *  Units: offset and size are in bytes.
 *  Errors: as hipMemcpyHtoA; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemcpyAtoHAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyAtoHAsync(
    void *destination, hipArray_t source, size_t offset, size_t size, hipStream_t stream);

/** Copies device memory into an array of one row.
 *  Units: offset and size are in bytes.
 *  Errors: as hipMemcpyHtoA.
 *  Mirrors: hipMemcpyDtoA of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyDtoA(
    hipArray_t destination, size_t offset, hipDeviceptr_t source, size_t size);

/** Copies an array of one row into device memory.
 *  Units: offset and size are in bytes.
 *  Errors: as hipMemcpyHtoA.
 *  Mirrors: hipMemcpyAtoD of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyAtoD(
    hipDeviceptr_t destination, hipArray_t source, size_t offset, size_t size);

/** Copies an array of one row into another.
 *  Units: offsets and size are in bytes.
 *  Errors: as hipMemcpyHtoA.
 *  Mirrors: hipMemcpyAtoA of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyAtoA(
    hipArray_t destination, size_t destination_offset, hipArray_t source, size_t source_offset,
    size_t size);

#ifdef __cplusplus
}
#endif

#endif
