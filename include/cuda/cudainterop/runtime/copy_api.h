/** Copies of rows, volumes and batches, and between devices; a part of cuda_runtime_api.h.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a stream call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_COPY_API_H
#define GPUINTEROP_CUDA_COPY_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Copies rows of memory, and returns when they are copied.
 *  Units: width and pitches are in bytes, height is in rows.
 *  Errors: cudaErrorInvalidPitchValue if a row is wider than a pitch; cudaErrorInvalidValue if
 *      the rows leave an allocation, or a pointer does not fit kind;
 *      cudaErrorInvalidMemcpyDirection if kind is not one of the enum's.
 *  Mirrors: cudaMemcpy2D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2D(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, enum cudaMemcpyKind kind);

/** Enqueues a copy of rows of memory.
 *  Units: as cudaMemcpy2D.
 *  Errors: as cudaMemcpy2D; cudaErrorInvalidResourceHandle if stream is stale or of another
 *      kind.
 *  Mirrors: cudaMemcpy2DAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy2DAsync(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, enum cudaMemcpyKind kind,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies a volume, and returns when it is copied.
 *  Units: between pointers extent.width and the x of positions are in bytes. If one side is an
 *      array, they are in texels, and so are heights. A compressed array rounds extents up to
 *      blocks and positions down. A pitch is in bytes, and ysize in rows or rows of blocks.
 *  Errors: cudaErrorInvalidPitchValue if a row is wider than a pitch, or a slice is higher than
 *      its rows; cudaErrorInvalidValue if parameters is NULL, a side has both an array and a
 *      pointer, the volume leaves an allocation or array, or a side does not fit kind;
 *      cudaErrorInvalidMemcpyDirection if kind is not one of the enum's;
 *      cudaErrorInvalidResourceHandle if an array is stale or of another kind.
 *  Mirrors: cudaMemcpy3D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters);

/** Enqueues a copy of a volume.
 *  Units: as cudaMemcpy3D.
 *  Errors: as cudaMemcpy3D; cudaErrorInvalidResourceHandle if stream is stale or of another
 *      kind.
 *  Mirrors: cudaMemcpy3DAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3DAsync(
    const struct cudaMemcpy3DParms *parameters, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies a volume from one device to another.
 *  Units: as cudaMemcpy3D.
 *  Errors: as cudaMemcpy3D; cudaErrorInvalidDevice.
 *  Mirrors: cudaMemcpy3DPeer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters);

/** Enqueues a copy of a volume from one device to another.
 *  Units: as cudaMemcpy3D.
 *  Errors: as cudaMemcpy3D; cudaErrorInvalidDevice; cudaErrorInvalidResourceHandle if stream is
 *      stale or of another kind.
 *  Mirrors: cudaMemcpy3DPeerAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3DPeerAsync(
    const struct cudaMemcpy3DPeerParms *parameters, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory from one device to another.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidDevice; cudaErrorInvalidValue if a range leaves its allocation, or a
 *      pointer is NULL and size is not 0.
 *  Mirrors: cudaMemcpyPeer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyPeer(
    void *destination, int destination_device, const void *source, int source_device, size_t size);

/** Enqueues a copy of memory from one device to another.
 *  Units: size is in bytes.
 *  Errors: as cudaMemcpyPeer; cudaErrorInvalidResourceHandle if stream is stale or of another
 *      kind.
 *  Mirrors: cudaMemcpyPeerAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyPeerAsync(
    void *destination, int destination_device, const void *source, int source_device, size_t size,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Enqueues many copies. They have no order among each other.
 *  Parameter attribute_starts: the index of the first copy to which each of the attributes
 *      applies. The first index is 0 and they rise.
 *  Units: sizes are in bytes.
 *  Errors: cudaErrorInvalidValue if an array is NULL, a count or size is 0, an attribute is
 *      unknown, a range leaves its allocation, or stream is the legacy default stream;
 *      cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaMemcpyBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyBatchAsync(
    void *const *destinations, const void *const *sources, const size_t *sizes, size_t count,
    struct cudaMemcpyAttributes *attributes, size_t *attribute_starts, size_t attribute_count,
    cudaStream_t stream);

/** Enqueues many copies of volumes. They have no order among each other.
 *  Parameter flags: 0.
 *  Units: an extent between pointers is in bytes, else in texels. A row length or layer height
 *      of 0 means tightly packed.
 *  Errors: cudaErrorInvalidValue if operations is NULL, count is 0, or flags is not 0;
 *      cudaErrorInvalidValue if an extent has a 0, an operand has an unknown type, a volume
 *      leaves its allocation, or stream is the legacy default stream;
 *      cudaErrorInvalidResourceHandle if stream or an array is stale or of another kind;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaMemcpy3DBatchAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy3DBatchAsync(
    size_t count, struct cudaMemcpy3DBatchOp *operations, unsigned long long flags,
    cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
