/** Memory in the order of a stream, its pools, and memory and events of other processes; a part of
 *  cuda.h.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_POOL_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_POOL_API_H

#include "names.h"
#include "pool_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory in the order of a stream.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls. */

/** Allocates device memory in stream order, from the current pool of the stream's device.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cuMemFreeAsync or cuMemFree.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL; CUDA_ERROR_INVALID_HANDLE if stream is
 *      stale or of another kind; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemAllocAsync of CUDA 13.0. */
CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t size, CUstream stream);

/** Allocates device memory in stream order, from a pool.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cuMemFreeAsync or cuMemFree.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, or pool is not a pool, is imported, or is
 *      of another device; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemAllocFromPoolAsync of CUDA 13.0. */
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *pointer, size_t size, CUmemoryPool pool,
                                 CUstream stream);

/** Frees memory in stream order: when earlier work of the stream is done. The call does not wait.
 *  A NULL pointer does nothing.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is not the start of device memory, or was freed
 *      before; CUDA_ERROR_NOT_SUPPORTED for managed memory; CUDA_ERROR_INVALID_HANDLE if stream is
 *      stale or of another kind; those of a work call.
 *  Mirrors: cuMemFreeAsync of CUDA 13.0. */
CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream);

/* Pools. */

/** Creates a pool of memory.
 *  Owner: the caller, until cuMemPoolDestroy.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, a property is out of range, or a reserved
 *      byte is not 0; CUDA_ERROR_NOT_SUPPORTED for kinds of memory or handles that the device
 *      lacks; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemPoolCreate of CUDA 13.0. */
CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *properties);

/** Destroys a pool. Memory that was allocated from it stays valid until it is freed.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pool is not a pool, is a default pool, or was destroyed
 *      before.
 *  Mirrors: cuMemPoolDestroy of CUDA 13.0. */
CUresult cuMemPoolDestroy(CUmemoryPool pool);

/** Releases unused memory of a pool until it keeps no more than an amount.
 *  Units: bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pool is not a pool.
 *  Mirrors: cuMemPoolTrimTo of CUDA 13.0. */
CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t keep_bytes);

/** Sets an attribute of a pool.
 *  Parameter value: an int for the three attributes about reuse, else an unsigned 64-bit number.
 *      The high-water marks can only be set to 0.
 *  Units: amounts of memory are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pool is not a pool, attribute is not one of the enum's,
 *      value is NULL, or the attribute cannot be set to it.
 *  Mirrors: cuMemPoolSetAttribute of CUDA 13.0. */
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value);

/** Gets an attribute of a pool.
 *  Parameter value: gets an int for the three attributes about reuse, else an unsigned 64-bit
 *      number.
 *  Units: amounts of memory are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pool is not a pool, attribute is not one of the enum's, or
 *      value is NULL.
 *  Mirrors: cuMemPoolGetAttribute of CUDA 13.0. */
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value);

/** Sets which devices may access the memory of a pool.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pool is not a pool, accesses is NULL and count is not 0, a
 *      location is not a device, or a flag is invalid; CUDA_ERROR_INVALID_DEVICE if the device
 *      cannot access the memory.
 *  Mirrors: cuMemPoolSetAccess of CUDA 13.0. */
CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *accesses, size_t count);

/** Gets the access of a device to the memory of a pool.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, pool is not a pool, or location is not a
 *      device.
 *  Mirrors: cuMemPoolGetAccess of CUDA 13.0. */
CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location);

/* The pools of a device. These functions need no current context.
 *  Errors: those of a driver call. */

/** Gets the default pool of a device.
 *  Owner: the device, for ever.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pool is NULL; CUDA_ERROR_INVALID_DEVICE;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuDeviceGetDefaultMemPool of CUDA 13.0. */
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device);

/** Gets the current pool of a device.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pool is NULL, or there is no such ordinal;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuDeviceGetMemPool of CUDA 13.0. */
CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device);

/** Sets the current pool of a device.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pool is not a pool, is imported or is of another device, or
 *      there is no such ordinal.
 *  Mirrors: cuDeviceSetMemPool of CUDA 13.0. */
CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool);

/** Gets the default pool of a location.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Parameter type: the type of memory; CU_MEM_ALLOCATION_TYPE_PINNED.
 *  Owner: the device, for ever.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, or location or type is invalid;
 *      CUDA_ERROR_NOT_SUPPORTED for locations and types other than pinned memory of devices;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemGetDefaultMemPool of CUDA 13.0. */
CUresult cuMemGetDefaultMemPool(CUmemoryPool *pool, CUmemLocation *location,
                                CUmemAllocationType type);

/** Gets the current pool of a location.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Parameter type: the type of memory; CU_MEM_ALLOCATION_TYPE_PINNED.
 *  Errors: as cuMemGetDefaultMemPool.
 *  Mirrors: cuMemGetMemPool of CUDA 13.0. */
CUresult cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type);

/** Sets the current pool of a location.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Parameter type: the type of memory; CU_MEM_ALLOCATION_TYPE_PINNED.
 *  Errors: as cuMemGetDefaultMemPool; CUDA_ERROR_INVALID_VALUE if pool is not a pool, is imported,
 *      or is of another device.
 *  Mirrors: cuMemSetMemPool of CUDA 13.0. */
CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool);

/* Pools of other processes. */

/** Creates a handle of the operating system for a pool.
 *  Parameter handle: gets the handle; an int for a file descriptor.
 *  Parameter type: CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR.
 *  Parameter flags: 0.
 *  Owner: the caller, who closes the handle.
 *  Errors: CUDA_ERROR_INVALID_VALUE if handle is NULL, pool is not a pool, flags is not 0, or the
 *      pool was not created for the type; CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_OPERATING_SYSTEM if
 *      the system gives no file descriptor.
 *  Mirrors: cuMemPoolExportToShareableHandle of CUDA 13.0. */
CUresult cuMemPoolExportToShareableHandle(void *handle, CUmemoryPool pool,
                                          CUmemAllocationHandleType type, unsigned long long flags);

/** Imports a pool of another process. It cannot allocate.
 *  Parameter handle: the file descriptor itself, cast to a pointer.
 *  Parameter type: CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR.
 *  Parameter flags: 0.
 *  Owner: the pool is the caller's, until cuMemPoolDestroy; the file descriptor stays the caller's.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pool is NULL, flags is not 0, or type is another one;
 *      CUDA_ERROR_UNKNOWN if the file descriptor is not a pool's; CUDA_ERROR_INVALID_DEVICE if the
 *      pool is another device's; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemPoolImportFromShareableHandle of CUDA 13.0. */
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *pool, void *handle,
                                            CUmemAllocationHandleType type,
                                            unsigned long long flags);

/** Exports an allocation of a pool to another process.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, or the memory is not of a pool that can
 *      be shared; CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_OPERATING_SYSTEM if the system refuses what
 *      sharing needs.
 *  Mirrors: cuMemPoolExportPointer of CUDA 13.0. */
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData *data, CUdeviceptr pointer);

/** Imports an allocation of another process's pool.
 *  Owner: the caller, until cuMemFree or cuMemFreeAsync. The memory still belongs to its process
 *      then.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, the pool was not imported, or data is not
 *      of this pool; CUDA_ERROR_INVALID_HANDLE if the process ended or freed the memory;
 *      CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_OPERATING_SYSTEM if the system refuses what sharing
 *      needs.
 *  Mirrors: cuMemPoolImportPointer of CUDA 13.0. */
CUresult cuMemPoolImportPointer(CUdeviceptr *pointer, CUmemoryPool pool,
                                CUmemPoolPtrExportData *data);

/* Memory and events of other processes. */

/** Creates a handle of device memory that another process can open.
 *  An allocation of 2 MiB or more is shared alone. Smaller ones lie with others in objects of 2
 *  MiB. A process that opens one of them can access those others.
 *  Parameter pointer: any address in memory from cuMemAlloc; the handle is of the whole allocation.
 *  Owner: the memory stays this process's and must live as long as another uses it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, or pointer is not in memory of this kind;
 *      CUDA_ERROR_NOT_SUPPORTED if the device cannot share the memory, or had no more memory to
 *      share at its allocation; CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_OPERATING_SYSTEM if the system
 *      refuses what sharing needs.
 *  Mirrors: cuIpcGetMemHandle of CUDA 13.0. */
CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr pointer);

/** Opens memory of another process. A process that opens memory again gets its first address. It
 *  must close the memory as often as it opened it.
 *  Parameter flags: CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS.
 *  Owner: the caller, until cuIpcCloseMemHandle.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, flags is another value, or handle is not
 *      one of this library; CUDA_ERROR_INVALID_HANDLE if its process ended or freed the memory;
 *      CUDA_ERROR_INVALID_CONTEXT in the process that created the handle; CUDA_ERROR_MAP_FAILED if
 *      the memory is not the current device's; CUDA_ERROR_OUT_OF_MEMORY;
 *      CUDA_ERROR_OPERATING_SYSTEM if the system refuses what sharing needs.
 *  Mirrors: cuIpcOpenMemHandle of CUDA 13.0. */
CUresult cuIpcOpenMemHandle(CUdeviceptr *pointer, CUipcMemHandle handle, unsigned int flags);

/** Closes memory of another process.
 *  The call waits for all work that was enqueued before on the memory's device, in any stream.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is not from cuIpcOpenMemHandle, or was closed
 *      before.
 *  Mirrors: cuIpcCloseMemHandle of CUDA 13.0. */
CUresult cuIpcCloseMemHandle(CUdeviceptr pointer);

/** Creates a handle of an event that another process can open.
 *  The event must have CU_EVENT_INTERPROCESS and CU_EVENT_DISABLE_TIMING.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL; CUDA_ERROR_INVALID_HANDLE if event is
 *      stale, of another kind, lacks the flags, or is another process's; CUDA_ERROR_OUT_OF_MEMORY;
 *      CUDA_ERROR_OPERATING_SYSTEM if the system refuses what sharing needs.
 *  Mirrors: cuIpcGetEventHandle of CUDA 13.0. */
CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event);

/** Opens an event of another process.
 *  Owner: the caller, until cuEventDestroy.
 *  Errors: CUDA_ERROR_INVALID_VALUE if event is NULL, or handle is not one of this library;
 *      CUDA_ERROR_INVALID_HANDLE if its process ended or destroyed the event;
 *      CUDA_ERROR_INVALID_CONTEXT in the process that created the handle; CUDA_ERROR_OUT_OF_MEMORY;
 *      CUDA_ERROR_OPERATING_SYSTEM if the system refuses what sharing needs.
 *  Mirrors: cuIpcOpenEventHandle of CUDA 13.0. */
CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle);

#ifdef __cplusplus
}
#endif

#endif
