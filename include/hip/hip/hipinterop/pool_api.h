/** Pools of memory, and memory in the order of a stream; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_POOL_API_H
#define GPUINTEROP_HIP_POOL_API_H

#include "../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates device memory from the current pool of the stream's device, in the order of the
 *  stream.
 *  Units: size is in bytes.
 *  Owner: the caller, until hipFreeAsync or hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL or size is 0; hipErrorInvalidHandle;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipMallocAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocAsync(void **pointer, size_t size, hipStream_t stream);

/** Allocates device memory from a pool, in the order of a stream.
 *  Units: size is in bytes.
 *  Owner: the caller, until hipFreeAsync or hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL, size is 0 or pool is none;
 *      hipErrorInvalidHandle; hipErrorOutOfMemory.
 *  Mirrors: hipMallocFromPoolAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocFromPoolAsync(
    void **pointer, size_t size, hipMemPool_t pool, hipStream_t stream);

/** Frees memory when the work before it in a stream is done.
 *  Errors: hipErrorInvalidValue if pointer is not the start of such memory, or was freed before;
 *      hipErrorNotSupported for managed memory; hipErrorInvalidHandle.
 *  Mirrors: hipFreeAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipFreeAsync(void *pointer, hipStream_t stream);

/** Creates a pool of memory.
 *  Owner: the caller, until hipMemPoolDestroy.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or a property is out of range;
 *      hipErrorNotSupported for handle types that the device lacks; hipErrorOutOfMemory.
 *  Mirrors: hipMemPoolCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolCreate(hipMemPool_t *pool, const hipMemPoolProps *properties);

/** Ends a pool; memory that came from it stays valid until it is freed.
 *  Errors: hipErrorInvalidValue if pool is none, is a default pool or was destroyed before.
 *  Mirrors: hipMemPoolDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolDestroy(hipMemPool_t pool);

/** Changes an attribute of a pool.
 *  Parameter value: an int for the three about reuse, else an unsigned 64-bit number; only 0 for
 *      the high marks.
 *  Units: amounts of memory are in bytes.
 *  Errors: hipErrorInvalidValue if pool or attribute is none, value is NULL or the attribute cannot
 *      be set.
 *  Mirrors: hipMemPoolSetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolSetAttribute(
    hipMemPool_t pool, hipMemPoolAttr attribute, void *value);

/** Tells an attribute of a pool.
 *  Parameter value: room for an int for the three about reuse, else for an unsigned 64-bit number.
 *  Units: amounts of memory are in bytes.
 *  Errors: hipErrorInvalidValue if pool or attribute is none or value is NULL.
 *  Mirrors: hipMemPoolGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolGetAttribute(
    hipMemPool_t pool, hipMemPoolAttr attribute, void *value);

/** Gives memory that a pool keeps for later back, until it keeps no more than an amount.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if pool is none.
 *  Mirrors: hipMemPoolTrimTo of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t keep_bytes);

/** Says which devices may use the memory of a pool.
 *  Errors: hipErrorInvalidValue if pool, a location or a flag is none; hipErrorInvalidDevice.
 *  Mirrors: hipMemPoolSetAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolSetAccess(
    hipMemPool_t pool, const hipMemAccessDesc *accesses, size_t count);

/** Tells how a device may use the memory of a pool.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or pool or location is none.
 *  Mirrors: hipMemPoolGetAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolGetAccess(
    hipMemAccessFlags *flags, hipMemPool_t pool, hipMemLocation *location);

/** Makes a handle of the operating system of a pool.
 *  Parameter handle: gets it; an int for a file descriptor.
 *  Parameter flags: 0.
 *  Owner: the caller, who closes it.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, flags is not 0 or the pool was not created
 *      for the type.
 *  Mirrors: hipMemPoolExportToShareableHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolExportToShareableHandle(
    void *handle, hipMemPool_t pool, hipMemAllocationHandleType type, unsigned int flags);

/** Makes a pool of another process known.
 *  Parameter handle: the file descriptor itself, cast to a pointer.
 *  Parameter flags: 0.
 *  Owner: the pool is the caller's, until hipMemPoolDestroy; the handle stays the caller's.
 *  Errors: hipErrorInvalidValue if pool is NULL, flags is not 0 or the handle is no pool.
 *  Mirrors: hipMemPoolImportFromShareableHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolImportFromShareableHandle(
    hipMemPool_t *pool, void *handle, hipMemAllocationHandleType type, unsigned int flags);

/** Describes an allocation of a pool to another process.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or the memory is not of a pool that can be
 *      shared.
 *  Mirrors: hipMemPoolExportPointer of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *data, void *pointer);

/** Opens an allocation of another process's pool.
 *  Owner: the caller, until hipFree or hipFreeAsync.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, the pool was not imported or the data is
 *      none.
 *  Mirrors: hipMemPoolImportPointer of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPoolImportPointer(
    void **pointer, hipMemPool_t pool, hipMemPoolPtrExportData *data);

/** Tells the pool that a device has from the start.
 *  Errors: hipErrorInvalidValue if pool is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceGetDefaultMemPool of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int device);

/** Tells the current pool of a device.
 *  Errors: hipErrorInvalidValue if pool is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceGetMemPool of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetMemPool(hipMemPool_t *pool, int device);

/** Makes a pool the current one of a device.
 *  Errors: hipErrorInvalidValue if pool is none or of another device; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceSetMemPool of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSetMemPool(int device, hipMemPool_t pool);

#ifdef __cplusplus
}
#endif

#endif
