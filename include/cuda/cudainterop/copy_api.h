/** Copies of rows, volumes and batches, and between devices; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_COPY_API_H
#define GPUINTEROP_CUDA_COPY_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Copies rows of memory, and returns when the rows are copied.
 *  Units: sizes, pitches and offsets are in bytes.
 *  Errors: cudaErrorInvalidPitchValue if one of several rows is wider than its pitch, or one
 *      of several slices higher than its rows; cudaErrorInvalidValue if a range leaves those or its
 *      allocation, or the kind does not fit the pointers;
 *      cudaErrorInvalidMemcpyDirection if the kind is none.
 *  Mirrors: cudaMemcpy2D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2D(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, enum cudaMemcpyKind kind);

/** Copies rows of memory, in the order of a stream.
 *  Units: sizes, pitches and offsets are in bytes.
 *  Errors: as cudaMemcpy2D; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemcpy2DAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DAsync(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies a volume of memory, and returns when it is copied.
 *  Units: extent.width and the x of positions are in bytes where no array takes part, else they
 *      and heights are in texels, of compressed arrays too: an extent is rounded up to blocks, a
 *      position down. A pitch is in bytes, and ysize in rows, or in rows of blocks.
 *  Errors: cudaErrorInvalidPitchValue if one of several rows is wider than its pitch, or one
 *      of several slices higher than its rows; cudaErrorInvalidValue if a range leaves those or its
 *      allocation, or the kind does not fit the pointers;
 *      cudaErrorInvalidMemcpyDirection if the kind is none.
 *  Mirrors: cudaMemcpy3D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters);

/** Copies a volume of memory, in the order of a stream.
 *  Units: as cudaMemcpy3D.
 *  Errors: as cudaMemcpy3D; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemcpy3DAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3DAsync(
    const struct cudaMemcpy3DParms *parameters, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies a volume of memory from one device to another.
 *  Units: as cudaMemcpy3D.
 *  Errors: cudaErrorInvalidPitchValue if one of several rows is wider than its pitch, or one
 *      of several slices higher than its rows; cudaErrorInvalidValue if a range leaves those or its
 *      allocation; cudaErrorInvalidDevice if there is no such ordinal.
 *  Mirrors: cudaMemcpy3DPeer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters);

/** Copies a volume of memory from one device to another, in the order of a stream.
 *  Units: as cudaMemcpy3D.
 *  Errors: as cudaMemcpy3DPeer; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemcpy3DPeerAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3DPeerAsync(
    const struct cudaMemcpy3DPeerParms *parameters, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory from one device to another.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidDevice if there is no such ordinal; cudaErrorInvalidValue if a range
 *      leaves its allocation.
 *  Mirrors: cudaMemcpyPeer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyPeer(
    void *destination, int destination_device, const void *source, int source_device, size_t size);

/** Copies memory from one device to another, in the order of a stream.
 *  Units: size is in bytes.
 *  Errors: as cudaMemcpyPeer; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemcpyPeerAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyPeerAsync(
    void *destination, int destination_device, const void *source, int source_device, size_t size,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Makes many copies at once, in no order among each other, in the order of a stream.
 *  Parameter attribute_starts: the index of the first copy to which each of the attributes applies;
 *      the first is 0 and they rise.
 *  Units: sizes are in bytes.
 *  Errors: cudaErrorInvalidValue if an array is NULL, a count is 0, an attribute is none or a range
 *      leaves its allocation, or stream is the legacy default stream.
 *  Mirrors: cudaMemcpyBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyBatchAsync(
    void *const *destinations, const void *const *sources, const size_t *sizes, size_t count,
    struct cudaMemcpyAttributes *attributes, size_t *attribute_starts, size_t attribute_count,
    cudaStream_t stream);

/** Makes many copies of volumes at once, in no order among each other, in the order of a stream.
 *  Parameter flags: 0.
 *  Units: extents count bytes for pointers; row lengths and layer heights of 0 mean tightly packed.
 *  Errors: cudaErrorInvalidValue if operations is NULL, count is 0, flags is not 0, an operand is
 *      none or a volume leaves its allocation.
 *  Mirrors: cudaMemcpy3DBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3DBatchAsync(
    size_t count, struct cudaMemcpy3DBatchOp *operations, unsigned long long flags,
    cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
