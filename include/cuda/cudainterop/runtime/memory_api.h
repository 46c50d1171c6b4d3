/** Pitched and managed allocations, fills and registered host memory; a part of
 *  cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_MEMORY_API_H
#define GPUINTEROP_CUDA_MEMORY_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates rows of memory with a pitch that is aligned for the device.
 *  Units: width is in bytes, height in rows; pitch gets the bytes between the starts of rows.
 *  Owner: the caller, until cudaFree.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, or width has no pitch;
 *      cudaErrorMemoryAllocation, also if the size overflows.
 *  Mirrors: cudaMallocPitch of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocPitch(
    void **pointer, size_t *pitch, size_t width, size_t height);

/** Allocates a volume of rows with a pitch that is aligned for the device.
 *  Units: extent.width is in bytes, height in rows, depth in slices.
 *  Owner: the caller, until cudaFree of pitched->ptr.
 *  Errors: cudaErrorInvalidValue if pitched is NULL, or the width has no pitch;
 *      cudaErrorMemoryAllocation, also if the size overflows.
 *  Mirrors: cudaMalloc3D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent);

/** Allocates managed memory, which host and device access at the same address.
 *  Parameter flags: cudaMemAttachGlobal or cudaMemAttachHost.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cudaFree.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, or flags is another value;
 *      cudaErrorNotSupported if the device has no managed memory; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocManaged of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocManaged(
    void **pointer, size_t size, unsigned int flags GPUINTEROP_DEFAULT(cudaMemAttachGlobal));

/** Registers host memory that the program allocated, so that the device can access it.
 *  Parameter flags: bits of cudaHostRegisterPortable, cudaHostRegisterMapped and
 *      cudaHostRegisterReadOnly. With the last one the memory need not be writable, and no work
 *      may write to it.
 *  Units: size is in bytes.
 *  Owner: the memory stays the caller's and must live until cudaHostUnregister.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, size is 0, flags has another bit, or the
 *      range contains memory of the library; cudaErrorHostMemoryAlreadyRegistered if part of the
 *      range is registered; cudaErrorNotSupported if the device cannot register the memory;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaHostRegister of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);

/** Unregisters memory that cudaHostRegister registered.
 *  The call waits for all work that was enqueued before, in any stream of any device.
 *  Threads: any; other threads may use the devices while the call waits.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, is inside a registered range but not at its
 *      start, or is memory of the library; cudaErrorHostMemoryNotRegistered for other memory.
 *  Mirrors: cudaHostUnregister of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostUnregister(void *pointer);

/* Fills.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a stream call. */

/** Fills rows of memory with a byte.
 *  Units: pitch and width are in bytes, height is in rows.
 *  Errors: cudaErrorInvalidValue if the rows leave their allocation, or a row is wider than
 *      pitch.
 *  Mirrors: cudaMemset2D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset2D(
    void *pointer, size_t pitch, int value, size_t width, size_t height);

/** Enqueues a fill of rows of memory with a byte.
 *  Units: as cudaMemset2D.
 *  Errors: as cudaMemset2D; cudaErrorInvalidResourceHandle if stream is stale or of another
 *      kind.
 *  Mirrors: cudaMemset2DAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset2DAsync(
    void *pointer, size_t pitch, int value, size_t width, size_t height,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills a volume of memory with a byte.
 *  Units: extent.width is in bytes, height in rows, depth in slices.
 *  Errors: cudaErrorInvalidValue if the volume leaves its allocation, a row is wider than the
 *      pitch, or a slice is higher than its rows.
 *  Mirrors: cudaMemset3D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset3D(
    struct cudaPitchedPtr pitched, int value, struct cudaExtent extent);

/** Enqueues a fill of a volume of memory with a byte.
 *  Units: as cudaMemset3D.
 *  Errors: as cudaMemset3D; cudaErrorInvalidResourceHandle if stream is stale or of another
 *      kind.
 *  Mirrors: cudaMemset3DAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset3DAsync(
    struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

#ifdef __cplusplus
}
#endif

#endif
