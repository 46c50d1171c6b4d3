/** Copies of rows, volumes and batches, and between devices; a part of hip_runtime_api.h.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a stream call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_COPY_API_H
#define GPUINTEROP_HIP_COPY_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Copies rows of memory, and returns when they are copied.
 *  Units: width and pitches are in bytes, height is in rows.
 *  Errors: hipErrorInvalidPitchValue if a row is wider than a pitch; hipErrorInvalidValue if the
 *      rows leave an allocation, or a pointer does not fit kind; hipErrorInvalidMemcpyDirection
 *      if kind is not one of the enum's.
 *  Mirrors: hipMemcpy2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2D(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind);

/** Enqueues a copy of rows of memory.
 *  Units: as hipMemcpy2D.
 *  Errors: as hipMemcpy2D; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemcpy2DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DAsync(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies a volume, and returns when it is copied.
 *  Units: extent.width and the x of positions in arrays are in texels if one side is an array,
 *      else in bytes. Positions in memory are in bytes.
 *  Errors: hipErrorInvalidPitchValue if a row is wider than a pitch, or a slice is higher than
 *      its rows; hipErrorInvalidValue if parameters is NULL, a side has both an array and a
 *      pointer, the volume leaves an allocation or array, or a side does not fit kind;
 *      hipErrorInvalidMemcpyDirection if kind is not one of the enum's;
 *      hipErrorContextIsDestroyed if an array is stale or of another kind; hipErrorInvalidHandle
 *      if it is NULL.
 *  Mirrors: hipMemcpy3D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy3D(const struct hipMemcpy3DParms *parameters);

/** Enqueues a copy of a volume.
 *  Units: as hipMemcpy3D.
 *  Errors: as hipMemcpy3D; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemcpy3DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy3DAsync(
    const struct hipMemcpy3DParms *parameters, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory from one device to another.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidDevice; hipErrorInvalidValue if a range leaves its allocation, or a
 *      pointer is NULL and size is not 0.
 *  Mirrors: hipMemcpyPeer of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyPeer(
    void *destination, int destination_device, const void *source, int source_device, size_t size);

/** Enqueues a copy of memory from one device to another.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyPeer; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemcpyPeerAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyPeerAsync(
    void *destination, int destination_device, const void *source, int source_device, size_t size,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory in the order of a stream, and returns when it is copied. The calling thread
 *  sleeps.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyAsync.
 *  Mirrors: hipMemcpyWithStream of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyWithStream(
    void *destination, const void *source, size_t size, hipMemcpyKind kind, hipStream_t stream);

/** Copies rows of memory or of arrays, described by a struct, and returns when they are copied.
 *  Units: sizes, pitches and offsets are in bytes; a pitch of 0 means tightly packed.
 *  Errors: hipErrorInvalidPitchValue if a row is wider than a pitch; hipErrorInvalidValue if
 *      parameters is NULL, rows leave an allocation or array, a memory type is not one of the
 *      enum's, or memory of type device is not of this library; hipErrorContextIsDestroyed if an
 *      array is stale or of another kind; hipErrorInvalidHandle if it is NULL.
 *  Mirrors: hipMemcpyParam2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyParam2D(const hip_Memcpy2D *parameters);

/** Enqueues a copy of rows of memory or of arrays, described by a struct.
 *  Units: as hipMemcpyParam2D.
 *  Errors: as hipMemcpyParam2D; hipErrorContextIsDestroyed if stream is stale or of another
 *      kind.
 *  Mirrors: hipMemcpyParam2DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyParam2DAsync(
    const hip_Memcpy2D *parameters, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies rows of memory or of arrays as hipMemcpyParam2D does, with any alignment.
 *  Units: as hipMemcpyParam2D.
 *  Errors: as hipMemcpyParam2D.
 *  Mirrors: hipDrvMemcpy2DUnaligned of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *parameters);

/** Copies a volume, described by a struct, and returns when it is copied.
 *  Units: sizes, pitches and offsets are in bytes; a pitch or height of 0 means tightly packed.
 *  Errors: hipErrorInvalidPitchValue if a row is wider than a pitch, or a slice is higher than
 *      its rows; hipErrorInvalidValue if parameters is NULL, or the volume leaves an allocation
 *      or array; hipErrorInvalidValue if a memory type is not one of the enum's, or memory of
 *      type device is not of this library; hipErrorContextIsDestroyed if an array is stale or of
 *      another kind; hipErrorInvalidHandle if it is NULL.
 *  Mirrors: hipDrvMemcpy3D of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *parameters);

/** Enqueues a copy of a volume, described by a struct.
 *  Units: as hipDrvMemcpy3D.
 *  Errors: as hipDrvMemcpy3D; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipDrvMemcpy3DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *parameters, hipStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
