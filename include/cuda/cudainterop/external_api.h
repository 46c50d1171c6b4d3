/** The eight functions on memory and semaphores of other programs; a part of
 *  cuda_runtime_api.h, which says how the comments are built. */
#ifndef GPUINTEROP_CUDA_EXTERNAL_API_H
#define GPUINTEROP_CUDA_EXTERNAL_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory and semaphores of other programs and interfaces. */

/** Imports memory that Vulkan or another process exported as a handle of the operating system.
 *
 *  The handle is looked at during the call: what is not memory, or is closed, is an error now and
 *  not when the memory is used. An opaque fd may come from the same driver or be a dma-buf or a
 *  sealed memfd where the device takes one; which it is is found out, not assumed.
 *
 *  Parameter memory: gets the handle; unchanged if the call fails.
 *  Parameter descriptor: type, handle and size of the memory; flags is 0 or
 *      cudaExternalMemoryDedicated, which has to be given when the exporter made a dedicated
 *      allocation; reserved words are not looked at, as with the vendor.
 *  Units: size is in bytes. It may be smaller than the memory. Where the real size can be found
 *      out, that is the bound of what can be mapped.
 *  Owner: on success the fd belongs to the library, which closes it; the caller must not use it
 *      again. On failure it is open and unchanged and still the caller's. fd 0 is legal. The
 *      memory handle is the caller's, until cudaDestroyExternalMemory.
 *  Threads: any; the memory belongs to the current device of the calling thread.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, the type is not one of the enum's
 *      or is another D3D kind, size is 0, or flags has another bit;
 *      cudaErrorNotSupported for a Win32, KMT, D3D12 heap or NvSci handle, which do
 *      not exist on Linux; cudaErrorUnknown if fd is closed, negative or not memory that the
 *      device takes;
 *      cudaErrorMemoryAllocation.
 *  Beyond: the vendor leaves open what becomes of the fd on failure, and believes the size.
 *  Mirrors: cudaImportExternalMemory of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaImportExternalMemory(
    cudaExternalMemory_t *memory, const struct cudaExternalMemoryHandleDesc *descriptor);

/** Maps a range of imported memory as a buffer and gives its device pointer.
 *
 *  Any number of ranges may be mapped, and they may overlap: all pointers to one byte of the
 *  memory see the same byte. The pointer is as one from cudaMalloc: it works in copies, fills and
 *  kernels, and as an interior pointer. Pending work of the other side is not waited for: a
 *  semaphore does that.
 *
 *  Parameter pointer: gets the device pointer; unchanged if the call fails.
 *  Parameter memory: from cudaImportExternalMemory.
 *  Parameter descriptor: offset and size of the range; flags is 0. No
 *      alignment is asked of the offset.
 *  Units: offset and size are in bytes.
 *  Owner: the caller, until cudaFree. The buffer keeps what it needs of the memory alive, so
 *      freeing and destroying may come in any order.
 *  Threads: any.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidResourceHandle if memory is stale or of another kind;
 *      cudaErrorInvalidValue if a pointer is NULL, size is 0, the range leaves the memory, or flags
 *      is not 0; cudaErrorMemoryAllocation.
 *  Beyond: overlapping buffers are coherent, and destroying the memory first is legal.
 *  Mirrors: cudaExternalMemoryGetMappedBuffer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaExternalMemoryGetMappedBuffer(
    void **pointer, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryBufferDesc *descriptor);

/** Maps an image that lies in imported memory as a mipmapped array.
 *
 *  The image is as its exporter made it: the same texels, extent and number of levels, and what the
 *  flags say of its use. Levels are arrays that can be copied to and from; work of the other side
 *  is waited for, and told of this side's, by semaphores.
 *
 *  Parameter array: gets the array; unchanged if the call fails.
 *  Parameter memory: from cudaImportExternalMemory.
 *  Parameter descriptor: where the image lies, its texel format, extent, number of levels and
 *      cudaArray... flags.
 *  Units: offset is in bytes, the extent in texels.
 *  Owner: the caller, until cudaFreeMipmappedArray.
 *  Threads: any.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidResourceHandle if memory is stale or of another kind;
 *      cudaErrorInvalidChannelDescriptor if no such texel exists; cudaErrorInvalidValue if a
 *      pointer is NULL, an extent, a number of levels or a flag is none or does not fit the others,
 *      or the image does not lie in the memory at that offset; cudaErrorNotSupported for images
 *      that the device cannot share; cudaErrorMemoryAllocation.
 *  Beyond: destroying the memory first is legal.
 *  Mirrors: cudaExternalMemoryGetMappedMipmappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *array, cudaExternalMemory_t memory,
    const struct cudaExternalMemoryMipmappedArrayDesc *descriptor);

/** Ends the handle of imported memory.
 *
 *  Buffers that were mapped from it stay valid until they are freed, and work under way goes on.
 *
 *  Parameter memory: from cudaImportExternalMemory.
 *  Owner: the memory itself is given back with the last buffer. The exporter's own memory is
 *      untouched.
 *  Threads: any.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidValue if memory is NULL; cudaErrorInvalidResourceHandle if it is
 *      stale, of another kind, or was destroyed before.
 *  Beyond: a second destruction is an error and not undefined, and buffers may outlive the
 *      handle.
 *  Mirrors: cudaDestroyExternalMemory of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory);

/** Imports a semaphore that Vulkan or another process exported as a handle of the operating
 *  system.
 *
 *  A binary semaphore (OpaqueFd) is consumed by its wait: one signal, one wait. A counting one
 *  (TimelineSemaphoreFd) has a 64-bit value that only grows.
 *
 *  Parameter semaphore: gets the handle; unchanged if the call fails.
 *  Parameter descriptor: type and handle of the semaphore; flags is 0. The
 *      type must be the kind the exporter created: it is checked where it can be found out.
 *  Owner: on success the fd belongs to the library, which closes it; the caller must not use it
 *      again. On failure it is open and unchanged and still the caller's. fd 0 is legal. The
 *      semaphore handle is the caller's, until cudaDestroyExternalSemaphore.
 *  Threads: any; the semaphore belongs to the current device of the calling thread.
 *  Returns: cudaSuccess, or one of the errors below.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, the type is not one of the enum's, flags is
 *      not 0, or the fd of a counting semaphore is negative; cudaErrorNotSupported for a type that
 *      does not exist on Linux; cudaErrorUnknown if fd is closed, a binary semaphore's is negative,
 *      or it is not a semaphore of the type; cudaErrorMemoryAllocation.
 *  Beyond: the vendor leaves open what becomes of the fd on failure.
 *  Mirrors: cudaImportExternalSemaphore of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaImportExternalSemaphore(
    cudaExternalSemaphore_t *semaphore, const struct cudaExternalSemaphoreHandleDesc *descriptor);

/** Signals semaphores when the work that a stream was given before is done.
 *
 *  The call does not wait for the device. Whoever waits on a semaphore then sees all that the
 *  stream's earlier work wrote: no other synchronisation is needed. A signal reaches the other
 *  side without another call by the program.
 *
 *  Parameter semaphores: count handles from cudaImportExternalSemaphore; any number, and one may
 *      occur more than once.
 *  Parameter parameters: count descriptions; params.fence.value is the value a counting semaphore
 *      gets; it is not looked at for a binary one; a value that is not larger than the one it has
 *      when the signal comes to pass changes nothing; flags is 0; reserved words are 0.
 *  Parameter count: how many; at least 1.
 *  Parameter stream: any stream of the device; NULL is the default stream.
 *  Units: params.fence.value counts in the semaphore's own numbers.
 *  Owner: both arrays are read during the call and stay the caller's. A semaphore may be
 *      destroyed while this is pending.
 *  Threads: any.
 *  Returns: cudaSuccess, or one of the errors below; what fails later shows at a later call on
 *      the stream.
 *  Errors: cudaErrorInvalidResourceHandle if a semaphore or the stream is stale, of another kind
 *      or of another device; cudaErrorInvalidValue if count is 0, an array is NULL, flags
 *      is not 0, or a reserved word is not 0.
 *  Beyond: either all signals of a call are enqueued or none, and a timeline never goes back.
 *  Mirrors: cudaSignalExternalSemaphoresAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaSignalExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Makes later work of a stream wait for semaphores.
 *
 *  The call does not wait for the device, and other streams go on. The wait may be enqueued
 *  before anybody has signalled, here or in another process. Later work of the stream sees all
 *  that was written before the signal. A blocked stream burns no processor time;
 *  GPUINTEROP_WATCHDOG names one that is blocked too long.
 *
 *  Parameter semaphores: count handles from cudaImportExternalSemaphore; any number, and one may
 *      occur more than once.
 *  Parameter parameters: count descriptions; params.fence.value is the value a counting semaphore
 *      has to reach and is not looked at for a binary one; flags is 0; reserved words are 0.
 *  Parameter count: how many; at least 1.
 *  Parameter stream: any stream of the device; NULL is the default stream.
 *  Units: params.fence.value counts in the semaphore's own numbers.
 *  Owner: both arrays are read during the call and stay the caller's. A semaphore may be
 *      destroyed while this is pending.
 *  Threads: any.
 *  Returns: cudaSuccess, or one of the errors below; what fails later shows at a later call on
 *      the stream.
 *  Errors: cudaErrorInvalidResourceHandle if a semaphore or the stream is stale, of another kind
 *      or of another device; cudaErrorInvalidValue if count is 0, an array is NULL, flags
 *      is not 0, or a reserved word is not 0.
 *  Beyond: either all waits of a call are enqueued or none, and waiting before the signal is
 *      legal for both kinds.
 *  Mirrors: cudaWaitExternalSemaphoresAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaWaitExternalSemaphoresAsync(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams *parameters, unsigned int count,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Ends the handle of an imported semaphore.
 *
 *  Signals and waits that are already enqueued go on.
 *
 *  Parameter semaphore: from cudaImportExternalSemaphore.
 *  Owner: what the library holds of the semaphore is given back when the last pending work is
 *      done. The exporter's own semaphore is untouched.
 *  Threads: any.
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
