/** Copies to, from and between arrays; a part of cuda_runtime_api.h.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a stream call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_ARRAY_COPY_API_H
#define GPUINTEROP_CUDA_ARRAY_COPY_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Widths and x are in bytes, heights and y in rows. A row of a compressed array is a row of blocks.
 * A copy may begin and end inside a texel. It keeps the other bytes of that texel, unless another
 * stream writes to the texel at the same time, and is slower than a copy of whole texels. Of an
 * array with slices, layers or faces the first is used. A copy of 0 bytes accepts any pointer. */

/** Copies rows of memory into an array, and returns when they are copied.
 *  Units: width, x and the pitch are in bytes; height and y are in rows.
 *  Errors: cudaErrorInvalidValue if the rows leave the array or the memory's allocation, or the
 *      memory does not fit kind; cudaErrorInvalidPitchValue if a row is wider than the pitch;
 *      cudaErrorInvalidMemcpyDirection if kind is not one of the enum's, or makes the array host
 *      memory; cudaErrorInvalidResourceHandle if an array is stale or of another kind.
 *  Mirrors: cudaMemcpy2DToArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DToArray(
    cudaArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, enum cudaMemcpyKind kind);

/** Enqueues a copy of rows of memory into an array.
 *  Units: as cudaMemcpy2DToArray.
 *  Errors: as cudaMemcpy2DToArray; cudaErrorInvalidResourceHandle if stream is stale or of
 *      another kind.
 *  Mirrors: cudaMemcpy2DToArrayAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DToArrayAsync(
    cudaArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies rows of an array into memory, and returns when they are copied.
 *  Units: as cudaMemcpy2DToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpy2DFromArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DFromArray(
    void *destination, size_t destination_pitch, cudaArray_const_t source, size_t x, size_t y,
    size_t width, size_t height, enum cudaMemcpyKind kind);

/** Enqueues a copy of rows of an array into memory.
 *  Units: as cudaMemcpy2DToArray.
 *  Errors: as cudaMemcpy2DToArray; cudaErrorInvalidResourceHandle if stream is stale or of
 *      another kind.
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

/** Copies packed bytes into an array, row after row from a position in it. It is an older form
 *  of cudaMemcpy2DToArray.
 *  Units: x and size are in bytes, y is in rows.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpyToArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyToArray(
    cudaArray_t destination, size_t x, size_t y, const void *source, size_t size,
    enum cudaMemcpyKind kind);

/** Enqueues the copy that cudaMemcpyToArray makes.
 *  Units: as cudaMemcpyToArray.
 *  Errors: as cudaMemcpy2DToArray; cudaErrorInvalidResourceHandle if stream is stale or of
 *      another kind.
 *  Mirrors: cudaMemcpyToArrayAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyToArrayAsync(
    cudaArray_t destination, size_t x, size_t y, const void *source, size_t size,
    enum cudaMemcpyKind kind, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies bytes out of an array, packed, row after row from a position in it. It is an older
 *  form of cudaMemcpy2DFromArray.
 *  Units: as cudaMemcpyToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpyFromArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyFromArray(
    void *destination, cudaArray_const_t source, size_t x, size_t y, size_t size,
    enum cudaMemcpyKind kind);

/** Enqueues the copy that cudaMemcpyFromArray makes.
 *  Units: as cudaMemcpyToArray.
 *  Errors: as cudaMemcpy2DToArray; cudaErrorInvalidResourceHandle if stream is stale or of
 *      another kind.
 *  Mirrors: cudaMemcpyFromArrayAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyFromArrayAsync(
    void *destination, cudaArray_const_t source, size_t x, size_t y, size_t size,
    enum cudaMemcpyKind kind, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies bytes of one array into another, row after row from a position in each. It is an older
 *  form of cudaMemcpy2DArrayToArray.
 *  Units: as cudaMemcpyToArray.
 *  Errors: as cudaMemcpy2DToArray.
 *  Mirrors: cudaMemcpyArrayToArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyArrayToArray(
    cudaArray_t destination, size_t destination_x, size_t destination_y, cudaArray_const_t source,
    size_t source_x, size_t source_y, size_t size,
    enum cudaMemcpyKind kind GPUINTEROP_DEFAULT(cudaMemcpyDeviceToDevice));

#ifdef __cplusplus
}
#endif

#endif
