/** The runtime functions of libcudainterop, with the names, types and numbers of CUDA 13.0. */
#ifndef GPUINTEROP_CUDA_RUNTIME_API_H
#define GPUINTEROP_CUDA_RUNTIME_API_H

/* How the comments are built, for the manual pages are made from them: the first sentence of a
 * block is the brief; paragraphs follow; then lines that begin with Parameter NAME:, Units:,
 * Owner:, Threads:, Returns:, Errors:, Beyond: (what is promised over the vendor's) and Mirrors:,
 * each going on until the next such line. A block belongs to the declaration after it.
 *
 * What holds for every function: it may be called from any thread unless it says otherwise; it
 * returns cudaSuccess or an error; behind every error stands a sentence in
 * gpuinterop_last_error_detail(). Any of them can also return cudaErrorNoDevice,
 * cudaErrorInsufficientDriver (no driver could be loaded), cudaErrorInitializationError (in
 * a forked child of a process that used the library), and the error of work that failed before.
 *
 * A call that fails leaves its out arguments as they were. Calls that allocate memory or arrays are
 * an exception: on a device they give NULL for what they could not allocate. */

#include "cudainterop/advise_api.h"
#include "cudainterop/array_api.h"
#include "cudainterop/array_copy_api.h"
#include "cudainterop/copy_api.h"
#include "cudainterop/declare.h"
#include "cudainterop/device_api.h"
#include "cudainterop/external_api.h"
#include "cudainterop/ipc_api.h"
#include "cudainterop/library_api.h"
#include "cudainterop/memory_api.h"
#include "cudainterop/per_thread.h"
#include "cudainterop/pool_api.h"
#include "cudainterop/stream_api.h"
#include "cudainterop/texture_api.h"
#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

/** The version of CUDA whose names and layouts this header has. */
#define CUDART_VERSION 13000

/* Programs use these in declarations of their own; on Linux they are empty. */
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

#ifdef __cplusplus
extern "C" {
#endif

/* Devices. */

/** Tells how many devices the process may use.
 *  Parameter count: gets the number; unchanged where there is none, which is an error.
 *  Errors: cudaErrorInvalidValue if count is NULL; cudaErrorNoDevice;
 *      cudaErrorInsufficientDriver.
 *  Mirrors: cudaGetDeviceCount of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDeviceCount(int *count);

/** Makes a device the current one of the calling thread.
 *  Errors: cudaErrorInvalidDevice if there is no such ordinal.
 *  Mirrors: cudaSetDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaSetDevice(int device);

/** Tells the current device of the calling thread; 0 until one was set.
 *  Errors: cudaErrorInvalidValue if device is NULL.
 *  Mirrors: cudaGetDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDevice(int *device);

/** Fills in what a device is and can do.
 *  The uuid is that of VkPhysicalDeviceIDProperties.deviceUUID, so that a program finds the same
 *  device in both interfaces. What the driver does not tell is 0.
 *  Errors: cudaErrorInvalidValue if properties is NULL; cudaErrorInvalidDevice if there is no
 *      such ordinal.
 *  Mirrors: cudaGetDeviceProperties of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);

/** Tells one property of a device as a number.
 *  Errors: cudaErrorInvalidValue if value is NULL or the attribute is not one of the enum's;
 *      cudaErrorInvalidDevice if there is no such ordinal.
 *  Mirrors: cudaDeviceGetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetAttribute(
    int *value, enum cudaDeviceAttr attribute, int device);

/** Writes the PCI address of a device as text, in the form 0000:01:00.0.
 *  Parameter size_bytes: room in bus_id; 13 is enough.
 *  Errors: cudaErrorInvalidValue if bus_id is NULL or too small; cudaErrorInvalidDevice if there
 *      is no such ordinal.
 *  Mirrors: cudaDeviceGetPCIBusId of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetPCIBusId(char *bus_id, int size_bytes, int device);

/** Finds the device with a PCI address, given as domain:bus:device.function, domain:bus:device or
 *  bus:device.function in hexadecimal digits.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or the text is no address;
 *      cudaErrorInvalidDevice if no device has it.
 *  Mirrors: cudaDeviceGetByPCIBusId of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *bus_id);

/** Waits until all work of the current device is done.
 *  The thread sleeps; it does not burn processor time.
 *  Errors: those of the work waited for.
 *  Mirrors: cudaDeviceSynchronize of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSynchronize(void);

/** Tells how much memory the current device has, and how much of it is free.
 *  Units: bytes. Either out pointer may be NULL.
 *  Errors: those that every function can return.
 *  Mirrors: cudaMemGetInfo of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);

/** Tells which version of CUDA this library answers for.
 *  Units: 1000 for each major, 10 for each minor version; CUDART_VERSION.
 *  Errors: cudaErrorInvalidValue if version is NULL.
 *  Mirrors: cudaDriverGetVersion of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDriverGetVersion(int *version);

/** Tells the version of CUDA whose runtime this library offers.
 *  Units: 1000 for each major, 10 for each minor version; CUDART_VERSION.
 *  Errors: cudaErrorInvalidValue if version is NULL.
 *  Mirrors: cudaRuntimeGetVersion of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaRuntimeGetVersion(int *version);

/* Errors. Each thread remembers its last error until it is asked. */

/** Returns the last error of the calling thread and forgets it.
 *  Returns: the error, or cudaSuccess. The error of a lost device is not forgotten.
 *  Mirrors: cudaGetLastError of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetLastError(void);

/** Returns the last error of the calling thread and keeps it.
 *  Returns: the error, or cudaSuccess.
 *  Mirrors: cudaPeekAtLastError of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaPeekAtLastError(void);

/** Returns the name of an error, as it stands in the enum.
 *  Owner: the library; the text is valid for ever.
 *  Returns: the name, or a text that says the number is unknown; never NULL.
 *  Mirrors: cudaGetErrorName of CUDA 13.0. */
GPUINTEROP_API const char *cudaGetErrorName(cudaError_t error);

/** Returns a sentence about an error code.
 *  What went wrong in a particular call stands in gpuinterop_last_error_detail().
 *  Owner: the library; the text is valid for ever.
 *  Returns: the sentence; never NULL.
 *  Mirrors: cudaGetErrorString of CUDA 13.0. */
GPUINTEROP_API const char *cudaGetErrorString(cudaError_t error);

/* Streams. A NULL stream is the default stream. */

/** Creates a stream on the current device, in order with the legacy default stream.
 *  Owner: the caller, until cudaStreamDestroy.
 *  Errors: cudaErrorInvalidValue if stream is NULL; cudaErrorMemoryAllocation.
 *  Mirrors: cudaStreamCreate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamCreate(cudaStream_t *stream);

/** Creates a stream on the current device.
 *  Parameter flags: cudaStreamDefault, or cudaStreamNonBlocking for one that does not wait for
 *      the legacy default stream.
 *  Owner: the caller, until cudaStreamDestroy.
 *  Errors: cudaErrorInvalidValue if stream is NULL or flags has another bit;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaStreamCreateWithFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);

/** Creates a stream with a priority.
 *  Parameter flags: as cudaStreamCreateWithFlags.
 *  Parameter priority: lower numbers go first; a number out of the range of the device is brought
 *      into it.
 *  Owner: the caller, until cudaStreamDestroy.
 *  Errors: as cudaStreamCreateWithFlags.
 *  Mirrors: cudaStreamCreateWithPriority of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamCreateWithPriority(
    cudaStream_t *stream, unsigned int flags, int priority);

/** Ends a stream without waiting; its work goes on to its end.
 *  Errors: cudaErrorInvalidResourceHandle if stream is no stream, or was destroyed before.
 *  Mirrors: cudaStreamDestroy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamDestroy(cudaStream_t stream);

/** Asks whether all work of a stream is done.
 *  Returns: cudaSuccess if it is, cudaErrorNotReady if not.
 *  Errors: cudaErrorInvalidResourceHandle; those of the stream's work.
 *  Mirrors: cudaStreamQuery of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamQuery(cudaStream_t stream);

/** Waits until all work of a stream is done.
 *  The thread sleeps; it does not burn processor time.
 *  Errors: cudaErrorInvalidResourceHandle; those of the stream's work.
 *  Mirrors: cudaStreamSynchronize of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamSynchronize(cudaStream_t stream);

/** Makes later work of a stream wait for what an event last recorded.
 *  An event that was never recorded holds nothing back. The caller does not wait.
 *  Parameter flags: cudaEventWaitDefault, or cudaEventWaitExternal.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if flags has another bit.
 *  Mirrors: cudaStreamWaitEvent of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamWaitEvent(
    cudaStream_t stream, cudaEvent_t event, unsigned int flags GPUINTEROP_DEFAULT(0));

/** Calls a function on the host when the work before it is done, and holds back the work after
 *  it.
 *  The function must not call this library. It is also called when the work before it failed, and
 *  is told the error.
 *  Parameter flags: 0.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if callback is NULL or flags is
 *      not 0.
 *  Mirrors: cudaStreamAddCallback of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamAddCallback(
    cudaStream_t stream, cudaStreamCallback_t callback, void *user_data, unsigned int flags);

/** Calls a function on the host when the work before it is done, and holds back the work after
 *  it.
 *  The function must not call this library. It is not called when the work before it failed.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if function is NULL.
 *  Mirrors: cudaLaunchHostFunc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLaunchHostFunc(
    cudaStream_t stream, cudaHostFn_t function, void *user_data);

/** Tells the flags a stream was created with.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if flags is NULL.
 *  Mirrors: cudaStreamGetFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);

/* Events. */

/** Creates an event on the current device.
 *  Owner: the caller, until cudaEventDestroy.
 *  Errors: cudaErrorInvalidValue if event is NULL; cudaErrorMemoryAllocation.
 *  Mirrors: cudaEventCreate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventCreate(cudaEvent_t *event);

/** Creates an event on the current device.
 *  Parameter flags: bits of cudaEventBlockingSync and cudaEventDisableTiming, or 0;
 *      cudaEventInterprocess needs the second.
 *  Owner: the caller, until cudaEventDestroy.
 *  Errors: cudaErrorInvalidValue if event is NULL or flags has another bit;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaEventCreateWithFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);

/** Makes an event stand for the work that a stream has been given so far.
 *  Errors: cudaErrorInvalidResourceHandle if either is none, or if they belong to different
 *      devices.
 *  Mirrors: cudaEventRecord of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventRecord(
    cudaEvent_t event, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Does as cudaEventRecord.
 *  Parameter flags: cudaEventRecordDefault, or cudaEventRecordExternal.
 *  Errors: cudaErrorInvalidResourceHandle; cudaErrorInvalidValue if flags has another bit.
 *  Mirrors: cudaEventRecordWithFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventRecordWithFlags(
    cudaEvent_t event, cudaStream_t stream GPUINTEROP_DEFAULT(0),
    unsigned int flags GPUINTEROP_DEFAULT(0));

/** Asks whether the work is done that an event stands for.
 *  Returns: cudaSuccess if it is or nothing was recorded, cudaErrorNotReady if not.
 *  Errors: cudaErrorInvalidResourceHandle; those of the work.
 *  Mirrors: cudaEventQuery of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventQuery(cudaEvent_t event);

/** Waits until the work is done that an event stands for.
 *  The thread sleeps, whatever the event's flags.
 *  Errors: cudaErrorInvalidResourceHandle; those of the work.
 *  Mirrors: cudaEventSynchronize of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventSynchronize(cudaEvent_t event);

/** Ends an event; work that waits for it still does.
 *  Errors: cudaErrorInvalidResourceHandle if event is no event, or was destroyed before.
 *  Mirrors: cudaEventDestroy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventDestroy(cudaEvent_t event);

/* Memory. */

/** Allocates memory of the current device.
 *  The pointer is the device's address and is aligned to 256 bytes. The content is undefined.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cudaFree.
 *  Errors: cudaErrorInvalidValue if pointer is NULL; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMalloc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMalloc(void **pointer, size_t size);

/** Frees device memory, managed memory or a buffer that cudaExternalMemoryGetMappedBuffer mapped.
 *  Waits until all work is done that was enqueued on the memory's device before, in any stream; for
 *  managed memory, on any device. Memory of cudaMallocAsync is freed without a wait.
 *  NULL is legal and does nothing.
 *  Errors: cudaErrorInvalidValue if pointer is not the start of such memory, or was freed before.
 *  Mirrors: cudaFree of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFree(void *pointer);

/** Allocates host memory that the device reaches.
 *  Parameter flags: bits of cudaHostAllocPortable, cudaHostAllocMapped and
 *      cudaHostAllocWriteCombined, or cudaHostAllocDefault.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cudaFreeHost.
 *  Errors: cudaErrorInvalidValue if pointer is NULL or flags has another bit;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaHostAlloc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);

/** Allocates host memory that the device reaches, without flags.
 *  Units: size is in bytes.
 *  Owner: the caller, until cudaFreeHost.
 *  Errors: as cudaHostAlloc.
 *  Mirrors: cudaMallocHost of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocHost(void **pointer, size_t size);

/** Frees host memory that came from this library. Waits until all work is done that was enqueued
 *  before, in any stream of any device.
 *  NULL is legal and does nothing.
 *  Errors: cudaErrorInvalidValue if pointer is not the start of such memory, or was freed before.
 *  Mirrors: cudaFreeHost of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFreeHost(void *pointer);

/** Tells the device's address of host memory that came from this library.
 *  Parameter flags: 0.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or unknown, or flags is not 0.
 *  Mirrors: cudaHostGetDevicePointer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostGetDevicePointer(
    void **device_pointer, void *host_pointer, unsigned int flags);

/** Tells the flags that host memory was allocated with.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL or unknown.
 *  Mirrors: cudaHostGetFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostGetFlags(unsigned int *flags, void *host_pointer);

/** Fills memory with a byte.
 *  Units: size is in bytes; of value the lowest 8 bits count.
 *  Errors: cudaErrorInvalidValue if the range leaves its allocation.
 *  Mirrors: cudaMemset of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset(void *pointer, int value, size_t size);

/** Fills memory with a byte, in the order of a stream.
 *  Units: size is in bytes; of value the lowest 8 bits count.
 *  Errors: cudaErrorInvalidValue if the range leaves its allocation;
 *      cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemsetAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemsetAsync(
    void *pointer, int value, size_t size, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory, and returns when the host may use both sides.
 *  A copy within the device may still be under way; work enqueued later sees it.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidMemcpyDirection if kind is not one of the enum's;
 *      cudaErrorInvalidValue if a range leaves its allocation, or a pointer is NULL and size is
 *      not 0.
 *  Mirrors: cudaMemcpy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy(
    void *destination, const void *source, size_t size, enum cudaMemcpyKind kind);

/** Copies memory, in the order of a stream.
 *  With host memory that did not come from this library the call may wait for the device, as the
 *  vendor's does.
 *  Units: size is in bytes.
 *  Errors: as cudaMemcpy; cudaErrorInvalidResourceHandle.
 *  Mirrors: cudaMemcpyAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyAsync(
    void *destination, const void *source, size_t size, enum cudaMemcpyKind kind,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Tells what a pointer points to.
 *  Host memory that the library does not know has the type cudaMemoryTypeUnregistered.
 *  Errors: cudaErrorInvalidValue if attributes is NULL.
 *  Mirrors: cudaPointerGetAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaPointerGetAttributes(
    struct cudaPointerAttributes *attributes, const void *pointer);

#ifdef __cplusplus
}
#endif

#endif
