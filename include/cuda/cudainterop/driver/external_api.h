/** Memory and semaphores of other interfaces; a part of cuda.h. They are described at length in
 *  cudainterop/runtime/external_api.h, whose functions do the same.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_EXTERNAL_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_EXTERNAL_API_H

#include "names.h"
#include "external_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory of other programs and interfaces. */

/** Imports memory that Vulkan or another process exported as a handle of the operating system.
 *  The call checks the handle: a closed fd, or one that is not memory, is an error now and not when
 *  the memory is used. An opaque fd may come from the same driver. It may also be a dma-buf or a
 *  sealed memfd if the device accepts those.
 *  Parameter memory: gets the handle of the memory.
 *  Parameter descriptor: type, handle and size of the memory. Its flags is 0 or
 *      CUDA_EXTERNAL_MEMORY_DEDICATED, which is required if the exporter made a dedicated
 *      allocation. Reserved words are ignored.
 *  Units: size is in bytes. It may be smaller than the memory.
 *  Owner: on success the library owns the fd and closes it; the caller must not use it again. On
 *      failure the fd is open, unchanged and still the caller's. The memory handle is the caller's,
 *      until cuDestroyExternalMemory, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, size is 0, or flags has an unknown bit;
 *      CUDA_ERROR_INVALID_VALUE if type is not one of the enum's, or is
 *      CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD, a D3D11 or a D3D12 resource;
 *      CUDA_ERROR_NOT_SUPPORTED for a Win32, KMT, D3D12 heap or NvSci handle;
 *      CUDA_ERROR_UNKNOWN if fd is closed, negative, or not memory that the device accepts;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Beyond: the vendor does not define who owns the fd on failure, and trusts the size.
 *  Mirrors: cuImportExternalMemory of CUDA 13.0. */
CUresult cuImportExternalMemory(CUexternalMemory *memory,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *descriptor);

/** Maps a range of imported memory as a buffer and gets its address.
 *  Any number of ranges may be mapped, and they may overlap: all addresses of one byte of the
 *  memory access the same byte. The call does not wait for pending work of the exporter; a
 *  semaphore does that.
 *  Parameter memory: from cuImportExternalMemory.
 *  Parameter descriptor: offset and size of the range; flags is 0.
 *  Units: offset and size are in bytes. The offset needs no alignment.
 *  Owner: the caller, until cuMemFree, or until the context ends. The buffer keeps the memory
 *      alive, so the buffer and the memory handle may be released in any order.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if memory is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if a pointer or memory is NULL, size is 0, the range leaves the
 *      memory, or flags is not 0; CUDA_ERROR_OUT_OF_MEMORY.
 *  Beyond: overlapping buffers are coherent, and the memory handle may be destroyed first.
 *  Mirrors: cuExternalMemoryGetMappedBuffer of CUDA 13.0. */
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *pointer, CUexternalMemory memory,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *descriptor);

/** Maps an image in imported memory as a mipmapped array.
 *  The descriptor must match the image as its exporter made it: texel format, extent, number of
 *  levels and flags. Semaphores order this access with the exporter's.
 *  Parameter memory: from cuImportExternalMemory.
 *  Parameter descriptor: offset of the image, its array and its number of levels.
 *  Units: offset is in bytes, the extent in texels.
 *  Owner: the caller, until cuMipmappedArrayDestroy, or until the context ends. The array keeps the
 *      memory alive.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if memory is NULL, stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if a pointer is NULL; if there is no such texel format; if a flag,
 *      the extent or the number of levels is wrong; if the image does not lie in the memory at that
 *      offset; CUDA_ERROR_NOT_SUPPORTED for images that the device cannot
 *      share; CUDA_ERROR_OUT_OF_MEMORY.
 *  Beyond: the memory handle may be destroyed first.
 *  Mirrors: cuExternalMemoryGetMappedMipmappedArray of CUDA 13.0. */
CUresult cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *array,
    CUexternalMemory memory,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *descriptor);

/** Destroys the handle of imported memory.
 *  Buffers and arrays that were mapped from it stay valid until they are freed, and pending work
 *  completes.
 *  Parameter memory: from cuImportExternalMemory.
 *  Owner: the memory itself is released with its last buffer or array. The exporter's own memory is
 *      not affected.
 *  Errors: CUDA_ERROR_INVALID_VALUE if memory is NULL; CUDA_ERROR_INVALID_HANDLE if it is stale or
 *      of another kind.
 *  Beyond: a second destruction is an error and not undefined. Buffers may outlive the handle.
 *  Mirrors: cuDestroyExternalMemory of CUDA 13.0. */
CUresult cuDestroyExternalMemory(CUexternalMemory memory);

/* Semaphores of other programs and interfaces. */

/** Imports a semaphore that Vulkan or another process exported as a handle of the operating system.
 *  A wait resets a binary semaphore (an opaque fd): each signal needs one wait. A timeline
 *  semaphore has a 64-bit value that only grows.
 *  Parameter semaphore: gets the handle of the semaphore.
 *  Parameter descriptor: type and handle of the semaphore; flags is 0. The type must be the kind
 *      that the exporter created. The library checks it where it can.
 *  Owner: on success the library owns the fd and closes it; the caller must not use it again. On
 *      failure the fd is open, unchanged and still the caller's. The semaphore handle is the
 *      caller's, until cuDestroyExternalSemaphore, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, the type is not one of the enum's, flags
 *      is not 0, or the fd of a timeline semaphore is negative; CUDA_ERROR_NOT_SUPPORTED for a type
 *      that does not exist on Linux; CUDA_ERROR_UNKNOWN if fd is closed, is not a semaphore of the
 *      type, or is negative for a binary semaphore; CUDA_ERROR_OUT_OF_MEMORY.
 *  Beyond: the vendor does not define who owns the fd on failure.
 *  Mirrors: cuImportExternalSemaphore of CUDA 13.0. */
CUresult cuImportExternalSemaphore(CUexternalSemaphore *semaphore,
                                   const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *descriptor);

/** Enqueues signals of semaphores after the work that a stream was given before.
 *  The call does not wait for the device. A waiter on a semaphore sees all that the stream's
 *  earlier work wrote, without other synchronization.
 *  Parameter semaphores: count handles from cuImportExternalSemaphore. A handle may occur more than
 *      once.
 *  Parameter parameters: count descriptions. params.fence.value is the new value of a timeline
 *      semaphore; a binary one ignores it. A value that is not larger than the semaphore's at that
 *      time changes nothing. flags is 0, and reserved words are 0.
 *  Parameter count: number of semaphores; at least 1.
 *  Units: params.fence.value is in the semaphore's own units.
 *  Owner: both arrays are read during the call. A semaphore may be destroyed while its signal is
 *      pending.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if a semaphore or the stream is stale, of another kind or of
 *      another device; CUDA_ERROR_INVALID_VALUE if count is 0, an array is NULL, flags is not 0, or
 *      a reserved word is not 0; CUDA_ERROR_OUT_OF_MEMORY; those of a work call.
 *  Beyond: either all signals of a call are enqueued or none, and the value of a timeline never
 *      decreases.
 *  Mirrors: cuSignalExternalSemaphoresAsync of CUDA 13.0. */
CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *semaphores,
                                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *parameters,
                                         unsigned int count, CUstream stream);

/** Makes later work of a stream wait for semaphores.
 *  The call does not wait for the device, and other streams continue. The wait may be enqueued
 *  before the signal, in this process or another one. Later work of the stream sees all that was
 *  written before the signal. GPUINTEROP_WATCHDOG reports a stream that is blocked too long.
 *  Parameter semaphores: count handles from cuImportExternalSemaphore. A handle may occur more than
 *      once.
 *  Parameter parameters: count descriptions. params.fence.value is the value that a timeline
 *      semaphore must reach; a binary one ignores it. flags is 0, and reserved words are 0.
 *  Parameter count: number of semaphores; at least 1.
 *  Units: params.fence.value is in the semaphore's own units.
 *  Owner: both arrays are read during the call. A semaphore may be destroyed while its wait is
 *      pending.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: as cuSignalExternalSemaphoresAsync; those of a work call.
 *  Beyond: either all waits of a call are enqueued or none, and both kinds accept a wait before its
 *      signal.
 *  Mirrors: cuWaitExternalSemaphoresAsync of CUDA 13.0. */
CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *semaphores,
                                       const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *parameters,
                                       unsigned int count, CUstream stream);

/** Destroys the handle of an imported semaphore.
 *  Signals and waits that are already enqueued still complete.
 *  Parameter semaphore: from cuImportExternalSemaphore.
 *  Owner: the library releases the semaphore when its last pending work is done. The exporter's own
 *      semaphore is not affected.
 *  Errors: CUDA_ERROR_INVALID_VALUE if semaphore is NULL; CUDA_ERROR_INVALID_HANDLE if it is stale
 *      or of another kind.
 *  Beyond: a second destruction is an error and not undefined, and pending work need not be waited
 *      for.
 *  Mirrors: cuDestroyExternalSemaphore of CUDA 13.0. */
CUresult cuDestroyExternalSemaphore(CUexternalSemaphore semaphore);

/* Resources of graphics interfaces. Buffers of OpenGL can be registered
 * (cuGraphicsGLRegisterBuffer).
 *  Errors: CUDA_ERROR_INVALID_HANDLE if a handle names no resource; those of a context call. */

/** Maps resources for device code, or unmaps them. All of the list change, or none. A map waits for
 *  earlier work of the graphics interface, an unmap for earlier work of the stream.
 *  Parameter resources: the resources.
 *  Errors: CUDA_ERROR_INVALID_VALUE if count is 0, resources is NULL, or stream is of another
 *      device; CUDA_ERROR_ALREADY_MAPPED and CUDA_ERROR_NOT_MAPPED by the state of a resource;
 *      CUDA_ERROR_INVALID_GRAPHICS_CONTEXT if no context is current that has the buffer;
 *      CUDA_ERROR_MAP_FAILED if the program has the buffer mapped in the graphics interface.
 *  Mirrors: cuGraphicsMapResources and cuGraphicsUnmapResources of CUDA 13.0. */
CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream stream);
CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources,
                                  CUstream stream);

/** Ends the registration of a resource, or sets how it is mapped from the next map on.
 *  Parameter resource: the resource.
 *  Errors: CUDA_ERROR_ALREADY_MAPPED if it is mapped; CUDA_ERROR_INVALID_VALUE if flags is above 3.
 *  Mirrors: cuGraphicsUnregisterResource and cuGraphicsResourceSetMapFlags of CUDA 13.0. */
CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource);
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags);

/** Gets the memory or the arrays of a mapped resource. A buffer has no array, an
 *  image no pointer. Pointer and arrays are the same each time, and end with the registration.
 *  Parameter resource: the resource.
 *  Parameter layer: the layer of an image.
 *  Parameter level: the level of an image.
 *  Errors: CUDA_ERROR_INVALID_VALUE if array is NULL; CUDA_ERROR_NOT_MAPPED if the resource is not
 *      mapped; CUDA_ERROR_NOT_MAPPED_AS_ARRAY for an array of a buffer;
 *      CUDA_ERROR_NOT_MAPPED_AS_POINTER for the pointer of an image; CUDA_ERROR_INVALID_VALUE if it
 *      has no such layer or level.
 *  Mirrors: cuGraphicsResourceGetMappedPointer, cuGraphicsResourceGetMappedMipmappedArray and
 *      cuGraphicsSubResourceGetMappedArray of CUDA 13.0. */
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *pointer, size_t *size,
                                            CUgraphicsResource resource);
CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *array,
                                                   CUgraphicsResource resource);
CUresult cuGraphicsSubResourceGetMappedArray(CUarray *array, CUgraphicsResource resource,
                                             unsigned int layer, unsigned int level);

#ifdef __cplusplus
}
#endif

#endif
