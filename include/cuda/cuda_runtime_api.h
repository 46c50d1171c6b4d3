/** The runtime functions of libcudainterop, with the names, types and numbers of CUDA 13.0.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_RUNTIME_API_H
#define GPUINTEROP_CUDA_RUNTIME_API_H
#define __CUDA_RUNTIME_API_H__   /* programs ask for it, to see whether this header is there */

/* The manual pages are made from the comments. The first sentence of a comment is the brief, and
 * paragraphs follow it. Then come labels, each with the text up to the next one: Parameter NAME:,
 * Units:, Owner:, Threads:, Returns:, Errors:, Beyond: (what is guaranteed beyond the vendor's
 * function), Mirrors: and Since:. A comment belongs to the declaration after it.
 *
 * The first comment of a header can state Threads: and Errors: for all its functions. The comment
 * above a section can state them for the section. A function's own Threads: replaces that default.
 * Its own Errors: are returned beside the default, or replace it if they end with "no other" or
 * name a family themselves. These are the families:
 *
 *  Errors of a device call: cudaErrorNoDevice if there is no usable device;
 *      cudaErrorInsufficientDriver if no driver could be loaded;
 *      cudaErrorInitializationError in a forked child of a process that used the library;
 *      cudaErrorNotPermitted in a host function of a stream;
 *      cudaErrorMemoryAllocation if host memory is exhausted;
 *      cudaErrorOperatingSystem if the system refuses a thread or a file descriptor;
 *      cudaErrorLaunchFailure if the device is lost, or a kernel of the context has stopped
 *      itself;
 *      cudaErrorAssert if an assertion of a kernel of the context has failed;
 *      cudaErrorUnknown if the driver fails in another way.
 *  Errors of a stream call: those of a device call;
 *      the error of earlier work of the stream that failed, unless a call returned it before.
 *
 * gpuinterop_last_error_detail() returns the sentence behind an error.
 * A handle is stale if it was destroyed or freed before, or if its device was reset.
 * A call that fails does not write its out arguments. Calls that allocate memory or arrays are an
 * exception: they write NULL for what they could not allocate. */

#include "cudainterop/runtime/advise_api.h"
#include "cudainterop/runtime/array_api.h"
#include "cudainterop/runtime/array_copy_api.h"
#include "cudainterop/runtime/capture_api.h"
#include "cudainterop/runtime/code_api.h"
#include "cudainterop/runtime/copy_api.h"
#include "cudainterop/runtime/declare.h"
#include "cudainterop/runtime/device_api.h"
#include "cudainterop/runtime/external_api.h"
#include "cudainterop/runtime/function_api.h"
#include "cudainterop/runtime/graph_api.h"
#include "cudainterop/runtime/graph_memory_api.h"
#include "cudainterop/runtime/graphics_api.h"
#include "cudainterop/runtime/ipc_api.h"
#include "cudainterop/runtime/kernel_api.h"
#include "cudainterop/runtime/library_api.h"
#include "cudainterop/runtime/memory_api.h"
#include "cudainterop/runtime/per_thread.h"
#include "cudainterop/runtime/pool_api.h"
#include "cudainterop/runtime/stream_api.h"
#include "cudainterop/runtime/symbol_api.h"
#include "cudainterop/runtime/texture_api.h"
#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

/** The version of CUDA whose names and layouts this header has. */
#define CUDART_VERSION 13000

/* Macros for declarations of programs; empty on Linux. */
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

#ifdef __cplusplus
extern "C" {
#endif

/* Devices.
 *  Threads: any; each thread has its own current device. */

/** Gets the number of devices that the process may use.
 *  Parameter count: gets the number; unchanged if the call fails.
 *  Errors: cudaErrorInvalidValue if count is NULL.
 *  Mirrors: cudaGetDeviceCount of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDeviceCount(int *count);

/** Makes a device the current device of the calling thread.
 *  Errors: cudaErrorInvalidDevice.
 *  Mirrors: cudaSetDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaSetDevice(int device);

/** Gets the current device of the calling thread. It is the first device until the thread sets
 *  one.
 *  Errors: cudaErrorInvalidValue if device is NULL; cudaErrorInvalidDevice if the other
 *      interface set a device that CUDA_VISIBLE_DEVICES hides.
 *  Mirrors: cudaGetDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDevice(int *device);

/** Gets the properties of a device.
 *  The uuid equals VkPhysicalDeviceIDProperties.deviceUUID, so a program finds the same device
 *  in both interfaces. A property that the driver does not report is 0.
 *  Errors: cudaErrorInvalidValue if properties is NULL; cudaErrorInvalidDevice.
 *  Mirrors: cudaGetDeviceProperties of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device);

/** Gets one attribute of a device.
 *  Errors: cudaErrorInvalidValue if value is NULL, or attribute is not one of the enum's;
 *      cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceGetAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetAttribute(
    int *value, enum cudaDeviceAttr attribute, int device);

/** Gets the PCI address of a device as text of the form 0000:01:00.0.
 *  Parameter size_bytes: room in bus_id; 13 is enough.
 *  Errors: cudaErrorInvalidValue if bus_id is NULL or too small; cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceGetPCIBusId of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetPCIBusId(char *bus_id, int size_bytes, int device);

/** Finds the device with a PCI address.
 *  The address is domain:bus:device.function, domain:bus:device or bus:device.function, in
 *  hexadecimal digits.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, or bus_id is not an address;
 *      cudaErrorInvalidDevice if no device has the address.
 *  Mirrors: cudaDeviceGetByPCIBusId of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *bus_id);

/** Waits until all work of the current device is done. The calling thread sleeps.
 *  Threads: any; other threads may enqueue work meanwhile, which is not waited for.
 *  Errors: the error of work on the device that failed.
 *  Mirrors: cudaDeviceSynchronize of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSynchronize(void);

/** Gets the free and the total memory of the current device.
 *  Parameter free_bytes: gets the free memory; may be NULL.
 *  Parameter total_bytes: gets all memory; may be NULL.
 *  Units: bytes.
 *  Mirrors: cudaMemGetInfo of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);

/** Gets the version of CUDA that this library implements.
 *  Units: 1000 for each major and 10 for each minor version, as CUDART_VERSION.
 *  Errors: cudaErrorInvalidValue if version is NULL; no other.
 *  Mirrors: cudaDriverGetVersion of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDriverGetVersion(int *version);

/** Gets the version of CUDA's runtime that this library implements.
 *  Units: 1000 for each major and 10 for each minor version, as CUDART_VERSION.
 *  Errors: cudaErrorInvalidValue if version is NULL; no other.
 *  Mirrors: cudaRuntimeGetVersion of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaRuntimeGetVersion(int *version);

/* Errors. Each thread keeps its last error until it is read.
 *  Threads: any; each thread has its own last error.
 *  Errors: none of its own. */

/** Returns the last error of the calling thread and resets it.
 *  Returns: the error, or cudaSuccess. The error of a lost device is not reset.
 *  Mirrors: cudaGetLastError of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetLastError(void);

/** Returns the last error of the calling thread and does not reset it.
 *  Returns: the error, or cudaSuccess.
 *  Mirrors: cudaPeekAtLastError of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaPeekAtLastError(void);

/** Returns the name of an error, as the enum spells it.
 *  Owner: the library; the text is valid until the process ends.
 *  Returns: the name, or a text that says that the number is unknown; never NULL.
 *  Mirrors: cudaGetErrorName of CUDA 13.0. */
GPUINTEROP_API const char *cudaGetErrorName(cudaError_t error);

/** Returns a sentence that describes an error code.
 *  gpuinterop_last_error_detail() says what went wrong in a particular call.
 *  Owner: the library; the text is valid until the process ends.
 *  Returns: the sentence; never NULL.
 *  Mirrors: cudaGetErrorString of CUDA 13.0. */
GPUINTEROP_API const char *cudaGetErrorString(cudaError_t error);

/* Streams. A NULL stream is the default stream.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a stream call. */

/** Creates a stream on the current device. It is ordered with the legacy default stream.
 *  Owner: the caller, until cudaStreamDestroy.
 *  Errors: cudaErrorInvalidValue if stream is NULL; cudaErrorMemoryAllocation; those of a device
 *      call.
 *  Mirrors: cudaStreamCreate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamCreate(cudaStream_t *stream);

/** Creates a stream on the current device.
 *  Parameter flags: cudaStreamDefault, or cudaStreamNonBlocking for a stream that is not ordered
 *      with the legacy default stream.
 *  Owner: the caller, until cudaStreamDestroy.
 *  Errors: cudaErrorInvalidValue if stream is NULL, or flags has an unknown bit;
 *      cudaErrorMemoryAllocation; those of a device call.
 *  Mirrors: cudaStreamCreateWithFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);

/** Creates a stream with a priority on the current device.
 *  Parameter flags: as cudaStreamCreateWithFlags.
 *  Parameter priority: lower numbers go first. A number outside the device's range is clamped.
 *  Owner: the caller, until cudaStreamDestroy.
 *  Errors: as cudaStreamCreateWithFlags.
 *  Mirrors: cudaStreamCreateWithPriority of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamCreateWithPriority(
    cudaStream_t *stream, unsigned int flags, int priority);

/** Destroys a stream without waiting. Its pending work still completes.
 *  Errors: cudaErrorInvalidResourceHandle if stream is a default stream, stale, or of another
 *      kind; those of a device call.
 *  Mirrors: cudaStreamDestroy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamDestroy(cudaStream_t stream);

/** Queries whether all work of a stream is done.
 *  Returns: cudaSuccess if it is, cudaErrorNotReady if not.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind.
 *  Mirrors: cudaStreamQuery of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamQuery(cudaStream_t stream);

/** Waits until all work of a stream is done. The calling thread sleeps.
 *  Threads: any; other threads may enqueue work in the stream meanwhile, which is not waited
 *      for.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind.
 *  Mirrors: cudaStreamSynchronize of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamSynchronize(cudaStream_t stream);

/** Makes later work of a stream wait for the work that an event last recorded.
 *  An event that was never recorded holds nothing back. The call itself does not wait.
 *  Parameter flags: cudaEventWaitDefault.
 *  Errors: cudaErrorInvalidResourceHandle if stream or event is stale or of another kind;
 *      cudaErrorInvalidValue if flags has an unknown bit; cudaErrorIllegalState if flags is
 *      cudaEventWaitExternal, which only captured streams take.
 *  Mirrors: cudaStreamWaitEvent of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamWaitEvent(
    cudaStream_t stream, cudaEvent_t event, unsigned int flags GPUINTEROP_DEFAULT(0));

/** Enqueues a call of a host function. Later work of the stream waits until the function
 *  returns.
 *  The function must not call this library. It is also called when earlier work failed, and gets
 *  the error.
 *  Parameter flags: 0.
 *  Threads: any; the function runs in a thread of the library.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if callback is NULL, or flags is not 0; cudaErrorMemoryAllocation.
 *  Mirrors: cudaStreamAddCallback of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamAddCallback(
    cudaStream_t stream, cudaStreamCallback_t callback, void *user_data, unsigned int flags);

/** Enqueues a call of a host function. Later work of the stream waits until the function
 *  returns.
 *  The function must not call this library. It is not called when earlier work failed.
 *  Threads: any; the function runs in a thread of the library.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if function is NULL; cudaErrorMemoryAllocation.
 *  Mirrors: cudaLaunchHostFunc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaLaunchHostFunc(
    cudaStream_t stream, cudaHostFn_t function, void *user_data);

/** Gets the flags that a stream was created with.
 *  Errors: cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      cudaErrorInvalidValue if flags is NULL; those of a device call.
 *  Mirrors: cudaStreamGetFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags);

/* Events. */

/** Creates an event on the current device.
 *  Owner: the caller, until cudaEventDestroy.
 *  Errors: cudaErrorInvalidValue if event is NULL; cudaErrorMemoryAllocation.
 *  Mirrors: cudaEventCreate of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventCreate(cudaEvent_t *event);

/** Creates an event on the current device.
 *  Parameter flags: 0, or bits of cudaEventBlockingSync, cudaEventDisableTiming and
 *      cudaEventInterprocess. The last one needs the second.
 *  Owner: the caller, until cudaEventDestroy.
 *  Errors: cudaErrorInvalidValue if event is NULL, flags has an unknown bit, or
 *      cudaEventInterprocess lacks cudaEventDisableTiming; cudaErrorMemoryAllocation;
 *      cudaErrorOperatingSystem if the system gives no memory to share.
 *  Mirrors: cudaEventCreateWithFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);

/** Records an event: it stands for the work that was enqueued in a stream so far.
 *  Errors: cudaErrorInvalidResourceHandle if stream or event is stale or of another kind, or if
 *      they are of different devices or contexts; those of a stream call.
 *  Mirrors: cudaEventRecord of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventRecord(
    cudaEvent_t event, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Records an event, as cudaEventRecord does.
 *  Parameter flags: cudaEventRecordDefault.
 *  Errors: as cudaEventRecord; cudaErrorInvalidValue if flags has an unknown bit;
 *      cudaErrorIllegalState if flags is cudaEventRecordExternal, which only captured streams
 *      take; those of a stream call.
 *  Mirrors: cudaEventRecordWithFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventRecordWithFlags(
    cudaEvent_t event, cudaStream_t stream GPUINTEROP_DEFAULT(0),
    unsigned int flags GPUINTEROP_DEFAULT(0));

/** Queries whether the work that an event recorded is done.
 *  Returns: cudaSuccess if it is done or nothing was recorded, cudaErrorNotReady if not.
 *  Errors: cudaErrorInvalidResourceHandle if event is stale or of another kind; the error of the
 *      recorded work, if it failed.
 *  Mirrors: cudaEventQuery of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventQuery(cudaEvent_t event);

/** Waits until the work that an event recorded is done. The calling thread sleeps, whatever the
 *  event's flags.
 *  Threads: any; another thread may record the event again meanwhile, which is not waited for.
 *  Errors: cudaErrorInvalidResourceHandle if event is stale or of another kind; the error of the
 *      recorded work, if it failed.
 *  Mirrors: cudaEventSynchronize of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventSynchronize(cudaEvent_t event);

/** Destroys an event. Work that waits for it still waits.
 *  Errors: cudaErrorInvalidResourceHandle if event is stale or of another kind.
 *  Mirrors: cudaEventDestroy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaEventDestroy(cudaEvent_t event);

/* Memory, copies and fills. */

/** Allocates memory of the current device.
 *  The pointer is the device's address, aligned to 256 bytes. The content is undefined.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cudaFree.
 *  Errors: cudaErrorInvalidValue if pointer is NULL; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMalloc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMalloc(void **pointer, size_t size);

/** Frees device memory, managed memory or a buffer that cudaExternalMemoryGetMappedBuffer
 *  mapped.
 *  The call waits for all work that was enqueued before on the memory's device, in any stream.
 *  For managed memory it waits for all devices. It does not wait for memory that cudaMallocAsync
 *  allocated. A NULL pointer does nothing.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: cudaErrorInvalidValue if pointer is not the start of an allocation, or was freed
 *      before.
 *  Mirrors: cudaFree of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFree(void *pointer);

/** Allocates pinned host memory, which every device can access.
 *  Parameter flags: bits of cudaHostAllocPortable, cudaHostAllocMapped and
 *      cudaHostAllocWriteCombined, or cudaHostAllocDefault.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cudaFreeHost.
 *  Errors: cudaErrorInvalidValue if pointer is NULL, or flags has an unknown bit;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaHostAlloc of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);

/** Allocates pinned host memory without flags.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until cudaFreeHost.
 *  Errors: cudaErrorInvalidValue if pointer is NULL; cudaErrorMemoryAllocation.
 *  Mirrors: cudaMallocHost of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMallocHost(void **pointer, size_t size);

/** Frees host memory that this library allocated.
 *  The call waits for all work that was enqueued before, in any stream of any device. A NULL
 *  pointer does nothing.
 *  Threads: any; other threads may use the devices while the call waits.
 *  Errors: cudaErrorInvalidValue if pointer is not where an allocation of host memory starts.
 *  Mirrors: cudaFreeHost of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaFreeHost(void *pointer);

/** Gets the device's address of host memory that this library allocated or registered.
 *  Parameter flags: 0.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, host_pointer is in no host memory of the
 *      library, or flags is not 0.
 *  Mirrors: cudaHostGetDevicePointer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostGetDevicePointer(
    void **device_pointer, void *host_pointer, unsigned int flags);

/** Gets the flags that host memory was allocated or registered with.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, or host_pointer is in no host or managed
 *      memory of the library.
 *  Mirrors: cudaHostGetFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaHostGetFlags(unsigned int *flags, void *host_pointer);

/** Fills memory with a byte.
 *  Units: size is in bytes; the lowest 8 bits of value are used.
 *  Errors: cudaErrorInvalidValue if pointer is NULL and size is not 0, the range leaves its
 *      allocation, or it is registered as read-only; those of a stream call.
 *  Mirrors: cudaMemset of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemset(void *pointer, int value, size_t size);

/** Enqueues a fill of memory with a byte.
 *  Units: size is in bytes; the lowest 8 bits of value are used.
 *  Errors: as cudaMemset; cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      those of a stream call.
 *  Mirrors: cudaMemsetAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemsetAsync(
    void *pointer, int value, size_t size, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory, and returns when the host may use both sides.
 *  A copy within the device may still be pending; work that is enqueued later sees its result.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidMemcpyDirection if kind is not one of the enum's;
 *      cudaErrorInvalidValue if a range leaves its allocation, a pointer is NULL and size is not
 *      0, or a pointer does not fit kind; cudaErrorInvalidValue if destination is registered as
 *      read-only; those of a stream call.
 *  Mirrors: cudaMemcpy of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpy(
    void *destination, const void *source, size_t size, enum cudaMemcpyKind kind);

/** Enqueues a copy of memory.
 *  With pageable host memory the call may wait for the device, as the vendor's does.
 *  Units: size is in bytes.
 *  Errors: as cudaMemcpy; cudaErrorInvalidResourceHandle if stream is stale or of another kind;
 *      those of a stream call.
 *  Mirrors: cudaMemcpyAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaMemcpyAsync(
    void *destination, const void *source, size_t size, enum cudaMemcpyKind kind,
    cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Gets the type, device and addresses of the memory that a pointer points to.
 *  Host memory that the library does not know has the type cudaMemoryTypeUnregistered.
 *  Errors: cudaErrorInvalidValue if attributes is NULL.
 *  Mirrors: cudaPointerGetAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaPointerGetAttributes(
    struct cudaPointerAttributes *attributes, const void *pointer);

#ifdef __cplusplus
}
#endif

#endif
