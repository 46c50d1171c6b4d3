/** Memory pools and allocations in stream order; a part of cuda_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_POOL_API_H
#define GPUINTEROP_CUDA_POOL_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates device memory in stream order, from the current pool of the stream's device.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cudaFreeAsync or cudaFree.
 *  Errors: cudaErrorInvalidValue if pointer is NULL; cudaErrorInvalidResourceHandle if stream is
 *      stale or of another kind; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);

/** Allocates device memory in stream order, from a pool.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cudaFreeAsync or cudaFree.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, or pool is not a pool, is imported, or is
 *      of another device; cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocFromPoolAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocFromPoolAsync(
    void **pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream);

/** Frees memory in stream order: when earlier work of the stream is done.
 *  A NULL pointer does nothing.
 *  Errors: cudaErrorInvalidValue if pointer is not the start of device memory, or was freed
 *      before; cudaErrorNotSupported for managed memory; cudaErrorInvalidResourceHandle if
 *      stream is stale or of another kind; those of a stream call.
 *  Mirrors: cudaFreeAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);

/** Creates a pool of memory.
 *  Owner: the caller, until cudaMemPoolDestroy.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, or a property is out of range;
 *      cudaErrorNotSupported for kinds of memory or handles that the device lacks;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaMemPoolCreate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolCreate(
    cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);

/** Destroys a pool. Memory that was allocated from it stays valid until it is freed.
 *  Errors: cudaErrorInvalidValue if pool is not a pool, is a default pool, or was destroyed
 *      before.
 *  Mirrors: cudaMemPoolDestroy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);

/** Sets an attribute of a pool.
 *  Parameter value: an int for the three attributes about reuse, else an unsigned 64-bit number.
 *      The high-water marks can only be set to 0.
 *  Units: amounts of memory are in bytes.
 *  Errors: cudaErrorInvalidValue if pool is not a pool, attribute is not one of the enum's,
 *      value is NULL, or the attribute cannot be set to it.
 *  Mirrors: cudaMemPoolSetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolSetAttribute(
    cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);

/** Gets an attribute of a pool.
 *  Parameter value: gets an int for the three attributes about reuse, else an unsigned 64-bit
 *      number.
 *  Units: amounts of memory are in bytes.
 *  Errors: cudaErrorInvalidValue if pool is not a pool, attribute is not one of the enum's, or
 *      value is NULL.
 *  Mirrors: cudaMemPoolGetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolGetAttribute(
    cudaMemPool_t pool, enum cudaMemPoolAttr attribute, void *value);

/** Releases unused memory of a pool until it keeps no more than an amount.
 *  Units: bytes.
 *  Errors: cudaErrorInvalidValue if pool is not a pool.
 *  Mirrors: cudaMemPoolTrimTo of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep_bytes);

/** Sets which devices may access the memory of a pool.
 *  Errors: cudaErrorInvalidValue if pool is not a pool, a location is not a device, or a flag is
 *      invalid; cudaErrorInvalidDevice if the device cannot access the memory.
 *  Mirrors: cudaMemPoolSetAccess of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolSetAccess(
    cudaMemPool_t pool, const struct cudaMemAccessDesc *accesses, size_t count);

/** Gets the access of a device to the memory of a pool.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, pool is not a pool, or location is not a
 *      device.
 *  Mirrors: cudaMemPoolGetAccess of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolGetAccess(
    enum cudaMemAccessFlags *flags, cudaMemPool_t pool, struct cudaMemLocation *location);

/** Creates a handle of the operating system for a pool.
 *  Parameter handle: gets the handle; an int for a file descriptor.
 *  Parameter flags: 0.
 *  Owner: the caller, who closes the handle.
 *  Errors: cudaErrorInvalidValue if handle is NULL, pool is not a pool, flags is not 0, or the
 *      pool was not created for the type; cudaErrorMemoryAllocation; cudaErrorOperatingSystem if
 *      the system gives no file descriptor.
 *  Mirrors: cudaMemPoolExportToShareableHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolExportToShareableHandle(
    void *handle, cudaMemPool_t pool, enum cudaMemAllocationHandleType type, unsigned int flags);

/** Imports a pool of another process.
 *  Parameter handle: the file descriptor itself, cast to a pointer.
 *  Parameter flags: 0.
 *  Owner: the pool is the caller's, until cudaMemPoolDestroy; the file descriptor stays the
 *      caller's.
 *  Errors: cudaErrorInvalidValue if pool is NULL, flags is not 0, or the type is not a file
 *      descriptor; cudaErrorUnknown if the file descriptor is not a pool's;
 *      cudaErrorInvalidDevice if the pool is another device's; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMemPoolImportFromShareableHandle of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolImportFromShareableHandle(
    cudaMemPool_t *pool, void *handle, enum cudaMemAllocationHandleType type, unsigned int flags);

/** Exports an allocation of a pool to another process.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, or the memory is not of a pool that can
 *      be shared; cudaErrorMemoryAllocation; cudaErrorOperatingSystem if the system refuses what
 *      sharing needs.
 *  Mirrors: cudaMemPoolExportPointer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolExportPointer(
    struct cudaMemPoolPtrExportData *data, void *pointer);

/** Imports an allocation of another process's pool.
 *  Owner: the caller, until cudaFree or cudaFreeAsync.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, the pool was not imported, or data is not
 *      of this pool; cudaErrorInvalidResourceHandle if the process ended or freed the memory;
 *      cudaErrorMemoryAllocation; cudaErrorOperatingSystem if the system refuses what sharing
 *      needs.
 *  Mirrors: cudaMemPoolImportPointer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemPoolImportPointer(
    void **pointer, cudaMemPool_t pool, struct cudaMemPoolPtrExportData *data);

/** Gets the default pool of a device.
 *  Errors: cudaErrorInvalidValue if pool is NULL; cudaErrorInvalidDevice;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaDeviceGetDefaultMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);

/** Gets the current pool of a device.
 *  Errors: cudaErrorInvalidValue if pool is NULL, or there is no such ordinal;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaDeviceGetMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);

/** Sets the current pool of a device.
 *  Errors: cudaErrorInvalidValue if pool is not a pool, is imported or is of another device, or
 *      there is no such ordinal.
 *  Mirrors: cudaDeviceSetMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);

/** Gets the default pool of a location.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, or location or type is invalid;
 *      cudaErrorNotSupported for locations and types other than pinned memory of devices;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaMemGetDefaultMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemGetDefaultMemPool(
    cudaMemPool_t *pool, struct cudaMemLocation *location, enum cudaMemAllocationType type);

/** Gets the current pool of a location.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Errors: as cudaMemGetDefaultMemPool.
 *  Mirrors: cudaMemGetMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemGetMemPool(
    cudaMemPool_t *pool, struct cudaMemLocation *location, enum cudaMemAllocationType type);

/** Sets the current pool of a location.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Errors: as cudaMemGetDefaultMemPool; cudaErrorInvalidValue if pool is not a pool, is
 *      imported, or is of another device.
 *  Mirrors: cudaMemSetMemPool of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemSetMemPool(
    struct cudaMemLocation *location, enum cudaMemAllocationType type, cudaMemPool_t pool);

#ifdef __cplusplus
}
#endif

#endif
