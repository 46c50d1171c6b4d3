/** Pools of memory, and memory in the order of a stream; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_POOL_API_H
#define GPUINTEROP_CUDA_POOL_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates device memory from the current pool of the stream's device, in the order of the
 *  stream.
 *  Units: size is in bytes.
 *  Owner: the caller, until cudaFreeAsync or cudaFree.
 *  Errors: cudaErrorInvalidValue if pointer is NULL or size is 0; cudaErrorInvalidResourceHandle;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);

/** Allocates device memory from a pool, in the order of a stream.
 *  Units: size is in bytes.
 *  Owner: the caller, until cudaFreeAsync or cudaFree.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, size is 0 or pool is none;
 *      cudaErrorInvalidResourceHandle; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocFromPoolAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocFromPoolAsync(
    void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream);

/** Frees memory when the work before it in a stream is done; NULL is accepted.
 *  Errors: cudaErrorInvalidValue if pointer is not the start of such memory, or was freed before;
 *      cudaErrorNotSupported for managed memory; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaFreeAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);

/** Creates a pool of memory.
 *  Owner: the caller, until cudaMemPoolDestroy.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or a property is out of range;
 *      cudaErrorNotSupported for handle types that the device lacks; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMemPoolCreate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolCreate(
    cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);

/** Ends a pool; memory that came from it stays valid until it is freed.
 *  Errors: cudaErrorInvalidValue if pool is none, is a default pool or was destroyed before.
 *  Mirrors: cudaMemPoolDestroy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);

/** Changes an attribute of a pool.
 *  Parameter value: an int for the three about reuse, else an unsigned 64-bit number; only 0 for
 *      the high marks.
 *  Units: amounts of memory are in bytes.
 *  Errors: cudaErrorInvalidValue if pool or attribute is none, value is NULL or the attribute
 *      cannot be set.
 *  Mirrors: cudaMemPoolSetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolSetAttribute(
    cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);

/** Tells an attribute of a pool.
 *  Parameter value: room for an int for the three about reuse, else for an unsigned 64-bit number.
 *  Units: amounts of memory are in bytes.
 *  Errors: cudaErrorInvalidValue if pool or attribute is none or value is NULL.
 *  Mirrors: cudaMemPoolGetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolGetAttribute(
    cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);

/** Gives memory that a pool keeps for later back, until it keeps no more than an amount.
 *  Units: bytes.
 *  Errors: cudaErrorInvalidValue if pool is none.
 *  Mirrors: cudaMemPoolTrimTo of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep_bytes);

/** Says which devices may use the memory of a pool.
 *  Errors: cudaErrorInvalidValue if pool, a location or a flag is none; cudaErrorInvalidDevice.
 *  Mirrors: cudaMemPoolSetAccess of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolSetAccess(
    cudaMemPool_t pool, const struct cudaMemAccessDesc *accesses, size_t count);

/** Tells how a device may use the memory of a pool.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or pool or location is none.
 *  Mirrors: cudaMemPoolGetAccess of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolGetAccess(
    enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location);

/** Makes a handle of the operating system of a pool.
 *  Parameter handle: gets it; an int for a file descriptor.
 *  Parameter flags: 0.
 *  Owner: the caller, who closes it.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, flags is not 0 or the pool was not created
 *      for the type.
 *  Mirrors: cudaMemPoolExportToShareableHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolExportToShareableHandle(
    void *handle, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned int flags);

/** Makes a pool of another process known.
 *  Parameter handle: the file descriptor itself, cast to a pointer.
 *  Parameter flags: 0.
 *  Owner: the pool is the caller's, until cudaMemPoolDestroy; the handle stays the caller's.
 *  Errors: cudaErrorInvalidValue if pool is NULL, flags is not 0 or the handle is no pool.
 *  Mirrors: cudaMemPoolImportFromShareableHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolImportFromShareableHandle(
    cudaMemPool_t *pool, void *handle, enum cudaMemAllocationHandleType type, unsigned int flags);

/** Describes an allocation of a pool to another process.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or the memory is not of a pool that can be
 *      shared.
 *  Mirrors: cudaMemPoolExportPointer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolExportPointer(
    struct cudaMemPoolPtrExportData *data, void *pointer);

/** Opens an allocation of another process's pool.
 *  Owner: the caller, until cudaFree or cudaFreeAsync.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, the pool was not imported or the data is
 *      none.
 *  Mirrors: cudaMemPoolImportPointer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolImportPointer(
    void **pointer, cudaMemPool_t pool, struct cudaMemPoolPtrExportData *data);

/** Tells the pool that a device has from the start.
 *  Errors: cudaErrorInvalidValue if pool is NULL; cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceGetDefaultMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);

/** Tells the current pool of a device.
 *  Errors: cudaErrorInvalidValue if pool is NULL; cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceGetMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);

/** Makes a pool the current one of a device.
 *  Errors: cudaErrorInvalidValue if pool is none or of another device; cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceSetMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);

/** Tells the pool that a place has from the start.
 *  Parameter location: where; its type says what its id means.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, or location or type is none;
 *      cudaErrorNotSupported.
 *  Mirrors: cudaMemGetDefaultMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemGetDefaultMemPool(
    cudaMemPool_t *pool, struct cudaMemLocation *location, enum cudaMemAllocationType type);

/** Tells the current pool of a place.
 *  Parameter location: where; its type says what its id means.
 *  Errors: as cudaMemGetDefaultMemPool.
 *  Mirrors: cudaMemGetMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemGetMemPool(
    cudaMemPool_t *pool, struct cudaMemLocation *location, enum cudaMemAllocationType type);

/** Makes a pool the current one of a place.
 *  Parameter location: where; its type says what its id means.
 *  Errors: as cudaMemGetDefaultMemPool.
 *  Mirrors: cudaMemSetMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemSetMemPool(
    struct cudaMemLocation *location, enum cudaMemAllocationType type, cudaMemPool_t pool);

#ifdef __cplusplus
}
#endif

#endif
