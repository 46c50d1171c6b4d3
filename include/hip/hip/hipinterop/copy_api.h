/** Copies of rows, volumes and batches, and between devices; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_COPY_API_H
#define GPUINTEROP_HIP_COPY_API_H

#include "../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Copies rows of memory, and returns when the rows are copied.
 *  Units: sizes, pitches and offsets are in bytes.
 *  Errors: hipErrorInvalidPitchValue if one of several rows is wider than its pitch, or one
 *      of several slices higher than its rows; hipErrorInvalidValue if a range leaves those or its
 *      allocation, or the kind does not fit the pointers;
 *      hipErrorInvalidMemcpyDirection if the kind is none.
 *  Mirrors: hipMemcpy2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2D(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind);

/** Copies rows of memory, in the order of a stream.
 *  Units: sizes, pitches and offsets are in bytes.
 *  Errors: as hipMemcpy2D; hipErrorInvalidHandle.
 *  Mirrors: hipMemcpy2DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy2DAsync(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies a volume of memory, and returns when it is copied.
 *  Units: extent.width and the x of positions in arrays are in texels where one takes part, else
 *      in bytes, as positions in memory always are.
 *  Errors: hipErrorInvalidPitchValue if one of several rows is wider than its pitch, or one
 *      of several slices higher than its rows; hipErrorInvalidValue if a range leaves those or its
 *      allocation, or the kind does not fit the pointers;
 *      hipErrorInvalidMemcpyDirection if the kind is none.
 *  Mirrors: hipMemcpy3D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy3D(const struct hipMemcpy3DParms *parameters);

/** Copies a volume of memory, in the order of a stream.
 *  Units: as hipMemcpy3D.
 *  Errors: as hipMemcpy3D; hipErrorInvalidHandle.
 *  Mirrors: hipMemcpy3DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy3DAsync(
    const struct hipMemcpy3DParms *parameters, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory from one device to another.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidDevice if there is no such ordinal; hipErrorInvalidValue if a range
 *      leaves its allocation.
 *  Mirrors: hipMemcpyPeer of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyPeer(
    void *destination, int destination_device, const void *source, int source_device, size_t size);

/** Copies memory from one device to another, in the order of a stream.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyPeer; hipErrorInvalidHandle.
 *  Mirrors: hipMemcpyPeerAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyPeerAsync(
    void *destination, int destination_device, const void *source, int source_device, size_t size,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory in the order of a stream, and returns when it is copied.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyAsync.
 *  Mirrors: hipMemcpyWithStream of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyWithStream(
    void *destination, const void *source, size_t size, hipMemcpyKind kind, hipStream_t stream);

/** Copies rows of memory as a struct says, and returns when they are copied.
 *  Units: sizes, pitches and offsets are in bytes; a pitch or height of 0 means tightly packed.
 *  Errors: hipErrorInvalidPitchValue if one of several rows is wider than its pitch, or one
 *      of several slices higher than its rows; hipErrorInvalidValue if a range leaves those or the
 *      allocation that its address is in, if a memory type is none, or if it says device and the
 *      address is in no allocation.
 *  Mirrors: hipMemcpyParam2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyParam2D(const hip_Memcpy2D *parameters);

/** Copies rows of memory as a struct says, in the order of a stream.
 *  Units: sizes, pitches and offsets are in bytes.
 *  Errors: as hipMemcpyParam2D; hipErrorInvalidHandle.
 *  Mirrors: hipMemcpyParam2DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyParam2DAsync(
    const hip_Memcpy2D *parameters, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies rows of memory as a struct says, whatever their alignment.
 *  Units: sizes, pitches and offsets are in bytes.
 *  Errors: as hipMemcpyParam2D.
 *  Mirrors: hipDrvMemcpy2DUnaligned of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *parameters);

/** Copies a volume of memory as a struct says, and returns when it is copied.
 *  Units: sizes, pitches and offsets are in bytes; a pitch or height of 0 means tightly packed.
 *  Errors: hipErrorInvalidPitchValue if one of several rows is wider than its pitch, or one
 *      of several slices higher than its rows; hipErrorInvalidValue if a range leaves those or the
 *      allocation that its address is in, if a memory type is none, or if it says device and the
 *      address is in no allocation.
 *  Mirrors: hipDrvMemcpy3D of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *parameters);

/** Copies a volume of memory as a struct says, in the order of a stream.
 *  Units: sizes, pitches and offsets are in bytes.
 *  Errors: as hipDrvMemcpy3D; hipErrorInvalidHandle.
 *  Mirrors: hipDrvMemcpy3DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *parameters, hipStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
