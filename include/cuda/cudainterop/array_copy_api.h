/** Copies to, from and between arrays; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_ARRAY_COPY_API_H
#define GPUINTEROP_CUDA_ARRAY_COPY_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

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
 *  Errors: cudaErrorInvalidValue if the rows leave the array or the memory's allocation, or the
 *      memory does not fit the kind; cudaErrorInvalidPitchValue if a row is wider than the pitch;
 *      cudaErrorInvalidMemcpyDirection if the kind is none, or takes the array for host memory;
 *      cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemcpy2DToArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DToArray(
    cudaArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, enum cudaMemcpyKind kind);

/** Copies rows of memory into an array, in the order of a stream.
 *  Units: as cudaMemcpy2DToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpy2DToArrayAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DToArrayAsync(
    cudaArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies rows of an array into memory, and returns when the rows are copied.
 *  Units: as cudaMemcpy2DToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpy2DFromArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DFromArray(
    void *destination, size_t destination_pitch, cudaArray_const_t source, size_t x, size_t y,
    size_t width, size_t height, enum cudaMemcpyKind kind);

/** Copies rows of an array into memory, in the order of a stream.
 *  Units: as cudaMemcpy2DToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpy2DFromArrayAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DFromArrayAsync(
    void *destination, size_t destination_pitch, cudaArray_const_t source, size_t x, size_t y,
    size_t width, size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies rows of one array into another.
 *  Units: as cudaMemcpy2DToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpy2DArrayToArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DArrayToArray(
    cudaArray_t destination, size_t destination_x, size_t destination_y, cudaArray_const_t source,
    size_t source_x, size_t source_y, size_t width, size_t height,
    enum cudaMemcpyKind kind GPUINTEROP_DEFAULT(cudaMemcpyDeviceToDevice));

/** Copies packed bytes into an array, row after row from a place in it; an older form of
 *  cudaMemcpy2DToArray.
 *  Units: x and size are in bytes, y in rows.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpyToArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyToArray(
    cudaArray_t destination, size_t x, size_t y, const void *source, size_t size,
    enum cudaMemcpyKind kind);

/** Does as cudaMemcpyToArray, in the order of a stream.
 *  Units: as cudaMemcpyToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpyToArrayAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyToArrayAsync(
    cudaArray_t destination, size_t x, size_t y, const void *source, size_t size,
    enum cudaMemcpyKind kind, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies bytes out of an array, row after row from a place in it, packed; an older form of
 *  cudaMemcpy2DFromArray.
 *  Units: as cudaMemcpyToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpyFromArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyFromArray(
    void *destination, cudaArray_const_t source, size_t x, size_t y, size_t size,
    enum cudaMemcpyKind kind);

/** Does as cudaMemcpyFromArray, in the order of a stream.
 *  Units: as cudaMemcpyToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpyFromArrayAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyFromArrayAsync(
    void *destination, cudaArray_const_t source, size_t x, size_t y, size_t size,
    enum cudaMemcpyKind kind, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies bytes of one array into another, row after row from a place in each; an older form of
 *  cudaMemcpy2DArrayToArray.
 *  Units: as cudaMemcpyToArray.
 *  Errors: as cudaMemcpy2DArrayToArray.
 *  Mirrors: cudaMemcpyArrayToArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyArrayToArray(
    cudaArray_t destination, size_t destination_x, size_t destination_y, cudaArray_const_t source,
    size_t source_x, size_t source_y, size_t size,
    enum cudaMemcpyKind kind GPUINTEROP_DEFAULT(cudaMemcpyDeviceToDevice));

#ifdef __cplusplus
}
#endif

#endif
