/** Memory and semaphores that other programs export; a part of hip_runtime_api.h, which
 *  describes the form of the comments.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_EXTERNAL_API_H
#define GPUINTEROP_HIP_EXTERNAL_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory and semaphores of other programs and interfaces. */

/** Imports memory that Vulkan or another process exported as a handle of the operating system.
 *
 *  The call checks the handle: a closed fd, or one that is not memory, is an error now and not
 *  when the memory is used. An opaque fd may come from the same driver. It may also be a dma-buf
 *  or a sealed memfd if the device accepts those. The library finds out which of these it is.
 *
 *  Parameter memory: gets the handle; unchanged if the call fails.
 *  Parameter descriptor: type, handle and size of the memory. Its flags is 0 or
 *      hipExternalMemoryDedicated, which is required if the exporter made a dedicated
 *      allocation. Reserved words are ignored, as the vendor does.
 *  Units: size is in bytes. It may be smaller than the memory. If the library can find out the
 *      real size, that size limits what can be mapped.
 *  Owner: on success the library owns the fd and closes it; the caller must not use it again. On
 *      failure the fd is open, unchanged and still the caller's. fd 0 is legal. The memory
 *      handle is the caller's, until hipDestroyExternalMemory.
 *  Threads: any; the memory belongs to the current device of the calling thread.
 *  Returns: hipSuccess, or one of the errors below.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, the type is not one of the enum's or is
 *      another D3D type, size is 0, or flags has an unknown bit; hipErrorNotSupported for a
 *      Win32, KMT, D3D12 heap or NvSci handle, which do not exist on Linux; hipErrorUnknown if
 *      fd is closed, negative, or not memory that the device accepts; hipErrorOutOfMemory.
 *  Beyond: the vendor does not define who owns the fd on failure, and trusts the size.
 *  Mirrors: hipImportExternalMemory of HIP 6.4. */
GPUINTEROP_API hipError_t hipImportExternalMemory(
    hipExternalMemory_t *memory, const hipExternalMemoryHandleDesc *descriptor);

/** Maps a range of imported memory as a buffer and gets its device pointer.
 *
 *  Any number of ranges may be mapped, and they may overlap: all pointers to one byte of the
 *  memory access the same byte. The pointer works like one from hipMalloc in copies, fills and
 *  kernels, and as an interior pointer. The call does not wait for pending work of the exporter;
 *  a semaphore does that.
 *
 *  Parameter pointer: gets the device pointer; unchanged if the call fails.
 *  Parameter memory: from hipImportExternalMemory.
 *  Parameter descriptor: offset and size of the range; flags is 0. The offset needs no
 *      alignment.
 *  Units: offset and size are in bytes.
 *  Owner: the caller, until hipFree. The buffer keeps the memory alive, so the buffer and the
 *      memory handle may be released in any order.
 *  Returns: hipSuccess, or one of the errors below.
 *  Errors: hipErrorInvalidHandle if memory is stale or of another kind; hipErrorInvalidValue if
 *      a pointer is NULL, size is 0, the range leaves the memory, or flags is not 0;
 *      hipErrorOutOfMemory.
 *  Beyond: overlapping buffers are coherent, and the memory handle may be destroyed first.
 *  Mirrors: hipExternalMemoryGetMappedBuffer of HIP 6.4. */
GPUINTEROP_API hipError_t hipExternalMemoryGetMappedBuffer(
    void **pointer, hipExternalMemory_t memory, const hipExternalMemoryBufferDesc *descriptor);

/** Maps an image in imported memory as a mipmapped array.
 *
 *  The descriptor must match the image as its exporter made it: texel format, extent, number of
 *  levels and flags. Levels are arrays that can be copied to and from. Semaphores order this
 *  access with the exporter's.
 *
 *  Parameter array: gets the array; unchanged if the call fails.
 *  Parameter memory: from hipImportExternalMemory.
 *  Parameter descriptor: offset of the image, its texel format, extent, number of levels and
 *      hipArray... flags.
 *  Units: offset is in bytes, the extent in texels.
 *  Owner: the caller, until hipFreeMipmappedArray.
 *  Returns: hipSuccess, or one of the errors below.
 *  Errors: hipErrorInvalidHandle if memory is stale or of another kind; hipErrorInvalidValue if
 *      a pointer is NULL; if there is no such texel format; if a flag, the extent or the number of
 *      levels is wrong; if the image does not lie in the memory at that offset;
 *      hipErrorNotSupported for images that the device cannot share; hipErrorOutOfMemory.
 *  Beyond: the memory handle may be destroyed first.
 *  Mirrors: hipExternalMemoryGetMappedMipmappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipExternalMemoryGetMappedMipmappedArray(
    hipMipmappedArray_t *array, hipExternalMemory_t memory,
    const hipExternalMemoryMipmappedArrayDesc *descriptor);

/** Destroys the handle of imported memory.
 *
 *  Buffers and arrays that were mapped from it stay valid until they are freed, and pending work
 *  completes.
 *
 *  Parameter memory: from hipImportExternalMemory.
 *  Owner: the memory itself is released with its last buffer or array. The exporter's own memory
 *      is not affected.
 *  Returns: hipSuccess, or one of the errors below.
 *  Errors: hipErrorInvalidValue if memory is NULL; hipErrorInvalidHandle if it is stale, of
 *      another kind, or was destroyed before.
 *  Beyond: a second destruction is an error and not undefined. Buffers may outlive the
 *      handle.
 *  Mirrors: hipDestroyExternalMemory of HIP 6.4. */
GPUINTEROP_API hipError_t hipDestroyExternalMemory(hipExternalMemory_t memory);

/** Imports a semaphore that Vulkan or another process exported as a handle of the operating
 *  system.
 *
 *  The vendor's HIP has no external semaphores on Linux; this library has.
 *  A wait resets a binary semaphore (OpaqueFd): each signal needs one wait. A timeline semaphore
 *  (TimelineSemaphoreFd) has a 64-bit value that only grows.
 *
 *  Parameter semaphore: gets the handle; unchanged if the call fails.
 *  Parameter descriptor: type and handle of the semaphore; flags is 0. The type must be the kind
 *      that the exporter created. The library checks it where it can.
 *  Owner: on success the library owns the fd and closes it; the caller must not use it again. On
 *      failure the fd is open, unchanged and still the caller's. fd 0 is legal. The semaphore
 *      handle is the caller's, until hipDestroyExternalSemaphore.
 *  Threads: any; the semaphore belongs to the current device of the calling thread.
 *  Returns: hipSuccess, or one of the errors below.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, the type is not one of the enum's, flags
 *      is not 0, or the fd of a timeline semaphore is negative; hipErrorNotSupported for a type
 *      that does not exist on Linux; hipErrorUnknown if fd is closed, is not a semaphore of the
 *      type, or is negative for a binary semaphore; hipErrorOutOfMemory.
 *  Beyond: the vendor does not define who owns the fd on failure.
 *  Mirrors: hipImportExternalSemaphore of HIP 6.4. */
GPUINTEROP_API hipError_t hipImportExternalSemaphore(
    hipExternalSemaphore_t *semaphore, const hipExternalSemaphoreHandleDesc *descriptor);

/** Enqueues signals of semaphores after the work that a stream was given before.
 *
 *  The call does not wait for the device. A waiter on a semaphore sees all that the stream's
 *  earlier work wrote, without other synchronization. It needs no other call of this program.
 *
 *  Parameter semaphores: count handles from hipImportExternalSemaphore. A handle may occur more
 *      than once.
 *  Parameter parameters: count descriptions. params.fence.value is the new value of a timeline
 *      semaphore; a binary one ignores it. A value that is not larger than the semaphore's at
 *      that time changes nothing. flags is 0, and reserved words are 0.
 *  Parameter count: number of semaphores; at least 1.
 *  Parameter stream: any stream of the semaphores' device; NULL is the default stream.
 *  Units: params.fence.value is in the semaphore's own units.
 *  Owner: both arrays are read during the call and stay the caller's. A semaphore may be
 *      destroyed while its signal is pending.
 *  Returns: hipSuccess, or one of the errors below. A later call on the stream returns what
 *      fails later.
 *  Errors: hipErrorInvalidValue if a semaphore or the stream is stale, of another kind or of
 *      another device; hipErrorInvalidValue if count is 0, an array is NULL, flags is not 0, or
 *      a reserved word is not 0; hipErrorOutOfMemory; those of a stream call.
 *  Beyond: either all signals of a call are enqueued or none, and the value of a timeline never
 *      decreases.
 *  Mirrors: hipSignalExternalSemaphoresAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipSignalExternalSemaphoresAsync(
    const hipExternalSemaphore_t *semaphores, const hipExternalSemaphoreSignalParams *parameters,
    unsigned int count, hipStream_t stream);

/** Makes later work of a stream wait for semaphores.
 *
 *  The call does not wait for the device, and other streams continue. The wait may be enqueued
 *  before the signal, in this process or another one. Later work of the stream sees all that was
 *  written before the signal. A blocked stream uses no processor time. GPUINTEROP_WATCHDOG
 *  reports a stream that is blocked too long.
 *
 *  Parameter semaphores: count handles from hipImportExternalSemaphore. A handle may occur more
 *      than once.
 *  Parameter parameters: count descriptions. params.fence.value is the value that a timeline
 *      semaphore must reach; a binary one ignores it. flags is 0, and reserved words are 0.
 *  Parameter count: number of semaphores; at least 1.
 *  Parameter stream: any stream of the semaphores' device; NULL is the default stream.
 *  Units: params.fence.value is in the semaphore's own units.
 *  Owner: both arrays are read during the call and stay the caller's. A semaphore may be
 *      destroyed while its wait is pending.
 *  Returns: hipSuccess, or one of the errors below. A later call on the stream returns what
 *      fails later.
 *  Errors: hipErrorInvalidValue if a semaphore or the stream is stale, of another kind or of
 *      another device; hipErrorInvalidValue if count is 0, an array is NULL, flags is not 0, or
 *      a reserved word is not 0; hipErrorOutOfMemory; those of a stream call.
 *  Beyond: either all waits of a call are enqueued or none, and both kinds accept a wait before
 *      its signal.
 *  Mirrors: hipWaitExternalSemaphoresAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipWaitExternalSemaphoresAsync(
    const hipExternalSemaphore_t *semaphores, const hipExternalSemaphoreWaitParams *parameters,
    unsigned int count, hipStream_t stream);

/** Destroys the handle of an imported semaphore.
 *
 *  Signals and waits that are already enqueued still complete.
 *
 *  Parameter semaphore: from hipImportExternalSemaphore.
 *  Owner: the library releases the semaphore when its last pending work is done. The exporter's
 *      own semaphore is not affected.
 *  Returns: hipSuccess, or one of the errors below.
 *  Errors: hipErrorInvalidValue if semaphore is NULL, stale, of another kind, or was destroyed
 *      before.
 *  Beyond: a second destruction is an error and not undefined, and pending work need not be
 *      waited for.
 *  Mirrors: hipDestroyExternalSemaphore of HIP 6.4. */
GPUINTEROP_API hipError_t hipDestroyExternalSemaphore(hipExternalSemaphore_t semaphore);

#ifdef __cplusplus
}
#endif

#endif
