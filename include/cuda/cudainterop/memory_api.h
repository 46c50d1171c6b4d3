/** Memory of every shape: allocations, fills, host memory; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_MEMORY_API_H
#define GPUINTEROP_CUDA_MEMORY_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates rows of memory, each aligned for the device.
 *  Units: width is in bytes, height counts rows; pitch gets the bytes from row to row.
 *  Owner: the caller, until cudaFree.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or the size overflows;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocPitch of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocPitch(
    void **pointer, size_t *pitch, size_t width, size_t height);

/** Allocates a volume of rows, each aligned for the device.
 *  Units: extent.width is in bytes, the rest counts rows and slices.
 *  Owner: the caller, until cudaFree of pitched->ptr.
 *  Errors: cudaErrorInvalidValue if pitched is NULL or the size overflows;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaMalloc3D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitched, struct cudaExtent extent);

/** Allocates memory that host and device reach by one address; for size 0 nothing, and the pointer
 *  is NULL.
 *  Parameter flags: cudaMemAttachGlobal or cudaMemAttachHost.
 *  Units: size is in bytes.
 *  Owner: the caller, until cudaFree.
 *  Errors: cudaErrorInvalidValue if pointer is NULL or flags is another;
 *      cudaErrorNotSupported where the device has no such memory; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocManaged of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocManaged(
    void **pointer, size_t size, unsigned int flags GPUINTEROP_DEFAULT(cudaMemAttachGlobal));

/** Makes host memory that the program allocated known to the device.
 *  Parameter flags: bits of cudaHostRegisterPortable, cudaHostRegisterMapped and
 *      cudaHostRegisterReadOnly: the memory need not be writable, and no work writes to it.
 *  Units: size is in bytes.
 *  Owner: the memory stays the caller's and must live until cudaHostUnregister.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, size is 0, flags has another bit, or a byte of
 *      it is the library's own; cudaErrorHostMemoryAlreadyRegistered if one is registered.
 *  Mirrors: cudaHostRegister of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);

/** Ends what cudaHostRegister began.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, within such memory but not its start, or the
 *      library's own; cudaErrorHostMemoryNotRegistered for other memory.
 *  Mirrors: cudaHostUnregister of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostUnregister(void *pointer);

/** Fills rows of memory with a byte.
 *  Units: pitch and width are in bytes, height counts rows.
 *  Errors: cudaErrorInvalidValue if the rows leave their allocation, or one of several is wider
 *      than pitch.
 *  Mirrors: cudaMemset2D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset2D(
    void *pointer, size_t pitch, int value, size_t width, size_t height);

/** Fills rows of memory with a byte, in the order of a stream.
 *  Units: pitch and width are in bytes, height counts rows.
 *  Errors: as cudaMemset2D; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemset2DAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset2DAsync(
    void *pointer, size_t pitch, int value, size_t width, size_t height,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills a volume of memory with a byte.
 *  Units: extent.width is in bytes, the rest counts rows and slices.
 *  Errors: cudaErrorInvalidValue if the volume leaves its allocation, one of several rows is wider
 *      than the pitch, or slices have fewer rows than are asked for.
 *  Mirrors: cudaMemset3D of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset3D(
    struct cudaPitchedPtr pitched, int value, struct cudaExtent extent);

/** Fills a volume of memory with a byte, in the order of a stream.
 *  Units: extent.width is in bytes, the rest counts rows and slices.
 *  Errors: as cudaMemset3D; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemset3DAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset3DAsync(
    struct cudaPitchedPtr pitched, int value, struct cudaExtent extent,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

#ifdef __cplusplus
}
#endif

#endif
