/** Copies to, from and between arrays; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_ARRAY_COPY_API_H
#define GPUINTEROP_HIP_ARRAY_COPY_API_H

#include "../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In all of these the width and the x of places are in bytes, the heights and the y in rows. Where
 * texels are compressed, a row is one of blocks. Texels may be cut: what is beside the bytes stays,
 * but for what other streams write to the same texels meanwhile. Such copies are slower than those
 * of whole texels. Of an array with slices, layers or faces the first is meant. No bytes at all are
 * copied from and to anywhere. */

/** Copies rows of memory into an array, and returns when the rows are copied.
 *  Units: width, x and pitch are in bytes, height and y in rows.
 *  Errors: hipErrorInvalidValue if the rows leave the array or the memory's allocation, or the
 *      memory does not fit the kind; hipErrorInvalidPitchValue if a row is wider than the pitch;
 *      hipErrorInvalidMemcpyDirection if the kind is none, or takes the array for host memory;
 *      hipErrorInvalidHandle.
 *  Mirrors: hipMemcpy2DToArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DToArray(
    hipArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind);

/** Copies rows of memory into an array, in the order of a stream.
 *  Units: as hipMemcpy2DToArray.
 *  Errors: as hipMemcpy2DToArray.
 *  Mirrors: hipMemcpy2DToArrayAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DToArrayAsync(
    hipArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies rows of an array into memory, and returns when the rows are copied.
 *  Units: as hipMemcpy2DToArray.
 *  Errors: as hipMemcpy2DToArray.
 *  Mirrors: hipMemcpy2DFromArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DFromArray(
    void *destination, size_t destination_pitch, hipArray_const_t source, size_t x, size_t y,
    size_t width, size_t height, hipMemcpyKind kind);

/** Copies rows of an array into memory, in the order of a stream.
 *  Units: as hipMemcpy2DToArray.
 *  Errors: as hipMemcpy2DToArray.
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

/** Copies packed bytes into an array, row after row from a place in it; an older form of
 *  hipMemcpy2DToArray.
 *  Units: x and size are in bytes, y in rows.
 *  Errors: as hipMemcpy2DToArray.
 *  Mirrors: hipMemcpyToArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyToArray(
    hipArray_t destination, size_t x, size_t y, const void *source, size_t size,
    hipMemcpyKind kind);

/** Copies bytes out of an array, row after row from a place in it, packed; an older form of
 *  hipMemcpy2DFromArray.
 *  Units: as hipMemcpyToArray.
 *  Errors: as hipMemcpy2DToArray.
 *  Mirrors: hipMemcpyFromArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyFromArray(
    void *destination, hipArray_const_t source, size_t x, size_t y, size_t size,
    hipMemcpyKind kind);

/* Copies of rows of one dimension, as the driver interface of CUDA has them. */

/** Copies host memory into an array of one row.
 *  Units: offset and size are in bytes.
 *  Errors: hipErrorInvalidValue if a range leaves the array or the array has several rows;
 *      hipErrorInvalidHandle.
 *  Mirrors: hipMemcpyHtoA of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyHtoA(
    hipArray_t destination, size_t offset, const void *source, size_t size);

/** Does as hipMemcpyHtoA, in the order of a stream.
 *  Units: offset and size are in bytes.
 *  Errors: as hipMemcpyHtoA.
 *  Mirrors: hipMemcpyHtoAAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyHtoAAsync(
    hipArray_t destination, size_t offset, const void *source, size_t size, hipStream_t stream);

/** Copies an array of one row into host memory.
 *  Units: offset and size are in bytes.
 *  Errors: as hipMemcpyHtoA.
 *  Mirrors: hipMemcpyAtoH of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyAtoH(
    void *destination, hipArray_t source, size_t offset, size_t size);

/** Does as hipMemcpyAtoH, in the order of a stream.
 *  Units: offset and size are in bytes.
 *  Errors: as hipMemcpyHtoA.
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
