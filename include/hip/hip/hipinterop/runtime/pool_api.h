/** Memory pools and allocations in stream order; a part of hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_POOL_API_H
#define GPUINTEROP_HIP_POOL_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates device memory in stream order, from the current pool of the stream's device.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipFreeAsync or hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL; hipErrorContextIsDestroyed if stream is
 *      stale or of another kind; hipErrorOutOfMemory.
 *  Mirrors: hipMallocAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocAsync(void **pointer, size_t size, hipStream_t stream);

/** Allocates device memory in stream order, from a pool.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipFreeAsync or hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL, or pool is not a pool, is imported, or is of
 *      another device; hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipMallocFromPoolAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocFromPoolAsync(
    void **pointer, size_t size, hipMemPool_t pool, hipStream_t stream);

/** Frees memory in stream order: when earlier work of the stream is done.
 *  Errors: hipErrorInvalidValue if pointer is NULL, is not the start of device memory, or was
 *      freed before; hipErrorNotSupported for managed memory; hipErrorContextIsDestroyed if
 *      stream is stale or of another kind; those of a stream call.
 *  Mirrors: hipFreeAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipFreeAsync(void *pointer, hipStream_t stream);

/** Creates a pool of memory.
 *  Owner: the caller, until hipMemPoolDestroy.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or a property is out of range;
 *      hipErrorNotSupported for kinds of memory or handles that the device lacks;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipMemPoolCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolCreate(hipMemPool_t *pool, const hipMemPoolProps *properties);

/** Destroys a pool. Memory that was allocated from it stays valid until it is freed.
 *  Errors: hipErrorInvalidValue if pool is not a pool, is a default pool, or was destroyed
 *      before.
 *  Mirrors: hipMemPoolDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolDestroy(hipMemPool_t pool);

/** Sets an attribute of a pool.
 *  Parameter value: an int for the three attributes about reuse, else an unsigned 64-bit number.
 *      The high-water marks can only be set to 0.
 *  Units: amounts of memory are in bytes.
 *  Errors: hipErrorInvalidValue if pool is not a pool, attribute is not one of the enum's, value
 *      is NULL, or the attribute cannot be set to it.
 *  Mirrors: hipMemPoolSetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolSetAttribute(
    hipMemPool_t pool, hipMemPoolAttr attribute, void *value);

/** Gets an attribute of a pool.
 *  Parameter value: gets an int for the three attributes about reuse, else an unsigned 64-bit
 *      number.
 *  Units: amounts of memory are in bytes.
 *  Errors: hipErrorInvalidValue if pool is not a pool, attribute is not one of the enum's, or
 *      value is NULL.
 *  Mirrors: hipMemPoolGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolGetAttribute(
    hipMemPool_t pool, hipMemPoolAttr attribute, void *value);

/** Releases unused memory of a pool until it keeps no more than an amount.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if pool is not a pool.
 *  Mirrors: hipMemPoolTrimTo of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t keep_bytes);

/** Sets which devices may access the memory of a pool.
 *  Errors: hipErrorInvalidValue if pool is not a pool, a location is of another type, or a flag is
 *      invalid; hipErrorInvalidDevice if the device is none, or cannot access the memory.
 *  Mirrors: hipMemPoolSetAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolSetAccess(
    hipMemPool_t pool, const hipMemAccessDesc *accesses, size_t count);

/** Gets the access of a device to the memory of a pool.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, pool is not a pool, or location is not a
 *      device.
 *  Mirrors: hipMemPoolGetAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolGetAccess(
    hipMemAccessFlags *flags, hipMemPool_t pool, hipMemLocation *location);

/** Creates a handle of the operating system for a pool.
 *  Parameter handle: gets the handle; an int for a file descriptor.
 *  Parameter flags: 0.
 *  Owner: the caller, who closes the handle.
 *  Errors: hipErrorInvalidValue if handle is NULL, pool is not a pool, flags is not 0, or the
 *      pool was not created for the type; hipErrorOutOfMemory; hipErrorOperatingSystem if the
 *      system gives no file descriptor.
 *  Mirrors: hipMemPoolExportToShareableHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolExportToShareableHandle(
    void *handle, hipMemPool_t pool, hipMemAllocationHandleType type, unsigned int flags);

/** Imports a pool of another process.
 *  Parameter handle: the file descriptor itself, cast to a pointer.
 *  Parameter flags: 0.
 *  Owner: the pool is the caller's, until hipMemPoolDestroy; the file descriptor stays the
 *      caller's.
 *  Errors: hipErrorInvalidValue if pool is NULL, flags is not 0, or the type is not a file
 *      descriptor; hipErrorUnknown if the file descriptor is not a pool's; hipErrorInvalidDevice
 *      if the pool is another device's; hipErrorOutOfMemory.
 *  Mirrors: hipMemPoolImportFromShareableHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolImportFromShareableHandle(
    hipMemPool_t *pool, void *handle, hipMemAllocationHandleType type, unsigned int flags);

/** Exports an allocation of a pool to another process.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or the memory is not of a pool that can be
 *      shared; hipErrorOutOfMemory; hipErrorOperatingSystem if the system refuses what sharing
 *      needs.
 *  Mirrors: hipMemPoolExportPointer of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *data, void *pointer);

/** Imports an allocation of another process's pool.
 *  Owner: the caller, until hipFree or hipFreeAsync.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, the pool was not imported, or data is not
 *      of this pool; hipErrorInvalidHandle if the process ended or freed the memory;
 *      hipErrorOutOfMemory; hipErrorOperatingSystem if the system refuses what sharing needs.
 *  Mirrors: hipMemPoolImportPointer of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolImportPointer(
    void **pointer, hipMemPool_t pool, hipMemPoolPtrExportData *data);

/** Gets the default pool of a device.
 *  Errors: hipErrorInvalidValue if pool is NULL; hipErrorInvalidDevice; hipErrorOutOfMemory.
 *  Mirrors: hipDeviceGetDefaultMemPool of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int device);

/** Gets the current pool of a device.
 *  Errors: hipErrorInvalidValue if pool is NULL, or there is no such ordinal;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipDeviceGetMemPool of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetMemPool(hipMemPool_t *pool, int device);

/** Sets the current pool of a device.
 *  Errors: hipErrorInvalidValue if pool is not a pool, is imported or is of another device, or
 *      there is no such ordinal.
 *  Mirrors: hipDeviceSetMemPool of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSetMemPool(int device, hipMemPool_t pool);

#ifdef __cplusplus
}
#endif

#endif
