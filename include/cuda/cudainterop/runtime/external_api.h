/** Memory and semaphores that other programs export; a part of cuda_runtime_api.h, which
 *  describes the form of the comments.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_EXTERNAL_API_H
#define GPUINTEROP_CUDA_EXTERNAL_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

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
 *      cudaExternalMemoryDedicated, which is required if the exporter made a dedicated
 *      allocation. Reserved words are ignored, as the vendor does.
 *  Units: size is in bytes. It may be smaller than the memory. If the library can find out the
 *      real size, that size limits what can be mapped.
 *  Owner: on success the library owns the fd and closes it; the caller must not use it again. On
 *      failure the fd is open, unchanged and still the caller's. fd 0 is legal. The memory
 *      handle is the caller's, until cudaDestroyExternalMemory.
 *  Threads: any; the memory belongs to the current device of the calling thread.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, the type is not one of the enum's or is
 *      another D3D type, size is 0, or flags has an unknown bit; cudaErrorNotSupported for a
 *      Win32, KMT, D3D12 heap or NvSci handle, which do not exist on Linux; cudaErrorUnknown if
 *      fd is closed, negative, or not memory that the device accepts; cudaErrorMemoryAllocation.
 *  Beyond: the vendor does not define who owns the fd on failure, and trusts the size.
 *  Mirrors: cudaImportExternalMemory of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaImportExternalMemory(
    cudaExternalMemory_t *memory, const struct cudaExternalMemoryHandleDesc *descriptor);

/** Maps a range of imported memory as a buffer and gets its device pointer.
 *
 *  Any number of ranges may be mapped, and they may overlap: all pointers to one byte of the
 *  memory access the same byte. The pointer works like one from cudaMalloc in copies, fills and
 *  kernels, and as an interior pointer. The call does not wait for pending work of the exporter;
 *  a semaphore does that.
 *
 *  Parameter pointer: gets the device pointer; unchanged if the call fails.
 *  Parameter memory: from cudaImportExternalMemory.
 *  Parameter descriptor: offset and size of the range; flags is 0. The offset needs no
 *      alignment.
 *  Units: offset and size are in bytes.
 *  Owner: the caller, until cudaFree. The buffer keeps the memory alive, so the buffer and the
 *      memory handle may be released in any order.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidResourceHandle if memory is stale or of another kind;
 *      cudaErrorInvalidValue if a pointer is NULL, size is 0, the range leaves the memory, or
 *      flags is not 0; cudaErrorMemoryAllocation.
 *  Beyond: overlapping buffers are coherent, and the memory handle may be destroyed first.
 *  Mirrors: cudaExternalMemoryGetMappedBuffer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaExternalMemoryGetMappedBuffer(
    void **pointer, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryBufferDesc *descriptor);

/** Maps an image in imported memory as a mipmapped array.
 *
 *  The descriptor must match the image as its exporter made it: texel format, extent, number of
 *  levels and flags. Levels are arrays that can be copied to and from. Semaphores order this
 *  access with the exporter's.
 *
 *  Parameter array: gets the array; unchanged if the call fails.
 *  Parameter memory: from cudaImportExternalMemory.
 *  Parameter descriptor: offset of the image, its texel format, extent, number of levels and
 *      cudaArray... flags.
 *  Units: offset is in bytes, the extent in texels.
 *  Owner: the caller, until cudaFreeMipmappedArray.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidResourceHandle if memory is stale or of another kind;
 *      cudaErrorInvalidChannelDescriptor if no such texel format exists; cudaErrorInvalidValue
 *      if a pointer is NULL, or a flag, the extent or the number of levels is invalid;
 *      cudaErrorInvalidValue if the image does not lie in the memory at that offset;
 *      cudaErrorNotSupported for images that the device cannot share; cudaErrorMemoryAllocation.
 *  Beyond: the memory handle may be destroyed first.
 *  Mirrors: cudaExternalMemoryGetMappedMipmappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *array, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryMipmappedArrayDesc *descriptor);

/** Destroys the handle of imported memory.
 *
 *  Buffers and arrays that were mapped from it stay valid until they are freed, and pending work
 *  completes.
 *
 *  Parameter memory: from cudaImportExternalMemory.
 *  Owner: the memory itself is released with its last buffer or array. The exporter's own memory
 *      is not affected.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidValue if memory is NULL; cudaErrorInvalidResourceHandle if it is
 *      stale, of another kind, or was destroyed before.
 *  Beyond: a second destruction is an error and not undefined. Buffers may outlive the
 *      handle.
 *  Mirrors: cudaDestroyExternalMemory of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory);

/** Imports a semaphore that Vulkan or another process exported as a handle of the operating
 *  system.
 *
 *  A wait resets a binary semaphore (OpaqueFd): each signal needs one wait. A timeline semaphore
 *  (TimelineSemaphoreFd) has a 64-bit value that only grows.
 *
 *  Parameter semaphore: gets the handle; unchanged if the call fails.
 *  Parameter descriptor: type and handle of the semaphore; flags is 0. The type must be the kind
 *      that the exporter created. The library checks it where it can.
 *  Owner: on success the library owns the fd and closes it; the caller must not use it again. On
 *      failure the fd is open, unchanged and still the caller's. fd 0 is legal. The semaphore
 *      handle is the caller's, until cudaDestroyExternalSemaphore.
 *  Threads: any; the semaphore belongs to the current device of the calling thread.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, the type is not one of the enum's, flags
 *      is not 0, or the fd of a timeline semaphore is negative; cudaErrorNotSupported for a type
 *      that does not exist on Linux; cudaErrorUnknown if fd is closed, is not a semaphore of the
 *      type, or is negative for a binary semaphore; cudaErrorMemoryAllocation.
 *  Beyond: the vendor does not define who owns the fd on failure.
 *  Mirrors: cudaImportExternalSemaphore of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaImportExternalSemaphore(
    cudaExternalSemaphore_t *semaphore, const struct cudaExternalSemaphoreHandleDesc *descriptor);

/** Enqueues signals of semaphores after the work that a stream was given before.
 *
 *  The call does not wait for the device. A waiter on a semaphore sees all that the stream's
 *  earlier work wrote, without other synchronization. It needs no other call of this program.
 *
 *  Parameter semaphores: count handles from cudaImportExternalSemaphore. A handle may occur more
 *      than once.
 *  Parameter parameters: count descriptions. params.fence.value is the new value of a timeline
 *      semaphore; a binary one ignores it. A value that is not larger than the semaphore's at
 *      that time changes nothing. flags is 0, and reserved words are 0.
 *  Parameter count: number of semaphores; at least 1.
 *  Parameter stream: any stream of the semaphores' device; NULL is the default stream.
 *  Units: params.fence.value is in the semaphore's own units.
 *  Owner: both arrays are read during the call and stay the caller's. A semaphore may be
 *      destroyed while its signal is pending.
 *  Returns: cudaSuccess, or one of the errors below. A later call on the stream returns what
 *      fails later.
 *  Errors: cudaErrorInvalidResourceHandle if a semaphore or the stream is stale, of another kind
 *      or of another device; cudaErrorInvalidValue if count is 0, an array is NULL, flags is not
 *      0, or a reserved word is not 0; cudaErrorMemoryAllocation; those of a stream call.
 *  Beyond: either all signals of a call are enqueued or none, and the value of a timeline never
 *      decreases.
 *  Mirrors: cudaSignalExternalSemaphoresAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Makes later work of a stream wait for semaphores.
 *
 *  The call does not wait for the device, and other streams continue. The wait may be enqueued
 *  before the signal, in this process or another one. Later work of the stream sees all that was
 *  written before the signal. A blocked stream uses no processor time. GPUINTEROP_WATCHDOG
 *  reports a stream that is blocked too long.
 *
 *  Parameter semaphores: count handles from cudaImportExternalSemaphore. A handle may occur more
 *      than once.
 *  Parameter parameters: count descriptions. params.fence.value is the value that a timeline
 *      semaphore must reach; a binary one ignores it. flags is 0, and reserved words are 0.
 *  Parameter count: number of semaphores; at least 1.
 *  Parameter stream: any stream of the semaphores' device; NULL is the default stream.
 *  Units: params.fence.value is in the semaphore's own units.
 *  Owner: both arrays are read during the call and stay the caller's. A semaphore may be
 *      destroyed while its wait is pending.
 *  Returns: cudaSuccess, or one of the errors below. A later call on the stream returns what
 *      fails later.
 *  Errors: cudaErrorInvalidResourceHandle if a semaphore or the stream is stale, of another kind
 *      or of another device; cudaErrorInvalidValue if count is 0, an array is NULL, flags is not
 *      0, or a reserved word is not 0; cudaErrorMemoryAllocation; those of a stream call.
 *  Beyond: either all waits of a call are enqueued or none, and both kinds accept a wait before
 *      its signal.
 *  Mirrors: cudaWaitExternalSemaphoresAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams *parameters, unsigned int count,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Destroys the handle of an imported semaphore.
 *
 *  Signals and waits that are already enqueued still complete.
 *
 *  Parameter semaphore: from cudaImportExternalSemaphore.
 *  Owner: the library releases the semaphore when its last pending work is done. The exporter's
 *      own semaphore is not affected.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidValue if semaphore is NULL; cudaErrorInvalidResourceHandle if it is
 *      stale, of another kind, or was destroyed before.
 *  Beyond: a second destruction is an error and not undefined, and pending work need not be
 *      waited for.
 *  Mirrors: cudaDestroyExternalSemaphore of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore);

#ifdef __cplusplus
}
#endif

#endif
